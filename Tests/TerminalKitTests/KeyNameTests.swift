import Testing

@testable import TerminalKit

@Suite struct KeyNameTests {
  @Test(arguments: [
    ("ctrl-r", Key.control("r")), ("C-r", .control("r")), ("Ctrl-R", .control("r")), ("^R", .control("r")),
    ("control+r", .control("r")), ("alt-f", .alt("f")), ("M-f", .alt("f")), ("Alt-F", .alt("F")),
    ("f5", Key(.function(5))),
    ("F12", Key(.function(12))), ("space", .character(" ")), ("?", .character("?")), ("enter", Key(.enter)),
    ("Return", Key(.enter)), ("shift-tab", Key(.backTab)), ("S-Tab", Key(.backTab)), ("backtab", Key(.backTab)),
    ("page-down", Key(.pageDown)), ("PgDn", Key(.pageDown)), ("pageup", Key(.pageUp)), ("esc", Key(.escape)),
    ("ctrl-alt-delete", Key(.delete, [.control, .alt])), ("shift-left", Key(.left, .shift)), ("-", .character("-")),
    ("ctrl--", .control("-")), ("ctrl-minus", .control("-")), ("+", .character("+")), ("shift-a", .character("A")),
    ("ctrl-space", .control("@")), ("é", .character("é")), ("G", .character("G")), ("^", .character("^")),
    ("f", .character("f")), ("ctrl-\\", .control("\\")), ("alt-enter", Key(.enter, .alt)),
  ])
  func namesAreRead(_ name: String, _ key: Key) {
    #expect(Key(parsing: name) == key)
  }

  @Test(arguments: ["", "ctrl-", "hyper-x", "ab", "f0", "f64", "f+5", "ctrl", "ctrl-ab", "\u{1B}", "shift-", "F1x"])
  func otherTextIsNoKey(_ name: String) {
    #expect(Key(parsing: name) == nil)
  }

  @Test func everyKeyIsReadBackFromItsName() {
    var codes: [Key.Code] = [
      .enter, .tab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
    ]
    codes += (1...24).map { .function($0) }
    codes += "aZ0-+?/^~@[é漢 ".unicodeScalars.map { .character($0) }
    for code in codes {
      for bits in UInt8(0)..<8 {
        var key = Key(code, .init(rawValue: bits))
        key.normalize()
        #expect(Key(parsing: key.name) == key, "\(key.name)")
      }
    }
  }

  @Test func shortNamesFitALineOfHints() {
    #expect(Key.control("r").shortName == "^R")
    #expect(Key(.enter).shortName == "⏎")
    #expect(Key(.enter).shortName(glyphs: .ascii) == "Enter")
    #expect(Key(.pageDown).shortName == "PgDn")
    #expect(Key(.backTab).shortName == "Shift-Tab")
    #expect(Key.character("n").shortName == "n")
    #expect(Key(.up, .alt).shortName == "Alt-↑")
  }
}
