extension KeyContext {
  /// What help calls it: its name, where no other is given.
  package var title: String {
    switch self {
    case .sync: "Sync status"
    case .list: "List of entries"
    case .reading: "Reading page"
    case .search: "While typing a search"
    case .conflict: "Both sides of a merge"
    case .viewer: "Pictures"
    case .removedPictures: "Removed pictures"
    case .share: "Who has it"
    case .marking: "While selecting entries"
    default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }

  /// Whether plain characters are text here, so that no command can lie on one of them.
  package var isTyping: Bool { self == .editor || self == .search }

  /// The screens that cover the main one and are left with Esc.
  static let covering = allCases.filter { context in
    ![.journal, .list, .marking, .reader, .reading, .sidebar, .trash, .search, .editor, .everywhere].contains(context)
  }
}
