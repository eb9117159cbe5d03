import CloudRecord
import JournalCore
import SyncCore

extension SyncRunner {
  // MARK: Pages

  mutating func fetchPage(at now: Int64, _ steps: inout [SyncStep]) throws -> SyncEvent? {
    let position = try store.syncPosition()
    askedAt = pageFollows ?? position.revision
    return request(pageRequest(after: position.token), .page, at: now, &steps)
  }

  private func pageRequest(after token: ChangeToken?) -> CloudRequest {
    .zoneChanges([ZoneChangesRequest(zoneID: zoneID, syncToken: token, resultsLimit: 200)])
  }

  /// The request that comes next if this answer is taken in without trouble, to be sent meanwhile; nil where that
  /// cannot be said.
  ///
  /// - Parameter prepared: what ``RecordMapping/prepared(_:)`` made of the answer.
  func requestAhead(of reply: CloudReply, _ prepared: [FetchedChange]?, to ticket: Int) -> CloudRequest? {
    // What needs files asks for those first; and after a page that brought nothing the next one may have to wait.
    guard ticket == self.ticket, prepared != nil, case .page? = flight, case .zoneChanges(let outcomes) = reply,
      case .page(let page)? = outcomes.first, page.moreComing, !page.changes.isEmpty
    else { return nil }
    return pageRequest(after: page.syncToken)
  }

  mutating func take(_ page: ZoneChangesReply, at now: Int64, _ steps: inout [SyncStep]) -> SyncEvent? {
    var intake =
      prepared.map { Intake(page.changes, prepared: $0) } ?? Intake(page.changes, mapping: mapping, store: store)
    prepared = nil
    intake.token = page.syncToken
    intake.moreComing = page.moreComing
    return gather(intake, .page, at: now, &steps)
  }

  mutating func applyPage(
    _ allowsMassRemoval: Bool, at now: Int64, _ steps: inout [SyncStep]
  ) throws -> SyncEvent {
    guard let intake, let token = intake.token else {
      return .pageApplied(moreComing: true, hadChanges: false, isNewPosition: false)
    }
    self.intake = nil
    let isNewPosition = try store.syncPosition().token != token
    let page = FetchedPage(
      changes: intake.mapped(mapping), token: token, moreComing: intake.moreComing, asOf: askedAt,
      history: latestHistory)
    let summary = try store.apply(page, rules: JournalSchema.mergeRules, allowsMassRemoval: allowsMassRemoval)
    if summary.isStale {
      steps.append(note("Another program has synchronised meanwhile", at: now))
      return .pageApplied(moreComing: true, hadChanges: false, isNewPosition: false)
    }
    telling.tookIn(summary)
    if intake.moreComing { pageFollows = summary.revision }
    telling.fetched(page.changes.count, isOver: !intake.moreComing, token: token, at: now)
    if !page.changes.isEmpty {
      steps.append(note(SyncSentences.fetched(page.changes.count, summary), .good, at: now))
    }
    return .pageApplied(
      moreComing: intake.moreComing, hadChanges: !page.changes.isEmpty, isNewPosition: isNewPosition)
  }

  mutating func finishSweep(
    _ allowsMassRemoval: Bool, at now: Int64, _ steps: inout [SyncStep]
  ) throws -> SyncEvent {
    let moved = try store.finishSweep(allowsMassRemoval: allowsMassRemoval)
    steps.append(note("Everything is read; \(moved) moved to the trash", at: now))
    return .sweepFinished
  }

  // MARK: Look-ups

  /// At most so many at once: their records may be large.
  private static let lookUpLimit = 50

  mutating func doubt(_ names: [String]) {
    for name in names where !inDoubt.contains(name) { inDoubt.append(name) }
  }

  mutating func lookUp(at now: Int64, _ steps: inout [SyncStep]) throws -> SyncEvent? {
    let names = inDoubt.prefix(SyncRunner.lookUpLimit)
    guard !names.isEmpty else {
      intake = Intake([], mapping: mapping, store: store)
      return .lookedUp
    }
    askedAt = try store.syncPosition().revision
    return request(lookUpRequest(Array(names)), .lookUp, at: now, &steps)
  }

  func lookUpRequest(_ names: [String]) -> CloudRequest {
    .lookup(
      LookupRequest(items: names.map { LookupRequest.Item(recordName: $0) }, zoneID: zoneID))
  }

  /// A record that the server does not have is as good as deleted; another refusal leaves it as it is.
  func changes(_ reply: RecordsReply) -> [RecordChange] {
    reply.outcomes.compactMap { outcome in
      switch outcome {
      case .saved(let record): .changed(record)
      case .failed(let name?, let error) where error.code == .notFound:
        .deleted(recordName: name, zoneID: zoneID)
      case .deleted, .failed: nil
      }
    }
  }

  mutating func takeLookUp(_ reply: RecordsReply, at now: Int64, _ steps: inout [SyncStep]) -> SyncEvent? {
    gather(Intake(changes(reply), mapping: mapping, store: store), .lookUp, at: now, &steps)
  }

  mutating func mergeLookedUp(at now: Int64, _ steps: inout [SyncStep]) throws -> SyncEvent {
    let changes = intake?.mapped(mapping) ?? []
    intake = nil
    if !changes.isEmpty {
      let summary = try store.applyLookedUp(
        changes, asOf: askedAt, history: latestHistory, rules: JournalSchema.mergeRules)
      if summary.isStale {
        steps.append(note("Another program has synchronised meanwhile", at: now))
        return .merged(isAll: false)
      }
      telling.tookIn(summary)
      steps.append(note(SyncSentences.lookedUp(changes.count, summary), at: now))
    }
    inDoubt.removeFirst(min(inDoubt.count, SyncRunner.lookUpLimit))
    return .merged(isAll: inDoubt.isEmpty)
  }

  // MARK: Files

  /// Fetches the files that records need, one after the other.
  mutating func gather(
    _ intake: Intake, _ flight: Flight, at now: Int64, _ steps: inout [SyncStep]
  ) -> SyncEvent? {
    self.intake = intake
    let isPage = if case .page = flight { true } else { false }
    guard let download = intake.downloads.first else { return isPage ? .pageFetched : .lookedUp }
    return request(downloadRequest(download), isPage ? .pageFile : .lookUpFile, at: now, &steps)
  }

  /// A text comes into memory, where it is needed; a picture into a file.
  mutating func downloadRequest(_ download: Intake.Download) -> CloudRequest {
    guard download.field != JournalSchema.Carrier.bodyAsset else { return .downloadAsset(download.asset) }
    let path = files.place()
    placed = path
    return .downloadFile(download.asset, path: path)
  }

  mutating func takeFile(
    _ bytes: [UInt8], _ flight: Flight, at now: Int64, _ steps: inout [SyncStep]
  ) throws -> SyncEvent? {
    if let download = intake?.downloads.first {
      let text = String(validating: bytes, as: UTF8.self)
      if let text { intake?.files[download.recordName, default: [:]][download.field] = text }
      if text == nil { intake?.unreadable.insert(download.recordName) }
      failedDownloads[download.asset.fileChecksum] = nil
    }
    return try nextFile(flight, at: now, &steps)
  }

  mutating func takeFile(
    _ file: StoredFile, _ flight: Flight, at now: Int64, _ steps: inout [SyncStep]
  ) throws -> SyncEvent? {
    if let download = intake?.downloads.first, let path = placed {
      placed = nil
      try files.keep(path, digest: file.digest)
      intake?.files[download.recordName, default: [:]][download.field] = file.digest
      failedDownloads[download.asset.fileChecksum] = nil
    }
    return try nextFile(flight, at: now, &steps)
  }

  /// Goes on with the next file, or with what the files were for.
  mutating func nextFile(_ flight: Flight, at now: Int64, _ steps: inout [SyncStep]) throws -> SyncEvent? {
    if intake?.downloads.isEmpty == false { intake?.downloads.removeFirst() }
    if let download = intake?.downloads.first {
      return request(downloadRequest(download), flight, at: now, &steps)
    }
    switch flight {
    case .pageFile: return .pageFetched
    case .overwriteFile: return try overwriteGathered(at: now, &steps)
    default: return .lookedUp
    }
  }

  /// How often a file is asked for before its record is kept without being read.
  private static let downloadTries = 3

  enum DownloadFate { case givenUp, triedAgain, isNotTheFiles }

  /// Whether it is the file that is wrong, and not the network or the account; and whether it was tried often enough.
  mutating func fate(ofDownloadAfter failure: CloudFailure) -> DownloadFate {
    guard let download = intake?.downloads.first else { return .isNotTheFiles }
    switch failure.code.remedy {
    case .backOff, .waitForNetwork, .waitForAccount, .stop, .refetch, .makeZone, .ask: return .isNotTheFiles
    case .perItem, .merge, .park, .sendLess, .waitForSpace, .sendTargetFirst, .assetState, .none: break
    }
    let tries = failedDownloads[download.asset.fileChecksum, default: 0] + 1
    failedDownloads[download.asset.fileChecksum] = tries
    guard tries >= SyncRunner.downloadTries else { return .triedAgain }
    intake?.unreadable.insert(download.recordName)
    return .givenUp
  }
}
