import JournalCore
import JournalUI
import TerminalKit
import Testing

/// What config.toml sets is shown as set there, and is not changed on the screen.
@Suite struct ConfiguredSettingsTests {
  @Test func aSettingOfTheConfigurationIsNotChangedOnTheScreen() {
    var preferences = Preferences()
    preferences.theme = .paper
    var person = Person(.small, columns: 100, rows: 30, preferences: preferences, configured: ["theme"])
    person.press(",")
    #expect(person.sees("Theme") && person.sees("set in config.toml"))
    person.press("down enter")
    #expect(person.model.preferences.theme == .paper)
    #expect(person.sees("change it there"))
    person.press("esc tab enter")
    #expect(person.model.preferences.viMode)
  }
}
