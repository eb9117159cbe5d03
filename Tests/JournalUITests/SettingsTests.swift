import JournalCore
import JournalUI
import TerminalKit
import Testing

/// `,`: what is shown of the settings, and what is changed.
@Suite struct SettingsTests {
  private func saved(_ person: Person) -> Preferences? {
    person.effects.compactMap { if case .savePreferences(let preferences) = $0 { preferences } else { nil } }.last
  }

  /// The background of a cell of the page, and of one of the top line.
  private func grounds(_ person: Person) -> [Color] {
    let frame = view(person.model)
    return [frame[1, 60].style.background, frame[0, 0].style.background]
  }

  @Test func aThemeIsShownOnTheWholeScreenAsOneMovesAndEscPutsTheFormerBack() {
    var person = Person(.small, columns: 120, rows: 36)
    let ink = grounds(person)
    person.press(",")
    #expect(grounds(person) == ink)
    person.press("down")
    #expect(grounds(person) == Theme.standard(isDark: false, depth: .direct).pageAndDesk)
    #expect(person.sees("Preview · ⏎ keeps this theme"))
    #expect(saved(person) == nil)
    person.press("esc")
    #expect(grounds(person) == ink)
    #expect(person.sees("Settings  saved as you change them"))
    person.press("esc")
    #expect(!person.sees("Settings  saved as you change them"))
    #expect(person.model.preferences.theme == .auto)
  }

  @Test func enterKeepsTheTheme() throws {
    var person = Person(.small, columns: 120, rows: 36)
    person.press(", down down down enter")
    #expect(saved(person)?.theme.name == "solarized-light")
    let shown = grounds(person)
    person.press("esc")
    #expect(!person.sees("saved as you change them"))
    #expect(grounds(person) == shown)
    let light = try #require(Tokens.shipped.first { $0.name == "solarized-light" })
    #expect(shown == Theme.of(light, isDark: false, depth: .direct).pageAndDesk)
  }

  @Test func theThemeFollowsTheBackgroundUnlessItIsChosen() {
    var person = Person(.small, columns: 80, rows: 24)
    let dark = grounds(person)
    person.send(.backgroundChanged(isDark: false))
    #expect(grounds(person) != dark)
    person.press(", up enter esc")
    #expect(grounds(person) == dark)
    #expect(person.model.preferences.theme == .ink)
  }

  @Test func theBackgroundCanChooseBetweenOtherThemes() throws {
    var person = Person(.small, columns: 120, rows: 36)
    person.press(", /")
    person.type("dark background")
    person.press("down enter enter")
    #expect(saved(person)?.darkTheme.name == "solarized-dark")
    let dark = try #require(Tokens.shipped.first { $0.name == "solarized-dark" })
    #expect(grounds(person) == Theme.of(dark, isDark: true, depth: .direct).pageAndDesk)
    #expect(person.model.preferences.theme == .auto)
  }

  @Test func settingsAreChangedAndKept() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press(", tab enter")
    #expect(person.sees("vi keys in the editor") && person.sees("← on →"))
    #expect(saved(person)?.viMode == true)
    person.press("tab G")
    person.press("shift-tab shift-tab shift-tab shift-tab")
    #expect(person.sees("Sort entries by"))
    person.press("down right down right down right")
    #expect(saved(person)?.order == ListOrder(.modified, reversed: true))
    #expect(saved(person)?.asksBeforeTrash == true)
    person.press("r")
    #expect(saved(person)?.asksBeforeTrash == false)
    person.press("g up / ")
    person.type("density")
    person.press("enter left esc esc")
    #expect(saved(person)?.density == .compact)
    #expect(!person.sees("Two reviews"))
  }

  @Test func whenAJournalIsLockedIsChangedAndKept() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press(", /")
    person.type("no key is pressed")
    person.press("enter")
    #expect(person.sees("← never →") && person.sees("lock --set-up"))
    person.press("right")
    #expect(saved(person)?.lockIdle == 60 && person.sees("after 1 minute"))
    person.press("left left")
    #expect(saved(person)?.lockIdle == 3600 && person.sees("after 1 hour"))
    person.press("esc / ctrl-u")
    person.type("stay unlocked")
    person.press("enter")
    #expect(person.sees("← 8 hours →"))
    person.press("right right right")
    #expect(saved(person)?.lockKeep == 0 && person.sees("each command asks"))
    person.press("right r")
    #expect(saved(person)?.lockKeep == Preferences.usualKeep && saved(person)?.lockIdle == 3600)
  }

  @Test func timesToLockAfterComeBack() {
    var preferences = Preferences()
    (preferences.lockIdle, preferences.lockKeep) = (600, 0)
    #expect(Preferences(values: preferences.values) == preferences)
    for wrong in ["-1", "x", "", "99999999999", "40000000"] {
      #expect(Preferences(values: ["lockIdle": wrong, "lockKeep": wrong]) == Preferences(), "\(wrong)")
    }
  }

  @Test func theListIsAsDenseAsItIsSet() {
    func lines(_ density: Density) -> (second: Int, preview: Bool) {
      var preferences = Preferences()
      preferences.density = density
      let person = Person(.small, columns: 120, rows: 36, preferences: preferences)
      let all = person.screen.lines
      let places = ["Morning run", "Long day"].map { title in all.firstIndex { $0.contains("▎ \(title)") } ?? 0 }
      return (places[1] - places[0], person.screen.lines.contains { $0.contains("Two reviews") })
    }
    #expect(lines(.roomy) == (3, true))
    #expect(lines(.normal) == (2, true))
    #expect(lines(.compact) == (1, false))
  }

  @Test func theBackgroundOfTheTerminalCanStay() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press(", /")
    person.type("paint")
    person.press("enter enter esc esc")
    #expect(saved(person)?.paintsBackground == false)
    #expect(grounds(person) == [.standard, .standard])
    // Words keep the theme's colour, and a dialog its sheet.
    #expect(view(person.model)[0, 2].style.foreground == Theme.standard(isDark: true, depth: .direct).strong.foreground)
    person.press(":")
    let raised = Theme.standard(isDark: true, depth: .direct).grounds.raised
    #expect(view(person.model).cells.contains { $0.style.background == raised })
  }

  @Test func theFilterFindsSettingsOfEverySection() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press(", /")
    person.type("config.toml")
    #expect(person.sees("Time of a date without one") && person.sees("Wait for the rest of a key"))
    #expect(!person.sees("Reading width"))
    person.press("ctrl-u")
    person.type("xyzzy")
    #expect(person.sees("No setting of that name"))
    person.press("esc")
    #expect(person.sees("Reading width"))
  }

  @Test func whatTheConfigurationAloneSetsIsShownAndSaysWhereItIsChanged() {
    var person = Person(
      .small, columns: 120, rows: 36,
      facts: ["screen.mouse": "off", "about.configuration": "~/.config/cloudjournal/config.toml"])
    person.press(", shift-tab shift-tab")
    #expect(person.screen.lines.contains { $0.contains("Mouse") && $0.contains(" off") })
    person.press("enter")
    #expect(person.message == "Set mouse in ~/.config/cloudjournal/config.toml, and start again")
    #expect(saved(person) == nil)
  }

  @Test func aThemeOfOnesOwnIsChosenByItsTitleAndAFaultyOneSaysWhy() {
    var shelf = ThemeShelf()
    shelf.own = [Tokens("Harbour", "harbour", over: .paper, [.base: (0xF4, 0xF7, 0xF8)])]
    shelf.unusable = [ThemeShelf.Unusable(name: "mist", sentence: "mist.toml: faint on base is too close.")]
    var person = Person(.small, columns: 120, rows: 36, themes: shelf)
    person.press(", /")
    person.type("harbour")
    person.press("enter enter")
    #expect(saved(person)?.theme.name == "harbour")
    #expect(grounds(person)[0] == .rgb(0xF4, 0xF7, 0xF8))
    person.press("esc down")
    #expect(person.screen.lines.contains { $0.contains("mist") && $0.contains("not used") })
    #expect(person.sees("mist.toml: faint on base is too close."))
    person.press("enter")
    #expect(person.model.preferences.theme.name == "harbour")
    #expect(person.message == "mist.toml: faint on base is too close.")
    // One that is gone is as if none had been chosen.
    var preferences = Preferences()
    preferences.theme = ThemeChoice(name: "harbour") ?? .auto
    let without = Person(.small, columns: 120, rows: 36, preferences: preferences)
    #expect(grounds(without) == Theme.standard(isDark: true, depth: .direct).pageAndDesk)
    #expect(without.model.preferences.theme.name == "harbour")
  }

  @Test func theMouseGoesToSectionsAndSettings() throws {
    var person = Person(.small, columns: 120, rows: 36)
    person.press(",")
    let writing = try #require(person.screen.lines.firstIndex { $0.contains("Writing") })
    person.mouse(.press, row: writing, column: 6)
    let row = try #require(person.screen.lines.firstIndex { $0.contains("Strict Markdown") })
    person.mouse(.press, row: row, column: 30)
    person.mouse(.press, row: row, column: 30)
    #expect(saved(person)?.isStrictMarkdown == true)
  }

  @Test(arguments: [(40, 12), (60, 16), (80, 24), (120, 36), (200, 60)])
  func everySettingIsReachedAtEverySize(columns: Int, rows: Int) {
    var person = Person(.small, columns: columns, rows: rows)
    person.press(", g")
    var seen: Set<String> = []
    for _ in 0..<60 {
      let frame = view(person.model)
      // The row under the cursor, left of the preview, begins with the bar of the selection.
      let row = (0..<rows).first { row in (0..<min(columns, 30)).contains { frame[row, $0].text == "▌" } } ?? 0
      seen.insert(String(frame.line(row).prefix(52)))
      person.press("down")
    }
    #expect(seen.count >= Tokens.shipped.count + 30, "\(seen.count) of \(columns)x\(rows)")
  }

  /// The preview has every kind of colour that a theme has, and all of it has room where there is least.
  @Test func thePreviewShowsTheHeatOfDays() throws {
    var person = Person(.small, columns: 110, rows: 30)
    person.press(",")
    let line = try #require(person.screen.lines.first { $0.contains("removed added") })
    #expect(line.contains("· • ■ ■ ■    found   removed added"), "\(line)")
    let row = try #require(person.screen.lines.firstIndex { $0.contains("removed added") })
    let frame = view(person.model)
    let heat = (0..<110).filter { frame[row, $0].text == "■" }.map { frame[row, $0].style.foreground }
    #expect(heat == Array(Theme.standard(isDark: true, depth: .direct).heat.suffix(3)))
  }
}

extension Theme {
  fileprivate var pageAndDesk: [Color] { [grounds.base, grounds.surface] }
}
