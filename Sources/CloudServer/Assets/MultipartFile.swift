import Foundation

/// Takes the file out of a body in `multipart/form-data`, as it comes in pieces: the first part that has a file name.
///
/// Source: RFC 7578 and RFC 2046, section 5.1.
package struct MultipartFile {
  /// Why a body cannot be read, in words.
  package struct Malformed: Error, Hashable, Sendable {
    /// A clause for the end of a sentence, without a full stop.
    package var reason: String
  }

  /// Bytes that the headers of one part may take.
  package static let headerLimit = 16 << 10
  /// Bytes that everything but the file may take.
  package static let envelopeLimit = 1 << 20

  private enum State {
    /// Before the first boundary, or within a part that is no file.
    case skipping
    /// Behind a boundary: the line ends, or two hyphens say that this was the last one.
    case afterBoundary
    case headers
    case file
    /// Behind the last boundary: what still comes means nothing.
    case ended
  }

  /// What ends a part; before the first one the body has no line's end, so that one is put there.
  private let delimiter: [UInt8]
  private var state = State.skipping
  private var pending: [UInt8] = [13, 10]
  private var envelope = 0
  private var hasFile = false

  /// - Parameter contentType: The header's value; nil for what is not `multipart/form-data`.
  /// - Throws: ``Malformed`` where it names no boundary.
  package init?(contentType: String?) throws(Malformed) {
    guard let contentType else { return nil }
    let type = contentType.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    guard type == "multipart/form-data" else { return nil }
    guard let boundary = HeaderParameters.value("boundary", of: contentType),
      (1...70).contains(boundary.utf8.count), boundary.utf8.last != UInt8(ascii: " ")
    else { throw Malformed(reason: "its Content-Type names no boundary of 1 to 70 characters") }
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// Returns the file's bytes among the next bytes of the body; empty where they hold none.
  ///
  /// - Throws: ``Malformed`` for headers, boundaries or other parts that are too long or cannot be read.
  package mutating func feed(_ bytes: some Collection<UInt8>) throws(Malformed) -> [UInt8] {
    guard state != .ended else { return [] }
    pending.append(contentsOf: bytes)
    var file: [UInt8] = []
    while try step(&file) {}
    guard envelope <= Self.envelopeLimit else {
      throw Malformed(reason: "what surrounds the file is larger than \(Self.envelopeLimit) bytes")
    }
    return file
  }

  /// - Throws: ``Malformed`` where the body ended too early, or no part of it was a file.
  package func finish() throws(Malformed) {
    guard state == .ended else { throw Malformed(reason: "it ends before its last boundary") }
    guard hasFile else { throw Malformed(reason: "none of its parts has a file name") }
  }

  /// Goes on by one piece of the form; false where more has to come first.
  private mutating func step(_ file: inout [UInt8]) throws(Malformed) -> Bool {
    switch state {
    case .ended:
      pending = []
      return false
    case .skipping:
      let (bytes, isAtBoundary) = takeUpToDelimiter()
      envelope += bytes.count
      if isAtBoundary { state = .afterBoundary }
      return isAtBoundary
    case .file:
      let (bytes, isAtBoundary) = takeUpToDelimiter()
      file += bytes
      if isAtBoundary { state = .afterBoundary }
      return isAtBoundary
    case .afterBoundary:
      return try endBoundaryLine()
    case .headers:
      return try readHeaders()
    }
  }

  /// What surely comes before the next delimiter; what may be a beginning of one stays.
  private mutating func takeUpToDelimiter() -> (bytes: [UInt8], isAtBoundary: Bool) {
    var place = 0
    while let found = pending[place...].firstIndex(of: 13) {
      let rest = pending[found...].prefix(delimiter.count)
      if delimiter.starts(with: rest) {
        let bytes = Array(pending[..<found])
        if rest.count == delimiter.count {
          pending.removeFirst(found + delimiter.count)
          return (bytes, true)
        }
        pending.removeFirst(found)
        return (bytes, false)
      }
      place = found + 1
    }
    defer { pending = [] }
    return (pending, false)
  }

  private mutating func endBoundaryLine() throws(Malformed) -> Bool {
    guard pending.count >= 2 else { return false }
    if pending.starts(with: [45, 45]) {
      state = .ended
      return true
    }
    // Space may stand between the boundary and the end of its line.
    let padding = pending.prefix { $0 == 32 || $0 == 9 }.count
    guard padding <= 100 else { throw Malformed(reason: "a boundary is followed by something else") }
    guard pending.count >= padding + 2 else { return false }
    guard pending[padding] == 13, pending[padding + 1] == 10 else {
      throw Malformed(reason: "a boundary is followed by something else")
    }
    envelope += delimiter.count + padding
    // The line's end stays: a part without headers begins with an empty line.
    pending.removeFirst(padding)
    state = .headers
    return true
  }

  private mutating func readHeaders() throws(Malformed) -> Bool {
    let end: [UInt8] = [13, 10, 13, 10]
    guard let place = pending.indices.first(where: { pending[$0...].starts(with: end) }) else {
      guard pending.count <= Self.headerLimit else { throw Malformed(reason: "the headers of a part are too long") }
      return false
    }
    guard place <= Self.headerLimit else { throw Malformed(reason: "the headers of a part are too long") }
    let lines = String(decoding: pending[..<place], as: UTF8.self).components(separatedBy: "\r\n")
    envelope += place + end.count
    // What is skipped may begin with the delimiter, and that begins with a line's end.
    pending.removeFirst(place + 2)
    let isFile = try Self.isFile(lines)
    if isFile, !hasFile {
      hasFile = true
      pending.removeFirst(2)
      state = .file
    } else {
      state = .skipping
    }
    return true
  }

  private static func isFile(_ lines: [String]) throws(Malformed) -> Bool {
    var isFile = false
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].lowercased()
      let value = String(line[line.index(after: colon)...])
      switch name {
      case "content-disposition":
        isFile =
          HeaderParameters.value("filename", of: value) != nil || HeaderParameters.value("filename*", of: value) != nil
      case "content-transfer-encoding":
        let coding = value.filter { $0 != " " }.lowercased()
        guard ["binary", "8bit", "7bit"].contains(coding) else {
          throw Malformed(reason: "a part is in the coding \(coding.prefix(40)), which is not read")
        }
      default: break
      }
    }
    return isFile
  }
}

/// Parameters of a header's value: `form-data; name="file"; filename="a \"b\".jpg"`.
enum HeaderParameters {
  /// The value of a parameter, without its quotes; nil where there is none of this name.
  static func value(_ name: String, of header: String) -> String? {
    var rest = Substring(header)
    while let semicolon = nextSemicolon(in: rest) {
      rest = rest[rest.index(after: semicolon)...].drop { $0 == " " || $0 == "\t" }
      guard let equals = rest.firstIndex(where: { $0 == "=" || $0 == ";" }), rest[equals] == "=" else { continue }
      let found = rest[..<equals].lowercased()
      rest = rest[rest.index(after: equals)...]
      let value = takeValue(&rest)
      if found == name { return value }
    }
    return nil
  }

  /// The first semicolon that is not within quotes.
  private static func nextSemicolon(in text: Substring) -> Substring.Index? {
    var isQuoted = false
    var isEscaped = false
    for index in text.indices {
      switch text[index] {
      case _ where isEscaped: isEscaped = false
      case "\\" where isQuoted: isEscaped = true
      case "\"": isQuoted.toggle()
      case ";" where !isQuoted: return index
      default: break
      }
    }
    return nil
  }

  private static func takeValue(_ rest: inout Substring) -> String {
    guard rest.first == "\"" else {
      let end = rest.firstIndex(of: ";") ?? rest.endIndex
      let value = rest[..<end]
      rest = rest[end...]
      return String(value.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
    rest = rest.dropFirst()
    var value = ""
    var isEscaped = false
    while let character = rest.popFirst() {
      if isEscaped {
        value.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        break
      } else {
        value.append(character)
      }
    }
    return value
  }
}
