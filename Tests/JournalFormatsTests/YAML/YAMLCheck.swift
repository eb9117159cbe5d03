@testable import JournalFormats

/// Reads the YAML of an export as its rules say, and nothing else: maps, lists, texts in quotes or without, and `|`.
struct YAMLCheck {
  indirect enum Value: Equatable {
    case text(String)
    case list([Value])
    case map([String: Value])

    subscript(key: String) -> Value? { if case .map(let map) = self { map[key] } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var list: [Value] { if case .list(let list) = self { list } else { [] } }
  }

  struct Fault: Error { let what: String }

  private var lines: [[UInt8]]
  private var next = 0

  static func read(_ yaml: [UInt8]) throws -> Value {
    var lines = yaml.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    guard lines.popLast() == [] else { throw Fault(what: "no line end at the end") }
    var reader = YAMLCheck(lines: lines, next: 0)
    let value = try reader.map(indent: 0)
    guard reader.next == reader.lines.count else { throw Fault(what: "line \(reader.next + 1) is left") }
    return value
  }

  private init(lines: [[UInt8]], next: Int) { (self.lines, self.next) = (lines, next) }

  private func blanks(_ line: [UInt8]) -> Int { line.prefix { $0 == 0x20 }.count }

  private mutating func map(indent: Int) throws -> Value {
    var map: [String: Value] = [:]
    while next < lines.count, blanks(lines[next]) == indent, lines[next].count > indent, lines[next][indent] != 0x2D {
      let line = lines[next].dropFirst(indent)
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw Fault(what: "no key: \(next + 1)") }
      let key = String(decoding: line[..<colon], as: UTF8.self)
      let rest = Array(line[(colon + 1)...].drop { $0 == 0x20 })
      next += 1
      guard map.updateValue(try value(rest, indent: indent), forKey: key) == nil else {
        throw Fault(what: "\(key) twice")
      }
    }
    return .map(map)
  }

  private mutating func value(_ rest: [UInt8], indent: Int) throws -> Value {
    if rest.isEmpty { return try list(indent: indent + 2) }
    if rest.first == UInt8(ascii: "|") { return .text(block(rest, indent: indent)) }
    if rest == Array("[]".utf8) { return .list([]) }
    return .text(try YAMLReader.scalar(String(decoding: rest, as: UTF8.self)))
  }

  private mutating func list(indent: Int) throws -> Value {
    var items: [Value] = []
    while next < lines.count, blanks(lines[next]) == indent, lines[next].dropFirst(indent).starts(with: "- ".utf8) {
      let rest = Array(lines[next].dropFirst(indent + 2))
      // An item is a map where a key and a colon stand in front of anything in quotes.
      let key = rest.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\"") }
      if key.count < rest.count, rest[key.count] == UInt8(ascii: ":") {
        lines[next] = Array(repeating: 0x20, count: indent + 2) + rest
        items.append(try map(indent: indent + 2))
      } else {
        next += 1
        items.append(.text(try YAMLReader.scalar(String(decoding: rest, as: UTF8.self))))
      }
    }
    return .list(items)
  }

  /// A text below its key, by the rules of YAML: its indent is told, or that of its first line that is not empty.
  private mutating func block(_ head: [UInt8], indent: Int) -> String {
    let told = head.contains(UInt8(ascii: "2")) ? indent + 2 : nil
    let first = lines[next...].first { !$0.allSatisfy { $0 == 0x20 } }.map(blanks) ?? 0
    let depth = told ?? first
    var text: [[UInt8]] = []
    while next < lines.count {
      let line = lines[next]
      if blanks(line) < depth {
        guard line.allSatisfy({ $0 == 0x20 }) else { break }
        text.append([])
      } else {
        text.append(Array(line.dropFirst(depth)))
      }
      next += 1
    }
    while text.last == [] { text.removeLast() }
    let joined = String(decoding: Array(text.joined(separator: [0x0A])), as: UTF8.self)
    return head.contains(UInt8(ascii: "-")) ? joined : joined + "\n"
  }
}
