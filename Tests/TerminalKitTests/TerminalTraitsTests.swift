import Testing

@testable import TerminalKit

@Suite struct TerminalTraitsTests {
  @Test(
    arguments: [
      (256, false, [:], .indexed256), (256, false, ["COLORTERM": "truecolor"], .direct),
      (256, false, ["COLORTERM": "24bit"], .direct), (8, false, [:], .ansi16), (16, false, [:], .ansi16),
      (0, false, ["COLORTERM": "truecolor"], .none), (1 << 24, true, [:], .direct),
      (256, false, ["NO_COLOR": "1", "COLORTERM": "truecolor"], .none), (256, false, ["NO_COLOR": ""], .indexed256),
      (256, false, ["COLORTERM": "truecolor", "TERM": "screen.xterm-256color"], .indexed256),
      (256, false, ["COLORTERM": "truecolor", "TERM": "screen-256color", "TMUX": "/tmp/x"], .direct),
    ] as [(Int, Bool, [String: String], ColorDepth)])
  func coloursFollowTheEnvironment(_ colors: Int, _ isDirect: Bool, _ names: [String: String], _ depth: ColorDepth) {
    #expect(TerminalTraits.depth(colors: colors, isDirect: isDirect, environment: names) == depth)
  }

  @Test(
    arguments: [
      ("15;0", true), ("0;15", false), ("0;default;15", false), ("7;8", true), ("0;7", false), ("", nil),
      ("0;default", nil), ("0;99", nil), (nil, nil),
    ] as [(String?, Bool?)])
  func darknessFollowsColorFGBG(_ value: String?, _ isDark: Bool?) {
    #expect(TerminalTraits.isDark(colorFGBG: value) == isDark)
  }

  @Test func directDescriptionsFitTheTerminal() {
    #expect(TerminalTraits.directTypes(of: "tmux-256color") == ["tmux-direct"])
    #expect(TerminalTraits.directTypes(of: "screen-256color") == ["tmux-direct"])
    #expect(TerminalTraits.directTypes(of: "xterm-256color") == ["vte-direct", "xterm-direct"])
    #expect(TerminalTraits.directTypes(of: "konsole-256color").first == "konsole-direct")
  }

  @Test func signsFitTheTerminal() {
    #expect(TerminalTraits.glyphs(of: "xterm", isUTF8: true) == .utf8)
    #expect(TerminalTraits.glyphs(of: "linux", isUTF8: true) == .console)
    #expect(TerminalTraits.glyphs(of: "xterm", isUTF8: false) == .ascii)
    #expect(!TerminalTraits.answersQuestions("linux"))
    #expect(TerminalTraits.answersQuestions("xterm-256color"))
  }

  @Test func everySignTakesTheColumnsThatItSays() {
    let width = TableWidth()
    for glyphs in [Glyphs.utf8, .console, .ascii] {
      for child in Mirror(reflecting: glyphs).children {
        if let scalar = child.value as? Unicode.Scalar {
          #expect(width.columns(of: scalar) == 1, "\(child.label ?? "")")
          if glyphs == .ascii { #expect(scalar.value < 0x80) }
        }
        for scalar in child.value as? [Unicode.Scalar] ?? [] { #expect(width.columns(of: scalar) == 1) }
        if glyphs == .ascii, let text = child.value as? String { #expect(text.utf8.allSatisfy { $0 < 0x80 }) }
      }
      #expect(glyphs.shades.count == 5)
      #expect(glyphs.bars.count == 8)
    }
  }

  @Test func cellsHaveAnASCIIForm() {
    #expect(Cell("é").ascii.base == "e")
    #expect(Cell("漢", width: 2).ascii == Cell("?", width: 2))
    #expect(Cell("…").ascii.base == Glyphs.ascii.ellipsis)
    #expect(Cell("a", marks: [0x301, 0, 0, 0]).ascii == Cell("a"))
    #expect(Cell.continuation(.plain).ascii == Cell.continuation(.plain))
  }

  @Test func twoQuickPressesAtOnePlaceAreADoublePress() {
    var counter = ClickCounter()
    func press(_ column: Int, _ time: Int64) -> MouseEvent.Kind {
      counter.count(MouseEvent(.press, at: Position(row: 1, column: column)), at: time).kind
    }
    #expect(press(5, 0) == .press)
    #expect(press(5, 300) == .doublePress)
    #expect(press(5, 350) == .press)
    #expect(press(6, 400) == .press)
    #expect(press(6, 900) == .press)
    _ = counter.count(MouseEvent(.drag, at: Position(row: 1, column: 7)), at: 950)
    #expect(press(6, 1000) == .press)
    #expect(counter.count(MouseEvent(.wheelUp, at: Position(row: 0, column: 0)), at: 1001).kind == .wheelUp)
  }
}
