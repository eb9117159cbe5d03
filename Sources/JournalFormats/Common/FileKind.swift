/// What the first bytes of a file say that it is.
package enum FileKind: Hashable, Sendable {
  /// A journal archive is a zip; so is much else.
  case zip
  case sqlite, json, xml, pdf, picture, gzip, tar
  case encryptedJrnl
  case utf16
  /// Text that begins with a line `---`, as Markdown with front matter does.
  case frontMatter
  /// Nothing that is recognised: text, as far as anybody can tell from the start of it.
  case text

  /// Looks at the beginning of a file; the first 512 bytes are enough.
  package init(_ head: some Collection<UInt8>) {
    let head = Array(head.prefix(512))
    func starts(_ bytes: [UInt8]) -> Bool { head.starts(with: bytes) }
    func starts(_ text: String) -> Bool { head.starts(with: text.utf8) }
    self =
      if starts("PK\u{3}\u{4}") || starts("PK\u{5}\u{6}") || starts("PK\u{7}\u{8}") {
        .zip
      } else if starts("SQLite format 3\0") {
        .sqlite
      } else if starts("%PDF-") {
        .pdf
      } else if starts([0x89, 0x50, 0x4E, 0x47]) || starts([0xFF, 0xD8, 0xFF]) || starts("GIF8") {
        .picture
      } else if starts([0x1F, 0x8B]) {
        .gzip
      } else if starts("JRNLv3") || starts("gAAAAA") {
        .encryptedJrnl
      } else if starts([0xFF, 0xFE]) || starts([0xFE, 0xFF]) {
        .utf16
      } else if head.count >= 262, head[257..<262].elementsEqual("ustar".utf8) {
        .tar
      } else {
        FileKind.textual(head)
      }
  }

  private static func textual(_ head: [UInt8]) -> FileKind {
    let content = head.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    let next = content.dropFirst().first { $0 > 0x20 }
    switch (content.first, next) {
    case (UInt8(ascii: "{"), UInt8(ascii: "\"")), (UInt8(ascii: "{"), UInt8(ascii: "}")),
      (UInt8(ascii: "["), UInt8(ascii: "{")):
      return .json
    default: break
    }
    if content.starts(with: "---\n".utf8) || content.starts(with: "---\r\n".utf8) { return .frontMatter }
    if content.starts(with: "<?xml".utf8) || content.starts(with: "<!DOCTYPE".utf8) { return .xml }
    return .text
  }

  /// What a sentence calls it, with its article.
  package var name: String {
    switch self {
    case .zip: "a zip archive"
    case .sqlite: "an SQLite database"
    case .json: "a JSON file"
    case .xml: "an XML or HTML file"
    case .pdf: "a PDF"
    case .picture: "a picture"
    case .gzip: "a gzip-compressed file"
    case .tar: "a tar archive"
    case .encryptedJrnl: "an encrypted jrnl journal"
    case .utf16: "UTF-16 text"
    case .frontMatter: "Markdown with front matter"
    case .text: "a text file"
    }
  }
}
