import CloudRecord
import SyncCore

/// Looks up what the last batch left in doubt, and merges it (T4).
struct RecordLookUp {
  /// At most so many at once: their records may be large.
  private static let limit = 50

  /// The journal's ``SyncPosition/revision`` when the records were asked for.
  private var askedAt: Int64?
  private var files: FileGathering?

  mutating func begin(_ context: inout SyncContext) throws -> OrderStep {
    files = nil
    let names = context.doubts.names.prefix(RecordLookUp.limit)
    guard !names.isEmpty else { return .ended(.lookedUp(isAll: true)) }
    askedAt = try context.revision()
    return .request(context.lookUpRequest(Array(names)))
  }

  mutating func receive(_ answer: OrderAnswer, _ context: inout SyncContext) throws -> OrderStep {
    if var files {
      switch try files.receive(answer, &context) {
      case .failed(let failure): return context.failed(failure)
      case .goesOn: return try goOn(files, &context)
      }
    }
    switch answer.outcome {
    case .failure(let failure): return context.failed(failure)
    case .success(.records(let records)):
      var intake = context.intake(records)
      intake.add(&context.wantedPictures, context.mapping)
      return try goOn(FileGathering(intake), &context)
    case .success: return context.unexpected()
    }
  }

  private mutating func goOn(_ files: FileGathering, _ context: inout SyncContext) throws -> OrderStep {
    var files = files
    if let request = files.next(context) {
      self.files = files
      return .request(request)
    }
    self.files = nil
    return .ended(try merge(files.changes(context.mapping), &context))
  }

  private func merge(_ changes: [FetchedChange], _ context: inout SyncContext) throws -> SyncEvent {
    guard context.mayTakeIn(changes) else { return .lookedUp(isAll: false) }
    if !changes.isEmpty {
      let summary = try context.store.applyLookedUp(
        changes, asOf: askedAt, history: context.history.latest, rules: JournalSchema.mergeRules)
      if summary.isStale {
        context.noteStale()
        return .lookedUp(isAll: false)
      }
      context.wrote()
      context.tookIn(summary)
      context.note(SyncSentences.lookedUp(changes.count, summary))
    }
    context.doubts.removeFirst(RecordLookUp.limit)
    return .lookedUp(isAll: context.doubts.names.isEmpty)
  }
}
