import JournalCore
import JournalUI
import TerminalKit
import Testing

/// The main screen as it is drawn.
@Suite struct MainScreenTests {
  @Test func eightyColumnsShowListAndReader() {
    let person = Person(.small, columns: 80, rows: 24)
    #expect(
      person.screen == """
         CloudJournal  Personal                         Sat 21 Nov 2026    – local only
        ╭ All entries · 7 ─────────────────╮╭ Sat 21 Nov 2026 · 07:30 ─────────────────╮
        │ November 2026                    ││ Morning run by the canal                 │
        │▌21 Sat ☺ ● Morning run by the… ★ ││ ★  ☺ happy  ● Health  #run               │
        │▌       Cold and bright; the her… ││                                          │
        │ 20 Fri ☹ ● Long day              ││ Cold and bright; the herons were back at │
        │        Two reviews, one argumen… ││ the lock.                                │
        │ October 2026                     ││                                          │
        │ 31 Sat ≈   The letter            ││ Five miles #run.                         │
        │        It came in the morning p… ││                                          │
        │  3 Sat   ● Bread                 ││                                          │
        │        flour water salt          ││                                          │
        │ November 2025                    ││                                          │
        │ 21 Fri ☻   京都の朝              ││                                          │
        │        朝ごはんは味噌汁。Then t… ││                                          │
        │ May 2025                         ││                                          │
        │  1 Thu     No title, only words. ││                                          │
        │        No title, only words.     ││                                          │
        │ May 1669                         ││                                          │
        │ 31 Fri ☹   And thus ends all     ││                                          │
        │        that I doubt I shall eve… ││                                          │
        │                                  ││                                          │
        ╰──────────────────────────────────╯╰──────────────────────────────────────────╯
         n new  ⏎ open  e edit  / search  : commands  u undo  f favourite  ? keys
        """)
  }

  @Test func hundredAndTwentyColumnsShowTheSidebarToo() {
    let person = Person(.small, columns: 120, rows: 21)
    #expect(
      person.screen == """
         CloudJournal  Personal                                                                 Sat 21 Nov 2026    – local only
        ╭ Journal ───────────────╮╭ All entries · 7 ─────────────────────────╮╭ Sat 21 Nov 2026 · 07:30 ───────────────────────╮
        │▌ All entries         7 ││ November 2026                            ││ Morning run by the canal                       │
        │  Favourites ★        1 ││▌21 Sat ☺ ● Morning run by the canal    ★ ││ ★  ☺ happy  ● Health  #run                     │
        │  On this day         1 ││▌       Cold and bright; the herons were… ││                                                │
        │  Trash               1 ││ 20 Fri ☹ ● Long day                      ││ Cold and bright; the herons were back at the   │
        │                        ││        Two reviews, one argument, no lu… ││ lock.                                          │
        │ Categories             ││ October 2026                             ││                                                │
        │  ● Health            1 ││ 31 Sat ≈   The letter                    ││ Five miles #run.                               │
        │  ● Work              1 ││        It came in the morning post, and… ││                                                │
        │  ● Home              1 ││  3 Sat   ● Bread                         ││                                                │
        │  ○ Unfiled           4 ││        flour water salt                  ││                                                │
        │                        ││ November 2025                            ││                                                │
        │ Moods                  ││ 21 Fri ☻   京都の朝                      ││                                                │
        │  ☺ happy             1 ││        朝ごはんは味噌汁。Then the templ… ││                                                │
        │  ◦ neutral           0 ││ May 2025                                 ││                                                │
        │  ☹ sad               2 ││  1 Thu     No title, only words.         ││                                                │
        │  ☻ excited           1 ││        No title, only words.             ││                                                │
        │  ≈ anxious           1 ││ May 1669                                 ││                                                │
        ╰────────────────────────╯╰──────────────────────────────────────────╯╰────────────────────────────────────────────────╯
         n new  ⏎ open  e edit  / search  : commands  u undo  f favourite  m mood  c category  t tags  d trash  ? keys
        """)
  }

  @Test func aWideScreenGivesTheReaderAsMuchAsIsReadWell() {
    let person = Person(.small, columns: 200, rows: 12)
    #expect(
      person.screen.lines[1]
        == "╭ Journal ───────────────────╮╭ All entries · 7 " + String(repeating: "─", count: 60)
        + "╮╭ Sat 21 Nov 2026 · 07:30 " + String(repeating: "─", count: 64) + "╮")
    #expect(person.screen.lines[0].hasSuffix("Sat 21 Nov 2026    – local only"))
  }

  @Test func lineEndsAreShownAsTheyWereWritten() {
    var journal = FakeJournal()
    journal.add(
      FakeJournal.entry("x", "Poem", "Roses are red\nViolets are blue", FakeJournal.date(2026, 11, 20)))
    var person = Person(journal, columns: 120, rows: 24)
    #expect(!person.screen.lines.contains { $0.contains("│ Roses are red Violets") })
    #expect(person.screen.lines.contains { $0.contains("│ Violets are blue") })
    person.press(":")
    person.type("strict")
    person.press("enter enter esc")
    #expect(person.screen.lines.contains { $0.contains("│ Roses are red Violets are blue") })
  }

  @Test func theSmallestScreenShowsTheListAndEnterShowsTheEntry() {
    var person = Person(.small, columns: 40, rows: 12)
    #expect(
      person.screen == """
         CloudJournal  Personal    – local only
        ╭ All entries · 7 ─────────────────────╮
        │ November 2026                        │
        │▌21 Sat ☺ ● Morning run by the can… ★ │
        │▌       Cold and bright; the herons … │
        │ 20 Fri ☹ ● Long day                  │
        │        Two reviews, one argument, n… │
        │ October 2026                         │
        │ 31 Sat ≈   The letter                │
        │        It came in the morning post,… │
        ╰──────────────────────────────────────╯
         n new  ⏎ open  e edit  ? keys
        """)
    person.press("enter")
    #expect(
      person.screen == """
         CloudJournal  Personal    – local only
        ╭ Sat 21 Nov 2026 · 07:30 ─────────────╮
        │ Morning run by the canal             │
        │ ★  ☺ happy  ● Health  #run           │
        │                                      │
        │ Cold and bright; the herons were     │
        │ back at the lock.                    │
        │                                      │
        │ Five miles #run.                     │
        │                                      │
        ╰──────────────────────────────────────╯
         e edit  Esc back  J next  ? keys
        """)
    person.press("esc")
    #expect(person.sees("All entries · 7"))
  }

  @Test func belowTheSmallestScreenOneLineSaysSo() {
    var person = Person(.small, columns: 20, rows: 5)
    #expect(person.screen == "Make it 40×12\n\n\n\n")
    person.press("n d e")
    #expect(person.journal.applied.isEmpty)
    person.resize(columns: 80, rows: 24)
    #expect(person.sees("Morning run by the canal"))
    person.resize(columns: 60, rows: 3)
    #expect(person.screen.lines[0] == "CloudJournal needs 40×12 cells; here are 60×3.")
    person.press("q")
    #expect(person.effects.last == .quit)
  }

  @Test func anEmptyJournalTeachesFourKeys() {
    let person = Person(columns: 80, rows: 16)
    #expect(
      person.screen == """
         CloudJournal  Personal                         Sat 21 Nov 2026    – local only
        ╭ All entries · 0 ─────────────────────────────────────────────────────────────╮
        │                                                                              │
        │                      A journal of your own.                                  │
        │                                                                              │
        │                      n   write your first entry                              │
        │                      /   search what you wrote                               │
        │                      ?   see all keys                                        │
        │                      :   find every command by name                          │
        │                                                                              │
        │                      It stays on this computer.                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        ╰──────────────────────────────────────────────────────────────────────────────╯
         n new  / search  , settings  : commands  q quit  ? keys
        """)
  }

  @Test func aTerminalWithoutUnicodeGetsASCIIOnly() {
    let person = Person(.small, columns: 80, rows: 24, isUTF8: false)
    #expect(person.screen.utf8.count == person.screen.unicodeScalars.count)
    #expect(person.sees("+ All entries - 7 -"))
  }

  @Test func withoutColoursTheSelectionIsReversed() {
    let person = Person(.small, columns: 80, rows: 24, depth: .none)
    let frame = view(person.model)
    #expect(frame[3, 12].style.attributes.contains(.reverse))
    for row in 0..<24 {
      for column in 0..<80 {
        #expect(frame[row, column].style.foreground == .standard && frame[row, column].style.background == .standard)
      }
    }
  }

  @Test func underAHundredColumnsTabBringsTheSidebarOverTheList() {
    var person = Person(.small, columns: 80, rows: 24)
    #expect(!person.sees("Favourites"))
    person.press("tab")
    #expect(person.sees("Favourites ★        "))
    person.press("down enter")
    #expect(person.sees("Favourites · 1"))
    #expect(!person.sees("On this day"))
    person.press("h")
    #expect(person.sees("On this day"))
    person.press("esc esc")
    #expect(person.sees("All entries · 7"))
  }

  @Test func hostileTextBecomesVisibleMarks() {
    var journal = FakeJournal()
    journal.add(
      FakeJournal.entry(
        "x", "evil \u{1B}]0;title\u{7}\u{202E}txt", "body \u{1B}[2J\u{9B}31m", FakeJournal.date(2026, 11, 20),
        tags: ["a\u{1B}b"]))
    let person = Person(journal, columns: 120, rows: 20)
    for scalar in person.screen.unicodeScalars where scalar.value != 10 {
      #expect(scalar.value >= 32 && !(0x7F...0x9F).contains(scalar.value) && scalar.value != 0x202E)
    }
    #expect(person.sees("␛"))
  }

  @Test func theDateTurnsAtMidnight() {
    var person = Person(.small, columns: 120, rows: 24)
    #expect(person.effects.contains { if case .startTimer(.clock, _) = $0 { true } else { false } })
    let midnight = Person.zone.date(instant: Instant(milliseconds: Person.morning.milliseconds + 54_000_000))
    _ = update(&person.model, .timerFired(.clock), at: Moment(now: midnight, freshName: RecordName("m")))
    #expect(person.sees("Sun 22 Nov 2026"))
  }
}
