import CloudRecord
import JournalCore
import SyncCore

/// Fetches one page of the zone's changes and the files that its records need, and takes it in (T2); begins and ends the
/// epochs in which everything is read again (T5, T6).
struct PageFetch {
  private enum Stage {
    case page
    case files(FileGathering, token: ChangeToken, moreComing: Bool)
  }

  private var stage = Stage.page
  private var allowsMassRemoval = false
  /// The journal's ``SyncPosition/revision`` when the page was asked for.
  private var askedAt: Int64?
  /// The revision that the page which comes next has to be as of: it may have been asked for before it was time.
  private var pageFollows: Int64?
  /// The token of the request; of a journal at the revision of then it still is the journal's.
  private var askedAfter: ChangeToken?

  /// Asks for the next page.
  mutating func begin(allowsMassRemoval: Bool, _ context: inout SyncContext) throws -> OrderStep {
    self.allowsMassRemoval = allowsMassRemoval
    let position = try context.position()
    askedAt = pageFollows.take() ?? position.revision
    askedAfter = position.token
    stage = .page
    return .request(request(after: position.token, context.zoneID))
  }

  private func request(after token: ChangeToken?, _ zoneID: ZoneID) -> CloudRequest {
    .zoneChanges([ZoneChangesRequest(zoneID: zoneID, syncToken: token, resultsLimit: 200)])
  }

  /// The request that comes next if this answer is taken in without trouble, to be sent meanwhile; nil where that
  /// cannot be said.
  func requestAhead(of reply: CloudReply, _ zoneID: ZoneID) -> CloudRequest? {
    // What needs files asks for those first; and after a page that brought nothing the next one may have to wait.
    guard case .page = stage, case .zoneChanges(let outcomes) = reply, case .page(let page)? = outcomes.first,
      page.moreComing, !page.changes.isEmpty
    else { return nil }
    return request(after: page.syncToken, zoneID)
  }

  /// Another request goes out: what was asked for ahead of time is out of date.
  mutating func forgetAhead() { pageFollows = nil }

  mutating func receive(_ answer: OrderAnswer, _ context: inout SyncContext) throws -> OrderStep {
    guard case .files(var files, let token, let moreComing) = stage else { return try receivePage(answer, &context) }
    switch try files.receive(answer, &context) {
    case .failed(let failure): return context.failed(failure)
    case .goesOn: return try goOn(files, token, moreComing, &context)
    }
  }

  private mutating func receivePage(_ answer: OrderAnswer, _ context: inout SyncContext) throws -> OrderStep {
    switch answer.outcome {
    case .failure(let failure): return context.failed(failure)
    case .success(.zoneChanges(let outcomes)):
      // A record of another zone is not this journal's.
      guard let outcome = outcomes.first, outcome.zoneName == context.zoneID.zoneName else {
        return context.unexpected()
      }
      switch outcome {
      case .failed(_, let error): return context.failed(CloudFailure(error))
      case .page(let page):
        let intake =
          answer.prepared.map { Intake(page.changes, prepared: $0) }
          ?? Intake(page.changes, mapping: context.mapping, store: context.store)
        return try goOn(FileGathering(intake), page.syncToken, page.moreComing, &context)
      }
    case .success: return context.unexpected()
    }
  }

  private mutating func goOn(
    _ files: FileGathering, _ token: ChangeToken, _ moreComing: Bool, _ context: inout SyncContext
  ) throws -> OrderStep {
    var files = files
    if let request = files.next(context) {
      stage = .files(files, token: token, moreComing: moreComing)
      return .request(request)
    }
    stage = .page
    return .ended(try apply(files.changes(context.mapping), token, moreComing, &context))
  }

  private mutating func apply(
    _ changes: [FetchedChange], _ token: ChangeToken, _ moreComing: Bool, _ context: inout SyncContext
  ) throws -> SyncEvent {
    guard context.mayTakeIn(changes) else {
      return .pageApplied(moreComing: true, hadChanges: false, isNewPosition: false)
    }
    let page = FetchedPage(
      changes: changes, token: token, moreComing: moreComing, asOf: askedAt, history: context.history.latest)
    let summary = try context.store.apply(
      page, rules: JournalSchema.mergeRules, allowsMassRemoval: allowsMassRemoval)
    if summary.isStale {
      context.noteStale()
      return .pageApplied(moreComing: true, hadChanges: false, isNewPosition: false)
    }
    if !changes.isEmpty || summary.removed > 0 { context.wrote() }
    context.tookIn(summary)
    context.learnShares(from: changes)
    // A share whose keys did not come is not there any more.
    if summary.hasAllRings { context.learnShares() }
    try context.sendLeftOut(changes)
    if moreComing { pageFollows = summary.revision }
    context.log.fetched(changes.count, isOver: !moreComing, token: token, at: context.now)
    if !changes.isEmpty { context.note(SyncSentences.fetched(changes.count, summary), .good) }
    return .pageApplied(moreComing: moreComing, hadChanges: !changes.isEmpty, isNewPosition: token != askedAfter)
  }

  // MARK: Reading everything again

  func beginSweep(_ context: inout SyncContext) throws -> OrderStep {
    try context.store.beginSweep(forgettingHistory: false)
    context.note("Reading everything again")
    return .ended(.sweepBegun)
  }

  func finishSweep(allowsMassRemoval: Bool, _ context: inout SyncContext) throws -> OrderStep {
    let moved = try context.store.finishSweep(allowsMassRemoval: allowsMassRemoval)
    context.note("Everything is read; \(moved) moved to the trash")
    return .ended(.sweepFinished)
  }
}

extension ZoneChangesOutcome {
  fileprivate var zoneName: String {
    switch self {
    case .page(let page): page.zoneID.zoneName
    case .failed(let zoneID, _): zoneID.zoneName
    }
  }
}
