package import JournalCore
package import TerminalKit

/// The screen of a journal that is locked: a passphrase is typed, or words that are written down without it.
package struct LockModel: Sendable {
  /// What is wanted of the world.
  package enum Wish: Hashable, Sendable {
    /// Unlocks by the passphrase; answered by ``LockModel/failed(_:)``, unless the screen goes.
    case unlock(Secret)
    /// Unlocks by the recovery key; answered as `unlock` is.
    case recover(Secret)
    /// Writes a text down, sealed; answered by ``LockModel/written()`` or ``LockModel/failed(_:)``.
    case write(String)
    /// Draws every cell again.
    case redraw
    case suspend
    /// Leaves the journal locked.
    case leave
  }

  /// What is typed.
  enum Field: Hashable, Sendable { case passphrase, words, recovery }

  /// Terminal, theme and name of the journal; nothing of what is in it.
  private(set) var desk: Desk
  private(set) var field = Field.passphrase
  private(set) var line = LineField()
  /// Words that were typed, while another field is shown.
  private var words = LineField()
  /// Whether it was said that words would be lost.
  private var isWarned = false
  /// Whether the world has not answered yet.
  private(set) var isWorking = false
  private(set) var said = ""
  private(set) var isFailure = false

  /// Makes the screen as it is first shown.
  ///
  /// - Parameters:
  ///   - preferences: As far as they are known without the journal.
  ///   - hasDarkBackground: nil as long as the terminal has not said it.
  package init(
    environment: Environment, size: Size, preferences: Preferences, hasDarkBackground: Bool?, moment: Moment
  ) {
    desk =
      Model(
        environment: environment, size: size, preferences: preferences, hasDarkBackground: hasDarkBackground,
        moment: moment
      ).desk
  }

  /// The terminal has told its background.
  package mutating func show(onDark isDark: Bool, at moment: Moment) {
    guard desk.hasDarkBackground != isDark else { return }
    desk =
      Model(
        environment: desk.environment, size: desk.size, preferences: desk.preferences, hasDarkBackground: isDark,
        moment: moment
      ).desk
  }

  // MARK: What is typed

  /// Takes a key, a paste or the terminal's size, and returns what is wanted then.
  package mutating func take(_ input: TerminalInput) -> Wish? {
    switch input {
    case .key(let key): return take(key)
    case .paste(let text): if !isWorking { line.paste(text) }
    case .resize(let size): desk.size = size
    case .mouse, .focus: break
    }
    return nil
  }

  private mutating func take(_ key: Key) -> Wish? {
    switch key {
    case .control("q"), .control("c"): return leave()
    case .control("l"): return .redraw
    case .control("z"): return .suspend
    default: return isWorking ? nil : type(key)
    }
  }

  private mutating func type(_ key: Key) -> Wish? {
    switch key {
    case Key(.escape):
      guard field == .passphrase else {
        change(to: .passphrase)
        return nil
      }
      return leave()
    case Key(.tab): change(to: field == .passphrase ? .words : .passphrase)
    case .control("r"): change(to: .recovery)
    case Key(.enter): return enter()
    default:
      said = ""
      _ = line.handle(key)
    }
    return nil
  }

  private mutating func change(to field: Field) {
    guard field != self.field else { return }
    // A passphrase is typed anew; words stay.
    if self.field == .words { words = line }
    (self.field, line, said) = (field, field == .words ? words : LineField(), "")
  }

  /// What was typed and is not written down; empty where there is nothing.
  package var unwritten: String { field == .words ? line.text : words.text }

  /// Words that are not written down are worth a second key.
  private mutating func leave() -> Wish? {
    let isWritten = field == .words ? line.isEmpty : words.isEmpty
    guard !isWritten, !isWarned else { return .leave }
    (isWarned, said, isFailure) = (true, "Your words are not written down. The same key again leaves them.", true)
    return nil
  }

  private mutating func enter() -> Wish? {
    guard !line.isEmpty else { return nil }
    let text = line.text
    (isWorking, said, isFailure) = (true, field == .words ? "" : "Unlocking \(desk.glyphs.ellipsis)", false)
    switch field {
    case .passphrase: return .unlock(Secret(text))
    case .recovery: return .recover(Secret(text))
    case .words: return .write(text)
    }
  }

  // MARK: Answers

  /// Something was not done, with the reason; a passphrase is typed anew, words stay.
  package mutating func failed(_ sentence: String) {
    (isWorking, said, isFailure) = (false, sentence, true)
    if field != .words { line = LineField() }
  }

  /// The words are on the disk.
  package mutating func written() {
    (isWorking, field, line, isFailure) = (false, .passphrase, LineField(), false)
    (words, isWarned) = (LineField(), false)
    said = "Written down, sealed. It is in the journal when you unlock it."
  }
}
