/// What bare words on the command line mean: `yesterday at 9pm: Long day. The rest is the body. @home`.
///
/// - A date and a colon with white space after it may come first. It counts only where all that is before the colon is
///   a date; months and years by themselves do not (`May: she came`, `1984: read it again`).
/// - A `*` right before that colon, or at either end of the first line, marks a favourite, and is removed. One that
///   belongs to Markdown (`*so* good`, `**bold**`) stays.
/// - The title is the first line; where there is only one line, its first sentence. The rest is the body. A title that
///   would be too long goes on in the body. Tags stay where they are.
package struct CaptureText: Hashable, Sendable {
  /// The first line, or the first sentence of a single line; never empty, at most 1000 Unicode scalars.
  package let title: String
  /// All that follows the title; empty where nothing does.
  package let body: String
  /// The date that was given, or nil for now.
  package let date: NaturalDate?
  /// Whether a star marked the text as a favourite.
  package let isFavorite: Bool

  /// Understands a text to capture.
  ///
  /// Throws a sentence where nothing is left to write down, where the date given does not exist, or where the text is
  /// too long.
  package init(
    _ text: String, now: EntryDate, zone: any LocalZone, defaultClock: NaturalDate.Clock = .nine,
    order: DateOrder? = nil
  ) throws(InvalidInput) {
    var rest = trimmingSpace(text)
    var isFavorite = false
    var date: NaturalDate?
    if let prefix = DatePrefix(rest) {
      do {
        let parsed = try NaturalDate.parse(
          prefix.date, now: now, zone: zone, defaultClock: defaultClock, order: order)
        if parsed.isRelative || parsed.precision >= .day {
          date = parsed
          isFavorite = prefix.hasStar
          rest = trimmingSpace(String(rest.unicodeScalars[prefix.end...]))
        }
      } catch {
        let isMeant: Bool
        if case .ambiguous = error {
          // “9/11 memorial: …” is no date in any order.
          isMeant = DateOrder.allCases.contains { order in
            do throws(NaturalDateError) {
              _ = try NaturalDate.parse(prefix.date, now: now, zone: zone, defaultClock: defaultClock, order: order)
              return true
            } catch { return false }
          }
        } else {
          isMeant = prefix.wasMeant(error)
        }
        guard !isMeant else { throw InvalidInput(error.sentence) }
      }
    }
    let starred = StarredLine(rest)
    if starred.isStarred {
      isFavorite = true
      rest = starred.text
    }
    guard !trimmingSpace(rest).isEmpty else {
      throw InvalidInput("There is no text to write down. Give some words, or open your editor with: cloudjournal new")
    }
    try EntryRules.checkBody(rest)
    (title, body) = CaptureText.split(rest)
    (self.date, self.isFavorite) = (date, isFavorite)
  }

  /// A text's title and body: the first line, or the first sentence of a single line, and the rest.
  package static func split(_ text: String) -> (title: String, body: String) {
    let trimmed = trimmingSpace(text)
    if let lineEnd = trimmed.unicodeScalars.firstIndex(where: EntryRules.isLineEnd) {
      return EntryRules.fitted(
        title: String(trimmed[..<lineEnd]), body: EntryRules.trimmingLineEnds(String(trimmed[lineEnd...])))
    }
    guard let end = Sentences.endOfFirst(in: trimmed) else { return EntryRules.fitted(title: trimmed, body: "") }
    let place = trimmed.utf8.index(trimmed.startIndex, offsetBy: end)
    return EntryRules.fitted(
      title: String(trimmed[..<place]), body: trimmingSpace(String(trimmed[place...])))
  }
}

/// What stands before the first colon that white space follows, if it can be a date by its length.
private struct DatePrefix {
  /// The text before the colon, without a star at its end.
  let date: String
  let hasStar: Bool
  /// The place after the colon.
  let end: String.Index

  init?(_ text: String) {
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    var length = 0
    while index < scalars.endIndex, length <= NaturalDateToken.longest + 4, !EntryRules.isLineEnd(scalars[index]) {
      let next = scalars.index(after: index)
      if scalars[index] == ":", next == scalars.endIndex || scalars[next].isSpace {
        var before = trimmingSpace(String(scalars[..<index]))
        hasStar = before.utf8.last == UInt8(ascii: "*")
        if hasStar { before = trimmingSpace(String(before.dropLast())) }
        guard !before.isEmpty else { return nil }
        date = before
        end = next
        return
      }
      index = next
      length += 1
    }
    return nil
  }

  /// Whether a date that is none was still meant as one, so that taking it for text would be a guess. A score such as
  /// `30:70` is text.
  func wasMeant(_ error: NaturalDateError) -> Bool {
    switch error {
    case .notADate: false
    case .noSuchTime: date.unicodeScalars.contains { $0.isLetterOrMark || $0 == "-" || $0 == "." }
    case .ambiguous: true
    case .shortYear where date.unicodeScalars.allSatisfy({ ("0"..."9").contains($0) || $0 == "/" }): true
    case .noSuchMonth, .noSuchDay, .shortYear:
      date.unicodeScalars.contains { $0.isLetterOrMark } || date.utf8.count >= 8
    case .noSuchOffset, .wrongWeekday, .outOfRange: true
    }
  }
}

/// A text whose first line may be marked with a star.
private struct StarredLine {
  let isStarred: Bool
  /// The text without the mark.
  let text: String

  init(_ text: String) {
    let lineEnd = text.unicodeScalars.firstIndex(where: EntryRules.isLineEnd) ?? text.endIndex
    var line = trimmingSpace(String(text[..<lineEnd]))
    let atStart = StarredLine.isMark(Array(line.unicodeScalars)) && !StarredLine.isListItem(text, lineEnd: lineEnd)
    if atStart { line = trimmingSpace(String(line.unicodeScalars.dropFirst())) }
    let atEnd = StarredLine.isMark(line.unicodeScalars.reversed())
    if atEnd { line = trimmingSpace(String(line.unicodeScalars.dropLast())) }
    isStarred = atStart || atEnd
    self.text = line + text[lineEnd...]
  }

  /// Whether the next line with text begins with a star as well: then the first is an item of a list.
  private static func isListItem(_ text: String, lineEnd: String.Index) -> Bool {
    let next = text.unicodeScalars[lineEnd...].drop { $0.isSpace }
    return next.first == "*" && next.dropFirst().first.map { $0.isSpace } ?? false
  }

  /// Whether the first scalar is a star by itself, and not one of Markdown's pairs.
  private static func isMark(_ scalars: [Unicode.Scalar]) -> Bool {
    guard scalars.first == "*" else { return false }
    guard scalars.count > 1 else { return true }
    return scalars[1].isSpace || !scalars.dropFirst().contains("*")
  }
}
