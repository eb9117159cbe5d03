import JournalCore
import TerminalKit

/// The days beside the reader in wide windows: this month, the streak, words and moods of the last time, and this day in other
/// years.
struct DaysColumn: Hashable, Sendable {
  private(set) var reading = DayReading()

  /// Milliseconds for which nothing changes before the days are counted anew: changes may come by the thousand.
  private static let pause = 1000

  /// The days that are counted.
  static func days(_ today: CivilDate) -> ClosedRange<CivilDate> { InsightSpan.year.days(today: today, nil) }

  /// Asks for what is shown and not there yet.
  mutating func settle(isShown: Bool, on desk: inout Desk) {
    guard isShown else { return }
    let today = desk.today
    reading.ask(DaysRequest(days: Self.days(today), today: today), day: today, on: &desk)
  }

  /// Has the days counted anew once nothing changes any more; where they are not shown, when they are shown again.
  mutating func rest(isShown: Bool, on desk: inout Desk) {
    if isShown { desk.emit(.startTimer(.days, milliseconds: Self.pause)) } else { reading.forget() }
  }

  mutating func hear(_ message: Message, isShown: Bool, on desk: inout Desk) {
    switch message {
    case .daysLoaded, .dayLoaded: reading.take(message)
    case .applied: rest(isShown: isShown, on: &desk)
    case .timerFired(.days): reading.forget()
    default: break
    }
  }

  /// The day that is meant by a place: of the month, or of an entry of another year.
  func day(at place: Position, in rect: Rect, _ desk: Desk) -> CivilDate? {
    let layout = DaysLayout(rect)
    if layout.month.rows > 0, place.row < layout.month.endRow {
      return MonthGrid(chosen: desk.today...desk.today, today: desk.today).day(at: place, in: layout.month)
    }
    guard let page = reading.page, page.date == desk.today else { return nil }
    return zip(page.otherYears, layout.cards).first { $0.1.contains(place) }?.0.date.local.date
  }
}

/// Where the parts of the days beside the reader are; those without room are empty.
struct DaysLayout: Hashable, Sendable {
  let month: Rect
  let streak: Rect
  let words: Rect
  let moods: Rect
  let cardTitle: Rect
  let cards: [Rect]

  /// Rows of the bars.
  static let barRows = 3
  private static let cardRows = 5
  private static let mostCards = 3

  init(_ rect: Rect) {
    let inside = Rect(
      row: rect.row + 1, column: rect.column + 3, rows: max(0, rect.rows - 2), columns: max(0, rect.columns - 5))
    var row = inside.row
    func part(_ rows: Int) -> Rect {
      defer { row += rows + 1 }
      let fits = row + rows <= inside.endRow
      return Rect(row: row, column: inside.column, rows: fits ? rows : 0, columns: inside.columns)
    }
    month = part(MonthGrid.rows)
    streak = part(3)
    words = part(Self.barRows + 2)
    moods = part(2)
    cardTitle = part(1)
    cards = (0..<Self.mostCards).map { _ in part(Self.cardRows) }.filter { $0.rows > 0 }
  }
}
