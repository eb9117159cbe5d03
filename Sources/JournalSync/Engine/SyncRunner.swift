package import CloudRecord
package import JournalCore
package import SyncCore

/// Runs ``SyncMachine`` for one journal: gives each of its orders to the type that carries it out, and hands out what
/// concerns the network as steps. Synchronous, without clock or chance of its own: an actor and a simulator drive the same
/// code.
package struct SyncRunner {
  /// The state machine, for tests and for the status; only the runner gives it events.
  package private(set) var machine: SyncMachine
  /// How often the machine was asked what comes next.
  package private(set) var decisions = 0
  private var context: SyncContext
  private var account = AccountCheck()
  private var keys: KeyCheck
  private var zone = ZoneSetUp()
  private var fetch = PageFetch()
  private var lookUp = RecordLookUp()
  private var batch = BatchSend()
  private var uploads: FileUploads
  /// Whose request has no answer yet.
  private var asking: Order?
  /// Whether the request went out before the present keys: what was made of its answer elsewhere was made with others.
  private var asksWithFormerKeys = false
  private var ticket = 0

  private enum Order { case session, account, keys, zone, fetch, lookUp, batch }

  /// - Parameters:
  ///   - seed: For the waiting times after failures; another one for each process.
  ///   - files: The journal's images.
  ///   - speech: What a person may do who reads the sentences.
  ///   - keys: Of an account whose journal is to be sealed; nil for a plain one.
  ///   - shares: Of a journal whose records may be sealed in shares; nil where none are.
  package init(
    store: any SyncStoring, files: any AssetFiles = NoAssetFiles(), sealing: Sealing = .plain,
    seed: UInt64, pace: SyncMachine.Pace = SyncMachine.Pace(), speech: SyncSpeech = .keys, keys: KeyRound? = nil,
    shares: ShareRound? = nil
  ) {
    var pace = pace
    pace.checksKeys = keys != nil
    context = SyncContext(
      store: store, files: files,
      mapping: RecordMapping(sealing: sealing, zoneName: store.address.zoneID.zoneName), speech: speech)
    context.checksKeys = keys != nil
    context.shares = shares.map { ShareLook($0) }
    machine = SyncMachine(seed: seed, pace: pace)
    uploads = FileUploads(seed: seed, spaceRetry: pace.spaceRetry)
    self.keys = KeyCheck(keys)
    // No look at the account's keys does so for what another person shares.
    if keys == nil, shares != nil { context.doubtClosed() }
  }

  // MARK: In

  /// Takes in what happened.
  ///
  /// - Parameter now: Milliseconds since 1970.
  package mutating func handle(_ event: SyncEvent, at now: Int64) -> [SyncStep] {
    context.begin(at: now)
    switch event {
    // Uploads that are under way would go on in the name of another account.
    case .accountChanged: uploads.stop(&context)
    case .reachabilityChanged(isReachable: true), .offlineWished(false), .userResumed: uploads.tryNow()
    default: break
    }
    switch event {
    // News of the server or of the network is none of the journal.
    case .remoteHint, .pushConnected, .reachabilityChanged: break
    default: context.counted.outdate()
    }
    run(event)
    return context.takeSteps()
  }

  /// Takes in what a person wants.
  package mutating func handle(command: SyncRequest, at now: Int64) -> [SyncStep] {
    switch command {
    case .syncNow:
      uploads.tryNow()
      return handle(.syncNow, at: now)
    case .setPaused(let isPaused): return handle(isPaused ? .userPaused : .userResumed, at: now)
    case .setOffline(let isOffline): return handle(.offlineWished(isOffline), at: now)
    case .retry(let name): return retry(name, at: now)
    case .answer(let answer): return handle(.answered(answer), at: now)
    // The store's business: the screens tell it themselves.
    case .dismissConflict: return []
    // ``PictureFetcher``'s business.
    case .fetchPictures, .fetchAllPictures: return []
    }
  }

  private mutating func retry(_ name: RecordName?, at now: Int64) -> [SyncStep] {
    do {
      try context.store.unpark(name?.rawValue)
    } catch {
      return noted("The journal could not be written: \(error)", at: now)
    }
    batch.releaseSetAside()
    context.wantedPictures.tryAgain()
    context.doubtClosed()
    uploads.tryNow()
    return handle(.retryAsked, at: now)
  }

  private mutating func noted(_ words: String, at now: Int64) -> [SyncStep] {
    context.begin(at: now)
    context.note(words, .warning)
    return context.takeSteps()
  }

  /// Saves one unsent record, as it is at this call, over the server's version, which the history keeps.
  ///
  /// A record that the server never had is sent as always.
  package mutating func save(_ recordName: String, policy: SavePolicy, at now: Int64) -> [SyncStep] {
    do {
      try batch.overwrite(recordName, policy, context.store)
    } catch {
      return noted("The journal could not be read: \(error)", at: now)
    }
    return handle(.syncNow, at: now)
  }

  /// Takes in the answer to ``SyncStep/discover(ticket:)``; nil says that no account is signed in.
  package mutating func discovered(
    _ ticket: Int, _ outcome: Result<SyncSession?, CloudFailure>, at now: Int64
  ) -> [SyncStep] {
    guard ticket == self.ticket, asking == .session else { return [] }
    context.begin(at: now)
    asking = nil
    if let end = carry(.account, { try $0.account.discovered(outcome, &$0.context) }) { run(end) }
    return context.takeSteps()
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
    context.clock.note(clockOffset)
    guard ticket == self.ticket, let order = asking, order != .session else { return [] }
    context.begin(at: now)
    asking = nil
    let prepared = asksWithFormerKeys ? nil : prepared
    if let outcome = context.history.judge(answer, context.store) {
      if let end = receive(OrderAnswer(outcome: account.judge(outcome, context), prepared: prepared), order) {
        run(end)
      }
    } else {
      leaveOff()
      context.note(SyncSentences.question(.otherIncarnation), .warning)
      run(.otherHistoryFound)
    }
    return context.takeSteps()
  }

  /// Forgets what was under way with a server that is no longer the one that was known.
  private mutating func leaveOff() {
    batch.leaveOff()
    fetch.forgetAhead()
    context.history.forgetLatest()
  }

  /// The answer to ``SyncStep/upload(_:ticket:)``; late ones change nothing.
  package mutating func uploadFinished(
    _ ticket: Int, _ outcome: Result<CloudReply, CloudFailure>, at now: Int64
  ) -> [SyncStep] {
    context.begin(at: now)
    // Its record can go now, or is another one's turn.
    if uploads.finished(ticket, outcome, &context) { run(.localChange) }
    return context.takeSteps()
  }

  /// How many bytes of a file have gone.
  package mutating func uploadProgressed(_ ticket: Int, _ bytes: Int64, at now: Int64) {
    uploads.progressed(ticket, bytes, at: now)
  }

  /// Goes on with other keys, or in another mode.
  ///
  /// Nothing more is sealed under the former key, and no answer that was read with the former keys is taken in. Records whose
  /// key was missing are looked up again.
  package mutating func setSealing(_ sealing: Sealing, at now: Int64) -> [SyncStep] {
    context.begin(at: now)
    guard context.take(sealing) else { return context.takeSteps() }
    asksWithFormerKeys = true
    batch.forgetAhead()
    run(.localChange)
    return context.takeSteps()
  }

  // MARK: Orders

  private mutating func run(_ event: SyncEvent) {
    if event == .keysDoubted { keys.doubt() }
    if context.takeLackOfKey() {
      keys.doubt()
      _ = decide(.keysDoubted)
    }
    var orders = decide(event)
    repeat {
      while !orders.isEmpty { if let end = begin(orders.removeFirst()) { orders += decide(end) } }
      // Also after an answer that brought nothing, and from which no order follows.
      if let next = goOn() { orders = decide(next) }
    } while !orders.isEmpty
    if uploads.queue.items.isEmpty, machine.phase == .resting {
      context.log.rested()
      context.counted.rested()
    }
    if machine.isAtRest { batch.rested() }
    uploads.goOn(in: machine.phase, &context)
  }

  /// What is to be done whenever all else is: what is in doubt is looked up, and records go up again as the ring says; once
  /// none is left, the ring says that.
  private mutating func goOn() -> SyncEvent? {
    guard machine.isAtRest else { return nil }
    if context.takeSortedShares() || !context.doubts.names.isEmpty { return .localChange }
    guard uploads.queue.items.isEmpty, context.goal != nil, !context.isResealed else { return nil }
    return switch context.resealNext() {
    case .nothing: nil
    case .send: .localChange
    case .readAgain: .remoteHint
    case .tellRing: .keysDoubted
    }
  }

  private mutating func decide(_ event: SyncEvent) -> [SyncOrder] {
    decisions += 1
    return machine.handle(event, at: context.now)
  }

  /// Carries an order out as far as that goes without the network; the event it ended in, if it has ended.
  private mutating func begin(_ order: SyncOrder) -> SyncEvent? {
    switch order {
    case .beginSweep, .finishSweep, .carryOut, .leaveLocal: context.wrote()
    case .checkAccount, .checkKeys, .makeZone, .subscribe, .fetchPage, .sendBatch, .lookUp, .releaseSetAside, .wake:
      break
    }
    switch order {
    case .checkAccount: return carry(.account) { try $0.account.begin(&$0.context) }
    case .checkKeys: return carry(.keys) { try $0.keys.begin(&$0.context) }
    case .makeZone: return carry(.zone) { try $0.zone.begin(subscribing: false, &$0.context) }
    case .subscribe: return carry(.zone) { try $0.zone.begin(subscribing: true, &$0.context) }
    case .fetchPage(let allowsMassRemoval):
      return carry(.fetch) { runner in
        // Before anything is taken in, too: what was seen of others' times would hide how wrong our own were.
        try runner.correctClock()
        return try runner.fetch.begin(allowsMassRemoval: allowsMassRemoval, &runner.context)
      }
    case .beginSweep: return carry(.fetch) { try $0.fetch.beginSweep(&$0.context) }
    case .finishSweep(let allowsMassRemoval):
      return carry(.fetch) { try $0.fetch.finishSweep(allowsMassRemoval: allowsMassRemoval, &$0.context) }
    case .lookUp: return carry(.lookUp) { try $0.lookUp.begin(&$0.context) }
    case .sendBatch(let limit, let mayPark):
      return carry(.batch) { runner in
        try runner.correctClock()
        if let owner = runner.account.owner { runner.uploads.loadReceipts(of: owner, &runner.context) }
        return try runner.batch.begin(limit: limit, mayPark: mayPark, &runner.uploads, &runner.context)
      }
    case .carryOut(let answer, let question):
      let end = carry(.account) { try $0.account.carryOut(answer, question, &$0.context) }
      // What was shared may not be so any more.
      context.learnShares()
      return end
    case .leaveLocal: return carry(.account) { try $0.account.leaveLocal(&$0.context) }
    case .releaseSetAside:
      batch.releaseSetAside()
      uploads.releaseSpace()
    case .wake(let time): context.add(.wake(at: time))
    }
    return nil
  }

  private mutating func receive(_ answer: OrderAnswer, _ order: Order) -> SyncEvent? {
    carry(order) { runner in
      switch order {
      case .session, .account: try runner.account.receive(answer, &runner.context)
      case .keys: try runner.keys.receive(answer, &runner.context)
      case .zone: try runner.zone.receive(answer, &runner.context)
      case .fetch: try runner.fetch.receive(answer, &runner.context)
      case .lookUp: try runner.lookUp.receive(answer, &runner.context)
      case .batch: try runner.batch.receive(answer, &runner.uploads, &runner.context)
      }
    }
  }

  /// Lets an order go on, and sends what it asks for; the event it ended in, if it has ended.
  private mutating func carry(_ order: Order, _ work: (inout SyncRunner) throws -> OrderStep) -> SyncEvent? {
    do {
      switch try work(&self) {
      case .ended(let event): return event
      case .discover:
        goOut(.session)
        context.add(.discover(ticket: ticket))
      case .request(let request):
        goOut(order)
        context.add(.request(request, urgency: urgency, ticket: ticket))
      }
      return nil
    } catch {
      return context.ended(by: error)
    }
  }

  /// Only the very next request may have been sent ahead of time; records chosen ahead are for the very next batch.
  private mutating func goOut(_ order: Order) {
    ticket += 1
    asking = order
    asksWithFormerKeys = false
    fetch.forgetAhead()
    if order != .batch { batch.forgetAhead() }
    context.goesOut()
  }

  private mutating func correctClock() throws {
    // What was chosen has the stamps of before.
    if try context.correctClock() { batch.forgetAhead() }
  }

  // MARK: Ahead of its turn

  /// Chooses the batch that follows the one on its way, if there is one; for a caller that has just sent that.
  package mutating func selectAhead(at now: Int64) {
    guard asking == .batch else { return }
    context.begin(at: now)
    batch.selectAhead(uploads, context)
  }

  /// The request that comes next if this answer is taken in without trouble, to be sent meanwhile; nil where that
  /// cannot be said.
  ///
  /// - Parameter prepared: what ``RecordMapping/prepared(_:)`` made of the answer.
  func requestAhead(of reply: CloudReply, _ prepared: [FetchedChange]?, to ticket: Int) -> CloudRequest? {
    guard ticket == self.ticket, prepared != nil, asking == .fetch else { return nil }
    return fetch.requestAhead(of: reply, context.zoneID)
  }

  // MARK: What is to be seen

  /// The server's history as the journal's file knows it, for the request that goes out next.
  package var known: ServerHistory? { context.history.known }

  var mapping: RecordMapping { context.mapping }

  var urgency: RequestUrgency { machine.isPersonWaiting ? .interactive : .background }

  /// Returns the store's numbers of unsent, parked and merged records, and the first 200 that wait.
  ///
  /// - Throws: The store's error if the journal cannot be read.
  package func overview() throws -> SyncOverview { try context.store.syncOverview(limit: OverviewReading.named) }

  /// What was counted last.
  package var counted: SyncOverview { context.counted.overview }

  /// Counts again, if the journal may have changed: at once where nothing is under way, else now and then.
  ///
  /// - Parameter isChanged: Whether the journal has changed in a way that no event told.
  package mutating func count(isChanged: Bool = false, at now: Int64) {
    context.counted.show()
    if isChanged { context.counted.outdate() }
    guard context.counted.named(isLast: isChanged || machine.isIdle, at: now) != nil else { return }
    do {
      context.counted.take(try overview(), sent: context.log.sentInRun, at: now)
    } catch {
      // What is shown stays as it was; the next order that needs the store says what is wrong with it.
    }
  }

  /// Returns the status for the screen and for commands.
  ///
  /// - Parameter overview: As the store tells it now.
  /// - Parameter now: Milliseconds since 1970.
  package func status(_ overview: SyncOverview, at now: Int64) -> SyncStatus {
    composer.status(overview, sentBefore: context.log.sentInRun, at: now)
  }

  /// As ``status(_:at:)``, of what was counted last: counting anew at every step would cost more than the steps.
  package func status(at now: Int64) -> SyncStatus {
    composer.status(context.counted.overview, sentBefore: context.counted.sent, at: now)
  }

  /// Why not everything is on the server, for a command that waits for it; nil while work is under way, or where all is
  /// done.
  package var obstacle: String? { composer.obstacle }

  var composer: StatusComposer {
    StatusComposer(
      machine: machine, context: context, session: account.session, batch: batch, uploads: uploads)
  }
}
