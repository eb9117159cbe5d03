import CloudRecord
import JournalCore
import SyncCore

/// Decides which records go in the next batch.
struct BatchChoice {
  /// After so many the records go one by one in their order, parents first.
  private static let atomicTries = 2

  /// Left out until there is space.
  private(set) var setAside: Set<String> = []
  /// One record that is to be saved over whatever is there.
  private var overwrite: (unsent: UnsentRecord, policy: SavePolicy)?
  private var ahead: AheadBatch?
  /// Operations that the latest batch might have had.
  private var latestLimit = 0
  /// Atomic batches that came to nothing since the last one that did not.
  private var atomicFailures = 0

  /// A batch that was chosen before its turn.
  private struct AheadBatch {
    var items: [SendWork.Item]
    var limit: Int
    /// The journal's ``SyncPosition/revision`` once the batch before it is acknowledged, and nothing else is learnt.
    var revision: Int64
  }

  // MARK: From outside

  /// Chooses one unsent record, as it is now, to be saved over the server's version.
  ///
  /// A record that the server never had is sent as always.
  mutating func choose(_ recordName: String, _ policy: SavePolicy, _ store: any SyncStoring) throws {
    overwrite = nil
    guard policy != .ifUnchanged, let unsent = try unsent(recordName, store), unsent.local != nil, unsent.base != nil
    else { return }
    overwrite = (unsent, policy)
  }

  private func unsent(_ name: String, _ store: any SyncStoring) throws -> UnsentRecord? {
    var seen: Set<String> = []
    while true {
      let page = try store.unsent(limit: 200, excluding: seen, counting: nil).records
      if let found = page.first(where: { $0.recordName == name }) { return found }
      guard !page.isEmpty else { return nil }
      seen.formUnion(page.map(\.recordName))
    }
  }

  mutating func setAside(_ names: [String]) { setAside.formUnion(names) }

  mutating func releaseSetAside() { setAside = [] }

  /// Notes how an atomic batch ended, which as a whole comes to nothing if one of its records does.
  mutating func atomicEnded(failed: Bool) { atomicFailures = failed ? atomicFailures + 1 : 0 }

  // MARK: Which

  /// The next batch; nil where nothing can go.
  mutating func next(
    _ limit: Int, _ uploads: inout FileUploads, _ context: inout SyncContext
  ) throws -> SendWork? {
    latestLimit = limit
    if let items = try takeAhead(limit, uploads, &context) {
      return work(Selection(items: items, isAll: false), uploads, context)
    }
    if let chosen = overwrite.take() {
      let operation = context.mapping.operation(for: chosen.unsent, at: context.serverTime)
      return SendWork(items: [SendWork.Item(unsent: chosen.unsent, operation: operation)], policy: chosen.policy)
    }
    let selection = try select(limit, &uploads, &context)
    return work(selection, uploads, context)
  }

  /// Those of all waiting records that can go now.
  private struct Selection {
    var items: [SendWork.Item] = []
    /// Records whose file is not on this machine, or does not come.
    var missing: [(record: UnsentRecord, upload: PendingUpload, code: CloudErrorCode)] = []
    /// Records that may not go at present, and why.
    var blocked: [(record: UnsentRecord, words: String)] = []
    /// Whether nothing else can go.
    var isAll = true
  }

  /// Reads on past records that wait for their files, so that they hold nothing else up.
  private func select(
    _ limit: Int, _ uploads: inout FileUploads, _ context: inout SyncContext
  ) throws -> Selection {
    var selection = Selection()
    var excluded = setAside.union(context.doubts.names).union(uploads.queue.names)
    var size = 0
    while selection.items.count < limit {
      let wanted = limit - selection.items.count
      let unsent = try context.unsent(limit: wanted, excluding: excluded)
      for record in unsent {
        excluded.insert(record.recordName)
        // Whether the server has what is to be deleted, and which, has to be seen first.
        if record.local == nil, record.changeTag == nil {
          context.doubts.add([record.recordName])
          selection.isAll = false
          continue
        }
        // The server would take a picture beside the word of its entry's removal, and no other device shows that.
        if let entry = record.goneEntry {
          context.doubts.add([entry])
          selection.isAll = false
          continue
        }
        // Before anything of it is uploaded.
        if let words = context.mapping.obstacle(of: record) {
          selection.blocked.append((record, words))
          continue
        }
        var item = SendWork.Item(
          unsent: record, operation: context.mapping.operation(for: record, at: context.serverTime))
        switch try uploads.provide(&item, context) {
        case .none: break
        case .upload: continue
        case .missing(let upload):
          if item.isLeftOut(upload) {
            // It is nowhere, as is known already.
          } else if isOnServer(upload, of: record) {
            if context.wantedPictures.want(record.recordName) {
              context.doubts.add([record.recordName])
              selection.isAll = false
              continue
            }
            // A file that may come back is not taken from its record.
            guard context.wantedPictures.lacking[record.recordName] == .gone else {
              selection.missing.append((record, upload, .assetNotAvailable))
              continue
            }
          }
          guard item.leaveOut(upload, context.mapping) else {
            selection.missing.append((record, upload, .assetFileNotFound))
            continue
          }
        }
        size += RequestSize.of(item, context.mapping)
        guard selection.items.isEmpty || size <= RequestSize.limit else {
          selection.isAll = false
          return selection
        }
        selection.items.append(item)
      }
      // What is looked for ahead waits for its turn to be uploaded; it needs no reading now.
      if unsent.count < wanted || uploads.isFull { return selection }
    }
    selection.isAll = false
    return selection
  }

  /// Whether a picture that goes up in another form is on the server in the one that it had.
  private func isOnServer(_ upload: PendingUpload, of record: UnsentRecord) -> Bool {
    guard record.changeTag != nil, upload.bytes == nil, let base = record.base else { return false }
    return JournalSchema.files(of: base)[upload.token.fieldName] == upload.digest
  }

  /// Takes a new category and the entries that name it as one, or else all.
  private func work(_ selection: Selection, _ uploads: FileUploads, _ context: SyncContext) -> SendWork? {
    let items = selection.items
    let doubts = context.doubts.names
    guard !items.isEmpty || !doubts.isEmpty || !selection.missing.isEmpty || !selection.blocked.isEmpty else {
      return nil
    }
    let family = atomicFailures < BatchChoice.atomicTries ? BatchChoice.family(in: items) : []
    let isAtomic = family.count > 1
    let chosen = isAtomic ? family : items
    var work = SendWork(
      items: chosen, isAtomic: isAtomic,
      isAll: selection.isAll && chosen.count == items.count && (doubts.isEmpty || items.isEmpty),
      uploads: chosen.flatMap { context.mapping.uploads(of: $0.operation, $0.unsent) },
      remembered: remembered(in: chosen, uploads, context.mapping))
    for (record, upload, code) in selection.missing {
      work.park(upload.token.recordName ?? record.recordName, version: record.local, code, "")
    }
    for (record, words) in selection.blocked { work.block(record, words) }
    // What could not even be sent is in doubt: the answer says so.
    if items.isEmpty { work.wait(for: doubts.count) }
    return work
  }

  /// Records that go with a receipt of an earlier life, which may be worth nothing by now.
  private func remembered(
    in items: [SendWork.Item], _ files: FileUploads, _ mapping: RecordMapping
  ) -> Set<String> {
    var names: Set<String> = []
    for item in items where item.operation.hasReceipt {
      let uploads = mapping.uploads(of: mapping.operation(for: item.unsent, at: 0), item.unsent)
      if !uploads.allSatisfy(files.isFresh) { names.insert(item.unsent.recordName) }
    }
    return names
  }

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

  // MARK: Ahead of its turn

  /// Chooses the batch that follows the one on its way: reading and mapping take about as long as the server needs.
  ///
  /// What is sent then is as if it had been sent a moment earlier: an edit made meanwhile is another one, and goes later.
  /// Only plain saves are chosen, and a full batch or none: what has a file, what is deleted, and the end of all that waits
  /// take their turn.
  mutating func selectAhead(after work: SendWork, _ uploads: FileUploads, _ context: SyncContext) {
    guard ahead == nil, work.policy == .ifUnchanged, !work.isAtomic, work.items.count == latestLimit,
      isPlain(uploads, context)
    else { return }
    do {
      let unsent = try context.store.unsent(limit: latestLimit, excluding: Set(work.names), counting: nil)
      var items: [SendWork.Item] = []
      var size = 0
      for record in unsent.records {
        guard record.local != nil, record.raw == nil, record.goneEntry == nil,
          context.mapping.obstacle(of: record) == nil
        else { return }
        let item = SendWork.Item(
          unsent: record, operation: context.mapping.operation(for: record, at: context.serverTime))
        size += RequestSize.of(item, context.mapping)
        guard size <= RequestSize.limit, context.mapping.uploads(of: item.operation, record).isEmpty else { return }
        items.append(item)
      }
      guard items.count == latestLimit else { return }
      ahead = AheadBatch(items: items, limit: latestLimit, revision: unsent.position.revision + 1)
    } catch {
      // It is read when its turn comes, and what is wrong is said then.
    }
  }

  /// Something else came between, or stamps are others now.
  mutating func forgetAhead() { ahead = nil }

  /// The batch that was chosen before its turn, if nothing has happened since but that the one before it was acknowledged.
  private mutating func takeAhead(
    _ limit: Int, _ uploads: FileUploads, _ context: inout SyncContext
  ) throws -> [SendWork.Item]? {
    guard let ahead = ahead.take(), ahead.limit == limit, isPlain(uploads, context),
      try context.revision() == ahead.revision
    else { return nil }
    return ahead.items
  }

  /// Whether nothing that waits is left out.
  private func isPlain(_ uploads: FileUploads, _ context: SyncContext) -> Bool {
    overwrite == nil && context.doubts.names.isEmpty && setAside.isEmpty && uploads.queue.items.isEmpty
      && atomicFailures == 0
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
