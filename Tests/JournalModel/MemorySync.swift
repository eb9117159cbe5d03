import CloudRecord
import JournalCore
import JournalStore
import SyncCore

/// The tables of a journal in memory, as the rules of synchronising see them within one transaction.
struct MemorySyncTables: SyncTables {
  let address = ZoneAddress.journal
  var journal: MemoryJournal
  let deviceName: String
  let now: Instant

  func zone() -> ZoneState { journal.sync.zone }
  mutating func setZone(_ zone: ZoneState) { journal.sync.zone = zone }
  func account() -> KnownAccount? { journal.sync.account }
  mutating func setAccount(_ account: KnownAccount) { journal.sync.account = account }
  func clock() -> HybridClock { journal.hybridClock }
  mutating func setClock(_ latest: HybridTime) { journal.hybridClock.observe(latest) }
  mutating func correct(_ clock: HybridClock) { journal.hybridClock = clock }
  func staysLocal() -> Bool { journal.sync.staysLocal }
  mutating func setStaysLocal(_ staysLocal: Bool) { journal.sync.staysLocal = staysLocal }
  func deviceName(of id: String) -> String? { journal.sync.deviceNames[id] }
  mutating func noteDevice(_ id: String) {}
  mutating func setDeviceName(_ name: String, of id: String) { journal.sync.deviceNames[id] = name }
  func latestSavers() -> LatestSavers { journal.sync.latestSavers }
  mutating func setLatestSavers(_ savers: LatestSavers) { journal.sync.latestSavers = savers }

  // MARK: Records

  func recordCount() -> Int {
    journal.entries.count + journal.categories.count + journal.images.count + journal.synced.count
  }

  func liveEntryCount() -> Int { journal.entries.values.count { $0.entry.trashedAt == nil } }

  func latestEntries(limit: Int) -> [(name: String, device: String)] {
    let live = journal.entries.values.map(\.entry).filter { $0.trashedAt == nil }
    return live.sorted { ($0.modifiedAt, $0.date.instant) > ($1.modifiedAt, $1.date.instant) }.prefix(limit).map {
      entry in
      let kept = journal.history.last { $0.record == entry.id && $0.cause == .merge }
      return (name: entry.id.rawValue, device: kept?.device ?? "")
    }
  }

  func unknown(among names: [String]) -> Set<Int> {
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    return Set(names.indices.filter { counts[names[$0]] == 1 && isUnknown(names[$0]) })
  }

  private func isUnknown(_ name: String) -> Bool {
    !isNameTaken(name) && intent(name) == nil && sealedRemoval(name) == nil
  }

  func isNameTaken(_ name: String) -> Bool { !recordTypes(of: name).isEmpty }

  func recordTypes(of name: String) -> [String] { AnyRecord.types.filter { record(name, $0) != nil } }

  private func record(_ name: String, _ type: String) -> AnyRecord? {
    let id = RecordName(name)
    switch type {
    case RecordFields.entryType: return journal.entries[id].map { .entry($0.entry) }
    case RecordFields.categoryType: return journal.categories[id].map { .category($0) }
    case RecordFields.imageType: return journal.images[id].map { .image($0) }
    case RecordFields.preferenceType: return journal.synced[id].map { .preference($0) }
    default: return nil
    }
  }

  func state(of name: String, _ type: String) -> SyncState? {
    record(name, type).flatMap { journal.beside[$0.name]?.state }
  }

  func row(of name: String, _ type: String) -> SyncedRow? { record(name, type).flatMap { row($0) } }

  private func row(_ record: AnyRecord) -> SyncedRow? {
    journal.beside[record.name].map { beside in
      SyncedRow(
        record: record, stamps: beside.stamps, state: beside.state, place: journal.entries[record.name]?.position ?? 0)
    }
  }

  mutating func insert(_ row: SyncedRow) throws {
    let name = row.record.name
    switch row.record {
    case .entry(let entry):
      let position = try journal.freePosition(for: entry.date.instant)
      journal.entries[name] = MemoryJournal.Row(entry: entry, position: position)
    case .category(let category): journal.categories[name] = category
    case .image(let image): journal.images[name] = image
    case .preference(let preference): journal.synced[name] = preference
    }
    journal.beside[name] = MemoryJournal.Beside(stamps: row.stamps, state: row.state)
  }

  mutating func replace(_ old: SyncedRow, with new: SyncedRow) throws {
    if case .entry(let before) = old.record, case .entry(let entry) = new.record,
      before.date.instant == entry.date.instant
    {
      journal.entries[entry.id]?.entry = entry
      journal.beside[entry.id] = MemoryJournal.Beside(stamps: new.stamps, state: new.state)
    } else {
      journal.entries[old.record.name] = nil
      try insert(new)
    }
  }

  mutating func setState(_ state: SyncState, of name: String, _ type: String) {
    journal.beside[RecordName(name)]?.state = state
  }

  mutating func acknowledge(
    _ name: String, _ type: String, digest: [UInt8], changeTag: String, epoch: Int64
  ) -> Bool {
    guard var state = state(of: name, type), state.localDigest == digest else { return false }
    state.base = nil
    state.baseDigest = digest
    state.changeTag = changeTag
    state.seenEpoch = epoch
    setState(state, of: name, type)
    return true
  }

  mutating func remove(_ row: SyncedRow) {
    let name = row.record.name
    switch row.record {
    case .entry: journal.entries[name] = nil
    case .category: journal.categories[name] = nil
    case .image: journal.images[name] = nil
    case .preference: journal.synced[name] = nil
    }
    journal.beside[name] = nil
    journal.sync.clearMarks(of: name.rawValue)
    journal.forgetImport(of: name)
  }

  private func names(_ type: String) -> [RecordName] {
    switch type {
    case RecordFields.entryType: journal.entries.keys.sorted()
    case RecordFields.categoryType: journal.categories.keys.sorted()
    case RecordFields.preferenceType: journal.synced.keys.sorted()
    default: journal.images.keys.sorted()
    }
  }

  func images(of entry: String) -> [SyncedRow] {
    journal.images.values.filter { $0.entry.rawValue == entry }.sorted { $0.id < $1.id }
      .compactMap { row(.image($0)) }
  }

  func pictures(_ names: [String]?) -> [KnownPicture] {
    let chosen = names.map { $0.compactMap { journal.images[RecordName($0)] } } ?? Array(journal.images.values)
    return chosen.sorted { $0.id < $1.id }.compactMap { image in
      image.imageAsset.map { KnownPicture(recordName: image.id.rawValue, digest: $0, caption: image.caption) }
    }
  }

  func hasDraft(of entry: String) -> Bool { journal.drafts.keys.contains { $0.entry.rawValue == entry } }

  func unsent(_ type: String, limit: Int, excluding: Set<String>) -> [SyncedRow] {
    let unsent = names(type).filter { name in
      journal.beside[name]?.state.isUnsent == true && journal.sync.parked[name.rawValue] == nil
        && !excluding.contains(name.rawValue)
    }
    let rows = unsent.compactMap { row(of: $0.rawValue, type) }
    return Array((type == RecordFields.entryType ? rows.sorted { $0.place < $1.place } : rows).prefix(max(0, limit)))
  }

  func unsentNames(_ type: String) -> [String] {
    names(type).filter { journal.beside[$0]?.state.isUnsent == true }.map(\.rawValue)
  }

  func unseen(before epoch: Int64) -> [(name: String, type: String)] {
    AnyRecord.types.flatMap { type in
      names(type).filter { name in
        journal.beside[name].map { $0.state.changeTag != nil && $0.state.seenEpoch < epoch } ?? false
      }
      .map { ($0.rawValue, type) }
    }
  }

  mutating func forgetServer() {
    for name in journal.beside.keys { journal.beside[name]?.state.forgetBase() }
    journal.sync.purges = [:]
    journal.sync.postponed = []
    journal.sync.parked = [:]
    journal.sync.removals = [:]
    for (name, reason) in journal.sync.unreadable where reason == .damaged { journal.sync.foreign[name] = nil }
    journal.sync.unreadable = [:]
    journal.sync.missingKeys = [:]
    journal.sync.takesServers = false
    journal.sync.sortedShares = nil
    journal.sync.resealing = [:]
    journal.sync.refusals = [:]
  }

  // MARK: What is said about some records

  mutating func setParked(_ reason: ParkedReason?, _ name: String) { journal.sync.parked[name] = reason }
  mutating func unparkAll() { journal.sync.parked = [:] }
  func parked(limit: Int) -> [(name: String, reason: ParkedReason)] {
    journal.sync.parked.sorted { RecordName($0.key) < RecordName($1.key) }.prefix(limit).map { ($0.key, $0.value) }
  }
  mutating func setNewerFormat(_ isNewer: Bool, _ name: String) {
    if isNewer { journal.sync.newerFormat.insert(name) } else { journal.sync.newerFormat.remove(name) }
  }

  // MARK: What the server removed

  mutating func setRemoval(_ mark: RemovalMark?, _ name: String) { journal.sync.removals[name] = mark }
  func countedRemovals(since time: Int64, learntSince here: Int64) -> Int {
    journal.sync.removals.count { name, mark in
      mark.isCounted && (mark.at > time || wasTrashedElsewhere(name, since: here))
    }
  }
  mutating func forgetCountedRemovals() {
    for name in journal.sync.removals.keys { journal.sync.removals[name]?.isCounted = false }
  }
  func removals(before time: Int64) -> [String] {
    journal.sync.removals.filter { $0.value.at <= time }.keys.map { RecordName($0) }.sorted().map { $0.rawValue }
  }
  func liveEntries(at time: Int64) -> Int? {
    journal.sync.liveCounts.filter { $0.key <= time }.max { $0.key < $1.key }?.value
  }
  func latestLiveCount() -> Int64? { journal.sync.liveCounts.keys.max() }
  mutating func setLiveEntries(_ count: Int, at time: Int64, forgettingBefore earliest: Int64) {
    let first = journal.sync.liveCounts.keys.filter { $0 <= earliest }.max() ?? .min
    journal.sync.liveCounts = journal.sync.liveCounts.filter { $0.key >= first && $0.key <= time }
    journal.sync.liveCounts[time] = count
  }

  // MARK: Removals

  func intent(_ name: String) -> PurgeIntent? { journal.sync.purges[name] }
  func intents(ownedBy entry: String) -> [PurgeIntent] {
    journal.sync.purges.values.filter { $0.owner == entry }.sorted { RecordName($0.name) < RecordName($1.name) }
  }
  func intents(limit: Int, excluding: Set<String>) -> [PurgeIntent] {
    Array(
      journal.sync.intentsThatGo.filter { !excluding.contains($0.name) && journal.sync.parked[$0.name] == nil }
        .prefix(max(0, limit)))
  }
  mutating func setIntent(_ intent: PurgeIntent) { journal.sync.purges[intent.name] = intent }
  mutating func removeIntent(_ name: String) {
    guard !journal.sync.purges.isEmpty else { return }
    journal.sync.purges = journal.sync.purges.filter { key, intent in
      key != name && (intent.owner != name || intent.seal != nil)
    }
  }
  mutating func removeIntents(unseenBefore epoch: Int64) {
    journal.sync.purges = journal.sync.purges.filter { $0.value.changeTag == nil || $0.value.seenEpoch >= epoch }
  }
  mutating func postponeRemoval(of name: String) { journal.sync.postponed.insert(name) }
  mutating func cancelRemoval(of name: String) { journal.sync.postponed.remove(name) }
  mutating func takePostponedRemovals() -> [String] {
    defer { journal.sync.postponed = [] }
    return journal.sync.postponed.map { RecordName($0) }.sorted().map { $0.rawValue }
  }

  // MARK: Foreign records

  mutating func keepForeign(_ record: Record, epoch: Int64) {
    journal.sync.foreign[record.recordName] = (record, epoch)
  }
  func foreign(unseenBefore epoch: Int64, limit: Int, excluding: Set<String>) -> [Record] {
    journal.sync.foreign.values.filter { item in
      let name = item.record.recordName
      return item.epoch < epoch && journal.sync.parked[name] == nil && !excluding.contains(name)
    }
    .map { $0.record }.sorted { RecordName($0.recordName) < RecordName($1.recordName) }.prefix(max(0, limit)).map { $0 }
  }
  func foreignRecord(_ name: String) -> Record? { journal.sync.foreign[name]?.record }
  mutating func setForeignSeen(_ name: String, epoch: Int64) { journal.sync.foreign[name]?.epoch = epoch }
  mutating func removeForeign(_ name: String) { journal.sync.foreign[name] = nil }
  mutating func removeForeign(unseenBefore epoch: Int64) {
    journal.sync.foreign = journal.sync.foreign.filter { $0.value.epoch >= epoch }
  }

  // MARK: Sealed records

  mutating func setUnreadable(_ reason: ClosedReason?, keyID: String, _ name: String) {
    journal.sync.unreadable[name] = reason
    journal.sync.missingKeys[name] = reason == .noKey ? keyID : nil
  }
  func unreadable(under keys: Set<String>) -> [String] {
    journal.sync.missingKeys.filter { keys.contains($0.value) }.keys.sorted()
  }
  func ring() -> String? { journal.sync.ring }
  mutating func setRing(_ id: String) { journal.sync.ring = id }
  func takesServers() -> Bool { journal.sync.takesServers }
  mutating func setTakesServers(_ takes: Bool) { journal.sync.takesServers = takes }
  func keylessSince() -> Int64? { journal.sync.keylessSince }
  mutating func setKeylessSince(_ time: Int64) { journal.sync.keylessSince = time }
  mutating func mapSeals(_ change: (SealMark) -> SealMark) throws {
    for (name, beside) in journal.beside {
      guard let seal = try beside.state.seal() else { continue }
      try journal.beside[name]?.state.setSeal(change(seal))
    }
    for (name, intent) in journal.sync.purges { journal.sync.purges[name]?.seal = intent.seal.map(change) }
    for (name, removal) in journal.sync.sealedRemovals {
      journal.sync.sealedRemovals[name]?.seal = change(removal.seal)
    }
  }
  func unreadable(_ reason: ClosedReason?) -> [String: ClosedReason] {
    journal.sync.unreadable.filter { reason == nil || $0.value == reason }
  }
  mutating func setResealing(_ isResealing: Bool, _ name: String, _ type: String) {
    journal.sync.resealing[name] = isResealing ? type : nil
  }
  func isResealing(_ name: String) -> Bool { journal.sync.resealing[name] != nil }
  func onServer(where isWanted: ([UInt8]?) throws -> Bool) throws -> [(name: String, type: String)] {
    try journal.beside.keys.sorted().flatMap { name in
      try recordTypes(of: name.rawValue).compactMap { type in
        guard let state = state(of: name.rawValue, type), state.changeTag != nil else { return nil }
        return try isWanted(state.foreignFields) ? (name: name.rawValue, type: type) : nil
      }
    }
  }
  func resealing(limit: Int, excluding: Set<String>) -> [(name: String, type: String)] {
    journal.sync.resealing.filter { !excluding.contains($0.key) && journal.sync.parked[$0.key] == nil }
      .sorted { RecordName($0.key) < RecordName($1.key) }.prefix(max(0, limit)).map { ($0.key, $0.value) }
  }
  mutating func countRefusal(of name: String, at time: Int64, since start: Int64) -> Int {
    let known = (journal.sync.refusals[name] ?? []).filter { $0 >= start && $0 <= time }
    journal.sync.refusals[name] = known + [time]
    return known.count + 1
  }
  func sealedRemoval(_ name: String) -> SealedRemoval? { journal.sync.sealedRemovals[name] }
  mutating func setSealedRemoval(_ removal: SealedRemoval) { journal.sync.sealedRemovals[removal.recordName] = removal }
  func sealedRemovals(before time: Int64, limit: Int, excluding: Set<String>) -> [SealedRemoval] {
    let over = journal.sync.sealedRemovals.values.filter { $0.removedAt < time && !excluding.contains($0.recordName) }
    let free = over.filter { journal.sync.parked[$0.recordName] == nil }
    return Array(free.sorted { RecordName($0.recordName) < RecordName($1.recordName) }.prefix(max(0, limit)))
  }
  mutating func removeSealedRemoval(_ name: String) { journal.sync.sealedRemovals[name] = nil }

  // MARK: History and merges

  func latestGroup() -> Int64 { journal.history.last?.group ?? 0 }

  mutating func keep(_ value: KeptValue) {
    let record = RecordName(value.record)
    let old = journal.entries[record] == nil ? nil : EntryChange(field: value.field, value: value.value)
    journal.keep(
      MemoryJournal.Kept(old: old, value: value.value, stamp: value.stamp, field: value.field), of: record, now: now,
      device: value.device, cause: value.cause, group: value.group)
  }

  func hasKept(
    _ value: FieldValue?, of field: String, in record: String, stamp: HybridTime, orRefused: Bool
  ) -> Bool {
    journal.history.contains { item in
      guard item.record.rawValue == record, item.field == field, orRefused || item.cause != .refused,
        let old = journal.stamps[item.id]
      else { return false }
      return old.device == stamp.device && old >= stamp && FieldValue.areIdentical(journal.values[item.id], value)
    }
  }

  func wasTrashedElsewhere(_ name: String, since time: Int64) -> Bool {
    journal.history.contains { item in
      item.record.rawValue == name && item.field == "trashedAt" && journal.values[item.id] == nil
        && item.cause == .merge && item.replacedAt.milliseconds > time
    }
  }

  func trashedElsewhere(since time: Int64) -> Int {
    journal.entries.values.count { row in
      row.entry.trashedAt != nil && journal.sync.removals[row.entry.id.rawValue] == nil
        && wasTrashedElsewhere(row.entry.id.rawValue, since: time)
    }
  }

  mutating func add(_ merge: StoredMerge) { journal.sync.merges[merge.group] = merge }
  func merge(group: Int64) -> StoredMerge? { journal.sync.merges[group] }
  func merges(limit: Int) -> [StoredMerge] {
    let sorted = journal.sync.merges.values.sorted { a, b in
      a.isConflict != b.isConflict ? a.isConflict : a.group > b.group
    }
    return Array(sorted.prefix(max(0, limit)))
  }
  mutating func dismissConflict(group: Int64) { journal.sync.merges[group]?.isConflict = false }

  private var foreignToSend: Int {
    guard !journal.sync.zone.isSweeping else { return 0 }
    return journal.sync.foreign.values.count {
      $0.epoch < journal.sync.zone.epoch && !isNameTaken($0.record.recordName)
    }
  }

  func counts() -> SyncCounts {
    SyncCounts(
      unsent: journal.beside.values.count { $0.state.isUnsent } + journal.sync.intentsToSend.count + foreignToSend
        + journal.sync.resealing.keys.count { journal.beside[RecordName($0)]?.state.isUnsent != true },
      unsentImages: journal.images.keys.count { journal.beside[$0]?.state.isUnsent == true },
      parked: journal.sync.parked.count, drafts: journal.drafts.count,
      conflicts: journal.sync.merges.values.count { $0.isConflict }, records: recordCount(),
      unreadable: journal.sync.unreadable.count)
  }
}
