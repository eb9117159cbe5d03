/// A JSON text of any size, of which one value at a time is held.
///
/// It is cut along brackets and quotes only; what a value is, ``JSONReader`` says of each.
struct JSONPieces {
  /// Bytes that are read at once.
  static let usualSize = 256 << 10
  /// The longest value: a body of the greatest length, all of it escaped.
  static let longestValue = 6 * (16 << 20) + (1 << 20)

  private let read: ByteReader
  /// What to do about a value that is well-formed and is not what it should be.
  private let remedy: String
  private var piece: [UInt8]
  private var bytes: [UInt8] = []
  /// The next byte.
  private var index = 0
  /// Where `bytes` begins in the text, and in which line.
  private var offset = 0
  private var line = 1
  private var isAtEnd = false

  init(_ read: @escaping ByteReader, size: Int, remedy: String) {
    (self.read, self.remedy) = (read, remedy)
    piece = [UInt8](repeating: 0, count: size)
  }

  /// The first bytes of the text, before anything is taken.
  mutating func head() throws -> ArraySlice<UInt8> {
    while bytes.count < 512, try fill() {}
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    return bytes.prefix(512)
  }

  /// The next byte that is not white space; nil at the end.
  mutating func next() throws -> UInt8? {
    while true {
      while index < bytes.count {
        let byte = bytes[index]
        guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
        index += 1
      }
      guard try fill() else { return nil }
    }
  }

  /// Passes over a sign.
  ///
  /// - Throws: ``ImportError`` where something else stands there.
  mutating func take(_ sign: Unicode.Scalar) throws {
    guard let byte = try next() else { throw error("the text ends too early") }
    guard byte == UInt8(ascii: sign) else { throw error("“\(sign)” belongs here") }
    index += 1
  }

  /// Passes over a sign if it comes next.
  mutating func takes(_ sign: Unicode.Scalar) throws -> Bool {
    guard try next() == UInt8(ascii: sign) else { return false }
    index += 1
    return true
  }

  /// Passes over a comma, or over what ends a list.
  ///
  /// - Returns: Whether the list goes on.
  mutating func goesOn(until end: Unicode.Scalar) throws -> Bool {
    if try takes(end) { return false }
    guard let byte = try next() else { throw error("the text ends too early") }
    guard byte == UInt8(ascii: ",") else { throw error("a comma or “\(end)” belongs here") }
    index += 1
    return true
  }

  /// Passes over a value.
  ///
  /// - Parameters:
  ///   - name: what an error calls it, such as “entry 12”; nil for nothing.
  ///   - body: gets the value's bytes.
  /// - Throws: ``ImportError`` with the place, also for the error of `body`.
  mutating func value<Result>(
    named name: @autoclosure () -> String? = nil, _ body: (UnsafeRawBufferPointer) throws(JSONError) -> Result
  ) throws -> Result {
    _ = try next()
    let count = try measure()
    let found = bytes.withUnsafeBytes { bytes in
      let value = UnsafeRawBufferPointer(rebasing: bytes[index..<(index + count)])
      do throws(JSONError) { return Swift.Result<Result, JSONError>.success(try body(value)) } catch {
        return .failure(error)
      }
    }
    switch found {
    case .success(let result):
      index += count
      return result
    case .failure(let problem):
      let place = name().map { "\($0): " } ?? ""
      index += problem.offset ?? 0
      throw error(place + problem.problem, isMeaning: problem.offset == nil)
    }
  }

  /// How many bytes the value has that begins here; as many as there are where it does not end.
  private mutating func measure() throws -> Int {
    var value = Extent()
    var count = 0
    while true {
      if index + count == bytes.count {
        guard try fill() else { break }
      }
      let start = index + count
      let isWhole = bytes.withUnsafeBytes { bytes -> Bool in
        for byte in bytes[start...] {
          guard !value.ends(before: byte) else { return true }
          count += 1
          if value.ends(with: byte) { return true }
        }
        return false
      }
      if isWhole { break }
      guard count <= JSONPieces.longestValue else {
        throw error("the value is longer than \(JSONPieces.longestValue >> 20) MiB")
      }
    }
    if count == 0 { throw error(try next() == nil ? "the text ends too early" : "no value begins like this") }
    return count
  }

  /// Where a value ends, byte by byte.
  private struct Extent {
    private var depth = 0
    private var isText = false
    private var isEscaped = false

    /// Whether a byte is not part of the value any more.
    func ends(before byte: UInt8) -> Bool {
      guard depth == 0, !isText else { return false }
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09:
        return true
      default: return false
      }
    }

    /// Takes a byte of the value; true where it is the last one.
    mutating func ends(with byte: UInt8) -> Bool {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
          return depth == 0
        }
        return false
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        return depth == 0
      default: break
      }
      return false
    }
  }

  /// Reads on behind what is there, and lets go of what was passed over; false at the end.
  private mutating func fill() throws -> Bool {
    guard !isAtEnd else { return false }
    if index > 0 {
      line += lines(upTo: index)
      offset += index
      bytes.removeFirst(index)
      index = 0
    }
    let count = try piece.withUnsafeMutableBytes { try read($0) }
    bytes.append(contentsOf: piece[..<count])
    isAtEnd = count == 0
    return !isAtEnd
  }

  private func lines(upTo end: Int) -> Int {
    var lines = 0
    for byte in bytes[..<min(end, bytes.count)] where byte == TextBytes.lineFeed { lines += 1 }
    return lines
  }

  /// Something that is wrong here.
  ///
  /// - Parameter isMeaning: whether the text is well-formed, and its meaning is not.
  func error(_ problem: String, isMeaning: Bool = false) -> ImportError {
    ImportError(
      problem, at: .byte(offset + index, line: line + lines(upTo: index)),
      remedy: isMeaning
        ? remedy
        : "The file is damaged, or was changed by hand. Export it again.")
  }
}
