import JournalCore
import TerminalKit

/// What keys and the mouse do in the settings.
extension Model {
  mutating func performInSettings(_ action: Action) -> Bool {
    guard let settings else { return false }
    let page = max(1, settingsLayout.values.rows - 1)
    switch action {
    case .moveUp: moveInSettings(by: -1)
    case .moveDown: moveInSettings(by: 1)
    case .pageUp: moveInSettings(by: -page)
    case .pageDown: moveInSettings(by: page)
    case .moveFirst: moveInSettings(by: -.max / 2)
    case .moveLast: moveInSettings(by: .max / 2)
    case .nextSection: moveToSection(by: 1)
    case .previousSection: moveToSection(by: -1)
    case .changeSetting: changeUnderCursor(forward: true)
    case .changeSettingBack: changeUnderCursor(forward: false)
    case .resetSetting: reset(settings.cursor)
    case .filterSettings:
      self.settings?.isTyping = true
      if settings.filter == nil {
        self.settings?.filter = LineField()
        self.settings?.origin = settings.cursor
      }
    default: return false
    }
    return true
  }

  private mutating func moveInSettings(by count: Int) {
    let items = reachableItems
    guard let settings, !items.isEmpty else { return }
    let place = items.firstIndex(of: settings.cursor) ?? 0
    putSettingsCursor(items[max(0, min(items.count - 1, place + count))])
  }

  private mutating func moveToSection(by step: Int) {
    guard let settings, settings.filter == nil else { return }
    let all = SettingsModel.Section.allCases
    let place = all.firstIndex(of: settings.section) ?? 0
    showSection(all[(place + step + all.count) % all.count])
  }

  mutating func showSection(_ section: SettingsModel.Section) {
    guard let first = settingItems(section).first else { return }
    // To come by the themes is not to choose one.
    putSettingsCursor(section == .look ? .theme(themeInForce) : first)
  }

  mutating func putSettingsCursor(_ item: SettingsModel.Item) {
    let section = section(of: item)
    settings?.cursor = item
    settings?.section = section
    retheme()
  }

  /// Esc puts the former theme back, and ends the filter, before it closes the screen.
  mutating func leavesPartOfSettings() -> Bool {
    guard let settings else { return false }
    if let previewed = previewedTheme, previewed != themeInForce {
      if settings.filter == nil { putSettingsCursor(.theme(themeInForce)) } else { endSettingsFilter() }
      return true
    }
    guard settings.filter != nil else { return false }
    endSettingsFilter()
    return true
  }

  private mutating func endSettingsFilter() {
    settings?.filter = nil
    settings?.isTyping = false
    if previewedTheme != nil { putSettingsCursor(.theme(themeInForce)) }
  }

  /// Keys while the filter is typed: those of the search line.
  mutating func handleSettingsFilter(_ input: TerminalInput) {
    switch input {
    case .paste(let text): settings?.filter?.paste(text)
    case .key(let key):
      switch keymap.action(for: key, in: [.search]) {
      case .searchAccept:
        settings?.isTyping = false
        if settings?.filter?.isEmpty == true { endSettingsFilter() }
      case .searchCancel:
        if let origin = settings?.origin { putSettingsCursor(origin) }
        endSettingsFilter()
      case .searchUp: moveInSettings(by: -1)
      case .searchDown: moveInSettings(by: 1)
      case .help: break
      case .quit: requestQuit()
      default: _ = settings?.filter?.handle(key)
      }
    case .mouse, .focus, .resize: return
    }
    // The cursor stays on what is found. A theme is shown when one goes to it, not because it was found.
    let items = reachableItems
    guard let cursor = settings?.cursor, !items.contains(cursor), let first = items.first else { return }
    let isTheme = { (item: SettingsModel.Item) in if case .theme = item { true } else { false } }
    putSettingsCursor(items.first { !isTheme($0) } ?? first)
  }

  // MARK: Changing

  private mutating func changeUnderCursor(forward: Bool) {
    switch settings?.cursor {
    case .theme(let choice): if forward { choose(choice) } else { putSettingsCursor(.theme(themeInForce)) }
    case .setting(let row): changeSetting(row, forward: forward)
    case nil: break
    }
  }

  private mutating func choose(_ choice: ThemeChoice) {
    guard canChange(.theme) else { return }
    if let fault = environment.themes.fault(of: choice) { return say(fault, .warning) }
    preferences.theme = choice
    retheme()
    emit(.savePreferences(preferences))
  }

  /// Whether a setting is for the screen to change; says where it is changed if not.
  private mutating func canChange(_ row: SettingsModel.Row) -> Bool {
    guard !isConfigured(row) else {
      say("“\(row.title)” is set in config.toml \(glyphs.separator) change it there", .warning)
      return false
    }
    guard !row.isFact else {
      if row == .pictures || row.section == .about {
        say("“\(row.title)” cannot be changed here")
      } else {
        let file = environment.facts["about.configuration"] ?? "config.toml"
        say("Set \(row.info.explanation.split(separator: " ").first ?? "") in \(file), and start again")
      }
      return false
    }
    return true
  }

  mutating func changeSetting(_ row: SettingsModel.Row, forward: Bool) {
    guard canChange(row) else { return }
    switch row {
    case .theme: preferences.theme = themeInForce
    case .followsBackground: preferences.theme = follows(preferences.theme) ? themeInForce : .auto
    case .darkTheme: preferences.darkTheme = nextTheme(after: preferences.darkTheme, isDark: true, forward)
    case .lightTheme: preferences.lightTheme = nextTheme(after: preferences.lightTheme, isDark: false, forward)
    case .accent: preferences.accent = next(preferences.accent, of: [nil] + Tokens.Role.categories, forward)
    case .background: preferences.paintsBackground.toggle()
    case .density: preferences.density = next(preferences.density, of: Density.allCases, forward)
    case .measure:
      let range = Preferences.measures
      preferences.measure = max(range.lowerBound, min(range.upperBound, preferences.measure + (forward ? 4 : -4)))
    case .viMode: preferences.viMode.toggle()
    case .strictMarkdown: preferences.isStrictMarkdown.toggle()
    case .sort: changeOrder { $0.sort = next($0.sort, of: Array(ListSort.allCases), forward) }
    case .reversed: changeOrder { $0.reversed.toggle() }
    case .asksBeforeTrash: preferences.asksBeforeTrash.toggle()
    case .imagesDownload:
      preferences.imagesDownload = next(preferences.imagesDownload, of: PictureDownload.allCases, forward)
    default: return
    }
    retheme()
    emit(.savePreferences(preferences))
  }

  private func nextTheme(after choice: ThemeChoice, isDark: Bool, _ forward: Bool) -> ThemeChoice {
    next(choice, of: environment.themes.all.filter { $0.isDark == isDark }.map { ThemeChoice($0) }, forward)
  }

  /// Gives a setting the value that it has in a new journal.
  private mutating func reset(_ item: SettingsModel.Item) {
    let row: SettingsModel.Row =
      switch item {
      case .theme: .theme
      case .setting(let row): row
      }
    guard canChange(row) else { return }
    let standard = Preferences()
    switch row {
    case .theme, .followsBackground: preferences.theme = standard.theme
    case .darkTheme: preferences.darkTheme = standard.darkTheme
    case .lightTheme: preferences.lightTheme = standard.lightTheme
    case .accent: preferences.accent = standard.accent
    case .background: preferences.paintsBackground = standard.paintsBackground
    case .density: preferences.density = standard.density
    case .measure: preferences.measure = standard.measure
    case .viMode: preferences.viMode = standard.viMode
    case .strictMarkdown: preferences.isStrictMarkdown = standard.isStrictMarkdown
    case .sort: changeOrder { $0.sort = standard.order.sort }
    case .reversed: changeOrder { $0.reversed = standard.order.reversed }
    case .asksBeforeTrash: preferences.asksBeforeTrash = standard.asksBeforeTrash
    case .imagesDownload: preferences.imagesDownload = standard.imagesDownload
    default: return
    }
    putSettingsCursor(row == .theme ? .theme(themeInForce) : item)
    emit(.savePreferences(preferences))
  }

  // MARK: Mouse and keys

  mutating func mouseInSettings(_ event: MouseEvent) {
    guard let settings else { return }
    if let step = event.wheel { return moveInSettings(by: step) }
    guard event.kind == .press || event.kind == .doublePress else { return }
    let layout = settingsLayout
    if let sections = layout.sections, sections.contains(event.position) {
      let all = SettingsModel.Section.allCases
      let index = event.position.row - sections.row
      if all.indices.contains(index) {
        self.settings?.filter = nil
        self.settings?.isTyping = false
        showSection(all[index])
      }
      return
    }
    guard layout.values.contains(event.position) else { return }
    let lines = settingLines
    let index = settings.top + event.position.row - layout.values.row
    guard lines.indices.contains(index), case .item(let item) = lines[index] else { return }
    if item == settings.cursor { return changeUnderCursor(forward: true) }
    putSettingsCursor(item)
  }

  var settingsHints: [Action] {
    let changing: [Action] = settings?.isOnTheme == true ? [.changeSetting] : [.changeSetting, .changeSettingBack]
    return changing + [.filterSettings, .closeScreen, .resetSetting, .nextSection, .help]
  }
}

/// The value after another one, or before it, around the end.
private func next<Value: Equatable>(_ value: Value, of all: [Value], _ forward: Bool) -> Value {
  guard let place = all.firstIndex(of: value) else { return all.first ?? value }
  return all[(place + (forward ? 1 : all.count - 1)) % all.count]
}
