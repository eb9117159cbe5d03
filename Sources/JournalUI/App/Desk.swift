import JournalCore
import TerminalKit

/// What all screens share: the terminal and the journal as far as they are known, and what is asked of the world.
struct Desk: Sendable {
  /// The terminal, the zone and the journal; the same for the whole run.
  let environment: Environment
  /// The keys of every action; the same for the whole run.
  let keymap: Keymap
  /// The signs that the terminal can show, as far as it has told.
  var glyphs: Glyphs
  /// The terminal's size in cells.
  var size: Size
  /// The person's choices, as last changed on screen or read from the journal.
  var preferences: Preferences
  /// Nil as long as the terminal has not said it.
  var hasDarkBackground: Bool?
  var theme: Theme
  /// The colour that the window around the cells was given; nil where it has its own.
  var windowColor: Color?
  /// The question of colours that an empty journal shows; nil where there is nothing to ask.
  var colorQuestion: ColorQuestion?
  /// The theme under the cursor of the settings, which the whole screen shows until it is chosen or left.
  var previewedTheme: ThemeChoice?
  /// Whether files are being taken in.
  var isImporting = false
  /// How many steps could be undone when files were taken in last; nil where none were since the program was started, or that
  /// was undone. Undo means the import once it has come back to there.
  var stepsBeforeImport: Int?
  /// The folder from which files were taken in last.
  var importFolder: String?

  /// The time of the last message, and a name for at most one new record.
  var now: EntryDate
  var freshName: RecordName
  /// What `update` returns when the message is dealt with.
  var outbox: [Effect] = []
  /// What a screen asked of those around it, in order; the model does it as soon as the screen is back in its place.
  var requests: [ScreenRequest] = []

  // What the journal holds, as far as more than one screen needs it.
  var tallies: Tallies?
  /// All categories, those in the trash among them, in the order in which they are shown.
  var categories: [JournalCore.Category] = []
  var tags: [TagCount] = []
  var searches = SavedSearches()
  /// What is known of the spelling of words.
  var spelling = SpellMemory()
  var question = QuestionOfDay()
  /// Pictures that were removed from entries, the latest first; read where they are shown, nil before.
  var removedPictures: [RemovedPicture]?
  var syncing = SyncMonitor()
  /// What is shared, as the disk has it.
  var shelf = SharedShelf()

  /// How the terminal takes pictures, and those that were rendered for it.
  var abilities = PictureAbilities.blocks
  var pictures = PictureCache()

  /// Files that are being attached, the oldest first.
  var attachments: [EditTicket] = []
  /// What was said to be saved last, until it is read as it stands in the journal.
  var saidSaved: SaidSaved?
  /// What was copied, deleted and recorded in the editors before, for the next one.
  var editorMemory = TextEditor.Memory()

  /// Keys for what is being opened.
  var hold = InputHold()

  /// What lies over the screen and wants an answer first, the topmost last.
  var dialogs: [Dialog] = []
  /// The screens over the main one, the topmost last.
  var screens: [KeyContext] = []
  var notice: Notice?
  /// When it was said.
  var noticedAt = Instant(milliseconds: 0)
  var messages = MessageLog()
  /// What was done and can be undone.
  var log = EditLog()

  /// How times of the day are shown.
  var clock: ClockStyle { preferences.clock ?? environment.clock }

  init(
    environment: Environment, size: Size, preferences: Preferences, keymap: Keymap, hasDarkBackground: Bool?,
    moment: Moment
  ) {
    (self.environment, self.size, self.preferences) = (environment, size, preferences)
    (self.keymap, self.hasDarkBackground) = (keymap, hasDarkBackground)
    glyphs = environment.glyphs
    theme = .standard(isDark: hasDarkBackground != false, depth: environment.colorDepth)
    now = moment.now
    freshName = moment.freshName
  }
}

/// What a screen asks of those around it.
enum ScreenRequest: Sendable {
  /// Takes a screen away, whatever lies over it.
  case close(KeyContext)
  /// Lays a screen over the others.
  case open(OpenScreen)
  /// Opens the editor with a draft over what the journal has of its entry; nil where it has nothing.
  case recover(EditorModel, Entry?)
  /// Does what an action means on the screen that is on top then.
  case perform(Action)
  /// Does what a key of the bottom line does, at this column.
  case pressHint(column: Int)
  /// Takes input as if it came now.
  case type([TerminalInput])
  /// Leaves the program, unless words would be lost without asking.
  case quit
  /// Leaves the program.
  case leave
  /// Says that something was done, with the key that takes it back.
  case sayUndoable(String)
  /// Gives the screen below a dialog what was typed, chosen or ticked in it.
  case answered(DialogAnswer, Prompt)
  case chose(DialogAnswer)
  case tagged(TagChange, [String])
  /// Does what an answer means.
  case run(Command)
  /// Shows the entries of a day in the list, in the place of a screen of days.
  case showDay(CivilDate)
  /// Shows the entries of a part of a chart in the list, from which Esc leads back to the charts.
  case showPart(InsightsScreen.Target, of: InsightsModel)
  /// Opens an entry that is dated that day.
  case writeFor(CivilDate)
  /// Opens an entry that begins with a template for a question.
  case answer(EntryTemplate, question: String)
  /// Makes files pictures of an entry.
  case attach([String], AttachTarget, keepsOriginal: Bool)
  /// Sorts the list.
  case sort(ListOrder)
  /// Gives the keys of the reader to a picture, where the reader has them.
  case selectPicture(RecordName)
}
