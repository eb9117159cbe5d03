import CloudRecord
import Foundation
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Synchronization
import Testing

/// Two devices of a sealed journal, each with its journal in a file, and the service that reads nothing of it.
@Suite struct SealedSyncTests {
  let journal: SealedJournal

  init() throws { journal = try SealedJournal() }

  private var laptop: SealedDevice { journal.laptop }
  private var attic: SealedDevice { journal.attic }

  /// I-E1: no word in any request, and no field but those that may be seen.
  private func expectNothingPlain(_ words: String...) {
    let allowed: Set<String> = ["sealed", "formatVersion", "entry", "bodyAsset", "imageAsset"]
    for request in journal.world.requests {
      if case .uploadAsset(_, _, .bytes(let bytes)) = request { #expect(bytes.starts(with: Array("CJF".utf8))) }
      guard case .modify(let modify) = request else { continue }
      for operation in modify.operations {
        #expect(operation.kind == .create || operation.kind == .update)
        #expect(operation.fields.filter { $0.value != nil }.keys.allSatisfy { allowed.contains($0) })
        for case .bytes(let bytes)?? in operation.fields.values.map({ $0?.value }) {
          for word in words { #expect(!bytes.contains(Array(word.utf8))) }
        }
      }
    }
    for file in journal.world.state.withLock({ $0.files.values }) {
      #expect(file.starts(with: Array("CJF".utf8)))
      for word in words { #expect(!file.contains(Array(word.utf8))) }
    }
  }

  @Test func whatOneDeviceWritesTheOtherReadsAndTheServerDoesNot() throws {
    let category = JournalCore.Category(
      id: RecordName("019a9f1e-5b1c-7c3d-9d2e-000000000001"), name: "zqcategory",
      modifiedAt: Instant(milliseconds: journal.world.now))
    try laptop.perform(.createCategory(category))
    let entry = try laptop.write("zqtitle", "zqbody", category: category.id)
    journal.sync()
    #expect(try attic.entry(entry) == laptop.entry(entry))
    #expect(try attic.entry(entry)?.category == category.id)
    #expect(try attic.overview().unsent == 0 && laptop.overview().unsent == 0)
    let record = try journal.stored(entry)
    #expect(Set(record.fields.keys) == ["sealed", "formatVersion"])
    #expect(record.fields["formatVersion"]?.value == .int64(2))
    expectNothingPlain("zqtitle", "zqbody", "zqcategory")
  }

  @Test func theCounterRisesWithEachVersion() throws {
    let entry = try laptop.write("one")
    journal.sync()
    #expect(try journal.opened(entry).counter == 1)
    try attic.edit(entry, .title("two"))
    journal.sync()
    #expect(try journal.opened(entry).counter == 2)
    try laptop.edit(entry, .title("three"))
    journal.sync()
    #expect(try journal.opened(entry).counter == 3)
    #expect(try attic.title(entry) == "three")
  }

  @Test func editsOfTwoDevicesAreMergedBehindTheSeal() throws {
    let entry = try laptop.write("title", "one\n\ntwo\n\nthree")
    journal.sync()
    try laptop.edit(entry, .body("one and more\n\ntwo\n\nthree"))
    try attic.edit(entry, .body("one\n\ntwo\n\nthree and more"), .title("zqother"))
    journal.sync()
    for device in [laptop, attic] {
      #expect(try device.entry(entry)?.body == "one and more\n\ntwo\n\nthree and more")
      #expect(try device.title(entry) == "zqother")
      #expect(try device.overview().unsent == 0)
    }
    expectNothingPlain("and more", "zqother")
  }

  @Test func aLongTextIsASealedFile() throws {
    let text = String(repeating: "zqlong text ", count: 60_000)
    let entry = try laptop.write("title", text)
    journal.sync()
    #expect(try attic.entry(entry)?.body == text)
    #expect(try journal.stored(entry).fields["bodyAsset"] != nil)
    // It is shorter now, and has no file.
    try attic.edit(entry, .body("short"))
    journal.sync()
    #expect(try laptop.entry(entry)?.body == "short")
    #expect(try journal.stored(entry).fields["bodyAsset"] == nil)
    expectNothingPlain("zqlong")
  }

  /// The seal says which files a record has; what a server puts beside it is none of them.
  @Test func aFileThatNoSealNamesIsNotLookedAt() throws {
    let entry = try laptop.write("one", "the second text")
    laptop.sync()
    attic.lie = { record in
      var record = record
      record.fields["bodyAsset"] = Field(.asset(Asset(fileChecksum: "AQ", size: 5)))
      return record
    }
    let before = journal.world.requests.count
    attic.sync()
    #expect(try attic.entry(entry)?.body == "the second text")
    #expect(try attic.overview().unreadable == 0)
    for request in journal.world.requests[before...] {
      if case .downloadAsset = request { Issue.record("\(request)") }
    }
  }

  @Test func aPictureIsASealedFileThatIsUploadedOnce() throws {
    let entry = try laptop.write("title")
    let bytes = Array("zqpicture".utf8) + (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let picture = try laptop.attach(bytes, to: entry, caption: "zqcaption")
    journal.sync()
    #expect(laptop.uploads == 1)
    #expect(try attic.store.pictures(nil).map(\.caption) == ["zqcaption"])
    // Another caption takes the file along as it is.
    try attic.perform(.editImage(picture, [.caption("zqother")]))
    journal.sync()
    #expect(try laptop.store.pictures(nil).map(\.caption) == ["zqother"])
    #expect(laptop.uploads + attic.uploads == 1)
    #expect(laptop.files.leftovers.isEmpty)
    let record = try journal.stored(picture)
    #expect(Set(record.fields.keys) == ["sealed", "formatVersion", "entry", "imageAsset"])
    expectNothingPlain("zqcaption", "zqother", "zqpicture")

    // What the server has opens to the picture.
    let file = try #require(try journal.opened(picture).files.first)
    #expect(try attic.store.pictures(nil).first?.digest == Digest(of: bytes).description)
    let stored = try #require(journal.world.state.withLock { $0.files.values.first })
    var opener = try FileOpener(file)
    let opened = try opener.open(stored)
    try opener.finish()
    #expect(opened == bytes)
  }

  private func fetcher(_ sealing: Sealing) -> PictureFetcher {
    let time = VirtualTime()
    return PictureFetcher(
      store: attic.store, files: attic.files, transport: WorldTransport(world: journal.world, device: "attic"),
      sessions: WorldSessions(found: WorldSessions.session),
      clock: ComposedClock(now: { time.now() }, pause: { try await time.pause(until: $0) }), seed: 3, sealing: sealing)
  }

  @Test func aPictureThatIsLookedAtIsOpenedAndOneThatWasExchangedIsNotKept() async throws {
    let entry = try laptop.write("title")
    let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    _ = try laptop.attach(bytes, to: entry, caption: "a picture")
    journal.sync()
    let digest = Digest(of: bytes).description
    let checksum = try #require(journal.world.state.withLock { $0.files.keys.first })
    let sealing = try SealedJournal.sealing([journal.keys[0]], seed: 4)
    journal.world.state.withLock { $0.files[checksum]?[66_000] ^= 1 }
    #expect(await fetcher(sealing).finish(nil).map(\.state) == [.changed])
    #expect(attic.files.bytes(digest) == nil)
    journal.world.state.withLock { $0.files[checksum]?[66_000] ^= 1 }
    // Without the key nothing is taken for the picture; with it, it is.
    let keyless = fetcher(.plain)
    #expect(await keyless.finish(nil).map(\.state) != [.present])
    #expect(await fetcher(sealing).finish(nil).map(\.state) == [.present])
    #expect(attic.files.bytes(digest) == bytes)
    #expect(attic.files.leftovers.isEmpty)
  }

  @Test func aRecordThatTheServerLostGoesUpFarAboveItsCounter() throws {
    let entry = try laptop.write("one")
    journal.sync()
    journal.world.replace()
    laptop.settle(laptop.runner.handle(.accountChanged, at: journal.world.now))
    laptop.settle(laptop.runner.handle(.answered(.uploadAgain), at: journal.world.now))
    laptop.sync()
    #expect(try journal.opened(entry).counter == 1 << 32)
  }

  @Test func fieldsOfALaterVersionAreSealedAgain() throws {
    let entry = try laptop.write("one")
    journal.sync()
    let stamp = HybridTime(milliseconds: UInt64(journal.world.now), counter: 1, device: 9)
    try journal.forge(entry, under: journal.keys[0]) { content in
      content.counter += 1
      content.version.set("weather", .string("fog"), at: stamp)
    }
    journal.sync()
    try laptop.edit(entry, .title("two"))
    journal.sync()
    let content = try journal.opened(entry)
    #expect(content.counter == 3)
    #expect(content.version.values["weather"] == .string("fog"))
    #expect(content.version.stamps["weather"] == stamp)
    #expect(try attic.title(entry) == "two")
  }

  // MARK: Removals

  @Test func aRemovalForGoodIsASealedWord() throws {
    let entry = try laptop.write("one")
    let picture = try laptop.attach([1, 2, 3], to: entry, caption: "a picture")
    for number in 0..<5 { try laptop.write("other \(number)") }
    journal.sync()
    try laptop.purge(entry)
    journal.sync()
    for device in [laptop, attic] { #expect(try device.overview().unsent == 0) }
    #expect(try laptop.entry(entry) == nil)
    // A device said so, so it is in the trash there as always.
    #expect(try attic.entry(entry)?.trashedAt != nil)
    #expect(try attic.store.remark(of: entry).removalReason == "deleted forever on another device")
    for name in [entry, picture] {
      let content = try journal.opened(name)
      #expect(content.kind == .removed && content.version.values.isEmpty && content.files.isEmpty)
    }
    #expect(try journal.stored(picture).fields["imageAsset"] == nil)
  }

  @Test func anEditThatTheRemovingDeviceHadNotSeenWins() throws {
    let entry = try laptop.write("one")
    journal.sync()
    try laptop.purge(entry)
    laptop.sync()
    try attic.edit(entry, .title("written meanwhile"))
    journal.sync()
    for device in [attic, laptop] { #expect(try device.title(entry) == "written meanwhile") }
    #expect(try journal.opened(entry).kind == .record)
    #expect(try attic.overview().unsent == 0 && laptop.overview().unsent == 0)
  }

  @Test func aDeletionByTheServerAloneMovesToTheTrash() throws {
    let entry = try laptop.write("one")
    for number in 0..<5 { try laptop.write("other \(number)") }
    journal.sync()
    try attic.edit(entry, .trashedAt(Instant(milliseconds: journal.world.now)))
    journal.sync()
    _ = try journal.world.modify(RecordOperation(.forceDelete, recordName: entry.rawValue))
    journal.sync()
    // It lay in the trash already, and would have gone at once if a device had said so.
    for device in [laptop, attic] {
      #expect(try device.entry(entry)?.trashedAt != nil)
      #expect(
        try device.store.remark(of: entry).removalReason == "removed by the server; no device of yours said so")
    }
    // Taken out, it goes up again above all that it was.
    try attic.edit(entry, .trashedAt(nil))
    journal.sync()
    #expect(try journal.opened(entry).counter == 1 << 32)
    #expect(try laptop.entry(entry)?.trashedAt == nil)
  }
}

extension [UInt8] {
  /// Whether these bytes stand somewhere within.
  fileprivate func contains(_ bytes: [UInt8]) -> Bool { Data(self).range(of: Data(bytes)) != nil }
}
