import CloudRecord
import JournalCore
import SyncCore
import Synchronization
import Testing

@testable import JournalSync

/// Pictures: their records travel with the words, their bytes beside them and only when they are wanted.
@Suite final class PictureTests: TwoDevices {
  let bytes: [UInt8] = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  override init() {
    super.init()
    laptop.start()
    desktop.start()
  }

  /// Attaches a picture on the laptop, without telling the engine.
  private func attach(_ digest: String, caption: String = "canal.jpg", name: String = "i1") {
    laptop.store.edit("e1", ["title": .text("Canal")])
    laptop.store.edit(
      name, type: "EntryImage",
      [
        "entry": .reference(Reference(recordName: "e1", action: .deleteSelf)),
        "imageAsset": .asset(Asset(fileChecksum: digest)), "caption": .text(caption),
      ])
    world.advance(2000)
  }

  private func sendPicture() -> String {
    let digest = laptop.files.add(bytes)
    attach(digest)
    laptop.tell(.localChange)
    laptop.finishUploads()
    return digest
  }

  private var downloads: Int {
    world.requests.count {
      switch $0 {
      case .downloadAsset, .downloadFile: true
      default: false
      }
    }
  }

  private func status(_ device: Device) throws -> SyncStatus {
    device.runner.status(try device.runner.overview(), at: world.now)
  }

  @Test func aRecordIsCompleteBeforeItsBytesAreFetched() throws {
    let digest = sendPicture()
    #expect(try world.record("i1")?.fields["imageDigest"]?.value == .string(digest))
    #expect(try world.record("i1")?.parent == "e1")
    desktop.pull()
    #expect(desktop.store.value("i1", "imageAsset") == .asset(Asset(fileChecksum: digest)))
    #expect(desktop.store.row("i1")?.local == laptop.store.row("i1")?.local)
    #expect(desktop.store.state.withLock { $0.newer.isEmpty && $0.foreign.isEmpty })
    #expect(downloads == 0)
    #expect(laptop.store.unsentNames + desktop.store.unsentNames == [])
  }

  @Test func noWordWaitsForAPicture() throws {
    laptop.holdsUploads = true
    attach(laptop.files.add(bytes))
    laptop.tell(.localChange)
    #expect(try world.record("e1") != nil)
    #expect(laptop.store.unsentNames == ["i1"])
    laptop.save("e2", ["title": .text("while it goes")])
    #expect(try world.record("e2") != nil)
    let status = try status(laptop)
    #expect(status.activity == .sending(done: 2, of: 3))
    #expect(status.transfer == SyncTransfer(done: 0, total: 5000))
    #expect(status.sending[RecordName("i1")]?.transfer?.total == 5000)
    #expect(!status.isSafe)
    laptop.releaseUploads()
    laptop.finishUploads()
    #expect(try world.record("i1") != nil)
    #expect(try self.status(laptop).isSafe)
  }

  @Test func howFarAFileIsCanBeSeen() throws {
    laptop.holdsUploads = true
    attach(laptop.files.add(bytes))
    laptop.tell(.localChange)
    world.advance(1000)
    laptop.runner.uploadProgressed(1, 2500, at: world.now)
    let transfer = try #require(try status(laptop).sending[RecordName("i1")]?.transfer)
    #expect(transfer == SyncTransfer(done: 2500, total: 5000, speed: 2500))
  }

  @Test func aCaptionNeedsNoBytes() throws {
    let digest = sendPicture()
    desktop.pull()
    desktop.save("i1", type: "EntryImage", ["caption": .text("The canal in May"), "sortOrder": .int64(2)])
    #expect(desktop.store.unsentNames == [])
    #expect(desktop.uploads.isEmpty && downloads == 0)
    let operation = try #require(world.modifies.last?.operations.first)
    #expect(operation.fields.keys.sorted() == ["caption", "fieldStamps", "sortOrder"])
    laptop.pull()
    #expect(laptop.store.text("i1", "caption") == "The canal in May")
    #expect(laptop.store.value("i1", "imageAsset") == .asset(Asset(fileChecksum: digest)))
    #expect(laptop.uploads.count == 1)
  }

  @Test func aPictureWhoseFileIsMissingIsNamed() throws {
    attach(String(repeating: "0", count: 64))
    laptop.tell(.localChange)
    #expect(laptop.store.row("i1")?.parked?.code == .assetFileNotFound)
    #expect(
      laptop.store.row("i1")?.parked?.reason == "canal.jpg is missing on this computer. Add it again, or remove it.")
    #expect(try world.record("e1") != nil)
    #expect(laptop.phase == .resting)
  }

  @Test func aFileThatIsNoLongerWhatItWasIsNotSent() throws {
    let digest = laptop.files.add(bytes)
    laptop.files.set([1, 2, 3], for: digest)
    attach(digest)
    laptop.tell(.localChange)
    #expect(laptop.store.row("i1")?.parked?.reason == "canal.jpg changed on disk; not sent.")
    #expect(try world.record("i1") == nil)
  }

  /// The refusal is about the picture that was sent; a caption written meanwhile is another edit.
  @Test func aRefusalOfAFileDoesNotHoldBackALaterEdit() {
    laptop.holdsUploads = true
    let digest = laptop.files.add(bytes)
    attach(digest)
    laptop.tell(.localChange)
    laptop.files.set([1, 2, 3], for: digest)
    laptop.store.edit("i1", type: "EntryImage", ["imageAsset": .asset(Asset(fileChecksum: laptop.files.add([9])))])
    laptop.releaseUploads()
    laptop.finishUploads()
    #expect(laptop.store.row("i1")?.parked == nil)
    #expect(laptop.store.unsentNames == [])
  }

  @Test func anUploadIsNotRepeatedAfterACrash() throws {
    world.failing {
      if case .modify(let modify) = $0, modify.operations.contains(where: { $0.recordName == "i1" }) {
        .lost(CloudFailure(code: .serviceUnavailable, reason: "busy"))
      } else {
        nil
      }
    }
    attach(laptop.files.add(bytes))
    laptop.tell(.localChange)
    for _ in 0..<3 { laptop.wake() }
    #expect(laptop.uploads.count == 1)
    #expect(laptop.files.receipts().count == 1)
    #expect(try status(laptop).sending[RecordName("i1")]?.tries ?? 0 > 0)
    world.failing { _ in nil }
    laptop.restart()
    laptop.start()
    laptop.finishUploads()
    #expect(try world.record("i1") != nil)
    #expect(laptop.uploads.count == 1)
    #expect(laptop.files.receipts().isEmpty)
  }

  @Test func aReceiptThatIsWorthNothingCostsOneUpload() throws {
    let digest = laptop.files.add(bytes)
    let account = laptop.session
    laptop.files.setReceipts([
      UploadReceipt(
        account: "\(account.service) \(account.containerID) _anna \(account.incarnation ?? "")",
        recordType: "EntryImage", recordName: "i1", fieldName: "imageAsset", digest: digest,
        asset: Asset(fileChecksum: "gone", size: 5000, receipt: "stale"), at: world.now)
    ])
    laptop.restart()
    laptop.start()
    attach(digest)
    laptop.tell(.localChange)
    laptop.finishUploads()
    #expect(try world.record("i1")?.fields["imageAsset"] != nil)
    #expect(laptop.store.row("i1")?.parked == nil)
    #expect(laptop.uploads.count == 1)
  }

  @Test func withoutSpaceAPictureWaitsAndWordsGo() throws {
    world.failing { request in
      guard case .uploadAsset = request else { return nil }
      return .lost(CloudFailure(code: .quotaExceeded, reason: "1.0 of 1 GB"))
    }
    attach(laptop.files.add(bytes))
    laptop.tell(.localChange)
    #expect(laptop.store.unsentNames == ["i1"])
    var status = try status(laptop)
    #expect(status.sending[RecordName("i1")]?.why == "Your space on the server is full (1.0 of 1 GB).")
    #expect(status.sending[RecordName("i1")]?.nextTry == Instant(milliseconds: world.now + 900_000))
    guard case .waiting = status.activity else { Issue.record("\(status.activity)"); return }
    #expect(
      laptop.runner.obstacle == "Your space on the server is full (1.0 of 1 GB). 1 picture waits; words go first.")
    laptop.save("e2", ["title": .text("words go on")])
    #expect(try world.record("e2") != nil)
    world.failing { _ in nil }
    laptop.command(.retry(nil))
    laptop.finishUploads()
    status = try self.status(laptop)
    #expect(status.isSafe)
  }

  @Test func anUploadThatBrokeOffIsTriedAgain() throws {
    world.failOnce(.lost(CloudFailure(code: .networkFailure, reason: "cut"))) {
      if case .uploadAsset = $0 { true } else { false }
    }
    attach(laptop.files.add(bytes))
    laptop.tell(.localChange)
    let progress = try #require(try status(laptop).sending[RecordName("i1")])
    #expect(progress.tries == 1)
    laptop.finishUploads()
    #expect(try world.record("i1") != nil)
    #expect(laptop.uploads.count == 2)
  }

  @Test func aClockThatIsSetBackMakesNoUploadWaitLonger() {
    var queue = UploadQueue(seed: 1, spaceRetry: 900_000)
    let token = AssetUploadToken(recordType: "EntryImage", fieldName: "imageAsset", recordName: "i1")
    let upload = PendingUpload(token: token, digest: "d")
    let before: Int64 = 1_767_225_600_000
    let after: Int64 = -172_800_000
    queue.add(upload, of: RecordVersion(recordType: "EntryImage"), path: "d", size: 1)
    let failure = CloudFailure(code: .serviceUnavailable, reason: "503", retryAfter: 60)
    queue.fail(queue.begin(at: before)[0].ticket ?? 0, failure, at: before)
    queue.forgetFarTimes(after)
    #expect(queue.begin(at: after).isEmpty)
    #expect(queue.wakeAt(after) == after + 60_000)
    // The person does not want to wait, in whichever year.
    queue.tryNow()
    #expect(queue.begin(at: after).count == 1)
  }

  @Test func nothingGoesUpWhilePausedOrInAnothersName() throws {
    laptop.holdsUploads = true
    attach(laptop.files.add(bytes))
    laptop.tell(.localChange)
    laptop.command(.setPaused(true))
    #expect(try status(laptop).sending[RecordName("i1")]?.transfer?.done == 0)
    laptop.releaseUploads()
    #expect(try world.record("i1") == nil)
    laptop.command(.setPaused(false))
    laptop.finishUploads()
    #expect(try world.record("i1") != nil)
  }

  /// A program that knows no digests: what it puts there is read to be known.
  @Test(arguments: [nil, "no digest at all", String(repeating: "A", count: 64)])
  func aPictureOfAnotherProgramComesWithItsRecord(claim: String?) throws {
    laptop.save("e1", ["title": .text("Canal")])
    let token = AssetUploadToken(recordType: "EntryImage", fieldName: "imageAsset", recordName: "i9")
    let zone = ZoneID(zoneName: "JournalZone")
    guard case .success(.asset(let asset)) = world.send(.uploadAsset(token, zone, .bytes(bytes)), device: "stranger")
    else { Issue.record("no upload"); return }
    var fields: [String: Field?] = ["imageAsset": Field(.asset(asset)), "caption": Field(.string("theirs.jpg"))]
    fields["imageDigest"] = claim.map { Field(.string($0)) }
    fields["entry"] = Field(.reference(Reference(recordName: "e1", action: .deleteSelf)))
    try world.modify(RecordOperation(.create, recordName: "i9", recordType: "EntryImage", fields: fields))
    desktop.pull()
    let digest = Digest(of: bytes).description
    #expect(desktop.store.value("i9", "imageAsset") == .asset(Asset(fileChecksum: digest)))
    #expect(desktop.files.bytes(digest) == bytes)
    #expect(desktop.files.leftovers == [])
  }
}
