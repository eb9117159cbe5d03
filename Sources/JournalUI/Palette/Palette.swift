import JournalCore
import TerminalKit

/// The command palette: everything that can be done here, by name.
extension Screen {
  func palette() -> Picker {
    let items = paletteActions.map { action in
      Picker.Item(
        value: .action(action), title: action.info.title,
        detail: keyWords(of: action)
          ?? (isOfAccount(action)
            ? "account" : isOfSync(action) ? "sync" : keymap.keys(of: action).first?.shortName(glyphs: glyphs) ?? ""),
        keywords: action.synonyms)
    }
    var picker = Picker(
      "Commands", placeholder: "What do you want to do?", items: items + paletteExtras, form: .wide)
    picker.nothing = "No matching command"
    picker.commands = typedCommands
    return picker
  }

  /// The actions that mean something on this screen, whichever pane has the keys.
  var paletteActions: [Action] {
    let here = Set(paletteContexts)
    let fitting = Action.allCases.filter { action in
      action != .palette && (!here.isDisjoint(with: action.info.contexts) || isOfAccount(action) || isOfSync(action))
    }
    // People do not look for a name to move by one row.
    return fitting.filter { !$0.isMoving } + fitting.filter(\.isMoving)
  }
}

extension SharesDesk {
  /// Whether an action stands on the account's screen, which opens with it where it is chosen from the main or the sync one.
  func isOfAccount(_ action: Action) -> Bool {
    guard desk.screens.isEmpty || desk.screens == [.sync], case .account(let action) = action else { return false }
    switch action {
    case .signIn, .signInByBrowser, .eraseHere: return true
    case .signOut, .eraseOnServer: return syncing.status.map { $0.who != nil || $0.account != .noAccount } ?? false
    case .showKeys, .approveDevice: return syncing.status?.encryption != nil
    case .showAccount, .refreshAccount, .renameDevice, .revokeDevice: return false
    }
  }
}

extension SharesDesk {
  /// Whether an action stands on the sync screen, which opens with it where it is chosen from the main one.
  func isOfSync(_ action: Action) -> Bool {
    guard desk.screens.isEmpty, syncing.status?.who != nil else { return false }
    return action == .pauseSync || action == .goOffline
  }
}

extension MainScreen {
  /// What this screen does not do, but the program does: name, command, other words for it.
  private static let onlyOnCommandLine = [
    ("Backup", "cloudjournal backup", "copy save restore"),
    ("Encrypt the journal on this computer", "cloudjournal lock --set-up", "lock passphrase vault"),
    ("Check the journal", "cloudjournal doctor", "doctor repair damaged health"),
  ]

  var paletteExtras: [Picker.Item] {
    let settings = SettingsModel.Row.allCases.map {
      Picker.Item(
        value: .setting($0), title: "Setting: \($0.title)", detail: settingValue($0),
        keywords: (["preferences"] + $0.info.preferences).joined(separator: " "))
    }
    return settings
      + Self.onlyOnCommandLine.map { title, command, synonyms in
        Picker.Item(value: .commandLine(command), title: title, detail: "command line", keywords: synonyms)
      }
  }
}

extension EditorScreen {
  /// With vi's keys Alt and a key is Esc and that key: what has no other has vi's own, or none.
  func keyWords(of action: Action) -> String? {
    guard state.isVi else { return standardKeyWords(of: action) }
    let own: [Action: String] = [
      .spelling: "z=", .nextMisspelling: "]s", .insertLink: ":link", .leaveEditor: "ZZ", .discardChanges: ":q",
    ]
    let keys = keymap.keys(of: action).filter {
      isTrueInEditor($0, action) && keymap.action(for: $0, in: contexts) == action
    }
    return keys.first?.shortName(glyphs: glyphs) ?? own[action] ?? ""
  }

  /// What vi's command line calls them, so that it is seen what Enter will do.
  var paletteExtras: [Picker.Item] {
    guard state.isVi else { return [] }
    let named: [(String, Action)] = [
      ("w", .save), ("wq", .leaveEditor), ("x", .leaveEditor), ("q", .discardChanges),
      ("link", .insertLink),
    ]
    return named.map { name, action in
      Picker.Item(value: .action(action), title: "\(name): \(action.info.title)", detail: "vi", keywords: "")
    }
  }

  var typedCommands: [String: Picker.Value] {
    guard state.isVi else { return [:] }
    let named: [String: Action] = [
      "w": .save, "w!": .save, "q": .discardChanges, "wq": .leaveEditor, "wq!": .leaveEditor, "x": .leaveEditor,
      "x!": .leaveEditor, "link": .insertLink,
    ]
    // With the mark, who types it has answered the question already.
    return named.mapValues { .action($0) }.merging(["q!": .of(EditorChoice.discard)]) { first, _ in first }
  }
}

extension Action {
  /// Words by which people look for it, beside those of its title.
  fileprivate var synonyms: String { Self.wordsFor[self] ?? "" }

  private static let wordsFor: [Action: String] = [
    .newEntry: "create add compose",
    .newFromTemplate: "new entry prompt question of the day",
    .moveToTrash: "delete remove bin",
    .restoreEntry: "undelete recover",
    .showTrash: "restore undelete recover deleted",
    .deleteForGood: "purge remove erase forever",
    .deleteCategoryForGood: "purge remove erase forever",
    .emptyTrash: "purge remove erase forever",
    .toggleFavorite: "star favorite",
    .showFavorites: "star favorite",
    .editorFavorite: "star favorite",
    .setMood: "feeling happy sad",
    .editorMood: "feeling happy sad",
    .setCategory: "folder notebook",
    .editorCategory: "folder notebook",
    .showCategories: "folder notebook rename category",
    .setTags: "label",
    .editorTags: "label",
    .attachPictures: "photo image add",
    .editorPictures: "photo image add",
    .showPictures: "photo image view",
    .showHistory: "history versions revisions restore",
    .search: "look filter",
    .find: "look filter",
    .filter: "favourites favorites star categories moods unfiled pictures",
    .goToDate: "jump day month year",
    .showCalendar: "days weeks",
    .showInsights: "statistics stats numbers words count charts graphs analytics mood weekday hour",
    .showYear: "heat map statistics streak days months",
    .switchJournal: "another open several diary new create start",
    .renameJournal: "name call diary",
    .eraseHere: "wipe destroy reset",
    .eraseOnServer: "wipe destroy reset",
    .showAccount: "sign in out login logout server device password rename encrypt keys recovery",
    .showSync: "synchronise synchronize cloud server upload download",
    .syncNow: "synchronise synchronize cloud server upload download",
    .goOffline: "reconnect disconnect network flight mode",
    .pauseSync: "stop continue hold",
    .approveDevice: "approve allow six words another computer",
    .showSettings: "preferences options configuration theme colours colors vi",
    .editExternally: "vim emacs nano $EDITOR",
    .help: "keys shortcuts keyboard manual",
    .quit: "exit close leave",
    .showMessages: "notices log errors history",
    .undo: "revert",
    .export: "save backup markdown json zip",
    .importFiles: "jrnl day one obsidian joplin markdown archive bring take in",
    .undoImport: "revert",
    .sort: "order",
    .showShare: "people invite permission with others",
    .showShared: "others with me guest",
    .copyShared: "keep mine guest",
    .openSharedLink: "accept invitation url share",
  ]
}
