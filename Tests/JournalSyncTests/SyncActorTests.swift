import CloudRecord
import Dispatch
import JournalCore
import JournalSync
import SyncCore
import Synchronization
import Testing

/// The shell around the runner: real tasks, virtual time.
@Suite struct SyncActorTests {
  let world = CloudWorld()
  let store = FakeStore(device: 1)
  let time = VirtualTime()
  private let executor = QueueExecutor()

  private func engine(
    _ store: FakeStore, session: SyncSession? = WorldSessions.session, device: String = "laptop"
  ) -> SyncActor {
    SyncActor(
      runner: SyncRunner(store: store, seed: 1), transport: WorldTransport(world: world, device: device),
      sessions: WorldSessions(found: session),
      clock: ComposedClock(now: { time.now() }, pause: { try await time.pause(until: $0) }),
      executor: executor)
  }

  @Test func onceEndsWhenEverythingIsSafe() async throws {
    store.edit("e1", ["title": .text("Run")])
    let outcome = await engine(store).once()
    guard case .safe(let status) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(status.isSafe)
    #expect(status.who == "anna@journal.example.org")
    #expect(try world.record("e1") != nil)
  }

  @Test func onceSaysWhyNot() async {
    store.edit("e1", ["title": .text("Run")])
    let outcome = await engine(store, session: nil).once()
    guard case .notSafe(let why, let status) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(why == "Not signed in. You can write; press A to sync.")
    #expect(status.account == .noAccount)
    #expect(!status.isSafe)
  }

  @Test func onceGivesUpOnAServerThatCannotBeReached() async {
    let refused = CloudFailure(code: .networkFailure, reason: "refused")
    world.failing { _ in .lost(refused) }
    let outcome = await engine(store).once()
    guard case .notSafe(let why, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(why == "Cannot reach journal.example.org (refused).")
  }

  /// Each try takes so long that two minutes are over before the fifth has failed.
  @Test func onceGivesUpWhereNothingMovesForTwoMinutes() async {
    world.failing { [time, executor] _ in
      // The actor looks at the clock once more after it has asked: that look is to see the time of before.
      executor.afterItsTurn { time.pass(50_000) }
      return .lost(CloudFailure(code: .networkFailure, reason: "no answer for 50 s"))
    }
    let outcome = await engine(store).once()
    guard case .notSafe(let why, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(why == "Cannot reach journal.example.org (no answer for 50 s).")
    #expect(world.requests.count == 3)
  }

  @Test func aSaveIsSentWhileItRunsAndTheStatusSaysSo() async throws {
    let engine = engine(store)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await engine.run() }
      var isSaved = false
      for await status in engine.statuses {
        if !isSaved, status.isSafe {
          isSaved = true
          store.edit("e1", ["title": .text("Run")])
          engine.signal(.localChange)
        } else if isSaved, status.isSafe, store.unsentNames == [] {
          break
        }
      }
      group.cancelAll()
    }
    #expect(try world.record("e1")?.fields["title"]?.value == .text("Run"))
  }

  @Test func aPushBringsWhatTheOtherDeviceWrote() async {
    let other = FakeStore(device: 2)
    let engine = engine(store)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await engine.run() }
      var isWritten = false
      for await status in engine.statuses {
        if !isWritten, status.isSafe {
          isWritten = true
          other.edit("e1", ["title": .text("From afar")])
          _ = await self.engine(other, device: "desktop").once()
          engine.signal(.remoteHint)
        } else if store.names == ["e1"] {
          break
        }
      }
      group.cancelAll()
    }
    #expect(store.text("e1", "title") == "From afar")
  }

  /// The next page is on its way while one is taken in; each is asked for once, and a page that could not be taken in is
  /// asked for again.
  @Test(arguments: [nil, 0, 1])
  func thePageAfterIsAskedForBeforeOneIsTakenIn(failing: Int?) async throws {
    let other = FakeStore(device: 2)
    for number in 0..<450 { other.edit("e\(number)", ["title": .text("Run \(number)")]) }
    _ = await engine(other, device: "desktop").once()
    func asked() -> Int { world.requests.count { if case .zoneChanges = $0 { true } else { false } } }
    let before = asked()
    let asking = DispatchSemaphore(value: 0)
    world.failing { request in
      if case .zoneChanges = request { asking.signal() }
      return nil
    }
    let pages = Mutex(0)
    store.beforeApply.withLock {
      $0 = { [store] in
        let page = pages.withLock { pages in
          pages += 1
          return pages - 1
        }
        guard failing == nil else { return page == failing ? store.fail("apply") : () }
        // The first request is that of the page itself; behind the last page nothing is asked for.
        if page == 0 { asking.wait() }
        if page < 2 { #expect(asking.wait(timeout: .now() + 60) == .success) }
      }
    }
    _ = await engine(store).once()
    #expect(store.names.count == 450)
    if failing == nil { #expect(asked() - before == 3) }
  }

  @Test func commandsAreObeyed() async {
    let engine = engine(store)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await engine.run() }
      engine.send(.setPaused(true))
      for await status in engine.statuses where status.activity == .paused { break }
      group.cancelAll()
    }
  }
}

/// Time that passes as soon as somebody waits for it.
final class VirtualTime: Sendable {
  private let time = Mutex<Int64>(1_700_000_000_000)

  func now() -> Int64 { time.withLock { $0 } }
  func pass(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }

  func pause(until milliseconds: Int64) async throws {
    // Polls and windows never come in these tests; waits after failures do.
    guard milliseconds - now() < 50_000 else {
      let (nothing, continuation) = AsyncStream.makeStream(of: Void.self)
      for await _ in nothing {}
      continuation.finish()
      throw CancellationError()
    }
    time.withLock { $0 = max($0, milliseconds) }
  }
}

struct WorldTransport: CloudTransport {
  let world: CloudWorld
  let device: String

  func send(_ request: CloudRequest, urgency: RequestUrgency) async throws(CloudFailure) -> CloudReply {
    try world.send(request, device: device).get()
  }
}

struct WorldSessions: SessionSource {
  static let session = SyncSession(
    service: "https://journal.example.org", containerID: "iCloud.test", environment: .production, incarnation: "1",
    who: "anna@journal.example.org")

  let found: SyncSession?

  func session() async throws(CloudFailure) -> SyncSession? { found }
}

/// Runs an actor's jobs on a queue of their own.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "work")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Waits until the actor does nothing, and works before it goes on.
  func afterItsTurn(_ work: () -> Void) { queue.sync(execute: work) }
}
