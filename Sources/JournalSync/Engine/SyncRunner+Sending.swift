import CloudRecord
import JournalCore
import SyncCore

extension SyncRunner {
  // MARK: Which

  mutating func selectBatch(_ limit: Int, at now: Int64, _ steps: inout [SyncStep]) throws -> SyncEvent {
    work = nil
    latestLimit = limit
    loadReceipts(at: now, &steps)
    if let items = try takeAhead(limit) {
      return .batchSelected(count: choose(from: Selection(items: items, isAll: false)), isAll: false)
    }
    if let chosen = overwrite {
      overwrite = nil
      let operation = mapping.operation(for: chosen.unsent, at: serverTime(now))
      var work = SendWork(items: [SendWork.Item(unsent: chosen.unsent, operation: operation)])
      work.policy = chosen.policy
      self.work = work
      return .batchSelected(count: 1, isAll: false)
    }
    let selection = try select(limit, at: now)
    let count = choose(from: selection)
    return .batchSelected(count: count, isAll: selection.isAll && work?.items.count == selection.items.count)
  }

  /// Those of all waiting records that can go now.
  private struct Selection {
    var items: [SendWork.Item] = []
    /// Records whose file is not on this machine.
    var missing: [(record: UnsentRecord, upload: PendingUpload)] = []
    /// Whether nothing else can go.
    var isAll = true
  }

  /// Reads on past records that wait for their files, so that they hold nothing else up.
  private mutating func select(_ limit: Int, at now: Int64) throws -> Selection {
    var selection = Selection()
    var excluded = setAside.union(inDoubt).union(uploads.names)
    var size = 0
    while selection.items.count < limit {
      let wanted = limit - selection.items.count
      let unsent = try store.unsent(limit: wanted, excluding: excluded)
      for record in unsent {
        excluded.insert(record.recordName)
        // Whether the server has what is to be deleted, and which, has to be seen first.
        if record.local == nil, record.changeTag == nil {
          doubt([record.recordName])
          selection.isAll = false
          continue
        }
        var operation = mapping.operation(for: record, at: serverTime(now))
        switch try provideFiles(&operation, of: record, at: now) {
        case .none: break
        case .upload: continue
        case .missing(let upload):
          selection.missing.append((record, upload))
          continue
        }
        size += RequestSize.of(operation)
        guard selection.items.isEmpty || size <= RequestSize.limit else {
          selection.isAll = false
          return selection
        }
        selection.items.append(SendWork.Item(unsent: record, operation: operation))
      }
      // What is looked for ahead waits for its turn to be uploaded; it needs no reading now.
      if unsent.count < wanted || uploads.items.count >= UploadQueue.lookAhead { return selection }
    }
    selection.isAll = false
    return selection
  }

  /// Takes a new category and the entries that name it as one, or else all; how many that is.
  private mutating func choose(from selection: Selection) -> Int {
    let items = selection.items
    guard !items.isEmpty || !inDoubt.isEmpty || !selection.missing.isEmpty else { return 0 }
    var work = SendWork(items: items)
    let family = atomicFailures < SyncRunner.atomicTries ? SyncRunner.family(in: items) : []
    if family.count > 1 {
      work = SendWork(items: family)
      work.isAtomic = true
    }
    work.uploads = work.items.flatMap { mapping.uploads(of: $0.operation, $0.unsent) }
    work.remembered = remembered(in: work.items)
    for (record, upload) in selection.missing {
      work.park(upload.token.recordName ?? record.recordName, version: record.local, .assetFileNotFound, "")
    }
    // What could not even be sent is in doubt: the answer says so.
    if items.isEmpty { work.tally.toLookUp = inDoubt.count }
    self.work = work
    return max(1, work.items.count)
  }

  /// Records that go with a receipt of an earlier life, which may be worth nothing by now.
  private func remembered(in items: [SendWork.Item]) -> Set<String> {
    var names: Set<String> = []
    for item in items where item.operation.hasReceipt {
      let uploads = mapping.uploads(of: mapping.operation(for: item.unsent, at: 0), item.unsent)
      if !uploads.allSatisfy(receipts.isFresh) { names.insert(item.unsent.recordName) }
    }
    return names
  }

  /// After so many the records go one by one in their order, parents first.
  private static let atomicTries = 2

  private static func family(in items: [SendWork.Item]) -> [SendWork.Item] {
    let isNewCategory = { (item: SendWork.Item) in
      item.unsent.recordType == JournalSchema.categoryType && item.unsent.changeTag == nil && item.unsent.local != nil
    }
    let new = Set(items.filter(isNewCategory).map(\.unsent.recordName))
    guard !new.isEmpty else { return [] }
    var named: Set<String> = []
    let entries = items.filter { item in
      guard case .reference(let reference)? = item.unsent.local?.values["category"],
        new.contains(reference.recordName)
      else { return false }
      named.insert(reference.recordName)
      return true
    }
    return items.filter { isNewCategory($0) && named.contains($0.unsent.recordName) } + entries
  }

  func unsentRecord(_ name: String) throws -> UnsentRecord? {
    var seen: Set<String> = []
    while true {
      let page = try store.unsent(limit: 200, excluding: seen)
      if let found = page.first(where: { $0.recordName == name }) { return found }
      guard !page.isEmpty else { return nil }
      seen.formUnion(page.map(\.recordName))
    }
  }

  // MARK: Files first

  mutating func send(at now: Int64, _ steps: inout [SyncStep]) throws -> SyncEvent? {
    guard let work else { return .sent(SendTally()) }
    if work.policy != .ifUnchanged, work.overwritten == nil {
      askedAt = try store.syncPosition().revision
      return request(lookUpRequest(work.names), .overwriteLookUp, at: now, &steps)
    }
    return try nextUpload(at: now, &steps)
  }

  mutating func nextUpload(at now: Int64, _ steps: inout [SyncStep]) throws -> SyncEvent? {
    while let upload = work?.uploads.first {
      if let asset = receipts.asset(for: upload, at: now) {
        work?.put(asset, for: upload)
        if !receipts.isFresh(upload), let name = upload.token.recordName { work?.remembered.insert(name) }
        work?.uploads.removeFirst()
        continue
      }
      var source = upload.bytes.map { AssetSource.bytes($0) }
      if source == nil {
        switch try files.file(upload.digest) {
        case .present(let path, _): source = .file(path, digest: upload.digest)
        case .missing: park(upload, .assetFileNotFound)
        }
      }
      guard let source else { continue }
      return request(
        .uploadAsset(upload.token, zoneID, source), .upload(upload), at: now, &steps)
    }
    return modify(at: now, &steps)
  }

  private mutating func park(_ upload: PendingUpload, _ code: CloudErrorCode, _ words: String = "") {
    guard let name = upload.token.recordName else { return }
    work?.park(name, code, words)
    work?.drop(name)
  }

  mutating func uploaded(
    _ upload: PendingUpload, _ asset: Asset, at now: Int64, _ steps: inout [SyncStep]
  ) throws -> SyncEvent? {
    keep(asset, for: upload, at: now, &steps)
    return try nextUpload(at: now, &steps)
  }

  /// Whether only this one record is concerned, which then stays behind.
  mutating func skipsUpload(_ upload: PendingUpload, after failure: CloudFailure) -> Bool {
    guard let name = upload.token.recordName else { return false }
    switch failure.code.remedy {
    case .sendLess, .assetState: park(upload, failure.code, failure.reason)
    case .park where failure.code != .permissionFailure: park(upload, failure.code, failure.reason)
    case .waitForSpace:
      noteSpace(failure.code, failure.reason)
      work?.withoutSpace.append(name)
      work?.tally.withoutSpace += 1
      work?.drop(name)
    default: return false
    }
    return true
  }

  // MARK: The batch

  private mutating func modify(at now: Int64, _ steps: inout [SyncStep]) -> SyncEvent? {
    guard let work, !work.items.isEmpty else { return .sent(self.work?.tally ?? SendTally()) }
    let modify = ModifyRequest(
      operations: work.items.map(\.operation), zoneID: zoneID, isAtomic: work.isAtomic,
      desiredKeys: [])
    return request(.modify(modify), .modify, at: now, &steps)
  }

  mutating func takeModified(_ reply: RecordsReply, at now: Int64) -> SyncEvent {
    guard var work else { return .sent(SendTally()) }
    work.take(reply)
    if work.isAtomic { atomicFailures = reply.atomicFailure == nil ? 0 : atomicFailures + 1 }
    for name in work.names where work.tally.failure != nil { attempts[name, default: 0] += 1 }
    for case .failed(_, let error) in reply.outcomes { noteSpace(CloudErrorCode(error.code), error.reason) }
    for case .saved(let record) in reply.outcomes.prefix(1) {
      telling.serverClock(record.modified.timestamp, sent: flightBegan, answered: now)
    }
    self.work = work
    return .sent(work.tally)
  }

  mutating func commitSent(at now: Int64, _ steps: inout [SyncStep]) throws -> SyncEvent {
    guard let work else { return .committed }
    self.work = nil
    for result in work.results { attempts[result.recordName] = nil }
    // Before the commit: what is on the server needs no receipt, and one that was refused is worth nothing.
    forgetReceipts(of: work.results.map(\.recordName) + work.refusedReceipts, at: now, &steps)
    doubt(work.inDoubt)
    setAside.formUnion(work.withoutSpace)
    if work.policy == .ifUnchanged {
      // The order under way is this one, so that nothing follows yet.
      if try !work.results.isEmpty && store.commit(work.results, history: latestHistory) > 0 {
        _ = machine.handle(.released, at: now)
      }
    } else {
      try commitOverwritten(work)
    }
    telling.sent(work.tally.acknowledged)
    if !work.names.isEmpty || !work.results.isEmpty {
      steps.append(note(SyncSentences.sent(work.tally, took: now - flightBegan), tone(work.tally), at: now))
    }
    return .committed
  }

  private func tone(_ tally: SendTally) -> SyncStatus.LogLine.Tone {
    tally.parked + tally.withoutSpace > 0 ? .warning : .good
  }

  mutating func parkBatch(_ failure: CloudFailure) -> SyncEvent {
    guard var work, let name = work.names.first else { return .sent(SendTally()) }
    if !work.refuses(receiptOf: name) { work.park(name, failure.code, failure.reason) }
    self.work = work
    return .sent(work.tally)
  }

  mutating func setBatchAside() -> SyncEvent {
    guard var work else { return .sent(SendTally()) }
    let saves = work.items.filter { $0.unsent.local != nil }.map(\.unsent.recordName)
    work.withoutSpace += saves
    work.tally.withoutSpace += saves.count
    self.work = work
    return .sent(work.tally)
  }
}

extension SyncRunner {
  /// Keeps what the server says of space that is used up.
  mutating func noteSpace(_ code: CloudErrorCode, _ words: String) {
    if code.remedy == .waitForSpace { spaceWords = String(words.prefix(100)) }
  }

  /// Counts what came to nothing as a whole, for people to see.
  mutating func noteAttempt(_ flight: Flight, _ outcome: Result<CloudReply, CloudFailure>) {
    guard case .failure = outcome else { return }
    switch flight {
    case .modify, .upload: for name in work?.names ?? [] { attempts[name, default: 0] += 1 }
    default: break
    }
  }
}

extension RecordOperation {
  fileprivate var hasReceipt: Bool {
    fields.values.contains { field in
      guard case .asset(let asset)? = field?.value else { return false }
      return asset.receipt != nil
    }
  }
}
