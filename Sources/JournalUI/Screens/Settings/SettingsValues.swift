import JournalCore
import TerminalKit

/// What the settings are set to, in words: for their screen and for the command palette.
extension SharesDesk {
  mutating func openSettings(at row: SettingsModel.Row = .theme) {
    let cursor: SettingsModel.Item = row == .theme ? .theme(themeInForce) : .setting(row)
    desk.previewedTheme = row == .theme ? themeInForce : nil
    if environment.canSpell, desk.spelling.dictionaries == nil { emit(.loadDictionaries) }
    ask(.open(.settings(SettingsModel(cursor: cursor, section: row.section))))
  }

  /// The theme that is shown, whatever led to it.
  var themeInForce: ThemeChoice { tokens(of: preferences.theme).map { ThemeChoice($0) } ?? .terminal }

  func themeTitle(_ choice: ThemeChoice) -> String {
    choice == .terminal ? "Terminal" : environment.themes.theme(choice)?.title ?? choice.name
  }

  /// Whether the configuration file says what holds, at this start and at every other.
  func isConfigured(_ row: SettingsModel.Row) -> Bool {
    row.info.preferences.contains { environment.configured.contains($0) }
  }

  func settingValue(_ row: SettingsModel.Row) -> String {
    func flag(_ isOn: Bool) -> String { isOn ? "on" : "off" }
    if let fact = row.info.fact { return environment.facts[fact] ?? String(glyphs.localOnly) }
    switch row {
    case .theme: return themeTitle(themeInForce)
    case .followsBackground: return flag(follows(preferences.theme))
    case .darkTheme: return themeTitle(preferences.darkTheme)
    case .lightTheme: return themeTitle(preferences.lightTheme)
    case .accent: return preferences.accent == nil ? "of the theme" : Preferences.name(ofAccent: preferences.accent)
    case .categorySign: return preferences.categorySign.title
    case .exactColors: return flag(preferences.drawsExactColors)
    case .background: return flag(preferences.paintsBackground)
    case .windowBorder: return flag(preferences.colorsWindow)
    case .density: return preferences.density.rawValue
    case .measure: return String(preferences.measure)
    case .clock:
      let hours = "\(desk.clock.rawValue) hours"
      return preferences.clock == nil ? "\(hours), by the locale" : hours
    case .viMode: return flag(preferences.viMode)
    case .spelling:
      guard environment.canSpell else { return "hunspell is not installed" }
      return preferences.spelling == .auto ? "in the system’s language" : preferences.spelling.name
    case .strictMarkdown: return flag(preferences.isStrictMarkdown)
    case .days: return flag(preferences.showsDays)
    case .sort: return preferences.order.sort.name
    case .reversed: return flag(preferences.order.reversed)
    case .asksBeforeTrash: return flag(preferences.asksBeforeTrash)
    case .imagesDownload: return preferences.imagesDownload.title
    case .arrivals: return preferences.arrivals.title
    case .pictures: return abilities.way.title
    case .lockIdle: return preferences.lockIdle == 0 ? "never" : "after \(shownTime(preferences.lockIdle))"
    case .lockKeep: return preferences.lockKeep == 0 ? "each command asks" : shownTime(preferences.lockKeep)
    default: return ""
    }
  }
}

/// A time in whole days, hours or minutes, or else in seconds.
private func shownTime(_ seconds: UInt32) -> String {
  let units: [(UInt32, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute")]
  let (length, name) = units.first { seconds.isMultiple(of: $0.0) } ?? (1, "second")
  return counted(Int(seconds / length), name, name + "s")
}

extension CategorySign {
  /// What people call it.
  fileprivate var title: String {
    switch self {
    case .bar: "bar"
    case .glyph: "glyph"
    case .nerd: "Nerd Font"
    }
  }
}

extension PictureDownload {
  /// What people call it.
  fileprivate var title: String {
    switch self {
    case .always: "always"
    case .onOpen: "when you open an entry"
    case .never: "only when you ask"
    }
  }
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

extension ArrivalNotice {
  /// What people call it.
  fileprivate var title: String {
    switch self {
    case .off: "off"
    case .line: "in the status line"
    case .bell: "and ring the bell"
    case .terminal: "and by the terminal"
    case .desktop: "and by the desktop"
    }
  }
}
