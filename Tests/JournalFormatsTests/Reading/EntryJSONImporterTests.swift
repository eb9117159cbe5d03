import JournalCore
import Testing

@testable import JournalFormats

@Suite struct EntryJSONImporterTests {
  private let item = #"{"title":"T","body":"B","createdAt":"2026-11-21T09:14:00.000+01:00"}"#

  @Test func whatIsLeftOutIsNotThere() throws {
    let read = try EntryJSONImporter().entries("{\"items\":[\(item)]}")
    #expect(read.count == 1 && read[0].categoryName == nil && read[0].entry.mood == nil && read[0].entry.tags.isEmpty)
    #expect(read[0].entry.modifiedAt == read[0].entry.date.instant)
    // The content is the name of an entry that has none.
    #expect(try EntryJSONImporter().entries(" [ \(item) ] \n") == read)
  }

  /// Programs for JSON put white space between all of it, and sort the keys; what a newer version adds is passed over.
  @Test func otherWaysToWriteTheSame() throws {
    let text =
      "\u{FEFF}{\n  \"count\" : 1 ,\n  \"extra\": {\"a\": [1.5, \"}\"]},\n \"items\" : [\n \(item)\n ] , \"ok\": true }\n"
    for size in [3, 7, 64, 4096] { #expect(try EntryJSONImporter().entries(text, pieces: size).count == 1) }
  }

  @Test func aListIsTakenWithAWord() throws {
    let text = "{\"items\":[\(item.dropLast()),\"images\":[{},{}]}],\"hasMore\":true}"
    let problems = try EntryJSONImporter().read(reader(of: Array(text.utf8)), nil)
    #expect(problems.count == 2 && problems[0].message.contains("first part") && problems[1].message.contains("(2)"))
  }

  @Test func noEntriesAreNone() throws {
    #expect(try EntryJSONImporter().entries("{\"ok\":true,\"count\":0,\"items\":[]}").isEmpty)
  }

  @Test(arguments: [
    ("{}", "another program"), ("{\"tags\":{},\"entries\":[]}", "jrnl"),
    ("{\"metadata\":{\"version\":\"1.0\"},\"entries\":[{\"uuid\":\"A\",\"latitude\":1.5}]}", "Day One"),
    ("{\"ok\":true,\"count\":2}", "another program"), ("[{\"uuid\":\"a\"}]", "“createdAt” is missing"),
    ("# note", "not JSON"), ("PK\u{3}\u{4}", "a zip archive, not JSON"), ("", "nothing in it"),
    ("---\na: b", "not JSON"),
    ("{\"items\":[{\"createdAt\":\"x\",\"title\":\"\",\"body\":\"\"}]}", "“x”, which is not a date"),
    ("{\"items\":[{\"createdAt\":\"2026-11-21T09:14:00.000+01:00\",\"title\":\"\"}]}", "“body” is missing"),
  ])
  func whatIsNotOurs(_ text: String, _ words: String) throws {
    let found = try #require(importError { _ = try EntryJSONImporter().entries(text) })
    #expect(found.description.contains(words), "\(found)")
  }

  @Test(arguments: [
    ("{\"items\":[", 10, "too early"), ("{\"items\":[]", 11, "too early"), ("{\"items\":[]}x", 12, "behind the value"),
    ("{\"items\" []}", 9, "“:” belongs"), ("{items:[]}", 1, "no value begins"),
    ("{\"items\":[,]}", 10, "no value begins"),
    ("{\"items\":[{\"a\":tru}]}", 15, "entry 1"), ("{\"items\":[{\"title\":\"a", 21, "too early"),
    ("{\"ok\":1,\"items\":{}}", 16, "“[” belongs"), ("{\"items\":[]}{\"items\":[]}", 12, "behind the value"),
    ("{\"items\":[[]]}", 10, "an object belongs"), ("{\"items\":[],\"items\":[]}", 20, "twice"),
  ])
  func whatIsBrokenIsNamedWithItsPlace(_ text: String, _ offset: Int, _ words: String) throws {
    for size in [4, 4096] {
      let found = try #require(importError { _ = try EntryJSONImporter().entries(text, pieces: size) })
      #expect(found.description.contains(words), "\(found)")
      #expect(found.place == .byte(offset, line: 1), "\(found)")
    }
  }

  @Test func theLineIsCounted() throws {
    let text = "{\n\"items\":[\n\(item),\n\(item),\n{\"title\":\n1}]}"
    for size in [5, 4096] {
      let found = try #require(importError { _ = try EntryJSONImporter().entries(text, pieces: size) })
      #expect(found.problem.hasPrefix("entry 3:"))
      guard case .byte(_, line: 5) = found.place else {
        Issue.record("\(found)")
        continue
      }
    }
  }
}
