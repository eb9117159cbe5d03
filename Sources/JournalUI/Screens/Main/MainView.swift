import JournalCore
import TerminalKit

extension MainScreen {
  func draw(_ canvas: inout Canvas) {
    let around = self.around
    let layout = around.layout
    let painter = ListPainter(
      desk: desk, list: list, search: search, around: around, contexts: contexts, view: viewport)
    if let rect = layout.list { painter.drawListPane(rect, &canvas) }
    if let rect = layout.reader {
      ReaderPainter(desk: desk, reader: reader, list: list, around: around).draw(rect, &canvas)
    }
    if let rect = layout.list { painter.drawListThumb(rect, &canvas) }
    if let rect = layout.days { DaysColumnPainter(desk: desk, column: state.days).draw(rect, &canvas) }
    if let rect = layout.sidebar {
      if layout.sidebarIsOver { canvas.recede() }
      SidebarPainter(desk: desk, sidebar: state.sidebar, around: around).draw(rect, &canvas)
    }
    if let search, search.isTyping, dialogs.isEmpty, let rect = layout.list {
      SearchPainter(desk: desk, search: search).placeCursor(rect, &canvas)
    }
  }
}

extension Desk {
  /// Says what could not be read, and the key that tries again.
  func drawFailure(_ sentence: String, _ rect: Rect, _ canvas: inout Canvas) {
    let hint = "\(keyName(.retry)) tries again."
    canvas.centered([StyledText(sentence, theme.error), StyledText(hint, theme.secondary)], in: rect)
  }
}
