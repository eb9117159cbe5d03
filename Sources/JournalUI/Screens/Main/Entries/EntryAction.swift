/// One entry, or all that are marked.
package enum EntryAction: String, ActionGroup {
  case newEntry = "new-entry"
  case newFromTemplate = "new-from-template"
  case editEntry = "edit-entry"
  case toggleFavorite = "toggle-favorite"
  case setMood = "set-mood"
  case setCategory = "set-category"
  case setTags = "set-tags"
  case setDate = "set-date"
  case moveToTrash = "move-to-trash"
  case showHistory = "show-history"
  case copyText = "copy-text"
  case followLink = "follow-link"
  case goBackFromLink = "go-back-from-link"
  case showLinksHere = "show-links-here"
  case showByChance = "show-by-chance"
  case tickBox = "tick-box"
  case export

  package var info: ActionInfo {
    switch self {
    case .newEntry: ActionInfo("Write a new entry", "new", [.journal], ["n"])
    case .newFromTemplate: ActionInfo("New from a template", "template", [.journal], ["alt-n"])
    case .editEntry: ActionInfo("Edit the entry", "edit", [.list, .reader], ["e"])
    case .toggleFavorite: ActionInfo("Toggle favourite", "favourite", [.list, .reader], ["f"])
    case .setMood: ActionInfo("Set the mood", "mood", [.list, .reader], ["m"])
    case .setCategory: ActionInfo("File under a category", "category", [.list, .reader], ["c"])
    case .setTags: ActionInfo("Change the tags", "tags", [.list, .reader], ["t"])
    case .setDate: ActionInfo("Change the date", "date", [.list, .reader], ["w"])
    case .moveToTrash: ActionInfo("Move to the trash", "trash", [.list, .reader], ["d", "delete"])
    case .showHistory: ActionInfo("Earlier versions", "history", [.list, .reader], ["H"])
    case .copyText: ActionInfo("Copy the text", "copy", [.list, .reader], ["y"])
    case .followLink: ActionInfo("Open a link of the entry", "links", [.list, .reader], ["L"])
    case .goBackFromLink:
      ActionInfo("Back from a link", "back", [.list, .reader], ["alt-left"])
    case .showLinksHere: ActionInfo("What links here", "linked from", [.list, .reader], ["B"])
    case .showByChance: ActionInfo("Show an entry by chance", "by chance", [.journal], [])
    case .tickBox: ActionInfo("Tick or untick", "tick", [.list, .reader], ["."])
    case .export: ActionInfo("Export", "export", [.list, .reader], ["x"])
    }
  }
}

extension Action {
  static let newEntry = entry(.newEntry), newFromTemplate = entry(.newFromTemplate)
  static let editEntry = entry(.editEntry), toggleFavorite = entry(.toggleFavorite)
  static let setMood = entry(.setMood), setCategory = entry(.setCategory), setTags = entry(.setTags)
  static let setDate = entry(.setDate), moveToTrash = entry(.moveToTrash), showHistory = entry(.showHistory)
  static let copyText = entry(.copyText), followLink = entry(.followLink), tickBox = entry(.tickBox)
  static let export = entry(.export), goBackFromLink = entry(.goBackFromLink)
  static let showLinksHere = entry(.showLinksHere), showByChance = entry(.showByChance)
}
