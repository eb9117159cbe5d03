import CloudRecord
import SyncCore

/// One batch on its way: what is sent, the files that go first, and what became of each record.
struct SendWork {
  struct Item {
    var unsent: UnsentRecord
    var operation: RecordOperation
  }

  var items: [Item]
  /// All or none: a new category and the entries that name it.
  var isAtomic = false
  /// A save over whatever is there, of the only item.
  var policy = SavePolicy.ifUnchanged
  /// What a save over whatever is there was made of, once that was looked up.
  var overwritten: FetchedRecord?
  /// The next first.
  var uploads: [PendingUpload] = []
  var results: [SendResult] = []
  var tally = SendTally()
  /// Records whose state on the server is not what was thought.
  var inDoubt: [String] = []
  var withoutSpace: [String] = []
  /// Records that go with receipts of an earlier life of the process.
  var remembered: Set<String> = []
  /// Of those, the ones that were refused: perhaps because of that.
  var refusedReceipts: [String] = []

  init(items: [Item]) { self.items = items }

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

  mutating func put(_ asset: Asset, for upload: PendingUpload) {
    for index in items.indices where items[index].unsent.recordName == upload.token.recordName {
      items[index].operation.fields[upload.token.fieldName] = Field(.asset(asset))
    }
  }

  // MARK: The answer

  mutating func take(_ reply: RecordsReply) {
    guard reply.outcomes.count == items.count else {
      let reason = "an answer with \(reply.outcomes.count) outcomes for \(items.count) operations"
      tally.failure = CloudFailure(code: .internalError, reason: reason)
      inDoubt += names
      tally.toLookUp += items.count
      return
    }
    for (item, outcome) in zip(items, reply.outcomes) { take(outcome, item) }
  }

  private mutating func take(_ outcome: RecordOutcome, _ item: Item) {
    let name = item.unsent.recordName
    switch outcome {
    case .saved(let record):
      guard let sent = item.unsent.local, record.recordName == name else { return doubt(name) }
      acknowledge(name, .saved(version: sent, changeTag: record.recordChangeTag), digest: item.unsent.digest)
    case .deleted:
      guard item.unsent.local == nil else { return doubt(name) }
      tally.deleted += 1
      acknowledge(name, .deleted)
    case .failed(_, let error): take(error, item)
    }
  }

  private mutating func acknowledge(_ name: String, _ outcome: SendResult.Outcome, digest: [UInt8]? = nil) {
    tally.acknowledged += 1
    results.append(SendResult(recordName: name, outcome: outcome, digest: digest))
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
      if code == .unknownItem, item.unsent.local == nil { return acknowledge(name, .deleted) }
      doubt(name)
    case .park, .sendLess, .assetState, .none:
      if !refuses(receiptOf: name) { park(name, code, error.reason) }
    case .waitForSpace:
      tally.withoutSpace += 1
      withoutSpace.append(name)
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
}

extension CloudFailure {
  /// One item's refusal, as what it says of the whole.
  init(_ error: ServiceError) {
    self.init(
      code: CloudErrorCode(error.code), reason: error.reason, retryAfter: error.retryAfter.map(Double.init),
      redirectURL: error.redirectURL)
  }
}
