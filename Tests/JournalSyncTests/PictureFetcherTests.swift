import CloudRecord
import JournalCore
import SyncCore
import Synchronization
import Testing

@testable import JournalSync

/// Bytes that come when somebody looks.
@Suite final class PictureFetcherTests: TwoDevices {
  let time = VirtualTime()
  let bytes: [UInt8] = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  override init() {
    super.init()
    laptop.start()
    desktop.start()
    laptop.store.edit("e1", ["title": .text("Canal")])
    for name in ["i1", "i2"] {
      laptop.store.edit(
        name, type: "EntryImage",
        [
          "entry": .reference(Reference(recordName: "e1", action: .deleteSelf)),
          "imageAsset": .asset(Asset(fileChecksum: laptop.files.add(bytes + Array(name.utf8)))),
          "caption": .text("\(name).jpg"),
        ])
    }
    world.advance(2000)
    laptop.tell(.localChange)
    laptop.finishUploads()
    desktop.pull()
  }

  private func fetcher(session: SyncSession? = WorldSessions.session) -> PictureFetcher {
    let time = time
    return PictureFetcher(
      store: desktop.store, files: desktop.files, transport: PatientTransport(world: world),
      sessions: WorldSessions(found: session),
      clock: ComposedClock(now: { time.now() }, pause: { try await time.pause(until: $0) }), seed: 3)
  }

  private func digest(_ name: String) -> String {
    guard case .asset(let asset)? = desktop.store.value(name, "imageAsset") else { return "" }
    return asset.fileChecksum
  }

  @Test func onlyWhatIsAskedForComes() async {
    let list = await fetcher().finish([RecordName("i1")])
    #expect(list.map(\.state) == [.present])
    #expect(list.map(\.title) == ["i1.jpg"])
    #expect(desktop.files.bytes(digest("i1")) == bytes + Array("i1".utf8))
    #expect(desktop.files.bytes(digest("i2")) == nil)
    #expect(desktop.files.leftovers == [])
  }

  @Test func allThatAreNotHereCome() async {
    let first = await fetcher().finish([RecordName("i1")])
    let requests = world.requests.count
    let list = await fetcher().finish(nil)
    #expect(first.count == 1 && list.map(\.recordName.rawValue) == ["i2"])
    #expect(desktop.files.bytes(digest("i2")) == bytes + Array("i2".utf8))
    // Who is it, look it up, fetch it.
    #expect(world.requests.count - requests == 3)
    #expect(await fetcher().finish(nil) == [])
  }

  @Test func aDownloadThatBrokeOffIsTriedAgain() async {
    world.failOnce(.lost(CloudFailure(code: .networkFailure, reason: "cut"))) {
      if case .downloadFile = $0 { true } else { false }
    }
    let list = await fetcher().finish([RecordName("i1")])
    #expect(list.map(\.state) == [.present])
    #expect(list.map(\.tries) == [1])
    #expect(desktop.files.leftovers == [])
  }

  @Test func otherBytesAreNotTaken() async {
    world.state.withLock { state in for key in state.files.keys { state.files[key] = [1, 2, 3] } }
    let list = await fetcher().finish([RecordName("i1")])
    #expect(list.map(\.state) == [.changed])
    #expect(list.first?.sentence == "The server has another picture under this name.")
    #expect(desktop.files.bytes(digest("i1")) == nil)
    #expect(desktop.files.leftovers == [])
    #expect(desktop.store.value("i1", "imageAsset") == .asset(Asset(fileChecksum: digest("i1"))))
  }

  @Test func aPictureThatTheServerDoesNotHaveIsSaidToBeMissing() async throws {
    try world.modify(RecordOperation(.forceDelete, recordName: "i1"))
    world.state.withLock { $0.files = [:] }
    let list = await fetcher().finish([RecordName("i1"), RecordName("i2"), RecordName("nobody")])
    #expect(list.map(\.state) == [.missing, .missing])
  }

  @Test func aServerThatCannotBeReachedIsGivenUpAndSaysWhy() async {
    world.failing { _ in .lost(CloudFailure(code: .networkFailure, reason: "refused")) }
    let list = await fetcher().finish([RecordName("i1")])
    #expect(list.first?.sentence == "Cannot reach the server (refused).")
    #expect(list.first?.tries == FetchQueue.patience)
  }

  /// Rule 8: another account's server is not asked for this journal's pictures.
  @Test func nothingIsAskedInAnothersName() async {
    world.state.withLock { $0.user = "_bert" }
    let before = world.requests.count
    let list = await fetcher().finish([RecordName("i1")])
    guard case .failed? = list.first?.state else { Issue.record("\(list)"); return }
    #expect(
      list.first?.sentence
        == "Another account is signed in: this journal belongs to a different one, and nothing of it is sent.")
    #expect(list.first?.tries == 1)
    #expect(world.requests.dropFirst(before).allSatisfy { $0 == .caller })
  }

  // MARK: Wishes

  @Test func whatNobodyLooksAtAnyMoreIsGivenUp() {
    var queue = FetchQueue(seed: 1)
    #expect(queue.look(at: ["a", "b", "c"]).isEmpty)
    let begun = queue.begin(at: 0)
    #expect(begun.map(\.name) == ["a", "b"])
    #expect(queue.look(at: ["b", "d"]) == [begun[0].ticket])
    #expect(queue.list(at: 0).map(\.recordName.rawValue) == ["b", "d"])
    #expect(queue.begin(at: 0).map(\.name) == ["d"])
  }

  @Test func whatIsLookedAtGoesBeforeTheRest() {
    var queue = FetchQueue(seed: 1)
    queue.add(["a", "b", "c", "d"])
    #expect(queue.look(at: ["d"]).isEmpty)
    #expect(queue.begin(at: 0).map(\.name) == ["d", "a"])
    // It stays one of all.
    #expect(queue.look(at: []).isEmpty)
    #expect(queue.list(at: 0).count == 4)
  }

  @Test func whatDidNotComeIsTriedWhenAskedForAgain() {
    var queue = FetchQueue(seed: 1)
    _ = queue.look(at: ["a"])
    queue.finish(queue.begin(at: 0)[0].ticket, .missing, at: 0)
    #expect(queue.isOver && queue.begin(at: 0).isEmpty)
    _ = queue.look(at: ["a"])
    #expect(queue.begin(at: 0).map(\.name) == ["a"])
  }

  @Test(arguments: [Int64(1_767_225_600_000), 0, -172_800_000])
  func aClockThatIsSetBackMakesNoWaitLonger(_ after: Int64) {
    let before: Int64 = 1_767_225_600_000
    var queue = FetchQueue(seed: 1)
    _ = queue.look(at: ["a"])
    let failure = CloudFailure(code: .serviceUnavailable, reason: "503", retryAfter: 60)
    queue.finish(queue.begin(at: before)[0].ticket, .failed(failure, sentence: "later"), at: before)
    #expect(queue.begin(at: after).isEmpty)
    #expect(queue.wakeAt(after) == after + 60_000)
    #expect(queue.begin(at: after + 60_000).map(\.name) == ["a"])
  }

  @Test func aPictureOfAnotherHistoryIsSaidToBe() {
    let failure = CloudFailure(code: .changeTokenExpired, reason: "another history", isOtherHistory: true)
    #expect(SyncSentences.fetching(failure, service: nil).contains("of another history"))
    #expect(
      SyncSentences.waiting(.request(failure), failures: 1, service: nil).contains("of another history"))
  }

  @Test func theListOfWhatIsOverIsBounded() {
    var queue = FetchQueue(seed: 1)
    queue.add((0..<1000).map { "i\($0)" })
    while true {
      let begun = queue.begin(at: 0)
      if begun.isEmpty { break }
      for flight in begun { queue.finish(flight.ticket, .present, at: 0) }
    }
    #expect(queue.list(at: 0).count == 200)
  }
}

/// Answers after others have had their turn, as a network does.
private struct PatientTransport: CloudTransport {
  let world: CloudWorld

  func send(_ request: CloudRequest, urgency: RequestUrgency) async throws(CloudFailure) -> CloudReply {
    for _ in 0..<100 { await Task.yield() }
    return try world.send(request, device: "desktop").get()
  }
}
