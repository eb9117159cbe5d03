import JournalCore
import TerminalKit

/// The command palette: everything that can be done here, by name.
extension Model {
  mutating func openPalette() {
    var items = paletteActions.map { action in
      Picker.Item(
        value: .action(action), title: action.info.title,
        detail: keymap.shownKey(of: action, in: contexts)?.shortName(glyphs: glyphs)
          ?? (isOfAccount(action) ? "account" : keymap.keys(of: action).first?.shortName(glyphs: glyphs) ?? ""),
        keywords: action.synonyms)
    }
    if screens.isEmpty {
      items += SettingsModel.Row.allCases.map {
        Picker.Item(
          value: .setting($0), title: "Setting: \($0.title)", detail: settingValue($0), keywords: "preferences")
      }
      items += Self.onlyOnCommandLine.map { title, command, synonyms in
        Picker.Item(value: .commandLine(command), title: title, detail: "command line", keywords: synonyms)
      }
    }
    if editor?.isVi == true, screens.last == .editor {
      // What vi's command line calls them, so that it is seen what Enter will do.
      let named: [(String, Action)] = [
        ("w", .save), ("wq", .leaveEditor), ("x", .leaveEditor), ("q", .discardChanges),
      ]
      items += named.map { name, action in
        Picker.Item(value: .action(action), title: "\(name): \(action.info.title)", detail: "vi", keywords: "")
      }
    }
    var picker = Picker(.palette, "Commands", placeholder: "What do you want to do?", items: items)
    if editor?.isVi == true, screens.last == .editor { picker.commands = Self.viCommands }
    dialogs.append(.picker(picker))
  }

  /// What this screen does not do, but the program does: name, command, other words for it.
  private static let onlyOnCommandLine = [
    ("Import", "cloudjournal import FILE", "jrnl archive bring take in"),
    ("Statistics", "cloudjournal stats", "numbers streak words count"),
    ("Backup", "cloudjournal backup", "copy save restore"),
    ("Check the journal", "cloudjournal doctor", "doctor repair damaged health"),
  ]

  /// What vi's command line does in the editor.
  private static let viCommands: [String: Action] = [
    "w": .save, "w!": .save, "q": .discardChanges, "q!": .discardChanges, "wq": .leaveEditor, "wq!": .leaveEditor,
    "x": .leaveEditor, "x!": .leaveEditor,
  ]

  /// The actions that mean something on this screen, whichever pane has the keys.
  package var paletteActions: [Action] {
    let here = Set(topScreen.paletteContexts)
    let fitting = Action.allCases.filter { action in
      action != .palette && (!here.isDisjoint(with: action.info.contexts) || isOfAccount(action))
    }
    // People do not look for a name to move by one row.
    return fitting.filter { !$0.isMoving } + fitting.filter(\.isMoving)
  }

  /// Whether an action stands on the account's screen, which opens with it where it is chosen from the main one.
  func isOfAccount(_ action: Action) -> Bool {
    guard screens.isEmpty else { return false }
    switch action {
    case .signIn, .signInByBrowser, .eraseHere: return true
    case .signOut, .eraseOnServer: return hasSession
    default: return false
    }
  }
}

extension Action {
  /// Words by which people look for it, beside those of its title.
  fileprivate var synonyms: String {
    switch self {
    case .newEntry: "create add compose"
    case .moveToTrash: "delete remove bin"
    case .restoreEntry: "undelete recover"
    case .deleteForGood, .deleteCategoryForGood, .emptyTrash: "purge remove erase forever"
    case .toggleFavorite, .showFavorites, .editorFavorite: "star favorite"
    case .setMood, .editorMood: "feeling happy sad"
    case .setCategory, .editorCategory, .showCategories: "folder notebook"
    case .setTags, .editorTags: "label"
    case .attachPictures, .editorPictures: "photo image add"
    case .showPictures: "photo image view"
    case .showHistory: "versions revisions"
    case .search, .find: "look filter"
    case .goToDate: "calendar jump day month year"
    case .switchJournal: "another open several diary"
    case .eraseHere, .eraseOnServer: "wipe destroy reset"
    case .showAccount: "sign in out login logout server device password"
    case .showSync, .syncNow: "synchronise synchronize cloud server upload download"
    case .showSettings: "preferences options configuration theme colours colors vi"
    case .editExternally: "vim emacs nano $EDITOR"
    case .help: "keys shortcuts keyboard manual"
    case .quit: "exit close leave"
    case .showMessages: "notices log errors history"
    case .undo: "revert"
    case .export: "save backup markdown json zip"
    case .sort: "order"
    default: ""
    }
  }
}
