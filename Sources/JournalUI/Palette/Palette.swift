import JournalCore
import TerminalKit

/// The command palette: everything that can be done here, by name.
extension Model {
  mutating func openPalette() {
    let items = paletteActions.map { action in
      Picker.Item(
        value: .action(action), title: action.info.title,
        detail: keymap.shownKey(of: action, in: contexts)?.shortName(glyphs: glyphs)
          ?? keymap.keys(of: action).first?.shortName(glyphs: glyphs) ?? "")
    }
    dialogs.append(.picker(Picker(.palette, "Commands", placeholder: "What do you want to do?", items: items)))
  }

  /// The actions that mean something on this screen, whichever pane has the keys.
  package var paletteActions: [Action] {
    let here = Set(paletteContexts)
    let fitting = Action.allCases.filter { action in
      action != .palette && !here.isDisjoint(with: action.info.contexts)
    }
    // Nobody looks for a name to move by one row.
    return fitting.filter { !$0.isMoving } + fitting.filter(\.isMoving)
  }

  private var paletteContexts: [KeyContext] {
    guard screens.isEmpty else { return contexts }
    return contexts + [.list, .marking, .reader] + (search == nil ? [] : [.search])
  }
}
