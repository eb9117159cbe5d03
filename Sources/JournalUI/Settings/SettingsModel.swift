import JournalCore
import TerminalKit

/// The settings screen: one row for each preference.
struct SettingsModel: Sendable {
  enum Row: CaseIterable, Hashable, Sendable {
    case theme, viMode, measure, strictMarkdown, showsPreview, sort, reversed, asksBeforeTrash, imagesDownload, pictures

    var title: String {
      switch self {
      case .theme: "Theme"
      case .viMode: "vi keys in the editor"
      case .measure: "Widest line of text"
      case .strictMarkdown: "Strict Markdown"
      case .showsPreview: "Preview in the list"
      case .sort: "Sort entries by"
      case .reversed: "Reverse the order"
      case .asksBeforeTrash: "Ask before the trash"
      case .imagesDownload: "Fetch pictures from the server"
      case .pictures: "Pictures in this terminal"
      }
    }

    /// The preference behind it, where the configuration file can set it, too.
    var preference: String? {
      switch self {
      case .theme: "theme"
      case .viMode: "viMode"
      case .imagesDownload: "imagesDownload"
      case .measure, .strictMarkdown, .showsPreview, .sort, .reversed, .asksBeforeTrash, .pictures: nil
      }
    }

    var explanation: String {
      switch self {
      case .theme: "auto follows the background of the terminal"
      case .viMode: "normal, insert and visual mode in the text of an entry"
      case .measure: "columns; long lines tire the eye"
      case .strictMarkdown: "a line end within a paragraph is shown as a blank"
      case .showsPreview: "a dim line of the text below each title"
      case .sort: "for all lists"
      case .reversed: "oldest first, or titles from Z"
      case .asksBeforeTrash: "it can be undone either way"
      case .imagesDownload: "always: all of them, on-open: those that are looked at, never: by hand only"
      case .pictures: "as the terminal said; protocol under [images] in config.toml chooses"
      }
    }
  }

  var cursor = 0
  var top = 0

  var row: Row { Row.allCases[max(0, min(cursor, Row.allCases.count - 1))] }
}

extension Model {
  mutating func openSettings(at row: SettingsModel.Row = .theme) {
    settings = SettingsModel()
    settings?.cursor = SettingsModel.Row.allCases.firstIndex(of: row) ?? 0
    screens.append(.settings)
  }

  mutating func performInSettings(_ action: Action) -> Bool {
    guard let settings else { return false }
    let last = SettingsModel.Row.allCases.count - 1
    switch action {
    case .moveUp: self.settings?.cursor = max(0, settings.cursor - 1)
    case .moveDown: self.settings?.cursor = min(last, settings.cursor + 1)
    case .pageUp, .moveFirst: self.settings?.cursor = 0
    case .pageDown, .moveLast: self.settings?.cursor = last
    case .changeSetting: changeSetting(settings.row, forward: true)
    case .changeSettingBack: changeSetting(settings.row, forward: false)
    default: return false
    }
    return true
  }

  /// Whether the configuration file says what holds, at this start and at every other.
  func isConfigured(_ row: SettingsModel.Row) -> Bool {
    row.preference.map { environment.configured.contains($0) } == true
  }

  mutating func changeSetting(_ row: SettingsModel.Row, forward: Bool) {
    guard !isConfigured(row) else {
      return say("“\(row.title)” is set in config.toml: change it there, or take the line out.", .warning)
    }
    switch row {
    case .theme:
      preferences.theme = next(preferences.theme, forward)
      theme = Model.theme(preferences, hasDarkBackground, environment)
    case .viMode: preferences.viMode.toggle()
    case .measure:
      let range = Preferences.measures
      preferences.measure = max(range.lowerBound, min(range.upperBound, preferences.measure + (forward ? 4 : -4)))
    case .strictMarkdown: preferences.isStrictMarkdown.toggle()
    case .showsPreview: preferences.showsPreview.toggle()
    case .sort: changeOrder { $0.sort = next($0.sort, forward) }
    case .reversed: changeOrder { $0.reversed.toggle() }
    case .asksBeforeTrash: preferences.asksBeforeTrash.toggle()
    case .imagesDownload: preferences.imagesDownload = next(preferences.imagesDownload, forward)
    case .pictures: return say("This is what the terminal can do, not a choice.")
    }
    emit(.savePreferences(preferences))
  }

  func settingValue(_ row: SettingsModel.Row) -> String {
    switch row {
    case .theme: preferences.theme.rawValue
    case .viMode: preferences.viMode ? "on" : "off"
    case .measure: String(preferences.measure)
    case .strictMarkdown: preferences.isStrictMarkdown ? "on" : "off"
    case .showsPreview: preferences.showsPreview ? "on" : "off"
    case .sort: preferences.order.sort.name
    case .reversed: preferences.order.reversed ? "on" : "off"
    case .asksBeforeTrash: preferences.asksBeforeTrash ? "on" : "off"
    case .imagesDownload: preferences.imagesDownload.rawValue
    case .pictures: abilities.way.title
    }
  }

  func settingExplanation(_ row: SettingsModel.Row) -> String {
    isConfigured(row) ? "set in config.toml, where it is changed" : row.explanation
  }
}

/// The value after another one, or before it, around the end.
private func next<Value: CaseIterable & Equatable>(_ value: Value, _ forward: Bool) -> Value {
  let all = Array(Value.allCases)
  guard let place = all.firstIndex(of: value) else { return value }
  return all[(place + (forward ? 1 : all.count - 1)) % all.count]
}

extension PictureProtocol {
  /// What people call it.
  fileprivate var title: String {
    switch self {
    case .kitty: "kitty graphics"
    case .sixel: "sixel"
    case .iterm2: "iTerm2 images"
    case .blocks: "coloured blocks"
    case .none: "a line of text"
    }
  }
}
