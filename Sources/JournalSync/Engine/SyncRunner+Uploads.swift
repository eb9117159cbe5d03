package import CloudRecord
import JournalCore
import SyncCore

/// The files of images go up beside the records, so that no word waits for a picture.
extension SyncRunner {
  // MARK: From the world

  /// The answer to ``SyncStep/upload(_:ticket:)``; late ones change nothing.
  package mutating func uploadFinished(
    _ ticket: Int, _ outcome: Result<CloudReply, CloudFailure>, at now: Int64
  ) -> [SyncStep] {
    guard let item = uploads.item(ticket) else { return [] }
    var steps: [SyncStep] = []
    do {
      switch outcome {
      case .success(.asset(let asset)):
        uploads.remove(ticket, isSent: true)
        uploadedAt = now
        keep(asset, for: item.upload, at: now, &steps)
        steps.append(note("sent a file of \(item.size) bytes", .good, at: now))
      case .success(let reply): uploads.fail(ticket, unexpected(reply), at: now)
      case .failure(let failure): try failed(failure, item, ticket, at: now, &steps)
      }
    } catch {
      uploads.remove(ticket, isSent: false)
      steps.append(note("The journal’s file: \(error)", .warning, at: now))
    }
    // Its record can go now, or is another one's turn.
    return steps + handle(.localChange, at: now)
  }

  /// How many bytes of a file have gone.
  package mutating func uploadProgressed(_ ticket: Int, _ bytes: Int64, at now: Int64) {
    uploadedAt = now
    uploads.note(bytes, of: ticket, at: now)
  }

  private mutating func failed(
    _ failure: CloudFailure, _ item: UploadQueue.Item, _ ticket: Int, at now: Int64, _ steps: inout [SyncStep]
  ) throws {
    steps.append(note(SyncSentences.log(failure), .warning, at: now))
    noteSpace(failure.code, failure.reason)
    guard SyncRunner.isAboutTheFile(failure, tries: item.tries) else { return uploads.fail(ticket, failure, at: now) }
    uploads.remove(ticket, isSent: false)
    let reason = ParkedReason(
      code: failure.code, reason: SyncSentences.parked(failure.code, failure.reason, picture: item.version))
    try store.commit(
      [SendResult(recordName: item.recordName, outcome: .parked(reason, version: item.version))], history: nil)
  }

  private static func isAboutTheFile(_ failure: CloudFailure, tries: Int) -> Bool {
    switch failure.code.remedy {
    case .sendLess: true
    // An address that has run out meanwhile is no word about the file.
    case .assetState: failure.code != .assetNotAvailable || tries >= SyncRunner.uploadTries
    case .park: failure.code != .permissionFailure
    case .backOff, .waitForNetwork, .waitForAccount, .stop, .perItem, .merge, .refetch, .makeZone, .ask, .waitForSpace,
      .sendTargetFirst, .none:
      false
    }
  }

  /// How often a file's address may run out before its record is set aside.
  private static let uploadTries = 3

  // MARK: Going on

  /// Starts, stops and wakes for uploads as the machine's state allows.
  mutating func tendUploads(at now: Int64, _ steps: inout [SyncStep]) {
    switch machine.phase {
    case .fetching, .sending, .resting: break
    case .waiting:
      // What is under way may arrive; nothing new begins while requests fail.
      return
    case .idle, .checkingAccount, .ensuringZone, .ensuringSubscription, .paused, .offline, .asking, .withoutAccount,
      .stopped:
      steps += uploads.stop().map { .cancelUpload(ticket: $0) }
      return
    }
    uploads.forgetFarTimes(now)
    if let retry = uploads.spaceRetryAt, now >= retry { uploads.releaseSpace() }
    for item in uploads.begin(at: now) {
      guard let ticket = item.ticket else { continue }
      let source = AssetSource.file(item.path, digest: item.upload.digest)
      steps.append(.upload(.uploadAsset(item.upload.token, zoneID, source), ticket: ticket))
    }
    if let time = uploads.wakeAt(now) { steps.append(.wake(at: time)) }
  }

  /// Whether a record's file has to be uploaded before the record goes.
  enum FileNeed {
    case none
    /// It goes first, beside the records.
    case upload
    /// It is not on this machine.
    case missing(PendingUpload)
  }

  /// Names the files of an operation that are on the server already, and asks for those that are not.
  mutating func provideFiles(
    _ operation: inout RecordOperation, of record: UnsentRecord, at now: Int64
  ) throws -> FileNeed {
    var need = FileNeed.none
    for upload in mapping.uploads(of: operation, record) where upload.bytes == nil {
      if let asset = receipts.asset(for: upload, at: now) {
        operation.fields[upload.token.fieldName] = Field(.asset(asset))
        continue
      }
      guard case .present(let path, let size) = try files.file(upload.digest) else { return .missing(upload) }
      if let version = record.local, uploads.items.count < UploadQueue.lookAhead {
        uploads.add(upload, of: version, path: path, size: size)
      }
      need = .upload
    }
    return need
  }

  // MARK: Receipts

  /// Of what an earlier life of the process uploaded in the name of who is signed in now.
  mutating func loadReceipts(at now: Int64, _ steps: inout [SyncStep]) {
    guard let found else { return }
    let account = "\(found.service) \(found.containerID) \(found.userRecordName) \(found.incarnation ?? "")"
    do {
      let files = self.files
      try receipts.load(account) { try files.receipts() }
    } catch {
      // It costs an upload, no word.
      steps.append(note("Receipts of uploads cannot be read: \(error)", .warning, at: now))
    }
  }

  mutating func keep(_ asset: Asset, for upload: PendingUpload, at now: Int64, _ steps: inout [SyncStep]) {
    receipts.keep(asset, for: upload, at: now)
    writeReceipts(at: now, &steps)
  }

  /// Records that are on the server, or whose receipts were refused, need theirs no longer.
  mutating func forgetReceipts(of names: some Sequence<String>, at now: Int64, _ steps: inout [SyncStep]) {
    if receipts.remove(of: Set(names)) { writeReceipts(at: now, &steps) }
  }

  private mutating func writeReceipts(at now: Int64, _ steps: inout [SyncStep]) {
    do {
      try files.setReceipts(receipts.all)
    } catch {
      steps.append(note("Receipts of uploads cannot be kept: \(error)", .warning, at: now))
    }
  }
}
