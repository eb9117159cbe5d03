import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// What stands for a category, and in which colour.
@Suite struct CategorySignTests {
  private func person(_ sign: CategorySign, isUTF8: Bool = true) -> Person {
    var preferences = Preferences()
    preferences.categorySign = sign
    var journal = FakeJournal.small
    journal.categories[RecordName("home")]?.icon = "house"
    journal.categories[RecordName("work")]?.icon = "fork.knife"
    return Person(journal, columns: 120, rows: 36, preferences: preferences, isUTF8: isUTF8)
  }

  @Test func aBarIsTheSignUnlessAnotherOneIsWanted() {
    let person = person(.bar)
    #expect(person.sees("▎ Long day") && person.sees("▎ Home") && !person.sees("⌂"))
  }

  @Test func theSignOfTheIconStandsInItsPlaceEverywhere() {
    var person = person(.glyph)
    #expect(person.sees("ψ Long day") && person.sees("⌂ Home") && !person.sees("▎"))
    // Only in the first line of a row.
    let lines = person.screen.lines
    #expect(lines.filter { $0.contains("ψ") }.count == 2)
    person.press("j l")
    #expect(person.sees("ψ Work"))
    person.press("enter e")
    #expect(person.sees("ψ Work"))
  }

  @Test func aNerdFontHasSignsOfItsOwn() {
    #expect(person(.nerd).sees("\u{F0F5} Long day"))
    // What it lacks is drawn as without one.
    #expect(CategoryIcon.named("washer").nerdGlyph == CategoryIcon.named("washer").glyph)
  }

  /// Whatever a font draws: a sign has the one column that terminals give to the private use area.
  @Test func signsOfNerdFontsAreOneColumn() {
    for icon in CategoryIcon.known { #expect(TableWidth().columns(of: icon.nerdGlyph) == 1, "\(icon.name)") }
  }

  @Test func withoutUnicodeTheSignIsALetter() {
    for sign in [CategorySign.glyph, .nerd] { #expect(person(sign, isUTF8: false).sees("Y Long day")) }
  }

  @Test func itIsASettingThatIsKept() {
    var person = person(.bar)
    person.press(", /")
    person.type("category sign")
    person.press("enter right")
    #expect(person.sees("glyph"))
    #expect(person.model.preferences.values["categorySign"] == "glyph")
    #expect(Preferences(values: person.model.preferences.values).categorySign == .glyph)
    person.press("r")
    #expect(person.model.preferences.categorySign == .bar)
  }

  @Test func exactColoursDrawWhatWasStored() throws {
    var person = person(.bar)
    func colour() -> Color? {
      let frame = view(person.model)
      for row in 0..<36 {
        for column in 0..<60 where frame[row, column].text == "▎" && frame.line(row).contains("Long day") {
          return frame[row, column].style.foreground
        }
      }
      return nil
    }
    #expect(colour() == Tokens.ink[.blue].color(.direct))
    person.press(", /")
    person.type("exact colours")
    person.press("enter right esc esc")
    #expect(Preferences(values: person.model.preferences.values).drawsExactColors)
    #expect(colour() == .rgb(0x00, 0x7A, 0xFF))
  }
}
