/// Everything that a key or the palette can do, screen by screen: each names its own, and this list joins them.
package enum Action: Hashable, Sendable {
  case move(Motion)
  case part(PartAction)
  case pane(PaneAction)
  case entry(EntryAction)
  case picture(PictureAction)
  case list(ListAction)
  case searchLine(SearchAction)
  case editor(EditorAction)
  case history(HistoryAction)
  case categories(CategoryAction)
  case sync(SyncAction)
  case conflict(ConflictAction)
  case account(AccountAction)
  case settings(SettingsAction)
  case keyHelp(HelpAction)
  case common(CommonAction)

  /// The action as one of its own group.
  var member: any ActionGroup {
    switch self {
    case .move(let action): action
    case .part(let action): action
    case .pane(let action): action
    case .entry(let action): action
    case .picture(let action): action
    case .list(let action): action
    case .searchLine(let action): action
    case .editor(let action): action
    case .history(let action): action
    case .categories(let action): action
    case .sync(let action): action
    case .conflict(let action): action
    case .account(let action): action
    case .settings(let action): action
    case .keyHelp(let action): action
    case .common(let action): action
    }
  }

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

extension Action: CaseIterable {
  /// All of them, in the order of the palette and the help.
  package static let allCases: [Action] = {
    func all<Group: ActionGroup>(_ action: (Group) -> Action) -> [Action] { Group.allCases.map(action) }
    let moving = all(Action.move) + all(Action.pane)
    let entries =
      all(Action.entry) + all(Action.picture) + all(Action.list) + all(Action.searchLine) + all(Action.editor)
    let (parts, sections) = (all(Action.part).prefix(2), all(Action.part).dropFirst(2))
    let screens = all(Action.history) + all(Action.categories) + all(Action.sync) + parts + all(Action.conflict)
    // The first of those that work everywhere stand before the ones of the help.
    let (first, others) = (all(Action.common).prefix(2), all(Action.common).dropFirst(2))
    return moving + entries + screens + all(Action.account) + all(Action.settings) + sections + first
      + all(Action.keyHelp)
      + others
  }()
}

/// The actions of one part of the screen; the raw value is the name in the configuration file.
package protocol ActionGroup: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
  /// Title, contexts and standard keys.
  var info: ActionInfo { get }
}
