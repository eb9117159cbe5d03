/// Text as UTF-8 bytes with an index of its lines; parts that are not edited stay byte for byte as they came.
///
/// A line ends at LF; a CR right before it belongs to the line's end. Every other character is content, a lone CR too.
/// Offsets are in bytes from the start of the text. One flat array: moving a megabyte costs some tens of microseconds,
/// and everything that reads stays simple.
struct TextBuffer: Sendable {
  private(set) var bytes: [UInt8]
  /// Offsets of the first byte of each line; the first is always 0, so there is always a line.
  private(set) var lineStarts: [Int]

  init(_ text: String) {
    bytes = Array(text.utf8)
    lineStarts = [0]
    lineStarts.append(contentsOf: Self.startsAfterBreaks(bytes, base: 0))
  }

  var count: Int { bytes.count }
  var lineCount: Int { lineStarts.count }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The number of the line that holds an offset, from 0.
  func line(at offset: Int) -> Int { firstStart(after: offset) - 1 }

  /// The line with the characters that end it.
  func fullRange(ofLine line: Int) -> Range<Int> {
    lineStarts[line]..<(line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count)
  }

  /// The line without the characters that end it.
  func contentRange(ofLine line: Int) -> Range<Int> {
    let start = lineStarts[line]
    guard line + 1 < lineStarts.count else { return start..<bytes.count }
    var end = lineStarts[line + 1] - 1
    if end > start, bytes[end - 1] == Ascii.carriageReturn { end -= 1 }
    return start..<end
  }

  /// The line end for new lines: that of the first line, LF where there is only one line.
  var lineBreak: [UInt8] {
    guard lineStarts.count > 1 else { return [Ascii.lineFeed] }
    let end = contentRange(ofLine: 0).upperBound
    return Array(bytes[end..<lineStarts[1]])
  }

  mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
    bytes.replaceSubrange(range, with: new)
    // The line starts in (lower, upper] stood after a line feed that is gone now.
    let first = firstStart(after: range.lowerBound)
    let last = firstStart(after: range.upperBound)
    let delta = new.count - range.count
    if delta != 0 {
      lineStarts.withUnsafeMutableBufferPointer { starts in
        for index in last..<starts.count { starts[index] &+= delta }
      }
    }
    let added = Self.startsAfterBreaks(new, base: range.lowerBound)
    if first != last || !added.isEmpty { lineStarts.replaceSubrange(first..<last, with: added) }
  }

  /// The index of the first line start behind an offset.
  private func firstStart(after offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func startsAfterBreaks(_ bytes: [UInt8], base: Int) -> [Int] {
    var starts: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      for index in 0..<bytes.count where bytes[index] == Ascii.lineFeed { starts.append(base + index + 1) }
    }
    return starts
  }
}

extension TextBuffer: Equatable {
  /// The line index follows from the bytes.
  static func == (a: TextBuffer, b: TextBuffer) -> Bool { a.bytes == b.bytes }
}

/// The bytes that the editor knows by name.
enum Ascii {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20

  /// True for the characters that stand for themselves in one column: space to tilde.
  @inline(__always) static func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }
  @inline(__always) static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  @inline(__always) static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }
  /// Blanks and line ends.
  @inline(__always) static func isWhite(_ byte: UInt8) -> Bool {
    byte == space || byte >= tab && byte <= carriageReturn
  }
}
