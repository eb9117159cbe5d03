import JournalCore
import TerminalKit

/// A screen at work: its state and the desk, together for as long as one message or one
/// drawing takes.
///
/// Between messages only its ``OpenScreen`` is kept. It reaches nothing but its own state and the desk; what lies outside
/// of both it asks for, see ``ScreenRequest``.
protocol Screen: HearsKeys {
  /// The actions that mean something here and nowhere else.
  associatedtype Actions: ActionGroup = NoAction
  /// What can be chosen in the lists and questions that it opens.
  associatedtype Choices: AnswerGroup = NoAnswer
  /// The lines that it asks for.
  associatedtype Questions: AnswerGroup = NoAnswer
  /// What is kept between messages.
  associatedtype State: Sendable
  init(desk: Desk, state: State)
  /// What keys and help call it.
  static var context: KeyContext { get }
  /// The state, as it is kept between messages.
  var kept: OpenScreen { get }
  /// The parts of the way to it, at the left of the top line.
  var way: [String] { get }
  /// The actions whose keys stand on the bottom line, the most important first.
  var hints: [Action] { get }
  /// The rows that a page goes.
  var page: Int { get }

  /// Takes an action; one that means nothing here is let go.
  mutating func perform(_ action: Action)
  /// Takes one of its own actions.
  mutating func perform(_ action: Actions)
  mutating func go(_ motion: Motion)
  /// Goes on by so many of its parts.
  mutating func turn(by step: Int)
  /// Moves the cursor, or scrolls, by so many rows; far beyond either end means to that end.
  mutating func move(by rows: Int)
  mutating func paste(_ text: String)
  /// Takes input before the keymap does, while something is typed; false where nothing is.
  mutating func type(_ input: TerminalInput) -> Bool
  mutating func mouse(_ event: MouseEvent)
  /// Takes what came of an effect, whatever asked for it.
  mutating func hear(_ message: Message)
  /// Asks again for what it shows, after the journal changed.
  mutating func reload()
  /// Brings what follows from the rest up to date after a message: scrolling, set text, what is to be read.
  mutating func settle()
  /// Takes back one thing before Esc closes the screen; false where there is nothing to take back.
  mutating func goBack() -> Bool
  /// Called before it is taken away.
  mutating func closed()
  func draw(_ canvas: inout Canvas)
  /// The pictures that it shows, the most important first.
  var wantedPictures: [PictureRequest] { get }
  /// The pictures that it shows until those are there.
  var keptPictures: [PictureRequest] { get }
  /// Takes what was chosen in a list or a question that it opened.
  mutating func chose(_ choice: Choices)
  /// Takes the line that it asked for.
  mutating func answered(_ question: Questions, _ prompt: Prompt)
  /// What a key does here, where that is not what it does elsewhere.
  func shortName(of action: Action) -> String?
  /// The key of an action as the command palette shows it; nil where it has none here.
  func keyWords(of action: Action) -> String?
  /// The key of an action on the bottom line; nil where it has none here.
  func hint(for action: Action) -> KeyHints.Hint?
  /// What stands before the keys of actions on the bottom line.
  var firstHints: [KeyHints.Hint] { get }
  /// A sign at the left end of the bottom line.
  var modeSign: (text: String, style: Style)? { get }
  /// Where one is, at the right end of the bottom line; the longest words first, for where there is less room.
  var placeWords: [String] { get }
  /// Whether the screen below is seen around it.
  var isPanel: Bool { get }
  /// Whether the top line and the bottom line are left out.
  var hidesBars: Bool { get }
  /// The contexts whose actions the command palette lists.
  var paletteContexts: [KeyContext] { get }
  /// What the palette lists behind them.
  var paletteExtras: [Picker.Item] { get }
  /// What is done when exactly this is typed in the palette.
  var typedCommands: [String: Picker.Value] { get }
  /// Takes the tags that were ticked.
  mutating func tagged(_ change: TagChange, _ names: [String])
}

extension Screen {
  var contexts: [KeyContext] { [Self.context, .everywhere] }
  var page: Int { 1 }

  mutating func perform(_ action: Action) { performOwn(action) }

  /// Gives an action to what takes its group here.
  mutating func performOwn(_ action: Action) {
    if case .move(let motion) = action {
      go(motion)
    } else if case .part(let action) = action {
      turn(by: action.step)
    } else if let own = action.member as? Actions {
      perform(own)
    }
  }

  mutating func go(_ motion: Motion) { move(by: motion.rows(page: page)) }
  mutating func move(by rows: Int) {}
  mutating func turn(by step: Int) {}
  mutating func type(_ input: TerminalInput) -> Bool { false }
  mutating func hear(_ message: Message) {}
  mutating func mouse(_ event: MouseEvent) {}
  mutating func reload() {}
  mutating func settle() {}
  mutating func goBack() -> Bool { false }
  mutating func closed() {}
  var wantedPictures: [PictureRequest] { [] }
  var keptPictures: [PictureRequest] { [] }
  func shortName(of action: Action) -> String? { nil }
  func hint(for action: Action) -> KeyHints.Hint? { standardHint(for: action) }
  func keyWords(of action: Action) -> String? { standardKeyWords(of: action) }
  var firstHints: [KeyHints.Hint] { [] }
  var modeSign: (text: String, style: Style)? { nil }
  var placeWords: [String] { [] }
  var isPanel: Bool { false }
  var hidesBars: Bool { false }
  var paletteContexts: [KeyContext] { contexts }
  var paletteExtras: [Picker.Item] { [] }
  var typedCommands: [String: Picker.Value] { [:] }
  mutating func tagged(_ change: TagChange, _ names: [String]) {}
  mutating func paste(_ text: String) {}

  func standardKeyWords(of action: Action) -> String? {
    keymap.shownKey(of: action, in: contexts)?.shortName(glyphs: glyphs)
  }

  func standardHint(for action: Action) -> KeyHints.Hint? {
    keymap.shownKey(of: action, in: contexts).map {
      hint($0.shortName(glyphs: glyphs), shortName(of: action) ?? action.info.short)
    }
  }
}

/// Actions of which one opens its screen over the main one.
protocol OpensScreen: ActionGroup {
  /// Opens the screen where this is the action for it.
  func open(on desk: inout Desk)
}

/// The actions of a screen that has none of its own.
enum NoAction: String, ActionGroup {
  case none
  var info: ActionInfo { ActionInfo("", "", [], []) }
}

extension Screen where Actions == NoAction {
  mutating func perform(_ action: NoAction) {}
}

extension OpenScreen {
  /// The screen at work.
  consuming func at(_ desk: Desk) -> any Screen { state.at(desk) }

  /// What keys and help call it.
  var context: KeyContext { state.context }
}

/// The state of a screen, which knows what to do with it.
protocol ScreenState: Sendable {
  /// The screen at work.
  associatedtype Work: Screen where Work.State == Self
}

extension ScreenState {
  fileprivate func at(_ desk: Desk) -> any Screen { Work(desk: desk, state: self) }
  fileprivate var context: KeyContext { Work.context }
}
