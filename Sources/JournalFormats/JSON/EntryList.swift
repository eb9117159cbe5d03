/// What a program writes as a JSON list of entries, or as an object with such a list: how it is recognised and what an entry is.
protocol JSONEntries {
  /// The key of the list in an object around it.
  static var listKey: String { get }
  /// With which key an object begins that is an entry itself; nil where the format has no such files.
  static var singleKey: String? { get }
  /// What to do about a file that is no such list, as a sentence.
  static var remedy: String { get }
  /// Why a file is not of this format where its object has no list; a clause.
  static var foreign: String { get }

  /// Whether numbers that are not whole stand in the file, and mean nothing here.
  static var takesFractions: Bool { get }

  /// Looks at a key of the object around the list.
  ///
  /// - Throws: ``ImportError`` where the key shows that another program wrote the file.
  func check(_ key: String) throws

  /// Takes the value of a key beside the list; false for a key that means nothing here, whose value is passed over unread.
  mutating func wants(_ key: String) -> Bool
  mutating func take(_ value: JSONValue, of key: String)

  /// Makes an entry of an object.
  ///
  /// - Throws: ``JSONError`` where a field is missing or is not what it should be.
  mutating func entry(_ json: JSONMembers) throws(JSONError) -> FiledEntry

  /// Notes that an object does not come, and goes on with the next one; false where the file is refused for it, as in most formats.
  ///
  /// - Parameter error: why ``entry(_:)`` or ``addDetails(_:to:)`` made nothing of it.
  mutating func skips(_ json: JSONMembers, _ error: JSONError) -> Bool

  /// Adds what has no place in an entry.
  ///
  /// - Parameter bytes: the object of which the entry was made just now.
  /// - Throws: ``JSONError`` where it is no object.
  func addDetails(_ bytes: UnsafeRawBufferPointer, to filed: inout FiledEntry) throws(JSONError)
}

extension JSONEntries {
  /// Refuses them, as most formats do.
  static var takesFractions: Bool { false }

  /// Refuses the file.
  mutating func skips(_ json: JSONMembers, _ error: JSONError) -> Bool { false }

  /// Adds nothing, as most formats do.
  func addDetails(_ bytes: UnsafeRawBufferPointer, to filed: inout FiledEntry) throws(JSONError) {}
}

/// Reads such a list; however long the text is, only one entry of it is held at a time.
struct EntryList<Format: JSONEntries> {
  /// What was seen of it.
  private(set) var format: Format
  private var count = 0
  private var hasItems = false

  init(_ format: Format) { self.format = format }

  /// Goes through a text from its beginning to its end.
  ///
  /// - Parameter body: called with each entry in the order of the text; nil where the text is only checked.
  /// - Throws: ``ImportError`` for the first place that is wrong; the reader's error; the error of `body`.
  mutating func read(_ read: @escaping ByteReader, size: Int, _ body: ((FiledEntry) throws -> Void)?) throws {
    var pieces = JSONPieces(read, size: size, remedy: Format.remedy)
    let head = try pieces.head()
    switch FileKind(head) {
    case .text, .json: break
    case let kind: throw ImportError("this is \(kind.name), not JSON", remedy: Format.remedy)
    }
    switch try pieces.next() {
    case nil: throw ImportError("there is nothing in it", remedy: Format.remedy)
    case UInt8(ascii: "["): try readItems(&pieces, body)
    case UInt8(ascii: "{") where Self.isSingle(head): try readItem(&pieces, body)
    case UInt8(ascii: "{"): try readObject(&pieces, body)
    default: throw ImportError("this is not JSON", remedy: Format.remedy)
    }
    guard try pieces.next() == nil else { throw pieces.error("there is something behind the value") }
  }

  private mutating func readObject(_ pieces: inout JSONPieces, _ body: ((FiledEntry) throws -> Void)?) throws {
    try pieces.take("{")
    if try !pieces.takes("}") {
      repeat { try readMember(&pieces, body) } while try pieces.goesOn(until: "}")
    }
    if !hasItems { throw ImportError(Format.foreign, remedy: Format.remedy) }
  }

  private mutating func readMember(_ pieces: inout JSONPieces, _ body: ((FiledEntry) throws -> Void)?) throws {
    let key = try pieces.value { (bytes) throws(JSONError) -> String in
      guard case .string(let key) = try JSONReader.value(bytes) else {
        throw JSONError("a key belongs here", offset: 0)
      }
      return key
    }
    try pieces.take(":")
    guard key != Format.listKey else {
      guard !hasItems else { throw pieces.error("the key “\(key)” comes twice") }
      return try readItems(&pieces, body)
    }
    try format.check(key)
    guard format.wants(key) else { return try pieces.value { (_) throws(JSONError) in } }
    format.take(try pieces.value { (bytes) throws(JSONError) in try JSONReader.value(bytes) }, of: key)
  }

  private mutating func readItems(_ pieces: inout JSONPieces, _ body: ((FiledEntry) throws -> Void)?) throws {
    hasItems = true
    try pieces.take("[")
    if try pieces.takes("]") { return }
    repeat { try readItem(&pieces, body) } while try pieces.goesOn(until: "]")
  }

  private mutating func readItem(_ pieces: inout JSONPieces, _ body: ((FiledEntry) throws -> Void)?) throws {
    count += 1
    var format = format
    let filed = try pieces.value(named: "entry \(count)") { (bytes) throws(JSONError) -> FiledEntry? in
      let json = try JSONReader.object(bytes, takesFractions: Format.takesFractions)
      do throws(JSONError) {
        var filed = try format.entry(json)
        try format.addDetails(bytes, to: &filed)
        return filed
      } catch {
        guard format.skips(json, error) else { throw error }
        return nil
      }
    }
    self.format = format
    if let filed { try body?(filed) }
  }

  private static func isSingle(_ head: ArraySlice<UInt8>) -> Bool {
    guard let key = Format.singleKey else { return false }
    return head.drop { $0 != UInt8(ascii: "\"") }.starts(with: "\"\(key)\"".utf8)
  }
}

extension JSONMembers {
  /// A text, or nil where the key is absent or null.
  func stringIfPresent(_ key: String) throws(JSONError) -> String? {
    optional(key) == nil ? nil : try stringOrNull(key)
  }
}
