/// Tells the kinds of files apart that are no pictures, so that the message about a file helps.
enum NotAPicture {
  /// - Parameter start: the first bytes, 1,024 or all there are.
  static func reason(_ start: [UInt8]) -> ImageFailure.Reason {
    if let binary = signature(start) { return binary }
    let text = lowercasedText(start)
    if let text {
      if text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("ftp://") { return .holdsAddress }
      if text.hasPrefix("[internetshortcut]") { return .holdsAddress }
      if text.contains("<svg") { return .isVectorGraphic }
      if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") || text.contains("<html") || text.contains("<head")
        || text.contains("<body")
      {
        return .isWebPage
      }
      return .isText
    }
    return .isUnknown
  }

  private static func signature(_ start: [UInt8]) -> ImageFailure.Reason? {
    func begins(_ bytes: [UInt8], at place: Int = 0) -> Bool {
      start.count >= place + bytes.count && Array(start[place..<place + bytes.count]) == bytes
    }
    func begins(_ text: String, at place: Int = 0) -> Bool { begins(Array(text.utf8), at: place) }
    if begins("%PDF-") || begins("%!PS") { return .isDocument }
    if begins("PK\u{3}\u{4}") || begins([0x1F, 0x8B]) || begins("Rar!") || begins([0x37, 0x7A, 0xBC, 0xAF]) {
      return .isArchive
    }
    if begins("ftypcrx ", at: 4) || begins("FUJIFILMCCD-RAW") || begins("IIU\0") || begins("IIRO") {
      return .isCameraRaw
    }
    if begins("ftyp", at: 4) || begins([0x1A, 0x45, 0xDF, 0xA3]) || begins("RIFF") && begins("AVI ", at: 8) {
      return .isVideo
    }
    return nil
  }

  /// The text in small letters without the space before it; nil if it is none.
  private static func lowercasedText(_ start: [UInt8]) -> String? {
    var bytes = start[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    // A character may have been cut in two at the end of what was read.
    for _ in 0..<4 {
      if let text = String(validating: bytes, as: UTF8.self) {
        let isControlled = text.unicodeScalars.contains { $0.value < 32 && ![9, 10, 12, 13].contains($0.value) }
        return isControlled ? nil : String(text.lowercased().drop(while: \.isWhitespace))
      }
      if bytes.isEmpty { return nil }
      bytes = bytes.dropLast()
    }
    return nil
  }
}
