import JournalApp
import JournalCore
import JournalFormats
import Testing

@Suite struct PrintingTests {
  private let hostile = "a\u{1B}]0;title\u{7}b\u{9B}31m\u{202E}c\u{E0041}d\r\n\u{8}e"

  private func entry(title: String, body: String = "") -> Entry {
    let date = EntryDate(instant: Instant(milliseconds: 1_795_267_800_000), timeZone: "", offsetSeconds: 3600)
    return Entry(
      id: RecordName("01a1fde8-daae-7d2e-bef7-2875e66b83c8"), title: title, body: body, mood: .happy, date: date,
      modifiedAt: date.instant, isFavorite: true, category: RecordName("c"), tags: ["tag"])
  }

  private func printed(_ entry: Entry, _ style: EntryPrinter.Style, columns: Int? = nil, styled: Bool = false) -> String
  {
    var output = Printout(isStyled: styled)
    EntryPrinter(style: style, categoryNames: CategoryNames([(RecordName("c"), "Work\u{1B}")]), columns: columns)
      .print(entry, remark: EntryRemark(), isFirst: true, to: &output)
    return output.text
  }

  @Test(arguments: [EntryPrinter.Style.short, .full, .text(.txt), .text(.md), .text(.json)])
  func nothingThatSteersATerminalIsPrinted(style: EntryPrinter.Style) {
    let text = printed(entry(title: hostile, body: hostile), style)
    for scalar in text.unicodeScalars where scalar != "\n" && scalar != "\t" {
      #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value), "U+\(String(scalar.value, radix: 16))")
      #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
      #expect(!(0xE0000...0xE007F).contains(scalar.value))
    }
  }

  @Test func stylesAreOurOwnAndEnd() {
    let text = printed(entry(title: hostile), .full, styled: true)
    #expect(text.contains("\u{1B}["))
    #expect(!text.contains("\u{1B}]") && !text.contains("\u{7}"))
    #expect(text.components(of: "\u{1B}[0m") == text.components(of: "\u{1B}[") - text.components(of: "\u{1B}[0m"))
  }

  @Test func aPipeGetsNoStyles() {
    #expect(!printed(entry(title: "T", body: "B"), .full).contains("\u{1B}"))
  }

  @Test func oneLineAnEntryWhateverIsInTheTitle() {
    #expect(printed(entry(title: hostile), .short).utf8.filter { $0 == 0x0A }.count == 1)
    #expect(printed(entry(title: "Run"), .short) == "e66b83c8  Sat 21 Nov 2026 · 14:30  ◡★ Run\n")
    #expect(printed(entry(title: "", body: "Words of the body"), .short).hasSuffix("Words of the body\n"))
  }

  @Test func bodiesAreWrappedOnATerminalOnly() {
    let body = "one two three four five six"
    #expect(printed(entry(title: "T", body: body), .full, columns: 10).hasSuffix("one two\nthree four\nfive six\n"))
    #expect(printed(entry(title: "T", body: body), .full).hasSuffix(body + "\n"))
  }

  /// The same signs as on the screen, and not question marks.
  @Test(arguments: zip(Mood.known, ["!", ")", "-", "(", "~"])) func moodsHaveTheirSignsInASCII(mood: Mood, sign: String)
  {
    var entry = entry(title: "Run")
    entry.mood = mood
    for (style, words) in [
      (EntryPrinter.Style.short, "14:30  \(sign)* Run"), (.full, "14:30  \(sign) \(mood.rawValue)  *"),
    ] {
      var output = Printout(isStyled: false, isASCII: true)
      EntryPrinter(style: style, categoryNames: CategoryNames([]))
        .print(entry, remark: EntryRemark(), isFirst: true, to: &output)
      #expect(output.text.contains(words), "\(output.text)")
    }
  }

  @Test func aTerminalWithoutUnicodeGetsASCII() {
    var output = Printout(isStyled: false, isASCII: true)
    output.line("“naïve” … ★ 漢字")
    #expect(output.text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func failuresAreObjectsForScripts() {
    let failure = CommandFailure(.notFound, "There is no “\u{1B}x”.")
    #expect(
      String(decoding: Answer.failure(failure), as: UTF8.self)
        == "{\"ok\":false,\"error\":{\"code\":\"not-found\",\"message\":\"There is no “\\u001bx”.\"}}\n")
  }

  @Test func onlyAWrongCommandLineIsStatusTwo() {
    #expect(CommandFailure.usage("x").exitStatus == 2)
    #expect(CommandFailure(.invalidInput, "x").exitStatus == 1)
    #expect(CommandFailure(InvalidInput("What is wrong.")).sentence == "What is wrong.")
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of part: String) -> Int {
    let (all, wanted) = (Array(utf8), Array(part.utf8))
    guard all.count >= wanted.count else { return 0 }
    return (0...(all.count - wanted.count)).count { all[$0..<($0 + wanted.count)].elementsEqual(wanted) }
  }
}
