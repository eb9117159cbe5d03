import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Every other screen and dialog, as it is drawn.
@Suite struct ScreenDrawingTests {
  @Test func theEditor() {
    var person = Person(.small, columns: 80, rows: 14)
    person.press("j e ctrl-end")
    person.type(" Home late.")
    #expect(
      person.screen == """
          Personal  ›  Edit                                                  Writing …

            Fri 20 Nov 2026 · 22:00
            Long day
            ◠ sad   ▎Work   + tags   + picture
            ────────────────────────────────────────────────────────────────────────
            Two reviews, one argument, no lunch. Home late.






          Esc done   ^S save   F2 date   F3 mood   F4 category   F1 keys       8 words
        """)
  }

  @Test func aNewEntry() {
    var person = Person(.small, columns: 60, rows: 12)
    person.press("n")
    #expect(
      person.screen == """
          Personal  ›  New entry           – On this computer only

            Sat 21 Nov 2026 · 09:14
            Title
            + mood   + category   + tags   + picture
            ────────────────────────────────────────────────────





          Esc done   ^S save   F2 date   F3 mood   F1 keys
        """)
  }

  @Test func choosingACategory() {
    var person = Person(.small, columns: 70, rows: 18)
    person.press("c")
    person.type("gar")
    #expect(
      person.screen == """
          Personal  ›  All entries                   – On this computer only
                                       │
          November ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
        ▌   21 ▎ Mo  Category of “Morning run by the canal”  Esc
        ▌  Sat ▎ Co   gar                                         run
            20 ▎ Lo                                               ──────────
           Fri ▎ Tw▌ +  Create category “gar”
                                                                  ns were
          October 2
            31   Th▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
           Sat   It came in the morn…  │ Five miles #run.
             3 ▎ Bread                 │
           Sat ▎ flour ↵ water ↵ salt  │
                                       │
          November 2025 ─────────────  │
            21   京都の朝           ✦  │
                                       │
          ↑ ↓ choose   ⏎ select   Esc cancel
        """)
  }

  @Test func tickingTags() {
    var person = Person(.small, columns: 70, rows: 16)
    person.press("j j t")
    #expect(
      person.screen == """
          Personal  ›  All entries                   – On this computer only
                                       │
          November 2026▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀0
            21 ▎ Mornin  Tags of “The letter”             Esc
           Sat ▎ Cold a   Type to find, or a new tag
            20 ▎ Long d                                        ─────────────
           Fri ▎ Two re▌ ✓ #post                            1
                         · #run                             1   post, and I
          October 2026   · #travel                          1
        ▌   31   The le▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
        ▌  Sat   It came in the morn…  │
             3 ▎ Bread                 │
           Sat ▎ flour ↵ water ↵ salt  │
                                       │
                                       │
          Space tick   ⏎ done   Esc done
        """)
  }

  @Test func askingForADate() {
    var person = Person(.small, columns: 70, rows: 14)
    person.press("w ctrl-u")
    person.type("yesterday at 9pm")
    #expect(
      person.screen == """
          Personal  ›  All entries                   – On this computer only
                                       │
          N▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
        ▌    Date of “Morning run by the canal”                       Esc
        ▌    yesterday at 9pm
             ✓ Friday, 20 November 2026 · 21:00                            ─

             yesterday at 9pm · last friday · 21 nov 2026 14:30
          O▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
            31   The letter         ≈  │
           Sat   It came in the morn…  │ Five miles #run.
             3 ▎ Bread                 │
                                       │
          ⏎ OK   Esc cancel
        """)
  }

  @Test func aGraveQuestion() {
    var person = Person(.small, columns: 70, rows: 16)
    person.press("T D")
    #expect(
      person.screen == """
          Personal  ›  Trash                         – On this computer only
                                       │
          J▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
        ▌    Delete forever?                                          Esc
        ▌    “Thrown away” will be deleted with its history.               ─

             This cannot be undone.

             Delete forever                                             y
           ▌ No                                                     n Esc
           ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
                                       │
                                       │
                                       │
                                       │
          ↑ ↓ choose   ⏎ select   Esc cancel
        """)
  }

  @Test func thePalette() {
    var person = Person(.small, columns: 70, rows: 16)
    person.press(":")
    person.type("trash")
    #expect(
      person.screen == """
          Personal  ›  All entries                   – On this computer only
             Commands                                                 Esc
          N   trash
        ▌
        ▌  ▌ Show the trash                                             T
             Move to the trash                                          d  ─
             Setting: Confirm before moving to trash                  off
           ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
          October 2026 ──────────────  │ back at the lock.
            31   The letter         ≈  │
           Sat   It came in the morn…  │ Five miles #run.
             3 ▎ Bread                 │
           Sat ▎ flour ↵ water ↵ salt  │
                                       │
                                       │
          ↑ ↓ choose   ⏎ select   Esc cancel
        """)
  }

  @Test func aSearch() {
    var person = Person(.small, columns: 100, rows: 14)
    person.press("/")
    person.type("her")
    person.wait(for: .search)
    #expect(
      person.screen == """
          Personal  ›  Search                                   Sat 21 November    – On this computer only
                                                                     │
          All entries      7 ┃  / her                                │ Sat 21 Nov 2026 · 07:30
          Favourites       1 ┃    1 entry                            │ Morning run by the canal
          On this day      1 ┃  November 2026 ─────────────────────  │ ★   ◡ happy   ▎Health   #run
          Trash            1 ┃▌   21 ▎ Morning run by the canal ★ ◡  │ ───────────────────────────────────
                              ▌  Sat ▎ Cold and bright; the herons…  │
          Categories                                                 │ Cold and bright; the herons were
          ▎ Health         1                                         │ back at the lock.
          ▎ Work           1                                         │
          ▎ Home           1                                         │ Five miles #run.
            Unfiled        4                                         │
                                                                     │
          ⏎ results   ↓ down   Esc cancel   F1 keys                                                 1 of 1
        """)
  }

  @Test func theHistory() {
    var person = Person(.small, columns: 100, rows: 14)
    person.press("j m")
    person.type("hap")
    person.press("enter H")
    #expect(
      person.screen == """
          Personal  ›  History                                  Sat 21 November    – On this computer only
         ▌History · 2 versions ────────────────  From this version to the current one ────────────────────
            Current version                       Mood: sad → happy
              in the journal now
          ▌ Before 09:14                          Long day
          ▌   edited on desk: mood
                                                  Two reviews, one argument, no lunch.






          r restore   c compare   Esc close   J scroll   u undo   ? keys
        """)
  }

  @Test func theCategories() {
    var person = Person(.small, columns: 80, rows: 12)
    person.press("alt-c")
    #expect(
      person.screen == """
          Personal  ›  Categories                              – On this computer only
          3 categories ───────────────────────────────────────────────────────────────
          ▌ ▎ Health                        folder, green                     1 entry
            ▎ Work                          folder, blue                      1 entry
            ▎ Home                          folder, orange                    1 entry






          n new   ⏎ rename   c colour   Esc close   i icon   & share   ? keys
        """)
  }

  @Test func theSettings() {
    var person = Person(.small, columns: 60, rows: 15)
    person.press(",")
    #expect(
      person.screen == """
          Personal  ›  Settings            – On this computer only
           Theme                                                  ┃
          ▌✓ Ink                           Aa         abc   dark  ┃
             Paper                         Aa         abc   light ┃
             Solarized Dark                Aa         abc   dark  ┃
             Solarized Light               Aa         abc   light
             Gruvbox Dark                  Aa         abc   dark
             Gruvbox Light                 Aa         abc   light
             Nord                          Aa         abc   dark
             Nord Light                    Aa         abc   light
             Catppuccin Mocha              Aa         abc   dark
             Catppuccin Latte              Aa         abc   light

             previewed as you move; Esc goes back to yours
          ⏎ use this theme   / find a setting   Esc close   ? keys
        """)
  }

  @Test func theHelp() {
    var person = Person(.small, columns: 80, rows: 14)
    person.press("?")
    #expect(
      person.screen == """
          Personal  ›  Keys                                    – On this computer only
            Keys  List of entries                / type to filter 283 keys
            Write ──────────────────────────────────────────────────────────────────── ┃
          ▌ n               Write a new entry
            e               Edit the entry
            y               Copy the text
            .               Tick or untick
            x               Export
            i               Attach pictures
            Q               Write on today’s question

            File ─────────────────────────────────────────────────────────────────────
            f               Toggle favourite
          / filter   Tab next page   ⏎ do it   Esc close
        """)
  }
}
