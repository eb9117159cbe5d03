import CloudRecord
import JournalCore
import JournalStore
import SyncCore

/// The state of sync that a journal in memory keeps beside its records.
struct MemorySync {
  var zone = ZoneState()
  var account: KnownAccount?
  var staysLocal = false
  /// By the server's word for each device, its name.
  var deviceNames: [String: String] = [:]
  var latestSavers = LatestSavers()
  var parked: [String: ParkedReason] = [:]
  var removals: [String: RemovalMark] = [:]
  /// How many entries there were outside of the trash, by the server's time.
  var liveCounts: [Int64: Int] = [:]
  var newerFormat: Set<String> = []
  var purges: [String: PurgeIntent] = [:]
  var postponed: Set<String> = []
  var foreign: [String: (record: Record, epoch: Int64)] = [:]
  var merges: [Int64: StoredMerge] = [:]
  var unreadable: [String: ClosedReason] = [:]
  /// Of those whose key is missing, its name.
  var missingKeys: [String: String] = [:]
  var ring: String?
  var takesServers = false
  var keylessSince: Int64?
  var resealing: [String: String] = [:]
  var sortedShares: [UInt8]?
  var refusals: [String: [Int64]] = [:]
  var sealedRemovals: [String: SealedRemoval] = [:]

  mutating func clearMarks(of name: String) {
    parked[name] = nil
    removals[name] = nil
    newerFormat.remove(name)
    merges = merges.filter { $0.value.record != name }
    resealing[name] = nil
  }

  /// Ends the removal of a record that was made here again; the pictures that went with it stay removed.
  mutating func cancelPurge(of name: String) {
    guard !purges.isEmpty else { return }
    purges[name] = nil
    for (key, intent) in purges where intent.owner == name {
      purges[key]?.owner = nil
      purges[key]?.version = nil
    }
  }

  var intentsToSend: [PurgeIntent] {
    purges.values.filter { $0.changeTag != nil && ($0.owner == nil || $0.seal != nil) }.sorted {
      RecordName($0.name) < RecordName($1.name)
    }
  }

  /// Those that go now: a picture's word goes once the server has that of its entry.
  var intentsThatGo: [PurgeIntent] { intentsToSend.filter { $0.owner.map { purges[$0] == nil } ?? true } }
}

extension MemorySyncTables {
  func sealedRecords(
    after place: SealedPlace?, limit: Int
  ) throws -> (records: [SealedRecord], next: SealedPlace?) {
    let records = try onServer { try $0.flatMap(ForeignCoding.seal) != nil }.compactMap { name, type in
      try row(of: name, type).flatMap { row in
        try row.state.seal().map {
          let entry = journal.entries[RecordName(type == RecordFields.imageType ? $0.entry : name)]?.entry
          let category = entry.flatMap { $0.trashedAt == nil ? $0.category?.rawValue : nil }
          return SealedRecord(name: name, type: type, mark: $0, category: category)
        }
      }
    }
    return (records, nil)
  }
  func sortedShares() -> [UInt8]? { journal.sync.sortedShares }
  mutating func setSortedShares(_ forms: [UInt8]?) { journal.sync.sortedShares = forms }
}
