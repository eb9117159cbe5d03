import Foundation
import JournalCore
import JournalFormats
import ScreenKit
import Testing

/// A picture between two homes: its record comes with the words, its bytes when they are wanted.
@Suite struct PictureSyncTests {
  let server: TestServer
  let laptop: TestJournal
  let desktop: TestJournal
  let network: FaultProxy
  /// No piece of it is like another.
  let bytes: [UInt8] = (0..<600_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }

  init() throws {
    server = try TestServer()
    laptop = try TestJournal()
    desktop = try TestJournal()
    network = try FaultProxy(to: server.port)
  }

  /// Puts an entry with a picture into the laptop's journal; the name of its file.
  private func attach() throws -> String {
    let moment = Instant(milliseconds: 1_700_000_000_000)
    let entry = Entry(
      id: RecordName("6A0E1C39-28E2-4C9B-8E0C-000000000001"), title: "At the canal", body: "A heron.",
      date: EntryDate(instant: moment, timeZone: "Europe/London", offsetSeconds: 0), modifiedAt: moment)
    var archive: [UInt8] = []
    let writer = try ArchiveWriter(createdAt: moment) { archive += $0 }
    try writer.append(entries: [entry])
    let digest = try writer.append(imageBytes: bytes)
    let image = EntryImage(
      id: RecordName("6A0E1C39-28E2-4C9B-8E0C-000000000002"), entry: entry.id, imageAsset: digest,
      caption: "canal.jpg", modifiedAt: moment)
    try writer.append(images: [image])
    _ = try writer.finish()
    try laptop.output("import", try laptop.sandbox.write("home/canal.zip", archive))
    return digest
  }

  private func signInBoth() throws {
    try laptop.signIn(to: server)
    try desktop.signIn(to: server, at: network.url)
  }

  private func folder(_ journal: TestJournal) -> String {
    journal.sandbox.path("data/cloudjournal/journals/Personal/images")
  }

  private func picture(_ digest: String, in journal: TestJournal) -> Data? {
    FileManager.default.contents(atPath: "\(folder(journal))/\(digest)")
  }

  /// Files that are no pictures, such as half of one.
  private func leftovers(in journal: TestJournal) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder(journal)) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder(journal)).filter { $0.hasPrefix("unfinished") }
  }

  @Test func itsRecordComesAtOnceAndItsBytesWhenTheyAreAskedFor() throws {
    let digest = try attach()
    try signInBoth()
    try laptop.sync()
    try desktop.sync()
    #expect(try desktop.page("search", "--json", "has:image").items.map(\.title) == ["At the canal"])
    #expect(picture(digest, in: desktop) == nil)
    #expect(try desktop.run("status").status == .success)
    try desktop.output("sync", "--once", "--all-images")
    #expect(picture(digest, in: desktop) == Data(bytes))
    #expect(try leftovers(in: desktop).isEmpty)
    // Nothing is left to fetch or to send.
    try desktop.output("sync", "--once", "--all-images")
    #expect(try laptop.run("status").status == .success)
    #expect(!FileManager.default.fileExists(atPath: folder(laptop) + "/../uploads.json"))
    network.close()
  }

  @Test func aDownloadThatIsCutComesWholeTheNextTime() throws {
    let digest = try attach()
    try signInBoth()
    try laptop.sync()
    try desktop.sync()
    network.set(.cutLongReplies(300_000))
    let outcome = try desktop.run("sync", "--once", "--all-images")
    #expect(outcome.status == .code(1))
    #expect(outcome.errors.contains("canal.jpg"), "\(outcome)")
    #expect(picture(digest, in: desktop) == nil)
    #expect(try leftovers(in: desktop).isEmpty)
    network.set(.pass)
    try desktop.output("sync", "--once", "--all-images")
    #expect(picture(digest, in: desktop) == Data(bytes))
    network.close()
  }

  @Test func wrongBytesAreRefused() throws {
    let digest = try attach()
    try signInBoth()
    try laptop.sync()
    try desktop.sync()
    let stored = try serversFile()
    let good = try Data(contentsOf: stored)
    var bad = good
    bad[bad.count / 2] ^= 1
    try bad.write(to: stored)
    let outcome = try desktop.run("sync", "--once", "--all-images")
    #expect(outcome.status == .code(1))
    #expect(outcome.errors.contains("canal.jpg: "), "\(outcome)")
    #expect(picture(digest, in: desktop) == nil)
    #expect(try leftovers(in: desktop).isEmpty)
    #expect(try desktop.entries().map(\.title) == ["At the canal"])
    try good.write(to: stored)
    try desktop.output("sync", "--once", "--all-images")
    #expect(picture(digest, in: desktop) == Data(bytes))
    network.close()
  }

  @Test func aDamagedFileIsSetAsideAndBroughtAgainFromTheServer() throws {
    let digest = try attach()
    try signInBoth()
    try laptop.sync()
    let file = "\(folder(laptop))/\(digest)"
    var damaged = Data(bytes)
    damaged[7] ^= 1
    try damaged.write(to: URL(fileURLWithPath: file))
    let found = try laptop.run("doctor")
    #expect(found.status == .code(1))
    #expect(found.output.contains("doctor --repair --fetch"), "\(found)")
    #expect(picture(digest, in: laptop) == damaged, "looking changes nothing")
    let repaired = try laptop.run("doctor", "--repair", "--fetch")
    #expect(repaired.status == .success, "\(repaired)")
    #expect(picture(digest, in: laptop) == Data(bytes))
    #expect(try laptop.run("doctor").status == .success)
    network.close()
  }

  @Test func doctorFetchesWhatIsNotHereYet() throws {
    let digest = try attach()
    try signInBoth()
    try laptop.sync()
    try desktop.sync()
    #expect(try desktop.run("doctor").status == .success)
    #expect(picture(digest, in: desktop) == nil)
    let fetched = try desktop.run("doctor", "--fetch")
    #expect(fetched.status == .success, "\(fetched)")
    #expect(picture(digest, in: desktop) == Data(bytes))
    network.close()
  }

  @Test func anExportSaysWhichPicturesAreElsewhereOrBringsThemFirst() throws {
    let digest = try attach()
    try signInBoth()
    try laptop.sync()
    try desktop.sync()
    let archive = desktop.sandbox.path("home/all.zip")
    let without = try desktop.run("export", "--format", "archive", "-o", archive)
    #expect(without.status == .success)
    #expect(without.errors.contains("canal.jpg"), "\(without)")
    #expect(without.errors.contains("sync --all-images"), "\(without)")
    network.set(.cut)
    let cut = try desktop.run("export", "--format", "archive", "--all-images", "-o", archive + ".cut")
    #expect(cut.errors.contains("canal.jpg"), "\(cut)")
    network.set(.pass)
    try desktop.output("export", "--format", "archive", "--all-images", "-o", archive + ".whole")
    #expect(picture(digest, in: desktop) == Data(bytes))
    let third = try TestJournal()
    try third.output("import", archive + ".whole")
    #expect(picture(digest, in: third) == Data(bytes))
    network.close()
  }

  @Test func aFileThatWentBeforeItWasSentIsNamedAndTheWordsGo() throws {
    let digest = try attach()
    try FileManager.default.removeItem(atPath: "\(folder(laptop))/\(digest)")
    try signInBoth()
    #expect(try laptop.run("sync", "--once").status == .code(1))
    #expect(
      try laptop.run("status").output.contains("canal.jpg is missing on this computer. Add it again, or remove it."))
    try desktop.sync()
    #expect(try desktop.entries().map(\.title) == ["At the canal"])
    network.close()
  }

  /// The object that the server keeps the picture in.
  private func serversFile() throws -> URL {
    let root = URL(filePath: server.folder)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.fileSizeKey])
    for case let file as URL in files ?? .init() {
      // Sealed, it is up to an eighth larger.
      let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      if (bytes.count...bytes.count * 9 / 8).contains(size) { return file }
    }
    throw UnexpectedOutcome(description: "the server keeps no file of \(bytes.count) bytes or a little more")
  }
}
