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
    desk.readQuestion()
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
    case .questionFound(let request, let text, let template): desk.question.take(request, text, template)
    default: break
    }
  }

  /// Leads to the day at a place, or begins an entry on the question there.
  func press(at place: Position, in rect: Rect, on desk: inout Desk) {
    if reading.span != nil, DaysLayout(rect, cards: cards(desk).count).question.contains(place) {
      desk.answerQuestion()
    } else if let day = day(at: place, in: rect, desk) {
      desk.ask(.showDay(day))
    }
  }

  /// The day that is meant by a place: of the month, or of an entry of another year.
  private func day(at place: Position, in rect: Rect, _ desk: Desk) -> CivilDate? {
    let layout = DaysLayout(rect, cards: cards(desk).count)
    if layout.month.rows > 0, place.row < layout.month.endRow {
      return MonthGrid(chosen: desk.today...desk.today, today: desk.today, weekBegin: desk.environment.weekBegin)
        .day(at: place, in: layout.month)
    }
    return zip(cards(desk), layout.cards).first { $0.1.contains(place) }?.0.date.local.date
  }

  /// The entries of this day in other years.
  func cards(_ desk: Desk) -> [DayEntry] {
    guard let page = reading.page, page.date == desk.today else { return [] }
    return page.otherYears
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
  let question: Rect

  /// Rows of the bars.
  static let barRows = 3
  private static let cardRows = 5
  private static let mostCards = 3
  private static let questionRows = 5

  /// - Parameter count: How many entries there are of this day in other years.
  init(_ rect: Rect, cards count: Int = DaysLayout.mostCards) {
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
    // The first card goes before the question, and the question before all others.
    let room = inside.endRow - row
    func needed(_ cards: Int) -> Int { cards == 0 ? 0 : 2 + cards * (Self.cardRows + 1) }
    let most = min(count, Self.mostCards)
    let first = most > 0 && room >= needed(1) - 1 ? 1 : 0
    let hasQuestion = room >= needed(first) + Self.questionRows
    let shown = (first...max(first, most)).last {
      $0 == first || room >= needed($0) + (hasQuestion ? Self.questionRows : -1)
    }
    cardTitle = part(shown == 0 ? 0 : 1)
    if shown == 0 { row -= 1 }
    cards = (0..<(shown ?? 0)).map { _ in part(Self.cardRows) }.filter { $0.rows > 0 }
    question = part(Self.questionRows)
  }
}
