import Testing

@testable import TerminalKit

private let width = TableWidth()

/// Scalars of each cell as hexadecimal, joined by `+` in a cell and `|` between cells.
private func cells(_ text: String) -> String {
  CellText(text, width: width).cells.map { cell in
    cell.text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "+")
  }.joined(separator: "|")
}

private func line(_ text: String) -> String { CellText(text, width: width).cells.map(\.text).joined() }

@Suite struct CellTextTests {
  @Test(arguments: [
    ("A", "41", 1),
    ("\u{E9}", "e9", 1),
    ("e\u{301}", "65+301", 1),
    ("a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}", "61+300+301+302+303", 1),
    ("漢", "6f22", 2),
    ("한", "d55c", 2),
    ("\u{1112}\u{1161}\u{11AB}", "d55c", 2),
    ("Ａ", "ff21", 2),
    ("ｶﾞ", "ff76|ff9e", 2),
    ("か\u{3099}", "304b+3099", 2),
    ("😀", "1f600", 2),
    ("\u{1FAE8}", "fffd", 1),
    ("\u{1FAE0}", "1fae0", 2),
    ("❤\u{FE0F}", "2764", 1),
    ("\u{231A}", "231a", 2),
    ("\u{231A}\u{FE0E}", "231a", 2),
    ("1\u{FE0F}\u{20E3}", "31+20e3", 1),
    ("👍🏽", "1f44d", 2),
    ("👨‍👩‍👧‍👦", "1f468", 2),
    ("🏳️‍🌈", "1f3f3", 1),
    ("🇩🇪", "1f1e9|1f1ea", 2),
    ("\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "1f3f4", 2),
    ("שלום", "5e9|5dc|5d5|5dd", 4),
    ("ש\u{5B8}\u{5C1}", "5e9+5b8+5c1", 1),
    ("لا", "644|627", 2),
    ("क्षि", "915+94d|937|93f", 3),
    ("กำ", "e01|e33", 2),
    ("நி", "ba8|bbf", 2),
    ("\u{200B}", "", 0),
    ("\u{AD}", "", 0),
    ("\u{200F}", "", 0),
    ("\u{A0}", "a0", 1),
    ("α", "3b1", 1),
    ("…", "2026", 1),
    ("─", "2500", 1),
    ("①", "2460", 1),
    ("\t", "20|20|20|20", 4),
    ("\u{E000}", "e000", 1),
    ("\u{F0001}", "f0001", 1),
    ("\u{3FFFD}", "fffd", 1),
    ("\r\n", "", 0),
    ("🇩", "1f1e9", 1),
    ("\u{FEFF}", "", 0),
    ("葛\u{E0100}", "845b", 2),
    ("\u{3000}", "3000", 2),
    ("\u{1FB00}", "1fb00", 1),
    ("\u{28FF}", "28ff", 1),
    ("©\u{FE0F}", "a9", 1),
  ])
  func everyTerminalAdvancesAlike(_ text: String, _ expected: String, _ columns: Int) {
    #expect(cells(text) == expected)
    #expect(CellText(text, width: width).columns == columns)
    #expect(width.columns(of: text) == columns)
  }

  @Test func offsetsNameTheCharacterInUTF8() {
    let text = CellText("a漢e\u{301}🇩🇪\tz", width: width)
    #expect(text.offsets == [0, 1, 4, 7, 7, 15, 15, 16])
    #expect(text.columns == 9)
  }

  @Test func tabsReachTheNextStop() {
    #expect(line("a\tb") == "a   b")
    #expect(line("漢字\tb") == "漢字    b")
    #expect(CellText("\tb", width: width, tab: 8, startColumn: 5).columns == 4)
    #expect(CellText("\tb", width: width, tab: 0).columns == 2)
  }

  @Test(arguments: [
    ("\u{1B}[31mred", "␛[31mred"),
    ("a\u{8}b", "a␈b"),
    ("bell\u{7}", "bell␇"),
    ("del\u{7F}", "del␡"),
    ("\u{9B}2J", "␛2J"),
    ("\u{90}", "\u{FFFD}"),
    ("user\u{202E}txt.exe", "user⇄txt.exe"),
    ("\u{2066}x\u{2069}", "⇄x⇄"),
    ("a\u{E0041}\u{E0042}", "a▯▯"),
    ("one\ntwo\n", "one␊two"),
    ("over\rwrite", "over␍write"),
    ("a\u{2028}b", "a␤b"),
    ("\0", "␀"),
  ])
  func hostileCharactersAreSeen(_ text: String, _ expected: String) {
    #expect(line(text) == expected)
  }

  @Test func aMarkWithoutABaseGetsOne() {
    #expect(cells("\u{301}a") == "25cc+301|61")
    #expect(cells("\u{1F3FD}") == "1f3fd")
  }

  @Test func joinersBetweenLettersLoseNoLetter() {
    #expect(cells("क्\u{200D}ष") == "915+94d|937")
    #expect(cells("ن\u{200D}ن") == "646|646")
  }

  @Test func hugeClustersAreLinear() {
    let zalgo = CellText("a" + String(repeating: "\u{301}", count: 40_000), width: width)
    #expect(zalgo.cells.count == 1)
    let flags = CellText(String(repeating: "\u{1F1E9}", count: 40_000), width: width)
    #expect(flags.columns == 40_000)
    let jamo = CellText(String(repeating: "\u{1100}", count: 40_000), width: width)
    #expect(jamo.cells.count <= CellScanner.scalarLimit)
    let tags = CellText("a" + String(repeating: "\u{E0041}", count: 40_000), width: width)
    #expect(tags.cells.count <= CellScanner.scalarLimit)
  }

  @Test(arguments: [
    (10, "Größe 漢字"), (9, "Größe 漢…"), (8, "Größe …"), (7, "Größe …"), (6, "Größe…"), (1, "…"), (0, ""),
  ])
  func truncationCountsColumns(_ limit: Int, _ expected: String) {
    let text = "Größe 漢字"
    #expect(CellText(text, width: width).truncated(to: limit).cells.map(\.text).joined() == expected)
  }
}
