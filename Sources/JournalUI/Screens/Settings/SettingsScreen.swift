import JournalCore
import TerminalKit

/// The settings, section by section, with a preview of the theme.
struct SettingsScreen: Screen {
  static let context = KeyContext.settings
  var desk: Desk
  var state: SettingsModel
  var kept: OpenScreen { .settings(state) }

  let way = ["Settings"]
  var contexts: [KeyContext] { state.filter.isTyping ? [.search] : [.settings, .everywhere] }
  var hints: [Action] {
    let changing: [Action] = state.isOnTheme ? [.changeSetting] : [.changeSetting, .changeSettingBack]
    return changing + [.filterSettings, .nextSection, .closeScreen, .resetSetting, .help]
  }
  var page: Int { max(1, layout.values.rows - 1) }

  func shortName(of action: Action) -> String? {
    action == .changeSetting && state.isOnTheme ? "use this theme" : nil
  }

  mutating func perform(_ action: SettingsAction) {
    switch action {
    case .showSettings: break
    case .changeSetting: changeUnderCursor(forward: true)
    case .changeSettingBack: changeUnderCursor(forward: false)
    case .resetSetting: reset(state.cursor)
    case .filterSettings:
      if state.filter.field == nil { state.origin = state.cursor }
      state.filter.begin()
    }
  }

  mutating func hear(_ message: Message) {
    if case .dictionariesFound(let names) = message { desk.spelling.dictionaries = names }
  }

  mutating func closed() {
    desk.previewedTheme = nil
    retheme()
  }

  mutating func move(by rows: Int) {
    let items = reachableItems
    guard !items.isEmpty else { return }
    let place = items.firstIndex(of: state.cursor) ?? 0
    putCursor(on: items[max(0, min(items.count - 1, place + rows))])
  }

  mutating func turn(by step: Int) {
    guard state.filter.field == nil else { return }
    let all = SettingsModel.Section.allCases
    let place = all.firstIndex(of: state.section) ?? 0
    showSection(all[(place + step + all.count) % all.count])
  }

  private mutating func showSection(_ section: SettingsModel.Section) {
    guard let first = items(section).first else { return }
    // To come by the themes is not to choose one.
    putCursor(on: section == .look ? .theme(themeInForce) : first)
  }

  private mutating func putCursor(on item: SettingsModel.Item) {
    state.cursor = item
    state.section = section(of: item)
    desk.previewedTheme = previewed(item)
    retheme()
  }

  /// The theme that is shown while the cursor stands here; nil where that is none.
  private func previewed(_ item: SettingsModel.Item) -> ThemeChoice? {
    guard case .theme(let choice) = item else { return nil }
    return choice == .terminal || environment.themes.theme(choice) != nil ? choice : nil
  }

  /// Esc puts the former theme back, and ends the filter, before it closes the screen.
  mutating func goBack() -> Bool {
    if let previewed = desk.previewedTheme, previewed != themeInForce {
      if state.filter.field == nil { putCursor(on: .theme(themeInForce)) } else { endFilter() }
      return true
    }
    guard state.filter.field != nil else { return false }
    endFilter()
    return true
  }

  private mutating func endFilter() {
    state.filter.end()
    if desk.previewedTheme != nil { putCursor(on: .theme(themeInForce)) }
  }

  mutating func type(_ input: TerminalInput) -> Bool {
    guard state.filter.isTyping else { return false }
    switch state.filter.take(input, keymap) {
    case .changed: break
    case .accepted: if state.filter.field == nil { endFilter() }
    case .cancelled:
      if let origin = state.origin { putCursor(on: origin) }
      endFilter()
    case .moved(let step): move(by: step)
    case .asked(.quit): ask(.quit)
    case .asked: break
    case .nothing: return true
    }
    // The cursor stays on what is found. A theme is shown when one goes to it, not because it was found.
    let items = reachableItems
    guard !items.contains(state.cursor), let first = items.first else { return true }
    let isTheme = { (item: SettingsModel.Item) in if case .theme = item { true } else { false } }
    putCursor(on: items.first { !isTheme($0) } ?? first)
    return true
  }

  // MARK: Changing

  private mutating func changeUnderCursor(forward: Bool) {
    switch state.cursor {
    case .theme(let choice): if forward { choose(choice) } else { putCursor(on: .theme(themeInForce)) }
    case .setting(let row): change(row, forward: forward)
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

  private mutating func change(_ row: SettingsModel.Row, forward: Bool) {
    guard canChange(row) else { return }
    switch row {
    case .theme: preferences.theme = themeInForce
    case .followsBackground: preferences.theme = follows(preferences.theme) ? themeInForce : .auto
    case .darkTheme: preferences.darkTheme = nextTheme(after: preferences.darkTheme, isDark: true, forward)
    case .lightTheme: preferences.lightTheme = nextTheme(after: preferences.lightTheme, isDark: false, forward)
    case .accent: preferences.accent = next(preferences.accent, of: [nil] + Tokens.Role.categories, forward)
    case .categorySign: preferences.categorySign = next(preferences.categorySign, of: CategorySign.allCases, forward)
    case .exactColors: preferences.drawsExactColors.toggle()
    case .background: preferences.paintsBackground.toggle()
    case .windowBorder: preferences.colorsWindow.toggle()
    case .density: preferences.density = next(preferences.density, of: Density.allCases, forward)
    case .measure:
      let range = Preferences.measures
      preferences.measure = max(range.lowerBound, min(range.upperBound, preferences.measure + (forward ? 4 : -4)))
    case .clock: preferences.clock = next(preferences.clock, of: [nil] + ClockStyle.allCases, forward)
    case .viMode: preferences.viMode.toggle()
    case .spelling: changeSpelling(forward: forward)
    case .strictMarkdown: preferences.isStrictMarkdown.toggle()
    case .days: preferences.showsDays.toggle()
    case .sort: return sort { $0.sort = next($0.sort, of: Array(ListSort.allCases), forward) }
    case .reversed: return sort { $0.reversed.toggle() }
    case .asksBeforeTrash: preferences.asksBeforeTrash.toggle()
    case .arrivals: preferences.arrivals = next(preferences.arrivals, of: ArrivalNotice.allCases, forward)
    case .imagesDownload:
      preferences.imagesDownload = next(preferences.imagesDownload, of: PictureDownload.allCases, forward)
    case .lockIdle: preferences.lockIdle = next(preferences.lockIdle, of: Preferences.idleTimes, forward)
    case .lockKeep: preferences.lockKeep = next(preferences.lockKeep, of: Preferences.keptTimes, forward)
    default: return
    }
    retheme()
    emit(.savePreferences(preferences))
  }

  /// Goes through the languages that are installed.
  private mutating func changeSpelling(forward: Bool) {
    guard environment.canSpell else {
      return say("Install the Debian packages hunspell and hunspell-en-gb, or another language’s, and start again.")
    }
    let names = desk.spelling.dictionaries ?? []
    preferences.spelling = next(
      preferences.spelling, of: [.auto, .off] + names.map { .dictionaries([$0]) }, forward)
    desk.spelling.forgetChecks()
  }

  private mutating func sort(_ change: (inout ListOrder) -> Void) {
    var order = preferences.order
    change(&order)
    ask(.sort(order))
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
    case .categorySign: preferences.categorySign = standard.categorySign
    case .exactColors: preferences.drawsExactColors = standard.drawsExactColors
    case .background: preferences.paintsBackground = standard.paintsBackground
    case .windowBorder: preferences.colorsWindow = standard.colorsWindow
    case .density: preferences.density = standard.density
    case .measure: preferences.measure = standard.measure
    case .clock: preferences.clock = standard.clock
    case .viMode: preferences.viMode = standard.viMode
    case .spelling:
      preferences.spelling = standard.spelling
      desk.spelling.forgetChecks()
    case .strictMarkdown: preferences.isStrictMarkdown = standard.isStrictMarkdown
    case .days: preferences.showsDays = standard.showsDays
    case .sort: return sort { $0.sort = standard.order.sort }
    case .reversed: return sort { $0.reversed = standard.order.reversed }
    case .asksBeforeTrash: preferences.asksBeforeTrash = standard.asksBeforeTrash
    case .arrivals: preferences.arrivals = standard.arrivals
    case .imagesDownload: preferences.imagesDownload = standard.imagesDownload
    case .lockIdle: preferences.lockIdle = standard.lockIdle
    case .lockKeep: preferences.lockKeep = standard.lockKeep
    default: return
    }
    putCursor(on: row == .theme ? .theme(themeInForce) : item)
    emit(.savePreferences(preferences))
  }

  mutating func mouse(_ event: MouseEvent) {
    if let step = event.wheel { return move(by: step) }
    guard event.kind == .press || event.kind == .doublePress else { return }
    let layout = self.layout
    if let sections = layout.sections, sections.contains(event.position) {
      let all = SettingsModel.Section.allCases
      let index = event.position.row - sections.row
      if all.indices.contains(index) {
        state.filter.end()
        showSection(all[index])
      }
      return
    }
    guard layout.values.contains(event.position) else { return }
    let lines = self.lines
    let index = state.top + event.position.row - layout.values.row
    guard lines.indices.contains(index), case .item(let item) = lines[index] else { return }
    if item == state.cursor { return changeUnderCursor(forward: true) }
    putCursor(on: item)
  }
}

/// The value after another one, or before it, around the end.
private func next<Value: Equatable>(_ value: Value, of all: [Value], _ forward: Bool) -> Value {
  guard let place = all.firstIndex(of: value) else { return all.first ?? value }
  return all[(place + (forward ? 1 : all.count - 1)) % all.count]
}
