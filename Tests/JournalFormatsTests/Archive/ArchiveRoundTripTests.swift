import Crypto
import Encodings
import JournalCore
import TestKit
import Testing

@testable import JournalFormats

@Suite struct ArchiveRoundTripTests {
  private struct Journal {
    var categories: [JournalCore.Category] = []
    var entries: [Entry] = []
    var images: [EntryImage] = []
    var preferences: [Preference] = []
    var history: [HistoryItem] = []
    var kept: [KeptItem] = []
    var assets: [[UInt8]] = []
  }

  /// A file that is no picture: 300,000 bytes of 7.
  private static let film: (name: String, bytes: Int64) = {
    let bytes = [UInt8](repeating: 7, count: 300_000)
    return (Hexadecimal.text(SHA256.hash(data: bytes)), Int64(bytes.count))
  }()

  private func journal(seed: UInt64, entries: Int) -> Journal {
    var values = NastyValues(seed: seed)
    var journal = Journal()
    journal.assets = [[], [0, 255, 10, 13], (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }]
    let names = ["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", nil]
    journal.categories = (0..<20).map { _ in values.category() }
    journal.entries = (0..<entries).map { _ in values.entry() }
    journal.images = (0..<30).map { index in values.image(asset: names[index % 2]) }
    journal.preferences = (0..<15).map { index in
      let image = values.image(asset: nil)
      return Preference(
        id: RecordName("p\(index)"), key: "word." + image.caption, value: image.caption, modifiedAt: image.modifiedAt,
        trashedAt: image.trashedAt)
    }
    journal.kept = (0..<12).map { index in
      let (entry, name) = (RecordName("e\(index % 3)"), values.image(asset: nil).caption)
      guard index % 3 > 0 else { return KeptItem(entry: entry, details: name, name: "details.json") }
      return KeptItem(entry: entry, kind: .video, name: name, asset: Self.film.name, bytes: Self.film.bytes)
    }
    journal.history = (0..<200).map { values.historyItem(id: Int64($0) - 100) }
    return journal
  }

  private func write(_ journal: Journal, blocks: ((Int) -> Void)? = nil) throws -> [UInt8] {
    var output: [UInt8] = []
    let writer = try ArchiveWriter(createdAt: Instant(milliseconds: 1_795_248_840_000)) {
      blocks?($0.count)
      output += $0
    }
    try writer.append(categories: journal.categories)
    for start in stride(from: 0, to: journal.entries.count, by: 64) {
      try writer.append(entries: journal.entries[start..<min(start + 64, journal.entries.count)])
    }
    try writer.append(images: journal.images)
    try writer.append(preferences: journal.preferences)
    try writer.append(kept: journal.kept)
    try writer.append(history: journal.history)
    for asset in journal.assets + journal.assets { try writer.append(imageBytes: asset) }
    for _ in 0..<2 where !journal.kept.isEmpty {
      try writer.append(file: Self.film.name, bytes: Self.film.bytes) { body in
        for _ in 0..<3 { try body(Array(repeating: 7, count: 100_000)[...]) }
      }
    }
    let counts = try writer.finish()
    #expect(counts.entries == Int64(journal.entries.count))
    return output
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func everyFieldComesBackToTheByte(_ seed: UInt64) throws {
    let journal = journal(seed: seed, entries: 500)
    let reader = ArchiveReader(source: BytesSource(try write(journal)))
    let read = try reader.readAll()
    var assets: [[UInt8]] = []
    try reader.forEachAsset { _, pieces in
      var bytes: [UInt8] = []
      try pieces { bytes += Array($0) }
      assets.append(bytes)
    }
    #expect(bytesOfFields(read.categories) == bytesOfFields(journal.categories))
    #expect(bytesOfFields(read.entries) == bytesOfFields(journal.entries))
    #expect(bytesOfFields(read.images) == bytesOfFields(journal.images))
    #expect(bytesOfFields(read.preferences) == bytesOfFields(journal.preferences))
    #expect(bytesOfFields(read.history) == bytesOfFields(journal.history))
    #expect(assets == journal.assets + [Array(repeating: 7, count: 300_000)])
    #expect(read.kept == journal.kept)
    #expect(read.manifest?.createdAt == Instant(milliseconds: 1_795_248_840_000))
    #expect(read.problems.isEmpty)
  }

  @Test func sameJournalGivesTheSameBytes() throws {
    let journal = journal(seed: 9, entries: 100)
    #expect(try write(journal) == write(journal))
  }

  @Test func emptyJournal() throws {
    let all = try ArchiveReader(source: BytesSource(try write(Journal()))).readAll()
    #expect(all.entries.isEmpty && all.categories.isEmpty && all.images.isEmpty && all.history.isEmpty)
  }

  @Test func manyFilesOfEntriesInOrder() throws {
    var journal = Journal()
    let body = String(repeating: "All work and no play. ", count: 500)
    journal.entries = (0..<1200).map { index in
      Entry(
        id: RecordName("e\(index)"), title: "\(index)", body: body,
        date: EntryDate(instant: Instant(milliseconds: Int64(index)), timeZone: "", offsetSeconds: 0),
        modifiedAt: Instant(milliseconds: 0))
    }
    var largest = 0
    let bytes = try write(journal) { largest = max(largest, $0) }
    #expect(largest <= 1 << 16)
    let directory = try ZipDirectory(source: BytesSource(bytes), limits: ArchiveLimits())
    #expect(directory.members.filter { $0.name.hasPrefix("records/entries-") }.count > 2)
    #expect(try ArchiveReader(source: BytesSource(bytes)).readAll().entries == journal.entries)
  }

  /// What repeats itself packs a thousandfold; the reader's guard against zip bombs must let our own archives pass.
  @Test func entryThatIsOneLetterAMillionTimes() throws {
    var journal = Journal()
    let date = EntryDate(instant: Instant(milliseconds: 0), timeZone: "", offsetSeconds: 0)
    journal.entries = [
      Entry(
        id: RecordName("e"), body: String(repeating: "a", count: 20 << 20), date: date, modifiedAt: date.instant)
    ]
    let all = try ArchiveReader(source: BytesSource(try write(journal))).readAll()
    #expect(all.entries.first?.body.utf8.count == 20 << 20)
  }

  @Test func handWrittenArchive() throws {
    let all = try ArchiveReader(source: BytesSource(ArchiveSample.zip.bytes)).readAll()
    let entry = try #require(all.entries.first)
    #expect(entry.title.isIdentical(to: "Caf\u{E9}"))
    #expect(entry.body.isIdentical(to: "a\r\nb\u{0}"))
    #expect(entry.mood == Mood(rawValue: "pensive"))
    #expect(
      entry.date
        == EntryDate(
          instant: Instant(milliseconds: -9_700_000_000_123), timeZone: "Europe/Amsterdam", offsetSeconds: 1172))
    #expect(entry.isFavorite && entry.category == RecordName("c1") && entry.tags == ["b", "a"])
    #expect(entry.trashedAt == Instant(milliseconds: 8) && entry.modifiedAt == Instant(milliseconds: 7))
    #expect(all.categories.first?.name == "Work" && all.categories.first?.sortOrder == 3)
    #expect(all.history.first?.oldValue == .mood(nil) && all.history.first?.cause == .importing)
    #expect(all.images.first?.imageAsset?.hasPrefix("2cf24dba") == true)
  }

  /// Packed again by somebody else: other order, folders, a comment, files of the Finder's.
  @Test func repackedArchive() throws {
    var zip = ArchiveSample.zip.adding(ZipBuilder.Member("__MACOSX/._manifest.json", "x"))
    var folder = ZipBuilder.Member("records/", "")
    folder.mode = 0o040755
    zip = zip.adding(folder)
    zip.members.reverse()
    zip.comment = Array("a comment".utf8)
    let all = try ArchiveReader(source: BytesSource(zip.bytes)).readAll()
    #expect(all.entries.count == 1)
    #expect(all.problems.map(\.place) == [.member("__MACOSX/._manifest.json")])
  }

  @Test func pictureWhoseBytesAreElsewhereIsReported() throws {
    var journal = Journal()
    journal.images = [
      EntryImage(
        id: RecordName("i"), entry: RecordName("e"), imageAsset: String(repeating: "a", count: 64),
        modifiedAt: Instant(milliseconds: 0))
    ]
    let all = try ArchiveReader(source: BytesSource(try write(journal))).readAll()
    #expect(all.images == journal.images)
    #expect(all.problems.count == 1)
  }

  @Test func errorOfTheSinkComesOut() throws {
    struct DiskFull: Error {}
    let writer = try ArchiveWriter(createdAt: Instant(milliseconds: 0)) { _ in throw DiskFull() }
    #expect(throws: DiskFull.self) {
      try writer.append(imageBytes: [UInt8](repeating: 7, count: 1 << 20))
      _ = try writer.finish()
    }
  }

  @Test func moreFilesThanAReaderTakesAreNotWritten() throws {
    var limits = ArchiveLimits()
    limits.members = 3
    let writer = try ArchiveWriter(createdAt: Instant(milliseconds: 0), limits: limits) { _ in }
    for byte in 0..<3 as Range<UInt8> { try writer.append(imageBytes: [byte]) }
    #expect(throws: ExportError.self) { try writer.append(imageBytes: [9]) }
  }

  @Test func progressGoesUpToTheEndAndCanStop() throws {
    struct Stop: Error {}
    let bytes = try write(journal(seed: 4, entries: 300))
    var fractions: [Double] = []
    _ = try ArchiveReader(source: BytesSource(bytes)).readAll { fractions.append($0.fraction) }
    #expect(fractions == fractions.sorted() && fractions.last == 1)
    #expect(throws: Stop.self) {
      _ = try ArchiveReader(source: BytesSource(bytes)).readAll { _ in throw Stop() }
    }
  }
}
