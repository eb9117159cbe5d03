import CloudRecord
import JournalSeal
import JournalSync
import SyncCore
import Synchronization

/// What came of something that a person did with keys.
enum DeskEnd: Sendable {
  case standing(KeyStanding)
  case asked(KeyDesk.Joining)
  /// There is another recovery key, which the person has on paper now.
  case paper(RecoveryKey)
  case done
}

/// What a person does with keys.
enum KeyDeed: Equatable {
  case asks, looksForAnswer, typesRecoveryKey, leaves, makesRecoveryKey, rotates, looks
  /// Types the words of another journal's device.
  case typesWords(of: Int)
  /// Removes the device of another journal.
  case removes(Int)
  /// Turns encryption on (0, 2) or off (1).
  case turns(Int)
}

/// Something that a person does with the keys of a device: the shipped ``KeyDesk``, whose requests are answered in the
/// simulation's time. It can be cut off, and killed, before and after each of them.
final class DeskWork {
  let device: Device
  let deed: KeyDeed
  private let line: DeskLine
  private let executor = DeskExecutor()
  private let keeper: DyingKeeper
  private let outcome: Knob<Result<DeskEnd, any Error>?>
  private(set) var isOver = false

  enum Step {
    case asks(CloudRequest)
    case ended(Result<DeskEnd, any Error>)
    /// It was killed: nothing comes of it any more.
    case dead
  }

  init(
    _ deed: KeyDeed, on device: Device, keeper: any KeyKeeping, wrapping: any KeyWrapping,
    random: @escaping SealRandom, _ body: @escaping @Sendable (KeyDesk) async throws -> DeskEnd
  ) {
    (self.deed, self.device) = (deed, device)
    let (line, clock) = (DeskLine(offset: -device.skew), device.clock)
    self.line = line
    let dying = DyingKeeper(keeper)
    self.keeper = dying
    let outcome = Knob<Result<DeskEnd, any Error>?>(nil)
    self.outcome = outcome
    let desk = KeyDesk(
      transport: line, keeper: dying, wrapping: wrapping, random: random,
      clock: { UInt64(max(0, clock.value)) }, deviceName: device.name)
    Task(executorPreference: executor) {
      do { outcome.value = .success(try await body(desk)) } catch { outcome.value = .failure(error) }
    }
  }

  /// Goes on, with the answer to the latest request, until the next one or the end.
  func goOn(_ answer: Result<CloudReply, CloudFailure>? = nil) -> Step {
    if let answer { line.answer(answer) }
    executor.work()
    if let outcome = outcome.value {
      isOver = true
      return keeper.isDead ? .dead : .ended(outcome)
    }
    guard let request = line.request else { preconditionFailure("\(deed) waits for something else than the server") }
    return .asks(request)
  }

  /// The process ends here: nothing is kept any more.
  func kill() -> Step {
    keeper.die()
    return goOn(.failure(CloudFailure(code: .networkFailure, reason: "killed", isOutcomeUnknown: true)))
  }
}

/// Runs one person's work on the thread of the simulation, as far as it goes without an answer.
private final class DeskExecutor: TaskExecutor {
  private let jobs = Knob<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.change { $0.append(job) }
  }

  func work() {
    while let job = jobs.change({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// The way from a desk to the simulation: one request at a time.
private final class DeskLine: CloudTransport {
  private typealias Waiting = CheckedContinuation<Result<CloudReply, CloudFailure>, Never>
  private let waiting = Mutex<(request: CloudRequest, answer: Waiting)?>(nil)
  let clockOffset: Int64?

  init(offset: Int64) { clockOffset = offset }

  func send(_ request: CloudRequest, urgency: RequestUrgency) async throws(CloudFailure) -> CloudReply {
    let answer = await withCheckedContinuation { answer in waiting.withLock { $0 = (request, answer) } }
    return try answer.get()
  }

  var request: CloudRequest? { waiting.withLock { $0?.request } }

  func answer(_ answer: Result<CloudReply, CloudFailure>) {
    let waiting = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    waiting?.answer.resume(returning: answer)
  }
}

/// The keys of a journal's folder, until the process that has them open is killed.
private final class DyingKeeper: KeyKeeping {
  private let keeper: any KeyKeeping
  private let dead = Knob(false)

  init(_ keeper: any KeyKeeping) { self.keeper = keeper }

  var isDead: Bool { dead.value }
  func die() { dead.value = true }

  func held() throws -> HeldKeys? {
    if isDead { throw PowerCut() }
    return try keeper.held()
  }

  func keep(_ held: HeldKeys, over former: HeldKeys?) throws -> Bool {
    if isDead { throw PowerCut() }
    return try keeper.keep(held, over: former)
  }

  func noted() throws -> NotedRing? {
    if isDead { throw PowerCut() }
    return try keeper.noted()
  }

  func mayReplaceOlder(at now: Int64) throws -> Bool {
    if isDead { throw PowerCut() }
    return try keeper.mayReplaceOlder(at: now)
  }
}
