/// What a preference may hold.
package enum PreferenceRules {
  /// The longest key, in bytes of UTF-8.
  package static let longestKey = 128
  /// The longest value, in bytes of UTF-8.
  package static let longestValue = 32_768
  /// The most keys of a journal.
  package static let mostKeys = 4_096
  /// The most bytes of all keys and values together.
  package static let mostBytes = 1 << 20

  /// A key as it is kept.
  ///
  /// - Throws: ``InvalidInput`` where it is empty, too long, or has a line end or a control character inside.
  package static func key(_ key: String) throws(InvalidInput) -> String {
    guard !key.isEmpty else { throw InvalidInput("A name is missing.") }
    guard !key.unicodeScalars.contains(where: { EntryRules.isLineEnd($0) || $0.value < 0x20 }) else {
      throw InvalidInput("A name is one line of text. Remove line ends, tabs and other control characters.")
    }
    guard key.utf8.count <= longestKey else {
      throw InvalidInput(
        "The name is too long: at most \(longestKey) bytes, what it begins with among them. Shorten it.")
    }
    return key
  }

  /// Checks a value.
  ///
  /// - Throws: ``InvalidInput`` where it is too long.
  package static func check(_ value: String) throws(InvalidInput) {
    guard value.utf8.count <= longestValue else {
      throw InvalidInput(
        "That is too long to go to your other devices: \(value.utf8.count) bytes of at most \(longestValue). Shorten it."
      )
    }
  }
}
