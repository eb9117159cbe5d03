package import CloudRecord
import Encodings

/// One value of a ``JSONDocument``.
///
/// Its readers throw BAD_REQUEST with the path of the value if that has another type.
package struct JSONNode: Sendable {
  let document: JSONDocument
  let index: Int

  private var entry: JSONDocument.Entry { document.entries[index] }
  var kind: JSONDocument.Kind { document.entries[index].kind }

  /// Whether the value is `null`.
  package var isNull: Bool { kind == .null }

  /// Returns a BAD_REQUEST that names this value by its path.
  package func failure(_ message: String) -> ServiceError {
    let path = document.path(to: index)
    return ServiceError(.badRequest, path.isEmpty ? message : "\(path): \(message)")
  }

  /// Returns the text of a string, its escapes resolved.
  ///
  /// - Throws: BAD_REQUEST that expects `name`, for any other value.
  package func string(expecting name: StaticString = "a string") throws(ServiceError) -> String {
    guard kind == .string else { throw failure("expected \(name)") }
    return document.string(at: index)
  }

  /// Returns the case that a string names.
  ///
  /// - Throws: BAD_REQUEST that expects `names`, for any other text or value.
  package func choice<Choice: RawRepresentable<String>>(_ names: StaticString) throws(ServiceError) -> Choice {
    guard let choice = Choice(rawValue: try string()) else { throw failure("expected \(names)") }
    return choice
  }

  /// Returns a Boolean; numbers and strings are none.
  ///
  /// - Throws: BAD_REQUEST for any other value.
  package func bool() throws(ServiceError) -> Bool {
    guard kind == .bool else { throw failure("expected true or false") }
    return entry.flag
  }

  /// Returns a whole number, also one between quotes: some clients have no numbers of 64 bits.
  ///
  /// - Throws: BAD_REQUEST that expects `name`, for any other value and for a number out of range.
  package func int64(expecting name: StaticString = "a whole number") throws(ServiceError) -> Int64 {
    guard let number = try wholeNumber(orIn: .string, name) else { throw failure("expected \(name)") }
    return number
  }

  /// nil where this is neither a number nor of the kind that is to be read as one.
  func wholeNumber(orIn quoted: JSONDocument.Kind?, _ name: StaticString) throws(ServiceError) -> Int64? {
    let entry = entry
    let bytes = document.bytes
    let text = bytes.span.bytes
    switch entry.kind {
    case .integer:
      guard let number = JSONText.int64(text, from: Int(entry.start), to: Int(entry.end)) else {
        throw failure("expected \(name), but the number is out of range")
      }
      return number
    case .real:
      // 1.0 and 1e3 are whole as well; beyond 2^53 a Double does not say which whole number was meant.
      let number = JSONText.double(text, from: Int(entry.start), to: Int(entry.end))
      guard number.magnitude <= 0x1p53, Double(Int64(number)) == number else { return nil }
      return Int64(number)
    case .string where quoted == .string && !entry.flag:
      return JSONText.int64(text, from: Int(entry.start), to: Int(entry.end))
    default: return nil
    }
  }

  /// Returns a finite number, also one between quotes.
  ///
  /// - Throws: BAD_REQUEST that expects `name`, for any other value.
  package func double(expecting name: StaticString = "a number") throws(ServiceError) -> Double {
    let entry = entry
    switch entry.kind {
    case .integer, .real:
      let bytes = document.bytes
      return JSONText.double(bytes.span.bytes, from: Int(entry.start), to: Int(entry.end))
    case .string:
      guard let number = Double(document.string(at: index)), number.isFinite else { throw failure("expected \(name)") }
      return number
    default: throw failure("expected \(name)")
    }
  }

  /// Returns the members of an object.
  ///
  /// - Throws: BAD_REQUEST that expects `name`, for any other value.
  package func object(expecting name: StaticString = "an object") throws(ServiceError) -> JSONObject {
    guard kind == .object else { throw failure("expected \(name)") }
    return JSONObject(node: self)
  }

  /// Returns the members of an array, each as `read` makes it.
  ///
  /// - Throws: BAD_REQUEST for any other value, and the errors of `read`.
  package func array<Element>(
    _ read: (JSONNode) throws(ServiceError) -> Element
  ) throws(ServiceError) -> [Element] {
    guard kind == .array else { throw failure("expected an array") }
    var elements: [Element] = []
    let end = Int(entry.next)
    var child = index + 1
    while child < end {
      elements.append(try read(JSONNode(document: document, index: child)))
      child = Int(document.entries[child].next)
    }
    return elements
  }

  /// Returns the members of an array of strings.
  ///
  /// - Throws: BAD_REQUEST for any other value or member.
  package func strings() throws(ServiceError) -> [String] {
    try array { node throws(ServiceError) in try node.string() }
  }

  /// The members of an array; nil for anything else.
  var members: [JSONNode]? {
    guard kind == .array else { return nil }
    var nodes: [JSONNode] = []
    let end = Int(entry.next)
    var child = index + 1
    while child < end {
      nodes.append(JSONNode(document: document, index: child))
      child = Int(document.entries[child].next)
    }
    return nodes
  }
}

/// An object of a ``JSONDocument``; a member that is null counts as absent.
package struct JSONObject: Sendable {
  /// The object as a value, for a refusal that names it.
  package let node: JSONNode

  /// The value of a key; nil if it is absent or null.
  package subscript(_ name: StaticString) -> JSONNode? {
    guard let value = member(name), !value.isNull else { return nil }
    return value
  }

  /// Returns the value of a key that has to be there.
  ///
  /// - Throws: BAD_REQUEST that names the key, if it is absent or null.
  package func required(_ name: StaticString) throws(ServiceError) -> JSONNode {
    guard let value = self[name] else { throw missing(name) }
    return value
  }

  /// Returns a BAD_REQUEST that names the missing key by its path.
  package func missing(_ name: StaticString) -> ServiceError {
    let path = node.document.path(to: node.index)
    return ServiceError(.badRequest, path.isEmpty ? "\(name): missing" : "\(path).\(name): missing")
  }

  /// The value of a key, null included.
  func member(_ name: StaticString) -> JSONNode? {
    let document = node.document
    let bytes = document.bytes
    let text = bytes.span.bytes
    let end = Int(document.entries[node.index].next)
    var key = node.index + 1
    while key < end {
      let entry = document.entries[key]
      let isMeant =
        entry.flag
        ? document.string(at: key) == "\(name)"
        : JSONText.isEqual(text, from: Int(entry.start), to: Int(entry.end), name)
      if isMeant { return JSONNode(document: document, index: key + 1) }
      key = Int(document.entries[key + 1].next)
    }
    return nil
  }

  /// How many members there are, null ones included.
  var count: Int {
    var count = 0
    let entries = node.document.entries
    let end = Int(entries[node.index].next)
    var key = node.index + 1
    while key < end {
      count += 1
      key = Int(entries[key + 1].next)
    }
    return count
  }

  /// Calls `body` with each key and its value, null included, in the order of the text.
  ///
  /// - Throws: The errors of `body` only.
  package func forEach(_ body: (String, JSONNode) throws(ServiceError) -> Void) throws(ServiceError) {
    let document = node.document
    let end = Int(document.entries[node.index].next)
    var key = node.index + 1
    while key < end {
      try body(document.string(at: key), JSONNode(document: document, index: key + 1))
      key = Int(document.entries[key + 1].next)
    }
  }
}

extension JSONNode {
  /// Returns the bytes that a string spells in base64; nil for any other value.
  package func base64() -> [UInt8]? {
    guard kind == .string else { return nil }
    guard !entry.flag else { return Base64.decode(document.string(at: index).utf8, skipsLineEnds: true) }
    return document.bytes.withUnsafeBufferPointer {
      Base64.decode(UnsafeBufferPointer(rebasing: $0[Int(entry.start)..<Int(entry.end)]), skipsLineEnds: true)
    }
  }
}
