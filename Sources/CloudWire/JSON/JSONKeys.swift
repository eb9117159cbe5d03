/// Finds keys that an object holds twice.
enum JSONKeys {
  /// Above so many members, sorting is faster than comparing each with each.
  private static let compared = 16

  /// A key that occurs more than once in the object at `index`, whose entries are complete.
  static func duplicate(
    in index: Int, count: Int, of entries: [JSONDocument.Entry], _ text: RawSpan
  ) -> String? {
    guard count > 1 else { return nil }
    if count <= compared {
      var key = index + 1
      var hasEscapes = false
      while key < entries.count {
        hasEscapes = hasEscapes || entries[key].flag
        var other = index + 1
        while other < key {
          if isSame(entries[key], other: entries[other], text: text) { return name(entries[key], text) }
          other = Int(entries[other + 1].next)
        }
        key = Int(entries[key + 1].next)
      }
      guard hasEscapes else { return nil }
    }
    return duplicateBySorting(in: index, of: entries, text)
  }

  private static func duplicateBySorting(
    in index: Int, of entries: [JSONDocument.Entry], _ text: RawSpan
  ) -> String? {
    var keys: [[UInt8]] = []
    var key = index + 1
    while key < entries.count {
      keys.append(JSONText.unescaped(text, from: Int(entries[key].start), to: Int(entries[key].end)))
      key = Int(entries[key + 1].next)
    }
    keys.sort { $0.count != $1.count ? $0.count < $1.count : $0.lexicographicallyPrecedes($1) }
    for position in keys.indices.dropFirst() where keys[position] == keys[position - 1] {
      return String(decoding: keys[position].prefix(64), as: UTF8.self)
    }
    return nil
  }

  /// Whether the texts of two keys are the same; escaped spellings are the sorting's to compare.
  private static func isSame(_ one: JSONDocument.Entry, other: JSONDocument.Entry, text: RawSpan) -> Bool {
    let count = one.end - one.start
    guard count == other.end - other.start else { return false }
    for offset in 0..<Int(count) {
      let left = text.unsafeLoad(fromByteOffset: Int(one.start) + offset, as: UInt8.self)
      if left != text.unsafeLoad(fromByteOffset: Int(other.start) + offset, as: UInt8.self) { return false }
    }
    return true
  }

  private static func name(_ entry: JSONDocument.Entry, _ text: RawSpan) -> String {
    String(decoding: JSONText.unescaped(text, from: Int(entry.start), to: Int(entry.end)).prefix(64), as: UTF8.self)
  }
}
