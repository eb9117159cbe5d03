import JournalCore
import TerminalKit

/// Keys in the topmost picker, and what choosing brings about.
extension TopDialog {
  mutating func handlePicker(_ picker: Picker, _ key: Key) {
    var picker = picker
    if let row = numberedRow(key, in: picker) {
      picker.cursor = row
      return choose(picker)
    }
    if key == Key(.function(2)), let renaming = picker.renaming {
      guard case .answer(let choice)? = picker.current.flatMap({ renaming($0.value) }) else { return }
      dialogs.removeLast()
      return ask(.chose(choice))
    }
    if picker.handle(key, page: DialogLayout.pickerRows(picker, size)) {
      dialogs[dialogs.count - 1] = .picker(picker)
      loadFitting(picker)
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

  /// The row that a digit stands for, as long as nothing is typed.
  private func numberedRow(_ key: Key, in picker: Picker) -> Int? {
    guard picker.form == .numbered, picker.query.isEmpty, key.modifiers.isEmpty, case .character(let scalar) = key.code
    else { return nil }
    return picker.rows.firstIndex { $0.item.detail.unicodeScalars.elementsEqual([scalar]) }
  }

  /// Closes a picker without choosing; tags that were ticked in it are kept.
  mutating func closePicker(_ picker: Picker) {
    dialogs.removeLast()
    if picker.tags?.decided.isEmpty == false { acceptTags(picker) }
  }

  /// A journal may have more tags and titles than are at hand: those that begin with what is typed are read, too.
  private mutating func loadFitting(_ picker: Picker) {
    let text = trimmingSpace(picker.query.text)
    if picker.showsTitles, !text.isEmpty { emit(.loadTitles(.beginning(text))) }
    if picker.showsTags, !text.isEmpty { emit(.loadTags(prefix: text)) }
  }

  mutating func choose(_ picker: Picker) {
    if picker.tags != nil { return chooseTags(picker) }
    guard let value = picker.commands[trimmingSpace(picker.query.text)] ?? picker.current?.value else { return }
    dialogs.removeLast()
    switch value {
    case .answer(let answer): ask(.chose(answer))
    case .action(let action): ask(.perform(action))
    case .setting(let row): openSettings(at: row)
    case .commandLine(let command): say("On the command line: \(command)")
    case .tag, .newTag: break
    }
  }

  /// Enter takes over the ticks, and with them the tag that was typed.
  private mutating func chooseTags(_ picker: Picker) {
    var picker = picker
    if !picker.query.isEmpty, let item = picker.current, item.tick != .on {
      toggleTag(picker, item.value)
      // A name that cannot be a tag was explained, and can be mended.
      guard case .picker(let after) = dialogs.last, after.tags != picker.tags else { return }
      picker = after
    }
    dialogs.removeLast()
    acceptTags(picker)
  }
}
