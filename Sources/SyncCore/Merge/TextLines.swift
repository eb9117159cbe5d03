/// A text as its lines, in bytes: the content of each line, and how it ends.
struct TextLines {
  let bytes: [UInt8]
  /// The bytes of each line, without its end.
  private(set) var contents: [Range<Int>] = []
  /// How each line ends: LF, CR LF, CR, or nothing at the end of the text.
  private(set) var ends: [Range<Int>] = []
  /// Lines in which words may not be moved: code, tables, front matter.
  private(set) var isVerbatim: [Bool] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      let end = index - 1
      if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
      contents.append(start..<end)
      ends.append(end..<index)
      start = index
    }
    if start < bytes.count {
      contents.append(start..<bytes.count)
      ends.append(bytes.count..<bytes.count)
    }
    markVerbatim()
  }

  var count: Int { contents.count }

  func content(_ line: Int) -> ArraySlice<UInt8> { bytes[contents[line]] }
  func end(_ line: Int) -> ArraySlice<UInt8> { bytes[ends[line]] }

  func isBlank(_ line: Int) -> Bool { content(line).allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  /// The same lines, each of them with LF at its end.
  var plain: String {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count + 1)
    for line in 0..<count {
      plain += content(line)
      plain.append(0x0A)
    }
    return String(decoding: plain, as: UTF8.self)
  }

  private mutating func markVerbatim() {
    isVerbatim = [Bool](repeating: false, count: count)
    var line = endOfFrontMatter()
    for index in 0..<line { isVerbatim[index] = true }
    var fence: (mark: UInt8, length: Int)?
    while line < count {
      let (mark, length, isBare) = fenceMarks(line)
      if let open = fence {
        isVerbatim[line] = true
        if mark == open.mark, length >= open.length, isBare { fence = nil }
      } else if length >= 3 {
        isVerbatim[line] = true
        fence = (mark, length)
      } else {
        isVerbatim[line] = isTableRow(line)
      }
      line += 1
    }
  }

  /// How many lines at the top are front matter: between a line of three dashes (or plus signs) and the next such line.
  private func endOfFrontMatter() -> Int {
    guard count > 0 else { return 0 }
    let opening = content(0)
    let isMark = opening.count == 3 && opening.allSatisfy { $0 == opening.first && ($0 == 0x2D || $0 == 0x2B) }
    guard isMark, let closing = (1..<count).first(where: { content($0) == opening }) else { return 0 }
    return closing + 1
  }

  /// The run of backticks or tildes that a line begins with, and whether nothing follows it.
  private func fenceMarks(_ line: Int) -> (mark: UInt8, length: Int, isBare: Bool) {
    let rest = content(line).drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x3E }
    guard let mark = rest.first, mark == 0x60 || mark == 0x7E else { return (0, 0, false) }
    let after = rest.drop { $0 == mark }
    // A backtick later in the line makes it a code span in a paragraph.
    if mark == 0x60, after.contains(mark) { return (0, 0, false) }
    return (mark, rest.count - after.count, after.allSatisfy { $0 == 0x20 || $0 == 0x09 })
  }

  private func isTableRow(_ line: Int) -> Bool {
    content(line).first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "|")
  }
}
