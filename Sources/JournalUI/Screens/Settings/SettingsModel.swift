import JournalCore
import TerminalKit

/// The settings screen: sections, and the settings of one of them or those that a filter finds.
struct SettingsModel: Sendable {
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
  /// What the settings are filtered by; nil while they are not.
  var filter: LineField?
  /// Where the cursor was before the filter; Esc goes back there.
  var origin: Item?
  /// Whether the filter is being typed.
  var isTyping = false

  /// Whether the cursor stands on one of the themes.
  var isOnTheme: Bool { if case .theme = cursor { true } else { false } }
}

extension Model {
  mutating func openSettings(at row: SettingsModel.Row = .theme) {
    settings = SettingsModel(
      cursor: row == .theme ? .theme(themeInForce) : .setting(row), section: row.section)
    screens.append(.settings)
  }

  /// The theme that is shown, whatever led to it.
  var themeInForce: ThemeChoice { tokens(of: preferences.theme).map { ThemeChoice($0) } ?? .terminal }

  /// The theme under the cursor, which the whole screen shows until it is chosen or left; nil where that is none.
  var previewedTheme: ThemeChoice? {
    guard screens.last == .settings, case .theme(let choice)? = settings?.cursor else { return nil }
    return choice == .terminal || environment.themes.theme(choice) != nil ? choice : nil
  }

  // MARK: Lines

  /// The themes and settings of a section.
  func settingItems(_ section: SettingsModel.Section) -> [SettingsModel.Item] {
    section.rows.flatMap { row -> [SettingsModel.Item] in
      guard row == .theme else { return [.setting(row)] }
      let shelf = environment.themes
      return shelf.all.map { .theme(ThemeChoice($0)) }
        + shelf.unusable.compactMap { ThemeChoice(name: $0.name).map { .theme($0) } } + [.theme(.terminal)]
    }
  }

  /// The lines at the right: those of the section, or those that the filter finds under the names of theirs.
  var settingLines: [SettingsModel.Line] {
    guard let settings else { return [] }
    let words = (settings.filter?.text ?? "").lowercased().split(separator: " ")
    guard settings.filter != nil else { return lines(of: settingItems(settings.section), in: settings.section) }
    return SettingsModel.Section.allCases.flatMap { section -> [SettingsModel.Line] in
      let found = settingItems(section).filter { item in
        let text = searchText(item, section).lowercased()
        return words.allSatisfy { text.contains($0) }
      }
      guard !found.isEmpty else { return [] }
      return [.heading(section.rawValue)] + found.map { .item($0) } + [.blank]
    }
  }

  private func lines(of items: [SettingsModel.Item], in section: SettingsModel.Section) -> [SettingsModel.Line] {
    guard section == .look else { return [.heading(section.rawValue)] + items.map { .item($0) } }
    let themes = items.filter { if case .theme = $0 { true } else { false } }
    let rest = items.dropFirst(themes.count)
    return [.heading("Theme")] + themes.map { .item($0) } + [.blank] + rest.map { .item($0) }
  }

  private func searchText(_ item: SettingsModel.Item, _ section: SettingsModel.Section) -> String {
    switch item {
    case .theme(let choice): "Theme \(themeTitle(choice)) \(choice.name) \(section.rawValue)"
    case .setting(let row): "\(section.rawValue) \(row.title) \(row.info.explanation) \(settingValue(row))"
    }
  }

  /// Everything that the cursor can reach from here, in order: all sections, or what the filter found.
  var reachableItems: [SettingsModel.Item] {
    guard settings?.filter != nil else { return SettingsModel.Section.allCases.flatMap { settingItems($0) } }
    return settingLines.compactMap { if case .item(let item) = $0 { item } else { nil } }
  }

  func section(of item: SettingsModel.Item) -> SettingsModel.Section {
    switch item {
    case .theme: .look
    case .setting(let row): row.section
    }
  }

  // MARK: Words

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
    case .background: return flag(preferences.paintsBackground)
    case .density: return preferences.density.rawValue
    case .measure: return String(preferences.measure)
    case .viMode: return flag(preferences.viMode)
    case .strictMarkdown: return flag(preferences.isStrictMarkdown)
    case .sort: return preferences.order.sort.name
    case .reversed: return flag(preferences.order.reversed)
    case .asksBeforeTrash: return flag(preferences.asksBeforeTrash)
    case .imagesDownload: return preferences.imagesDownload.rawValue
    case .pictures: return abilities.way.title
    default: return ""
    }
  }

  /// What is said below the settings of what the cursor stands on.
  var settingExplanation: String {
    switch settings?.cursor {
    case .theme(let choice):
      if let fault = environment.themes.fault(of: choice) { return fault }
      return isConfigured(.theme) ? Self.setInConfiguration : SettingsModel.Row.theme.info.explanation
    case .setting(let row): return isConfigured(row) ? Self.setInConfiguration : row.info.explanation
    case nil: return ""
    }
  }

  private static let setInConfiguration = "set in config.toml, where it is changed"
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
