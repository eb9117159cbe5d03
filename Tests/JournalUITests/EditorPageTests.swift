import JournalCore
import JournalUI
import TerminalKit
import Testing

/// How the editor looks: the page, the tint of Markdown, the line of the caret, focus mode.
@Suite struct EditorPageTests {
  private static let text = """
    What **stayed**, out of *fourteen*:

    - a [manual](https://example.org/x) and `code`
    > quoted

    ```
    let *x* = 1
    ```
    """

  private func person(
    _ body: String = text, title: String = "Books of the summer", columns: Int = 120, rows: Int = 36, vi: Bool = false
  ) -> Person {
    var journal = FakeJournal.small
    journal.add(
      FakeJournal.entry(
        "books", title, body, FakeJournal.date(2026, 11, 21, 9), mood: .happy, category: "work", tags: ["reading"]))
    var preferences = Preferences()
    preferences.viMode = vi
    var person = Person(journal, columns: columns, rows: rows, preferences: preferences)
    person.press("e")
    return person
  }

  /// The style of the first cell of some words on the screen.
  private func style(_ words: String, _ person: Person) throws -> Style {
    let frame = view(person.model)
    let row = try #require((0..<frame.size.rows).first { frame.line($0).contains(words) }, "\(words)")
    let line = frame.line(row)
    let range = try #require(line.ranges(of: words).first)
    return frame[row, line.distance(from: line.startIndex, to: range.lowerBound)].style
  }

  @Test func atAHundredAndTwentyColumns() {
    let person = person()
    #expect(
      person.screen == """
          Personal  ›  Edit                                                         Sat 21 November    – On this computer only



                                Saturday, 21 November 2026 · 09:00
                                Books of the summer
                                ◡ happy   ▎Work   #reading   + picture
                                ────────────────────────────────────────────────────────────────────────

                                What **stayed**, out of *fourteen*:

                                - a [manual](https://example.org/x) and `code`
                                > quoted

                                ```
                                let *x* = 1
                                ```


















          Esc done   ^S save   F2 date   F3 mood   F4 category   F5 tags   ^F find   F12 picture   F1 keys            13 words
        """)
  }

  @Test func atEightyColumns() {
    let person = person(columns: 80, rows: 24)
    #expect(
      person.screen == """
          Personal  ›  Edit                                    – On this computer only



            Sat 21 Nov 2026 · 09:00
            Books of the summer
            ◡ happy   ▎Work   #reading   + picture
            ────────────────────────────────────────────────────────────────────────

            What **stayed**, out of *fourteen*:

            - a [manual](https://example.org/x) and `code`
            > quoted

            ```
            let *x* = 1
            ```






          Esc done   ^S save   F2 date   F3 mood   F4 category   F1 keys      13 words
        """)
  }

  @Test func atTwoHundredColumns() {
    let person = person("Short.", columns: 200, rows: 24)
    #expect(
      person.screen == """
          Personal  ›  Edit                                                                                                                                         Sat 21 November    – On this computer only



                                                                        Saturday, 21 November 2026 · 09:00
                                                                        Books of the summer
                                                                        ◡ happy   ▎Work   #reading   + picture
                                                                        ────────────────────────────────────────────────────────────────────────

                                                                        Short.













          Esc done   ^S save   F2 date   F3 mood   F4 category   F5 tags   ^F find   F12 picture   ^T focus   ^O external editor   F6 favourite   F9 discard   F1 keys                                  1 word
        """)
  }

  @Test func marksStepBackAndWhatTheyMarkLooksAsItWill() throws {
    let person = person()
    let theme = Theme.standard(isDark: true, depth: .direct)
    #expect(try style("**stayed", person).foreground == theme.faint.foreground)
    #expect(try style("stayed", person).attributes.contains(.bold))
    #expect(try style("fourteen", person).attributes.contains(.italic))
    #expect(try style("manual", person).foreground == theme.link.foreground)
    #expect(try style("https", person).foreground == theme.faint.foreground)
    #expect(try style("code", person).foreground == theme.code.foreground)
    #expect(try style("quoted", person).foreground == theme.quote.foreground)
    // Between fences a star is a star.
    #expect(try style("x* = 1", person).attributes.isEmpty)
  }

  @Test func theLineOfTheCaretIsSunkInOverAllItsRows() throws {
    var person = person(String(repeating: "word ", count: 40) + "\n\nnext")
    person.press("ctrl-home")
    let frame = view(person.model)
    let well = Theme.standard(isDark: true, depth: .direct).grounds.well
    let rows = (0..<36).filter { frame[$0, 30].style.background == well }
    #expect(rows == [9, 10, 11])
    person.press("ctrl-end")
    #expect((0..<36).filter { view(person.model)[$0, 30].style.background == well } == [13])
  }

  @Test func theRowsOfAListStandBelowItsWords() throws {
    let words = String(repeating: "word ", count: 40)
    var person = person("- \(words)\n  12. \(words)\n-no list \(words)")
    person.press("ctrl-home")
    let lines = person.screen.lines
    let start = try #require(lines.firstIndex { $0.contains("- word") })
    let text = 24
    func indent(_ row: Int) -> Int { lines[row].prefix { $0 == " " }.count - text }
    #expect((indent(start), indent(start + 1), indent(start + 2)) == (0, 2, 2))
    let numbered = try #require(lines.firstIndex { $0.contains("12. word") })
    #expect((indent(numbered), indent(numbered + 1)) == (2, 6))
    let plain = try #require(lines.firstIndex { $0.contains("-no list") })
    #expect(indent(plain + 1) == 0)
    // The caret goes where the words are.
    person.mouse(.press, row: start + 1, column: text + 2)
    #expect(view(person.model).cursor == Position(row: start + 1, column: text + 2))
    person.mouse(.press, row: start + 1, column: text)
    #expect(view(person.model).cursor == Position(row: start + 1, column: text + 2))
    person.type("x")
    #expect(person.screen.lines[start + 1].contains("  xword"))
  }

  @Test func aLongTitleTakesThreeRowsAtMostAndTheCaretStaysInIt() throws {
    let long = (1...60).map { "word\($0)" }.joined(separator: " ")
    var person = person("Text.", title: long)
    #expect(person.screen.lines[5].contains("word1 ") && !person.sees("word60"))
    #expect(person.screen.lines[8].contains("happy"))
    person.press("f7 end")
    #expect(person.sees("word60") && view(person.model).cursor?.row == 7)
    person.press("home")
    #expect(person.sees("word1 ") && view(person.model).cursor == Position(row: 5, column: 24))
  }

  @Test func theModeOfViStandsBeforeTheKeys() {
    var person = person(vi: true)
    #expect(person.bottomLine.hasPrefix("   NORMAL "))
    person.press("i")
    #expect(person.bottomLine.hasPrefix("   INSERT "))
    person.press("esc v")
    #expect(person.bottomLine.hasPrefix("   VISUAL "))
    let theme = Theme.standard(isDark: true, depth: .direct)
    #expect(view(person.model)[35, 4].style.background == theme.warning.foreground)
    person.press("esc f7")
    #expect(!person.bottomLine.contains("NORMAL"))
  }

  @Test func afterARestTheBarSaysThatTheDraftIsKept() {
    var person = person("One two.")
    person.type(" Three")
    #expect(person.bottomLine.hasSuffix("3 words"))
    person.wait(for: .draft)
    #expect(person.bottomLine.hasSuffix("3 words"))
    person.wait(for: .rest)
    #expect(person.bottomLine.hasSuffix("3 words · draft kept"))
    person.type("s")
    #expect(person.bottomLine.hasSuffix("3 words"))
  }

  @Test func focusModeLeavesTheTextAlone() throws {
    var person = person("First paragraph.\n\nSecond **one**.")
    person.press("ctrl-t")
    #expect(person.topLine.isEmpty && person.screen.lines.last?.isEmpty == true)
    let theme = Theme.standard(isDark: true, depth: .direct)
    #expect(try style("First", person).foreground == theme.faint.foreground)
    #expect(try style("Second", person).foreground == theme.text.foreground)
    #expect(try style("one", person).attributes.contains(.bold))
    person.press("ctrl-home")
    #expect(try style("First", person).foreground == theme.text.foreground)
    person.press("f3")
    #expect(person.bottomLine.contains("select"))
    person.press("esc ctrl-t")
    #expect(person.topLine.contains("Edit"))
  }

  @Test func ofALongTextOnlyTheScreenIsRead() {
    var editor = TextEditor(text: String(repeating: "many *words* in one line ", count: 25_000) + "\n\nend")
    editor.setViewport(Size(rows: 20, columns: 73), width: TableWidth())
    let bytes = editor.linesOnScreen.reduce(0) { $0 + $1.text.utf8.count }
    #expect(bytes < 20 * 73 + 2 * 2100)
    editor.moveCaret(to: 300_000)
    #expect(editor.linesOnScreen.first?.isWhole == false)
    #expect(editor.linesOnScreen.reduce(0) { $0 + $1.text.utf8.count } < 20 * 73 + 2 * 2100)
  }
}
