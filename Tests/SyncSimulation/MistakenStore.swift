import CloudRecord
import JournalCore
import JournalModel
import JournalSync
import SyncCore

/// What a program with a mistake keeps on its disk beside the journal.
final class MistakenMemory: Sendable {
  let mistake: Mistake
  let state = Knob(State())

  struct State: Sendable {
    /// Digests of what was taken out of the queue, by record.
    var dequeued: [String: Digest] = [:]
    /// By record, what is here as far as this layer saw.
    var known: [String: RecordVersion] = [:]
    /// Dirty by stamps alone.
    var dirty: [String: UnsentRecord] = [:]
    /// What the store has, by what was sent in its place.
    var original: [String: RecordVersion] = [:]
    /// In the place of the counters within seals.
    var counter: UInt64 = 1 << 40
  }

  init(_ mistake: Mistake) { self.mistake = mistake }
}

/// A store whose program makes one mistake.
final class MistakenStore: SyncStoring {
  private let store: any SyncStoring
  private let memory: MistakenMemory

  init(_ store: any SyncStoring, _ memory: MistakenMemory) {
    (self.store, self.memory) = (store, memory)
  }

  private var mistake: Mistake { memory.mistake }
  var address: ZoneAddress { store.address }

  private func unsentNow(_ name: String) throws -> UnsentRecord? {
    try store.unsent(limit: 10_000, excluding: [], counting: nil).records.first { $0.recordName == name }
  }

  func unsent(limit: Int, excluding: Set<String>, counting: Int?) throws -> UnsentRecords {
    var unsent = try store.unsent(limit: limit, excluding: excluding, counting: counting)
    unsent.records = try mistaken(unsent.records, limit: limit, excluding: excluding)
    return unsent
  }

  private func mistaken(
    _ records: [UnsentRecord], limit: Int, excluding: Set<String>
  ) throws -> [UnsentRecord] {
    var records = records
    // What a mistake makes of a record is not what the store knows by its digest.
    for index in records.indices { records[index].digest = nil }
    switch mistake {
    case .forgetsOnSending:
      memory.state.change { state in
        records = records.filter { record in
          guard let local = record.local else { return true }
          return state.dequeued.updateValue(local.digest, forKey: record.recordName) != local.digest
        }
      }
    case .wallClock:
      memory.state.change { state in
        for index in records.indices {
          guard let local = records[index].local else { continue }
          var sent = local
          for (field, stamp) in local.stamps where records[index].base?.stamps[field] != stamp {
            let wall = UInt64(max(0, records[index].modifiedAt))
            sent.stamps[field] = HybridTime(milliseconds: wall, counter: 0, device: stamp.device)
          }
          state.original[records[index].recordName] = local
          records[index].local = sent
        }
      }
    case .dropsUnknown:
      for index in records.indices {
        let none = RecordVersion(recordType: records[index].recordType)
        records[index].seal?.later = none
      }
    case .dirtyByStamps:
      let names = Set(records.map(\.recordName))
      for (name, record) in memory.state.value.dirty.sorted(by: { $0.key < $1.key })
      where records.count < limit && !names.contains(name) && !excluding.contains(name) { records.append(record) }
    default: break
    }
    return records
  }

  func apply(_ page: FetchedPage, rules: MergeRules, allowsMassRemoval: Bool) throws -> ApplySummary {
    switch mistake {
    case .tiesGoToSelf:
      var page = page
      page.changes = try keepingTies(page.changes)
      return try store.apply(page, rules: rules, allowsMassRemoval: allowsMassRemoval)
    case .takesPlain, .ignoresCounter, .trustsTombstones, .overwritesUnread:
      var page = page
      page.changes = try page.changes.map(believing)
      return try store.apply(page, rules: rules, allowsMassRemoval: allowsMassRemoval)
    case .tokenBeforePage:
      _ = try store.apply(
        FetchedPage(changes: [], token: page.token, moreComing: page.moreComing), rules: rules,
        allowsMassRemoval: allowsMassRemoval)
      var page = page
      page.asOf = nil
      return try store.apply(page, rules: rules, allowsMassRemoval: allowsMassRemoval)
    case .deleteWins:
      for case .deleted(let name) in page.changes { try giveUp(name) }
      var page = page
      page.asOf = nil
      return try store.apply(page, rules: rules, allowsMassRemoval: allowsMassRemoval)
    case .dirtyByStamps:
      let summary = try store.apply(page, rules: rules, allowsMassRemoval: allowsMassRemoval)
      try compareValues(page.changes)
      return summary
    default: break
    }
    return try store.apply(page, rules: rules, allowsMassRemoval: allowsMassRemoval)
  }

  func applyLookedUp(
    _ changes: [FetchedChange], asOf revision: Int64?, history: ServerHistory?, rules: MergeRules
  ) throws -> ApplySummary {
    var revision = revision
    if mistake == .deleteWins {
      revision = nil
      for case .deleted(let name) in changes { try giveUp(name) }
    }
    let changes = try (mistake == .tiesGoToSelf ? keepingTies(changes) : changes).map(believing)
    let summary = try store.applyLookedUp(changes, asOf: revision, history: history, rules: rules)
    if mistake == .dirtyByStamps { try compareValues(changes) }
    return summary
  }

  /// What a program believes of a sealed journal's server that it should not.
  private func believing(_ change: FetchedChange) throws -> FetchedChange {
    switch (mistake, change) {
    case (.takesPlain, .closed(let closed)): return closed.plain.map { .record($0) } ?? change
    case (.ignoresCounter, .record(var record)):
      record.seal?.counter = memory.state.change {
        $0.counter += 1
        return $0.counter
      }
      return .record(record)
    case (.overwritesUnread, .closed(let closed)):
      // What was not opened counts as what was there before.
      guard closed.reason != .unsealed, let unsent = try unsentNow(change.recordName), let base = unsent.base,
        var mark = unsent.seal
      else { return change }
      mark.counter += 1
      mark.digest = [1]
      return .record(
        FetchedRecord(
          recordName: change.recordName, changeTag: closed.record.recordChangeTag, version: base,
          modifiedAt: unsent.modifiedAt, seal: mark))
    case (.trustsTombstones, .deleted(let name)):
      let version = RecordVersion(recordType: JournalSchema.entryType)
      let seal = SealMark(counter: 1 << 62, keyNumber: 1, digest: [], later: version)
      return .removed(FetchedRemoval(recordName: name, changeTag: "x", version: version, seal: seal))
    default: return change
    }
  }

  /// Calls sent what is not, so that a deletion may take it.
  private func giveUp(_ name: String) throws {
    guard let record = try unsentNow(name), let local = record.local, let tag = record.changeTag else { return }
    try store.commit(
      [SendResult(recordName: name, outcome: .saved(version: local, changeTag: tag))], history: nil, counting: nil)
  }

  /// Puts what is here in the place of what came with the same time from another device.
  private func keepingTies(_ changes: [FetchedChange]) throws -> [FetchedChange] {
    let unsent = try store.unsent(limit: 10_000, excluding: [], counting: nil).records
    return memory.state.change { state in
      var kept = changes
      for index in kept.indices {
        guard case .record(var record) = kept[index] else { continue }
        let name = record.recordName
        let mine = unsent.first { $0.recordName == name }?.local ?? state.known[name]
        for (field, stamp) in record.version.stamps {
          guard let own = mine?.stamps[field], own.device != stamp.device, own.milliseconds == stamp.milliseconds,
            own.counter == stamp.counter
          else { continue }
          record.version.values[field] = mine?.values[field]
          record.version.stamps[field] = own
        }
        state.known[name] = record.version
        kept[index] = .record(record)
      }
      return kept
    }
  }

  /// Keeps the stamps that were here where the values are the same, and sends them.
  private func compareValues(_ changes: [FetchedChange]) throws {
    let unsent = Set(try store.unsent(limit: 10_000, excluding: [], counting: nil).records.map(\.recordName))
    memory.state.change { state in
      for case .record(let record) in changes {
        let name = record.recordName
        if let known = state.known[name], known.values == record.version.values, known.stamps != record.version.stamps,
          !unsent.contains(name)
        {
          state.dirty[name] = UnsentRecord(
            recordName: name, recordType: known.recordType, local: known, base: record.version,
            changeTag: record.changeTag, modifiedAt: record.modifiedAt)
        } else {
          state.known[name] = record.version
          state.dirty[name] = nil
        }
      }
    }
  }

  func commit(_ results: [SendResult], history: ServerHistory?, counting: Int?) throws -> CommitSummary {
    var results = results
    switch mistake {
    case .acknowledgesTooMuch:
      for index in results.indices {
        guard case .saved(_, let tag) = results[index].outcome,
          let local = try unsentNow(results[index].recordName)?.local
        else { continue }
        results[index].outcome = .saved(version: local, changeTag: tag)
      }
    case .wallClock:
      for index in results.indices {
        guard case .saved(_, let tag) = results[index].outcome,
          let original = memory.state.value.original[results[index].recordName]
        else { continue }
        results[index].outcome = .saved(version: original, changeTag: tag)
      }
    case .dirtyByStamps:
      memory.state.change { state in
        for result in results {
          guard case .saved(let version, _) = result.outcome else { continue }
          state.known[result.recordName] = version
          state.dirty[result.recordName] = nil
        }
      }
    case .tiesGoToSelf:
      memory.state.change { state in
        for result in results {
          if case .saved(let version, _) = result.outcome { state.known[result.recordName] = version }
        }
      }
    case .acknowledgementOverwrites:
      try overwrite(results, history)
      results = []
    default: break
    }
    return try store.commit(results, history: history, counting: counting)
  }

  private func overwrite(_ results: [SendResult], _ history: ServerHistory?) throws {
    for result in results {
      guard case .saved(let sent, let tag) = result.outcome, let record = try unsentNow(result.recordName),
        let local = record.local
      else {
        try store.commit([result], history: history, counting: nil)
        continue
      }
      try store.commit(
        [SendResult(recordName: result.recordName, outcome: .saved(version: local, changeTag: tag))], history: history,
        counting: nil)
      guard local != sent else { continue }
      let fetched = FetchedRecord(
        recordName: result.recordName, changeTag: tag, version: sent, modifiedAt: record.modifiedAt)
      _ = try store.applyLookedUp(
        [.record(fetched)], asOf: nil, history: history, rules: JournalSchema.mergeRules)
    }
  }

  func finishSweep(allowsMassRemoval: Bool) throws -> Int {
    mistake == .noSweep ? 0 : try store.finishSweep(allowsMassRemoval: allowsMassRemoval)
  }

  func syncPosition() throws -> SyncPosition { try store.syncPosition() }
  func bind(_ account: AccountBinding?) throws { try store.bind(account) }
  func setZoneKnown(_ isKnown: Bool) throws { try store.setZoneKnown(isKnown) }
  func setStaysLocal(_ staysLocal: Bool) throws { try store.setStaysLocal(staysLocal) }
  func correctClock(offset: Int64, serverTime: Int64) throws -> Int {
    mistake == .wallClock ? 0 : try store.correctClock(offset: offset, serverTime: serverTime)
  }
  func beginSweep(forgettingHistory: Bool) throws { try store.beginSweep(forgettingHistory: forgettingHistory) }
  func unreadable(_ reason: ClosedReason) throws -> [String] { try store.unreadable(reason) }
  func unreadable(under keys: Set<String>) throws -> [String] { try store.unreadable(under: keys) }
  func closedRecords(_ reason: ClosedReason) throws -> [Record] { try store.closedRecords(reason) }
  func imagesOnServer(of entries: [String]) throws -> [String] { try store.imagesOnServer(of: entries) }
  func noteRing(_ id: String) throws { try store.noteRing(id) }
  func sendAgain(_ names: [String]) throws { try store.sendAgain(names) }
  func reseal(to goal: SealGoal) throws -> SealProgress {
    mistake == .endsSealingEarly ? SealProgress(left: 0, added: 0) : try store.reseal(to: goal)
  }
  func unpark(_ recordName: String?) throws { try store.unpark(recordName) }
  func syncOverview(limit: Int) throws -> SyncOverview { try store.syncOverview(limit: limit) }
}
