import JournalCore

/// An entry in the Markdown of Day One.
extension DayOneText {
  /// A text that ``ownParts(of:pictures:)`` takes apart into the same title, body and captions, character by character.
  ///
  /// The title is a heading in the first line, which is empty for an entry without one; the pictures follow it, where no block of
  /// code can take them in.
  static func text(of entry: Entry, photos: [DayOneWriter.Photo]) -> String {
    var parts: [String] = []
    if !entry.title.isEmpty || !entry.body.isEmpty { parts.append("# \(escaped(entry.title, "\\`*_[]<>~&|"))") }
    parts += photos.map { "![\(escaped($0.caption, "\\[]"))\(address)\(DayOneWriter.identifier($0.id)))" }
    if !entry.body.isEmpty { parts.append(entry.body) }
    return parts.joined(separator: "\n\n")
  }

  /// What stands between the caption and the identifier of a picture.
  private static let address = "](dayone-moment://"

  /// Words of one line with a backslash before each of some signs, which would be Markdown there.
  private static func escaped(_ words: String, _ signs: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in words.unicodeScalars {
      if signs.unicodeScalars.contains(scalar) { text.append("\\") }
      text.append(scalar == "\n" || scalar == "\r" ? " " : scalar)
    }
    return String(text)
  }

  /// Takes apart a text that was written here.
  ///
  /// - Parameter count: How many pictures stand between title and body.
  /// - Returns: nil where it is none of those: another program may have changed it.
  static func ownParts(of text: String, pictures count: Int) -> Parts? {
    var parts = Parts()
    var rest = Array(text.utf8)[...]
    let hasHead = rest.starts(with: "# ".utf8)
    if hasHead {
      rest = rest.dropFirst(2)
      let title = rest.prefix { $0 != TextBytes.lineFeed }
      parts.title = unescapedWhole(title)
      rest = rest[title.endIndex...]
    }
    for number in 0..<count {
      if hasHead || number > 0 {
        guard rest.starts(with: "\n\n".utf8) else { return nil }
        rest = rest.dropFirst(2)
      }
      guard let picture = picture(at: rest) else { return nil }
      parts.pictures.append(picture.found)
      rest = rest[picture.end...]
    }
    guard !rest.isEmpty else { return parts }
    guard hasHead, rest.starts(with: "\n\n".utf8) else { return nil }
    parts.body = String(decoding: rest.dropFirst(2), as: UTF8.self)
    return parts
  }

  /// The picture whose link begins a text, `![caption](dayone-moment://ID)`, and where the link ends.
  ///
  /// No further bracket may open within it, so that a line of brackets takes no longer than it is.
  static func picture(at text: ArraySlice<UInt8>) -> (found: Picture, end: Int)? {
    moment(at: text, address).map { (Picture(identifier: $0.identifier, caption: $0.caption), $0.end) }
  }

  /// What stands between the words and the identifier of a file that is no picture, and what it is.
  private static let fileAddresses: [(String, KeptItem.Kind)] = [
    ("](dayone-moment:/audio/", .audio), ("](dayone-moment:/video/", .video),
    ("](dayone-moment:/pdfAttachment/", .pdf), ("](dayone-moment:/pdf/", .pdf),
  ]

  /// The recording, video or PDF whose link begins a text, what it is, and where the link ends.
  static func file(at text: ArraySlice<UInt8>) -> (identifier: String, kind: KeptItem.Kind, end: Int)? {
    fileAddresses.lazy.compactMap { address, kind in
      moment(at: text, address).map { ($0.identifier, kind, $0.end) }
    }.first
  }

  private static func moment(
    at text: ArraySlice<UInt8>, _ address: String
  ) -> (identifier: String, caption: String, end: Int)? {
    guard text.starts(with: "![".utf8) else { return nil }
    var index = text.startIndex + 2
    while index < text.endIndex, text[index] != UInt8(ascii: "]") {
      guard text[index] != UInt8(ascii: "["), text[index] != TextBytes.lineFeed else { return nil }
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < text.endIndex, text[index...].starts(with: address.utf8) else { return nil }
    let name = text[(index + address.utf8.count)...].prefix(128).prefix { $0 != UInt8(ascii: ")") }
    let isName = name.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == UInt8(ascii: "-")
    }
    guard !name.isEmpty, isName, name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ")") else {
      return nil
    }
    let caption = unescapedWhole(text[(text.startIndex + 2)..<index])
    return (String(decoding: name, as: UTF8.self), caption, name.endIndex + 1)
  }

  /// Without the backslash in front of each sign that has one.
  private static func unescapedWhole(_ text: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "\\"), index + 1 < text.endIndex { index += 1 }
      result.append(text[index])
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}
