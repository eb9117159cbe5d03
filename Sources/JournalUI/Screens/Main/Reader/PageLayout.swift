import TerminalKit

/// The page that reading and writing share: date, title, facts and text have the same rows and columns in both.
struct PageLayout: Hashable, Sendable {
  /// Where the words are, without the free rows at the top and at the bottom.
  var text: Rect
  /// Free rows above the date, as long as the page is not scrolled.
  var freeLines: Int

  /// The width from which on the outline stands beside the page.
  static let outline = MainLayout.wide

  init(_ size: Size, _ measure: Int) {
    let margin = size.columns < 60 ? 2 : 4
    let columns = max(1, min(measure, size.columns - 2 * margin))
    freeLines = size.rows < 24 ? 0 : 2
    text = Rect(
      row: 2, column: (size.columns - columns) / 2, rows: max(0, size.rows - 4), columns: columns)
  }
}
