import JournalCore
import TerminalKit

/// Brings everything that follows from the rest up to date after a message: scrolling, set text, what is to be read.
extension Model {
  mutating func settle() {
    settleMain()
    settleTrash()
    settleDisplacement()
    settleEditor()
    workOnAll { $0.settle() }
    settleDialogs()
    settleThumbnails()
    settlePictures()
    if dialogs.isEmpty, screens.isEmpty, !waitingDrafts.isEmpty { offerNextDraft() }
  }

  private mutating func settleMain() {
    if focus.reads, list.isLoaded, list.selected == nil { focus = .list }
    let area = listArea
    list.fill(height: area.rows, spacing: listSpacing, offsetSeconds: now.offsetSeconds)
    list.loadMore(visible: area.rows).forEach { emit($0) }
    settleSidebar()
    requestReader()
    settleReader()
    if let list = layout.list {
      let width = width
      search?.field.fit(list.inside.searchField.columns, width)
    }
  }

  private mutating func settleEditor() {
    // Never through a copy: the text may be long, and a copy of it would be made at the next key.
    guard editor != nil else { return }
    let width = width
    // The title first: how many rows it takes decides where all else stands.
    let titleColumns = max(1, editorLayout.title.columns)
    editor?.title.fit(titleColumns, rows: EditorLayout.titleRows, width)
    let layout = editorLayout
    let viewport = Size(rows: max(1, layout.body.rows), columns: max(1, layout.body.columns))
    let (mode, findColumns) = (editorMode, layout.find.columns)
    if editor?.body.viewport != viewport || editor?.isMeasured == false {
      editor?.body.setViewport(viewport, width: width)
      editor?.isMeasured = true
    }
    if editor?.body.mode != mode { editor?.body.mode = mode }
    settleChips()
    editor?.find?.fit(findColumns, width)
    editor?.replacement?.fit(findColumns, width)
  }

  private mutating func settleDialogs() {
    guard let last = dialogs.last else { return }
    switch last {
    case .choice: break
    case .prompt(var prompt):
      prompt.field.fit(max(1, DialogLayout.prompt(prompt, size, width: width).field.columns), width)
      dialogs[dialogs.count - 1] = .prompt(prompt)
    case .picker(var picker):
      let layout = DialogLayout.picker(picker, size, width: width)
      picker.query.fit(max(1, layout.field.columns), width)
      picker.settle(height: max(1, layout.rows.rows))
      dialogs[dialogs.count - 1] = .picker(picker)
    case .signIn(var signIn):
      signIn.fit(DialogLayout.signIn(signIn, size), width)
      dialogs[dialogs.count - 1] = .signIn(signIn)
    case .files(var picker):
      let layout = FilesLayout(size: size)
      picker.query.fit(max(1, layout.field.columns), width)
      picker.settle(height: max(1, layout.rows.rows))
      dialogs[dialogs.count - 1] = .files(picker)
    }
  }
}
