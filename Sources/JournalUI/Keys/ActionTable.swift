/// What the keymap and the help know of an action.
package struct ActionInfo: Sendable {
  /// What it does, as the palette and the help say it.
  package let title: String
  /// One or two words for the line of keys.
  package let short: String
  /// Where the action's keys work; the help lists it under each of them.
  package let contexts: [KeyContext]
  /// The names of its keys, the one to be shown first.
  package let keys: [String]

  init(_ title: String, _ short: String, _ contexts: [KeyContext], _ keys: [String]) {
    self.title = title
    self.short = short
    self.contexts = contexts
    self.keys = keys
  }
}

extension Action {
  private static let panes: [KeyContext] = [
    .sidebar, .list, .reader, .history, .categories, .settings, .help, .sync, .conflict, .account, .viewer,
    .removedPictures, .messages,
  ]
  private static let entries: [KeyContext] = [.list, .reader]

  /// The action's titles, contexts and standard keys, before the configuration changes any.
  package var info: ActionInfo {
    movingInfo ?? entryInfo ?? pictureInfo ?? listInfo ?? editorInfo ?? syncInfo ?? accountInfo ?? screenInfo
  }

  /// Whether this only moves about on a screen.
  var isMoving: Bool { movingInfo != nil }

  private var movingInfo: ActionInfo? {
    switch self {
    case .moveUp: ActionInfo("Up", "up", Self.panes, ["up", "k"])
    case .moveDown: ActionInfo("Down", "down", Self.panes, ["down", "j"])
    case .pageUp: ActionInfo("One page up", "page up", Self.panes, ["pageup", "ctrl-b"])
    case .pageDown: ActionInfo("One page down", "page down", Self.panes, ["pagedown", "ctrl-f"])
    case .halfPageUp: ActionInfo("Half a page up", "half up", Self.panes, ["ctrl-u"])
    case .halfPageDown: ActionInfo("Half a page down", "half down", Self.panes, ["ctrl-d"])
    case .moveFirst: ActionInfo("To the beginning", "first", Self.panes, ["g", "home"])
    case .moveLast: ActionInfo("To the end", "last", Self.panes, ["G", "end"])
    case .focusNext: ActionInfo("Next pane", "pane", [.journal], ["tab"])
    case .focusPrevious: ActionInfo("Previous pane", "pane", [.journal], ["shift-tab"])
    case .focusLeft: ActionInfo("To the pane on the left", "left", [.sidebar, .list, .reader], ["h", "left"])
    case .focusRight: ActionInfo("To the pane on the right", "right", [.sidebar, .list, .reader], ["l", "right"])
    case .open: ActionInfo("Open", "open", [.sidebar, .list, .reader], ["enter"])
    case .back: ActionInfo("Back", "back", [.sidebar, .list, .reader], ["esc"])
    case .closeScreen:
      ActionInfo(
        "Close this screen", "close",
        [.history, .categories, .settings, .help, .sync, .conflict, .account, .viewer, .removedPictures, .messages],
        ["esc", "q"])
    case .leavePage: ActionInfo("Back to the list", "list", [.reading], ["esc", "q", "backspace"])
    case .nextStop: ActionInfo("Next link or task", "next link", [.reading], ["tab"])
    case .previousStop: ActionInfo("Previous link or task", "previous link", [.reading], ["shift-tab"])
    case .scrollCodeLeft: ActionInfo("Scroll code to the left", "code", [.reading], ["left", "h"])
    case .scrollCodeRight: ActionInfo("Scroll code to the right", "scroll code", [.reading], ["right", "l"])
    case .showOutline: ActionInfo("Outline: go to a heading", "outline", [.reading], ["o"])
    case .readOn: ActionInfo("Read on", "read on", [.reader], ["space"])
    case .readBack: ActionInfo("Read back", "read back", [.reader], ["backspace", "b"])
    case .nextMonth: ActionInfo("Next month in the list", "month", [.list], ["J"])
    case .previousMonth: ActionInfo("Previous month in the list", "month", [.list], ["K"])
    case .nextEntry: ActionInfo("Next entry", "next", [.reader], ["J", "]"])
    case .previousEntry: ActionInfo("Previous entry", "previous", [.reader], ["K", "["])
    default: nil
    }
  }

  private var entryInfo: ActionInfo? {
    switch self {
    case .newEntry: ActionInfo("Write a new entry", "new", [.journal], ["n"])
    case .editEntry: ActionInfo("Edit the entry", "edit", Self.entries, ["e"])
    case .toggleFavorite: ActionInfo("Toggle favourite", "favourite", Self.entries, ["f"])
    case .setMood: ActionInfo("Set the mood", "mood", Self.entries, ["m"])
    case .setCategory: ActionInfo("File under a category", "category", Self.entries, ["c"])
    case .setTags: ActionInfo("Change the tags", "tags", Self.entries, ["t"])
    case .setDate: ActionInfo("Change the date", "date", Self.entries, ["w"])
    case .moveToTrash: ActionInfo("Move to the trash", "trash", Self.entries, ["d", "delete"])
    case .showHistory: ActionInfo("Earlier versions", "history", Self.entries, ["H"])
    case .copyText: ActionInfo("Copy the text", "copy", Self.entries, ["y"])
    case .followLink: ActionInfo("Open a link of the entry", "links", Self.entries, ["L"])
    case .tickBox: ActionInfo("Tick or untick", "tick", Self.entries, ["."])
    case .export: ActionInfo("Export", "export", Self.entries, ["x"])
    case .select: ActionInfo("Select several entries", "select", [.list], ["v"])
    case .selectRange: ActionInfo("Select a range", "range", [.list], ["V"])
    case .toggleMark: ActionInfo("Mark or unmark", "mark", [.list], ["space"])
    case .markAll: ActionInfo("Mark all, or none", "all", [.marking], ["*"])
    case .restoreEntry: ActionInfo("Restore from the trash", "restore", [.trash], ["r"])
    case .deleteForGood: ActionInfo("Delete forever …", "delete forever", [.trash], ["D"])
    case .emptyTrash: ActionInfo("Empty the trash …", "empty", [.trash], ["E"])
    default: nil
    }
  }

  private var listInfo: ActionInfo? {
    switch self {
    case .search: ActionInfo("Search", "search", [.journal], ["/"])
    case .sort: ActionInfo("Sort the list", "sort", [.journal], ["o"])
    case .reverseOrder: ActionInfo("Reverse the order", "reverse", [.journal], ["~"])
    case .showAll: ActionInfo("Show all entries", "all", [.journal], ["a"])
    case .showFavorites: ActionInfo("Show favourites", "favourites", [.journal], ["F"])
    case .showOnThisDay: ActionInfo("Show on this day", "on this day", [.journal], ["O"])
    case .showUnfiled: ActionInfo("Show unfiled entries", "unfiled", [.journal], ["U"])
    case .showTrash: ActionInfo("Show the trash", "trash", [.journal], ["T"])
    case .showCategory: ActionInfo("Show a category", "category", [.journal], ["C"])
    case .showMood: ActionInfo("Show a mood", "mood", [.journal], ["M"])
    case .showTag: ActionInfo("Show a tag", "tag", [.journal], ["#", "@"])
    case .goToDate: ActionInfo("Go to a date", "date", [.journal], ["W"])
    case .searchAccept: ActionInfo("Go to the results", "results", [.search], ["enter", "tab"])
    case .searchCancel: ActionInfo("Leave the search", "cancel", [.search], ["esc", "ctrl-c"])
    case .searchUp: ActionInfo("Previous result", "up", [.search], ["up", "ctrl-p"])
    case .searchDown: ActionInfo("Next result", "down", [.search], ["down", "ctrl-n"])
    default: nil
    }
  }

  private var editorInfo: ActionInfo? {
    switch self {
    case .save: ActionInfo("Save and go on writing", "save", [.editor], ["ctrl-s"])
    case .leaveEditor: ActionInfo("Save and leave", "done", [.editor], ["esc"])
    case .editExternally: ActionInfo("Edit in $VISUAL or $EDITOR", "external editor", [.editor], ["ctrl-o"])
    case .find: ActionInfo("Find and replace in the text", "find", [.editor], ["ctrl-f"])
    case .findNext: ActionInfo("Find the next one", "find next", [.editor], ["ctrl-g"])
    case .focusMode: ActionInfo("Focus mode: only the text", "focus", [.editor], ["ctrl-t"])
    case .switchField: ActionInfo("Switch between title and text", "title", [.editor], ["f7"])
    case .editorDate: ActionInfo("Date of the entry", "date", [.editor], ["f2", "alt-w"])
    case .editorMood: ActionInfo("Mood of the entry", "mood", [.editor], ["f3", "alt-m"])
    case .editorCategory: ActionInfo("Category of the entry", "category", [.editor], ["f4", "alt-c"])
    case .editorTags: ActionInfo("Tags of the entry", "tags", [.editor], ["f5", "alt-t"])
    case .editorFavorite: ActionInfo("Toggle favourite", "favourite", [.editor], ["f6", "alt-s"])
    case .takeTheirs: ActionInfo("Reload the saved version", "reload", [.editor], ["f8"])
    case .discardChanges: ActionInfo("Leave without saving …", "discard", [.editor], ["f9"])
    default: nil
    }
  }

  private var screenInfo: ActionInfo {
    switch self {
    case .restoreVersion: ActionInfo("Restore this version", "restore", [.history], ["r", "enter"])
    case .compareWith: ActionInfo("Compare with the current version, or the next one", "compare", [.history], ["c"])
    case .scrollDiffUp: ActionInfo("Scroll the text up", "scroll", [.history], ["K", "shift-up", "left", "h"])
    case .scrollDiffDown: ActionInfo("Scroll the text down", "scroll", [.history], ["J", "shift-down", "right", "l"])
    case .showCategories: ActionInfo("Categories", "categories", [.journal], ["&"])
    case .newCategory: ActionInfo("Create a category", "new", [.categories], ["n"])
    case .renameCategory: ActionInfo("Rename the category", "rename", [.categories], ["enter", "e"])
    case .colorCategory: ActionInfo("Colour of the category", "colour", [.categories], ["c"])
    case .iconCategory: ActionInfo("Icon of the category", "icon", [.categories], ["i"])
    case .raiseCategory: ActionInfo("Move the category up", "move up", [.categories], ["K", "shift-up", "alt-up"])
    case .lowerCategory:
      ActionInfo("Move the category down", "move down", [.categories], ["J", "shift-down", "alt-down"])
    case .deleteCategory:
      ActionInfo("Delete the category, keep its entries", "delete", [.categories], ["d", "delete"])
    case .restoreCategory: ActionInfo("Restore a deleted category", "restore", [.categories], ["r"])
    case .deleteCategoryForGood:
      ActionInfo("Delete a deleted category forever …", "delete forever", [.categories], ["D"])
    case .showSettings: ActionInfo("Settings", "settings", [.journal], [","])
    case .changeSetting: ActionInfo("Change the setting", "change", [.settings], ["enter", "space", "right", "l"])
    case .changeSettingBack: ActionInfo("Previous value", "previous", [.settings], ["left", "h"])
    case .resetSetting: ActionInfo("Reset the setting", "reset", [.settings], ["r", "delete"])
    case .filterSettings: ActionInfo("Find a setting", "find a setting", [.settings], ["/"])
    case .nextSection:
      ActionInfo("Next section or screen", "next part", [.settings, .help], ["tab"])
    case .previousSection:
      ActionInfo("Previous section or screen", "previous part", [.settings, .help], ["shift-tab"])
    case .showMessages:
      ActionInfo("Messages", "messages", [.everywhere, .editor], [";", "f11"])
    case .showDrafts: ActionInfo("Unsaved drafts", "drafts", [.journal], [])
    case .doHelped: ActionInfo("Do what the key does", "do it", [.help], ["enter"])
    case .columnLeft: ActionInfo("Column at the left", "left", [.help], ["left", "h"])
    case .columnRight: ActionInfo("Column at the right", "right", [.help], ["right", "l"])
    case .filterHelp: ActionInfo("Filter the keys", "filter", [.help], ["/"])
    case .undo: ActionInfo("Undo", "undo", [.everywhere], ["u"])
    case .redo: ActionInfo("Redo", "redo", [.everywhere], ["ctrl-r"])
    case .retry: ActionInfo("Try again what failed", "retry", [.everywhere], ["R"])
    case .palette: ActionInfo("Command palette", "commands", [.everywhere, .editor], [":", "ctrl-p"])
    case .help: ActionInfo("Help: all keys", "keys", [.everywhere, .editor, .search], ["?", "f1"])
    case .redraw: ActionInfo("Draw the screen again", "redraw", [.everywhere, .editor], ["ctrl-l"])
    case .suspend: ActionInfo("Suspend", "suspend", [.everywhere], ["ctrl-z"])
    case .quit: ActionInfo("Quit", "quit", [.everywhere, .editor, .search], ["q", "ctrl-q", "ctrl-c"])
    default: ActionInfo(rawValue, rawValue, [], [])
    }
  }
}
