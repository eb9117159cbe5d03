import JournalCore

/// Finds where the entries of a jrnl text begin.
///
/// The bytes are UTF-8 with LF line ends and without a byte order mark. Every line is looked at once.
struct JrnlScanner {
  /// An entry's first line.
  struct Header {
    /// Where its line begins, and where the text after the date does.
    let start: Int
    let text: Int
    /// The number of its line, from 1.
    let line: Int
    let date: CivilDateTime
  }

  /// Which of jrnl's two ways a file marks its entries.
  enum Style {
    /// `[2012-03-29 09:00] Title`, since 2.0.
    case bracketed
    /// `2012-03-29 09:00 Title`, until 1.9.
    case bare
  }

  let bytes: UnsafeRawBufferPointer
  let options: JrnlOptions
  private(set) var style = Style.bracketed
  private(set) var headers: [Header] = []
  private(set) var problems: [ImportProblem] = []
  private var crowdedLines: [Int] = []
  private var wordyLines: [Int] = []

  init(bytes: UnsafeRawBufferPointer, options: JrnlOptions) {
    self.bytes = bytes
    self.options = options
  }

  /// Looks through the whole text; throws for a date that does not exist and for whatever else would lose an entry.
  mutating func scan(progress: ProgressHandler) throws {
    var start = 0
    var number = 1
    var isBelowText = false
    var firstTextLine: Int?
    var nextReport = 0
    while start < bytes.count {
      if start >= nextReport {
        // Half of the work; the other half is taking the entries apart.
        try progress(FormatProgress(done: Int64(start), total: Int64(bytes.count) * 2))
        nextReport = start + 1 << 20
      }
      let end = TextBytes.next(TextBytes.lineFeed, in: bytes, from: start)
      try requireLength(end - start, line: number)
      let line = start..<end
      let isBlank = bytes[line].allSatisfy(JrnlEscape.isBlank)
      if !isBlank, firstTextLine == nil {
        firstTextLine = number
        style = detectStyle(line)
      }
      if let header = try header(line, number: number) {
        if headers.isEmpty, let firstTextLine, firstTextLine < number {
          throw ImportError(
            "there is text above the first entry", at: .line(firstTextLine),
            remedy: "Put a line with a date above it, such as “[\(options.timeFormat.string(header.date))] Title”, "
              + "or remove it.")
        }
        if isBelowText { crowdedLines.append(number) }
        headers.append(header)
      }
      isBelowText = !isBlank
      start = end + 1
      number += 1
    }
    try finish()
  }

  private func requireLength(_ length: Int, line: Int) throws {
    guard length > options.maximumLineBytes else { return }
    throw ImportError(
      "the line is \(length) bytes long; the limit is \(options.maximumLineBytes)", at: .line(line),
      remedy: "That is hardly a journal's text. If it is, break the line up.")
  }

  private func detectStyle(_ line: Range<Int>) -> Style {
    options.timeFormat.readPrefix(bytes[line]).reading == .otherShape ? .bracketed : .bare
  }

  private mutating func header(_ line: Range<Int>, number: Int) throws -> Header? {
    switch style {
    case .bracketed: try bracketedHeader(line, number: number)
    case .bare: try bareHeader(line, number: number)
    }
  }

  private mutating func bracketedHeader(_ line: Range<Int>, number: Int) throws -> Header? {
    guard !line.isEmpty, bytes[line.lowerBound] == UInt8(ascii: "["),
      let blob = JrnlGrammar.bracket(bytes, line)
    else { return nil }
    switch JrnlGrammar.read(bytes, blob, timeFormat: options.timeFormat) {
    case .header(let date):
      return Header(start: line.lowerBound, text: blob.upperBound + 2, line: number, date: date)
    case .impossible:
      throw ImportError(
        "“\(TextBytes.text(bytes, blob))” is not a date that exists", at: .line(number),
        remedy: "Correct the date; or, if the line is part of a text, put a space in front of its bracket.")
    case .unreadable:
      throw ImportError(
        "“\(TextBytes.text(bytes, blob))” looks like the date of an entry, but is not in the format "
          + "“\(options.timeFormat.text)”", at: .line(number),
        remedy: "Give the file's own format with --timeformat, such as '%d.%m.%Y %H:%M'; or, if the line is part of "
          + "a text, put a space in front of its bracket.")
    case .text:
      if looksLikeDateInWords(blob) { wordyLines.append(number) }
      return nil
    }
  }

  private func bareHeader(_ line: Range<Int>, number: Int) throws -> Header? {
    guard !line.isEmpty else { return nil }
    let (reading, length) = options.timeFormat.readPrefix(bytes[line])
    switch reading {
    case .otherShape: return nil
    case .date(let date):
      let text = min(line.lowerBound + length + 1, line.upperBound)
      return Header(start: line.lowerBound, text: text, line: number, date: date)
    case .impossible:
      let blob = line.lowerBound..<(line.lowerBound + length)
      throw ImportError(
        "“\(TextBytes.text(bytes, blob))” is not a date that exists", at: .line(number),
        remedy: "Correct the date; or, if the line is part of a text, put a space in front of it.")
    }
  }

  /// `March 5, 2020`, which jrnl would guess at.
  private func looksLikeDateInWords(_ blob: Range<Int>) -> Bool {
    guard blob.count <= 40 else { return false }
    let words = bytes[blob].split { !(($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A) }
    let hasMonth = words.contains { word in
      word.count >= 3
        && monthNames.contains { name in
          name.utf8.count >= word.count && zip(name.utf8, word).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
    }
    return hasMonth && bytes[blob].contains { (0x30...0x39).contains($0) }
  }

  private mutating func finish() throws {
    if headers.isEmpty, let line = wordyLines.first {
      throw ImportError(
        "the line begins like an entry, but its date is not in the format “\(options.timeFormat.text)”",
        at: .line(line), remedy: "Give the file's own format with --timeformat, such as '%B %d, %Y'.")
    }
    note(
      wordyLines, "begins with a date in words, and was taken as text",
      remedy: "If it is an entry, write its date as “\(options.timeFormat.text)” says")
    note(
      crowdedLines, "begins an entry directly below a line of text",
      remedy: "If it is part of that text, put a space in front of its bracket")
  }

  private mutating func note(_ lines: [Int], _ what: String, remedy: String) {
    guard let first = lines.first else { return }
    let others = lines.count == 1 ? "" : " (as do \(lines.count - 1) more)"
    problems.append(ImportProblem("The line \(what)\(others). \(remedy).", at: .line(first)))
  }
}
