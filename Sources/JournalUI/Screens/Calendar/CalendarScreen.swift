import JournalCore
import TerminalKit

/// A month, by the day under the cursor.
struct CalendarModel: ScreenState {
  typealias Work = CalendarScreen
  var cursor: CivilDate
  var reading = DayReading()
}

/// A month in weeks: moods, categories and titles of its days, and the day under the cursor beside it.
struct CalendarScreen: ShowsDays, ShowsPictures {
  typealias Actions = CalendarAction
  typealias Questions = DayQuestion
  static let context = KeyContext.calendar
  var desk: Desk
  var state: CalendarModel
  var kept: OpenScreen { .calendar(state) }

  let way = ["Calendar"]
  let hints: [Action] = [
    .dayBefore, .monthBefore, .openDay, .goToToday, .writeForDay, .showYear, .showInsights, .closeScreen, .goToDay,
    .help,
  ]
  var placeWords: [String] { layout.panel == nil ? dayPlace : [] }
  var cursor: CivilDate { state.cursor }
  var reading: DayReading {
    get { state.reading }
    set { state.reading = newValue }
  }
  var layout: CalendarLayout { CalendarLayout(size: size, cursor: cursor, weekBegin: environment.weekBegin) }

  func hint(for action: Action) -> KeyHints.Hint? {
    if action == .dayBefore { return jointHint([.dayBefore, .dayAfter, .moveUp, .moveDown], "day") }
    if action == .monthBefore { return jointHint([.monthBefore, .monthAfter], "month") }
    return standardHint(for: action)
  }

  func shortName(of action: Action) -> String? { Self.names[action] }

  private static let names: [Action: String] = [.closeScreen: "list", .openDay: "open"]

  mutating func perform(_ action: Action) {
    if action == .showInsights { return openInsights() }
    if case .days(let action) = action { perform(action) } else { performOwn(action) }
  }

  mutating func perform(_ action: CalendarAction) {
    switch action {
    case .dayBefore: goTo(cursor.adding(days: -1))
    case .dayAfter: goTo(cursor.adding(days: 1))
    case .monthBefore: goTo(cursor.adding(months: -1))
    case .monthAfter: goTo(cursor.adding(months: 1))
    }
  }

  mutating func go(_ motion: Motion) {
    switch motion {
    case .moveUp: goTo(cursor.adding(days: -7))
    case .moveDown: goTo(cursor.adding(days: 7))
    case .pageUp, .halfPageUp: goTo(cursor.adding(months: -1))
    case .pageDown, .halfPageDown: goTo(cursor.adding(months: 1))
    case .moveFirst: goTo(cursor.adding(days: 1 - cursor.day))
    case .moveLast:
      goTo(cursor.adding(days: CivilDate.daysInMonth(year: cursor.year, month: cursor.month) - cursor.day))
    }
  }

  mutating func goTo(_ day: CivilDate) { state.cursor = day.clamped }

  mutating func mouse(_ event: MouseEvent) {
    if let step = event.wheel { return goTo(cursor.adding(days: 7 * step)) }
    guard event.kind == .press || event.kind == .doublePress, let day = layout.day(at: event.position) else { return }
    goTo(day)
    if event.kind == .doublePress { openDay() }
  }

  mutating func hear(_ message: Message) { takeDays(message) }

  mutating func reload() { state.reading.forget() }

  mutating func closed() { letGoOfSaid() }

  mutating func settle() {
    letGoOfOtherDay()
    let layout = self.layout
    let request = DaysRequest(days: layout.days, today: today, entriesADay: layout.entriesADay)
    state.reading.ask(request, day: layout.panel == nil ? nil : cursor, on: &desk)
  }
}
