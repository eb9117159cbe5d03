package import CloudRecord

/// How large a text may be before it is refused.
package struct JSONLimits: Sendable {
  /// The largest number of arrays and objects within each other.
  package var depth: Int
  /// The largest number of members of one object.
  package var members: Int
  /// The largest number of values and keys in the whole text.
  package var values: Int

  package init(depth: Int = 64, members: Int = 10_000, values: Int = 1_000_000) {
    (self.depth, self.members, self.values) = (depth, members, values)
  }

  /// For requests, which strangers can send.
  package static let request = JSONLimits()
  /// For answers of a service: 200 records of up to 1 MB.
  package static let reply = JSONLimits(values: 16_000_000)
}

/// A JSON text that has been read and found correct in every byte.
///
/// The values lie in one flat list in the order of the text, each with the place of its text; strings and numbers are
/// made only when they are asked for. An empty text is an empty object.
package final class JSONDocument: Sendable {
  enum Kind: UInt8 { case null, bool, integer, real, string, array, object }

  struct Entry {
    var kind: Kind
    /// For strings: whether the text between the quotes is not the value itself. For the Boolean: its value.
    var flag = false
    /// Where the text of the value begins; for strings, within the quotes.
    var start: UInt32
    var end: UInt32
    /// The entry after this one and all that it holds; 0 while it is still being read.
    var next: UInt32
  }

  let bytes: [UInt8]
  let entries: [Entry]

  /// Reads a text.
  ///
  /// - Throws: BAD_REQUEST, with the path of the wrong value in its reason, for anything but JSON, for duplicate keys,
  ///   numbers that no Double can hold, wrong UTF-8, lone surrogates and text after the value, and beyond the limits.
  package init(_ bytes: [UInt8], limits: JSONLimits = .request) throws(ServiceError) {
    guard bytes.count < UInt32.max else {
      throw ServiceError(.badRequest, "a text of \(bytes.count) bytes is too long")
    }
    var parser = JSONParser(limits: limits, expecting: bytes.count)
    do throws(JSONParser.Failure) {
      try parser.readDocument(bytes.span.bytes)
    } catch {
      let path = JSONPath.description(of: parser.entries.count, in: parser.entries, of: bytes)
      let place = path.isEmpty ? "" : "\(path): "
      throw ServiceError(.badRequest, "\(place)\(error.message), at byte \(error.offset)")
    }
    self.bytes = bytes
    entries = parser.entries
  }

  /// Reads a text within the limits of a request.
  ///
  /// - Throws: BAD_REQUEST for anything but JSON, as the other initialiser.
  package convenience init(_ text: String) throws(ServiceError) { try self.init(Array(text.utf8)) }

  /// The one value of the text; an empty object for an empty text.
  package var root: JSONNode { JSONNode(document: self, index: 0) }

  /// The text of a string entry.
  func string(at index: Int) -> String { JSONText.string(entries[index], in: bytes) }

  /// Where an entry is, as in `operations[3].record.fields.mood`.
  func path(to index: Int) -> String { JSONPath.description(of: index, in: entries, of: bytes) }
}

/// Says where in a text an entry is. Paths are made only for error messages.
enum JSONPath {
  /// Deeper levels are left out: the reason of an error is for people.
  private static let shownLevels = 12
  private static let shownKeyLength = 64

  /// The path of the entry `target`, which may be the one that would come next in a text that is still being read.
  static func description(of target: Int, in entries: [JSONDocument.Entry], of bytes: [UInt8]) -> String {
    var path = ""
    var container = 0
    for level in 0... {
      guard container < target, container < entries.count else { break }
      guard let step = step(toward: target, from: container, in: entries, of: bytes) else { break }
      guard level < shownLevels else { return path + "…" }
      if step.text.first != "[", !path.isEmpty { path += "." }
      path += step.text
      guard let next = step.container else { break }
      container = next
    }
    return path
  }

  private struct Step {
    var text: String
    /// Where to go on, if the target lies deeper.
    var container: Int?
  }

  private static func step(
    toward target: Int, from container: Int, in entries: [JSONDocument.Entry], of bytes: [UInt8]
  ) -> Step? {
    let holder = entries[container]
    let isObject = holder.kind == .object
    guard isObject || holder.kind == .array else { return nil }
    let isOpen = holder.next == 0
    let limit = isOpen ? entries.count : Int(holder.next)
    var child = container + 1
    var position = 0
    while child < limit {
      let value = isObject ? child + 1 : child
      // The value itself may be missing or unfinished when its text is what is wrong.
      let next = value < entries.count && entries[value].next != 0 ? Int(entries[value].next) : Int.max
      if target < next {
        let text = isObject ? shown(JSONText.string(entries[child], in: bytes)) : "[\(position)]"
        return Step(text: text, container: value < target ? value : nil)
      }
      child = next
      position += 1
    }
    return isOpen && !isObject ? Step(text: "[\(position)]", container: nil) : nil
  }

  private static func shown(_ key: String) -> String {
    key.unicodeScalars.count <= shownKeyLength
      ? key : String(String.UnicodeScalarView(key.unicodeScalars.prefix(shownKeyLength))) + "…"
  }
}
