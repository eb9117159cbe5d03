import JournalCore
import TerminalKit

/// What the mouse does on the main screen.
extension MainScreen {
  mutating func mouse(_ event: MouseEvent) {
    let layout = self.layout
    let place = event.position
    if let rect = layout.sidebar, rect.contains(place) {
      mouseInSidebar(event, rect)
    } else if let rect = layout.list, rect.contains(place) {
      mouseInList(event)
    } else if let rect = layout.reader, rect.contains(place) {
      if let step = event.wheel {
        reader.scroll += step * 3
      } else if event.kind == .press, pressPicture(at: place) || pressStop(at: place) || pressTarget(at: place) {
        return
      } else if event.kind == .press, focus == .page {
        pressMargin(at: place)
      } else if event.kind == .press {
        setFocus(.reader)
      } else if event.kind == .doublePress {
        editSelected()
      }
    }
  }

  private mutating func mouseInSidebar(_ event: MouseEvent, _ rect: Rect) {
    if let step = event.wheel {
      sidebar.top += step
      return
    }
    guard event.kind == .press || event.kind == .doublePress else { return }
    let rows = sidebarRows
    let index = sidebar.top + event.position.row - rect.inside.row
    guard rect.inside.contains(event.position), rows.indices.contains(index) else { return setFocus(.sidebar) }
    if case .heading(let group) = rows[index], event.kind == .press { return toggleGroup(group) }
    guard let scope = rows[index].scope else { return setFocus(.sidebar) }
    showFromSidebar(scope)
    setFocus(event.kind == .doublePress || layout.sidebarIsOver ? .list : .sidebar)
  }

  private mutating func mouseInList(_ event: MouseEvent) {
    if let step = event.wheel { return scrollList(by: step * 2) }
    guard event.kind == .press || event.kind == .doublePress else { return }
    let area = listArea
    if let search, let list = layout.list, list.inside.contains(event.position), event.position.row < area.row {
      if !search.isTyping { openSearch() }
      return
    }
    setFocus(.list)
    search?.isTyping = false
    let lines = list.lines(height: area.rows, spacing: listSpacing, offsetSeconds: now.offsetSeconds)
    let offset = event.position.row - area.row
    guard area.contains(event.position), lines.indices.contains(offset), case .row(let index, _) = lines[offset] else {
      return
    }
    if list.isMarking, event.kind == .press {
      list.selection = index
      let id = list.rows[index].id
      if list.marks.remove(id) == nil { list.marks.insert(id) }
      return
    }
    selectRow(index)
    if event.kind == .doublePress { openReadingPage() }
  }
}
