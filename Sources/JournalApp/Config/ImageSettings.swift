package import JournalCore
package import TerminalKit

/// The table `[images]` of the configuration.
package struct ImageSettings: Hashable, Sendable {
  /// When the bytes of pictures come that other machines attached; nil leaves it to what was chosen on the screen.
  package var download: PictureDownload?
  /// Bytes of pictures that stay on this machine where the server has them too; nil keeps all.
  package var keep: Int64? = 2_000_000_000
  /// How the terminal is given pictures; nil asks it.
  package var way: PictureProtocol?
  /// Whether what is attached stays as it is, with the place and the camera in it.
  package var keepsOriginals = false

  /// Takes the defaults.
  package init() {}

  init(_ table: ConfigTable) throws(InvalidInput) {
    try table.allow(["download", "keep", "protocol", "original"])
    let downloads = PictureDownload.allCases.map(\.rawValue)
    download = try table.choice("download", downloads).flatMap(PictureDownload.init)
    if let text = try table.string("keep") {
      guard let limit = ImageSettings.limit(text) else {
        throw table.wrong("keep", "a size such as \"2 GB\" or \"500 MB\", or \"all\"")
      }
      keep = limit
    }
    let ways = PictureProtocol.allCases.map(\.rawValue)
    way = try table.choice("protocol", ["auto"] + ways).flatMap(PictureProtocol.init)
    keepsOriginals = try table.bool("original") ?? false
  }

  /// Bytes; `.some(nil)` for all of them, nil for what is no size.
  static func limit(_ text: String) -> Int64?? {
    let words = text.lowercased().unicodeScalars.filter { $0 != " " }
    if String(String.UnicodeScalarView(words)) == "all" { return .some(nil) }
    let digits = words.prefix { ("0"..."9").contains($0) }
    guard let number = Int64(String(String.UnicodeScalarView(digits))), number <= 1_000_000 else { return nil }
    switch String(String.UnicodeScalarView(words.dropFirst(digits.count))) {
    case "mb": return number * 1_000_000
    case "gb": return number * 1_000_000_000
    case "tb": return number * 1_000_000_000_000
    default: return number == 0 ? 0 : nil
    }
  }

  /// The bytes that pictures may take here; nil where nothing is taken away, as where all are wanted here.
  package var limit: Int64? { download == .always ? nil : keep }
}
