import ScreenKit
import Testing

/// Text that would do something to a terminal is shown, and does nothing.
@Suite struct HostileTextTests {
  private static let title =
    "T\u{1B}]52;c;aGFja2Vk\u{7}i\u{1B}[?1337ht\u{9B}?1338hl\u{90}qe \u{202E}desrever\u{202C} tag\u{E0041}\u{E0042}"
  private static let body =
    "\u{1B}]0;owned\u{7} \u{1B}[2J\u{1B}c gone? \u{1B}Pq\u{1B}\\ \u{8}\u{8}back \u{2066}iso\u{2069} z"
    + String(repeating: "\u{300}\u{489}\u{323}", count: 60) + "algo \u{85} \u{7F} \u{FEFF}\u{200B} family 👨‍👩‍👧‍👦 end"

  private func hostileJournal() throws -> TestJournal {
    let journal = try TestJournal()
    try journal.output("new", "--title", HostileTextTests.title, "--body", HostileTextTests.body, "--tag", "tag")
    return journal
  }

  private func expectHarmless(_ text: String, _ place: String) {
    let forbidden: [Unicode.Scalar] = [
      "\u{202E}", "\u{202C}", "\u{2066}", "\u{2069}", "\u{E0041}", "\u{E0042}", "\u{9B}", "\u{90}", "\u{85}",
    ]
    for scalar in forbidden {
      #expect(!text.unicodeScalars.contains(scalar), "\(place): U+\(String(scalar.value, radix: 16))")
    }
    for sequence in ["\u{1B}]52", "?1337h", "?1338h", "\u{1B}]0;owned", "\u{1B}c", "\u{1B}P"]
    where sequence.hasPrefix("\u{1B}") {
      #expect(!text.contains(sequence), "\(place): \(sequence.debugDescription)")
    }
  }

  @Test func theScreenShowsMarksAndSendsNothingRaw() throws {
    let screen = try hostileJournal().openJournal(columns: 120)
    try screen.wait(for: "desrever", "back", "end")
    for (key, sign) in [("e", "Esc done"), ("H", "›  History"), ("d", "A journal of your own")] {
      try screen.type(key, showing: sign)
      if key != "d" {
        try screen.press(.escape, showing: "›  All entries", " of 1")
      }
    }
    try screen.type("u", showing: "Undone", "desrever")
    // A title or a clipboard that was set, a mode that was switched: the scanner would know.
    #expect(screen.scanner.commands.allSatisfy { !$0.contains("owned") && !$0.hasPrefix("52;") })
    #expect(screen.scanner.modes.isDisjoint(with: [1337, 1338]))
    expectHarmless(screen.outputText, "screen")
    try screen.leave()
  }

  @Test func theTextItselfStaysAsItWasWritten() throws {
    let journal = try hostileJournal()
    let entry = try #require(try journal.entries().first)
    #expect(entry.body == HostileTextTests.body)
  }

  @Test(arguments: [
    ["list"], ["list", "--short"], ["show", "last"], ["search", "desrever"], ["history", "last"], ["trash"],
  ])
  func commandsOnATerminalPrintMarks(arguments: [String]) throws {
    let journal = try hostileJournal()
    if arguments == ["trash"] { try journal.output("rm", "--yes", "last") }
    if arguments.first == "history" { try journal.output("edit", "last", "--title", "harmless") }
    let screen = try journal.start(screen: arguments, rows: 40, columns: 100, environment: ["PAGER": "cat"])
    #expect(try screen.waitForExit() == .success)
    expectHarmless(screen.outputText, "\(arguments)")
    #expect(screen.scanner.modes.isDisjoint(with: [1337, 1338]) && screen.scanner.commands.isEmpty)
    #expect(screen.leakedModes.isEmpty)
  }

  @Test func charactersOfManyKindsKeepTheColumns() throws {
    let journal = try TestJournal()
    let titles = ["漢字とかな", "שלום עולם", "👨‍👩‍👧‍👦 trip ❤️", "Café e\u{301}", "🇧🇪🇯🇵 flags", "สวัสดี", "½ ① ａ"]
    for title in titles { try journal.output("new", "--title", title, "--body", title) }
    let screen = try journal.openJournal()
    try screen.wait(for: "漢字とかな", "›  All entries", " of 7")
    try screen.settle()
    // The hairline between list and reader stands straight, whatever is left of it.
    let column = try #require((0..<screen.columns).first { screen.cell(row: 1, column: $0).text == "│" })
    for row in 1..<screen.rows - 1 {
      #expect(["│", "┃"].contains(screen.cell(row: row, column: column).text), "row \(row)\n\(screen.picture)")
    }
  }
}
