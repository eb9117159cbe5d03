import CloudRecord
import JournalSeal
import SyncCore

/// Fetches the files that records need, one after the other, before the records are taken in.
struct FileGathering {
  private var intake: Intake
  /// The path of the file that is on its way here.
  private var placed: String?

  init(_ intake: Intake) { self.intake = intake }

  /// The request for the next file; nil where none is missing any more.
  mutating func next(_ context: SyncContext) -> CloudRequest? {
    guard let download = intake.downloads.first else { return nil }
    // A text comes into memory, where it is needed; a picture into a file.
    guard download.field != JournalSchema.Carrier.bodyAsset else { return .downloadAsset(download.asset) }
    let path = context.files.place()
    placed = path
    return .downloadFile(download.asset, path: path)
  }

  enum Outcome {
    /// The next file may be asked for.
    case goesOn
    case failed(CloudFailure)
  }

  /// Takes in a file that came or did not; an order does not end because of one file alone.
  mutating func receive(_ answer: OrderAnswer, _ context: inout SyncContext) throws -> Outcome {
    switch answer.outcome {
    case .success(.bytes(let bytes)): take(bytes, &context)
    case .success(.file(let file)): try take(file, &context)
    case .success: return .failed(.unexpected)
    case .failure(let failure):
      if let failure = judge(failure, &context) { return .failed(failure) }
    }
    if !intake.downloads.isEmpty { intake.downloads.removeFirst() }
    return .goesOn
  }

  private mutating func take(_ bytes: [UInt8], _ context: inout SyncContext) {
    guard let download = intake.downloads.first else { return }
    if let text = FileGathering.text(of: bytes, download.sealed) {
      intake.files[download.recordName, default: [:]][download.field] = text
    } else {
      intake.unreadable.insert(download.recordName)
    }
    context.downloads.came(download.asset)
  }

  /// A text that came, opened where it is sealed; nil where it is none, or not the one that the seal names.
  private static func text(of bytes: [UInt8], _ sealed: SealedContent.File?) -> String? {
    guard let sealed else { return String(validating: bytes, as: UTF8.self) }
    do throws(SealFailure) {
      var opener = try FileOpener(sealed)
      let text = try opener.open(bytes)
      try opener.finish()
      return String(validating: text, as: UTF8.self)
    } catch {
      // Its record is kept as one that cannot be opened.
      return nil
    }
  }

  private mutating func take(_ file: StoredFile, _ context: inout SyncContext) throws {
    guard let download = intake.downloads.first, let path = placed.take() else { return }
    if let digest = download.wanted { return try take(path, of: file, as: download, digest, &context) }
    try context.files.keep(path, digest: file.digest)
    intake.files[download.recordName, default: [:]][download.field] = file.digest
    context.downloads.came(download.asset)
  }

  /// Takes in a picture that goes up again in another form; one that is not what its record says is none.
  private func take(
    _ path: String, of file: StoredFile, as download: Intake.Download, _ digest: String, _ context: inout SyncContext
  ) throws {
    var path = path
    do {
      if let sealed = download.sealed { path = try context.files.open(path, as: sealed) }
    } catch is SealFailure {
      context.files.discard(path)
      return context.wantedPictures.giveUp(download.recordName, .unobtainable)
    }
    guard download.sealed != nil || file.digest == digest else {
      context.files.discard(path)
      return context.wantedPictures.giveUp(download.recordName, .unobtainable)
    }
    try context.files.keep(path, digest: digest)
    context.wantedPictures.came(download.recordName)
    context.downloads.came(download.asset)
  }

  /// Whether the order has to end: if it is not the file that is wrong, but the network or the account, or if the file is
  /// to be tried again. After some tries the record is kept without being read.
  private mutating func judge(_ failure: CloudFailure, _ context: inout SyncContext) -> CloudFailure? {
    guard let download = intake.downloads.first else { return failure }
    switch failure.code.remedy {
    case .backOff, .waitForNetwork, .waitForAccount, .stop, .refetch, .makeZone, .ask: return failure
    case .perItem, .merge, .park, .sendLess, .waitForSpace, .sendTargetFirst, .assetState, .none: break
    }
    guard context.downloads.givesUp(download.asset) else {
      // It is the file that is refused, not the account: what else could be read from the code does not hold.
      return CloudFailure(code: .assetNotAvailable, reason: failure.reason)
    }
    if download.wanted == nil {
      intake.unreadable.insert(download.recordName)
      intake.lacking.insert(download.recordName)
    } else {
      context.wantedPictures.giveUp(download.recordName, .unobtainable)
    }
    return nil
  }

  /// What the records say, with their files.
  func changes(_ mapping: RecordMapping) -> [FetchedChange] { intake.mapped(mapping) }
}

/// How often a file could not be had.
struct DownloadTries {
  /// How often a file is asked for before its record is kept without being read.
  private static let limit = 3

  private var failures: [String: Int] = [:]

  mutating func came(_ asset: Asset) { failures[asset.fileChecksum] = nil }

  /// Counts a failure; whether it was the last one.
  mutating func givesUp(_ asset: Asset) -> Bool {
    failures[asset.fileChecksum, default: 0] += 1
    return failures[asset.fileChecksum, default: 0] >= DownloadTries.limit
  }
}
