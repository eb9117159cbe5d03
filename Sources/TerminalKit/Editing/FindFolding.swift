/// Text without case and accents, scalar for scalar, so that places in it stay places in the text it was made from.
///
/// `É`, `é` and `e` are one letter; so are `Σ`, `σ` and `ς`. A letter that is no accented form of another (`ø`, `ß`,
/// `й`) stays itself.
package enum FindFolding {
  /// Returns the scalar that stands for this one in a comparison; nil for ignored ones: marks and invisible characters.
  @inline(__always)
  package static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let value = scalar.value
    if value < 0x80 { return value >= 0x41 && value <= 0x5A ? Unicode.Scalar(UInt8(value | 0x20)) : scalar }
    return foldBeyondASCII(scalar)
  }

  /// A whole text, folded.
  package static func fold(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.compactMap { fold($0) } }

  private static func foldBeyondASCII(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let value = scalar.value
    switch value {
    case 0xC0...0x24F: return latin[Int(value - 0xC0)]
    case 0xAD, 0x300...0x36F, 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x64B...0x65F, 0x200B...0x200F, 0x20D0...0x20FF,
      0x2060, 0xFE00...0xFE0F, 0xFEFF:
      return nil
    case 0x386...0x3CE: return greek[Int(value - 0x386)]
    case 0x1E00...0x1EFF: return latinAdditional[Int(value - 0x1E00)]
    case 0x1F00...0x1FFE: return greekExtended[Int(value - 0x1F00)]
    case 0x2E80..<0xA640, 0xAC00..<0xD800, 0xF900..<0xFB00, 0x1F000..<0x1FB00, 0x20000..<0x40000: return scalar
    default:
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      guard lower.count == 1, let first = lower.first, first != scalar else { return scalar }
      // The small form may have an accent of its own, as the Ångström sign has.
      return fold(first)
    }
  }

  /// U+00C0 to U+024F.
  private static let latin = Array(
    ("aaaaaaæceeeeiiiiðnooooo×øuuuuyþßaaaaaaæceeeeiiiiðnooooo÷øuuuuyþy"
      + "aaaaaaccccccccddđđeeeeeeeeeegggggggghhħħiiiiiiiiiıĳĳjjkkĸllllllŀ"
      + "ŀłłnnnnnnŉŋŋooooooœœrrrrrrssssssssttttŧŧuuuuuuuuuuuuwwyyyzzzzzzſ"
      + "ƀɓƃƃƅƅɔƈƈɖɗƌƌƍǝəɛƒƒɠɣƕɩɨƙƙƚƛɯɲƞɵooƣƣƥƥʀƨƨʃƪƫƭƭʈuuʊʋƴƴƶƶʒƹƹƺƻƽƽƾƿ"
      + "ǀǁǂǃǆǆǆǉǉǉǌǌǌaaiioouuuuuuuuuuǝaaaaææǥǥggkkooooʒʒjǳǳǳggƕƿnnaaææøø"
      + "aaaaeeeeiiiioooorrrruuuussttȝȝhhƞȡȣȣȥȥaaeeooooooooyyȴȵȶȷȸȹⱥȼȼƚⱦȿ"
      + "ɀɂɂƀʉʌɇɇɉɉɋɋɍɍɏɏ").unicodeScalars)
  /// U+0386 to U+03CE.
  private static let greek = Array(
    ("α·εηι΋ο΍υωιαβγδεζηθικλμνξοπρ΢στυφχψωιυαεηιυαβγδεζηθικλμνξοπρσστυ"
      + "φχψωιυουω").unicodeScalars)
  /// U+1E00 to U+1EFF.
  private static let latinAdditional = Array(
    ("aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm"
      + "mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv"
      + "wwwwwwwwwwxxxxyyzzzzzzhtwyẚſẜẝßẟaaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee"
      + "eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyyỻỻỽỽỿỿ").unicodeScalars)
  /// U+1F00 to U+1FFE.
  private static let greekExtended = Array(
    ("ααααααααααααααααεεεεεε἖἗εεεεεε἞἟ηηηηηηηηηηηηηηηηιιιιιιιιιιιιιιιι"
      + "οοοοοο὆὇οοοοοο὎὏υυυυυυυυ὘υ὚υ὜υ὞υωωωωωωωωωωωωωωωωααεεηηιιοουυωω὾὿"
      + "ααααααααααααααααηηηηηηηηηηηηηηηηωωωωωωωωωωωωωωωωααααα᾵ααααααα᾽ι᾿"
      + "῀¨ηηη῅ηηεεηηη᾿᾿᾿ιιιι῔῕ιιιιιι῜῾῾῾υυυυρρυυυυυυρ¨¨`῰῱ωωω῵ωωοοωωω´῾").unicodeScalars)
}
