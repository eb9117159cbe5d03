import JournalCore
import TerminalKit

/// The keys that the bottom line shows.
extension Model {
  var hints: [KeyHints.Hint] {
    switch dialogs.last {
    // The dialog itself shows its answers, in the words of those that they are about.
    case .choice:
      return [hint("\(glyphs.up) \(glyphs.down)", "choose"), hint(glyphs.enter, "select"), hint("Esc", "cancel")]
    case .prompt(let prompt):
      return [hint(glyphs.enter, prompt.isGrave ? "erase forever" : "OK"), hint("Esc", "cancel")]
    case .picker(let picker):
      if case .tags = picker.kind {
        return [hint("Space", "tick"), hint(glyphs.enter, "done"), hint("Esc", "done")]
      }
      return [hint("\(glyphs.up) \(glyphs.down)", "choose"), hint(glyphs.enter, "select"), hint("Esc", "cancel")]
    case .signIn(let signIn): return signInHints(signIn)
    case .files: return filesHints
    case nil: break
    }
    if let chipHints { return chipHints }
    if editor?.find != nil, screens.last == .editor {
      if editor?.isReplacing == true {
        return [
          hint(glyphs.enter, "replace, next"), hint("^R", "replace all"), hint("\(glyphs.up) \(glyphs.down)", "skip"),
          hint("Tab", "find"), hint("Esc", "done"),
        ]
      }
      return [
        hint("\(glyphs.up) \(glyphs.down)", "previous, next"), hint(glyphs.enter, "go on here"), hint("Tab", "replace"),
        hint("Esc", "cancel"),
      ]
    }
    if screens.last == .editor, let editor, editor.isVi { return viHints(editor) + actionHints.map(\.hint) }
    return actionHints.map(\.hint)
  }

  /// What leads on in each of vi's modes; Esc does not leave there.
  private func viHints(_ editor: EditorModel) -> [KeyHints.Hint] {
    if editor.field == .title { return [hint("Esc", "text")] }
    return editor.body.viStatus == "NORMAL" ? [hint("ZZ", "done"), hint(":q", "leave")] : [hint("Esc", "normal")]
  }

  /// The hints that stand for actions, in their order.
  private var actionHints: [(action: Action, hint: KeyHints.Hint)] {
    let contexts = contexts
    let isVi = screens.last == .editor && editor?.isVi == true
    return hintedActions.compactMap { action in
      if isVi, action == .leaveEditor { return nil }
      if action == .nextEntry, contexts.first == .reading, size.columns >= MainLayout.threePanes { return bothWays }
      return keymap.shownKey(of: action, in: contexts).map {
        (action, hint($0.shortName(glyphs: glyphs), shortName(of: action)))
      }
    }
  }

  /// One hint for the two keys that go from entry to entry.
  private var bothWays: (action: Action, hint: KeyHints.Hint)? {
    let keys = [Action.nextEntry, .previousEntry].compactMap { keymap.shownKey(of: $0, in: contexts) }
    guard keys.count == 2 else { return nil }
    return (.nextEntry, hint(keys.map { $0.shortName(glyphs: glyphs) }.joined(separator: " "), "next, previous"))
  }

  /// What a key does now, where that changes.
  private func shortName(of action: Action) -> String {
    if action == .open, screens.isEmpty, focus == .list { return "read" }
    return topScreen?.shortName(of: action) ?? action.info.short
  }

  /// The action whose hint is at a column of the bottom line; nil where there is none.
  func hintedAction(atColumn column: Int) -> Action? {
    guard dialogs.isEmpty else { return nil }
    var end = hintStart
    for hint in KeyHints(hints, kept: keptHints).fitting(hintColumns, width: width) {
      let start = end
      end += width.columns(of: hint.key) + width.columns(of: hint.text) + 1 + KeyHints.space
      if (start..<end - KeyHints.space).contains(column) { return actionHints.first { $0.hint == hint }?.action }
    }
    return nil
  }

  /// The way to the commands stands beside the one to the keys.
  var keptHints: Int {
    screens.isEmpty && dialogs.isEmpty && focus == .list && hintedActions.suffix(2) == [.palette, .help] ? 2 : 1
  }

  private var hintedActions: [Action] {
    let contexts = contexts
    if contexts.first != .search, let topScreen { return topScreen.hints }
    switch contexts.first {
    case .editor:
      return [
        .leaveEditor, .save, .editorDate, .editorMood, .editorCategory, .editorTags, .find, .editorPictures,
        .focusMode, .editExternally, .editorFavorite, .discardChanges, .help,
      ]
    case .search: return [.searchAccept, .searchDown, .searchCancel, .help]
    case .trash:
      return [
        .restoreEntry, .deleteForGood, .emptyTrash, .showRemovedPictures, .select, .search, .back, .palette, .help,
      ]
    case .sidebar: return [.open, .newEntry, .search, .showCategories, .showSettings, .back, .palette, .help]
    case .reading: return pageHints
    case .reader where !reader.page.pictures.isEmpty:
      return readerPictureHints
    case .reader:
      return [
        .editEntry, .back, .nextEntry, .readOn, .toggleFavorite, .setMood, .setCategory, .setTags, .attachPictures,
        .showHistory, .followLink, .copyText, .palette, .help,
      ]
    default: break
    }
    if list.isMarking {
      return [
        .toggleMark, .selectRange, .markAll, .setMood, .setCategory, .setTags, .toggleFavorite, .moveToTrash, .export,
        .back, .help,
      ]
    }
    if list.rows.isEmpty { return [.newEntry, .search, .showSettings, .palette, .quit, .help] }
    return [
      .newEntry, .open, .editEntry, .search, .undo, .toggleFavorite, .setMood, .setCategory, .setTags, .moveToTrash,
      .showSync, .select, .attachPictures, .syncNow, .palette, .help,
    ]
  }

  /// On the reading page, as far as the entry has it.
  private var pageHints: [Action] {
    var hints: [Action] = [.readOn, .nextEntry, .editEntry, .leavePage]
    if isCodeCut { hints.append(.scrollCodeRight) }
    if reader.page.headings.count > 1 { hints.append(.showOutline) }
    if !reader.page.stops.isEmpty { hints.append(.nextStop) }
    if !reader.page.pictures.isEmpty { hints.append(.showPictures) }
    return hints + [
      .toggleFavorite, .setMood, .setCategory, .setTags, .copyText, .showHistory, .palette, .help,
    ]
  }

  /// In an entry with pictures.
  private var readerPictureHints: [Action] {
    let here: [Action] = reader.picture == nil ? [.selectPicture, .showPictures] : [.open, .selectPicture]
    return here + [
      .editEntry, .back, .nextEntry, .attachPictures, .readOn, .toggleFavorite, .setMood, .setCategory, .setTags,
      .showHistory, .palette, .help,
    ]
  }
}
