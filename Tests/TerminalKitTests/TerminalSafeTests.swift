import Testing

@testable import TerminalKit

@Suite struct TerminalSafeTests {
  @Test(arguments: [
    ("plain text", "plain text"),
    ("\u{1B}]0;title\u{7}", "␛]0;title␇"),
    ("a\nb\tc", "a␊b␉c"),
    ("a\r\nb", "a␍␊b"),
    ("\u{9D}52;c;AAAA\u{9C}", "\u{FFFD}52;c;AAAA\u{FFFD}"),
    ("\u{202E}evil\u{202C}", "⇄evil⇄"),
    ("x\u{E0061}y", "x▯y"),
    ("א\u{200F}!", "א!"),
    ("👨‍👩‍👧 e\u{301} ❤\u{FE0F}", "👨‍👩‍👧 e\u{301} ❤\u{FE0F}"),
    ("\u{2028}", "␤"),
    ("漢字 Größe", "漢字 Größe"),
  ])
  func nothingCommandsTheTerminal(_ text: String, _ expected: String) {
    #expect(TerminalSafe(text, keepingLines: false).text.unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func spacesWithoutWidthAndTooHighStacksOfMarksAreLeftOut() {
    #expect(TerminalSafe("a\u{200B}b\u{FEFF}c\u{2060}d", keepingLines: false).text == "abcd")
    #expect(TerminalSafe("\u{646}\u{200C}\u{647}", keepingLines: false).text.unicodeScalars.count == 3)
    let stack = "e" + String(repeating: "\u{301}", count: 500) + "x" + String(repeating: "\u{301}", count: 32)
    let shown = TerminalSafe(stack, keepingLines: true).text.unicodeScalars
    #expect(shown.count == 1 + 32 + 1 + 32)
  }

  @Test func linesAndTabsStayWhereAsked() {
    #expect(TerminalSafe("a\r\nb\tc\rd\n", keepingLines: true).text == "a\nb\tc␍d\n")
    #expect(TerminalSafe("\u{1B}[2J\n", keepingLines: true).text == "␛[2J\n")
  }

  @Test func tagsOfAFlagAreLeftOutAndHiddenTextIsSeen() {
    let flag = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
    #expect(TerminalSafe(flag, keepingLines: false).text == "\u{1F3F4}")
    let hidden = TerminalSafe(flag + "\u{E0041}", keepingLines: false).text
    #expect(hidden == "\u{1F3F4}▯")
  }

  @Test func everyControlAndOverrideIsGone() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isHostile =
        value < 0x20 || 0x7F...0x9F ~= value || 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value
        || 0xE0000...0xE007F ~= value
      guard isHostile else { continue }
      let safe = TerminalSafe("a\(scalar)b", keepingLines: false).text
      #expect(!safe.unicodeScalars.contains(scalar))
      #expect(safe.unicodeScalars.count == 3)
    }
  }

  @Test(arguments: [
    ("Größe", "Grosse"), ("naïve café", "naive cafe"), ("Ça — “oui”…", "Ca -- \"oui\"..."), ("漢字", "??"),
    ("★ ▣ ✓", "* [img] v"), ("Łódź Æther", "Lodz AEther"), ("e\u{301}", "e"), ("Việt", "Viet"), ("👨‍👩‍👧", "?"),
    ("\u{1B}[m", "^[[m"), ("plain", "plain"), ("5 €", "5 EUR"), ("21 Nov · 09:14", "21 Nov - 09:14"),
    ("62\u{202F}%", "62 %"), ("╭─╮", "+-+"),
  ])
  func asciiTerminalsGetSomethingReadable(_ text: String, _ expected: String) {
    let ascii = TerminalSafe(text, keepingLines: false).ascii
    #expect(ascii == expected)
    #expect(ascii.utf8.allSatisfy { 0x20..<0x7F ~= $0 })
  }
}
