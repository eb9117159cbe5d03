import JournalCore
import TerminalKit

/// Where the reader is on the screen, and how its text stands in it.
struct ReaderPlace {
  /// The pane without its edge.
  let inside: Rect
  /// Whether it is the reading page, and not the pane beside the list.
  let isPage: Bool
  /// Free columns before the text: a margin, and half of what is left where the pane is wider than what is read well.
  let indent: Int
  /// Columns for the text.
  let columns: Int
  /// Free lines above the date, as long as the page is not scrolled.
  let freeLines: Int

  /// Nil where the reader is not shown.
  init?(_ desk: Desk, _ around: Surroundings) {
    guard let inside = around.layout.reader?.inside else { return nil }
    self.inside = inside
    isPage = around.focus == .page
    let measure = desk.preferences.measure
    if isPage {
      let page = PageLayout(desk.size, measure)
      indent = page.text.column - inside.column
      columns = page.text.columns
      freeLines = page.freeLines
    } else {
      indent = max(inside.columns >= 50 ? 2 : 1, (inside.columns - measure) / 2)
      columns = max(1, min(measure, inside.columns - 2 * indent))
      freeLines = 0
    }
  }

  /// The box of each picture: the same whatever is shown in it, so that nothing moves when it arrives.
  func box(for detail: EntryDetail, _ abilities: PictureAbilities) -> Size {
    guard !detail.images.isEmpty, abilities.way != .none else { return Size(rows: 0, columns: 0) }
    // In the measure of the text, but never so high that little else is on the screen.
    let rows = max(3, inside.rows < 24 ? inside.rows / 3 : min(inside.rows * 2 / 5, 26))
    // Wide enough for what is photographed commonly; a panorama becomes lower instead.
    return Size(rows: rows, columns: min(columns, rows * 4))
  }
}

extension ReaderPage.Key {
  init(detail: EntryDetail, list: ListPane, place: ReaderPlace, _ desk: Desk) {
    let query: SearchQuery? = if case .search(let query) = list.scope { query } else { nil }
    self.init(
      detail: detail, category: desk.category(detail.entry.category), columns: place.columns, theme: desk.theme,
      glyphs: desk.glyphs, search: query, box: place.box(for: detail, desk.abilities),
      isStrictMarkdown: desk.preferences.isStrictMarkdown, clock: desk.clock, isPage: place.isPage,
      freeLines: place.freeLines)
  }
}
