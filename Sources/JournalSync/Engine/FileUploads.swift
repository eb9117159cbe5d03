import CloudRecord
import JournalCore
import JournalSeal
import SyncCore

/// The files of images go up beside the records, so that no word waits for a picture.
struct FileUploads {
  /// How often a file's address may run out before its record is set aside.
  private static let addressTries = 3

  private(set) var queue: UploadQueue
  /// Files on the server by what they are here, so that none is uploaded twice.
  private var receipts = UploadReceipts()
  /// When bytes of a file last went up: milliseconds since 1970.
  private(set) var movedAt = Int64.min

  init(seed: UInt64, spaceRetry: Int64) { queue = UploadQueue(seed: seed, spaceRetry: spaceRetry) }

  // MARK: From the world

  /// Takes in how an upload ended; late answers change nothing.
  ///
  /// - Returns: Whether it was one that was under way.
  mutating func finished(
    _ ticket: Int, _ outcome: Result<CloudReply, CloudFailure>, _ context: inout SyncContext
  ) -> Bool {
    guard let item = queue.item(ticket) else { return false }
    defer { if let copy = item.copy { context.files.discard(copy.path) } }
    do {
      switch outcome {
      case .success(.asset(let asset)):
        queue.remove(ticket, isSent: true)
        movedAt = context.now
        keep(UploadedFile(asset: asset, sealed: item.copy?.file), for: item.upload, &context)
        context.note("sent a file of \(item.size) bytes", .good)
      case .success: queue.fail(ticket, .unexpected, at: context.now)
      case .failure(let failure): try failed(failure, item, ticket, &context)
      }
    } catch {
      queue.remove(ticket, isSent: false)
      context.note("The journal’s file: \(error)", .warning)
    }
    return true
  }

  /// How many bytes of a file have gone.
  mutating func progressed(_ ticket: Int, _ bytes: Int64, at now: Int64) {
    movedAt = now
    queue.note(bytes, of: ticket, at: now)
  }

  private mutating func failed(
    _ failure: CloudFailure, _ item: UploadQueue.Item, _ ticket: Int, _ context: inout SyncContext
  ) throws {
    context.note(failure)
    guard FileUploads.isAboutTheFile(failure, tries: item.tries) else {
      return queue.fail(ticket, failure, at: context.now)
    }
    queue.remove(ticket, isSent: false)
    let reason = ParkedReason(
      code: failure.code, reason: SyncSentences.parked(failure.code, failure.reason, picture: item.version))
    try context.store.commit(
      [SendResult(recordName: item.recordName, outcome: .parked(reason, version: item.version))], history: nil,
      counting: nil)
    context.wrote()
  }

  private static func isAboutTheFile(_ failure: CloudFailure, tries: Int) -> Bool {
    switch failure.code.remedy {
    case .sendLess: true
    // An address that has run out meanwhile is no word about the file.
    case .assetState: failure.code != .assetNotAvailable || tries >= addressTries
    case .park: failure.code != .permissionFailure
    case .backOff, .waitForNetwork, .waitForAccount, .stop, .perItem, .merge, .refetch, .makeZone, .ask, .waitForSpace,
      .sendTargetFirst, .none:
      false
    }
  }

  // MARK: Going on

  /// Starts, stops and wakes for uploads as the machine's state allows.
  mutating func goOn(in phase: SyncPhase, _ context: inout SyncContext) {
    // What waited to go plain never goes so once the journal is sealed.
    let dropped = queue.drop(unlike: context.mapping.sealing.isSealed)
    for ticket in dropped.tickets { context.add(.cancelUpload(ticket: ticket)) }
    for path in dropped.copies { context.files.discard(path) }
    switch phase {
    case .fetching, .sending, .resting: break
    case .waiting:
      // What is under way may arrive; nothing new begins while requests fail.
      return
    case .idle, .checkingAccount, .ensuringZone, .ensuringSubscription, .paused, .offline, .asking, .withoutAccount,
      .stopped:
      return stop(&context)
    }
    let now = context.now
    queue.forgetFarTimes(now)
    if let retry = queue.spaceRetryAt, now >= retry { queue.releaseSpace() }
    for item in queue.begin(at: now) {
      guard let ticket = item.ticket, let source = source(of: item, ticket, &context) else { continue }
      context.add(.upload(.uploadAsset(item.upload.token, context.zoneID, source), ticket: ticket))
    }
    if let time = queue.wakeAt(now) { context.add(.wake(at: time)) }
  }

  /// What goes up: the file, or a sealed copy that is made now; nil where that cannot be made.
  private mutating func source(
    of item: UploadQueue.Item, _ ticket: Int, _ context: inout SyncContext
  ) -> AssetSource? {
    do {
      guard item.upload.isSealed else {
        guard let copy = try context.files.plainCopy(of: item.upload.digest) else {
          return .file(item.path, digest: item.upload.digest)
        }
        queue.setCopy(copy, nil, of: ticket)
        return .file(copy, digest: item.upload.digest)
      }
      let (copy, file) = try FileUploads.seal(item.upload, context)
      queue.setCopy(copy.path, file, of: ticket)
      return .file(copy.path, digest: copy.digest)
    } catch {
      do {
        guard let failure = error as? CloudFailure else { throw error }
        try failed(failure, item, ticket, &context)
      } catch {
        queue.fail(ticket, CloudFailure(code: .internalError, reason: "a file cannot be sealed"), at: context.now)
        context.note("The journal’s file: \(error)", .warning)
      }
      return nil
    }
  }

  /// Seals a file under a key of its own.
  ///
  /// - Throws: A ``CloudFailure`` for a file that is not here, or that is not what it was; else the error of the disk.
  static func seal(_ upload: PendingUpload, _ context: SyncContext) throws -> (SealedCopy, SealedFile) {
    guard case .present = try context.files.file(upload.digest) else {
      throw CloudFailure(code: .assetFileNotFound, reason: "")
    }
    let sealing = context.mapping.sealing
    let key = sealing.freshFileKey()
    let copy = try context.files.sealedCopy(of: upload.digest) { try sealing.fileSealer(length: $0, key: key) }
    guard copy.source == upload.digest else {
      context.files.discard(copy.path)
      throw CloudFailure(code: .assetFileModified, reason: "")
    }
    return (copy, SealedFile(upload, length: copy.length, key: key))
  }

  /// Gives up what is under way.
  mutating func stop(_ context: inout SyncContext) {
    for ticket in queue.stop() { context.add(.cancelUpload(ticket: ticket)) }
    for path in queue.takeIdleCopies() { context.files.discard(path) }
  }

  /// The person, or a network that is back, does not want to wait.
  mutating func tryNow() { queue.tryNow() }

  mutating func releaseSpace() { queue.releaseSpace() }

  // MARK: Files of records that are to be sent

  /// Whether a record's file has to be uploaded before the record goes.
  enum Need {
    case none
    /// It goes first, beside the records.
    case upload
    /// It is not on this machine.
    case missing(PendingUpload)
  }

  /// Names the files of an operation that are on the server already, and asks for those that are not.
  mutating func provide(_ item: inout SendWork.Item, _ context: SyncContext) throws -> Need {
    var need = Need.none
    let record = item.unsent
    for upload in context.mapping.uploads(of: item.operation, record) where upload.bytes == nil {
      if let found = receipts.found(upload, at: context.now) {
        item.operation.fields[upload.token.fieldName] = Field(.asset(found.asset))
        item.files[upload.token.fieldName] = found.sealed
        continue
      }
      guard case .present(let path, let size) = try context.files.file(upload.digest) else { return .missing(upload) }
      if let version = record.local, !isFull { queue.add(upload, of: version, path: path, size: size) }
      need = .upload
    }
    return need
  }

  /// Whether no more files are looked for ahead.
  var isFull: Bool { queue.items.count >= UploadQueue.lookAhead }

  // MARK: Receipts

  func found(_ upload: PendingUpload, at now: Int64) -> UploadedFile? { receipts.found(upload, at: now) }

  func isFresh(_ upload: PendingUpload) -> Bool { receipts.isFresh(upload) }

  /// Reads what an earlier life of the process uploaded.
  ///
  /// - Parameter owner: In whose name.
  mutating func loadReceipts(of owner: String, _ context: inout SyncContext) {
    do {
      try receipts.load(owner) { [files = context.files] in try files.receipts() }
    } catch {
      // It costs an upload, no word.
      context.note("Receipts of uploads cannot be read: \(error)", .warning)
    }
  }

  mutating func keep(_ file: UploadedFile, for upload: PendingUpload, _ context: inout SyncContext) {
    receipts.keep(file, for: upload, at: context.now)
    write(&context)
  }

  /// Records that are on the server, or whose receipts were refused, need theirs no longer.
  mutating func forgetReceipts(of names: some Sequence<String>, _ context: inout SyncContext) {
    if receipts.remove(of: Set(names)) { write(&context) }
  }

  private func write(_ context: inout SyncContext) {
    do {
      try context.files.setReceipts(receipts.all)
    } catch {
      context.note("Receipts of uploads cannot be kept: \(error)", .warning)
    }
  }
}

extension SealedFile {
  /// A file that goes up under a key of its own.
  init(_ upload: PendingUpload, length: UInt64, key: FileKey) {
    self.init(
      field: upload.token.fieldName, digest: FileDigest.bytes(upload.digest) ?? [], length: length,
      key: key.secret.copied)
  }
}
