package import CloudRecord
package import JournalCore
package import SyncCore

/// Runs ``SyncMachine`` for one journal: carries out what concerns the store at once, and hands out what concerns the
/// network as steps. Synchronous, without clock or chance of its own: an actor and a simulator drive the same code.
package struct SyncRunner {
  let store: any SyncStoring
  let files: any AssetFiles
  let mapping: RecordMapping
  /// The state machine, for tests and for the status; only the runner gives it events.
  package internal(set) var machine: SyncMachine
  /// The words in which sentences name keys or commands.
  let speech: SyncSpeech
  /// The zone that the store holds; the transport asks its database.
  let zoneID: ZoneID

  /// The purpose of the request that has no answer yet.
  enum Flight {
    case session, caller, zone, subscription
    case page, pageFile, lookUp, lookUpFile
    case overwriteLookUp, overwriteFile, upload(PendingUpload), modify
  }

  var flight: Flight?
  var ticket = 0
  var flightBegan: Int64 = 0
  var session: SyncSession?
  /// Who is signed in, as the last check found it.
  var found: AccountBinding?
  var intake: Intake?
  /// The changes of the page that came, where the caller has made them already.
  var prepared: [FetchedChange]?
  /// The journal's ``SyncPosition/revision`` when the latest page or look-up was asked for.
  var askedAt: Int64?
  /// The revision that the page which comes next has to be as of: it may have been asked for before it was time.
  var pageFollows: Int64?
  var work: SendWork?
  var ahead: AheadBatch?
  /// Operations that the latest batch might have had.
  var latestLimit = 0
  /// To be looked up, in the order in which they came up.
  var inDoubt: [String] = []
  /// Left out until there is space.
  var setAside: Set<String> = []
  /// One record that is to be saved over whatever is there.
  var overwrite: (unsent: UnsentRecord, policy: SavePolicy)?
  /// Atomic batches that came to nothing since the last one that did not.
  var atomicFailures = 0
  /// How often a file could not be had.
  var failedDownloads: [String: Int] = [:]
  /// The path of the file that is on its way here.
  var placed: String?
  /// Files on the server by what they are here, so that none is uploaded twice.
  var receipts = UploadReceipts()
  /// Files that go up beside the records.
  var uploads: UploadQueue
  /// When bytes of a file last went up.
  var uploadedAt = Int64.min
  /// How often sending a record came to nothing.
  var attempts: [String: Int] = [:]
  var telling = Telling()
  /// The server's last words about an account without space.
  var spaceWords = ""
  /// The server's history as the journal's file knows it, for the request that goes out next.
  package internal(set) var known: ServerHistory?
  /// The history that the latest answer told, to be kept with the records that it brought.
  var latestHistory: ServerHistory?
  /// The server's clock less this machine's, as the client knows it from the dates of answers.
  var clockOffset: Int64?
  /// How the journal's edits are stamped, as far as is known here.
  var correctedOffset: Int64?

  /// - Parameters:
  ///   - seed: For the waiting times after failures; another one for each process.
  ///   - files: The journal's images.
  ///   - speech: What a person may do who reads the sentences.
  package init(
    store: any SyncStoring, files: any AssetFiles = NoAssetFiles(), sealing: any Sealing = OpenSealing(),
    seed: UInt64, pace: SyncMachine.Pace = SyncMachine.Pace(), speech: SyncSpeech = .keys
  ) {
    self.store = store
    zoneID = store.address.zoneID
    self.speech = speech
    self.files = files
    mapping = RecordMapping(sealing: sealing)
    machine = SyncMachine(seed: seed, pace: pace)
    uploads = UploadQueue(seed: seed, spaceRetry: pace.spaceRetry)
  }

  // MARK: In

  /// Takes in what happened.
  ///
  /// - Parameter now: Milliseconds since 1970.
  package mutating func handle(_ event: SyncEvent, at now: Int64) -> [SyncStep] {
    var steps: [SyncStep] = []
    switch event {
    // Uploads that are under way would go on in the name of another account.
    case .accountChanged: steps += uploads.stop().map { .cancelUpload(ticket: $0) }
    case .reachabilityChanged(isReachable: true), .offlineWished(false), .userResumed: uploads.tryNow()
    default: break
    }
    run(event, at: now, &steps)
    return steps
  }

  /// Takes in what a person wants.
  package mutating func handle(command: SyncCommand, at now: Int64) -> [SyncStep] {
    switch command {
    case .syncNow:
      uploads.tryNow()
      return handle(.syncNow, at: now)
    case .setPaused(let isPaused): return handle(isPaused ? .userPaused : .userResumed, at: now)
    case .setOffline(let isOffline): return handle(.offlineWished(isOffline), at: now)
    case .retry(let name): return retry(name, at: now)
    case .answer(let answer): return handle(.answered(SyncAnswer(answer)), at: now)
    // The store's business: the screens tell it themselves.
    case .dismissConflict: return []
    // ``PictureFetcher``'s business.
    case .fetchPictures, .fetchAllPictures: return []
    }
  }

  private mutating func retry(_ name: RecordName?, at now: Int64) -> [SyncStep] {
    do {
      try store.unpark(name?.rawValue)
    } catch {
      return [note("The journal could not be written: \(error)", .warning, at: now)]
    }
    setAside = []
    uploads.tryNow()
    return handle(.retryAsked, at: now)
  }

  /// Saves one unsent record, as it is at this call, over the server's version, which the history keeps.
  ///
  /// A record that the server never had is sent as always.
  package mutating func save(_ recordName: String, policy: SavePolicy, at now: Int64) -> [SyncStep] {
    do {
      overwrite = nil
      if policy != .ifUnchanged, let unsent = try unsentRecord(recordName), unsent.local != nil, unsent.base != nil {
        overwrite = (unsent, policy)
      }
    } catch {
      return [note("The journal could not be read: \(error)", .warning, at: now)]
    }
    return handle(.syncNow, at: now)
  }

  /// Takes in the answer to ``SyncStep/discover(ticket:)``; nil says that no account is signed in.
  package mutating func discovered(
    _ ticket: Int, _ outcome: Result<SyncSession?, CloudFailure>, at now: Int64
  ) -> [SyncStep] {
    guard ticket == self.ticket, case .session? = flight else { return [] }
    flight = nil
    var steps: [SyncStep] = []
    switch outcome {
    case .failure(let failure): run(failed(failure, at: now, &steps), at: now, &steps)
    case .success(let session):
      if let event = sessionFound(session, at: now, &steps) { run(event, at: now, &steps) }
    }
    return steps
  }

  /// The answer to ``SyncStep/request(_:urgency:ticket:)``; late and doubled ones change nothing.
  ///
  /// - Parameters:
  ///   - answer: Not taken in if it is of another history of the server's data than the journal's.
  ///   - prepared: What ``RecordMapping/prepared(_:)`` made of the answer, where that was done elsewhere.
  ///   - clockOffset: The server's clock less this machine's, in milliseconds, where the transport knows it.
  package mutating func finished(
    _ ticket: Int, _ answer: CloudAnswer, prepared: [FetchedChange]? = nil, clockOffset: Int64? = nil, at now: Int64
  ) -> [SyncStep] {
    if let clockOffset { self.clockOffset = clockOffset }
    guard ticket == self.ticket, let flight else { return [] }
    if case .session = flight { return [] }
    self.flight = nil
    var steps: [SyncStep] = []
    let outcome: Result<CloudReply, CloudFailure>
    switch judged(answer) {
    case .ours(let ours): outcome = judged(ours, at: now)
    case .other:
      leaveOff()
      steps.append(note(SyncSentences.question(.otherHistory), .warning, at: now))
      run(.otherHistoryFound, at: now, &steps)
      return steps
    }
    self.prepared = prepared
    noteAttempt(flight, outcome)
    if let event = landed(flight, outcome, at: now, &steps) { run(event, at: now, &steps) }
    return steps
  }

  // MARK: The machine

  private mutating func run(_ event: SyncEvent, at now: Int64, _ steps: inout [SyncStep]) {
    var effects = machine.handle(event, at: now)
    var index = 0
    while index < effects.count {
      let effect = effects[index]
      index += 1
      if let answer = perform(effect, at: now, &steps) { effects += machine.handle(answer, at: now) }
    }
    if uploads.items.isEmpty { telling.phase(machine.phase, at: now) }
    if machine.isAtRest { attempts = [:] }
    tendUploads(at: now, &steps)
  }

  /// Carries an order out as far as that goes without the network; the event it ended in, if it has ended.
  private mutating func perform(_ effect: SyncEffect, at now: Int64, _ steps: inout [SyncStep]) -> SyncEvent? {
    do {
      switch effect {
      case .checkAccount: return try discover(at: now, &steps)
      case .makeZone: return request(.modifyZones([.create(zoneID)]), .zone, at: now, &steps)
      case .subscribe: return subscribe(at: now, &steps)
      case .fetchPage:
        // Before anything is taken in, too: what was seen of others' times would hide how wrong our own were.
        try correctClock(at: now, &steps)
        return try fetchPage(at: now, &steps)
      case .applyPage(let allowsMassRemoval): return try applyPage(allowsMassRemoval, at: now, &steps)
      case .beginSweep:
        try store.beginSweep(forgettingHistory: false)
        steps.append(note("Reading everything again", at: now))
        return .sweepBegun
      case .finishSweep(let allowsMassRemoval): return try finishSweep(allowsMassRemoval, at: now, &steps)
      case .selectBatch(let limit):
        try correctClock(at: now, &steps)
        return try selectBatch(limit, at: now, &steps)
      case .send: return try send(at: now, &steps)
      case .commitSent: return try commitSent(at: now, &steps)
      case .lookUp: return try lookUp(at: now, &steps)
      case .mergeLookedUp: return try mergeLookedUp(at: now, &steps)
      case .parkBatch(let failure): return parkBatch(failure)
      case .setBatchAside: return setBatchAside()
      case .carryOut(let answer, let ask): return try carryOut(answer, ask, at: now, &steps)
      case .leaveLocal: return try leaveLocal(at: now, &steps)
      case .releaseSetAside:
        setAside = []
        uploads.releaseSpace()
        return nil
      case .wake(let time):
        steps.append(.wake(at: time))
        return nil
      }
    } catch let removal as MassRemoval {
      return .massRemoval(removals: removal.removals, records: removal.records)
    } catch {
      steps.append(note("The journal’s file: \(error)", .warning, at: now))
      return .storeFailed(reason: "\(error)")
    }
  }

  // MARK: Out

  /// Sends a request; never an event, for it ends later.
  mutating func request(
    _ request: CloudRequest, _ flight: Flight, at now: Int64, _ steps: inout [SyncStep]
  ) -> SyncEvent? {
    take(off: flight, at: now)
    steps.append(.request(request, urgency: urgency, ticket: ticket))
    return nil
  }

  var urgency: RequestUrgency { machine.isPersonWaiting ? .interactive : .background }

  mutating func take(off flight: Flight, at now: Int64) {
    ticket += 1
    // Only the very next request may have been sent ahead of time; records chosen ahead are for the very next batch.
    pageFollows = nil
    if case .modify = flight {} else { ahead = nil }
    flightBegan = now
    self.flight = flight
    loadHistory()
  }

  mutating func note(
    _ text: String, _ tone: SyncStatus.LogLine.Tone = .plain, at now: Int64
  ) -> SyncStep {
    let line = SyncStatus.LogLine(at: Instant(milliseconds: now), text: text, tone: tone)
    telling.add(line)
    return .report(line)
  }

  mutating func failed(_ failure: CloudFailure, at now: Int64, _ steps: inout [SyncStep]) -> SyncEvent {
    noteSpace(failure.code, failure.reason)
    steps.append(note(SyncSentences.log(failure), .warning, at: now))
    return .failed(failure)
  }

  func unexpected(_ reply: CloudReply) -> CloudFailure {
    CloudFailure(code: .internalError, reason: "an answer of another kind than was asked for")
  }
}

extension SyncAnswer {
  init(_ answer: SyncQuestion.Answer) {
    self =
      switch answer {
      case .uploadAgain: .uploadAgain
      case .takeServers: .takeServers
      case .stayLocal: .stayLocal
      }
  }
}
