import JournalCore

/// What the main screen shows: the lists there are, one of them, and an entry of it.
struct MainModel: ScreenState {
  typealias Work = MainScreen

  var focus = Pane.list
  /// Whether the sidebar lies over the list where it has no room of its own.
  var isSidebarOpen = false
  var sidebar: SidebarPane
  var list: ListPane
  var reader = ReaderPane()
  var days = DaysColumn()
  var search: SearchLine?
  /// The charts from which the list that is shown was opened; nil where it was not.
  var charts: ChartsBehind?
  var trash = TrashQuestion()
  var links = EntryLinks()
  /// The days that were gone to last, and the search for them: where it finds nothing, the entry nearest to them is shown.
  var wanted: (query: String, days: ClosedRange<CivilDate>)?
  /// The day that was gone to, until the entry nearest to it is there.
  var sought: SoughtDay?
  /// The pane whose edge the mouse holds; nil where it holds none.
  var dragged: Pane?

  init(_ preferences: Preferences) {
    list = ListPane(scope: preferences.scope, order: preferences.order)
    sidebar = SidebarPane(at: preferences.scope)
  }
}

/// A part of the main screen that can have the keys.
enum Pane: Hashable, Sendable {
  case sidebar, list, reader
  /// The entry of the reader over all panes: the reading page.
  case page

  /// Whether what is done here is done to the entry that is read.
  var reads: Bool { self == .reader || self == .page }
}

/// A day that was gone to.
struct SoughtDay: Hashable, Sendable {
  var day: CivilDate
  /// Of the list that was asked for then.
  var generation: Int
}

extension SoughtDay? {
  /// Says so where the list has nothing from that day, once it is there.
  mutating func tell(_ ticket: ListTicket, _ rows: [EntrySummary], on desk: inout Desk) {
    guard let sought = self, ticket.generation == sought.generation else { return }
    self = nil
    // An entry of another time zone may be further from this one's noon than one of the day before or after.
    guard !rows.isEmpty, !rows.contains(where: { $0.date.local.date == sought.day }) else { return }
    desk.say("Nothing from \(DateText.day(sought.day)); this is the nearest entry.")
  }
}
