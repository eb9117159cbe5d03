import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// The one question of the first start.
@Suite struct ColorQuestionTests {
  private func asked(_ journal: FakeJournal = FakeJournal(), depth: ColorDepth = .direct) -> Person {
    var person = Person(journal, columns: 80, rows: 24, depth: depth, isDark: nil)
    person.send(.backgroundUnknown)
    return person
  }

  private func saved(_ person: Person) -> [String] {
    person.effects.compactMap { if case .savePreferences(let preferences) = $0 { preferences.theme.name } else { nil } }
  }

  @Test func itStandsBelowTheDoorsAndTheAnswerIsKept() {
    var person = asked()
    #expect(person.sees("Write your first entry") && person.sees("Which one is easiest to read?"))
    #expect(person.model.desk.theme.depth == .ansi16 && !person.model.desk.theme.paints)
    person.press("left")
    #expect(person.sees("Paper looks right here") && saved(person) == ["paper"])
    #expect(person.model.desk.theme == .standard(isDark: false, depth: .direct))
    person.press("left")
    #expect(person.model.desk.theme == .standard(isDark: true, depth: .direct))
    person.press("enter")
    #expect(!person.sees("Which one is easiest to read?") && person.model.preferences.theme == .ink)
  }

  @Test func theTerminalsOwnColoursAreAnAnswer() {
    var person = asked()
    person.press("enter")
    #expect(saved(person) == ["terminal"] && !person.sees("Which one"))
  }

  @Test func goingOnToWriteKeepsWhatIsOnTheScreen() {
    var person = asked()
    person.press("right right n")
    person.type("First")
    person.press("ctrl-s esc")
    #expect(person.model.preferences.theme == .paper && !person.sees("Which one"))
    // With an entry there is nothing to ask any more, and Enter reads.
    person.press("enter")
    #expect(person.model.main.focus == .page)
  }

  @Test func itIsNotAskedWhereThereIsNoQuestion() {
    var person = asked()
    person.send(.backgroundChanged(isDark: true))
    #expect(!person.sees("Which one") && person.model.desk.theme == .standard(isDark: true, depth: .direct))
    #expect(!asked(.small).sees("Which one"))
    #expect(!asked(depth: .none).sees("Which one"))
    var chosen = Preferences()
    chosen.theme = .paper
    var other = Person(columns: 80, rows: 24, preferences: chosen, isDark: nil)
    other.send(.backgroundUnknown)
    #expect(!other.sees("Which one"))
    var configured = Person(columns: 80, rows: 24, isDark: nil, configured: ["theme"])
    configured.send(.backgroundUnknown)
    #expect(!configured.sees("Which one"))
  }

  @Test(arguments: [ColorDepth.direct, .indexed256, .ansi16]) func eachThemeIsShownInItself(depth: ColorDepth) throws {
    let frame = view(asked(depth: depth).model)
    let row = try #require((0..<24).first { frame.line($0).contains(" Ink ") })
    let column = try #require((0..<80).first { frame[row, $0].text == "I" })
    let other = try #require((0..<80).first { frame[row, $0].text == "P" })
    let (ink, paper) = (frame[row, column].style, frame[row, other].style)
    #expect(ink.background != paper.background && ink.foreground != ink.background)
  }

  /// Until the terminal has told its background, and where it never does, words have its own colour.
  @Test func anUnknownBackgroundIsPaintedOverOnlyByAThemeThatWasChosen() {
    var person = Person(.small, columns: 80, rows: 24, isDark: nil)
    let unknown = Theme.of(nil, isDark: nil, depth: .direct)
    #expect(person.model.desk.theme == unknown)
    person.press(", ")
    #expect(person.model.desk.theme == unknown)
    person.press("esc")
    person.send(.backgroundChanged(isDark: false))
    #expect(person.model.desk.theme == .standard(isDark: false, depth: .direct))
  }
}
