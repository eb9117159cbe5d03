/// The settings screen: sections, and the settings of one of them or those that a filter finds.
struct SettingsModel: ScreenState {
  typealias Work = SettingsScreen

  /// What the cursor can stand on.
  enum Item: Hashable, Sendable {
    case theme(ThemeChoice)
    case setting(Row)
  }

  /// One line of the screen.
  enum Line: Hashable, Sendable {
    case blank
    case heading(String)
    case item(Item)
  }

  var cursor: Item
  var section: Section
  var top = 0
  /// What the settings are filtered by.
  var filter = FilterLine()
  /// Where the cursor was before the filter; Esc goes back there.
  var origin: Item?

  /// Whether the cursor stands on one of the themes.
  var isOnTheme: Bool { if case .theme = cursor { true } else { false } }
}
