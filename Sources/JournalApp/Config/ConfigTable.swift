import ConfigText
import JournalCore
import TOMLKit

/// A table of the file that knows where it stands, so that every complaint names the place.
struct ConfigTable {
  let table: TOMLTable
  let path: String
  let prefix: String
  /// The text of the file, in which the lines of what is wrong are looked up.
  private let text: String

  init(_ table: TOMLTable, path: String, text: String, prefix: String = "") {
    (self.table, self.path, self.text, self.prefix) = (table, path, text, prefix)
  }

  /// `, line 7`, where a key of this table stands; nothing where it is written in a way that hides it.
  func place(of key: String) -> String {
    var header = ""
    for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let words = String(Substring(line)).filter { $0 != " " && $0 != "\t" && $0 != "\"" && $0 != "'" }
      if words.hasPrefix("[") {
        header = words.drop { $0 == "[" }.prefix { $0 != "]" } + "."
      } else if header + words.prefix(while: { $0 != "=" }) == prefix + key, words.contains("=") {
        return ", line \(index + 1)"
      }
    }
    return ""
  }

  var names: [String] { table.keys.sorted() }

  func allow(_ known: [String]) throws(InvalidInput) {
    for name in names where !known.contains(name) {
      let meant = NearMiss.name(for: name, among: known).map { " Did you mean “\(prefix)\($0)”?" } ?? ""
      throw InvalidInput(
        "\(path)\(place(of: name)): there is no setting \(prefix)\(name).\(meant) Known here: "
          + "\(known.joined(separator: ", ")).")
    }
  }

  func wrong(_ name: String, _ expected: String) -> InvalidInput {
    InvalidInput(
      "\(path)\(place(of: name)): \(prefix)\(name) must be \(expected). Nothing was changed. Fix this line and try again."
    )
  }

  private func value<Value>(
    _ name: String, expected: String, _ read: (any TOMLValueConvertible) -> Value?
  ) throws(InvalidInput) -> Value? {
    guard let found = table[name] else { return nil }
    guard let value = read(found) else { throw wrong(name, expected) }
    return value
  }

  func string(_ name: String) throws(InvalidInput) -> String? {
    try value(name, expected: "text in quotes") { $0.string }
  }
  func bool(_ name: String) throws(InvalidInput) -> Bool? { try value(name, expected: "true or false") { $0.bool } }

  func int(_ name: String, in range: ClosedRange<Int>) throws(InvalidInput) -> Int? {
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
    return try value(name, expected: expected) { found in
      found.int.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func choice(_ name: String, _ choices: [String]) throws(InvalidInput) -> String? {
    try value(name, expected: "one of " + choices.map { "\"\($0)\"" }.joined(separator: ", ")) { found in
      found.string.flatMap { choices.contains($0) ? $0 : nil }
    }
  }

  func table(_ name: String) throws(InvalidInput) -> ConfigTable? {
    try value(name, expected: "a table: [\(prefix)\(name)]") { $0.table }
      .map { ConfigTable($0, path: path, text: text, prefix: prefix + name + ".") }
  }

  /// One text, or a list of texts.
  func strings(_ name: String) throws(InvalidInput) -> [String] {
    let expected = "a key such as \"ctrl-r\", or a list of keys"
    return try value(name, expected: expected) { found -> [String]? in
      if let one = found.string { return [one] }
      guard let list = found.array else { return nil }
      let texts = list.compactMap { $0.string }
      return texts.count == list.count ? texts : nil
    } ?? []
  }
}
