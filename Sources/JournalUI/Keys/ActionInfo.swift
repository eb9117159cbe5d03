/// What the keymap and the help know of an action.
package struct ActionInfo: Sendable {
  /// What it does, as the palette and the help say it.
  package let title: String
  /// One or two words for the line of keys.
  package let short: String
  /// Where the action's keys work; the help lists it under each of them.
  package let contexts: [KeyContext]
  /// The names of its keys, the one to be shown first.
  package let keys: [String]

  init(_ title: String, _ short: String, _ contexts: [KeyContext], _ keys: [String]) {
    (self.title, self.short, self.contexts, self.keys) = (title, short, contexts, keys)
  }
}

extension KeyContext {
  /// Where something can be moved about in.
  static let panes: [KeyContext] = [.sidebar, .list, .reader] + covering
}
