import JournalCore
import TerminalKit

/// Where the parts of a year are: figures, one or two maps of days with their moods and words, and cards below them.
struct YearLayout: Hashable, Sendable {
  /// A map of a year: rows of its months' names, of its first weekday, of moods and of the bottom of its words.
  struct Block: Hashable, Sendable {
    let first: CivilDate
    let months: Int
    let days: Int
    let moods: Int?
    let words: Int?
  }

  /// Weeks that hold every day of a year, whatever it begins with.
  static let year = 53
  static let wordRows = 3
  private static let labels = 6
  private static let cardColumns = 34
  private static let cardRows = 5

  let end: CivilDate
  /// With which weekday weeks begin.
  let weekBegin: Weekday
  let left: Int
  /// Columns of a week.
  let weekColumns: Int
  let weeks: Int
  let title: Int
  /// The first row of the figures; nil where there is no room for them.
  let figures: Int?
  /// Whether the figures stand in one row above their words; else two rows have three each.
  let figuresAreWide: Bool
  let blocks: [Block]
  let legend: Int?
  let cardTitle: Int
  /// Cards of other years.
  let cards: [Rect]
  /// The card of the question that today asks; nil where there is no room for it.
  let question: Rect?
  private let size: Size

  init(size: Size, end: CivilDate, weekBegin: Weekday = .monday) {
    (self.size, self.end, self.weekBegin) = (size, end, weekBegin)
    let page = Rect.page(size)
    let wanted = size.columns >= 180 ? 3 : size.columns >= 118 ? 2 : 1
    let margin = size.columns >= 80 ? 2 : 0
    weekColumns = wanted
    weeks = max(1, min(Self.year, (size.columns - Self.labels - margin - 2) / wanted))
    left = Self.labels + margin + max(0, (size.columns - 2 * (Self.labels + margin) - weeks * wanted) / 2)
    title = page.row
    let isRoomy = size.rows >= 36
    let hasFigures = size.rows >= 22
    figuresAreWide = size.columns >= 118
    figures = hasFigures ? page.row + (isRoomy ? 2 : 1) : nil
    let years = size.rows >= 58 ? 2 : 1
    let gap = size.rows >= 22 ? 1 : 0
    var row = figures.map { $0 + 2 + gap } ?? page.row + 1
    // The last week that is shown, then the first one of each year.
    let latest = end.weekBegin(weekBegin)
    let last = size.rows - 1
    var blocks: [Block] = []
    for year in 0..<years {
      let days = row + 1
      let moods = days + 7 + gap
      let words = moods + 1 + gap + Self.wordRows - 1
      blocks.append(
        Block(
          first: latest.adding(days: -7 * (weeks * (year + 1) - 1)), months: row, days: days,
          moods: moods < last ? moods : nil, words: words < last ? words : nil))
      row = words + 2
    }
    self.blocks = blocks
    legend = row < last - (gap == 1 ? 1 : 0) ? row : nil
    cardTitle = row + 2
    var cards: [Rect] = []
    let cardsInLine = max(0, (size.columns - left - 4) / (Self.cardColumns + 2))
    if isRoomy {
      for line in 0..<3 {
        let top = cardTitle + 2 + line * (Self.cardRows + 1)
        for place in 0..<cardsInLine where top + Self.cardRows < last {
          cards.append(
            Rect(
              row: top, column: left + place * (Self.cardColumns + 2), rows: Self.cardRows, columns: Self.cardColumns))
        }
      }
    }
    // The last one of the first line, or of the second where a line has one.
    let place = cardsInLine > 1 ? cardsInLine - 1 : 1
    question = cards.count > place ? cards.remove(at: place) : nil
    self.cards = cards
  }

  /// All days that are shown, those after the end in its week among them.
  var days: ClosedRange<CivilDate> {
    let latest = end.weekBegin(weekBegin)
    return (blocks.last?.first ?? latest)...latest.adding(days: 6)
  }

  var right: Int { left + weeks * weekColumns }

  /// The map that has a day, and the day's place in it.
  func place(of day: CivilDate) -> (block: Block, week: Int)? {
    for block in blocks {
      let week = (day.weekBegin(weekBegin).daysSince1970 - block.first.daysSince1970) / 7
      if day >= block.first, week < weeks { return (block, week) }
    }
    return nil
  }

  func column(ofWeek week: Int) -> Int { left + week * weekColumns }

  /// The day at a place of a map; for a place of its moods and words the first day of that week.
  func day(at place: Position) -> CivilDate? {
    guard (left..<right).contains(place.column) else { return nil }
    let week = (place.column - left) / weekColumns
    for block in blocks {
      let bottom = block.words ?? block.moods ?? block.days + 6
      guard (block.days...bottom).contains(place.row) else { continue }
      let row = place.row - block.days
      return block.first.adding(days: week * 7 + (row < 7 ? row : 0))
    }
    return nil
  }

  /// The columns of the words at the right end of the title: the year before, and the one that is shown.
  var turns: (before: Range<Int>, after: Range<Int>) {
    let columns = DateText.year(end.year).utf8.count + 2
    return (right - 2 * columns - 3..<right - columns - 3, right - columns..<right)
  }

  /// The years that a press on a column of the title turns by; nil where it means none.
  func turn(at column: Int) -> Int? {
    turns.before.contains(column) ? -1 : turns.after.contains(column) ? 1 : nil
  }
}
