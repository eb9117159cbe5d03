import JournalCore
import TerminalKit

/// What the mouse does on the main screen: it goes to the pane below it.
extension MainScreen {
  mutating func mouse(_ event: MouseEvent) {
    if dragPane(event) { return }
    let around = self.around
    let place = event.position
    if let rect = around.layout.sidebar, rect.contains(place) {
      take(state.sidebar.mouse(event, in: rect, desk, around))
    } else if let rect = around.layout.list, rect.contains(place) {
      mouseInList(event, rect)
    } else if let rect = around.layout.reader, rect.contains(place) {
      take(state.reader.mouse(event, desk, around))
    } else if let rect = around.layout.days, event.kind == .press {
      state.days.press(at: place, in: rect, on: &desk)
    }
  }

  /// Selects the entry of the list at a place, where one is.
  mutating func selectRow(at place: Position) {
    guard around.layout.list != nil, listArea.contains(place) else { return }
    take(state.list.mouse(MouseEvent(.press, at: place), in: listArea, viewport))
  }

  private mutating func mouseInList(_ event: MouseEvent, _ rect: Rect) {
    if let step = event.wheel { return state.list.scroll(by: step * 2) }
    guard event.kind == .press || event.kind == .doublePress else { return }
    let area = listArea
    if let search, rect.inside.contains(event.position), event.position.row < area.row {
      return search.isTyping ? () : openSearch()
    }
    take(state.list.mouse(event, in: area, viewport))
  }
}
