/// Writing an entry.
package enum EditorAction: String, ActionGroup {
  case save
  case leaveEditor = "leave-editor"
  case editExternally = "edit-externally"
  case find
  case findNext = "find-next"
  case insertLink = "insert-link"
  case spelling
  case nextMisspelling = "next-misspelling"
  case focusMode = "focus-mode"
  case switchField = "switch-field"
  case editorDate = "editor-date"
  case editorMood = "editor-mood"
  case editorCategory = "editor-category"
  case editorTags = "editor-tags"
  case editorFavorite = "editor-favorite"
  case editorPictures = "editor-pictures"
  case takeTheirs = "take-theirs"
  case discardChanges = "discard-changes"

  package var info: ActionInfo {
    switch self {
    case .save: ActionInfo("Save and go on writing", "save", [.editor], ["ctrl-s"])
    case .leaveEditor: ActionInfo("Save and leave", "done", [.editor], ["esc"])
    case .editExternally: ActionInfo("Edit in $VISUAL or $EDITOR", "external editor", [.editor], ["ctrl-o"])
    case .find: ActionInfo("Find and replace in the text", "find", [.editor], ["ctrl-f"])
    case .findNext: ActionInfo("Find the next one", "find next", [.editor], ["ctrl-g"])
    case .insertLink: ActionInfo("Link to another entry", "link", [.editor], ["alt-k"])
    case .spelling: ActionInfo("Spelling of the word here, else the next wrong one", "spelling", [.editor], ["alt-z"])
    case .nextMisspelling: ActionInfo("Go to the next misspelt word", "next misspelt", [.editor], ["alt-n"])
    case .focusMode: ActionInfo("Focus mode: only the text", "focus", [.editor], ["ctrl-t"])
    case .switchField: ActionInfo("Switch between title and text", "title", [.editor], ["f7"])
    case .editorDate: ActionInfo("Date of the entry", "date", [.editor], ["f2", "alt-w"])
    case .editorMood: ActionInfo("Mood of the entry", "mood", [.editor], ["f3", "alt-m"])
    case .editorCategory: ActionInfo("Category of the entry", "category", [.editor], ["f4", "alt-c"])
    case .editorTags: ActionInfo("Tags of the entry", "tags", [.editor], ["f5", "alt-t"])
    case .editorFavorite: ActionInfo("Toggle favourite", "favourite", [.editor], ["f6", "alt-s"])
    case .editorPictures: ActionInfo("Attach pictures to the entry", "picture", [.editor], ["f12", "alt-i"])
    case .takeTheirs: ActionInfo("Reload the saved version", "reload", [.editor], ["f8"])
    case .discardChanges: ActionInfo("Leave without saving …", "discard", [.editor], ["f9"])
    }
  }
}

extension Action {
  static let save = editor(.save), leaveEditor = editor(.leaveEditor), editExternally = editor(.editExternally)
  static let find = editor(.find), findNext = editor(.findNext), focusMode = editor(.focusMode)
  static let insertLink = editor(.insertLink), spelling = editor(.spelling)
  static let nextMisspelling = editor(.nextMisspelling)
  static let switchField = editor(.switchField), editorDate = editor(.editorDate), editorMood = editor(.editorMood)
  static let editorCategory = editor(.editorCategory), editorTags = editor(.editorTags)
  static let editorFavorite = editor(.editorFavorite), editorPictures = editor(.editorPictures)
  static let takeTheirs = editor(.takeTheirs), discardChanges = editor(.discardChanges)
}
