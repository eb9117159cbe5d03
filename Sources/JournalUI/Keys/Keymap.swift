package import TerminalKit

/// Which key does what, in which part of the screen: the defaults, and what the person's configuration makes of them.
package struct Keymap: Hashable, Sendable {
  private var bindings: [KeyContext: [Key: Action]] = [:]
  private var keysOfAction: [Action: [Key]] = [:]

  /// The keys as the program comes.
  package static let standard = Keymap(overrides: [:]).keymap

  /// Builds the keymap for a configuration of action names and key names; given keys replace an action's own ones.
  ///
  /// A key that another action has by default is taken away from it, which has to be given keys here, too: no key changes
  /// its meaning without a word. What cannot be understood is left out, and said in a sentence: unknown actions and keys,
  /// one key for two actions that would both hear it, a bare character for a command of the editor, and a configuration
  /// that leaves no key for quitting.
  package static func make(overrides: [String: [String]]) -> (keymap: Keymap, problems: [Problem]) {
    Keymap(overrides: overrides).result
  }

  /// Something of the configuration that cannot be done as it stands.
  package struct Problem: Hashable, Sendable {
    /// The name under which it stands in the configuration.
    package let name: String
    /// What is wrong and what to do about it.
    package let sentence: String
  }

  private var problems: [Problem] = []
  private mutating func refuse(_ name: String, _ sentence: String) {
    problems.append(Problem(name: name, sentence: sentence))
  }

  private var keymap: Keymap {
    var copy = self
    copy.problems = []
    return copy
  }
  private var result: (Keymap, [Problem]) { (keymap, problems) }

  private init(overrides: [String: [String]]) {
    var given: [Action: [Key]] = [:]
    for name in overrides.keys.sorted() {
      guard let action = Action(rawValue: name) else {
        refuse(name, Self.unknownAction(name))
        continue
      }
      given[action] = readKeys(overrides[name] ?? [], of: action)
    }
    for action in Action.allCases {
      guard let keys = given[action] else { continue }
      for key in keys {
        if let loser = loser(of: key, to: action, given) {
          refuse(
            action.rawValue,
            "\(key.name) for “\(action.rawValue)” is the key of “\(loser.rawValue)”: \(loser.info.title). "
              + "Take another one, or give “\(loser.rawValue)” its keys here, too.")
        }
        bindGiven(key, to: action)
      }
    }
    for action in Action.allCases where given[action] == nil {
      for name in action.info.keys {
        guard let key = Key(parsing: name) else { continue }
        bindDefault(key, to: action)
      }
    }
    if keysOfAction[.quit, default: []].allSatisfy({ !Self.isCommand($0) }) {
      refuse(Action.quit.rawValue, "No key is left for “quit” while you write; it keeps Ctrl-Q.")
      bindDefault(.control("q"), to: .quit, force: true)
    }
  }

  private mutating func readKeys(_ names: [String], of action: Action) -> [Key] {
    var keys: [Key] = []
    for name in names {
      guard let key = Key(parsing: name) else {
        refuse(
          action.rawValue,
          "“\(name)” for “\(action.rawValue)” is not a key. Write keys as x, ctrl-x, alt-x, shift-up, f5, enter or space."
        )
        continue
      }
      if !Self.isCommand(key), action.info.contexts.allSatisfy(\.isTyping) {
        refuse(
          action.rawValue,
          "“\(name)” for “\(action.rawValue)” is text while you write. Take a key with Ctrl or Alt, or F1 to F12.")
        continue
      }
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  private mutating func bindGiven(_ key: Key, to action: Action) {
    for context in action.info.contexts where Self.isCommand(key) || !context.isTyping {
      if let other = bindings[context]?[key] {
        refuse(action.rawValue, "\(key.name) is given to both “\(other.rawValue)” and “\(action.rawValue)”.")
        return
      }
    }
    bind(key, to: action)
  }

  /// The contexts that hear a key one after the other on the main screen and in the editor; elsewhere a screen's own keys
  /// may well hide those that hold everywhere, as in the standard keys.
  private static let heard: [Set<KeyContext>] = [
    [.sidebar, .journal, .everywhere], [.list, .journal, .everywhere], [.reader, .journal, .everywhere], [.editor],
    [.search],
  ]

  /// The action that has a key by default, and that would no longer be heard with it or hide the new one.
  private func loser(of key: Key, to action: Action, _ given: [Action: [Key]]) -> Action? {
    func contexts(_ action: Action) -> Set<KeyContext> {
      Set(action.info.contexts.filter { Self.isCommand(key) || !$0.isTyping })
    }
    func has(_ other: Action) -> Bool { other.info.keys.contains { Key(parsing: $0) == key } }
    // What is one of its own keys may stay so.
    guard !has(action) else { return nil }
    let own = contexts(action)
    return Action.allCases.first { other in
      guard given[other] == nil, has(other) else { return false }
      let others = contexts(other)
      return !own.isDisjoint(with: others)
        || Self.heard.contains { !own.isDisjoint(with: $0) && !others.isDisjoint(with: $0) }
    }
  }

  /// Binds a key wherever nothing else has it; where `force` is given, everywhere.
  private mutating func bindDefault(_ key: Key, to action: Action, force: Bool = false) {
    bind(key, to: action) { $0 == nil || force }
  }

  private mutating func bind(_ key: Key, to action: Action, where mayBind: (Action?) -> Bool = { _ in true }) {
    var isBound = false
    for context in action.info.contexts where Self.isCommand(key) || !context.isTyping {
      guard mayBind(bindings[context]?[key]) else { continue }
      bindings[context, default: [:]][key] = action
      isBound = true
    }
    if isBound { keysOfAction[action, default: []].append(key) }
  }

  /// Whether a key is no text, so that it can be a command while a person types.
  private static func isCommand(_ key: Key) -> Bool {
    if case .character = key.code { return !key.modifiers.isDisjoint(with: [.control, .alt]) }
    return true
  }

  private static func unknownAction(_ name: String) -> String {
    let near = Action.allCases.first { action in
      let known = action.rawValue.filter { $0 != "-" }
      let asked = name.lowercased().filter { $0.isLetter }
      return !asked.isEmpty && (known == asked || known.hasPrefix(asked) || asked.hasPrefix(known))
    }
    let hint = near.map { " Did you mean “\($0.rawValue)”?" } ?? " “cloudjournal keys” lists them."
    return "“\(name)” is not a known action.\(hint)"
  }

  /// What a key does, asking the contexts from the innermost outwards.
  package func action(for key: Key, in contexts: [KeyContext]) -> Action? {
    for context in contexts {
      if let action = bindings[context]?[key] { return action }
    }
    return nil
  }

  /// The keys of an action, the one to be shown first.
  package func keys(of action: Action) -> [Key] { keysOfAction[action] ?? [] }

  /// The keys of an action that work in a context, the one to be shown first.
  package func keys(of action: Action, in context: KeyContext) -> [Key] {
    keys(of: action).filter { bindings[context]?[$0] == action }
  }

  /// The first key of an action that does it in these contexts and is not taken by something further in.
  package func shownKey(of action: Action, in contexts: [KeyContext]) -> Key? {
    keys(of: action).first { self.action(for: $0, in: contexts) == action }
  }

  /// One line of the list of keys.
  package struct Row: Hashable, Sendable {
    /// The part of the screen where the keys work.
    package var context: KeyContext
    /// The action that the line tells of.
    package var action: Action
    /// The words of the palette and the help.
    package var title: String
    /// The keys that work there, the one to be shown first; empty where the action has none.
    package var keys: [Key]
  }

  /// All actions, context by context, as help and `cloudjournal keys` list them.
  package var table: [Row] {
    // What moves about is what people try first anyway; it comes last.
    let actions = Action.allCases.filter { !$0.isMoving } + Action.allCases.filter(\.isMoving)
    return KeyContext.allCases.flatMap { context in
      actions.compactMap { action in
        guard action.info.contexts.contains(context) else { return nil }
        return Row(context: context, action: action, title: action.info.title, keys: keys(of: action, in: context))
      }
    }
  }
}
