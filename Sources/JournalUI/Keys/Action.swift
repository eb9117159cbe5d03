extension Action {
  /// The name in the configuration file, such as `move-up`.
  package var rawValue: String { member.rawValue }

  /// The action's titles, contexts and standard keys, before the configuration changes any.
  package var info: ActionInfo { member.info }

  /// Finds an action by its name; nil where no action has it.
  package init?(rawValue: String) {
    guard let action = Self.named[rawValue] else { return nil }
    self = action
  }

  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Whether this only moves about on a screen.
  var isMoving: Bool {
    if case .move = self { return true }
    if case .pane = self { return true }
    return self == .closeScreen
  }
}

/// The actions of one part of the screen; the raw value is the name in the configuration file.
package protocol ActionGroup: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
  /// Title, contexts and standard keys.
  var info: ActionInfo { get }
}
