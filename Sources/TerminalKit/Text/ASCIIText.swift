/// Text brought down to ASCII, for locales whose terminal would show nothing else.
enum ASCIIText {
  static func transliterate(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var result = ""
    for character in text {
      if character.isASCII {
        result.append(character)
        continue
      }
      var scalars = character.unicodeScalars.makeIterator()
      if let first = scalars.next() { result += form(of: first) }
    }
    return result
  }

  /// The ASCII form of a scalar; `?` where there is none.
  static func form(of scalar: Unicode.Scalar) -> String {
    let value = scalar.value
    if value < 0x80 { return String(scalar) }
    if let known = known(value) { return known }
    if 0xC0..<0x180 ~= value { return String(latin[Int(value) - 0xC0]) }
    if 0x1E00..<0x1F00 ~= value { return String(latinAdditional[Int(value) - 0x1E00]) }
    if VisibleMark.isInvisible(value) { return "" }
    if 0x2400..<0x2420 ~= value { return "^" + String(Unicode.Scalar(UInt8(value - 0x2400 + 0x40))) }
    return "?"
  }

  private static func known(_ value: UInt32) -> String? {
    switch value {
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: " "
    case 0xA9: "(c)"
    case 0xAB: "<<"
    case 0xBB: ">>"
    case 0x2022, 0x25CF, 0x25AA: "*"
    case 0x21B5: "/"
    case 0xC6: "AE"
    case 0xD0, 0x110: "D"
    case 0xD7: "x"
    case 0xD8: "O"
    case 0xDE: "Th"
    case 0xDF: "ss"
    case 0xE6: "ae"
    case 0xF0, 0x111: "d"
    case 0xF7: "/"
    case 0xF8: "o"
    case 0xFE: "th"
    case 0x126: "H"
    case 0x127: "h"
    case 0x131: "i"
    case 0x141: "L"
    case 0x142: "l"
    case 0x152: "OE"
    case 0x153: "oe"
    case 0xB7, 0x2010...0x2013, 0x2212: "-"
    case 0x2014: "--"
    case 0x2018, 0x2019, 0x201B: "'"
    case 0x201C, 0x201D, 0x201E: "\""
    case 0x2026: "..."
    case 0x20AC: "EUR"
    case 0x2190: "<-"
    case 0x2191: "^"
    case 0x2192: "->"
    case 0x2193: "v"
    case 0x2421: "^?"
    case 0x2424: "^J"
    case 0x2500, 0x2504: "-"
    case 0x2502, 0x258C: "|"
    case 0x250C, 0x2510, 0x2514, 0x2518, 0x251C, 0x2524, 0x252C, 0x2534, 0x253C, 0x256D...0x2570: "+"
    case 0x2588: "#"
    case 0x25A3: "[img]"
    case 0x25CB: "o"
    case 0x2605, 0x2606: "*"
    case 0x2639: ":("
    case 0x263A, 0x263B: ":)"
    case 0x2713, 0x2714: "v"
    case 0x2717: "x"
    case 0x23CE: "Enter"
    default: nil
    }
  }

  /// The letters under the accents of U+00C0 to U+017F, in order; `?` where there is none.
  private static let latin = Array(
    "AAAAAA?CEEEEIIII?NOOOOO??UUUUY??aaaaaa?ceeeeiiii?nooooo??uuuuy?yAaAaAaCcCcCcCcDd??EeEeEeEeEeGgGg"
      + "GgGgHh??IiIiIiIiI???JjKk?LlLlLl????NnNnNn???OoOoOo??RrRrRrSsSsSsSsTtTt??UuUuUuUuUuUuWwYyYZzZzZz?")
  /// The same for U+1E00 to U+1EFF, where the Vietnamese letters are.
  private static let latinAdditional = Array(
    "AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMmMmMmNnNnNnNnOoOoOoOoPpPpRrRrRrRr"
      + "SsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVvWwWwWwWwWwXxXxYyZzZzZzhtwy??????AaAaAaAaAaAaAaAaAaAaAaAaEeEeEeEe"
      + "EeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYy??????")
}
