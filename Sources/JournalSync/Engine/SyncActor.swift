import CloudRecord
package import JournalCore
package import SyncCore

/// Keeps one journal and its zone on the server equal: the shell of ``SyncRunner`` that owns time and the network.
///
/// One for each journal and process that holds the journal's lock. ``run()`` works until its task is cancelled;
/// ``once(answer:)`` until everything is safe or cannot be made so. Where nothing is to be done, nothing runs.
package actor SyncActor {
  /// The status after each change; a slow reader gets only the latest. It ends with ``run()`` or ``once(answer:)``.
  package nonisolated let statuses: AsyncStream<SyncStatus>

  private var runner: SyncRunner
  private let transport: any CloudTransport
  private let sessions: any SessionSource
  private let clock: any SyncClock
  private nonisolated let inputs: AsyncStream<Input>
  private nonisolated let inbox: AsyncStream<Input>.Continuation
  private let outbox: AsyncStream<SyncStatus>.Continuation
  private var shown: SyncStatus?
  /// The person's answer to the first question, given beforehand.
  private var answer: SyncQuestion.Answer?
  /// Why nothing moves, told to a command that waits for the end.
  private var stall: String?
  /// The earliest wake-up that is under way.
  private var wakeAt: Int64?
  /// Files that go up beside the requests.
  private var flights: [Int: StoppableRequest] = [:]
  private var shownAt: Int64 = 0
  private nonisolated let executor: any SerialExecutor

  /// A request that was sent before it was asked for.
  private struct Ahead {
    let request: CloudRequest
    let answer: AsyncStream<Answer>
  }

  private struct Answer: Sendable {
    var answer: CloudAnswer
    var outcome: Result<CloudReply, CloudFailure> { answer.outcome }
    /// A page's changes, made on the thread of the answer while the actor takes in the page before.
    var prepared: [FetchedChange]?
  }

  private enum Input: Sendable {
    case begin
    case event(SyncEvent)
    case command(SyncRequest)
    case save(String, SavePolicy)
    case counted
    case discovered(Int, Result<SyncSession?, CloudFailure>)
    case finished(Int, Answer, clockOffset: Int64?)
    case woken(at: Int64)
    case uploadFinished(Int, Result<CloudReply, CloudFailure>)
    case uploadProgressed(Int, Int64)
  }

  /// - Parameters:
  ///   - runner: Of the journal's store; not used elsewhere.
  ///   - sessions: Who is signed in.
  ///   - executor: Where the actor's own work is done.
  package init(
    runner: SyncRunner, transport: any CloudTransport, sessions: any SessionSource, clock: any SyncClock,
    executor: any SerialExecutor
  ) {
    (self.executor, self.runner, self.transport) = (executor, runner, transport)
    (self.sessions, self.clock) = (sessions, clock)
    (inputs, inbox) = AsyncStream.makeStream(of: Input.self)
    (statuses, outbox) = AsyncStream.makeStream(of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// The executor that the initialiser was given; the actor's work never runs elsewhere.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  // MARK: From anywhere

  /// Tells what happened outside. Returns at once, from any thread.
  package nonisolated func signal(_ event: SyncEvent) { inbox.yield(.event(event)) }

  /// Tells that a draft or a mark was written, which the status counts and no order sends. Returns at once, from any thread.
  package nonisolated func countAgain() { inbox.yield(.counted) }

  /// Tells what the person wants. Returns at once, from any thread.
  package nonisolated func send(_ command: SyncRequest) { inbox.yield(.command(command)) }

  /// Saves one unsent record over whatever the server has of it.
  package nonisolated func save(_ recordName: RecordName, policy: SavePolicy) {
    inbox.yield(.save(recordName.rawValue, policy))
  }

  // MARK: Running

  /// Works until the task is cancelled. Call it once.
  package func run() async { await work(untilFinished: false) }

  /// Works until everything is safe, or until something stands in the way that does not go away by itself soon.
  ///
  /// - Parameter answer: The person's answer to the first question that comes up; a second question ends the work.
  package func once(answer: SyncQuestion.Answer? = nil) async -> SyncOutcome {
    self.answer = answer
    await work(untilFinished: true)
    runner.count(isChanged: true, at: clock.now())
    let overview = runner.counted
    let status = runner.status(at: clock.now())
    if let obstacle = runner.obstacle ?? stall { return .notSafe(obstacle, status) }
    if overview.parked > 0 { return .notSafe(SyncSentences.refused(overview.parked), status) }
    if overview.unsent > 0 { return .notSafe(SyncSentences.waiting(overview.unsent), status) }
    if overview.unreadable > 0 {
      let now = Instant(milliseconds: clock.now())
      let words =
        overview.faults(at: now) == 0
        ? SyncSentences.keyless(overview.keyless) : SyncSentences.unreadable(overview.faults(at: now))
      return .notSafe(words, status)
    }
    if let setback = status.encryption?.setback, setback.isKept {
      return .notSafe("\(setback.sentence) \(setback.advice)", status)
    }
    return .safe(status)
  }

  private func work(untilFinished: Bool) async {
    defer { outbox.finish() }
    inbox.yield(.begin)
    await withDiscardingTaskGroup { group in
      for await input in inputs {
        let ahead = sendAhead(input, in: &group)
        for step in take(input) { start(step, ahead, in: &group) }
        runner.selectAhead(at: clock.now())
        if case .uploadProgressed = input { publishProgress() } else { publish() }
        if Task.isCancelled || untilFinished && (isStalled() || isFinished) && !answers() { break }
      }
      group.cancelAll()
    }
  }

  private func take(_ input: Input) -> [SyncStep] {
    let now = clock.now()
    switch input {
    case .begin: return runner.handle(.started, at: now)
    case .event(let event): return runner.handle(event, at: now)
    case .command(let command): return runner.handle(command: command, at: now)
    case .save(let name, let policy): return runner.save(name, policy: policy, at: now)
    case .counted:
      runner.count(isChanged: true, at: now)
      return []
    case .discovered(let ticket, let outcome): return runner.discovered(ticket, outcome, at: now)
    case .finished(let ticket, let answer, let offset):
      return runner.finished(ticket, answer.answer, prepared: answer.prepared, clockOffset: offset, at: now)
    case .woken(let time):
      if wakeAt == time { wakeAt = nil }
      return runner.handle(.timerFired, at: now)
    case .uploadFinished(let ticket, let outcome):
      flights[ticket] = nil
      return runner.uploadFinished(ticket, outcome, at: now)
    case .uploadProgressed(let ticket, let bytes):
      runner.uploadProgressed(ticket, bytes, at: now)
      return []
    }
  }

  /// Asks for the next page while the one that came is taken in: the server and the network need not wait for the disk.
  /// Only the very next step uses the answer; after any other step the page is asked for anew.
  private func sendAhead(_ input: Input, in group: inout DiscardingTaskGroup) -> Ahead? {
    guard case .finished(let ticket, let answer, _) = input, case .success(let reply) = answer.outcome,
      let request = runner.requestAhead(of: reply, answer.prepared, to: ticket)
    else { return nil }
    let (ahead, sink) = AsyncStream.makeStream(of: Answer.self)
    group.addTask { [transport, mapping = runner.mapping, urgency = runner.urgency, known = runner.known] in
      sink.yield(await Self.send(request, urgency, known, over: transport, mapping))
      sink.finish()
    }
    return Ahead(request: request, answer: ahead)
  }

  private static func send(
    _ request: CloudRequest, _ urgency: RequestUrgency, _ known: ServerHistory?, over transport: any CloudTransport,
    _ mapping: RecordMapping
  ) async -> Answer {
    let answer = await transport.exchange(request, urgency: urgency, known: known)
    guard case .success(let reply) = answer.outcome else { return Answer(answer: answer) }
    return Answer(answer: answer, prepared: mapping.prepared(reply))
  }

  private func start(_ step: SyncStep, _ ahead: Ahead?, in group: inout DiscardingTaskGroup) {
    switch step {
    case .discover(let ticket):
      group.addTask { [sessions, inbox] in
        let outcome: Result<SyncSession?, CloudFailure>
        do throws(CloudFailure) {
          outcome = .success(try await sessions.session())
        } catch {
          outcome = .failure(error)
        }
        inbox.yield(.discovered(ticket, outcome))
      }
    case .request(let request, let urgency, let ticket):
      let early = ahead?.request == request ? ahead?.answer : nil
      group.addTask { [transport, inbox, mapping = runner.mapping, known = runner.known] in
        let answer =
          if let early, let answer = await early.first(where: { _ in true }) {
            answer
          } else {
            await Self.send(request, urgency, known, over: transport, mapping)
          }
        inbox.yield(.finished(ticket, answer, clockOffset: transport.clockOffset))
      }
    case .upload(let request, let ticket):
      let flight = StoppableRequest()
      flights[ticket] = flight
      group.addTask { [transport, inbox, known = runner.known] in
        let outcome = await flight.send(request, over: transport, urgency: .background, known: known) { bytes in
          inbox.yield(.uploadProgressed(ticket, bytes))
        }
        if let outcome { inbox.yield(.uploadFinished(ticket, outcome)) }
      }
    case .cancelUpload(let ticket): flights.removeValue(forKey: ticket)?.stop()
    case .wake(let time):
      // A later one is asked for again when the earlier one fires.
      if let wakeAt, wakeAt <= time { return }
      wakeAt = time
      group.addTask { [clock, inbox] in
        do {
          try await clock.sleep(until: time)
        } catch {
          return
        }
        inbox.yield(.woken(at: time))
      }
    case .report: return
    }
  }

  // MARK: The end

  /// After so many failures of one activity in a row, a command that waits is told.
  private static let patience = 5

  /// Gives the answer that the person has left, if a question waits for it.
  private func answers() -> Bool {
    guard let answer else { return false }
    switch runner.machine.phase {
    case .asking: break
    case .stopped(.stayLocal) where answer != .stayLocal: break
    default: return false
    }
    self.answer = nil
    inbox.yield(.command(.answer(answer)))
    return true
  }

  private func isStalled() -> Bool {
    stall = runner.composer.stall(at: clock.now())
    return stall != nil
  }

  private var isFinished: Bool {
    runner.composer.isFinished(at: clock.now(), patience: SyncActor.patience, soon: 30_000)
  }

  // MARK: The status

  private func publish() {
    let now = clock.now()
    runner.count(at: now)
    show(now)
  }

  /// Shows bytes at most ten times a second, though they come more often.
  private func publishProgress() {
    let now = clock.now()
    if now - shownAt >= 100 || now < shownAt { show(now) }
  }

  private func show(_ now: Int64) {
    let status = runner.status(at: now)
    guard status != shown else { return }
    shown = status
    shownAt = now
    outbox.yield(status)
  }
}
