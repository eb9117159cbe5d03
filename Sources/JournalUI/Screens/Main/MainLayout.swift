import JournalCore
import TerminalKit

/// Where the parts of the main screen are, for a size and what is open; shared by drawing and the mouse.
struct MainLayout: Hashable, Sendable {
  static let smallest = Size(rows: 12, columns: 40)
  /// The widths from which on the sidebar has room of its own, and the reader stands beside the list.
  static let threePanes = 100
  static let twoPanes = 70
  /// The width from which on sidebar and list are wider, too.
  static let wide = 160
  /// The width from which on the days beside the reader have all the columns that they like.
  static let widest = 190
  /// The rows from which on a free one stands between entries, where there are three panes.
  static let roomy = 30

  var topLine: Rect
  var bottomLine: Rect
  /// Panes with a free column at both sides and a line above and below; nil where they are not shown.
  var sidebar: Rect?
  var list: Rect?
  var reader: Rect?
  /// The days beside the reader; nil where they are not shown.
  var days: Rect?
  /// Whether the sidebar lies over the list.
  var sidebarIsOver = false

  static func isTooSmall(_ size: Size) -> Bool { size.rows < smallest.rows || size.columns < smallest.columns }

  /// How many columns sidebar and list are wider than usual.
  struct Extra: Hashable, Sendable {
    var sidebar = 0
    var list = 0
  }

  /// The fewest columns that the panes have where there is room for all of them.
  private static let least = (sidebar: 14, list: 24, reader: 24)

  /// The columns of a sidebar that lies over the list, where what is behind can step back.
  private static let sidebarOver = 24

  /// - Parameter hasScrim: whether what lies behind the sidebar steps back; where not, the sidebar covers the list.
  /// - Parameter hasDays: whether the days are shown beside the reader where there is room.
  init(
    size: Size, focus: Pane, isSidebarOpen: Bool, extra: Extra = Extra(), hasScrim: Bool = true, hasDays: Bool = false
  ) {
    var rest = Rect(size)
    topLine = rest.takeTop(1)
    bottomLine = rest.takeBottom(1)
    if focus == .page {
      reader = rest
      return
    }
    if size.columns >= Self.threePanes {
      let isWide = size.columns >= Self.wide
      if isWide, hasDays { days = rest.takeRight(size.columns >= Self.widest ? 44 : 34) }
      let most = rest.columns - Self.least.list - Self.least.reader
      sidebar = rest.takeLeft(max(Self.least.sidebar, min(most, (isWide ? 24 : 22) + extra.sidebar)))
      list = rest.takeLeft(Self.listColumns((isWide ? 52 : min(42, rest.columns / 2)) + extra.list, in: rest))
      reader = rest
      return
    }
    if size.columns >= Self.twoPanes {
      list = rest.takeLeft(Self.listColumns(rest.columns * 45 / 100 + extra.list, in: rest))
      reader = rest
    } else if focus == .reader {
      reader = rest
    } else {
      list = rest
    }
    if isSidebarOpen, let list {
      // A strip of the list beside it would be nothing but halves of words, as bright as the rest.
      let columns = hasScrim ? min(Self.sidebarOver, list.columns) : list.columns
      sidebar = Rect(row: list.row, column: 0, rows: list.rows, columns: columns)
      sidebarIsOver = true
    }
  }
}

extension MainLayout {
  private static func listColumns(_ wished: Int, in rest: Rect) -> Int {
    max(least.list, min(rest.columns - least.reader, wished))
  }
}

extension Rect {
  /// What is within the free edge of a pane, or the frame of a box.
  var inside: Rect { inset(rows: 1, columns: 1) }
}

extension MainScreen {
  var layout: MainLayout {
    let isEmpty = state.list.isEmptyJournal(isSearching: state.search != nil)
    var layout = MainLayout(
      size: size, focus: focus, isSidebarOpen: state.isSidebarOpen,
      extra: MainLayout.Extra(sidebar: preferences.sidebarExtra, list: preferences.listExtra),
      hasScrim: theme.paints, hasDays: preferences.showsDays && !isEmpty)
    if isEmpty, let list = layout.list, let reader = layout.reader {
      // Nothing to read yet: one pane for the words of welcome.
      layout.list = Rect(row: list.row, column: list.column, rows: list.rows, columns: list.columns + reader.columns)
      layout.reader = nil
    }
    return layout
  }

  /// What the panes are told of each other.
  var around: Surroundings { Surroundings(focus: focus, layout: layout, scope: state.list.scope) }

  /// Where the rows of the list are: within its pane, below the search line.
  var listArea: Rect {
    guard let list = layout.list else { return Rect(row: 0, column: 0, rows: 0, columns: 0) }
    var area = list.inside
    if let search = state.search { _ = area.takeTop(min(desk.lines(of: search, columns: area.columns), area.rows)) }
    return area
  }

  /// What of the list is on the screen.
  var viewport: ListViewport {
    ListViewport(height: listArea.rows, spacing: ListSpacing(desk), offsetSeconds: now.offsetSeconds)
  }

  /// Whether small pictures can stand in the rows of the list now.
  var showsThumbnails: Bool { desk.screens.isEmpty && layout.list != nil }
}

extension SharesDesk {
  /// Whether there is room for free lines in the list and bold titles.
  var isRoomy: Bool {
    preferences.density == .roomy && size.rows >= MainLayout.roomy && size.columns >= MainLayout.threePanes
  }
}
