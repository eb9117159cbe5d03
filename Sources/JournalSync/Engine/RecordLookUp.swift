import CloudRecord
import SyncCore

/// Looks up what the last batch left in doubt, and merges it (T4).
struct RecordLookUp {
  /// At most so many at once: their records may be large.
  private static let limit = 50

  /// The journal's ``SyncPosition/revision`` when the records were asked for.
  private var askedAt: Int64?
  private var files: FileGathering?
  /// The records in doubt that were asked for.
  private var asked: [String] = []
  /// What was answered of them, while pictures of removed entries are asked for.
  private var answered: [RecordOutcome] = []

  mutating func begin(_ context: inout SyncContext) throws -> OrderStep {
    (files, answered) = (nil, [])
    asked = Array(context.doubts.names.prefix(RecordLookUp.limit))
    guard !asked.isEmpty else { return .ended(.lookedUp(isAll: true)) }
    askedAt = try context.revision()
    return .request(context.lookUpRequest(asked))
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
    case .success(.records(var records)):
      if answered.isEmpty {
        let pictures = try removedPictures(records, context)
        if !pictures.isEmpty {
          answered = records.outcomes
          return .request(context.lookUpRequest(pictures))
        }
      }
      records.outcomes = answered + records.outcomes
      answered = []
      var intake = context.intake(records)
      intake.add(&context.wantedPictures, context.mapping)
      return try goOn(FileGathering(intake), &context)
    case .success: return context.unexpected()
    }
  }

  /// The pictures here of entries that are gone, which were not asked for: one that went along is not a new one, for whose
  /// sake the entry would stay.
  private func removedPictures(_ reply: RecordsReply, _ context: SyncContext) throws -> [String] {
    let entries: [String] = reply.outcomes.compactMap { outcome in
      switch outcome {
      case .failed(let name?, let error) where error.code == .notFound: return name
      case .saved(let record) where record.recordType == JournalSchema.entryType:
        if case .removed = context.mapping.fetched(record) { return record.recordName }
        return nil
      case .saved, .deleted, .failed: return nil
      }
    }
    guard !entries.isEmpty else { return [] }
    return try context.store.imagesOnServer(of: entries).filter { !asked.contains($0) }.prefix(200).map { $0 }
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
    try context.sendLeftOut(changes)
    context.doubts.remove(asked)
    context.learnShares(from: changes)
    return .lookedUp(isAll: context.doubts.names.isEmpty)
  }
}
