import ScreenKit
import Testing

/// Colours and signs as the terminal can show them.
@Suite struct LookTests {
  /// Every colour on the screen.
  private func colors(_ screen: Screen) -> [ScreenCell.Color] {
    (0..<screen.rows).flatMap { row in
      (0..<screen.columns).flatMap { column in
        let cell = screen.cell(row: row, column: column)
        return [cell.foreground, cell.background]
      }
    }
  }

  /// The largest number in use: -1 for none, beyond the palette for true colours.
  private func highest(_ colors: [ScreenCell.Color]) -> Int {
    colors.map { color in
      switch color {
      case .standard: -1
      case .indexed(let index): index
      case .rgb: 1 << 24
      }
    }.max() ?? -1
  }

  @Test func sixteenColoursAreEnough() throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo(environment: ["TERM": "xterm-16color"])
    #expect((0..<16).contains(highest(colors(screen))))
  }

  @Test func aTerminalWith256ColoursGetsNoMore() throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo(environment: ["TERM": "xterm-256color"])
    try screen.wait(until: "the theme is there") { (16..<256).contains(highest(colors($0))) }
  }

  @Test func trueColourIsUsedWhereItIsOffered() throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo(environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
    try screen.wait(until: "the theme is there") { highest(colors($0)) == 1 << 24 }
  }

  @Test(arguments: ["xterm-256color", "vt100"]) func withoutColourEverythingCanStillBeTold(type: String) throws {
    var environment = ["TERM": type]
    if type != "vt100" { environment["NO_COLOR"] = "1" }
    let journal = try TestJournal()
    let screen = try journal.openDemo(environment: environment)
    #expect(colors(screen).allSatisfy { $0 == .standard })
    // The selected row has its sign.
    let title = try #require(screen.find("Morning run"))
    #expect(!screen.line(title.row).isEmpty)
    try screen.leave()
  }

  @Test func aLocaleWithoutUnicodeGetsASCIIOnly() throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo(environment: ["LANG": "C"])
    for keys in ["?", "\u{1B}c", "Y", "C", "I", ",", ":", "/", "n"] {
      screen.type(keys)
      try screen.settleByResizing()
      try screen.type("\u{1B}[27u", showing: "All entries")
    }
    let foreign = screen.rawOutput.filter { $0 >= 0x80 }
    #expect(foreign.isEmpty, "\(foreign.count) bytes beyond ASCII")
  }

  @Test func aLightBackgroundGetsOtherColours() throws {
    let journal = try TestJournal()
    let dark = try journal.open("--demo", backgroundColor: "rgb:0000/0000/0000")
    try dark.wait(until: "the dark theme is there") { highest(colors($0)) >= 16 }
    let light = try journal.open("--demo", backgroundColor: "rgb:ffff/ffff/ffff")
    try light.wait(for: "Morning run")
    let former = try #require(dark.cell(of: "Demo")).foreground
    try light.wait(until: "the light theme is there") { $0.cell(of: "Demo")?.foreground != former }
  }

  /// The Linux console and old xterms tell 64 pairs of colours apart; pictures and themes use them up soon.
  @Test func coloursStayWherePairsOfThemAreFew() throws {
    let screen = try TestJournal().openDemo(
      rows: 60, columns: 200, environment: ["TERM": "xterm", "COLORTERM": "", "COLORFGBG": "0;15"])
    func colored() -> Int { (0..<60).count { screen.cell(row: $0, column: 2).foreground != .standard } }
    // The bars of the categories stand there.
    try screen.wait(until: "it has colours") { _ in colored() > 4 }
    for _ in 0..<3 {
      try screen.type("z", showing: "›  Pictures", "The sluice")
      try screen.settleByResizing()
      try screen.press(.escape, showing: "›  All entries")
      try screen.type(",", showing: "Solarized Dark")
      for _ in 0..<12 { screen.press(.down) }
      try screen.settleByResizing()
      // The theme that was there first, and then the list.
      screen.press(.escape)
      try screen.settleByResizing()
      try screen.press(.escape, showing: "›  All entries")
    }
    try screen.wait(until: "it has colours still") { _ in colored() > 4 }
    try screen.leave()
  }

  @Test func commandsAreColouredOnATerminalOnlyAndNotAgainstTheWish() throws {
    let journal = try TestJournal()
    try journal.output("* an entry with a #tag")
    let plain = try journal.open("list", environment: ["NO_COLOR": "1", "PAGER": "cat"])
    #expect(try plain.waitForExit() == .success)
    #expect(plain.outputText.contains("an entry") && !plain.rawOutput.contains(0x1B))
    let colored = try journal.open("list", environment: ["PAGER": "cat"])
    #expect(try colored.waitForExit() == .success)
    #expect(colored.rawOutput.contains(0x1B) && colored.leakedModes.isEmpty)
    let ascii = try journal.open("list", environment: ["LANG": "C", "PAGER": "cat"])
    #expect(try ascii.waitForExit() == .success)
    #expect(ascii.rawOutput.allSatisfy { $0 < 0x80 })
  }

  @Test func aThemeOfOnesOwnIsUsedAndAFaultyOneIsToldOf() throws {
    let journal = try TestJournal()
    try journal.sandbox.write("config/cloudjournal/themes/dusk.toml", "base-theme = \"ink\"\nbase = \"#102030\"\n".utf8)
    try journal.sandbox.write(
      "config/cloudjournal/themes/mist.toml", "base-theme = \"paper\"\nfaint = \"#E0E0E0\"\n".utf8)
    try journal.sandbox.write("config/cloudjournal/config.toml", "[screen]\ntheme = \"dusk\"\n".utf8)
    let trueColour = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    let screen = try journal.openDemo(environment: trueColour)
    #expect(colors(screen).contains(.rgb(red: 0x10, green: 0x20, blue: 0x30)))
    try screen.leave()
    try journal.sandbox.write("config/cloudjournal/config.toml", "[screen]\ntheme = \"mist\"\n".utf8)
    let other = try journal.openDemo(environment: trueColour)
    try other.wait(for: "mist.toml, line 2: faint on surface has a", "needs 4.5")
    #expect(!colors(other).contains(.rgb(red: 0xFA, green: 0xF6, blue: 0xEC)))
    try other.leave()
  }
}
