import JournalCore

/// What the list shows, and marking several of its entries.
package enum ListAction: String, ActionGroup {
  case select
  case selectRange = "select-range"
  case toggleMark = "toggle-mark"
  case markAll = "mark-all"
  case restoreEntry = "restore-entry"
  case deleteForGood = "delete-for-good"
  case emptyTrash = "empty-trash"
  case search
  case sort
  case reverseOrder = "reverse-order"
  case filter
  case showAll = "show-all"
  case showFavorites = "show-favorites"
  case showOnThisDay = "show-on-this-day"
  case showUnfiled = "show-unfiled"
  case showShared = "show-shared"
  case showTrash = "show-trash"
  case showCategory = "show-category"
  case showMood = "show-mood"
  case showTag = "show-tag"
  case renameTag = "rename-tag"
  case goToDate = "go-to-date"
  case switchJournal = "switch-journal"
  case renameJournal = "rename-journal"
  case saveSearch = "save-search"
  case renameSearch = "rename-search"
  case removeSearch = "remove-search"
  case importFiles = "import"
  case undoImport = "undo-import"

  package var info: ActionInfo {
    switch self {
    case .select: ActionInfo("Select several entries", "select", [.list], ["v"])
    case .selectRange: ActionInfo("Select a range", "range", [.list], ["V"])
    case .toggleMark: ActionInfo("Mark or unmark", "mark", [.list], ["space"])
    case .markAll: ActionInfo("Mark all, or none", "all", [.marking], ["*"])
    case .restoreEntry: ActionInfo("Restore from the trash", "restore", [.trash], ["r"])
    case .deleteForGood: ActionInfo("Delete forever …", "delete forever", [.trash], ["D"])
    case .emptyTrash: ActionInfo("Empty the trash …", "empty", [.trash], ["E"])
    case .search: ActionInfo("Search", "search", [.journal], ["/"])
    case .sort: ActionInfo("Sort the list", "sort", [.journal], ["o"])
    case .reverseOrder: ActionInfo("Reverse the order", "reverse", [.journal], ["~"])
    case .showAll: ActionInfo("Show all entries", "all", [.journal], ["a"])
    case .filter: ActionInfo("Filter the list", "filter", [.journal], ["F"])
    case .showFavorites: ActionInfo("Show favourites", "favourites", [.journal], [])
    case .showOnThisDay: ActionInfo("Show on this day", "on this day", [.journal], ["O"])
    case .showShared: ActionInfo("Show what others share", "shared", [.journal], ["N"])
    case .showUnfiled: ActionInfo("Show unfiled entries", "unfiled", [.journal], ["U"])
    case .showTrash: ActionInfo("Show the trash", "trash", [.journal], ["T"])
    case .showCategory: ActionInfo("Show a category", "category", [.journal], [])
    case .showMood: ActionInfo("Show a mood", "mood", [.journal], ["M"])
    case .showTag: ActionInfo("Show a tag", "tag", [.journal], ["#"])
    case .renameTag: ActionInfo("Rename or join tags …", "rename tag", [.journal], [])
    case .goToDate: ActionInfo("Go to a date", "date", [.journal], ["W"])
    case .switchJournal: ActionInfo("Switch journal", "journal", [.journal], ["@"])
    case .renameJournal: ActionInfo("Rename this journal …", "rename journal", [.journal], [])
    case .saveSearch: ActionInfo("Save this search", "save", [.search, .journal], ["ctrl-s"])
    case .renameSearch: ActionInfo("Rename the saved search", "rename", [.sidebar], ["alt-r"])
    case .removeSearch: ActionInfo("Remove the saved search", "remove", [.sidebar], ["d", "delete"])
    case .importFiles: ActionInfo("Import a file or a folder …", "import", [.journal], [])
    case .undoImport: ActionInfo("Undo the latest import", "undo import", [.journal], [])
    }
  }
}

extension ListAction {
  /// The list that an action shows, where that is always the same one.
  var scope: ListScope? { Self.scopes[self] }

  private static let scopes: [ListAction: ListScope] = [
    .showAll: .all, .showFavorites: .favorites, .showUnfiled: .unfiled, .showShared: .shared, .showTrash: .trash,
  ]
}

extension Action {
  static let select = list(.select), selectRange = list(.selectRange), toggleMark = list(.toggleMark)
  static let markAll = list(.markAll), restoreEntry = list(.restoreEntry), deleteForGood = list(.deleteForGood)
  static let emptyTrash = list(.emptyTrash), search = list(.search), sort = list(.sort)
  static let reverseOrder = list(.reverseOrder), showAll = list(.showAll), filter = list(.filter),
    showFavorites = list(.showFavorites)
  static let showOnThisDay = list(.showOnThisDay), showUnfiled = list(.showUnfiled), showTrash = list(.showTrash)
  static let showShared = list(.showShared), showCategory = list(.showCategory), showMood = list(.showMood),
    showTag = list(.showTag), renameTag = list(.renameTag)
  static let goToDate = list(.goToDate), switchJournal = list(.switchJournal)
  static let renameJournal = list(.renameJournal)
  static let saveSearch = list(.saveSearch), renameSearch = list(.renameSearch), removeSearch = list(.removeSearch)
  static let importFiles = list(.importFiles), undoImport = list(.undoImport)
}
