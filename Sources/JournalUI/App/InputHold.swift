import JournalCore
import TerminalKit

/// Keys that are pressed while the journal is asked for a screen or a list: they are for what opens then, and not for what lies
/// below it.
struct InputHold: Sendable {
  private var awaited: [Effect] = []
  private var inputs: [TerminalInput] = []

  /// Keeps a key or a paste while something is awaited; false where it is to be taken in at once.
  mutating func keeps(_ message: Message) -> Bool {
    guard !awaited.isEmpty, case .input(let input) = message else { return false }
    switch input {
    case .key, .paste:
      inputs.append(input)
      return true
    case .mouse, .focus, .resize: return false
    }
  }

  /// Notes what is asked for.
  mutating func note(_ effects: some Sequence<Effect>) {
    awaited += effects.filter { effect in
      switch effect {
      case .loadTemplates, .loadEntry(_, .edit), .loadEntry(_, .recover): true
      default: false
      }
    }
  }

  /// What was pressed meanwhile, once everything that was awaited is here. Where it could not be read, keys are for nothing.
  mutating func release(after message: Message) -> [TerminalInput] {
    guard !awaited.isEmpty else { return [] }
    switch message {
    case .entryLoaded(let id, let purpose, _): awaited.removeAll { $0 == .loadEntry(id, purpose) }
    case .templatesFound: awaited.removeAll { $0 == .loadTemplates }
    case .failed(let effect, _):
      guard awaited.contains(effect) else { return [] }
      awaited.removeAll { $0 == effect }
      inputs = []
    default: return []
    }
    guard awaited.isEmpty else { return [] }
    defer { inputs = [] }
    return inputs
  }
}
