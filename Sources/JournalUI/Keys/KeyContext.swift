/// A part of the screen in which a key has a meaning; the innermost context that knows a key decides.
package enum KeyContext: String, Hashable, Sendable, CaseIterable {
  // In the order in which a newcomer wants to read about them.

  /// The main screen, whichever pane has the focus.
  case journal
  case list
  /// The list while several entries are being selected.
  case marking
  case reader, reading, sidebar, viewer, trash, removedPictures, search, editor, history, categories, sync, conflict
  case account, settings, messages, help, everywhere

  /// What help calls it.
  package var title: String {
    switch self {
    case .sidebar: "Sidebar"
    case .list: "List of entries"
    case .trash: "Trash"
    case .reader: "Reader"
    case .reading: "Reading page"
    case .search: "While typing a search"
    case .editor: "Editor"
    case .history: "History"
    case .categories: "Categories"
    case .settings: "Settings"
    case .help: "Help"
    case .sync: "Sync status"
    case .conflict: "Both sides of a merge"
    case .account: "Account"
    case .viewer: "Pictures"
    case .removedPictures: "Removed pictures"
    case .messages: "Messages"
    case .marking: "While selecting entries"
    case .journal: "Journal"
    case .everywhere: "Everywhere"
    }
  }

  /// Whether plain characters are text here, so that no command can lie on one of them.
  package var isTyping: Bool { self == .editor || self == .search }

  /// The screens that cover the main one and are left with Esc.
  static let covering = allCases.filter { context in
    ![.journal, .list, .marking, .reader, .reading, .sidebar, .trash, .search, .editor, .everywhere].contains(context)
  }
}
