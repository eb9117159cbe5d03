import JournalCore

/// The lines of the settings, and what is said of the one under the cursor.
extension SettingsScreen {
  /// The themes and settings of a section.
  func items(_ section: SettingsModel.Section) -> [SettingsModel.Item] {
    section.rows.flatMap { row -> [SettingsModel.Item] in
      guard row == .theme else { return [.setting(row)] }
      let shelf = environment.themes
      return shelf.all.map { .theme(ThemeChoice($0)) }
        + shelf.unusable.compactMap { unusable in
          // A file that is named as a theme of the program does not stand in its way.
          ThemeChoice(name: unusable.name).flatMap { shelf.theme($0) == nil ? .theme($0) : nil }
        } + [.theme(.terminal)]
    }
  }

  /// The lines at the right: those of the section, or those that the filter finds under the names of theirs.
  var lines: [SettingsModel.Line] {
    guard state.filter.field != nil else { return lines(of: items(state.section), in: state.section) }
    return SettingsModel.Section.allCases.flatMap { section -> [SettingsModel.Line] in
      let found = items(section).filter { state.filter.lets(searchText($0, section)) }
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
    guard state.filter.field != nil else { return SettingsModel.Section.allCases.flatMap { items($0) } }
    return lines.compactMap { if case .item(let item) = $0 { item } else { nil } }
  }

  func section(of item: SettingsModel.Item) -> SettingsModel.Section {
    switch item {
    case .theme: .look
    case .setting(let row): row.section
    }
  }

  /// What is said below the settings of what the cursor stands on.
  var explanation: String {
    switch state.cursor {
    case .theme(let choice):
      if let fault = environment.themes.fault(of: choice) { return fault }
      return isConfigured(.theme) ? Self.setInConfiguration : SettingsModel.Row.theme.info.explanation
    case .setting(let row):
      if isConfigured(row) { return Self.setInConfiguration }
      let isOfThisVault = environment.isInVault && row.info.explanation == SettingsModel.forVaults
      return isOfThisVault ? "this journal is encrypted on the disk" : row.info.explanation
    }
  }

  private static let setInConfiguration = "set in config.toml, where it is changed"
}
