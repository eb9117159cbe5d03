import Crypto
import Encodings
import JournalCore
import TestKit
import Testing

@testable import JournalFormats

/// What is written for Day One comes back from its zip.
@Suite struct DayOneWriterTests {
  private func settings() -> ImportSettings {
    var settings = ImportSettings(zone: FixedZone(name: "Asia/Tokyo", offset: 32_400), now: Instant(milliseconds: 0))
    settings.zones = { name in
      ["Europe/Berlin", "Etc/GMT-1"].contains(name) ? ZoneFile(name: name, ZoneSample.winterOnly) : nil
    }
    return settings
  }

  private func zip(_ body: (DayOneWriter) throws -> Void) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try DayOneWriter { bytes += $0 }
    try body(writer)
    try writer.finish()
    return bytes
  }

  private func read(_ bytes: [UInt8]) throws -> DayOneRead { try DayOneRead(bytes, settings()) }

  private func entry(_ title: String, _ body: String, zone: String = "Europe/Berlin") -> Entry {
    let date = EntryDate(instant: Instant(milliseconds: 1_700_000_000_000), timeZone: zone, offsetSeconds: 3600)
    return Entry(
      id: RecordName("0a1b2c3d-4e5f-4071-8293-a4b5c6d7e8f9"), title: title, body: body, date: date,
      modifiedAt: Instant(milliseconds: 1_700_000_123_000))
  }

  /// A zip with nothing in it is none.
  @Test func nothingIsAJournalWithoutEntries() throws {
    let bytes = try zip { _ in }
    #expect(try read(bytes).entries.isEmpty)
  }

  private func image(_ id: String, _ caption: String = "") -> EntryImage {
    EntryImage(id: RecordName(id), entry: RecordName("e"), caption: caption, modifiedAt: Instant(milliseconds: 0))
  }

  @Test func anEntryComesBackWithItsPictures() throws {
    var entry = entry("Harbour *walk* #sea", "It rained.\n\n```\nno end")
    (entry.isFavorite, entry.tags) = (true, ["long-walk"])
    let pictures: [[UInt8]] = [Array("first".utf8), Array("second".utf8)]
    let bytes = try zip { writer in
      let photos = [
        try writer.append(pictures[0], of: image("p1", "A [b]\\"), ending: "jpg"),
        try writer.append(pictures[1], of: image("p2"), ending: ""),
        try writer.append(pictures[0], of: image("p3"), ending: "jpg"),
      ]
      writer.append(entry, photos: photos)
      try writer.endJournal(named: "Büro")
    }
    let journal = try read(bytes)
    let back = try #require(journal.entries.first)
    #expect(back.title == entry.title && back.body == entry.body && back.isFavorite && back.tags == ["long-walk"])
    #expect(back.date == entry.date && back.modifiedAt == entry.modifiedAt)
    #expect(journal.categoryNames[back.id] == "Büro" && journal.problems == [])
    let digests = pictures.map { Hexadecimal.text(SHA256.hash(data: $0)) }
    #expect(journal.images.map(\.imageAsset) == [digests[0], digests[1], digests[0]])
    #expect(journal.images.map(\.caption) == ["A [b]\\", "", ""])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("photos/\(Hexadecimal.text(Insecure.MD5.hash(data: pictures[0]))).jpeg"))
    // The name of the file is marked as UTF-8.
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "Büro.json".utf8) })
    #expect(bytes[place - 30 + 7] & 8 == 8)
  }

  @Test func whatIsInNoCategoryComesBackSo() throws {
    let bytes = try zip { writer in
      for (number, name) in ["Journal", nil].enumerated() {
        var entry = entry("Entry \(number)", "")
        entry.id = RecordName("e\(number)")
        writer.append(entry, photos: [])
        try writer.endJournal(named: name)
      }
    }
    let journal = try read(bytes)
    #expect(journal.entries.map { journal.categoryNames[$0.id] } == ["Journal", nil])
    // Only what was written here says so.
    let text =
      #"{"metadata":{"unfiled":true},"entries":[{"uuid":"A","creationDate":"2024-01-05T03:02:50Z","text":"x"}]}"#
    var foreign: [UInt8] = []
    let other = try ZipWriter(limits: ArchiveLimits()) { foreign += $0 }
    try other.add("Work.json", Array(text.utf8), isCompressible: true)
    try other.finish()
    #expect(try Array(read(foreign).categoryNames.values) == ["Work"])
  }

  /// Titles and texts that look like the Markdown around them.
  @Test(arguments: [
    ("", ""), ("Title", ""), ("", "Body"), ("", "# Heading\n\ntext"), ("# x #", "y"),
    ("a\\b `c` [d](e) ![f](g) <h> &amp; ~i~", "j"),
    ("\\#tag \\@home", "#tag"), ("1. x", "1. y\n\n- z\n\n---\n\n> q"), ("x", "![](dayone-moment:/audio/AB)"),
    ("*", "_"), (" spaces ", "C:\\.config 1\\.5 \\- \\\\ end\\"), ("back\\slash", "\u{200B}a\r\nb\n\n"),
    ("x", "![](dayone-moment://AB)\n\ny"), ("", "![a](dayone-moment://AB)"), ("# #", "```\n\\.\n"),
    ("A. B", "first\n\n\n\nlast"), ("\"q\"", "{\"a\":1}"), ("漢字", "🎻 é"),
  ])
  func titlesAndTextsComeBack(_ title: String, _ body: String) throws {
    let journal = try read(
      zip { writer in
        writer.append(entry(title, body), photos: [])
        try writer.endJournal(named: "J")
      })
    #expect(journal.entries.map(\.title) == [title] && journal.entries.map(\.body) == [body])
  }

  @Test func aZoneThatHasNoNameGetsOne() throws {
    let journal = try read(
      zip { writer in
        writer.append(entry("t", "", zone: ""), photos: [])
        try writer.endJournal(named: "J")
      })
    #expect(
      journal.entries.map(\.date.timeZone) == ["Etc/GMT-1"] && journal.entries.map(\.date.offsetSeconds) == [3600])
  }

  /// Also those of half and quarter hours, which no zone of the `Etc` names has.
  @Test(arguments: [19_800, 20_700, -12_600, -34_200, 45_900, 50_400, -43_200, 0, 52_200])
  func everyOffsetComesBack(_ offset: Int) throws {
    var entry = entry("t", "", zone: "")
    entry.date = EntryDate(instant: entry.date.instant, timeZone: "", offsetSeconds: offset)
    var settings = settings()
    settings.zones = { name in
      let hours = name.hasPrefix("Etc/GMT") ? Int(name.dropFirst(7)) : name == "Etc/UTC" ? 0 : nil
      return hours.flatMap { ZoneFile(name: name, ZoneSample.fixed(-$0 * 3600)) }
    }
    let bytes = try zip { writer in
      writer.append(entry, photos: [])
      try writer.endJournal(named: "J")
    }
    let back = try #require(try DayOneRead(bytes, settings).entries.first)
    #expect(back.date.offsetSeconds == offset && back.date.instant == entry.date.instant)
  }

  /// No file system takes a name of more than 255 bytes.
  @Test func longNamesOfJournalsAreCut() throws {
    let long = String(repeating: "日", count: 100)
    let bytes = try zip { writer in
      for number in 0..<3 {
        var entry = entry("Entry \(number)", "")
        entry.id = RecordName("e\(number)")
        writer.append(entry, photos: [])
        try writer.endJournal(named: long + String(number))
      }
    }
    let journal = try read(bytes)
    let names = journal.entries.map { journal.categoryNames[$0.id] ?? "" }
    let cut = String(repeating: "日", count: 80)
    #expect(names == [cut, "\(cut) 2", "\(cut) 3"] && names.allSatisfy { $0.utf8.count + 5 <= 255 })
  }

  @Test func journalsHaveNamesOfFiles() throws {
    let names = ["Work", "work", "A / B", "..", ".hidden", "manifest", "", "a:b\\c\u{7}", "日記"]
    let journal = try read(
      zip { writer in
        for (number, name) in names.enumerated() {
          var entry = entry("Entry \(number)", "")
          entry.id = RecordName("e\(number)")
          writer.append(entry, photos: [])
          try writer.endJournal(named: name)
        }
        try writer.endJournal(named: "Empty")
      })
    let found = journal.entries.map { journal.categoryNames[$0.id] }
    #expect(found == ["Work", "work 2", "A - B", "Journal", "hidden", "manifest 2", "Journal 2", "a-b-c-", "日記"])
  }

  @Test func theZipIsTakenForOneOfDayOne() throws {
    for hasPicture in [false, true] {
      let bytes = try zip { writer in
        let photos = hasPicture ? [try writer.append([1], of: image("p"), ending: "png")] : []
        writer.append(entry("t", ""), photos: photos)
        try writer.endJournal(named: "J")
      }
      #expect(ImportFormat.of(.file(FileKind(bytes), head: Array(bytes.prefix(512)), isWhole: true)) == .dayOne)
    }
  }

  @Test func namesAreIdentifiersOfDayOne() {
    #expect(
      DayOneWriter.identifier(RecordName("0a1b2c3d-4e5f-4071-8293-a4b5c6d7e8f9")) == "0A1B2C3D4E5F40718293A4B5C6D7E8F9")
    let other = DayOneWriter.identifier(RecordName("x"))
    #expect(other.utf8.count == 32 && other == DayOneWriter.identifier(RecordName("x")))
  }

  /// Whatever an entry holds can be read back, with the same lines but for what the format does not keep.
  @Test func anyEntryCanBeReadBack() throws {
    var values = NastyValues(seed: 48)
    for _ in 0..<150 {
      let entries = (0..<values.number(1...4)).map { _ in values.entry() }
      let bytes = try zip { writer in
        for entry in entries { writer.append(entry, photos: []) }
        try writer.endJournal(named: values.text(0...3, lines: true))
      }
      let back = try read(bytes).entries
      #expect(back.count == entries.count)
      for (one, other) in Swift.zip(entries, back) {
        #expect(Array(other.body.utf8) == Array(one.body.utf8), "\(one.body.debugDescription)")
        #expect(Array(other.title.utf8) == Array(one.title.utf8), "\(one.title.debugDescription)")
      }
    }
  }
}
