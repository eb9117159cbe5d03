import CloudRecord
import SyncCore

/// Saving one record over whatever the server has: that is looked up and merged first, so that nothing of it is lost
/// without a place in the history.
extension SyncRunner {
  mutating func takeOverwritten(
    _ reply: RecordsReply, at now: Int64, _ steps: inout [SyncStep]
  ) throws -> SyncEvent? {
    let intake = Intake(changes(reply), mapping: mapping, store: store)
    self.intake = intake
    guard let download = intake.downloads.first else { return try overwriteGathered(at: now, &steps) }
    return request(downloadRequest(download), .overwriteFile, at: now, &steps)
  }

  mutating func overwriteGathered(at now: Int64, _ steps: inout [SyncStep]) throws -> SyncEvent? {
    let changes = intake?.mapped(mapping) ?? []
    intake = nil
    guard var work, let item = work.items.first, let wished = item.unsent.local else { return .sent(SendTally()) }
    if !changes.isEmpty {
      let summary = try store.applyLookedUp(
        changes, asOf: askedAt, history: latestHistory, rules: JournalSchema.mergeRules)
      if summary.isStale { return try send(at: now, &steps) }
      telling.tookIn(summary)
    }
    guard case .record(let server)? = changes.first, !server.isNewerFormat else {
      // There is nothing to overwrite, or nothing that may be: it goes the usual way.
      self.work = nil
      doubt([item.unsent.recordName])
      return .sent(SendTally(toLookUp: 1))
    }
    var unsent = item.unsent
    let version = overlay(wished, base: unsent.base, on: server.version, work.policy, at: serverTime(now))
    unsent.local = version
    guard let operation = mapping.forcedOperation(for: unsent, policy: work.policy, over: server, at: now) else {
      return .sent(SendTally())
    }
    work.overwritten = server
    work.items = [SendWork.Item(unsent: unsent, operation: operation)]
    work.uploads = mapping.uploads(of: operation, unsent)
    self.work = work
    return try nextUpload(at: now, &steps)
  }

  /// What the server will have: of the wished version the changed fields or all, each later than what it replaces.
  private func overlay(
    _ wished: RecordVersion, base: RecordVersion?, on server: RecordVersion, _ policy: SavePolicy, at now: Int64
  ) -> RecordVersion {
    var result = server
    let stamp = later(than: Array(wished.stamps.values) + Array(server.stamps.values), by: wished, at: now)
    for info in JournalSchema.fields[wished.recordType] ?? [] {
      let value = wished.values[info.name]
      let isWished = policy == .allKeys || !FieldValue.areIdentical(value, base?.values[info.name])
      guard isWished, !FieldValue.areIdentical(value, server.values[info.name]) else { continue }
      result.set(info.name, value, at: stamp)
    }
    return result
  }

  private func later(than stamps: [HybridTime], by wished: RecordVersion, at now: Int64) -> HybridTime {
    var clock = HybridClock(device: wished.stamps.values.max()?.device ?? 0)
    if let latest = stamps.max() { clock.observe(latest) }
    return clock.tick(wallClock: now)
  }

  /// The saved version comes in like any other: what it replaces here is kept.
  func commitOverwritten(_ work: SendWork) throws {
    var parked: [SendResult] = []
    var saved: [FetchedChange] = []
    for result in work.results {
      guard case .saved(let version, let tag) = result.outcome else {
        parked.append(result)
        continue
      }
      saved.append(
        .record(
          FetchedRecord(
            recordName: result.recordName, changeTag: tag, version: version,
            modifiedAt: work.items.first?.unsent.modifiedAt ?? 0,
            foreignFields: work.overwritten?.foreignFields ?? [:],
            isNewerFormat: work.overwritten?.isNewerFormat ?? false)))
    }
    if !saved.isEmpty {
      _ = try store.applyLookedUp(saved, asOf: nil, history: latestHistory, rules: JournalSchema.mergeRules)
    }
    if !parked.isEmpty { try store.commit(parked, history: latestHistory) }
  }
}
