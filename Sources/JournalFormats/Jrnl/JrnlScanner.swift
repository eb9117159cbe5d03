import JournalCore

/// Finds where the entries of a jrnl text begin, line by line.
///
/// The lines are UTF-8 without a byte order mark. Every line is looked at once.
struct JrnlScanner {
  /// An entry's first line.
  struct Header {
    /// Where its line begins, and where the text after the date does.
    var start: Int
    var text: Int
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

  /// Lines of which something is to be said: the first, and how many.
  private struct Noted {
    var first: Int?
    var count = 0

    mutating func note(_ line: Int) {
      if first == nil { first = line }
      count += 1
    }
  }

  let options: JrnlOptions
  private(set) var style = Style.bracketed
  /// The first line that has something in it.
  private(set) var firstTextLine: Int?
  private var number = 0
  private var hasHeaders = false
  private var isBelowText = false
  private var crowded = Noted()
  private var wordy = Noted()

  init(options: JrnlOptions) { self.options = options }

  /// Looks at the next line; the header, if an entry begins there.
  ///
  /// - Throws: ``ImportError`` for a date that does not exist and for whatever else would lose an entry.
  mutating func look(at line: Range<Int>, of bytes: UnsafeRawBufferPointer) throws -> Header? {
    number += 1
    try requireLength(line.count, isWhole: true)
    let isBlank = bytes[line].allSatisfy(JrnlEscape.isBlank)
    if !isBlank, firstTextLine == nil {
      firstTextLine = number
      style = detectStyle(bytes[line])
    }
    defer { isBelowText = !isBlank }
    guard let header = try header(line, of: bytes) else { return nil }
    if !hasHeaders, let firstTextLine, firstTextLine < number {
      throw ImportError(
        "there is text above the first entry", at: .line(firstTextLine),
        remedy: "Put a line with a date above it, such as “\(example(header.date))”, or remove it.")
    }
    if isBelowText { crowded.note(number) }
    hasHeaders = true
    return header
  }

  /// How an entry of a date begins in this text.
  func example(_ date: CivilDateTime) -> String { "[\(options.timeFormat.string(date))] Title" }

  /// Refuses a line that is too long.
  ///
  /// - Parameters:
  ///   - length: in bytes, as far as the line is known.
  ///   - isWhole: whether that is all of it.
  func requireLength(_ length: Int, isWhole: Bool) throws {
    guard length > options.maximumLineBytes else { return }
    throw ImportError(
      isWhole
        ? "the line is \(length) bytes long; the limit is \(options.maximumLineBytes)"
        : "the line is longer than \(options.maximumLineBytes) bytes", at: .line(isWhole ? number : number + 1),
      remedy: "That is hardly a journal’s text. If it is, break the line up.")
  }

  private func detectStyle(_ line: Slice<UnsafeRawBufferPointer>) -> Style {
    options.timeFormat.readPrefix(line).reading == .otherShape ? .bracketed : .bare
  }

  private mutating func header(_ line: Range<Int>, of bytes: UnsafeRawBufferPointer) throws -> Header? {
    switch style {
    case .bracketed: try bracketedHeader(line, of: bytes)
    case .bare: try bareHeader(line, of: bytes)
    }
  }

  private mutating func bracketedHeader(_ line: Range<Int>, of bytes: UnsafeRawBufferPointer) throws -> Header? {
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
        remedy: "Give the file’s own format with --timeformat, such as '%d.%m.%Y %H:%M'; or, if the line is part of "
          + "a text, put a space in front of its bracket.")
    case .text:
      if looksLikeDateInWords(bytes[blob]) { wordy.note(number) }
      return nil
    }
  }

  private func bareHeader(_ line: Range<Int>, of bytes: UnsafeRawBufferPointer) throws -> Header? {
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
  private func looksLikeDateInWords(_ blob: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard blob.count <= 40 else { return false }
    let words = blob.split { !(($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A) }
    let hasMonth = words.contains { word in
      word.count >= 3
        && monthNames.contains { name in
          name.utf8.count >= word.count && zip(name.utf8, word).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
    }
    return hasMonth && blob.contains { (0x30...0x39).contains($0) }
  }

  /// What a person should know of the text although it can be taken, once all lines have been looked at.
  func finish() throws -> [ImportProblem] {
    if !hasHeaders, let line = wordy.first {
      throw ImportError(
        "the line begins like an entry, but its date is not in the format “\(options.timeFormat.text)”",
        at: .line(line), remedy: "Give the file’s own format with --timeformat, such as '%B %d, %Y'.")
    }
    return [
      problem(
        wordy, "begins with a date in words, and was taken as text",
        remedy: "If it is an entry, write its date as “\(options.timeFormat.text)” says"),
      problem(
        crowded, "begins an entry directly below a line of text",
        remedy: "If it is part of that text, put a space in front of its bracket"),
    ].compactMap(\.self)
  }

  private func problem(_ lines: Noted, _ what: String, remedy: String) -> ImportProblem? {
    guard let first = lines.first else { return nil }
    let others = lines.count == 1 ? "" : " (as do \(lines.count - 1) more)"
    return ImportProblem("The line \(what)\(others). \(remedy).", at: .line(first))
  }
}
