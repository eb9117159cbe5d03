import TerminalKit

/// The line by which the rows of a screen are filtered.
struct FilterLine: Sendable {
  /// What came of something that was typed.
  enum Outcome: Hashable, Sendable {
    case changed, accepted, cancelled, nothing
    /// By so many rows of what is found.
    case moved(Int)
    /// A key of those that work everywhere.
    case asked(CommonAction)
  }

  /// What is typed; nil while nothing is filtered.
  var field: LineField?
  /// Whether keys go into the line.
  private(set) var isTyping = false

  /// Whether it lets everything through.
  var isEmpty: Bool { words.isEmpty }

  private var words: [Substring] { (field?.text ?? "").lowercased().split(separator: " ") }

  /// Whether a row that says this is shown: all words that are typed are in it.
  func lets(_ text: String) -> Bool {
    let text = text.lowercased()
    return words.allSatisfy { text.contains($0) }
  }

  mutating func begin() {
    isTyping = true
    if field == nil { field = LineField() }
  }

  mutating func end() { self = FilterLine() }

  /// Takes a key or a paste, with the keys of the search line.
  mutating func take(_ input: TerminalInput, _ keymap: Keymap) -> Outcome {
    switch input {
    case .paste(let text):
      field?.paste(text)
      return .changed
    case .key(let key):
      let action = keymap.action(for: key, in: [.search])
      if case .common(let action) = action { return .asked(action) }
      if case .searchLine(let action) = action { return take(action) }
      _ = field?.handle(key)
      return .changed
    case .mouse, .focus, .resize: return .nothing
    }
  }

  private mutating func take(_ action: SearchAction) -> Outcome {
    switch action {
    case .searchAccept:
      isTyping = false
      if field?.isEmpty == true { field = nil }
      return .accepted
    case .searchCancel: return .cancelled
    case .searchUp: return .moved(-1)
    case .searchDown: return .moved(1)
    }
  }
}
