// Every screen there is. A new one is a folder, and its lines here: its state, its actions, and the context of its keys.

/// A screen as it is kept between messages: the list of all that there are.
enum OpenScreen: Sendable {
  case account(AccountModel)
  case calendar(CalendarModel)
  case categories(CategoryModel)
  case conflict(ConflictModel)
  case editor(EditorModel)
  case help(HelpModel)
  case history(HistoryModel)
  case insights(InsightsModel)
  case main(MainModel)
  case messages(MessageModel)
  case removed(RemovedModel)
  case settings(SettingsModel)
  case share(ShareModel)
  case sync(SyncModel)
  case viewer(ViewerModel)
  case year(YearModel)

  /// The state, which knows what to do with it.
  var state: any ScreenState {
    switch self {
    case .account(let state): state
    case .calendar(let state): state
    case .categories(let state): state
    case .conflict(let state): state
    case .editor(let state): state
    case .help(let state): state
    case .history(let state): state
    case .insights(let state): state
    case .main(let state): state
    case .messages(let state): state
    case .removed(let state): state
    case .settings(let state): state
    case .share(let state): state
    case .sync(let state): state
    case .viewer(let state): state
    case .year(let state): state
    }
  }
}

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
  case days(DayAction)
  case calendar(CalendarAction)
  case year(YearAction)
  case insights(InsightsAction)
  case sync(SyncAction)
  case conflict(ConflictAction)
  case account(AccountAction)
  case settings(SettingsAction)
  case shares(ShareAction)
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
    case .days(let action): action
    case .calendar(let action): action
    case .year(let action): action
    case .insights(let action): action
    case .sync(let action): action
    case .conflict(let action): action
    case .account(let action): action
    case .settings(let action): action
    case .shares(let action): action
    case .keyHelp(let action): action
    case .common(let action): action
    }
  }
}

extension Action: CaseIterable {
  /// All of them, in the order of the palette and the help.
  package static let allCases: [Action] = {
    func all<Group: ActionGroup>(_ action: (Group) -> Action) -> [Action] { Group.allCases.map(action) }
    let moving = all(Action.move) + all(Action.pane)
    let entries =
      all(Action.entry) + all(Action.shares) + all(Action.picture) + all(Action.list) + all(Action.searchLine)
      + all(Action.editor)
    let (parts, sections) = (all(Action.part).prefix(2), all(Action.part).dropFirst(2))
    let days = all(Action.days) + all(Action.calendar) + all(Action.year) + all(Action.insights)
    let screens =
      all(Action.history) + all(Action.categories) + days + all(Action.sync) + parts + all(Action.conflict)
    // The first of those that work everywhere stand before the ones of the help.
    let (first, others) = (all(Action.common).prefix(2), all(Action.common).dropFirst(2))
    return moving + entries + screens + all(Action.account) + all(Action.settings) + sections + first
      + all(Action.keyHelp) + others
  }()
}

/// A part of the screen in which a key has a meaning; the innermost context that knows a key decides.
package enum KeyContext: String, Hashable, Sendable, CaseIterable {
  // In the order in which a newcomer wants to read about them.

  /// The main screen, whichever pane has the focus.
  case journal
  case list
  /// The list while several entries are being selected.
  case marking
  case reader, reading, sidebar, viewer, trash, removedPictures, search, editor, history, categories, calendar, year,
    insights,
    share, sync, conflict
  case account, settings, messages, help, everywhere
}
