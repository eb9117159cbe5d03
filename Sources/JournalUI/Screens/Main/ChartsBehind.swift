import JournalCore

/// Charts from which a list was opened, to which Esc leads back, and the list that lay under them.
struct ChartsBehind: Sendable {
  private let charts: InsightsModel
  /// The list that was opened.
  let scope: ListScope
  private let formerScope: ListScope
  private let formerSelection: RecordName?

  /// Shows the entries of a part of a chart in the list: those of several days are searched for.
  static func show(_ part: InsightsScreen.Target, of charts: InsightsModel, on main: inout MainScreen) {
    let former = main.search.map { ($0.formerScope, $0.formerSelection) } ?? (main.list.scope, main.list.selected?.id)
    switch part {
    case .list(let scope): main.showAndFocus(scope)
    case .days(let days) where days.lowerBound == days.upperBound: main.showAndFocus(.day(days.lowerBound))
    case .days(let days):
      // What was counted are the person's own.
      if main.list.scope.isOfOthers { main.show(.all) }
      main.find("from:\(days.lowerBound.iso) to:\(days.upperBound.iso)")
    }
    main.state.charts = ChartsBehind(
      charts: charts, scope: main.list.scope, formerScope: former.0, formerSelection: former.1)
  }

  /// Goes back to the charts, over the list that lay under them.
  func goBack(on main: inout MainScreen) {
    // The list that was opened may be the one that lay under them: the next Esc leads on.
    main.state.charts = nil
    main.show(formerScope, at: formerSelection)
    main.ask(.open(.insights(charts.readAnew)))
  }
}
