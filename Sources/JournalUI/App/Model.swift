import JournalCore
package import TerminalKit

/// Everything that the screen knows: what is shown, what is being written, and what is asked of the world.
package struct Model: Sendable {
  /// What all screens share.
  var desk: Desk
  /// The main screen, and those over it, the topmost last.
  var stack: [OpenScreen]

  /// Ctrl-C where it would end the program.
  var interruption = Interruption()
  /// What is known of the journal's file not being in its place.
  var displacement = Displacement()
  /// What failed last, so that it can be tried again.
  var failures = FailureMemory()
  /// Drafts that are offered.
  var drafts = DraftOffers()

  /// Makes the model of a screen that has just begun: nothing is read yet, and no effect is asked for.
  package init(
    environment: Environment, size: Size, preferences: Preferences = Preferences(), keymap: Keymap = .standard,
    hasDarkBackground: Bool? = true, moment: Moment
  ) {
    desk = Desk(
      environment: environment, size: size, preferences: preferences, keymap: keymap,
      hasDarkBackground: hasDarkBackground, moment: moment)
    stack = [.main(MainModel(preferences))]
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

extension Model: TalksToAccount, AttachesPictures {
  var editorStatus: EditorModel.Status? { editor?.status }

  /// The state of the main screen.
  var main: MainModel {
    for case .main(let state) in stack { return state }
    return MainModel(preferences)
  }

  /// What surrounds the topmost screen.
  var bars: Bars { Bars(desk: desk, screen: topScreen, promise: promise) }

  /// Where the message lies, at the bottom right; nil where there is none.
  package var messageRect: Rect? { bars.messageRect }

  /// The actions that mean something on the topmost screen.
  package var paletteActions: [Action] { topScreen.paletteActions }

  /// The list of the main screen.
  var list: ListPane { main.list }

  /// The entry that is being written; nil where none is.
  var editor: EditorModel? {
    for case .editor(let state) in stack { return state }
    return nil
  }
}
