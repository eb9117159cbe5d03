import CloudRecord
import JournalCore
import JournalSync
import SyncCore
import Testing

/// Texts that are too long for a field travel as files.
@Suite struct LongTextTests {
  let world = CloudWorld()
  let laptop: Device
  let desktop: Device
  let long = String(repeating: "All work and no play. ", count: 30_000)

  init() {
    laptop = Device("laptop", world, number: 1)
    desktop = Device("desktop", world, number: 2)
    laptop.start()
    desktop.start()
  }

  @Test func aLongTextGoesAsAFileAndComesBackWhole() throws {
    laptop.save("e1", ["title": .text("Long"), "body": .text(long)])
    let fields = try #require(try world.record("e1")).fields
    #expect(fields["body"] == nil)
    #expect(fields["bodyAsset"] != nil)
    desktop.pull()
    #expect(desktop.store.text("e1", "body") == long)
    #expect(desktop.store.row("e1")?.local == laptop.store.row("e1")?.local)
    #expect(laptop.store.unsentNames + desktop.store.unsentNames == [])
  }

  /// What this device sent comes back in the feed; its file is here already, after a full fetch as well.
  @Test func whatWasSentFromHereIsNotFetchedAgain() throws {
    laptop.save("e1", ["title": .text("Long"), "body": .text(long)])
    laptop.pull()
    laptop.tell(.answered(.stayLocal))
    #expect(world.requests.count { if case .downloadAsset = $0 { true } else { false } } == 0)
    #expect(laptop.store.text("e1", "body") == long)
    desktop.pull()
    #expect(world.requests.count { if case .downloadAsset = $0 { true } else { false } } == 1)
  }

  @Test func exactlyOneOfTextAndFileIsThere() throws {
    laptop.save("e1", ["body": .text("short")])
    laptop.save("e1", ["body": .text(long)])
    var fields = try #require(try world.record("e1")).fields
    #expect(fields["body"] == nil)
    #expect(fields["bodyAsset"] != nil)
    laptop.save("e1", ["body": .text("short again")])
    fields = try #require(try world.record("e1")).fields
    #expect(fields["body"]?.value == .text("short again"))
    #expect(fields["bodyAsset"] == nil)
  }

  @Test func theLimitIsInBytes() throws {
    let limit = JournalSchema.inlineTextLimit
    laptop.save("e1", ["body": .text(String(repeating: "é", count: limit / 2))])
    laptop.save("e2", ["body": .text(String(repeating: "é", count: limit / 2) + "x")])
    #expect(try world.record("e1")?.fields["body"] != nil)
    #expect(try world.record("e2")?.fields["bodyAsset"] != nil)
  }

  @Test func anUploadIsNotRepeatedWhenItsRecordIsSentAgain() {
    world.failOnce(.lost(CloudFailure(code: .serviceUnavailable, reason: "busy"))) {
      if case .modify = $0 { true } else { false }
    }
    laptop.save("e1", ["body": .text(long)])
    laptop.recover()
    #expect(laptop.store.unsentNames == [])
    #expect(world.requests.filter { if case .uploadAsset = $0 { true } else { false } }.count == 1)
  }

  @Test func aTitleIsSentWithoutTheLongTextBesideIt() throws {
    laptop.save("e1", ["title": .text("Long"), "body": .text(long)])
    let before = world.requests.count
    laptop.save("e1", ["title": .text("Longer")])
    let uploads = world.requests.dropFirst(before).filter { if case .uploadAsset = $0 { true } else { false } }
    #expect(uploads.isEmpty)
    #expect(world.modifies.last?.operations.first?.fields.keys.sorted() == ["fieldStamps", "modifiedAt", "title"])
  }

  @Test(arguments: [CloudErrorCode.unknownItem, .permissionFailure, .serverRejectedRequest])
  func aFileThatCannotBeHadLeavesWhatIsHereAlone(code: CloudErrorCode) throws {
    laptop.save("e1", ["title": .text("Long"), "body": .text("short")])
    desktop.pull()
    laptop.save("e1", ["body": .text(long)])
    world.failing { request in
      guard case .downloadAsset = request else { return nil }
      return .lost(CloudFailure(code: code, reason: "The file is gone"))
    }
    laptop.save("e2", ["title": .text("another")])
    desktop.pull()
    desktop.recover()
    #expect(desktop.phase == .resting)
    #expect(desktop.store.text("e1", "body") == "short")
    #expect(desktop.store.names == ["e1", "e2"])
  }

  @Test func anImageWithoutItsFileIsParkedAndTheEntryGoes() throws {
    laptop.store.edit("e1", ["title": .text("Canal")])
    let digest = String(repeating: "0", count: 64)
    laptop.store.edit(
      "i1", type: "EntryImage",
      [
        "entry": .reference(Reference(recordName: "e1", action: .deleteSelf)),
        "imageAsset": .asset(Asset(fileChecksum: digest)),
      ])
    world.advance(2000)
    laptop.tell(.localChange)
    #expect(try world.record("e1") != nil)
    #expect(laptop.store.row("i1")?.parked?.code == .assetFileNotFound)
    #expect(laptop.phase == .resting)
  }
}
