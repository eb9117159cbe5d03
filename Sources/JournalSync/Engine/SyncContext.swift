import CloudRecord
import Encodings
import JournalCore
import SyncCore

/// What all orders share: where things are, what is learnt by the way, and what is handed out.
struct SyncContext {
  let store: any SyncStoring
  let files: any AssetFiles
  var mapping: RecordMapping
  /// The zone that the store holds; the transport asks its database.
  let zoneID: ZoneID
  /// The words in which sentences name keys or commands.
  let speech: SyncSpeech

  var log = ProgressLog()
  var clock = ClockDifference()
  var history = HistoryWatch()
  var doubts = Doubts()
  private var askedAgain: Set<String> = []
  var downloads = DownloadTries()
  var counted = OverviewReading()
  /// How the last look at the account's keys ended; nil before one, and for a plain account.
  var encryption: EncryptionStatus?
  /// The time of the call under way: milliseconds since 1970.
  private(set) var now: Int64 = 0
  /// When the latest request went out.
  private(set) var requestedAt: Int64 = 0
  private var steps: [SyncStep] = []
  /// What the store has told of the server in this call, for a request that goes out within it.
  private var fresh: (revision: Int64, history: ServerHistory?)?
  /// Whether a record came for which a key is missing.
  private var lacksKey = false
  /// Whether the ring is looked at before plain records of a sealed journal are left out: it may be turned off by now.
  var checksKeys = false
  private var modeDoubt = ModeDoubt.none
  /// Whether the ring is looked at before a refusal of plain records is taken for one of the records.
  private var guardDoubt = ModeDoubt.none
  private enum ModeDoubt { case none, asked, confirmed }
  /// What this device is to make of the server's records; nil where none has to go up again for that.
  private(set) var goal: SealGoal?
  /// Whether the ring is to say so once all are.
  private var endsTurning = false
  /// What the ring was when it gave the goal.
  private var goalHead: [UInt8]?
  /// Whether all of them are so: the ring is to say it.
  private(set) var isResealed = false
  /// Whether the server was read once more since none was left.
  private var hasReadAgain = false
  /// How often the ring was to say it.
  private var endings = 0
  /// After so many the next start tries again: a server that takes no ring would be asked without end.
  private static let mostEndings = 5
  /// Pictures that have to come here, since they go up again in another form.
  var wantedPictures = WantedPictures()
  /// What looks at the rings of shares; nil where nothing is shared sealed.
  var shares: ShareLook?
  /// Whether records that are in a share now, or in none any more, wait to be sent.
  private var sortedShares = false

  init(store: any SyncStoring, files: any AssetFiles, mapping: RecordMapping, speech: SyncSpeech) {
    (self.store, self.files, self.mapping, self.speech) = (store, files, mapping, speech)
    zoneID = store.address.zoneID
  }

  /// Begins a call from outside.
  mutating func begin(at now: Int64) {
    self.now = now
    fresh = nil
  }

  /// Ends it: what the caller is to do.
  mutating func takeSteps() -> [SyncStep] {
    defer { steps = [] }
    return steps
  }

  mutating func add(_ step: SyncStep) { steps.append(step) }

  /// A request goes out now, for which what is known of the server's history is read.
  mutating func goesOut() {
    requestedAt = now
    if let fresh { history.load(fresh.history) } else { history.load(store) }
  }

  // MARK: The store

  /// Reads how far the journal is.
  mutating func position() throws -> SyncPosition {
    let position = try store.syncPosition()
    fresh = (position.revision, position.history)
    return position
  }

  /// The journal's ``SyncPosition/revision``.
  mutating func revision() throws -> Int64 { try fresh?.revision ?? position().revision }

  /// The store was written in another way than ``commit(_:isLast:)``.
  mutating func wrote() {
    fresh = nil
    counted.outdate()
  }

  /// Reads records that wait, and with them all else that a batch needs to know of the store.
  mutating func unsent(limit: Int, excluding: Set<String>) throws -> [UnsentRecord] {
    let unsent = try store.unsent(
      limit: limit, excluding: excluding, counting: counted.named(isLast: false, at: now))
    fresh = (unsent.position.revision, unsent.position.history)
    counted.take(unsent.overview, sent: log.sentInRun, at: now)
    return unsent.records
  }

  /// T3: keeps what the server said, with its history.
  ///
  /// - Parameter isLast: Whether nothing else waits to be sent.
  mutating func commit(_ results: [SendResult], isLast: Bool) throws -> CommitSummary {
    counted.outdate()
    let summary = try store.commit(
      results, history: history.latest, counting: isLast ? counted.named(isLast: true, at: now) : nil)
    fresh = (summary.revision, summary.history)
    counted.take(summary.overview, sent: log.sentInRun, at: now)
    return summary
  }

  mutating func note(_ text: String, _ tone: SyncStatus.LogLine.Tone = .plain) {
    let line = SyncStatus.LogLine(at: Instant(milliseconds: now), text: text, tone: tone)
    log.add(line)
    steps.append(.report(line))
  }

  mutating func note(_ failure: CloudFailure) {
    log.noteSpace(failure.code, failure.reason)
    note(SyncSentences.log(failure), .warning)
  }

  /// The end of an order whose request failed as a whole.
  ///
  /// - Parameter records: How many it would have sent.
  mutating func failed(_ failure: CloudFailure, records: Int = 0) -> OrderStep {
    note(failure)
    return .ended(.failed(failure, records: records))
  }

  /// The end of an order whose answer is of another kind than was asked for.
  mutating func unexpected() -> OrderStep { failed(.unexpected) }

  /// The end of an order in which the journal's file failed.
  mutating func ended(by error: any Error, tally: SendTally = SendTally()) -> SyncEvent {
    if let removal = error as? MassRemoval {
      return .massRemoval(removals: removal.removals, records: removal.records)
    }
    note("The journal’s file: \(error)", .warning)
    return .storeFailed(reason: "\(error)", tally: tally)
  }

  /// Keeps what came of records that were taken in.
  mutating func tookIn(_ summary: ApplySummary) {
    log.tookIn(summary)
    if summary.withoutKey > 0 { lacksKey = true }
    if summary.refused > 0 { note(SyncSentences.refusedCopies(summary.refused), .warning) }
  }

  /// Has pictures go up again that came without a file, though it is here.
  mutating func sendLeftOut(_ changes: [FetchedChange]) throws {
    var names: [String] = []
    for case .record(let record) in changes {
      for file in record.seal?.files ?? [] where file.isLeftOut {
        if case .present = try files.file(Hexadecimal.text(file.digest)) { names.append(record.recordName) }
      }
    }
    guard !names.isEmpty else { return }
    try store.sendAgain(names)
    wrote()
  }

  /// Whether records were noted since the last call that go up under another key.
  mutating func takeSortedShares() -> Bool {
    defer { sortedShares = false }
    return sortedShares
  }

  /// Whether a record came since the last call for which a key is missing.
  mutating func takeLackOfKey() -> Bool {
    defer { lacksKey = false }
    return lacksKey
  }

  /// Whether records that came may be taken in now. Plain ones of a sealed journal are left out, and ours go up over them:
  /// not before the ring was looked at, since encryption may have been turned off meanwhile. They are asked for again then.
  mutating func mayTakeIn(_ changes: [FetchedChange]) -> Bool {
    let isPlain = changes.contains { change in
      switch change {
      case .closed(let closed): closed.reason == .unsealed
      // On its way to be sealed: whether it takes the place of a sealed one shows only then.
      case .record(let record): record.seal == nil && record.sealedSince != nil
      case .foreign, .removed, .deleted: false
      }
    }
    guard checksKeys, isPlain else {
      // A look that was for another page is of the past by the next one.
      if modeDoubt == .confirmed { modeDoubt = .none }
      return true
    }
    guard modeDoubt != .confirmed else {
      modeDoubt = .none
      return true
    }
    modeDoubt = .asked
    lacksKey = true
    return false
  }

  /// Whether a refusal of a plain record may be the server's guard of an encrypted journal, as long as the ring was not looked
  /// at for it.
  var mayBeGuarded: Bool { checksKeys && !mapping.sealing.isSealed && guardDoubt == .none }

  /// Has the ring looked at before the refused records are sent again.
  mutating func doubtGuard() {
    guardDoubt = .asked
    lacksKey = true
  }

  /// The look was for the batch that has just been answered.
  mutating func endGuardDoubt() { guardDoubt = .none }

  /// Goes on with other keys, or in another mode. Records that may be opened or taken in now are looked up again, whether the
  /// keys are others or not: another process may have brought them. What was refused in its former form is tried again.
  ///
  /// - Returns: Whether they are others.
  mutating func take(_ sealing: Sealing) -> Bool { adopt(sealing.holding(mapping.sealing.shares)) }

  private mutating func adopt(_ sealing: Sealing) -> Bool {
    let isOther = !sealing.isAlike(mapping.sealing)
    // What waits for a share to be in order may go by now.
    let isOtherForm =
      sealing.isSealed != mapping.sealing.isSealed || sealing.shares != mapping.sealing.shares
    if isOther { (mapping, askedAgain) = (RecordMapping(sealing: sealing, zoneName: zoneID.zoneName), []) }
    doubtClosed()
    do {
      if isOtherForm { try store.unpark(nil) }
    } catch {
      note("The journal could not be written: \(error)", .warning)
    }
    return isOther
  }

  /// Has those closed records looked up again that may not be closed any more.
  mutating func doubtClosed() {
    do {
      doubts.add(try store.unreadable(under: mapping.sealing.keyNames))
      doubts.add(try store.unreadable(.noFile))
      if shares != nil { doubts.add(try store.unreadable(.former) + store.unreadable(.forbidden)) }
      if mapping.sealing.plainRecords != .refused { doubts.add(try store.unreadable(.unsealed)) }
      // A newer version of this program may know by now what they are.
      for record in try store.closedRecords(.newer) {
        if case .closed(let closed) = mapping.fetched(record), closed.reason == .newer { continue }
        doubts.add([record.recordName])
      }
    } catch {
      note("The journal could not be read: \(error)", .warning)
    }
  }

  /// Looks at the rings of shares as the server told them last, and goes on with what follows; records that are in a share now, or
  /// in none any more, go up again under its key.
  mutating func learnShares() {
    do {
      guard let found = try shares?.look(zoneID.zoneName) else { return }
      let isOther = found != mapping.sealing.shares
      if isOther { _ = adopt(mapping.sealing.holding(found)) }
      let (sealing, store) = (mapping.sealing, store)
      if isOther { shares?.tell(sealing) }
      if try shares?.sort(by: sealing, isOther: isOther, store) == true {
        wrote()
        sortedShares = true
      }
    } catch {
      note("The keys of what is shared could not be read: \(error)", .warning)
    }
  }

  /// Learns what records that were just taken in say of shares. Those read with the keys of before are looked up again, once each.
  mutating func learnShares(from changes: [FetchedChange]) {
    guard shares != nil else { return }
    if ShareLook.isNews(changes) { learnShares() }
    doubts.add(ShareLook.opening(changes, mapping.sealing.keyNames).filter { askedAgain.insert($0).inserted })
  }

  /// Takes over what the ring says of the server's records.
  ///
  /// - Parameter head: The end of the ring's log.
  mutating func setGoal(_ goal: SealGoal?, endsTurning: Bool, head: [UInt8]?) {
    if modeDoubt == .asked { modeDoubt = .confirmed }
    if guardDoubt == .asked { guardDoubt = .confirmed }
    if goal != self.goal { endings = 0 }
    self.goal = goal
    self.endsTurning = endsTurning
    goalHead = head
    isResealed = false
    hasReadAgain = false
  }

  /// Whether all records are as a ring wants them: what was found for one that said something else does not count.
  func isResealed(for goal: SealGoal?, head: [UInt8]?) -> Bool {
    isResealed && goal == self.goal && head == goalHead
  }

  /// What is to be done so that all records are as they are to be.
  enum ResealStep {
    case nothing
    /// Records are to be sent.
    case send
    /// The server is to be read once more: a device that has not heard of it may have sent something meanwhile.
    case readAgain
    /// The ring is to be told that none is left.
    case tellRing
  }

  /// Notes records that are to go up again.
  mutating func resealNext() -> ResealStep {
    guard let goal else { return .nothing }
    do {
      let progress = try store.reseal(to: goal)
      if progress.added > 0 {
        wrote()
        counted.doubt()
        note(SyncSentences.resealing(progress.left, goal))
      }
      guard progress.left == 0, endings < SyncContext.mostEndings else {
        hasReadAgain = false
        return progress.added > 0 ? .send : .nothing
      }
      guard endsTurning else {
        // Nothing is in the former way, and nothing goes so any more.
        self.goal = nil
        return .nothing
      }
      guard hasReadAgain else {
        hasReadAgain = true
        return .readAgain
      }
      endings += 1
      isResealed = true
      return .tellRing
    } catch {
      note("The journal’s file: \(error)", .warning)
      return .nothing
    }
  }

  /// Another program has changed the file since the answer was asked for, so that nothing was taken in.
  mutating func noteStale() { note("Another program has synchronised meanwhile") }

  /// Before anything is sent or taken in, moves stamps that no other device has seen yet to the server's time.
  ///
  /// - Returns: Whether records may have other stamps now.
  mutating func correctClock() throws -> Bool {
    guard let correction = try clock.correct(store, at: now) else { return false }
    if correction.records > 0 {
      note(SyncSentences.clockCorrected(correction.offset, correction.records), .warning)
    }
    return true
  }

  /// The server's time, as far as it is known: milliseconds since 1970.
  var serverTime: Int64 { clock.serverTime(now) }

  func lookUpRequest(_ names: [String]) -> CloudRequest {
    .lookup(LookupRequest(items: names.map { LookupRequest.Item(recordName: $0) }, zoneID: zoneID))
  }

  /// A record that the server does not have is as good as deleted; another refusal leaves it as it is.
  func intake(_ reply: RecordsReply) -> Intake {
    let changes: [RecordChange] = reply.outcomes.compactMap { outcome in
      switch outcome {
      case .saved(let record): .changed(record)
      case .failed(let name?, let error) where error.code == .notFound: .deleted(recordName: name, zoneID: zoneID)
      case .deleted, .failed: nil
      }
    }
    return Intake(changes, mapping: mapping, store: store)
  }
}

/// Records whose state on the server is not what was thought, in the order in which they came up.
struct Doubts {
  private(set) var names: [String] = []

  mutating func add(_ more: some Sequence<String>) {
    for name in more where !names.contains(name) { names.append(name) }
  }

  mutating func remove(_ names: [String]) {
    let settled = Set(names)
    self.names.removeAll { settled.contains($0) }
  }
}
