/// What stands in HTML and XML for signs that mean something there.
package enum MarkupEscape {
  /// The entity of a sign of ASCII, which can stand between tags and in quoted attributes; nil for one that stands for itself.
  package static func entity(_ sign: UInt8) -> StaticString? {
    switch sign {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }

  /// A text with its entities.
  package static func text(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if let entity = entity(byte) {
        entity.withUTF8Buffer { bytes.append(contentsOf: $0) }
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
