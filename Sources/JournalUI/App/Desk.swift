import JournalCore
import TerminalKit

/// What all screens share: the terminal and the journal as far as they are known, and what is asked of the world.
struct Desk: Sendable {
  /// The terminal, the zone and the journal; the same for the whole run.
  let environment: Environment
  /// The keys of every action; the same for the whole run.
  let keymap: Keymap
  let glyphs: Glyphs
  /// The terminal's size in cells.
  var size: Size
  /// The person's choices, as last changed on screen or read from the journal.
  var preferences: Preferences
  /// Nil as long as the terminal has not said it.
  var hasDarkBackground: Bool?
  var theme: Theme
  /// The theme under the cursor of the settings, which the whole screen shows until it is chosen or left.
  var previewedTheme: ThemeChoice?

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
  /// Pictures that were removed from entries, the latest first; read where they are shown, nil before.
  var removedPictures: [RemovedPicture]?
  var syncing = SyncState()

  /// How the terminal takes pictures, and those that were rendered for it.
  var abilities = PictureAbilities.blocks
  var pictures = PictureCache()

  /// What lies over the screen and wants an answer first, the topmost last.
  var dialogs: [Dialog] = []
  /// The screens over the main one, the topmost last.
  var screens: [KeyContext] = []
  var notice: Notice?
  var messages = MessageLog()
  /// What was done and can be undone.
  var log = EditLog()

  init(
    environment: Environment, size: Size, preferences: Preferences, keymap: Keymap, hasDarkBackground: Bool?,
    moment: Moment
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
  }
}

/// What a screen asks of those around it.
enum ScreenRequest: Sendable {
  /// Takes a screen away, whatever lies over it.
  case close(KeyContext)
  /// Lays a screen over the others.
  case open(OpenScreen)
  /// Opens the editor with an entry of the journal.
  case edit(Entry)
  /// Does what an action means on the screen that is on top then.
  case perform(Action)
  /// Asks for a line of text.
  case prompt(Prompt)
  /// Leaves the program, unless words would be lost without asking.
  case quit
  /// Sorts the list.
  case sort(ListOrder)
  /// Gives the keys of the reader to a picture, where the reader has them.
  case selectPicture(RecordName)
}
