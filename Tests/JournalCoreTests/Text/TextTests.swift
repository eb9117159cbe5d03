import JournalCore
import TestKit
import Testing

@Suite struct WordCountTests {
  @Test(arguments: [
    ("", 0), (" \n\t", 0), ("one", 1), ("Two words.", 2), ("don't well-known 3.5 1,000", 4), ("a--b — c…d", 4),
    ("naïve e\u{301}te\u{301} ÄÖÜ", 3), ("今日は晴れ", 5), ("iPhoneを買った", 5),
    ("한국어를 배운다", 2), ("हिन्दी में", 2), ("🎉 party 🎉🎉", 1), ("# Heading\n\n- item *bold*", 3), ("snake_case word", 2),
    ("Привет, мир!", 2), ("مرحبا بالعالم", 2), ("it’s O’Brien’s", 2),
    ("コーヒー", 4), ("...", 0), ("'quoted'", 1), ("soft\u{AD}hyphen zero\u{200B}width", 2), ("a,b c.", 2), ("٣٤ ½", 2),
    ("word\u{3000}word", 2),
  ])
  func countsWords(text: String, count: Int) { #expect(WordCount.count(text) == count) }
}

@Suite struct TextPreviewTests {
  @Test(arguments: [
    ("", ""), ("Plain text.", "Plain text."),
    ("# Heading\n\nText  with\tspaces\r\nand lines", "Heading Text with spaces and lines"),
    ("> quote\n> more", "quote more"),
    ("- one\n* two\n+ three\n1. four", "one two three 1. four"), ("- [ ] open\n- [x] done", "open done"),
    ("**bold** and *it* and __b__ and ~~no~~", "bold and it and b and no"),
    ("snake_case 2*3 a * b", "snake_case 2*3 a * b"), ("`code` and ``more``", "code and more"),
    ("[link](http://x.org/(a)) end", "link end"), ("![alt](a.png)text", "alttext"),
    ("[not a link] (x)", "[not a link] (x)"), ("a\n\n---\n\nb\n***\nc", "a b c"), ("Title\n=====\ntext", "Title text"),
    ("```swift\nlet x\n```\nafter", "let x after"), ("\\*not\\* \\#", "*not* #"),
    ("#tag stays", "#tag stays"), ("\n\n   \n", ""), ("a\u{0}b\u{7}c", "a b c"), ("今日は **晴れ** です", "今日は 晴れ です"),
    ("###### six\n####### seven", "six ####### seven"), ("x\\", "x\\"), ("*", ""),
    ("wow! [", "wow! ["),
  ])
  func makesOneLine(body: String, preview: String) { #expect(TextPreview.preview(of: body) == preview) }

  @Test(arguments: [
    ("Roses are red\nViolets are blue\r\nSugar is sweet", "Roses are red\nViolets are blue\nSugar is sweet"),
    ("# Heading\n\n\ntext  of one\tline \n  - item\n", "Heading\ntext of one line\nitem"), ("\n \n", ""),
    ("```\nlet x\n```\nafter", "let x\nafter"), ("one\n---\ntwo", "one\ntwo"),
  ])
  func keepsLinesApart(body: String, lines: String) {
    #expect(TextPreview.lines(of: body) == lines)
    #expect(TextPreview.onOneLine(lines, lineBreak: "") == TextPreview.preview(of: body))
    #expect(TextPreview.onOneLine(lines) == lines.split(separator: "\n").joined(separator: " ↵ "))
  }

  @Test func stopsAtTheLimitWithoutCuttingCharacters() {
    let family = "👨‍👩‍👧‍👦"
    #expect(TextPreview.preview(of: String(repeating: "a", count: 500)).count == 240)
    #expect(TextPreview.preview(of: "ab" + family + "cd", limit: 5) == "ab")
    #expect(TextPreview.preview(of: String(repeating: "e\u{301}", count: 10), limit: 5) == "e\u{301}e\u{301}")
    #expect(TextPreview.preview(of: "text", limit: 0) == "")
    #expect(TextPreview.preview(of: "ab cd", limit: 3) == "ab")
  }

  @Test func itIsToldWhetherATextGoesOn() {
    let long = String(repeating: "some words ", count: 60)
    #expect(TextPreview.isCut(TextPreview.preview(of: long)))
    #expect(!TextPreview.isCut(TextPreview.preview(of: String(long.prefix(200)))))
  }

  @Test func isAlwaysOneCleanLine() {
    var generator = SeededGenerator(seed: 17)
    let pieces = [
      "#", " ", "*", "_", "`", "[", "](", ")", "!", "\\", "~~", "-", "=", "\n", "\r\n", "> ", "a", "漢", "e\u{301}",
      "\u{0}", "🎉", "1. ",
    ]
    for round in 0..<2000 {
      let text = round.isMultiple(of: 4) ? generator.anyText(longest: 60) : generator.text(of: pieces, longest: 30)
      let preview = TextPreview.preview(of: text, limit: 20)
      #expect(preview.unicodeScalars.count <= 20)
      #expect(
        !preview.unicodeScalars.contains { $0.value < 0x20 } && !preview.contains("  ") && !preview.hasPrefix(" ")
          && !preview.hasSuffix(" "))
    }
  }
}

@Suite struct WordDiffTests {
  private func mark(_ old: String, _ new: String) -> String {
    WordDiff.runs(from: old, to: new).map { run in
      switch run.kind {
      case .same: run.text
      case .deleted: "[-\(run.text)-]"
      case .inserted: "{+\(run.text)+}"
      }
    }.joined()
  }

  @Test(arguments: [
    ("", "", ""), ("a", "a", "a"), ("", "new", "{+new+}"), ("old", "", "[-old-]"), ("a b c", "a x c", "a [-b-]{+x+} c"),
    ("one two three four five", "one six seven four five", "one [-two three-]{+six seven+} four five"),
    ("keep\ngone\nkeep too\n", "keep\nkeep too\n", "keep\n[-gone\n-]keep too\n"),
    ("a\nc\n", "a\nb\nc\n", "a\n{+b\n+}c\n"),
    ("The run was long.", "The run was very long.", "The run was {+very +}long."),
    ("entirely other", "nothing alike", "[-entirely other-]{+nothing alike+}"),
    ("a\r\nb\r\n", "a\nb\n", "a[-\r\n-]{+\n+}b[-\r\n-]{+\n+}"), ("今日は晴れ", "今日は雨", "今日は[-晴れ-]{+雨+}"),
    ("hi 👨‍👩‍👧 you", "hi 👨‍👩‍👦 you", "hi [-👨‍👩‍👧-]{+👨‍👩‍👦+} you"),
    ("caf\u{E9} ok fine", "cafe\u{301} ok fine", "[-caf\u{E9}-]{+cafe\u{301}+} ok fine"),
  ])
  func comparesByWords(old: String, new: String, marked: String) { #expect(mark(old, new) == marked) }

  private func check(_ old: String, _ new: String) {
    let runs = WordDiff.runs(from: old, to: new)
    let before = runs.filter { $0.kind != .inserted }.map(\.text).joined()
    let after = runs.filter { $0.kind != .deleted }.map(\.text).joined()
    #expect(before.utf8.elementsEqual(old.utf8), "\(old.debugDescription)")
    #expect(after.utf8.elementsEqual(new.utf8), "\(new.debugDescription)")
    #expect(runs.allSatisfy { !$0.text.isEmpty })
    #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.kind != $1.kind })
    #expect(zip(runs, runs.dropFirst()).allSatisfy { !($0.kind == .inserted && $1.kind == .deleted) })
    if old.utf8.elementsEqual(new.utf8) { #expect(runs.allSatisfy { $0.kind == .same }) }
  }

  @Test func bothTextsCanBePutTogetherAgain() {
    var generator = SeededGenerator(seed: 29)
    let pieces = ["a", "b", "word", " ", "  ", "\n", "\r\n", "\r", ".", "é", "e\u{301}", "漢", "🎉", "\u{200D}", "’"]
    for _ in 0..<1200 {
      let old = generator.text(of: pieces, longest: 20)
      let new = Bool.random(using: &generator) ? generator.text(of: pieces, longest: 20) : old.replacing("a", with: "x")
      check(old, new)
    }
    for _ in 0..<300 { check(generator.anyText(longest: 40), generator.anyText(longest: 40)) }
  }

  @Test func anEditOfAFewWordsTouchesOnlyThose() {
    var generator = SeededGenerator(seed: 31)
    let words = (0..<400).map { "w\($0)" + (Int.random(in: 0...9, using: &generator) == 0 ? "\n" : "") }
    for _ in 0..<60 {
      var changed = words
      let place = Int.random(in: 0..<words.count, using: &generator)
      changed[place] = "new"
      let runs = WordDiff.runs(from: words.joined(separator: " "), to: changed.joined(separator: " "))
      #expect(runs.filter { $0.kind == .inserted }.map { $0.text.utf8.count }.reduce(0, +) < 12)
    }
  }

  @Test func textsThatHaveNothingInCommonAreReplacedInBoundedTime() {
    var generator = SeededGenerator(seed: 37)
    let old = (0..<2500).map { _ in "\(Int.random(in: 0...50, using: &generator))\n" }.joined()
    let new = (0..<2500).map { _ in "\(Int.random(in: 0...50, using: &generator))\n" }.joined()
    check(old, new)
  }
}
