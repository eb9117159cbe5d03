import CloudRecord
import JournalCore
import JournalSync
import SyncCore
import Synchronization

/// One device: the real runner over a store in memory, driven step by step against the real service.
final class Device {
  let world: CloudWorld
  let store: FakeStore
  let files: MemoryFiles
  let name: String
  var runner: SyncRunner
  var isSignedIn = true
  /// Until when the session holds, as far as it says.
  var holdsUntil: Int64?
  /// The server's clock less this device's, as its transport tells it.
  var clockOffset: Int64?
  /// Called before each request is carried out.
  var beforeRequest: (CloudRequest) -> Void = { _ in }
  /// Called when the service has answered a request, before the answer arrives.
  var afterAnswer: (CloudRequest) -> Void = { _ in }
  private(set) var wakeAt: Int64?
  private(set) var uploads: [CloudRequest] = []
  var holdsUploads = false
  /// Whether what the status counts is read when it is due.
  var counts = false
  private var heldUploads: [(request: CloudRequest, ticket: Int)] = []
  private(set) var log: [String] = []

  /// - Parameter store: Another device's, for a second engine on its journal.
  init(_ name: String, _ world: CloudWorld, number: UInt64, store: FakeStore? = nil, batch: Int = 200) {
    (self.name, self.world) = (name, world)
    self.store = store ?? FakeStore(device: number)
    files = MemoryFiles(world, folder: name)
    var pace = SyncMachine.Pace()
    pace.batch = batch
    runner = SyncRunner(store: self.store, files: files, seed: number, pace: pace)
  }

  /// A process that begins on the same file.
  func restart() { runner = SyncRunner(store: store, files: files, seed: 5) }

  @discardableResult
  func start() -> Device {
    settle(runner.handle(.started, at: world.now))
    return self
  }

  func tell(_ event: SyncEvent) { settle(runner.handle(event, at: world.now)) }
  func command(_ command: SyncRequest) { settle(runner.handle(command: command, at: world.now)) }

  /// Saves, and lets the engine know, a while after what was before.
  func save(_ record: String, type: String = "JournalEntry", _ fields: [String: FieldValue?]) {
    store.edit(record, type: type, fields)
    world.advance(2000)
    tell(.localChange)
  }

  func pull() { tell(.remoteHint) }

  /// Lets time pass to the next wake-up.
  func wake() {
    guard let wakeAt else { return }
    world.advance(max(0, wakeAt - world.now))
    self.wakeAt = nil
    tell(.timerFired)
  }

  /// Wakes until nothing waits for a second try.
  func recover() {
    for _ in 0..<20 {
      guard case .waiting = runner.machine.phase else { return }
      wake()
    }
  }

  func settle(_ steps: [SyncStep]) {
    var queue = StepQueue(steps)
    while let step = queue.next() {
      switch step {
      case .discover(let ticket):
        queue.steps += runner.discovered(ticket, .success(isSignedIn ? session : nil), at: world.now)
      case .request(let request, _, let ticket):
        beforeRequest(request)
        runner.selectAhead(at: world.now)
        if counts { runner.count(at: world.now) }
        let answer = world.exchange(request, device: name, known: runner.known)
        afterAnswer(request)
        queue.steps += runner.finished(ticket, answer, clockOffset: clockOffset, at: world.now)
      case .upload(let request, let ticket):
        uploads.append(request)
        // What goes beside the requests ends after them, if it may.
        if holdsUploads { heldUploads.append((request, ticket)) } else { queue.steps += answer(request, ticket) }
      case .cancelUpload(let ticket): heldUploads.removeAll { $0.ticket == ticket }
      case .wake(let time): wakeAt = min(wakeAt ?? .max, time)
      case .report(let line): log.append(line.text)
      }
    }
    if counts { runner.count(at: world.now) }
  }

  private func answer(_ request: CloudRequest, _ ticket: Int) -> [SyncStep] {
    beforeRequest(request)
    return runner.uploadFinished(ticket, world.send(request, device: name), at: world.now)
  }

  /// Lets uploads come to their end that were held.
  func releaseUploads() {
    holdsUploads = false
    while !heldUploads.isEmpty {
      let (request, ticket) = heldUploads.removeFirst()
      settle(answer(request, ticket))
    }
  }

  /// Lets time pass until what was uploaded has gone with its record.
  func finishUploads() {
    for _ in 0..<20 where !store.unsentNames.isEmpty { wake() }
  }

  var session: SyncSession { world.session(holdsUntil: holdsUntil) }

  var phase: SyncPhase { runner.machine.phase }
}

extension FieldValue {
  static func text(_ text: String) -> FieldValue { .string(text) }

  static func entry(_ name: String) -> FieldValue {
    .reference(Reference(recordName: name, action: .deleteSelf))
  }

  static func category(_ name: String) -> FieldValue {
    .reference(Reference(recordName: name, action: .none))
  }
}

/// Steps that are taken one after the other, while more come.
struct StepQueue {
  var steps: [SyncStep]
  private var index = 0

  init(_ steps: [SyncStep]) { self.steps = steps }

  mutating func next() -> SyncStep? {
    guard index < steps.count else { return nil }
    defer { index += 1 }
    return steps[index]
  }
}

extension CloudWorld {
  /// A session of anna's, with the history that the service has by now.
  func session(holdsUntil: Int64? = nil) -> SyncSession {
    let incarnation = state.withLock { String($0.incarnation) }
    return SyncSession(
      service: "https://journal.example.org", containerID: "iCloud.test", environment: .production,
      incarnation: incarnation, who: "anna@journal.example.org", holdsUntil: holdsUntil)
  }
}
