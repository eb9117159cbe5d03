import JournalCore
package import TerminalKit

/// Everything that the screen knows: what is shown, what is being written, and what is asked of the world.
package struct Model: Sendable {
  /// What all screens share.
  var desk: Desk
  /// Whether the trash is to be emptied once it is known what lies in it; any other key takes that back.
  var isToEmptyTrash = false

  // The main screen.
  var focus = Pane.list
  /// Whether the sidebar lies over the list where it has no room of its own.
  var isSidebarOpen = false
  var sidebar = SidebarModel()
  var list: ListModel
  var reader = ReaderModel()
  var search: SearchModel?

  /// The screens over it, the topmost last.
  var stack: [OpenScreen] = [] {
    didSet { desk.screens = stack.map(\.context) }
  }
  var editor: EditorModel?
  /// What was copied, deleted and recorded in the editors before, for the next one.
  var editorMemory = TextEditor.Memory()
  /// Whether the editor shows nothing but the text, and that around the caret brightest.
  var isFocusMode = false

  var thumbnails = Thumbnails()
  /// Files that are being attached, the oldest first.
  var attachments: [EditTicket] = []

  /// When Ctrl-C was pressed last where it would end the program.
  var interruptedAt: Instant?
  /// The journal's file is not in its place, as was told last; nil while nothing of it is known.
  var displacement: Failure?
  /// Whether what can be done about the displaced file is still to be asked.
  var isDisplacementToTell = false
  /// What failed last, so that it can be tried again.
  var lastFailure: FailedEffect?
  /// The entry that is selected when the list is read again.
  var revealing: RecordName?
  /// Drafts of dead owners that were not offered yet.
  var waitingDrafts: [Draft] = []
  /// Whether a person asked for drafts, and is to hear that there is none.
  var isLookingForDrafts = false
  /// The draft whose entry is being read, to be opened with it.
  var recovering: Draft?

  /// Makes the model of a screen that has just begun: nothing is read yet, and no effect is asked for.
  package init(
    environment: Environment, size: Size, preferences: Preferences = Preferences(), keymap: Keymap = .standard,
    hasDarkBackground: Bool? = true, moment: Moment
  ) {
    desk = Desk(
      environment: environment, size: size, preferences: preferences, keymap: keymap,
      hasDarkBackground: hasDarkBackground, moment: moment)
    list = ListModel(scope: preferences.scope, order: preferences.order)
    sidebar.cursor = preferences.scope
    retheme()
  }

  /// The terminal, the zone and the journal; the same for the whole run.
  package var environment: Environment { desk.environment }
  /// The terminal's size in cells.
  package var size: Size { desk.size }
  /// The person's choices, as last changed on screen or read from the journal.
  package internal(set) var preferences: Preferences {
    get { desk.preferences }
    set { desk.preferences = newValue }
  }
}

extension Model: TalksToAccount, ComparesTexts, ShowsPictures {
  var editorStatus: EditorModel.Status? { editor?.status }
}

/// A part of the main screen that can have the keys.
enum Pane: Hashable, Sendable {
  case sidebar, list, reader
  /// The entry of the reader over all panes: the reading page.
  case page

  /// Whether what is done here is done to the entry that is read.
  var reads: Bool { self == .reader || self == .page }
}

struct FailedEffect: Hashable, Sendable {
  var effect: Effect
  var failure: Failure
}
