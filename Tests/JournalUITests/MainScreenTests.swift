import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// The main screen as it is drawn.
@Suite struct MainScreenTests {
  /// A list may be long: while the main screen works its rows are held once, and changed in their place.
  @Test func workOnTheMainScreenCopiesNoRows() {
    var person = Person(.many(300))
    person.send(.syncChanged(SyncStatus(account: .available, overview: SyncOverview())))
    func address() -> UnsafePointer<EntrySummary>? {
      person.model.main.list.rows.withUnsafeBufferPointer { $0.baseAddress }
    }
    let before = address()
    person.model.workOnMain { $0.state.list.markBySync($0.desk) }
    #expect(before != nil && address() == before)
  }

  @Test func eightyColumnsShowListAndReader() {
    let person = Person(.small, columns: 80, rows: 24)
    #expect(
      person.screen == """
          Personal  ›  All entries                             – On this computer only
                                            │
          November 2026 ──────────────────  ┃ Sat 21 Nov 2026 · 07:30
        ▌   21 ▎ Morning run by the c… ★ ◡  ┃ Morning run by the canal
        ▌  Sat ▎ Cold and bright; the her…  ┃ ★   ◡ happy   ▎Health   #run
            20 ▎ Long day                ◠  ┃ ────────────────────────────────────────
           Fri ▎ Two reviews, one argumen…  ┃
                                            ┃ Cold and bright; the herons were back at
          October 2026 ───────────────────  ┃ the lock.
            31   The letter              ≈  ┃
           Sat   It came in the morning p…  ┃ Five miles #run.
             3 ▎ Bread                      ┃
           Sat ▎ flour ↵ water ↵ salt       ┃
                                            ┃
          November 2025 ──────────────────  ┃
            21   京都の朝                ✦  ┃
           Fri   朝ごはんは味噌汁。Then t…  ┃
                                            ┃
          May 2025 ───────────────────────  ┃
             1   No title, only words.      │
           Thu                              │
                                            │
                                            │
          n new   ⏎ read   e edit   / search   u undo   : commands   ? keys     1 of 7
        """)
  }

  @Test func hundredAndTwentyColumnsShowTheSidebarToo() {
    let person = Person(.small, columns: 120, rows: 21)
    #expect(
      person.screen == """
          Personal  ›  All entries                                                  Sat 21 November    – On this computer only
                                                                        │
          All entries      7 ┃  November 2026 ────────────────────────  ┃  Saturday, 21 November 2026 · 07:30
          Favourites       1 ┃▌   21 ▎ Morning run by the canal    ★ ◡  ┃  Morning run by the canal
          On this day      1 ┃▌  Sat ▎ Cold and bright; the herons we…  ┃  ★   ◡ happy   ▎Health   #run
          Trash            1 ┃    20 ▎ Long day                      ◠  ┃  ──────────────────────────────────────────────────
                             ┃   Fri ▎ Two reviews, one argument, no …  ┃
          Categories         ┃                                          ┃  Cold and bright; the herons were back at the lock.
          ▎ Health         1 ┃  October 2026 ─────────────────────────  ┃
          ▎ Work           1 ┃    31   The letter                    ≈  ┃  Five miles #run.
          ▎ Home           1 ┃   Sat   It came in the morning post, a…  ┃
            Unfiled        4 ┃     3 ▎ Bread                            ┃
                             ┃   Sat ▎ flour ↵ water ↵ salt             ┃
          Moods              ┃                                          ┃
          ✦ excited        1 ┃  November 2025 ────────────────────────  │
          ◡ happy          1      21   京都の朝                      ✦  │
          − neutral              Fri   朝ごはんは味噌汁。Then the tem…  │
          ◠ sad            2                                            │
          ≈ anxious        1    May 2025 ─────────────────────────────  │
                                                                        │
          n new   ⏎ read   e edit   / search   u undo   f favourite   m mood   c category   : commands   ? keys         1 of 7
        """)
  }

  @Test func aWideScreenGivesTheReaderAsMuchAsIsReadWell() {
    var preferences = Preferences()
    preferences.showsDays = false
    let person = Person(.small, columns: 200, rows: 12, preferences: preferences)
    let line = person.screen.lines[5]
    let text = line.drop { $0 != "│" }.dropFirst()
    #expect(text.drop { $0 == " " } == String(repeating: "─", count: 72))
    #expect(text.prefix { $0 == " " }.count == 25)
    #expect(person.screen.lines[0].hasSuffix("Sat 21 November    – On this computer only"))
  }

  @Test func lineEndsAreShownAsTheyWereWritten() {
    var journal = FakeJournal()
    journal.add(
      FakeJournal.entry("x", "Poem", "Roses are red\nViolets are blue", FakeJournal.date(2026, 11, 20)))
    var person = Person(journal, columns: 120, rows: 24)
    #expect(!person.screen.lines.contains { $0.contains("│ Roses are red Violets") })
    #expect(person.screen.lines.contains { $0.contains("│  Violets are blue") })
    person.press(":")
    person.type("strict")
    person.press("enter enter esc")
    #expect(person.screen.lines.contains { $0.contains("│  Roses are red Violets are blue") })
  }

  @Test func theSmallestScreenShowsTheListAndEnterShowsTheEntry() {
    var person = Person(.small, columns: 40, rows: 12)
    #expect(
      person.screen == """
          Personal  ›  All entr…  – Local only

          November 2026 ────────────────────── ┃
        ▌   21 ▎ Morning run by the canal  ★ ◡ ┃
        ▌  Sat ▎ Cold and bright; the herons …
            20 ▎ Long day                    ◠
           Fri ▎ Two reviews, one argument, n…

          October 2026 ───────────────────────
            31   The letter                  ≈

          n new   ⏎ read   : commands   ? keys
        """)
    person.press("enter")
    #expect(
      person.screen == """
          Personal  ›  All entr…  – Local only

          Sat 21 Nov 2026 · 07:30              ┃
          Morning run by the canal             ┃
          ★   ◡ happy   ▎Health   #run         ┃
          ──────────────────────────────────── ┃
                                               ┃
          Cold and bright; the herons were     ┃
          back at the lock.                    ┃


          Esc list   ? keys                0\u{202F}%
        """)
    person.press("esc")
    #expect(person.topLine.contains("All entr"))
  }

  @Test func belowTheSmallestScreenOneLineSaysSo() {
    var person = Person(.small, columns: 20, rows: 5)
    #expect(person.screen == "Window too small\n(needs 40×12)\n\n\n")
    person.press("n d e")
    #expect(person.journal.applied.isEmpty)
    person.resize(columns: 80, rows: 24)
    #expect(person.sees("Morning run by the canal"))
    person.resize(columns: 60, rows: 3)
    #expect(person.screen.lines[0] == "Window too small (needs 40×12)")
    person.press("q")
    #expect(person.effects.last == .quit)
  }

  @Test func aListWhoseEntriesAreAllInTheTrashSaysWhereTheyAre() {
    var person = Person(.small, columns: 100, rows: 24)
    let count = person.journal.entries.values.count { $0.trashedAt == nil }
    for _ in 0..<count { person.press("d y") }
    #expect(!person.sees("Write your first entry") && person.sees("Write an entry"))
    #expect(person.sees("See the trash: "), "\(person.screen)")
  }

  @Test func anEmptyJournalTeachesFiveKeys() {
    let person = Person(columns: 80, rows: 16)
    #expect(
      person.screen == """
          Personal  ›  All entries                             – On this computer only


                         A journal of your own
                         It stays on this computer. Sync can come later.

                         n   Write your first entry
                         i   Import from Day One, jrnl, Obsidian …
                         A   Sign in and fetch a journal
                         :   Find every command by name
                         ?   See all keys




          n new   / search   , settings   : commands   q quit   ? keys
        """)
  }

  @Test func aTerminalWithoutUnicodeGetsASCIIOnly() {
    let person = Person(.small, columns: 80, rows: 24, isUTF8: false)
    #expect(person.screen.utf8.count == person.screen.unicodeScalars.count)
    #expect(person.sees(">  All entries"))
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
    #expect(person.sees("  Favourites         1"))
    // What lies beside and behind it steps back.
    let frame = view(person.model)
    let theme = Theme.standard(isDark: true, depth: .direct)
    #expect(
      frame[3, 23].style.background == theme.grounds.raised && frame[3, 24].style.background != theme.grounds.raised)
    let behind = (24..<80).map { frame[3, $0] }.filter { $0.base != " " }
    #expect(!behind.isEmpty && behind.allSatisfy { Legibility.contrast($0.style.foreground, theme.page) < 4.5 })
    person.press("down enter")
    #expect(person.shows("Favourites", 1))
    #expect(!person.sees("On this day"))
    person.press("h")
    #expect(person.sees("On this day"))
    person.press("esc esc")
    #expect(person.shows("All entries", 7))
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
    #expect(person.sees("Sun 22 November"))
  }
}
