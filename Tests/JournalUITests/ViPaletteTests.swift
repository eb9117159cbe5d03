import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// The commands over a text that is written with vi's keys show keys that work there.
@Suite struct ViPaletteTests {
  private func details(isVi: Bool) -> [String: String] {
    var preferences = Preferences()
    preferences.viMode = isVi
    var person = Person(.small, columns: 120, rows: 36, preferences: preferences)
    person.press("e")
    person.press(isVi ? ":" : "ctrl-p")
    guard case .picker(let picker)? = person.model.dialogs.last else { return [:] }
    return Dictionary(picker.items.map { ($0.title, $0.detail) }) { first, _ in first }
  }

  @Test func keysWithAltAreNoneThere() {
    let vi = details(isVi: true)
    #expect(vi["Link to another entry"] == ":link" && !vi.values.contains { $0.contains("Alt") }, "\(vi)")
    #expect(vi["Go to the next misspelt word"] == "]s", "\(vi)")
    let standard = details(isVi: false)
    #expect(standard["Link to another entry"] == "Alt-k", "\(standard)")
  }
}
