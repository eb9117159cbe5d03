/// Looking at charts: which days they are made of, which of them has the keys, and which of its parts.
package enum InsightsAction: String, OpensScreen {
  case showInsights = "show-insights"
  case nextChart = "next-chart"
  case previousChart = "previous-chart"
  case partBefore = "part-before"
  case partAfter = "part-after"
  case openPart = "open-part"
  case spanMonth = "span-month"
  case spanYear = "span-year"
  case spanAll = "span-all"

  package var info: ActionInfo {
    switch self {
    case .showInsights:
      ActionInfo("Insights in charts", "insights", [.journal, .calendar, .year], ["I"])
    case .nextChart: ActionInfo("Next chart", "chart", [.insights], ["tab"])
    case .previousChart: ActionInfo("Previous chart", "chart", [.insights], ["shift-tab"])
    case .partBefore: ActionInfo("The part before in the chart", "part", [.insights], ["left", "h"])
    case .partAfter: ActionInfo("The part after in the chart", "part", [.insights], ["right", "l"])
    case .openPart: ActionInfo("Show the entries of the part", "entries", [.insights], ["enter"])
    case .spanMonth: ActionInfo("Charts of the last five weeks", "month", [.insights], ["m"])
    case .spanYear: ActionInfo("Charts of the last twelve months", "year", [.insights], ["y"])
    case .spanAll: ActionInfo("Charts of all days", "all", [.insights], ["a"])
    }
  }
}

extension InsightsAction {
  func open(on desk: inout Desk) { if self == .showInsights { desk.ask(.open(.insights(InsightsModel()))) } }
}

extension Action {
  static let showInsights = insights(.showInsights), nextChart = insights(.nextChart)
  static let previousChart = insights(.previousChart), partBefore = insights(.partBefore)
  static let partAfter = insights(.partAfter), openPart = insights(.openPart), spanMonth = insights(.spanMonth)
  static let spanYear = insights(.spanYear), spanAll = insights(.spanAll)
}
