import JournalCore
package import TerminalKit

/// Everything that the screen knows: what is shown, what is being written, and what is asked of the world.
package struct Model: Sendable {
  /// The terminal, the zone and the journal; the same for the whole run.
  package let environment: Environment
  /// The terminal's size in cells.
  package internal(set) var size: Size
  /// The person's choices, as last changed on screen or read from the journal.
  package internal(set) var preferences: Preferences
  /// The keys of every action; the same for the whole run.
  package let keymap: Keymap
  /// Nil as long as the terminal has not said it.
  var hasDarkBackground: Bool?
  var theme: Theme
  let glyphs: Glyphs

  /// The time of the last message, and a name for at most one new record.
  var now: EntryDate
  var freshName: RecordName
  /// What `update` returns when the message is dealt with.
  var outbox: [Effect] = []

  // What the journal holds, as far as the screen needs it.
  var tallies: Tallies?
  /// All categories, those in the trash among them, in the order in which they are shown.
  var categories: [JournalCore.Category] = []
  var tags: [TagCount] = []
  /// Pictures that were removed from entries, the latest first; read where they are shown, nil before.
  var removedPictures: [RemovedPicture]?
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
  var syncing = SyncState()

  // Screens over it, the topmost last, and what they hold.
  var screens: [ScreenKind] = []
  var editor: EditorModel?
  /// What was copied, deleted and recorded in the editors before, for the next one.
  var editorMemory = TextEditor.Memory()
  /// Whether the editor shows nothing but the text, and that around the caret brightest.
  var isFocusMode = false
  var history: HistoryModel?
  var categoryList: CategoryListModel?
  var settings: SettingsModel?
  var help: HelpModel?
  var syncScreen: SyncScreen?
  var conflict: ConflictModel?
  var account: AccountScreen?
  var viewer: ViewerModel?
  var removed: RemovedModel?
  var messageScreen: MessageScreen?

  /// How the terminal takes pictures, and those that were rendered for it.
  var abilities = PictureAbilities.blocks
  var pictures = PictureCache()
  var thumbnails = Thumbnails()
  /// Files that are being attached, the oldest first.
  var attachments: [EditTicket] = []

  var dialogs: [Dialog] = []
  /// When Ctrl-C was pressed last where it would end the program.
  var interruptedAt: Instant?
  var notice: Notice?
  var messages = MessageLog()
  /// The journal's file is not in its place, as was told last; nil while nothing of it is known.
  var displacement: Failure?
  /// Whether what can be done about the displaced file is still to be asked.
  var isDisplacementToTell = false
  /// What failed last, so that it can be tried again.
  var lastFailure: FailedEffect?
  var log = EditLog()
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
    self.environment = environment
    self.size = size
    self.preferences = preferences
    self.keymap = keymap
    self.hasDarkBackground = hasDarkBackground
    glyphs = environment.isUTF8 ? .utf8 : .ascii
    theme = .standard(isDark: hasDarkBackground != false, depth: environment.colorDepth)
    now = moment.now
    freshName = moment.freshName
    list = ListModel(scope: preferences.scope, order: preferences.order)
    sidebar.cursor = preferences.scope
    retheme()
  }

  mutating func emit(_ effect: Effect) { outbox.append(effect) }

  mutating func say(_ text: String, _ tone: Notice.Tone = .plain) {
    let notice = Notice(text: text, tone: tone)
    self.notice = notice
    messages.add(notice, at: now)
    emit(.startTimer(.notice, milliseconds: notice.milliseconds))
  }

  var width: any TextWidth { environment.textWidth }
  var today: CivilDate { now.local.date }
  var liveCategories: [JournalCore.Category] { categories.filter { $0.trashedAt == nil } }

  /// The category that an entry shows: none where it is in the trash or not here.
  func category(_ id: RecordName?) -> JournalCore.Category? {
    guard let id else { return nil }
    return categories.first { $0.id == id && $0.trashedAt == nil }
  }
}

/// A part of the main screen that can have the keys.
enum Pane: Hashable, Sendable {
  case sidebar, list, reader
  /// The entry of the reader over all panes: the reading page.
  case page

  /// Whether what is done here is done to the entry that is read.
  var reads: Bool { self == .reader || self == .page }
}

/// A screen that covers the main one.
enum ScreenKind: Hashable, Sendable {
  case editor, history, categories, settings, help, sync, conflict, account, viewer, removedPictures, messages
}

struct FailedEffect: Hashable, Sendable {
  var effect: Effect
  var failure: Failure
}
