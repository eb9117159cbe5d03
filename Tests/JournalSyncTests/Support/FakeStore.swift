import CloudRecord
import JournalCore
import JournalSync
import SyncCore
import Synchronization

/// A store in memory that keeps sync.md's rules over plain versions, and can be made to fail.
final class FakeStore: SyncStoring {
  struct Row: Sendable {
    var type: String
    /// nil: deleted forever here.
    var local: RecordVersion?
    var base: RecordVersion?
    var tag: String?
    var parked: ParkedReason?
    var seenEpoch: Int64 = 0
    var modifiedAt: Int64 = 0

    var isUnsent: Bool { local != base || local == nil }
  }

  struct Lost: Hashable, Sendable {
    var record: String
    var field: String
    var value: FieldValue?
  }

  struct State: Sendable {
    var rows: [String: Row] = [:]
    var foreign: [String: Record] = [:]
    var newer: Set<String> = []
    var history: [Lost] = []
    var trash: Set<String> = []
    var position = SyncPosition()
    var clock: HybridClock
    var wall: Int64 = 1_700_000_000_000
    var failures: [String] = []
    var commits = 0
    var calls: [String] = []
  }

  struct Broken: Error, CustomStringConvertible { var description: String }

  let state: Mutex<State>
  /// Called before a page is taken in.
  let beforeApply = Mutex<@Sendable () -> Void>({})

  init(device: UInt64) { state = Mutex(State(clock: HybridClock(device: device))) }

  // MARK: What a person does

  func edit(_ name: String, type: String = "JournalEntry", _ fields: [String: FieldValue?]) {
    state.withLock { state in
      state.wall += 1
      let stamp = state.clock.tick(wallClock: state.wall)
      var row = state.rows[name] ?? Row(type: type)
      var version = row.local ?? RecordVersion(recordType: type)
      for (field, value) in fields { version.set(field, value, at: stamp) }
      row.local = version
      row.modifiedAt = state.wall
      row.parked = nil
      state.rows[name] = row
    }
  }

  func delete(_ name: String) { state.withLock { $0.rows[name]?.local = nil } }

  func value(_ name: String, _ field: String) -> FieldValue? {
    state.withLock { $0.rows[name]?.local?.values[field] }
  }

  func text(_ name: String, _ field: String) -> String? {
    guard case .string(let text)? = value(name, field) else { return nil }
    return text
  }

  var names: [String] { state.withLock { $0.rows.filter { $0.value.local != nil }.keys.sorted() } }
  var unsentNames: [String] { state.withLock { $0.rows.filter { $0.value.isUnsent }.keys.sorted() } }
  func row(_ name: String) -> Row? { state.withLock { $0.rows[name] } }

  /// Makes the next call of this name fail.
  func fail(_ call: String) { state.withLock { $0.failures.append(call) } }

  /// The calls since the last time, by their names.
  func takeCalls() -> [String] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  private func check(_ call: String, _ state: inout State) throws {
    state.calls.append(call)
    guard let index = state.failures.firstIndex(of: call) else { return }
    state.failures.remove(at: index)
    throw Broken(description: "disk full")
  }

  // MARK: SyncStoring

  var address: ZoneAddress { .journal }
  func syncPosition() throws -> SyncPosition {
    try state.withLock { state in
      try check("syncPosition", &state)
      return state.position
    }
  }

  func bind(_ account: AccountBinding?) throws { state.withLock { $0.position.account = account } }

  func setZoneKnown(_ isKnown: Bool) throws {
    state.withLock { state in
      state.position.isZoneKnown = isKnown
      guard !isKnown else { return }
      state.position.token = nil
      state.position.isSweeping = false
      state.position.history = nil
      for name in state.rows.keys {
        state.rows[name]?.base = nil
        state.rows[name]?.tag = nil
      }
    }
  }

  func setStaysLocal(_ staysLocal: Bool) throws {
    try state.withLock { state in
      try check("setStaysLocal", &state)
      state.position.staysLocal = staysLocal
    }
  }

  func correctClock(offset: Int64, serverTime: Int64) throws -> Int {
    state.withLock { state in
      state.position.clockOffset = offset
      return 0
    }
  }

  func unsent(limit: Int, excluding: Set<String>, counting: Int?) throws -> UnsentRecords {
    try state.withLock { state in
      try check("unsent", &state)
      return UnsentRecords(
        records: unsent(limit: limit, excluding: excluding, state), position: state.position,
        overview: counting.map { overview(limit: $0, state) })
    }
  }

  private func unsent(limit: Int, excluding: Set<String>, _ state: State) -> [UnsentRecord] {
    do {
      let order = ["Category": 0, "JournalEntry": 1, "EntryImage": 2]
      let waiting = state.rows.filter { $0.value.isUnsent && $0.value.parked == nil && !excluding.contains($0.key) }
      let sorted = waiting.sorted { a, b in
        let ranks = [a, b].map { $0.value.local == nil ? 9 : order[$0.value.type] ?? 5 }
        return (ranks[0], a.key) < (ranks[1], b.key)
      }
      return sorted.prefix(limit).map { name, row in
        UnsentRecord(
          recordName: name, recordType: row.type, local: row.local, base: row.base, changeTag: row.tag,
          modifiedAt: row.modifiedAt)
      }
    }
  }

  func acknowledged(_ recordName: String, changeTag: String) throws -> RecordVersion? {
    state.withLock { state in
      guard let row = state.rows[recordName], row.tag == changeTag else { return nil }
      return row.base
    }
  }

  func pictures(_ names: [String]?) throws -> [KnownPicture] {
    state.withLock { state in
      state.rows.sorted { $0.key < $1.key }.compactMap { name, row in
        guard names?.contains(name) ?? true, case .asset(let asset)? = row.local?.values["imageAsset"] else {
          return nil
        }
        var caption = ""
        if case .string(let text)? = row.local?.values["caption"] { caption = text }
        return KnownPicture(recordName: name, digest: asset.fileChecksum, caption: caption)
      }
    }
  }

  func apply(_ page: FetchedPage, rules: MergeRules, allowsMassRemoval: Bool) throws -> ApplySummary {
    beforeApply.withLock { $0 }()
    return try state.withLock { state in
      try check("apply", &state)
      if let revision = page.asOf, revision != state.position.revision { return .stale }
      let removals = page.changes.filter { change in
        guard case .deleted(let name) = change, let row = state.rows[name] else { return false }
        return !row.isUnsent
      }
      if !allowsMassRemoval, removals.count > 4, removals.count * 2 > state.rows.count {
        throw MassRemoval(removals: removals.count, records: state.rows.count)
      }
      var summary = ApplySummary()
      for change in page.changes { take(change, rules, &state, &summary) }
      state.position.token = page.token
      state.position.history = page.history ?? state.position.history
      state.position.revision += 1
      summary.revision = state.position.revision
      return summary
    }
  }

  func applyLookedUp(
    _ changes: [FetchedChange], asOf revision: Int64?, history: ServerHistory?, rules: MergeRules
  ) throws -> ApplySummary {
    try state.withLock { state in
      try check("applyLookedUp", &state)
      if let revision, revision != state.position.revision { return .stale }
      state.position.revision += 1
      var summary = ApplySummary()
      for change in changes { take(change, rules, &state, &summary) }
      return summary
    }
  }

  private func take(_ change: FetchedChange, _ rules: MergeRules, _ state: inout State, _ summary: inout ApplySummary) {
    switch change {
    case .foreign(let record): state.foreign[record.recordName] = record
    case .closed(let closed): state.foreign[closed.record.recordName] = closed.record
    case .removed(let removal): remove(removal.recordName, &state, &summary)
    case .deleted(let name): remove(name, &state, &summary)
    case .record(let record): take(record, rules, &state, &summary)
    }
  }

  private func remove(_ name: String, _ state: inout State, _ summary: inout ApplySummary) {
    guard var row = state.rows[name] else { return }
    if row.isUnsent, row.local != nil {
      row.base = nil
      row.tag = nil
      state.rows[name] = row
    } else {
      state.rows[name] = nil
      summary.removed += 1
    }
  }

  private func take(
    _ record: FetchedRecord, _ rules: MergeRules, _ state: inout State, _ summary: inout ApplySummary
  ) {
    let name = record.recordName
    if record.isNewerFormat { state.newer.insert(name) }
    for stamp in record.version.stamps.values { state.clock.observe(stamp) }
    var row = state.rows[name] ?? Row(type: record.version.recordType, local: record.version)
    row.seenEpoch = state.position.epoch
    if row.tag == record.changeTag {
      state.rows[name] = row
      return
    }
    if let local = row.local, state.rows[name] != nil {
      let stamp = state.clock.tick(wallClock: state.wall)
      let result = Merge.merge(base: row.base, local: local, server: record.version, rules: rules, stamp: stamp)
      for (field, value) in local.values where result.version.values[field] != value {
        state.history.append(Lost(record: name, field: field, value: value))
      }
      for lost in result.superseded {
        state.history.append(Lost(record: name, field: lost.field, value: lost.value))
      }
      row.local = result.version
      if row.isUnsent { summary.merged += 1 }
      summary.conflicts += result.conflicts.count
    } else if state.rows[name] == nil {
      summary.taken += 1
    } else if row.base != record.version {
      // Deleted here, edited there: the edit wins.
      row.local = record.version
    }
    row.base = record.version
    row.tag = record.changeTag
    state.rows[name] = row
  }

  func commit(_ results: [SendResult], history: ServerHistory?, counting: Int?) throws -> CommitSummary {
    try state.withLock { state in
      try check("commit", &state)
      state.commits += 1
      state.position.history = history ?? state.position.history
      state.position.revision += 1
      for result in results {
        switch result.outcome {
        case .saved(let version, let tag):
          state.rows[result.recordName]?.base = version
          state.rows[result.recordName]?.tag = tag
          state.rows[result.recordName]?.parked = nil
          state.rows[result.recordName]?.seenEpoch = state.position.epoch
        case .deleted, .removed: state.rows[result.recordName] = nil
        case .parked(let reason, let version):
          guard state.rows[result.recordName]?.local == version else { continue }
          state.rows[result.recordName]?.parked = reason
        }
      }
      return CommitSummary(
        released: 0, revision: state.position.revision, history: state.position.history,
        overview: counting.map { overview(limit: $0, state) })
    }
  }

  func beginSweep(forgettingHistory: Bool) throws {
    state.withLock { state in
      if forgettingHistory { state.position.history = nil }
      state.position.token = nil
      state.position.epoch += 1
      state.position.isSweeping = true
    }
  }

  func finishSweep(allowsMassRemoval: Bool) throws -> Int {
    try state.withLock { state in
      let gone = state.rows.filter { row in
        row.value.base != nil && row.value.seenEpoch < state.position.epoch && !row.value.isUnsent
      }
      if !allowsMassRemoval, gone.count > 4, gone.count * 2 > state.rows.count {
        throw MassRemoval(removals: gone.count, records: state.rows.count)
      }
      for name in gone.keys {
        state.rows[name] = nil
        state.trash.insert(name)
      }
      for (name, row) in state.rows where row.base != nil && row.seenEpoch < state.position.epoch {
        state.rows[name]?.base = nil
        state.rows[name]?.tag = nil
      }
      state.position.isSweeping = false
      return gone.count
    }
  }

  func unpark(_ recordName: String?) throws {
    state.withLock { state in
      for name in state.rows.keys where recordName == nil || recordName == name { state.rows[name]?.parked = nil }
    }
  }

  func syncOverview(limit: Int) throws -> SyncOverview {
    try state.withLock { state in
      try check("syncOverview", &state)
      return overview(limit: limit, state)
    }
  }

  private func overview(limit: Int, _ state: State) -> SyncOverview {
    do {
      var overview = SyncOverview()
      overview.unsent = state.rows.count { $0.value.isUnsent }
      overview.waiting = state.rows.filter { $0.value.isUnsent }.sorted { $0.key < $1.key }.prefix(limit).map {
        WaitingRecord(
          recordName: RecordName($0.key), kind: $0.value.type == "EntryImage" ? .image : .entry, action: .save,
          title: "",
          since: nil, reason: $0.value.parked?.reason, code: $0.value.parked?.code.rawValue)
      }
      overview.parked = state.rows.count { $0.value.parked != nil }
      overview.records = state.rows.count
      return overview
    }
  }
}

extension ApplySummary {
  fileprivate static var stale: ApplySummary {
    var summary = ApplySummary()
    summary.isStale = true
    return summary
  }
}
