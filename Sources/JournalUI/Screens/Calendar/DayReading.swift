import JournalCore
import TerminalKit

/// What a screen of days asked of the journal, and what it has read.
struct DayReading: Hashable, Sendable {
  private var request: DaysRequest?
  private var day: CivilDate?
  /// The numbers that were read last; of another span than the one that is shown while an answer is on its way.
  private(set) var span: DaySpan?
  /// The numbers of each day on which something was written.
  private(set) var totals: [CivilDate: DayTotals] = [:]
  /// The day that was read last.
  private(set) var page: DayPage?
  /// A day that is to be opened as soon as it is known whether anything was written on it.
  var opens: CivilDate?
  private var answered: DaysRequest?
  /// That a day has no entries, as it was said; nil where it is not the latest thing.
  var said: Said?

  struct Said: Hashable, Sendable {
    let day: CivilDate
    let text: String
  }

  /// Asks for what is not there yet.
  ///
  /// - Parameter day: The day to be read by itself; nil for none.
  mutating func ask(_ request: DaysRequest, day: CivilDate?, on desk: inout Desk) {
    if request != self.request {
      self.request = request
      desk.emit(.loadDays(request))
    }
    if let day, day != self.day {
      self.day = day
      desk.emit(.loadDay(day))
    }
  }

  /// Takes what was read; what was asked before something else is let go. What was written since is read anew.
  mutating func take(_ message: Message) {
    switch message {
    case .daysLoaded(let request, let loaded) where request == self.request:
      span = loaded
      answered = request
      totals = Dictionary(loaded.totals.map { ($0.date, $0) }) { first, _ in first }
    case .dayLoaded(let loaded) where loaded.date == day: page = loaded
    case .applied: forget()
    default: break
    }
  }

  /// Whether the numbers of the days that are shown are still on their way.
  var isAwaited: Bool { answered != request }

  /// Has all of it read again.
  mutating func forget() { (request, day) = (nil, nil) }
}

/// The line that a screen of days asks for.
enum DayQuestion: AnswerGroup { case goTo }

/// A screen that shows days, of which one is under the cursor.
protocol ShowsDays: Screen where Questions == DayQuestion {
  /// The day under the cursor.
  var cursor: CivilDate { get }
  var reading: DayReading { get set }
  /// Moves the cursor to a day, and what is shown with it.
  mutating func goTo(_ day: CivilDate)
}

extension ShowsDays {
  mutating func perform(_ action: DayAction) {
    reading.opens = nil
    switch action {
    case .showCalendar:
      ask(.close(Self.context))
      ask(.open(.calendar(CalendarModel(cursor: cursor))))
    case .showYear:
      ask(.close(Self.context))
      ask(.open(.year(YearModel(cursor: cursor, today: today))))
    case .openDay: openDay()
    case .writeForDay: if canWrite() { ask(.writeFor(cursor)) }
    case .answerQuestion: desk.answerQuestion()
    case .nextQuestion: desk.turnQuestion()
    case .goToToday: goTo(today)
    case .goToDay: openDatePrompt(DayQuestion.goTo, .days, "Go to a date")
    }
  }

  /// Shows the charts in the place of this screen.
  mutating func openInsights() {
    ask(.close(Self.context))
    ask(.open(.insights(InsightsModel())))
  }

  mutating func answered(_ question: DayQuestion, _ prompt: Prompt) {
    switch question {
    case .goTo: if let days = prompt.days { goTo(days.lowerBound) }
    }
  }

  /// Shows the entries of the day in the list.
  mutating func openDay() {
    guard reading.totals[cursor] == nil else { return ask(.showDay(cursor)) }
    // A month that was turned to a moment ago may not be read yet.
    guard !reading.isAwaited else {
      reading.opens = cursor
      return
    }
    let key = keymap.shownKey(of: .writeForDay, in: contexts).map {
      " \(glyphs.separator) \($0.shortName(glyphs: glyphs)) to write one"
    }
    let text = "No entries on \(shortDate(cursor))\(key ?? "")"
    say(text)
    reading.said = DayReading.Said(day: cursor, text: text)
  }

  /// What was said of a day goes with it: it lies over the page, and the person has gone on.
  mutating func letGoOfSaid() {
    guard let said = reading.said else { return }
    reading.said = nil
    if notice?.text == said.text { notice = nil }
  }

  /// The same, unless the cursor is still on that day.
  mutating func letGoOfOtherDay() { if let said = reading.said, said.day != cursor { letGoOfSaid() } }

  /// Takes what was read, and opens the day that waited for it.
  mutating func takeDays(_ message: Message) {
    reading.take(message)
    guard let day = reading.opens, !reading.isAwaited else { return }
    reading.opens = nil
    // A person who went on to another day meanwhile, or to another screen, does not want this one any more.
    if day == cursor, desk.screens.last == Self.context, dialogs.isEmpty { openDay() }
  }

  /// One hint for keys that belong together; those that have no key are left out.
  func jointHint(_ actions: [Action], _ text: String) -> KeyHints.Hint? {
    let keys = actions.compactMap { keymap.shownKey(of: $0, in: contexts)?.shortName(glyphs: glyphs) }
    return keys.isEmpty ? nil : hint(keys.joined(separator: " "), text)
  }

  /// The day under the cursor in numbers: `Sat 21 Nov · 1 entry, 79 words`, in narrow windows without the entries; none where
  /// the keys have no room beside it.
  var dayPlace: [String] {
    guard size.columns >= 70, reading.span != nil else { return [] }
    guard size.columns < 100, let totals = reading.totals[cursor] else { return [dayWords] }
    return ["\(cursor.day) \(shortMonth(cursor.month)) \(glyphs.separator) \(counted(totals.words, "word", "words"))"]
  }

  /// The day under the cursor in numbers: `Sat 21 Nov · 1 entry, 79 words`.
  var dayWords: String {
    let day = "\(cursor.weekday.shortName) \(cursor.day) \(shortMonth(cursor.month))"
    guard let totals = reading.totals[cursor] else { return "\(day) \(glyphs.separator) nothing written" }
    return "\(day) \(glyphs.separator) \(counted(totals.entries, "entry", "entries")), "
      + counted(totals.words, "word", "words")
  }

  /// What an empty journal says in place of days; false where it is not empty.
  func drawEmpty(_ canvas: inout Canvas) -> Bool {
    guard let span = reading.span, span.statistics.entries == 0 else { return false }
    let page = Rect.page(size)
    let row = canvas.stack(
      [
        StyledText("No entries yet", theme.subheading),
        StyledText("Every day on which you write will be seen here.", theme.secondary),
      ], in: page)
    let key = keymap.shownKey(of: .writeForDay, in: contexts)?.shortName(glyphs: glyphs) ?? ""
    let words = [StyledText(key, theme.keyName), StyledText(" write for this day", theme.keyText)]
    let columns = words.reduce(0) { $0 + width.columns(of: $1.text) }
    canvas.put(
      words, row: row + 1, column: page.column + max(0, (page.columns - columns) / 2), limit: page.columns)
    return true
  }
}

extension Desk {
  /// Opens the calendar or the year at a day, from the list.
  mutating func open(_ action: DayAction, at day: CivilDate) {
    switch action {
    case .showCalendar: ask(.open(.calendar(CalendarModel(cursor: day))))
    case .showYear: ask(.open(.year(YearModel(cursor: day, today: today))))
    case .answerQuestion: answerQuestion()
    case .openDay, .writeForDay, .goToToday, .goToDay, .nextQuestion: break
    }
  }
}

extension SharesDesk {
  /// The date of an entry that is written now for a day: by this time of it.
  func date(on day: CivilDate) -> EntryDate {
    var local = now.local
    local.date = day
    return day == today ? now : environment.zone.date(local: local)
  }

  /// `Nov`.
  func shortMonth(_ month: Int) -> String { String(monthNames[month - 1].prefix(3)) }

  /// The bar of a category as calendars show it; faint where an entry has none.
  func barStyle(_ entry: DayEntry) -> Style {
    category(entry.category).map { theme.style(ofColor: $0.colorHex) } ?? theme.faint
  }
}

extension DayEntry {
  /// The title, or the first words where there is none.
  var shownTitle: String {
    guard title.isEmpty else { return title }
    let words = firstWords(of: EntryLink.shown(preview))
    return words.isEmpty ? "Untitled" : words
  }
}

extension CivilDate {
  /// The day, or the nearest one that a journal can have.
  var clamped: CivilDate {
    if year < 1, let first = CivilDate(year: 1, month: 1, day: 1) { return first }
    if year > 9999, let last = CivilDate(year: 9999, month: 12, day: 31) { return last }
    return self
  }

  /// The first day of the day's week.
  ///
  /// - Parameter first: With which weekday weeks begin.
  func weekBegin(_ first: Weekday) -> CivilDate { adding(days: -((weekday.rawValue - first.rawValue + 7) % 7)) }
}
