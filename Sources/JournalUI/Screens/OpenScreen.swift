/// A screen as it is kept between messages: the list of all that there are.
enum OpenScreen: Sendable {
  case account(AccountModel)
  case categories(CategoryModel)
  case conflict(ConflictModel)
  case editor(EditorModel)
  case help(HelpModel)
  case history(HistoryModel)
  case main(MainModel)
  case messages(MessageModel)
  case removed(RemovedModel)
  case settings(SettingsModel)
  case sync(SyncModel)
  case viewer(ViewerModel)

  private var state: any ScreenState {
    switch self {
    case .account(let state): state
    case .categories(let state): state
    case .conflict(let state): state
    case .editor(let state): state
    case .help(let state): state
    case .history(let state): state
    case .main(let state): state
    case .messages(let state): state
    case .removed(let state): state
    case .settings(let state): state
    case .sync(let state): state
    case .viewer(let state): state
    }
  }

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
