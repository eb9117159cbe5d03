import JournalCore
import TerminalKit

/// Keys in the topmost picker, and what choosing brings about.
extension Model {
  mutating func handlePicker(_ picker: Picker, _ key: Key) {
    var picker = picker
    if picker.handle(key, page: DialogLayout.pickerRows(picker, size)) {
      dialogs[dialogs.count - 1] = .picker(picker)
      loadFittingTags(picker)
      return
    }
    switch key.code {
    case .escape: dialogs.removeLast()
    case .enter: choose(picker)
    case .tab, .backTab:
      picker.move(by: key.code == .tab ? 1 : -1)
      dialogs[dialogs.count - 1] = .picker(picker)
    default:
      // Space, in a list of which several may be chosen.
      if let item = picker.current { toggleTag(picker, item.value) }
    }
  }

  /// A journal may have more tags than are at hand: those that begin with what is typed are read, too.
  private mutating func loadFittingTags(_ picker: Picker) {
    let text = trimmed(picker.query.text)
    guard !text.isEmpty else { return }
    switch picker.kind {
    case .tags, .scope(.tag): emit(.loadTags(prefix: text))
    default: break
    }
  }

  mutating func choose(_ picker: Picker) {
    if case .tags = picker.kind { return chooseTags(picker) }
    guard let item = picker.current else { return }
    dialogs.removeLast()
    switch (picker.kind, item.value) {
    case (.mood(let target), .mood(let mood)): chooseMood(mood, target)
    case (.category(let target), .category(let id)): chooseCategory(id, target)
    case (.category(let target), .create(let name)): createCategory(name, filing: target)
    case (.sort, .sort(let sort)): changeOrder { $0.sort = sort }
    case (.sort, .reverse): changeOrder { $0.reversed.toggle() }
    case (.scope, .scope(let scope)):
      show(scope)
      setFocus(.list)
    case (.palette, .action(let action)): perform(action)
    case (.exportFormat(let ids), .format(let format)):
      openPrompt(
        .exportPath(ids, format), "Write to", hint: "A file that does not exist yet; ~ is your home directory",
        text: exportPath(ids, format))
    case (.link, .link(let address)): askToOpen(address)
    case (.categoryColor(let id), .color(let hex)): recolorCategory(id, hex)
    case (.categoryColor(let id), .ownColor):
      openPrompt(.categoryColor(id), "Colour of the category", hint: "Six hexadecimal digits, such as #3A86FF")
    case (.categoryIcon(let id), .icon(let name)): changeIcon(id, name)
    default: break
    }
  }

  /// Enter takes over the ticks; while a tag is being looked for, it ticks that one first.
  private mutating func chooseTags(_ picker: Picker) {
    if !picker.query.isEmpty, let item = picker.current {
      if case .tag = item.value, item.tick == .on {
        var cleared = picker
        cleared.query.replaceAll("")
        cleared.filter()
        dialogs[dialogs.count - 1] = .picker(cleared)
        return
      }
      toggleTag(picker, item.value)
      if case .picker(var after) = dialogs.last {
        after.query.replaceAll("")
        after.filter()
        dialogs[dialogs.count - 1] = .picker(after)
      }
      return
    }
    dialogs.removeLast()
    acceptTags(picker)
  }
}
