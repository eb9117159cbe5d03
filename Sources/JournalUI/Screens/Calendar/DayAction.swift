/// What is done with a day, in the calendar and in the year; and the ways to both.
package enum DayAction: String, ActionGroup {
  case showCalendar = "show-calendar"
  case showYear = "show-year"
  case openDay = "open-day"
  case writeForDay = "write-for-day"
  case goToToday = "go-to-today"
  case goToDay = "go-to-day"
  case answerQuestion = "answer-question"
  case nextQuestion = "next-question"

  package var info: ActionInfo {
    switch self {
    case .showCalendar: ActionInfo("Calendar: a month", "month", [.journal, .year, .insights], ["C"])
    case .showYear: ActionInfo("Year: every day of it", "year", [.journal, .calendar, .insights], ["Y"])
    case .openDay: ActionInfo("Open the day", "open the day", [.calendar, .year], ["enter"])
    case .writeForDay: ActionInfo("Write for this day", "write for this day", [.calendar, .year, .insights], ["n"])
    case .goToToday: ActionInfo("Go to today", "today", [.calendar, .year], ["t"])
    case .goToDay: ActionInfo("Go to a day", "date", [.calendar, .year], ["W"])
    case .answerQuestion: ActionInfo("Write on today’s question", "question", [.journal, .year], ["Q"])
    case .nextQuestion: ActionInfo("Another question", "another", [.year], ["p"])
    }
  }
}

/// Moving about in a month.
package enum CalendarAction: String, ActionGroup {
  case dayBefore = "day-before"
  case dayAfter = "day-after"
  case monthBefore = "month-before"
  case monthAfter = "month-after"

  package var info: ActionInfo {
    switch self {
    case .dayBefore: ActionInfo("The day before", "day", [.calendar], ["left", "h"])
    case .dayAfter: ActionInfo("The day after", "day", [.calendar], ["right", "l"])
    case .monthBefore: ActionInfo("The month before", "month", [.calendar], ["<", "K"])
    case .monthAfter: ActionInfo("The month after", "month", [.calendar], [">", "J"])
    }
  }
}

/// Moving about in a year.
package enum YearAction: String, ActionGroup {
  case weekBefore = "week-before"
  case weekAfter = "week-after"
  case yearBefore = "year-before"
  case yearAfter = "year-after"

  package var info: ActionInfo {
    switch self {
    case .weekBefore: ActionInfo("The week before", "week", [.year], ["left", "h"])
    case .weekAfter: ActionInfo("The week after", "week", [.year], ["right", "l"])
    case .yearBefore: ActionInfo("The year before", "year", [.year], ["<", "K"])
    case .yearAfter: ActionInfo("The year after", "year", [.year], [">", "J"])
    }
  }
}

extension Action {
  static let showCalendar = days(.showCalendar), showYear = days(.showYear), openDay = days(.openDay)
  static let answerQuestion = days(.answerQuestion), nextQuestion = days(.nextQuestion)
  static let writeForDay = days(.writeForDay), goToToday = days(.goToToday), goToDay = days(.goToDay)
  static let dayBefore = calendar(.dayBefore), dayAfter = calendar(.dayAfter), monthBefore = calendar(.monthBefore)
  static let monthAfter = calendar(.monthAfter), weekBefore = year(.weekBefore), weekAfter = year(.weekAfter)
  static let yearBefore = year(.yearBefore), yearAfter = year(.yearAfter)
}
