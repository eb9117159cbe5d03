import JournalCore
import TestKit
import Testing

private func capture(_ text: String) throws -> CaptureText { try CaptureText(text, now: now, zone: plusTwo) }

@Suite struct CaptureTextTests {
  @Test func readsDateTitleAndBody() throws {
    let captured = try capture("yesterday at 9pm: Long day. The rest is the body. @home")
    #expect(captured.title == "Long day.")
    #expect(captured.body == "The rest is the body. @home")
    #expect(captured.date?.date.local.iso == "2026-11-20T21:00:00")
    #expect(!captured.isFavorite)
  }

  @Test(arguments: [
    ("9:30: coffee", "2026-11-21T09:30:00", "coffee"), ("2026-01-05 14:30: x", "2026-01-05T14:30:00", "x"),
    ("last month: x", "2026-10-21T09:00:00", "x"),
    ("Sat 21 Nov 2026: x: y", "2026-11-21T09:00:00", "x: y"), ("  friday :  x", "2026-11-20T09:00:00", "x"),
    ("yesterday:\nTitle\nBody", "2026-11-20T09:00:00", "Title"),
    ("noon: lunch", "2026-11-21T12:00:00", "lunch"),
  ])
  func readsADateBeforeAColon(text: String, local: String, title: String) throws {
    let captured = try capture(text)
    #expect(captured.date?.date.local.iso == local)
    #expect(captured.title == title)
  }

  @Test(arguments: [
    "Note: call the bank", "yesterday:no space", "May: she came by", "1984: read it again", "2026-01: a month",
    "http://example.org: a site", "Score 25:00: lost",
    "30:70: the mix", "yesterday we met: long story", "one\nyesterday: two", ": nothing before", "Long day", "12:30",
    "9/11 memorial: visited", "1/2 a loaf: fine", "3/4 of the cake: eaten",
  ])
  func leavesOtherColonsAlone(text: String) throws {
    let captured = try capture(text)
    #expect(captured.date == nil)
    #expect((captured.body.isEmpty ? captured.title : captured.title + "\n" + captured.body) == text)
  }

  @Test(arguments: [
    "30 february 2026: party", "yesterday at 25:00: late", "2026-13-01: x", "monday 21 nov 2026: x", "5 jan 26: x",
    "2026-02-30: x", "5/6: x", "5/6/26: x", "5/6/2026 9pm: x",
  ])
  func aDateThatDoesNotExistOrIsAmbiguousIsRefused(text: String) {
    #expect(throws: InvalidInput.self) { try capture(text) }
  }

  @Test(arguments: ["", "  \n\t", "yesterday:", "*", "yesterday *: ", " * * "])
  func nothingToWriteIsRefused(text: String) {
    #expect(throws: InvalidInput.self) { try capture(text) }
  }

  @Test(arguments: [
    ("yesterday*: Good day", "Good day", ""), ("yesterday *: Good day", "Good day", ""), ("* Good day", "Good day", ""),
    ("*Good day. More", "Good day.", "More"),
    ("Good day *", "Good day", ""), ("Good day. More *", "Good day.", "More"), ("Good day *\nBody", "Good day", "Body"),
    ("yesterday: * Good day *", "Good day", ""),
    ("Good day*\r\nBody", "Good day", "Body"),
  ])
  func aStarMarksAFavourite(text: String, title: String, body: String) throws {
    let captured = try capture(text)
    #expect(captured.isFavorite)
    #expect(captured.title == title)
    #expect(captured.body == body)
  }

  @Test(arguments: [
    ("*So* good", "*So* good", ""), ("**Bold** day", "**Bold** day", ""), ("It was *great*", "It was *great*", ""),
    ("* milk\n* bread", "* milk", "* bread"),
    ("a * b", "a * b", ""), ("One\ntwo *", "One", "two *"),
  ])
  func starsOfMarkdownStay(text: String, title: String, body: String) throws {
    let captured = try capture(text)
    #expect(!captured.isFavorite)
    #expect(captured.title == title)
    #expect(captured.body == body)
  }

  @Test(arguments: [
    ("All of it. B", "All of it.", "B"), ("A.B", "A.B", ""), ("Ran 3.5 km! Good", "Ran 3.5 km!", "Good"),
    ("“Really?” he said. Yes", "“Really?”", "he said. Yes"),
    ("Was it (really?) so", "Was it (really?)", "so"), ("Waiting… what", "Waiting…", "what"),
    ("今日は晴れ。明日は雨。", "今日は晴れ。", "明日は雨。"), ("「はい。」と言った", "「はい。」", "と言った"),
    ("Title\nBody. More.", "Title", "Body. More."), ("All of it. B\nC", "All of it. B", "C"),
    ("Title\r\n\r\n    code\r\n", "Title", "    code"), ("No end", "No end", ""),
    ("Hmmmmm... so", "Hmmmmm...", "so"), ("Title\n\n\n", "Title", ""), ("What now?! No.", "What now?!", "No."),
    ("Ends. ", "Ends.", ""),
    ("e.g.this goes on", "e.g.this goes on", ""),
  ])
  func splitsTitleAndBody(text: String, title: String, body: String) {
    let split = CaptureText.split(text)
    #expect(split.title == title)
    #expect(split.body == body)
  }

  @Test(arguments: [
    ("Dr. Smith called. He was nice.", "Dr. Smith called.", "He was nice."),
    ("Tea with Mr. and Mrs. Jones. Good.", "Tea with Mr. and Mrs. Jones.", "Good."),
    ("Read J. R. R. Tolkien. Again.", "Read J. R. R. Tolkien.", "Again."),
    ("So did I. Then home.", "So did I.", "Then home."),
    ("Fruit, e.g. apples. And nuts.", "Fruit, e.g. apples.", "And nuts."),
    ("(Prof. X spoke.) Long.", "(Prof. X spoke.)", "Long."),
    ("Apples, nuts etc. in a bag. Heavy.", "Apples, nuts etc. in a bag.", "Heavy."),
    ("Up at 6 a.m. and out. Cold.", "Up at 6 a.m. and out.", "Cold."),
    ("Up at 6 a.m. Then out.", "Up at 6 a.m.", "Then out."),
    ("Played No. 5 twice. Well.", "Played No. 5 twice.", "Well."),
    ("She said no. We left.", "She said no.", "We left."),
    ("What? He came. At last.", "What? He came.", "At last."), ("1. Buy milk. 2. Bread.", "1. Buy milk.", "2. Bread."),
    ("St. Ives vs. Bath. A draw.", "St. Ives vs. Bath.", "A draw."), ("Hm. So.", "Hm. So.", ""),
  ])
  func anAbbreviationEndsNoTitle(text: String, title: String, body: String) {
    let split = CaptureText.split(text)
    #expect(split.title == title)
    #expect(split.body == body)
  }

  @Test func aTitleThatIsTooLongGoesOnInTheBody() throws {
    let words = Array(repeating: "word", count: 500).joined(separator: " ")
    let captured = try capture(words)
    #expect(captured.title.unicodeScalars.count <= EntryRules.longestTitle)
    #expect(captured.title + " " + captured.body == words)
    let solid = String(repeating: "漢", count: 2500)
    let cut = try capture(solid)
    #expect(cut.title + cut.body == solid)
  }

  @Test func everythingCapturedCanBeKept() throws {
    var generator = SeededGenerator(seed: 9)
    let pieces = [
      "yesterday", ": ", "*", " ", "\n", "\r\n", ". ", "!", "a", "漢。", "\u{2028}", "#t", "9:30", "e\u{301}", "\u{0}",
    ]
    for round in 0..<3000 {
      let text = round.isMultiple(of: 4) ? generator.anyText(longest: 40) : generator.text(of: pieces, longest: 14)
      do {
        let captured = try capture(text)
        #expect(try EntryRules.title(captured.title) == captured.title)
        #expect(!captured.title.isEmpty || !captured.body.isEmpty)
      } catch let error as InvalidInput {
        #expect(!error.sentence.isEmpty)
      }
    }
  }
}
