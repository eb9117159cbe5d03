import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Reading one entry over the whole window.
@Suite struct ReadingPageTests {
  private static let text = """
    # The mill

    Walnut, `27 mm`, from *the tree* in Drongen; see [the notes](https://example.org/walnut).

    ## What is left

    9. plane the edges
    10. glue
        - two clamps
    - [ ] buy oil
    - [x] order brass

    > One always starts with the wind.
    >
    > > Or with the roof.

    ```python
    def days_left(now, goal=10.0):
        return max(0, (now - goal) / 3.5 * 30)  # a straight line, and wood is not one of those, whatever they say
    ```

    | what | fr. |
    |:--|--:|
    | One cut | 1 |
    | **Together** | **450** |

    ---

    ## Afterwards

    Nothing more.
    """

  private func person(_ columns: Int, _ rows: Int, _ body: String = text) -> Person {
    var journal = FakeJournal.small
    journal.add(
      FakeJournal.entry(
        "mill", "Notes on drying", body, FakeJournal.date(2026, 11, 21, 9), mood: .neutral, category: "work",
        tags: ["wood"]))
    return Person(journal, columns: columns, rows: rows)
  }

  private func body(_ person: Person) -> String? { person.journal.entries[RecordName("mill")]?.body }

  @Test func atEightyColumns() {
    var person = person(80, 24)
    person.press("enter")
    #expect(
      person.screen == """
          Personal  ›  All entries  ›  Notes on drying         – On this computer only

                                                                                       ┃
                                                                                       ┃
            Sat 21 Nov 2026 · 09:00                                                    ┃
            Notes on drying                                                            ┃
            − neutral   ▎Work   #wood                                                  ┃
            ────────────────────────────────────────────────────────────────────────   ┃
                                                                                       ┃
            The mill                                                                   ┃
            ────────────────────────────────────────────────────────────────────────   ┃

            Walnut, 27 mm, from the tree in Drongen; see the notes
            (https://example.org/walnut).


            What is left

             9. plane the edges
            10. glue
                • two clamps


          Space read on   J next   Esc list   e edit   ? keys           72 words   0\u{202F}%
        """)
  }

  @Test func atAHundredAndTwentyColumns() {
    var person = person(120, 36)
    person.press("enter")
    #expect(
      person.screen == """
          Personal  ›  All entries  ›  Notes on drying                              Sat 21 November    – On this computer only

                                                                                                                               ┃
                                                                                                                               ┃
                                Saturday, 21 November 2026 · 09:00                                                             ┃
                                Notes on drying                                                                                ┃
                                − neutral   ▎Work   #wood                                                                      ┃
                                ────────────────────────────────────────────────────────────────────────                       ┃
                                                                                                                               ┃
                                The mill                                                                                       ┃
                                ────────────────────────────────────────────────────────────────────────                       ┃
                                                                                                                               ┃
                                Walnut, 27 mm, from the tree in Drongen; see the notes                                         ┃
                                (https://example.org/walnut).                                                                  ┃
                                                                                                                               ┃
                                                                                                                               ┃
                                What is left                                                                                   ┃
                                                                                                                            ›  ┃
                                 9. plane the edges                                                                            ┃
                                10. glue                                                                                       ┃
                                    • two clamps                                                                               ┃
                                                                                                                               ┃
                                · buy oil                                                                                      ┃
                                ✓ order brass                                                                                  ┃
                                                                                                                               ┃
                                ▎ One always starts with the wind.
                                ▎
                                ▎ ▎ Or with the roof.
                                ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
                                  def days_left(now, goal=10.0):                                python
                                      return max(0, (now - goal) / 3.5 * 30)  # a straight line, and w ›
                                ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
                                ────────────────
                                 what       fr.

          Space read on   J K next, previous   Esc list   e edit   → scroll code   ? keys              72 words   1 of 8   0\u{202F}%
        """)
  }

  @Test func atTwoHundredColumnsTheOutlineStandsBesideIt() {
    var person = person(200, 30)
    person.press("enter G")
    #expect(
      person.screen == """
          Personal  ›  All entries  ›  Notes on drying                                                                                                              Sat 21 November    – On this computer only

              Sat 21 Nov 2026 · 09:00                                   10. glue
              Notes on drying                                               • two clamps
              − neutral   ▎Work   #wood
                                                                        · buy oil
                The mill                                                ✓ order brass
                  What is left
              ▌   Afterwards                                            ▎ One always starts with the wind.
                                                                        ▎
                72 words                                                ▎ ▎ Or with the roof.
                                                                        ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
                                                                          def days_left(now, goal=10.0):                                python
                                                                              return max(0, (now - goal) / 3.5 * 30)  # a straight line, and w ›                                                               ┃
                                                                        ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀                                                            ›  ┃
                                                                        ────────────────                                                                                                                       ┃
                                                                         what       fr.                                                                                                                        ┃
                                                                        ────────────────                                                                                                                       ┃
                                                                         One cut      1                                                                                                                        ┃
                                                                         Together   450                                                                                                                        ┃
                                                                        ────────────────                                                                                                                       ┃
                                                                                                                                                                                                               ┃
                                                                                                        ·  ·  ·                                                                                                ┃
                                                                                                                                                                                                               ┃
                                                                                                                                                                                                               ┃
                                                                        Afterwards                                                                                                                             ┃
                                                                                                                                                                                                               ┃
                                                                        Nothing more.                                                                                                                          ┃

          Space read on   J K next, previous   Esc list   e edit   → scroll code   o outline   Tab next link   f favourite   m mood   c category   t tags   y copy   H history   ? keys         1 of 8   100\u{202F}%
        """)
  }

  @Test func withoutHeadingsNoWordsStandAloneBesideIt() {
    var person = person(200, 60)
    person.press("enter J")
    #expect(person.topLine.contains("Morning run"))
    #expect(person.bottomLine.contains("words   2 of 8   all"))
    #expect(person.screen.lines.dropFirst().dropLast().allSatisfy { !$0.contains(" words") })
  }

  @Test func enterOpensItAndThreeKeysLeadBackToTheList() {
    for key in ["esc", "q", "backspace"] {
      var person = person(120, 36)
      person.press("enter")
      #expect(person.topLine.contains("All entries  ›  Notes on drying") && !person.sees("November 2026 ─"))
      person.press(key)
      #expect(!person.topLine.contains("Notes on drying") && person.sees("November 2026 ─"), "\(key)")
      person.press("j")
      #expect(person.bottomLine.contains("2 of 8"))
    }
  }

  @Test func spaceReadsOnIntoTheNextEntry() {
    var person = person(80, 24)
    person.press("enter")
    #expect(person.sees("The mill"))
    person.press("space")
    #expect(person.sees("order brass") && !person.sees("The mill"))
    for _ in 0..<9 where !person.topLine.contains("Morning run") { person.press("space") }
    #expect(person.topLine.contains("Morning run") && person.sees("Cold and bright"))
    person.press("J")
    #expect(person.topLine.contains("Long day"))
    person.press("K K")
    #expect(person.topLine.contains("Notes on drying") && person.sees("The mill"))
  }

  @Test func tabGoesFromLinkToTaskAndSpaceTicksIt() {
    var person = person(120, 36)
    person.press("enter tab enter")
    #expect(person.sees("Open this link?") && person.sees("https://example.org/walnut"))
    person.press("esc tab space")
    #expect(body(person)?.contains("- [x] buy oil") == true)
    #expect(person.sees("✓ buy oil") && person.topLine.contains("Notes on drying"))
    person.press("tab space shift-tab space")
    #expect(body(person)?.contains("- [ ] order brass") == true && body(person)?.contains("- [ ] buy oil") == true)
  }

  @Test func longCodeIsScrolledAndNotWrapped() throws {
    var person = person(120, 36)
    person.press("enter")
    let line = try #require(person.screen.lines.first { $0.contains("return max") })
    #expect(line.hasSuffix("›") && !person.sees("whatever they say"))
    person.press("right right right right right right")
    #expect(person.sees("whatever they say") && person.sees("‹") && !person.sees("return max"))
    person.press("left left left left left left")
    #expect(person.screen.lines.contains(line))
  }

  @Test func theOutlineLeadsToAHeading() {
    var person = person(120, 20)
    person.press("enter o")
    #expect(person.sees("  What is left") && person.sees("  Afterwards"))
    person.type("after")
    person.press("enter")
    #expect(person.sees("Nothing more."))
  }

  @Test func writingMovesNeitherDateNorTitleNorText() throws {
    for (columns, rows) in [(80, 24), (120, 36), (200, 60)] {
      var person = person(columns, rows, "Walnut, from the tree in Drongen.")
      person.press("enter")
      func places(_ person: Person) -> [String] {
        person.screen.lines.enumerated().compactMap { row, line in
          ["Nov", "Notes on drying", "neutral", "Walnut"].contains { line.contains($0) } && row > 0
            ? "\(row) \(line.prefix { $0 == " " }.utf8.count)" : nil
        }
      }
      let read = places(person)
      person.press("e")
      #expect(places(person) == read && read.count >= 4, "\(columns)")
    }
  }

  @Test func aLinkAndTheMarginsCanBePressed() throws {
    var person = person(120, 36)
    person.press("enter")
    let row = try #require(person.screen.lines.firstIndex { $0.contains("the notes") })
    let line = person.screen.lines[row]
    let range = try #require(line.ranges(of: "the notes").first)
    person.mouse(.press, row: row, column: line.distance(from: line.startIndex, to: range.lowerBound) + 2)
    #expect(person.sees("Open this link?"))
    person.press("esc")
    person.mouse(.press, row: 17, column: 116)
    #expect(person.topLine.contains("Morning run"))
  }

  @Test func tenThousandWordsSayHowLongTheyTake() {
    var person = person(120, 36, String(repeating: "a word ", count: 1100))
    person.press("enter")
    #expect(person.bottomLine.hasSuffix("2,200 words · 10 min   1 of 8   0\u{202F}%"))
    person.press("G")
    #expect(person.bottomLine.hasSuffix("1 of 8   100\u{202F}%"))
  }
}
