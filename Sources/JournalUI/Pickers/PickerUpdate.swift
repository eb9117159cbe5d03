import JournalCore
import TerminalKit

/// Keys in the topmost picker, and what choosing brings about.
extension TopDialog {
  mutating func handlePicker(_ picker: Picker, _ key: Key) {
    var picker = picker
    if let mood = numberedMood(key, in: picker) {
      picker.cursor = mood
      return choose(picker)
    }
    if picker.handle(key, page: DialogLayout.pickerRows(picker, size)) {
      dialogs[dialogs.count - 1] = .picker(picker)
      loadFittingTags(picker)
      return
    }
    switch key.code {
    case .escape: closePicker(picker)
    case .enter: choose(picker)
    case .tab, .backTab:
      picker.step(by: key.code == .tab ? 1 : -1)
      dialogs[dialogs.count - 1] = .picker(picker)
    default:
      // Space, in a list of which several may be chosen.
      if let item = picker.current { toggleTag(picker, item.value) }
    }
  }

  /// The row of the mood that a digit stands for, as long as nothing is typed; 0 is none.
  private func numberedMood(_ key: Key, in picker: Picker) -> Int? {
    guard case .mood = picker.kind, picker.query.isEmpty, key.modifiers.isEmpty, case .character(let scalar) = key.code
    else { return nil }
    return picker.rows.firstIndex { $0.item.detail.unicodeScalars.elementsEqual([scalar]) }
  }

  /// Closes a picker without choosing; tags that were ticked in it are kept.
  mutating func closePicker(_ picker: Picker) {
    dialogs.removeLast()
    if case .tags(let change) = picker.kind, !change.decided.isEmpty { acceptTags(picker) }
  }

  /// A journal may have more tags than are at hand: those that begin with what is typed are read, too.
  private mutating func loadFittingTags(_ picker: Picker) {
    let text = trimmingSpace(picker.query.text)
    guard !text.isEmpty else { return }
    switch picker.kind {
    case .tags, .scope(.tag): emit(.loadTags(prefix: text))
    default: break
    }
  }

  mutating func choose(_ picker: Picker) {
    if case .tags = picker.kind { return chooseTags(picker) }
    if let action = picker.commands[trimmingSpace(picker.query.text)] {
      dialogs.removeLast()
      return ask(.perform(action))
    }
    guard let item = picker.current else { return }
    dialogs.removeLast()
    switch (picker.kind, item.value) {
    case (.palette, .action(let action)), (.scope, .action(let action)): ask(.perform(action))
    case (.palette, .setting(let row)): openSettings(at: row)
    case (.palette, .commandLine(let command)): say("On the command line: \(command)")
    default: ask(.chose(item, picker))
    }
  }

  /// Enter takes over the ticks, and with them the tag that was typed.
  private mutating func chooseTags(_ picker: Picker) {
    var picker = picker
    if !picker.query.isEmpty, let item = picker.current, item.tick != .on {
      toggleTag(picker, item.value)
      // A name that cannot be a tag was explained, and can be mended.
      guard case .picker(let after) = dialogs.last, case .tags(let change) = after.kind,
        case .tags(let former) = picker.kind, change != former
      else { return }
      picker = after
    }
    dialogs.removeLast()
    acceptTags(picker)
  }
}
