import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// Sidebar and list are as wide as they were made, and stay so.
@Suite struct PaneWidthTests {
  private func widths(_ person: Person) -> [Int?] {
    let layout = MainLayout(
      size: person.model.size, focus: .list, isSidebarOpen: false,
      extra: MainLayout.Extra(
        sidebar: person.model.preferences.sidebarExtra, list: person.model.preferences.listExtra))
    return [layout.sidebar?.columns, layout.list?.columns]
  }

  private func saves(_ person: Person) -> Int {
    person.effects.count { if case .savePreferences = $0 { true } else { false } }
  }

  @Test func keysChangeThePaneThatHasThem() {
    var person = Person(.small, columns: 120, rows: 36)
    #expect(widths(person) == [22, 42])
    person.press("> >")
    #expect(widths(person) == [22, 46])
    person.press("shift-tab < <")
    #expect(widths(person) == [18, 46])
    #expect(saves(person) == 4)
    let kept = Preferences(values: person.model.preferences.values)
    #expect(kept.listExtra == 4 && kept.sidebarExtra == -4)
  }

  @Test func thereIsAnEndToIt() {
    var person = Person(.small, columns: 120, rows: 36)
    for _ in 0..<60 { person.press(">") }
    #expect(widths(person) == [22, 74])
    person.press("<")
    #expect(widths(person) == [22, 72])
    for _ in 0..<60 { person.press("<") }
    #expect(widths(person) == [22, 24])
    #expect(view(person.model).text.contains("Long day"))
  }

  @Test func theLineBetweenTwoPanesIsDragged() {
    var person = Person(.small, columns: 120, rows: 36)
    person.mouse(.press, row: 9, column: 64)
    person.mouse(.drag, row: 9, column: 67)
    person.mouse(.drag, row: 9, column: 70)
    #expect(widths(person) == [22, 48] && saves(person) == 0)
    person.mouse(.release, row: 9, column: 70)
    #expect(saves(person) == 1)
    person.mouse(.press, row: 9, column: 21)
    person.mouse(.drag, row: 9, column: 25)
    person.mouse(.release, row: 9, column: 25)
    #expect(widths(person) == [26, 48])
    // What is dragged elsewhere moves no line.
    person.mouse(.press, row: 9, column: 40)
    person.mouse(.drag, row: 9, column: 50)
    #expect(widths(person) == [26, 48])
  }

  @Test func aNarrowWindowHasRoomForBothPanes() {
    var preferences = Preferences()
    (preferences.listExtra, preferences.sidebarExtra) = (60, 60)
    for columns in [70, 80, 99, 100, 120, 200] {
      let person = Person(.small, columns: columns, rows: 24, preferences: preferences)
      let frame = view(person.model)
      #expect(frame.text.contains("Long day"), "\(columns)")
    }
  }
}
