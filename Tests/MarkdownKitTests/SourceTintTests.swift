import MarkdownKit
import Testing

/// What the marks of Markdown mean while it is written.
@Suite struct SourceTintTests {
  /// Each span as its text and its role.
  private func spans(_ line: String, isCode: Bool = false) -> [String: MarkdownRole] {
    var found: [String: MarkdownRole] = [:]
    let bytes = Array(line.utf8)
    for span in SourceTint.spans(of: line, isCode: isCode) {
      found[String(decoding: bytes[span.range], as: UTF8.self)] = span.role
    }
    return found
  }

  @Test func marksAreMarksAndWordsAreWhatTheyWillBe() {
    #expect(spans("a **b** c") == ["**": .marker, "b": .strong])
    #expect(spans("a *b* ~~c~~") == ["*": .marker, "b": .emphasis, "~~": .marker, "c": .strikethrough])
    #expect(spans("***b***") == ["***": .marker, "b": [.strong, .emphasis]])
    #expect(
      spans("**a *b* c**") == ["**": .marker, "a ": .strong, "*": .marker, "b": [.strong, .emphasis], " c": .strong])
    #expect(spans("`a*b*`") == ["`": .marker, "a*b*": .code])
    #expect(spans("[a](b)") == ["[": .marker, "a": .link, "](b)": .marker])
    #expect(spans("![a](b)") == ["![": .marker, "a": .link, "](b)": .marker])
    #expect(spans("see https://e.org/a_b_c.") == ["https://e.org/a_b_c": .link])
  }

  @Test func whatALineBeginsWithIsAMark() {
    #expect(spans("## Two") == ["##": .marker, " Two": .heading2])
    #expect(spans("- [x] done") == ["- [x]": .marker, " done": .done])
    #expect(spans("12. a") == ["12. ": .marker])
    #expect(spans("> q") == [">": .marker, "q": .quote])
    #expect(spans("---") == ["---": .marker])
    #expect(spans("```swift") == ["```swift": .marker])
    #expect(spans("let *x*", isCode: true) == ["let *x*": .codeBlock])
  }

  @Test(arguments: ["2 * 3 * 4", "snake_case_word", "a\\*b\\*", "~5 km, then ~6", "#tag", "**open", "-no list", ""])
  func whatIsNoMarkStaysText(_ line: String) {
    #expect(SourceTint.spans(of: line).isEmpty)
  }

  @Test func anyLineIsTaken() {
    var state: UInt64 = 7
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let pieces = [
      "*", "**", "_", "`", "``", "[", "](", ")", "~~", "\\", "> ", "- ", "# ", "é", "漢", " ", "a", "https://", "1. ",
      "![",
    ]
    for _ in 0..<500 {
      let line = (0..<random(30)).map { _ in pieces[random(pieces.count)] }.joined()
      var end = 0
      for span in SourceTint.spans(of: line) {
        #expect(span.range.lowerBound >= end && !span.range.isEmpty, "\(line)")
        end = span.range.upperBound
      }
      #expect(end <= line.utf8.count)
    }
  }
}
