import JournalCore
import TerminalKit

/// The weeks up to a day, and the day under the cursor.
struct YearModel: ScreenState {
  typealias Work = YearScreen
  var cursor: CivilDate
  /// The last day that is shown; the weeks before it are as many as there is room for.
  var end: CivilDate
  /// Whether the end is that of what was written, once it is known.
  var isPlaced = false
  var reading = DayReading()

  /// Shows the weeks up to today, or those up to as many years before as the cursor needs.
  init(cursor: CivilDate, today: CivilDate) {
    self.cursor = cursor
    end = max(cursor, today)
  }
}

/// A year as a map of its words, its moods and its weeks on one axis of time.
struct YearScreen: ShowsDays {
  typealias Actions = YearAction
  typealias Questions = DayQuestion
  static let context = KeyContext.year
  var desk: Desk
  var state: YearModel
  var kept: OpenScreen { .year(state) }

  let way = ["The year"]
  let hints: [Action] = [
    .weekBefore, .moveUp, .openDay, .yearBefore, .showCalendar, .showInsights, .writeForDay, .closeScreen,
    .answerQuestion,
    .goToToday, .goToDay, .help,
  ]
  var placeWords: [String] { dayPlace }
  var cursor: CivilDate { state.cursor }
  var reading: DayReading {
    get { state.reading }
    set { state.reading = newValue }
  }
  var layout: YearLayout { YearLayout(size: size, end: state.end, weekBegin: environment.weekBegin) }

  func hint(for action: Action) -> KeyHints.Hint? {
    if action == .weekBefore { return jointHint([.weekBefore, .weekAfter], "week") }
    if action == .moveUp { return jointHint([.moveUp, .moveDown], "day") }
    if action == .yearBefore { return jointHint([.yearBefore, .yearAfter], "year") }
    return standardHint(for: action)
  }

  /// The words of a key are shorter here: the day under the cursor stands beside them.
  func shortName(of action: Action) -> String? { Self.names[action] }

  private static let names: [Action: String] = [.closeScreen: "list", .openDay: "open", .writeForDay: "write"]

  mutating func perform(_ action: Action) {
    if action == .showInsights { return openInsights() }
    if case .days(let action) = action { perform(action) } else { performOwn(action) }
  }

  mutating func perform(_ action: YearAction) {
    switch action {
    case .weekBefore: goTo(cursor.adding(days: -7))
    case .weekAfter: goTo(cursor.adding(days: 7))
    case .yearBefore: turnYear(by: -1)
    case .yearAfter: turnYear(by: 1)
    }
  }

  mutating func go(_ motion: Motion) {
    switch motion {
    case .moveUp: goTo(cursor.adding(days: -1))
    case .moveDown: goTo(cursor.adding(days: 1))
    case .pageUp, .halfPageUp: goTo(cursor.adding(months: -1))
    case .pageDown, .halfPageDown: goTo(cursor.adding(months: 1))
    case .moveFirst: goTo(layout.days.lowerBound)
    case .moveLast: goTo(state.end)
    }
  }

  /// The latest day that can be shown: today, or the day of the last entry where that lies ahead.
  private var latest: CivilDate { max(today, reading.span?.statistics.lastDate ?? today) }

  /// The day up to which whole years are counted: the latest one, or, where more than a year of nothing lies before today, the
  /// end of the last entry's month, so that its year is full.
  private var anchor: CivilDate {
    guard let last = reading.span?.statistics.lastDate, last < latest.adding(months: -12) else { return latest }
    return last.adding(days: 1 - last.day).adding(months: 1).adding(days: -1)
  }

  /// Ends with the last entry where nothing was written since for years.
  private mutating func place() {
    guard !state.isPlaced, reading.span?.statistics.lastDate != nil else { return }
    state.isPlaced = true
    guard anchor < latest, cursor <= anchor else { return }
    state.end = anchor
  }

  mutating func goTo(_ day: CivilDate) {
    state.cursor = min(day.clamped, latest)
    reveal()
  }

  /// Shows the weeks of the day under the cursor: those up to the latest day, or to as many whole years before. A window with
  /// fewer weeks than a year begins or ends with the day.
  private mutating func reveal() {
    let isWhole = layout.weeks == YearLayout.year
    if cursor > state.end { state.end = isWhole ? wholeYears(after: anchor) : cursor }
    guard cursor < layout.days.lowerBound else { return }
    guard isWhole else {
      let last = cursor > anchor ? latest : anchor
      state.end = min(last, cursor.weekBegin(environment.weekBegin).adding(days: 7 * layout.weeks - 1))
      return
    }
    while cursor < layout.days.lowerBound, state.end.year > 1 { state.end = state.end.adding(months: -12) }
  }

  /// The first day that lies whole years after another one, and not before the cursor.
  private func wholeYears(after day: CivilDate) -> CivilDate {
    var end = day
    while end < cursor, end < latest { end = end.adding(months: 12) }
    return min(end, latest)
  }

  private mutating func turnYear(by step: Int) {
    let end = min(latest, state.end.adding(months: 12 * step))
    let day = cursor.adding(months: 12 * step).clamped
    guard end.year >= 1, end != state.end else { return }
    state.end = end
    goTo(max(min(day, end), layout.days.lowerBound))
  }

  mutating func mouse(_ event: MouseEvent) {
    if let step = event.wheel { return goTo(cursor.adding(days: 7 * step)) }
    guard event.kind == .press || event.kind == .doublePress else { return }
    let layout = self.layout
    if event.position.row == layout.title, let step = layout.turn(at: event.position.column) {
      return turnYear(by: step)
    }
    if layout.question?.contains(event.position) == true { return desk.answerQuestion() }
    guard let day = layout.day(at: event.position), day <= latest else { return }
    state.cursor = day
    if event.kind == .doublePress { openDay() }
  }

  mutating func hear(_ message: Message) { takeDays(message) }

  mutating func reload() { state.reading.forget() }

  mutating func closed() { letGoOfSaid() }

  mutating func settle() {
    place()
    reveal()
    letGoOfOtherDay()
    let layout = self.layout
    let request = DaysRequest(days: layout.days, today: today, countsHours: true)
    state.reading.ask(request, day: layout.cards.isEmpty ? nil : cursor, on: &desk)
  }
}
