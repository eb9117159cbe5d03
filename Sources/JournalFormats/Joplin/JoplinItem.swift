import Encodings
import JournalCore

/// The name of an item of Joplin: 32 hexadecimal digits, held as numbers since an export has many.
struct JoplinID: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// Reads the digits; nil for anything else.
  init?(_ text: some StringProtocol) {
    let digits = text.lowercased()
    guard Hexadecimal.isLowerCase(digits, digits: 32), let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.suffix(16), radix: 16)
    else { return nil }
    (self.high, self.low) = (high, low)
  }

  /// 32 lower-case digits.
  var text: String {
    [high, low].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}

/// One file of an export of Joplin: a title, a text and a block of `key: value` at the end.
struct JoplinItem {
  /// What an item is, by its `type_`.
  enum Kind: Hashable {
    case note, folder, resource, tag, noteTag
    /// What Joplin keeps for itself, such as a key or an earlier version of a note.
    case other
    /// What a version to come, or another program, may have.
    case unknown(Int)

    fileprivate init(_ number: Int) {
      self =
        switch number {
        case 1: .note
        case 2: .folder
        case 4: .resource
        case 5: .tag
        case 6: .noteTag
        case 1...16: .other
        default: .unknown(number)
        }
    }
  }

  let id: JoplinID
  let kind: Kind
  /// What stands in front of the block: the title in the first line, a blank line and the text.
  private let content: ArraySlice<UInt8>
  /// The block.
  private let block: ArraySlice<UInt8>
  private let properties: [String: String]

  /// The keys that are looked at.
  private static let known: Set<String> = [
    "id", "parent_id", "type_", "created_time", "updated_time", "user_created_time", "user_updated_time", "is_conflict",
    "is_todo", "todo_due", "todo_completed", "encryption_applied", "encryption_blob_encrypted", "markup_language",
    "deleted_time", "latitude", "longitude", "source_url", "author", "user_data", "mime", "file_extension", "note_id",
    "tag_id",
  ]

  /// Reads a file; a clause about what is wrong where it is no item.
  init(_ bytes: [UInt8]) throws(JoplinFault) {
    // Files that another program has rewritten may have lines that end with CR LF.
    var bytes = (bytes.withUnsafeBytes { TextBytes.normalisedLineEnds($0) } ?? bytes)[...]
    while bytes.last == TextBytes.lineFeed { bytes.removeLast() }
    // The block is the last one: what stands above it may look like it, too.
    var start = bytes.endIndex
    while start > bytes.startIndex,
      !(bytes[start - 1] == TextBytes.lineFeed && start - 1 > bytes.startIndex
        && bytes[start - 2] == TextBytes.lineFeed)
    {
      start -= 1
    }
    var properties: [String: String] = [:]
    for line in bytes[start...].split(separator: TextBytes.lineFeed) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let key = String(decoding: line[..<colon], as: UTF8.self)
      guard JoplinItem.known.contains(key) else { continue }
      properties[key] = trimmingSpace(String(decoding: line[(colon + 1)...].prefix(4096), as: UTF8.self))
    }
    guard let id = properties["id"].flatMap({ JoplinID($0) }), let kind = properties["type_"].flatMap({ Int($0) })
    else {
      throw JoplinFault(problem: "this is no item of Joplin: it ends without “id” and “type_”")
    }
    guard bytes.withUnsafeBytes(TextBytes.firstInvalidByte) == nil else {
      throw JoplinFault(problem: "the text is not UTF-8")
    }
    (self.id, self.kind, self.properties) = (id, Kind(kind), properties)
    content = start > bytes.startIndex ? bytes[..<(start - 2)] : []
    block = bytes[start...]
  }

  /// All that is said of the item, a line for each key.
  var source: String { String(decoding: block, as: UTF8.self) + "\n" }

  /// What stands behind a key; empty where it has no value.
  func value(_ key: String) -> String { properties[key] ?? "" }

  /// Whether a key says yes, or a time.
  func isSet(_ key: String) -> Bool { !["", "0"].contains(value(key)) }

  func reference(_ key: String) -> JoplinID? { JoplinID(value(key)) }

  /// The first moment among keys.
  func moment(_ keys: String...) -> Instant? { keys.lazy.compactMap { ISODate.instant(value($0)) }.first }

  /// What addresses such as `:/` and 32 digits in the text lead to.
  var linked: [JoplinID] {
    var found: [JoplinID] = []
    var rest = content
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[(colon + 1)...]
      guard rest.first == UInt8(ascii: "/") else { continue }
      if let id = JoplinID(String(decoding: rest.dropFirst().prefix(32), as: UTF8.self)) { found.append(id) }
    }
    return found
  }

  var title: String {
    trimmingSpace(String(decoding: content.prefix { $0 != TextBytes.lineFeed }, as: UTF8.self))
  }

  /// The text, with LF as line ends.
  var body: String {
    guard let end = content.firstIndex(of: TextBytes.lineFeed) else { return "" }
    return TextBytes.normalisedLineEnds(String(decoding: content[(end + 1)...], as: UTF8.self))
  }
}

/// Why a file of an export is no item.
struct JoplinFault: Error {
  let problem: String
}
