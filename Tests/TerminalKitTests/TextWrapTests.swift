import Testing

@testable import TerminalKit

private let width = TableWidth()

private func wrap(_ text: String, _ columns: Int, first: Int? = nil) -> [String] {
  TextWrap.lines(of: text, columns: columns, firstColumns: first, width: width).map { slice(text, $0.start, $0.end) }
}

private func slice(_ text: String, _ start: Int, _ end: Int) -> String {
  let utf8 = text.utf8
  return String(decoding: Array(utf8)[start..<end], as: UTF8.self)
}

@Suite struct TextWrapTests {
  @Test(arguments: [
    ("", 10, [""]),
    ("the quick brown fox", 10, ["the quick", "brown fox"]),
    ("the quick brown fox", 9, ["the quick", "brown fox"]),
    ("the  quick   brown", 5, ["the", "quick", "brown"]),
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
    ("a abcdefghij b", 4, ["a", "abcd", "efgh", "ij b"]),
    ("  indented text", 8, ["  indent", "ed text"]),
    ("one\ntwo\r\nthree\rfour", 20, ["one", "two", "three", "four"]),
    ("end\n", 20, ["end", ""]),
    ("\n\n", 20, ["", "", ""]),
    ("well-known words", 6, ["well-", "known", "words"]),
    ("find -not here", 8, ["find", "-not", "here"]),
    ("on 2026/11/21 at", 8, ["on", "2026/11/", "21 at"]),
    ("漢字かな交じり文", 6, ["漢字か", "な交じ", "り文"]),
    ("漢字かな交じり文", 7, ["漢字か", "な交じ", "り文"]),
    ("これは本。それも本。", 8, ["これは", "本。それ", "も本。"]),
    ("彼は「本」と言う", 6, ["彼は", "「本」", "と言う"]),
    ("abc漢字def", 5, ["abc漢", "字def"]),
    ("漢, 字", 3, ["漢,", "字"]),
    ("non\u{A0}breaking here", 12, ["non\u{A0}breaking", "here"]),
    ("zero\u{200B}width", 6, ["zero\u{200B}", "width"]),
    ("cafe\u{301}s cafe\u{301}s", 5, ["cafe\u{301}s", "cafe\u{301}s"]),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]),
    ("\tx y", 5, ["\tx", "y"]),
  ])
  func linesBreakWhereAReaderWouldBreakThem(_ text: String, _ columns: Int, _ expected: [String]) {
    #expect(wrap(text, columns) == expected)
  }

  @Test(arguments: [
    (
      "What you move to the trash is kept here for 30 days.", 50,
      ["What you move to the trash", "is kept here for 30 days."]
    ),
    (
      "What you move to the trash is kept here for 30 days.", 52,
      ["What you move to the trash is kept here for 30 days."]
    ),
    ("one two three four", 10, ["one two", "three four"]), ("one two three four", 13, ["one two", "three four"]),
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]), ("", 5, [""]),
    ("漢字かな交じり文", 0, ["漢", "字", "か", "な", "交", "じ", "り", "文"]),
  ])
  func linesInTheMiddleOfAPaneAreEven(_ text: String, _ columns: Int, _ expected: [String]) {
    let lines = TextWrap.balanced(text, columns: columns, width: width).map { slice(text, $0.start, $0.end) }
    #expect(lines == expected)
  }

  @Test func theFirstLineMayBeShorter() {
    #expect(wrap("one two three four", 9, first: 4) == ["one", "two three", "four"])
    #expect(wrap("abcdef", 3, first: 0) == ["a", "bcd", "ef"])
  }

  @Test func aCharacterWiderThanTheLineStandsAlone() {
    let lines = TextWrap.lines(of: "漢字a", columns: 1, width: width)
    #expect(lines.map(\.columns) == [2, 2, 1])
    #expect(TextWrap.lines(of: "漢字", columns: 0, width: width).count == 2)
    #expect(TextWrap.lines(of: "漢字", columns: -5, width: width).count == 2)
  }

  @Test func blanksAtABreakAreNotShownAndNotLost() {
    let text = "word    next  "
    let lines = TextWrap.lines(of: text, columns: 6, width: width)
    #expect(lines.map(\.start) == [0, 8])
    #expect(lines.map(\.end) == [4, 14])
    #expect(lines.map(\.next) == [8, 14])
    #expect(lines.map(\.endsParagraph) == [false, true])
  }

  @Test func linesCoverEveryTextWithoutAGapAndFit() {
    let alphabet = [
      "a", "B", " ", " ", "  ", "\n", "\r\n", "\t", "-", "/", "漢", "字", "。", "「", "é", "e\u{301}", "👨‍👩‍👧", "🇩🇪",
      "\u{200B}", "\u{301}", "—", "क्षि", "5", ",", "\u{1B}", "\u{202E}", "word", "longerword",
    ]
    var seed: UInt64 = 42
    for _ in 0..<400 {
      var text = ""
      for _ in 0..<40 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += alphabet[Int(seed >> 33) % alphabet.count]
      }
      let boundaries = Set(text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [text.utf8.count])
      for columns in [1, 2, 3, 7, 20] {
        var next = 0
        for line in TextWrap.lines(of: text, columns: columns, width: width) {
          #expect(line.start == next)
          #expect(line.start <= line.end && line.end <= line.next)
          #expect(boundaries.contains(line.start) && boundaries.contains(line.end))
          let shown = slice(text, line.start, line.end)
          #expect(width.columns(of: shown) == line.columns, "\(Array(shown.unicodeScalars))")
          // Only blanks, at the ends, and a single character may be wider than the line.
          let word = shown.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }
          let visible = word.count { width.columns(of: String($0)) > 0 }
          #expect(width.columns(of: String(word.reversed())) <= columns || visible == 1, "\(shown.debugDescription)")
          next = line.next
        }
        #expect(next == text.utf8.count)
      }
    }
  }

  @Test func hostileTextTakesLinearTime() {
    #expect(TextWrap.lines(of: String(repeating: "\u{1F1E9}", count: 40_000), columns: 80, width: width).count == 500)
    #expect(TextWrap.lines(of: "a" + String(repeating: "\u{301}", count: 40_000), columns: 80, width: width).count == 1)
    #expect(TextWrap.lines(of: String(repeating: " ", count: 40_000), columns: 80, width: width).count == 1)
    #expect(TextWrap.lines(of: String(repeating: "x", count: 40_000), columns: 1, width: width).count == 40_000)
  }
}
