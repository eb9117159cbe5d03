import CloudRecord
import Encodings
import JournalSeal
import SyncCore

/// One batch on its way: what is sent, the files that go first, and what became of each record.
struct SendWork {
  struct Item {
    var unsent: UnsentRecord
    var operation: RecordOperation
    /// Files that went up sealed for this save, by field.
    var files: [String: SealedFile] = [:]
    /// What is known of the seal once the server has it; nil before it is sealed, and of a plain one.
    var seal: SealMark?

    /// Whether the known version on the server has no file for the digest that it names.
    func isLeftOut(_ upload: PendingUpload) -> Bool {
      guard upload.isSealed, upload.bytes == nil else { return false }
      return unsent.seal?.files.contains {
        $0.field == upload.token.fieldName && $0.isLeftOut && Hexadecimal.text($0.digest) == upload.digest
      } ?? false
    }

    /// Seals a picture's record without its file, which is nowhere: the digest stays, so that the file can come back. Of one that
    /// was removed no file is missed.
    ///
    /// - Returns: Whether that can be done; a plain record has its digest with its file alone.
    mutating func leaveOut(_ upload: PendingUpload, _ mapping: RecordMapping) -> Bool {
      let isRemoved = unsent.local?.values["trashedAt"] != nil
      guard upload.isSealed, upload.bytes == nil, unsent.local == unsent.base || isRemoved || isLeftOut(upload) else {
        return false
      }
      operation.fields.updateValue(nil, forKey: upload.token.fieldName)
      files[upload.token.fieldName] = SealedFile(upload, length: 0, key: mapping.sealing.freshFileKey())
      return true
    }
  }

  private(set) var items: [Item]
  /// All or none: a new category and the entries that name it.
  let isAtomic: Bool
  /// Whether nothing else waits to be sent.
  let isAll: Bool
  /// A save over whatever is there, of the only item.
  let policy: SavePolicy
  /// What a save over whatever is there was made of, once that was looked up.
  private(set) var overwritten: FetchedRecord?
  /// The next first.
  private(set) var uploads: [PendingUpload]
  private(set) var results: [SendResult] = []
  private(set) var tally = SendTally()
  /// Records whose state on the server is not what was thought.
  private(set) var inDoubt: [String] = []
  private(set) var withoutSpace: [String] = []
  /// Records that go with receipts of an earlier life of the process.
  private var remembered: Set<String>
  /// Of those, the ones that were refused: perhaps because of that.
  private(set) var refusedReceipts: [String] = []

  init(
    items: [Item], isAtomic: Bool = false, isAll: Bool = false, policy: SavePolicy = .ifUnchanged,
    uploads: [PendingUpload] = [], remembered: Set<String> = []
  ) {
    (self.items, self.isAtomic, self.isAll, self.policy) = (items, isAtomic, isAll, policy)
    (self.uploads, self.remembered) = (uploads, remembered)
  }

  var names: [String] { items.map(\.unsent.recordName) }

  /// Takes out one record, with what is still to be uploaded for it.
  mutating func drop(_ name: String) {
    items.removeAll { $0.unsent.recordName == name }
    uploads.removeAll { $0.token.recordName == name }
  }

  mutating func park(_ name: String, _ code: CloudErrorCode, _ words: String) {
    let version = items.first { $0.unsent.recordName == name }?.unsent.local
    park(name, version: version, code, words)
  }

  mutating func park(_ name: String, version: RecordVersion?, _ code: CloudErrorCode, _ words: String) {
    let reason = ParkedReason(code: code, reason: SyncSentences.parked(code, words, picture: version))
    results.append(SendResult(recordName: name, outcome: .parked(reason, version: version)))
    tally.parked += 1
  }

  /// Names the file of the next upload, which is on the server already.
  ///
  /// - Parameter isRemembered: Whether an earlier life of the process uploaded it.
  mutating func put(_ file: UploadedFile, isRemembered: Bool) {
    let upload = uploads.removeFirst()
    for index in items.indices where items[index].unsent.recordName == upload.token.recordName {
      items[index].operation.fields[upload.token.fieldName] = Field(.asset(file.asset))
      items[index].files[upload.token.fieldName] = file.sealed
    }
    if isRemembered, let name = upload.token.recordName { remembered.insert(name) }
  }

  /// Seals what goes now; what cannot be sealed, or would go plain, is parked.
  ///
  /// - Parameter now: Milliseconds since 1970 by the server's clock.
  mutating func seal(_ mapping: RecordMapping, at now: Int64) {
    for item in items where item.unsent.raw == nil && !item.unsent.isRemovalOver {
      let name = item.unsent.recordName
      if let words = mapping.obstacle(of: item.unsent) {
        leave(item, words)
        continue
      }
      do throws(SealFailure) {
        let (bytes, mark) = try mapping.seal(item.unsent, uploaded: item.files, at: now)
        guard let index = items.firstIndex(where: { $0.unsent.recordName == name }) else { continue }
        items[index].operation.fields[JournalSchema.Carrier.sealed] = Field(.bytes(bytes))
        items[index].seal = mark
      } catch {
        leave(item, "It could not be sealed (\(error)).")
      }
    }
    for item in items where !mapping.isPermitted(item.operation) {
      leave(item, "It would have gone plain, though this journal is sealed.")
    }
  }

  private mutating func leave(_ item: Item, _ words: String) {
    block(item.unsent, words)
    drop(item.unsent.recordName)
  }

  /// Parks a record that may not go at present.
  mutating func block(_ unsent: UnsentRecord, _ words: String) {
    let reason = ParkedReason(code: .permissionFailure, reason: words)
    results.append(SendResult(recordName: unsent.recordName, outcome: .parked(reason, version: unsent.local)))
    tally.parked += 1
  }

  /// Leaves records out until there is space.
  mutating func setAside(_ names: [String]) {
    withoutSpace += names
    tally.withoutSpace += names.count
  }

  /// Notes how many records have to be looked up before anything can be sent.
  mutating func wait(for doubts: Int) { tally.toLookUp = doubts }

  // MARK: The answer

  /// - Parameter mayBeGuarded: Whether a plain record that is refused may be one of a journal that is encrypted by now: it is
  ///   tried again once the keys were looked at.
  mutating func take(_ reply: RecordsReply, mayBeGuarded: Bool) {
    guard reply.outcomes.count == items.count else {
      let reason = "an answer with \(reply.outcomes.count) outcomes for \(items.count) operations"
      tally.failure = CloudFailure(code: .internalError, reason: reason)
      inDoubt += names
      tally.toLookUp += items.count
      return
    }
    for (item, outcome) in zip(items, reply.outcomes) {
      if mayBeGuarded, item.unsent.local != nil, case .failed(_, let error) = outcome, error.code == .badRequest {
        tally.untouched += 1
        tally.doubtsKeys = true
        continue
      }
      take(outcome, item)
    }
  }

  private mutating func take(_ outcome: RecordOutcome, _ item: Item) {
    let name = item.unsent.recordName
    switch outcome {
    case .saved(let record):
      guard record.recordName == name else { return doubt(name) }
      guard let sent = item.unsent.local else {
        guard let seal = item.seal else { return doubt(name) }
        tally.deleted += 1
        return acknowledge(name, .removed(changeTag: record.recordChangeTag), seal: seal)
      }
      acknowledge(
        name, .saved(version: sent, changeTag: record.recordChangeTag), digest: item.unsent.digest,
        // What went plain in the place of a seal is remembered as such.
        seal: item.seal ?? item.unsent.seal?.opened)
    case .deleted:
      guard item.unsent.local == nil, item.seal == nil else { return doubt(name) }
      tally.deleted += 1
      acknowledge(name, .deleted)
    case .failed(_, let error): take(error, item)
    }
  }

  private mutating func acknowledge(
    _ name: String, _ outcome: SendResult.Outcome, digest: [UInt8]? = nil, seal: SealMark? = nil
  ) {
    tally.acknowledged += 1
    results.append(SendResult(recordName: name, outcome: outcome, digest: digest, seal: seal))
  }

  /// Whether a refusal may be about a receipt alone; the file is uploaded again then, and nothing is said of the record.
  mutating func refuses(receiptOf name: String) -> Bool {
    guard remembered.remove(name) != nil else { return false }
    refusedReceipts.append(name)
    tally.untouched += 1
    return true
  }

  private mutating func doubt(_ name: String) {
    tally.toLookUp += 1
    inDoubt.append(name)
  }

  private mutating func take(_ error: ServiceError, _ item: Item) {
    let name = item.unsent.recordName
    let code = CloudErrorCode(error.code)
    switch code.remedy {
    case .merge:
      // What is gone already is what a deletion wanted.
      if code == .unknownItem, item.unsent.local == nil, item.seal == nil { return acknowledge(name, .deleted) }
      doubt(name)
    case .park, .sendLess, .assetState, .none:
      if !refuses(receiptOf: name) { park(name, code, error.reason) }
    case .waitForSpace: setAside([name])
    case .perItem: tally.untouched += 1
    case .sendTargetFirst:
      // It goes up again once what it belongs to is known to be there: never before, so that it is not refused for ever.
      park(name, code, error.reason)
      if item.unsent.local != nil, let target = item.operation.parent { doubt(target) }
    case .backOff, .waitForNetwork, .waitForAccount, .stop, .refetch, .makeZone, .ask:
      tally.untouched += 1
      tally.failure = tally.failure ?? CloudFailure(error)
    }
  }

  // MARK: Over whatever the server has

  /// Makes the operation that saves it over the version that was looked up; false where there is none.
  ///
  /// - Parameters:
  ///   - serverTime: Milliseconds since 1970, as the next.
  ///   - now: The time here.
  mutating func overwrite(
    _ server: FetchedRecord, _ mapping: RecordMapping, serverTime: Int64, at now: Int64
  ) -> Bool {
    guard let item = items.first, let wished = item.unsent.local else { return false }
    var unsent = item.unsent
    unsent.local = overlay(wished, base: unsent.base, on: server.version, at: serverTime)
    guard let operation = mapping.forcedOperation(for: unsent, policy: policy, over: server, at: now) else {
      return false
    }
    overwritten = server
    if mapping.sealing.isSealed {
      unsent.base = server.version
      unsent.changeTag = server.changeTag
      unsent.seal = server.seal
    }
    items = [Item(unsent: unsent, operation: operation)]
    uploads = mapping.uploads(of: operation, unsent)
    return true
  }

  /// What the server will have: of the wished version the changed fields or all, each later than what it replaces.
  private func overlay(
    _ wished: RecordVersion, base: RecordVersion?, on server: RecordVersion, at now: Int64
  ) -> RecordVersion {
    var result = server
    var clock = HybridClock(device: wished.stamps.values.max()?.device ?? 0)
    if let latest = (Array(wished.stamps.values) + Array(server.stamps.values)).max() { clock.observe(latest) }
    let stamp = clock.tick(wallClock: now)
    for info in JournalSchema.fields[wished.recordType] ?? [] {
      let value = wished.values[info.name]
      let isWished = policy == .allKeys || !FieldValue.areIdentical(value, base?.values[info.name])
      guard isWished, !FieldValue.areIdentical(value, server.values[info.name]) else { continue }
      result.set(info.name, value, at: stamp)
    }
    return result
  }

  /// What was saved, as if it came from the server.
  var overwrittenChanges: [FetchedChange] {
    results.compactMap { result in
      guard case .saved(let version, let tag) = result.outcome else { return nil }
      return .record(
        FetchedRecord(
          recordName: result.recordName, changeTag: tag, version: version,
          modifiedAt: items.first?.unsent.modifiedAt ?? 0, foreignFields: overwritten?.foreignFields ?? [:],
          isNewerFormat: overwritten?.isNewerFormat ?? false, seal: result.seal))
    }
  }
}

extension CloudFailure {
  /// One item's refusal, as what it says of the whole.
  init(_ error: ServiceError) {
    self.init(
      code: CloudErrorCode(error.code), reason: error.reason, retryAfter: error.retryAfter.map(Double.init),
      redirectURL: error.redirectURL)
  }
}
