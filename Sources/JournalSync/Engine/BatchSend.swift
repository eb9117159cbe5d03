import CloudRecord
import JournalCore
import SyncCore

/// Sends one batch, the long texts of its records first, and keeps what the server said about it (T3).
struct BatchSend {
  /// The request that has no answer yet.
  private enum Stage {
    /// What a save over whatever is there would replace, looked up first.
    case overwriteLookUp
    case overwriteFiles(FileGathering)
    case upload(PendingUpload, UploadSource)
    case modify
  }

  private(set) var choice = BatchChoice()
  private var work: SendWork?
  private var stage: Stage?
  /// Records that were chosen, before any of them stayed behind.
  private var count = 0
  /// Whether the only record of a batch that is refused as a whole may be parked.
  private var mayPark = true
  /// The journal's ``SyncPosition/revision`` when the records to overwrite were asked for.
  private var askedAt: Int64?
  /// How often sending a record came to nothing.
  private var attempts: [String: Int] = [:]

  // MARK: From outside

  /// Saves one unsent record, as it is now, over the server's version, which the history keeps.
  mutating func overwrite(_ recordName: String, _ policy: SavePolicy, _ store: any SyncStoring) throws {
    try choice.choose(recordName, policy, store)
  }

  mutating func releaseSetAside() { choice.releaseSetAside() }

  mutating func forgetAhead() { choice.forgetAhead() }

  /// Everything is sent.
  mutating func rested() { attempts = [:] }

  /// Forgets what was under way with a server that is no longer the one that was known.
  mutating func leaveOff() {
    work = nil
    choice.forgetAhead()
  }

  func attempts(of recordName: String) -> Int { attempts[recordName] ?? 0 }

  /// Chooses the batch that follows the one on its way, if there is one.
  mutating func selectAhead(_ uploads: FileUploads, _ context: SyncContext) {
    guard case .modify? = stage, let work else { return }
    choice.selectAhead(after: work, uploads, context)
  }

  // MARK: The order

  mutating func begin(
    limit: Int, mayPark: Bool, _ uploads: inout FileUploads, _ context: inout SyncContext
  ) throws -> OrderStep {
    stage = nil
    self.mayPark = mayPark
    work = try choice.next(limit, &uploads, &context)
    guard let work else { return .ended(.nothingToSend) }
    count = max(1, work.items.count)
    return try send(&uploads, &context)
  }

  private mutating func send(_ uploads: inout FileUploads, _ context: inout SyncContext) throws -> OrderStep {
    guard let work, work.policy != .ifUnchanged, work.overwritten == nil else {
      return try nextUpload(&uploads, &context)
    }
    askedAt = try context.position().revision
    stage = .overwriteLookUp
    return .request(context.lookUpRequest(work.names))
  }

  mutating func receive(
    _ answer: OrderAnswer, _ uploads: inout FileUploads, _ context: inout SyncContext
  ) throws -> OrderStep {
    guard let stage = stage.take() else { return context.unexpected() }
    if case .upload(_, let source) = stage, let path = source.copy { context.files.discard(path) }
    noteAttempt(stage, answer)
    switch (stage, answer.outcome) {
    case (.overwriteFiles(var files), _):
      switch try files.receive(answer, &context) {
      case .failed(let failure): return refused(failure, &uploads, &context)
      case .goesOn: return try gather(files, &uploads, &context)
      }
    case (.overwriteLookUp, .success(.records(let records))):
      return try gather(FileGathering(context.intake(records)), &uploads, &context)
    case (.upload(let upload, let source), .success(.asset(let asset))):
      uploads.keep(UploadedFile(asset: asset, sealed: source.file), for: upload, &context)
      return try nextUpload(&uploads, &context)
    case (.upload(let upload, _), .failure(let failure)) where skips(upload, after: failure, &context):
      return try nextUpload(&uploads, &context)
    case (.modify, .success(.records(let records))):
      take(records, &context)
      return commit(&uploads, &context)
    case (_, .success): return refused(.unexpected, &uploads, &context)
    case (_, .failure(let failure)):
      if case .modify = stage, failure.isOutcomeUnknown || failure.code.remedy == .merge {
        // What may have been done is looked up before anything of it is sent again.
        context.doubts.add(work?.names ?? [])
      }
      return refused(failure, &uploads, &context)
    }
  }

  /// Counts what came to nothing as a whole, for people to see.
  private mutating func noteAttempt(_ stage: Stage, _ answer: OrderAnswer) {
    guard case .failure = answer.outcome else { return }
    switch stage {
    case .modify, .upload: for name in work?.names ?? [] { attempts[name, default: 0] += 1 }
    case .overwriteLookUp, .overwriteFiles: break
    }
  }

  /// A request failed: what concerns its records alone is kept with them, all else ends the order.
  private mutating func refused(
    _ failure: CloudFailure, _ uploads: inout FileUploads, _ context: inout SyncContext
  ) -> OrderStep {
    context.note(failure)
    switch failure.code.remedy {
    case .waitForSpace: setAside()
    case .park, .sendLess, .perItem:
      // Access denied to a whole request is about the account.
      guard failure.code != .permissionFailure, count == 1, mayPark else { fallthrough }
      parkOnly(failure)
    default: return .ended(.failed(failure, records: count))
    }
    return commit(&uploads, &context, refusal: failure)
  }

  /// The only record can never be sent as it is.
  private mutating func parkOnly(_ failure: CloudFailure) {
    guard var work, let name = work.names.first else { return }
    if !work.refuses(receiptOf: name) { work.park(name, failure.code, failure.reason) }
    self.work = work
  }

  /// Leaves the batch's saves out until there is space.
  private mutating func setAside() {
    let saves = work?.items.filter { $0.unsent.local != nil }.map(\.unsent.recordName) ?? []
    work?.setAside(saves)
  }

  // MARK: Long texts first

  private mutating func nextUpload(
    _ uploads: inout FileUploads, _ context: inout SyncContext
  ) throws -> OrderStep {
    while let upload = work?.uploads.first {
      if let found = uploads.found(upload, at: context.now) {
        work?.put(found, isRemembered: !uploads.isFresh(upload))
        continue
      }
      let source: UploadSource
      do {
        source = try UploadSource(upload, context)
      } catch let failure as CloudFailure {
        park(upload, failure.code)
        continue
      }
      stage = .upload(upload, source)
      return .request(.uploadAsset(upload.token, context.zoneID, source.source))
    }
    if context.mapping.sealing.isSealed { work?.seal(context.mapping, at: context.serverTime) }
    guard let work, !work.items.isEmpty else { return commit(&uploads, &context) }
    stage = .modify
    return .request(
      .modify(
        ModifyRequest(
          operations: work.items.map(\.operation), zoneID: context.zoneID, isAtomic: work.isAtomic, desiredKeys: [])))
  }

  private mutating func park(_ upload: PendingUpload, _ code: CloudErrorCode, _ words: String = "") {
    guard let name = upload.token.recordName else { return }
    work?.park(name, code, words)
    work?.drop(name)
  }

  /// Whether only this one record is concerned, which then stays behind.
  private mutating func skips(
    _ upload: PendingUpload, after failure: CloudFailure, _ context: inout SyncContext
  ) -> Bool {
    guard let name = upload.token.recordName else { return false }
    switch failure.code.remedy {
    case .sendLess, .assetState: park(upload, failure.code, failure.reason)
    case .park where failure.code != .permissionFailure: park(upload, failure.code, failure.reason)
    case .waitForSpace:
      context.log.noteSpace(failure.code, failure.reason)
      work?.setAside([name])
      work?.drop(name)
    default: return false
    }
    return true
  }

  // MARK: The answer

  private mutating func take(_ reply: RecordsReply, _ context: inout SyncContext) {
    guard var work else { return }
    work.take(reply, mayBeGuarded: context.mayBeGuarded)
    if work.tally.doubtsKeys { context.doubtGuard() } else { context.endGuardDoubt() }
    if work.isAtomic { choice.atomicEnded(failed: reply.atomicFailure != nil) }
    for name in work.names where work.tally.failure != nil { attempts[name, default: 0] += 1 }
    for case .failed(_, let error) in reply.outcomes {
      context.log.noteSpace(CloudErrorCode(error.code), error.reason)
    }
    for case .saved(let record) in reply.outcomes.prefix(1) {
      context.clock.sample(record.modified.timestamp, sent: context.requestedAt, answered: context.now)
    }
    self.work = work
  }

  /// T3: keeps what the server said.
  ///
  /// - Parameter refusal: Why the request was refused as a whole, where its records were parked or set aside for that.
  private mutating func commit(
    _ uploads: inout FileUploads, _ context: inout SyncContext, refusal: CloudFailure? = nil
  ) -> OrderStep {
    guard let work = work.take() else { return .ended(.sent(SendTally(isAll: false))) }
    var tally = work.tally
    tally.isAll = work.isAll
    tally.refusal = refusal
    for result in work.results { attempts[result.recordName] = nil }
    // Before the commit: what is on the server needs no receipt, and one that was refused is worth nothing.
    uploads.forgetReceipts(of: work.results.map(\.recordName) + work.refusedReceipts, &context)
    context.doubts.add(work.inDoubt)
    choice.setAside(work.withoutSpace)
    do {
      // Records that had to wait for one of these may be sent now.
      if try keep(work, isLast: tally.isAll, &context) > 0 { tally.isAll = false }
    } catch {
      return .ended(context.ended(by: error, tally: tally))
    }
    context.log.sent(tally.acknowledged, at: context.now)
    if !work.names.isEmpty || !work.results.isEmpty {
      context.note(
        SyncSentences.sent(tally, took: context.now - context.requestedAt),
        tally.parked + tally.withoutSpace > 0 ? .warning : .good)
    }
    return .ended(.sent(tally))
  }

  /// Returns how many records that waited may be sent now.
  private func keep(_ work: SendWork, isLast: Bool, _ context: inout SyncContext) throws -> Int {
    if work.policy == .ifUnchanged {
      return work.results.isEmpty ? 0 : try context.commit(work.results, isLast: isLast).released
    }
    // What was saved over the server's version comes in like any other: what it replaces here is kept.
    let saved = work.overwrittenChanges
    if !saved.isEmpty {
      _ = try context.store.applyLookedUp(
        saved, asOf: nil, history: context.history.latest, rules: JournalSchema.mergeRules)
      context.wrote()
    }
    let others = work.results.filter { if case .saved = $0.outcome { false } else { true } }
    if !others.isEmpty { _ = try context.commit(others, isLast: isLast) }
    return 0
  }

  // MARK: Saving over whatever is there

  private mutating func gather(
    _ files: FileGathering, _ uploads: inout FileUploads, _ context: inout SyncContext
  ) throws -> OrderStep {
    var files = files
    if let request = files.next(context) {
      stage = .overwriteFiles(files)
      return .request(request)
    }
    return try overwrite(files.changes(context.mapping), &uploads, &context)
  }

  /// What is there is merged first, so that nothing of it is lost without a place in the history.
  private mutating func overwrite(
    _ changes: [FetchedChange], _ uploads: inout FileUploads, _ context: inout SyncContext
  ) throws -> OrderStep {
    guard context.mayTakeIn(changes) else {
      work = nil
      return .ended(.sent(SendTally(isAll: false)))
    }
    if !changes.isEmpty {
      let summary = try context.store.applyLookedUp(
        changes, asOf: askedAt, history: context.history.latest, rules: JournalSchema.mergeRules)
      context.wrote()
      if summary.isStale { return try send(&uploads, &context) }
      context.tookIn(summary)
    }
    guard case .record(let server)? = changes.first, !server.isNewerFormat else {
      // There is nothing to overwrite, or nothing that may be: it goes the usual way.
      context.doubts.add(work?.names ?? [])
      work = nil
      return .ended(.sent(SendTally(toLookUp: 1, isAll: false)))
    }
    guard work?.overwrite(server, context.mapping, serverTime: context.serverTime, at: context.now) == true else {
      return commit(&uploads, &context)
    }
    return try nextUpload(&uploads, &context)
  }
}

/// What goes up for a record before the record goes.
private struct UploadSource {
  var source: AssetSource
  /// Of a sealed one, what opens it.
  var file: SealedFile?
  /// A copy that is not needed once it went up.
  var copy: String?

  /// Bytes at hand or a file, sealed where the journal is.
  ///
  /// - Throws: A ``CloudFailure`` where there is no such file; else the error of the disk.
  init(_ upload: PendingUpload, _ context: SyncContext) throws {
    guard let bytes = upload.bytes else {
      guard case .present(let path, _) = try context.files.file(upload.digest) else {
        throw CloudFailure(code: .assetFileNotFound, reason: "")
      }
      guard upload.isSealed else {
        copy = try context.files.plainCopy(of: upload.digest)
        source = .file(copy ?? path, digest: upload.digest)
        return
      }
      let (sealed, file) = try FileUploads.seal(upload, context)
      source = .file(sealed.path, digest: sealed.digest)
      (self.file, copy) = (file, sealed.path)
      return
    }
    guard upload.isSealed else {
      source = .bytes(bytes)
      return
    }
    let key = context.mapping.sealing.freshFileKey()
    source = .bytes(try context.mapping.sealing.sealFile(bytes, key: key))
    file = SealedFile(upload, length: UInt64(bytes.count), key: key)
  }
}
