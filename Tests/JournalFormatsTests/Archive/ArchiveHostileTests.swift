import Glibc
import JournalCore
import TestKit
import Testing

@testable import JournalFormats

/// An archive is refused with a sentence before anything of it has been handed on.
@Suite struct ArchiveHostileTests {
  private let sample = ArchiveSample.zip
  private let entries = "records/entries-000001.jsonl"

  private func error(_ bytes: [UInt8], _ limits: ArchiveLimits = ArchiveLimits()) -> String? {
    do {
      _ = try ArchiveReader(source: BytesSource(bytes), limits: limits).readAll()
      return nil
    } catch {
      #expect(error is ImportError, "\(error)")
      return "\(error)"
    }
  }

  private func expect(_ zip: ZipBuilder, _ sentence: String, _ limits: ArchiveLimits = ArchiveLimits()) {
    let found = error(zip.bytes, limits)
    #expect(found?.contains(sentence) == true, "\(found ?? "was taken")")
  }

  @Test(arguments: [
    "/etc/passwd", "../../etc/passwd", "images/../../x", "a\\b", "..\\x", "C:x", "./x", "x:stream", "images/\u{0}x",
    "a\u{1B}[2Jb", "",
  ])
  func namesThatLeadOutside(_ name: String) {
    let found = error(sample.adding(ZipBuilder.Member(name, "x")).bytes)
    #expect(found?.contains("leads out") == true || found?.contains("control character") == true, "\(found ?? "taken")")
  }

  /// What a line says of a kept file has to be so: every later archive would say it again.
  @Test(arguments: [
    (#""asset":"\(file)","bytes":4"#, "kept/\(Self.file)", "other bytes than its line"),
    (#""asset":"\(file)","bytes":-1"#, "kept/\(Self.file)", "“bytes” is -1"),
    (#""asset":"../x","bytes":5"#, "kept/\(Self.file)", "no SHA-256"),
    (#""asset":"\(file)","bytes":5"#, "kept/\(String(repeating: "a", count: 64))", "not those that its name says"),
  ])
  func keptFilesThatAreNotAsTheySay(_ said: String, _ name: String, _ sentence: String) {
    let line = said.replacing(#"\(file)"#, with: Self.file)
    let zip = sample.changing("manifest.json") {
      $0.bytes = Array(ArchiveSample.manifest.replacing(#""history":1"#, with: #""kept":1,"history":1"#).utf8)
    }
    .adding(
      ZipBuilder.Member(
        "records/kept-000001.jsonl", #"{"entry":"e1","kind":"video","name":"a.mov",\#(line),"details":""}"# + "\n")
    )
    .adding(ZipBuilder.Member(name, "hello"))
    expect(zip, sentence)
  }

  private static let file = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

  @Test func nameThatIsNotUTF8() {
    var member = ZipBuilder.Member("x", "x")
    member.name = [0xFF, 0xFE]
    expect(sample.adding(member), "not UTF-8")
  }

  @Test(arguments: ["manifest.json", "MANIFEST.json"])
  func nameThatComesTwice(_ name: String) {
    expect(sample.adding(ZipBuilder.Member(name, "{}")), "twice")
  }

  @Test(arguments: [0o120777, 0o020666, 0o060666, 0o010666, 0o140777] as [UInt32])
  func linksAndDevices(_ mode: UInt32) {
    expect(sample.changing(entries) { $0.mode = mode }, "a link or a device")
  }

  @Test func encryptedAndOddlyCompressed() {
    expect(sample.changing(entries) { $0.flags = 1 }, "encrypted")
    expect(sample.changing(entries) { $0.method = 14 }, "method 14")
  }

  @Test func directoryAndFileDisagreeAboutTheName() {
    expect(sample.changing(entries) { $0.localName = Array("records/entries-000002.jsonl".utf8) }, "another name")
  }

  @Test func filesThatOverlap() {
    expect(sample.changing(entries) { $0.offset = 0 }, "overlaps")
  }

  @Test func wrongChecksum() {
    expect(sample.changing(entries) { $0.checksum = 1 }, "damaged")
    expect(sample.changing(ArchiveSample.asset) { $0.checksum = 1 }, "damaged")
  }

  @Test func pictureUnderAWrongName() {
    expect(sample.changing(ArchiveSample.asset) { $0.bytes = Array("jello".utf8) }, "not those that its name says")
  }

  @Test func fileThatClaimsToBeHuge() {
    expect(sample.changing(entries) { $0.size = 4_000_000_000 }, "200 times")
    expect(sample.changing(entries) { $0.method = 8 }, "damaged")
  }

  @Test func sumOfAllFilesIsLimited() {
    var limits = ArchiveLimits()
    limits.expansion = 1000
    let claims = (0..<20).reduce(sample) { zip, index in
      var member = ZipBuilder.Member("x\(index)", "x")
      member.size = 1000
      return zip.adding(member)
    }
    expect(claims, "unpacks to more than", limits)
  }

  /// Deflate that goes on behind the size in the header must not come through.
  @Test func sizeThatIsTooSmall() throws {
    var output: [UInt8] = []
    let writer = try ArchiveWriter(createdAt: Instant(milliseconds: 0)) { output += $0 }
    let date = EntryDate(instant: Instant(milliseconds: 0), timeZone: "", offsetSeconds: 0)
    let body = String(repeating: "a", count: 3 << 20)
    try writer.append(entries: [Entry(id: RecordName("e"), body: body, date: date, modifiedAt: date.instant)])
    try writer.finish()
    #expect(error(output) == nil)
    let size = try #require(
      ZipDirectory(source: BytesSource(output), limits: ArchiveLimits()).members.map(\.size).max())
    let pattern = (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
    for index in 0..<(output.count - 4) where output[index..<(index + 4)].elementsEqual(pattern) {
      output.replaceSubrange(index..<(index + 4), with: [100, 0, 0, 0])
    }
    #expect(error(output)?.contains("damaged") == true)
  }

  /// Two readers could take two places for the end of this one.
  @Test func commentThatLooksLikeAnotherEnd() {
    var zip = sample
    zip.comment = Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 16) + [2, 0, 0x21, 0x21]
    expect(zip, "not a journal archive")
  }

  @Test func tooManyFiles() {
    var limits = ArchiveLimits()
    limits.members = 5
    expect(sample, "holds 6 files; the limit is 5", limits)
  }

  @Test func countThatIsWrong() {
    var zip = sample
    zip.countClaimed = 5
    expect(zip, "damaged")
    zip.countClaimed = 7
    expect(zip, "damaged")
  }

  @Test func everyTruncationIsNoticed() {
    let bytes = sample.bytes
    for length in 1..<bytes.count {
      #expect(error(Array(bytes[..<length])) != nil, "cut at \(length)")
    }
  }

  @Test func newerVersion() {
    let zip = sample.changing("manifest.json") {
      $0.bytes = Array(#"{"format":"cloudjournal-archive","version":2}"#.utf8)
    }
    expect(zip, "has version 2; this program reads up to 1. Update cloudjournal")
  }

  @Test func otherZips() {
    expect(ZipBuilder(members: [ZipBuilder.Member("word/document.xml", "<x/>")]), "not a journal archive")
    expect(ZipBuilder(members: []), "not a journal archive")
    expect(sample.changing("manifest.json") { $0.bytes = Array("{}".utf8) }, "“format” is missing")
    expect(sample.changing("manifest.json") { $0.bytes = Array(#"{"format":"x","version":1}"#.utf8) }, "“x”")
  }

  @Test(arguments: ["[2024-01-05 14:30] Title\n", "", "{\"a\": 1}", "%PDF-1.4"])
  func otherFiles(_ text: String) {
    #expect(error(Array(text.utf8))?.contains("archive") == true)
  }

  @Test(arguments: [
    ("entries", "{", "a key belongs here"), ("entries", "[]", "an object"),
    ("entries", "{\"id\":\"e1\"}", "“title” is missing"),
    ("categories", "{\"id\":\"c1\",\"id\":\"c2\"}", "comes twice"),
    ("history", "{\"cause\":\"magic\"}", "“id” is missing"),
    ("images", "\u{0}", "no value"), ("entries", "", "0"),
  ])
  func linesThatAreWrong(_ kind: String, _ line: String, _ sentence: String) {
    let name = "records/\(kind)-000001.jsonl"
    expect(sample.changing(name) { $0.bytes = Array(line.utf8) }, sentence)
  }

  @Test(arguments: [
    ("\"milliseconds\":-9700000000123", "\"milliseconds\":9223372036854775807", "outside the years"),
    ("\"offsetSeconds\":1172", "\"offsetSeconds\":-9223372036854775807", "more than a day"),
    ("\"modifiedAt\":7", "\"modifiedAt\":7.5", "not a whole one"),
    ("\"modifiedAt\":7", "\"modifiedAt\":1e2", "not a whole one"),
    ("\"modifiedAt\":7", "\"modifiedAt\":99999999999999999999", "too large"),
    ("\"id\":\"e1\"", "\"id\":\"\"", "1 to 255"),
    ("\"isFavorite\":true", "\"isFavorite\":1", "is a number, where true or false"),
    ("\"tags\":[\"b\",\"a\"]", "\"tags\":[1]", "a list of texts"),
    ("\\u0000", "\\ud800", "surrogate"),
  ])
  func valuesThatAreWrong(_ old: String, _ new: String, _ sentence: String) {
    expect(sample.changing(entries) { $0.bytes = Array(ArchiveSample.entry.replacing(old, with: new).utf8) }, sentence)
    expect(sample.changing(entries) { $0.bytes = Array(ArchiveSample.entry.replacing(old, with: new).utf8) }, "line 1")
  }

  @Test func offsetOfTheSmallestNumberDoesNotTrap() {
    let line = ArchiveSample.entry.replacing("\"offsetSeconds\":1172", with: "\"offsetSeconds\":-9223372036854775808")
    expect(sample.changing(entries) { $0.bytes = Array(line.utf8) }, "more than a day")
  }

  @Test func brokenUTF8InALine() {
    expect(sample.changing(entries) { $0.bytes = Array(ArchiveSample.entry.utf8) + [0xFF] }, "not UTF-8")
  }

  @Test func sameIDTwice() {
    let line = ArchiveSample.entry
    expect(sample.changing(entries) { $0.bytes = Array("\(line)\n\(line)\n".utf8) }, "line 2: the id “e1” comes twice")
  }

  @Test func endlessLine() {
    var limits = ArchiveLimits()
    limits.lineBytes = 100
    expect(sample, "longer than", limits)
  }

  @Test func mutatedArchivesNeverCrash() {
    var random = SeededGenerator(seed: 5)
    let seed = sample.bytes
    for _ in 0..<2000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = error(bytes)
    }
  }

  @Test func fileThatShrinksWhileItIsRead() throws {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let bytes = sample.bytes
    try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0)
    let source = try DescriptorSource(descriptor: fileno(file))
    #expect(try ArchiveReader(source: source).readAll().entries.count == 1)
    try #require(ftruncate(fileno(file), 100) == 0)
    #expect(throws: ImportError.self) { try ArchiveReader(source: source).readAll() }
  }

  @Test func descriptorThatIsNoFile() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    #expect(throws: ImportError.self) { try DescriptorSource(descriptor: ends[0]) }
  }
}
