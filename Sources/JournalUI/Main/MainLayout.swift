import JournalCore
import TerminalKit

/// Where the parts of the main screen are, for a size and what is open; shared by drawing and the mouse.
struct MainLayout: Hashable, Sendable {
  static let smallest = Size(rows: 12, columns: 40)
  /// The widths from which on the sidebar has room of its own, and the reader stands beside the list.
  static let threePanes = 100
  static let twoPanes = 70

  var topLine: Rect
  var bottomLine: Rect
  /// Boxes with their borders; nil where they are not shown.
  var sidebar: Rect?
  var list: Rect?
  var reader: Rect?
  /// Whether the sidebar lies over the list.
  var sidebarIsOver = false

  static func isTooSmall(_ size: Size) -> Bool { size.rows < smallest.rows || size.columns < smallest.columns }

  init(size: Size, focus: Pane, isSidebarOpen: Bool, measure: Int) {
    var rest = Rect(size)
    topLine = rest.takeTop(1)
    bottomLine = rest.takeBottom(1)
    if size.columns >= Self.threePanes {
      sidebar = rest.takeLeft(size.columns >= 140 ? 30 : 26)
      let half = rest.columns * 47 / 100
      // Beyond the widest text that is read well, the list gets what is left over.
      let readerWidth = min(max(rest.columns - half, 0), measure + 6)
      list = rest.takeLeft(max(half, min(rest.columns - readerWidth, 72)))
      reader = rest
      return
    }
    if size.columns >= Self.twoPanes {
      list = rest.takeLeft(rest.columns * 46 / 100)
      reader = rest
    } else if focus == .reader {
      reader = rest
    } else {
      list = rest
    }
    if isSidebarOpen, let list {
      var over = list
      sidebar = over.takeLeft(min(30, list.columns))
      sidebarIsOver = true
    }
  }
}

extension Rect {
  /// The inside of a box.
  var inside: Rect { inset(rows: 1, columns: 1) }
}

extension Model {
  var layout: MainLayout {
    var layout = MainLayout(size: size, focus: focus, isSidebarOpen: isSidebarOpen, measure: preferences.measure)
    if isJournalEmpty, let list = layout.list, let reader = layout.reader {
      // Nothing to read yet: one pane for the words of welcome.
      layout.list = Rect(row: list.row, column: list.column, rows: list.rows, columns: list.columns + reader.columns)
      layout.reader = nil
    }
    return layout
  }

  /// Whether there is no entry at all to be shown anywhere.
  var isJournalEmpty: Bool {
    list.isLoaded && list.rows.isEmpty && list.scope == .all && search == nil
  }

  /// Where the rows of the list are: inside its box, below the search line.
  var listArea: Rect {
    guard let list = layout.list else { return Rect(row: 0, column: 0, rows: 0, columns: 0) }
    var area = list.inside
    if search != nil { _ = area.takeTop(min(searchLines, area.rows)) }
    return area
  }

  /// The search line, the line below it that helps, and nothing else.
  var searchLines: Int { 2 }

  var linesPerRow: Int { preferences.showsPreview ? 2 : 1 }
}
