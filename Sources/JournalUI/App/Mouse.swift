import JournalCore
import TerminalKit

/// What the mouse does outside the editor.
extension Model {
  mutating func handleMouse(_ event: MouseEvent) {
    if event.kind == .press, event.position.row == size.rows - 1 {
      // The keys at the bottom can be pressed with the mouse, too.
      if let action = hintedAction(atColumn: event.position.column) { perform(action) }
      return
    }
    let promiseColumns = min(size.columns - 16, width.columns(of: promise.text))
    if event.kind == .press, event.position.row == 0, event.position.column >= size.columns - 1 - promiseColumns {
      // Whether everything is safe leads to why.
      return perform(.showSync)
    }
    if screens.last == .editor {
      handleEditor(.mouse(event))
    } else if !stack.isEmpty {
      workOnTop { $0.mouse(event) }
    } else {
      mouseOnMain(event)
    }
  }

  private mutating func mouseOnMain(_ event: MouseEvent) {
    let layout = layout
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

  // MARK: Dialogs

  mutating func handleDialogMouse(_ dialog: Dialog, _ event: MouseEvent) {
    let isPress = event.kind == .press || event.kind == .doublePress
    switch dialog {
    case .choice(var choice):
      let rows = DialogLayout.choice(choice, size, width: width).layout.rows
      let index = event.position.row - rows.row
      guard isPress, rows.contains(event.position), choice.options.indices.contains(index) else { return }
      choice.selected = index
      dialogs.removeLast()
      run(choice.options[index].command)
    case .prompt(var prompt):
      let field = DialogLayout.prompt(prompt, size, width: width).field
      guard field.contains(event.position) || event.kind == .drag || event.kind == .release else { return }
      prompt.field.mouse(
        MouseEvent(event.kind, at: Position(row: 0, column: event.position.column - field.column)))
      dialogs[dialogs.count - 1] = .prompt(prompt)
    case .picker(var picker):
      let layout = DialogLayout.picker(picker, size, width: width)
      if let step = event.wheel {
        picker.move(by: step)
        dialogs[dialogs.count - 1] = .picker(picker)
        return
      }
      let index = picker.top + event.position.row - layout.rows.row
      if isPress, !layout.box.contains(event.position) {
        // A press beside it closes it, as Esc does.
        return closePicker(picker)
      }
      guard isPress, layout.rows.contains(event.position), picker.rows.indices.contains(index) else { return }
      picker.cursor = index
      dialogs[dialogs.count - 1] = .picker(picker)
      if case .tags = picker.kind, let item = picker.current { toggleTag(picker, item.value) } else { choose(picker) }
    case .signIn(var signIn):
      signIn.mouse(event, DialogLayout.signIn(signIn, size))
      dialogs[dialogs.count - 1] = .signIn(signIn)
    case .files(let picker): mouseInFiles(picker, event)
    }
  }
}

extension MouseEvent {
  /// Down is positive; nil where it is no turn of the wheel.
  var wheel: Int? {
    switch kind {
    case .wheelUp: -1
    case .wheelDown: 1
    default: nil
    }
  }
}
