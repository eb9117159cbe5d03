import JournalCore
import TestKit
import Testing

@Suite struct TagSyntaxTests {
  @Test(arguments: [
    ("Went #running with @Anna", ["running", "Anna"]),
    ("#one\n#two\r\n#three\t#four\u{3000}#five", ["one", "two", "three", "four", "five"]),
    ("#Home and #home and @HOME", ["Home"]),
    ("Long day. #work, @boss; #late!", ["work", "boss", "late"]),
    ("#c++ #c# #a/b #x-y #snake_case", ["c++", "c#", "a/b", "x-y", "snake_case"]),
    ("#日記 #مذكرات #हिन्दी #café #cafe\u{301}s", ["日記", "مذكرات", "हिन्दी", "café", "cafe\u{301}s"]),
    ("**bold #tag** and _more #other_ end", ["tag", "other"]),
    ("#2026goals", ["2026goals"]),
    ("##double @#mixed", ["double", "mixed"]),
  ])
  func findsTags(text: String, expected: [String]) { #expect(TagSyntax.tags(in: text) == expected) }

  @Test(arguments: [
    "# Heading", "## Heading\n### Third", "#", "@", "#1 and #2026 and #1-2", "write to me@example.org", "(#no)",
    "https://example.org/#part and http://x.org/@name", "\\#escaped", "word#tag", "- # -", "#🎉 #!", "#-- @** #/",
  ])
  func leavesTheRestAlone(text: String) { #expect(TagSyntax.tags(in: text).isEmpty) }

  @Test(arguments: [
    ("`code #no` #yes", ["yes"]),
    ("``a ` #no`` #yes", ["yes"]),
    ("unclosed ` #yes", ["yes"]),
    ("```\n#no\n```\n#yes", ["yes"]),
    ("~~~swift\n #no\n~~~~\n #yes", ["yes"]),
    ("```\n#no to the end", []),
    ("> ```\n> #no\n> ```\n> #yes", ["yes"]),
    ("one ` line\n\nanother #yes ` line", ["yes"]),
    ("escaped \\` #yes `", ["yes"]),
    ("```not a fence``` #yes", ["yes"]),
    ("```\r\n#no\r\n```\r\n#yes", ["yes"]),
    ("a `span over\ntwo #no lines` #yes", ["yes"]),
  ])
  func looksPastCode(text: String, expected: [String]) { #expect(TagSyntax.tags(in: text) == expected) }

  @Test func tellsWhereTagsAre() {
    let text = "é #één, @b"
    let found = TagSyntax.find(in: text)
    #expect(found.map { slice(text, $0.range) } == ["#één", "@b"])
    #expect(found.map(\.name) == ["één", "b"])
  }

  @Test func explicitTagsComeFirstAndEachOnce() {
    let tags = TagSyntax.union(explicit: ["Health", "#run"], title: "#Run #title", body: "@health #body #title")
    #expect(tags == ["Health", "run", "title", "body"])
    #expect(entry(title: "a #b", body: "#c", tags: ["z"]).allTags == ["z", "b", "c"])
  }

  @Test(arguments: [
    ("#Work", "work"), ("@ÉTÉ", "été"), ("plain", "plain"), ("ΟΔΌΣ", "οδόσ"), ("#οδός", "οδόσ"), ("", ""),
  ])
  func keysHaveNoSymbolAndNoCase(tag: String, key: String) { #expect(TagSyntax.normalise(tag) == key) }

  @Test func takesOtherSymbols() throws {
    let symbols = try TagSyntax.Symbols("§&§")
    #expect(symbols.text == "§&")
    #expect(symbols.contains("§") && !symbols.contains("#"))
  }

  @Test func readsOtherSymbols() throws {
    let symbols = try TagSyntax.Symbols("§&@")
    #expect(TagSyntax.tags(in: "#no §yes &also @too", symbols: symbols) == ["yes", "also", "too"])
  }

  @Test(arguments: ["", "a", "# ", "#1", "-", "`"])
  func refusesSymbolsThatCannotBegin(symbols: String) {
    #expect(throws: InvalidInput.self) { try TagSyntax.Symbols(symbols) }
  }

  @Test(arguments: [(" #home ", "home"), ("two-words", "two-words"), ("日記", "日記")])
  func takesGoodTags(given: String, kept: String) throws { #expect(try TagSyntax.validated(given) == kept) }

  @Test(arguments: ["", "#", " ", "two words", "a,b", "2026", String(repeating: "x", count: 101), "a\u{1B}[31m"])
  func refusesBadTagsWithASentence(tag: String) {
    #expect {
      try TagSyntax.validated(tag)
    } throws: { error in
      (error as? InvalidInput)?.sentence.isEmpty == false
    }
  }

  /// The rule written down a second time, slowly, over an array of scalars; it knows nothing of code.
  private func naiveTags(_ text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var names: [String] = []
    var index = 0
    while index < scalars.count {
      let opens =
        (scalars[index] == "#" || scalars[index] == "@") && (index == 0 || scalars[index - 1].properties.isWhitespace)
      index += 1
      guard opens else { continue }
      var end = index
      while end < scalars.count, isPart(scalars[end]) { end += 1 }
      let next = end
      while end > index, "-*/_".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
      let name = scalars[index..<end].drop { $0 == "#" || $0 == "@" }
      if name.contains(where: { $0.properties.isAlphabetic }) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: name)
        names.append(String(view))
      }
      index = next
    }
    return names
  }

  private func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "-+*#/_".unicodeScalars.contains(scalar)
  }

  @Test func agreesWithANaiveReference() {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "#", "@", "a", "B", "é", "日", "1", " ", "\n", "-", "*", "/", "_", "+", ".", ",", "(", "\u{3000}", "ß", "word",
      "🎉",
    ]
    for _ in 0..<4000 {
      let text = generator.text(of: pieces, longest: 24)
      #expect(TagSyntax.find(in: text).map(\.name) == naiveTags(text), "\(text.debugDescription)")
    }
  }

  @Test func manyBackticksAreNoBurden() {
    var text = ""
    for length in 1...300 { text += String(repeating: "`", count: length) + " #t " }
    #expect(TagSyntax.tags(in: text) == ["t"])
    #expect(TagSyntax.tags(in: String(repeating: "` #a ", count: 20_001)) == ["a"])
  }
}

extension TagSyntax {
  /// The tags written in a text, each once, as first written.
  fileprivate static func tags(in text: String, symbols: Symbols = .standard) -> [String] {
    union(explicit: [], title: "", body: text, symbols: symbols)
  }
}
