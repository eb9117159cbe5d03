import CloudRecord
import Foundation
import GRDB
import JournalCore
import JournalSeal
import SyncCore

/// The tables of a journal's file, as the rules of synchronising see them within one transaction.
struct SQLiteSyncTables: SyncTables {
  let db: Database
  let address: ZoneAddress
  let zoneRow: Int64
  let environment: StoreEnvironment
  let now: Instant
  private let search = SearchQueue()
  /// Small tables that hold nothing are not asked again for every record of a page.
  var hasPurges: Bool
  var hasPostponed: Bool
  var hasNewer: Bool
  var hasForeign: Bool
  var hasUnreadable = false
  var hasResealing = false
  var hasSealedRemovals = false
  /// Whether a category was ever shared from here.
  let hasShared: Bool
  /// The name of each type with that of its table.
  let tables: [(type: String, table: String)]
  let findings = TransactionFindings()

  init(_ db: Database, of store: JournalStore) throws {
    self.db = db
    address = store.address
    zoneRow = store.zone
    environment = store.environment
    now = environment.now()
    hasPurges = try db.integer("SELECT 1 FROM purges LIMIT 1") != nil
    hasPostponed = try db.integer("SELECT 1 FROM postponedRemovals LIMIT 1") != nil
    hasNewer = try db.integer("SELECT 1 FROM newerFormat LIMIT 1") != nil
    hasForeign = try db.integer("SELECT 1 FROM foreignRecords LIMIT 1") != nil
    hasShared = try db.integer("SELECT value FROM meta WHERE key = 'hasShares'") == 1
    // A file of before format 10 that is only read has no preferences.
    let hasPreferences = try db.tableExists(Preference.tableName)
    tables = hasPreferences ? Self.known : Self.known.filter { $0.table != Preference.tableName }
    // A file of before format 5 that is only read has none of them.
    guard try db.tableExists("sealedRemovals") else { return }
    hasUnreadable = try db.integer("SELECT 1 FROM unreadable LIMIT 1") != nil
    hasResealing = try db.integer("SELECT 1 FROM resealing LIMIT 1") != nil
    hasSealedRemovals = try db.integer("SELECT 1 FROM sealedRemovals LIMIT 1") != nil
  }

  // MARK: The zone, the account, the clock

  func zone() throws -> ZoneState {
    guard
      let row = try db.row(
        "SELECT changeToken, epoch, isSweeping, isKnown, revision, history FROM zones WHERE id = ?", [zoneRow])
    else {
      return ZoneState()
    }
    let token = (row[0] as Data?).map { String(decoding: $0, as: UTF8.self) }
    return ZoneState(
      token: token, epoch: row[1], isSweeping: row[2], isKnown: row[3], revision: row[4],
      history: (row[5] as String?).flatMap { ServerHistory(header: $0) })
  }

  func setZone(_ zone: ZoneState) throws {
    try db.run(
      """
      UPDATE zones SET changeToken = ?, epoch = ?, isSweeping = ?, isKnown = ?, revision = ?, history = ? WHERE id = ?
      """,
      [
        zone.token.map { Data($0.utf8) }, zone.epoch, zone.isSweeping, zone.isKnown, zone.revision,
        zone.history?.header, zoneRow,
      ])
  }

  func account() throws -> KnownAccount? {
    guard let row = try db.row("SELECT * FROM account") else { return nil }
    // The table holds no other than the two.
    let environment = CloudEnvironment(rawValue: row["environment"]) ?? .production
    return KnownAccount(
      binding: AccountBinding(
        userRecordName: row["userRecordName"], service: row["service"], containerID: row["containerID"],
        environment: environment, incarnation: row["incarnation"]),
      isSignedIn: row["isSignedIn"])
  }

  func setAccount(_ account: KnownAccount) throws {
    let binding = account.binding
    try db.run(
      "INSERT OR REPLACE INTO account VALUES(1, ?, ?, ?, ?, ?, ?)",
      [
        binding.userRecordName, binding.service, binding.containerID, binding.environment.rawValue,
        binding.incarnation, account.isSignedIn,
      ])
  }

  func clock() throws -> HybridClock { try ClockTable(db).read() }

  func setClock(_ latest: HybridTime) throws { try ClockTable(db).write(latest) }

  func correct(_ clock: HybridClock) throws {
    if let latest = clock.latest { try ClockTable(db).write(latest) }
    if let offset = clock.offset { try ClockTable(db).write(offset: offset) }
  }

  func staysLocal() throws -> Bool { try db.integer("SELECT value FROM meta WHERE key = 'staysLocal'") == 1 }

  func setStaysLocal(_ staysLocal: Bool) throws {
    if staysLocal {
      try db.run("INSERT OR REPLACE INTO meta VALUES('staysLocal', 1)")
    } else {
      try db.run("DELETE FROM meta WHERE key = 'staysLocal'")
    }
  }

  func deviceName(of id: String) throws -> String? { try Self.deviceName(of: id, db) }

  static func deviceName(of id: String, _ db: Database) throws -> String? {
    try String.fetchOne(
      try db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"), arguments: [deviceKey + id])
  }

  /// A device without a name has its key and no value.
  func noteDevice(_ id: String) throws {
    try db.run("INSERT OR IGNORE INTO meta VALUES(?, NULL)", [Self.deviceKey + id])
  }

  func latestSavers() throws -> LatestSavers {
    LatestSavers(
      try String.fetchOne(
        try db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"), arguments: [saversKey]) ?? "")
  }

  func setLatestSavers(_ savers: LatestSavers) throws {
    try db.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", [saversKey, savers.text])
  }

  private var saversKey: String { "latestSavers \(zoneRow)" }

  /// The devices whose versions came in and whose names are not known, as the server calls them.
  func unnamedDevices() throws -> Set<String> {
    // ! follows the blank that ends the key.
    let keys = try String.fetchAll(
      try db.cachedStatement(sql: "SELECT key FROM meta WHERE key >= ? AND key < 'deviceName!' AND value IS NULL"),
      arguments: [Self.deviceKey])
    return Set(keys.map { String($0.dropFirst(Self.deviceKey.count)) })
  }

  func setDeviceName(_ name: String, of id: String) throws {
    guard try deviceName(of: id) != name else { return }
    try db.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", [Self.deviceKey + id, name])
  }

  /// What the key in `meta` of a device's name begins with.
  private static let deviceKey = "deviceName "

  // MARK: Records

  /// The tables of the present format.
  private static let known = AnyRecord.storedKinds.map { (type: $0.recordType, table: $0.tableName) }

  func table(_ type: String) -> String { Self.known.first { $0.type == type }?.table ?? Entry.tableName }

  /// Whether the file has a table for records of a type.
  private func has(_ type: String) -> Bool { tables.contains { $0.type == type } }

  private func table<Record: TabledRecord>(of: Record.Type = Record.self) -> Record.Table {
    Record.Table(db: db, zone: zoneRow, queue: search)
  }

  /// Writes what waits for the end of the transaction.
  func finish() throws { try search.make(in: db) }

  /// The tables but that of entries, which are asked first, since most records are there.
  private static let others = known.map(\.table).filter { $0 != Entry.tableName }

  /// Records of all types, in the trash or not.
  func recordCount() throws -> Int {
    let others = tables.map(\.table).filter { $0 != Entry.tableName }
    let count =
      "SELECT (SELECT coalesce(sum(entries), 0) FROM tallies WHERE scope IN ('all', 'trash'))"
      + others.map { " + (SELECT count(*) FROM \($0))" }.joined()
    return Int(try db.integer(count) ?? 0)
  }

  func liveEntryCount() throws -> Int {
    Int(try db.integer("SELECT entries FROM tallies WHERE scope = 'all'") ?? 0)
  }

  /// Places of names in a list that is ?1, of which nothing is known in the zone ?2.
  private static let unknownNames =
    "SELECT min(key) FROM json_each(?1) AS given WHERE "
    + ([Entry.tableName] + others + ["purges", "sealedRemovals"])
    .map { "NOT EXISTS(SELECT 1 FROM \($0) WHERE zone = ?2 AND recordName = given.value)" }.joined(separator: " AND ")
    + " GROUP BY value HAVING count(*) = 1"

  func unknown(among names: [String]) throws -> Set<Int> {
    guard !names.isEmpty else { return [] }
    let list = String(decoding: try JSONEncoder().encode(names), as: UTF8.self)
    let statement = try db.cachedStatement(sql: SQLiteSyncTables.unknownNames)
    return try Set(Int.fetchCursor(statement, arguments: [list, zoneRow]))
  }

  func isNameTaken(_ name: String) throws -> Bool { try !recordTypes(of: name).isEmpty }

  func recordTypes(of name: String) throws -> [String] {
    var types: [String] = []
    for (type, table) in tables
    where try db.integer("SELECT 1 FROM \(table) WHERE zone = ? AND recordName = ?", [zoneRow, name]) != nil {
      types.append(type)
    }
    return types
  }

  func state(of name: String, _ type: String) throws -> SyncState? {
    guard has(type) else { return nil }
    return try db.row(
      "SELECT \(SyncState.columns) FROM \(table(type)) WHERE zone = ? AND recordName = ?", [zoneRow, name]
    )
    .map { SyncState($0, from: 0) }
  }

  func row(of name: String, _ type: String) throws -> SyncedRow? {
    guard has(type), let kind = AnyRecord.storedKinds.first(where: { $0.recordType == type }) else { return nil }
    return try find(RecordName(name), kind)
  }

  private func find<Record: TabledRecord>(_ name: RecordName, _ type: Record.Type) throws -> SyncedRow? {
    try table(of: type).find(name)?.synced
  }

  func insert(_ row: SyncedRow) throws { try insert(row.record.stored, row) }

  private func insert<Record: TabledRecord>(_ record: Record, _ row: SyncedRow) throws {
    try table(of: Record.self).insert(record, stamps: row.stamps, state: row.state)
  }

  func replace(_ old: SyncedRow, with new: SyncedRow) throws { try replace(old, with: new.record.stored, new) }

  private func replace<Record: TabledRecord>(_ old: SyncedRow, with record: Record, _ new: SyncedRow) throws {
    guard let before = old.record.stored as? Record else {
      throw StoreError.invalid("A record cannot change its type.")
    }
    try table(of: Record.self).update(old.stored(before), to: record, stamps: new.stamps, state: new.state)
  }

  func setState(_ state: SyncState, of name: String, _ type: String) throws {
    try db.run(
      "UPDATE \(table(type)) SET \(SyncState.assignments) WHERE zone = ? AND recordName = ?",
      state.arguments + [zoneRow, name])
  }

  func acknowledge(
    _ name: String, _ type: String, digest: [UInt8], changeTag: String, epoch: Int64
  ) throws -> Bool {
    try db.run(
      """
      UPDATE \(table(type)) SET base = NULL, baseDigest = localDigest, baseChangeTag = ?, seenEpoch = ?
      WHERE zone = ? AND recordName = ? AND localDigest = ?
      """, [changeTag, epoch, zoneRow, name, Data(digest)])
    return db.changesCount > 0
  }

  func remove(_ row: SyncedRow) throws {
    let name = row.record.name.rawValue
    try delete(row.record.stored, row)
    // One that is made again under this name is no import's; no import notes pictures.
    if row.record.owner == nil { try db.run(ImportLog.forgetRecord, [name]) }
    try RecordMarks(db: db, zone: zoneRow).clear(name)
  }

  private func delete<Record: TabledRecord>(_ record: Record, _ row: SyncedRow) throws {
    try table(of: Record.self).delete(row.stored(record))
  }

  func images(of entry: String) throws -> [SyncedRow] {
    try table(of: EntryImage.self).stored(of: RecordName(entry)).map(\.synced)
  }

  func pictures(_ names: [String]?) throws -> [KnownPicture] { try table(of: EntryImage.self).known(names) }

  func hasDraft(of entry: String) throws -> Bool {
    try db.integer("SELECT 1 FROM drafts WHERE entry = ?", [entry]) != nil
  }

  /// From a partial index; only those that are returned are read.
  func unsent(_ type: String, limit: Int, excluding: Set<String>) throws -> [SyncedRow] {
    guard limit > 0, has(type) else { return [] }
    if type == RecordFields.entryType {
      return try table(of: Entry.self).unsent(limit: limit, excluding: excluding).map(\.synced)
    }
    let names = try String.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT recordName FROM \(table(type)) WHERE localDigest IS NOT baseDigest AND +zone = ?1
            AND recordName NOT IN (SELECT recordName FROM parked WHERE zone = ?1) ORDER BY recordName
          """), arguments: [zoneRow])
    var chosen: [String] = []
    while chosen.count < limit, let name = try names.next() {
      if !excluding.contains(name) { chosen.append(name) }
    }
    return try chosen.compactMap { try row(of: $0, type) }
  }

  func unsentNames(_ type: String) throws -> [String] {
    guard has(type) else { return [] }
    return try String.fetchAll(
      db,
      sql:
        "SELECT recordName FROM \(table(type)) WHERE localDigest IS NOT baseDigest AND +zone = ? ORDER BY recordName",
      arguments: [zoneRow])
  }

  func unseen(before epoch: Int64) throws -> [(name: String, type: String)] {
    var unseen: [(name: String, type: String)] = []
    for (type, table) in tables {
      let names = try String.fetchAll(
        db,
        sql: """
          SELECT recordName FROM \(table) WHERE +zone = ? AND baseChangeTag IS NOT NULL AND seenEpoch < ?
          ORDER BY recordName
          """, arguments: [zoneRow, epoch])
      unseen += names.map { ($0, type) }
    }
    return unseen
  }

  func forgetServer() throws {
    for (_, table) in tables {
      try db.run(
        """
        UPDATE \(table) SET base = NULL, baseDigest = NULL, baseChangeTag = NULL
        WHERE zone = ? AND (baseDigest IS NOT NULL OR baseChangeTag IS NOT NULL)
        """, [zoneRow])
    }
    // What was damaged, or was not taken in, does not go up again as it was.
    if hasUnreadable {
      try db.run(
        """
        DELETE FROM foreignRecords WHERE zone = ?1
          AND recordName IN (SELECT recordName FROM unreadable WHERE zone = ?1 AND reason IN (?2, ?3, ?4))
        """,
        [
          zoneRow, ClosedReason.damaged.rawValue, ClosedReason.former.rawValue, ClosedReason.forbidden.rawValue,
        ])
    }
    // Sharing ended with the records that were shared: what is sent again is the person's alone.
    if hasForeign {
      try db.run(
        "DELETE FROM foreignRecords WHERE zone = ? AND recordType IN (?, ?, ?)",
        [zoneRow, StoredShares.recordType, KeptShare.recordType, GuestNote.recordType])
    }
    let rings = try db.integer(
      "SELECT 1 FROM shareRings WHERE zone = ? AND phase <> ? LIMIT 1", [zoneRow, KeptShare.Phase.ended.rawValue])
    try setAwaitsRings(rings != nil)
    try setTakesServers(false)
    try setSortedShares(nil)
    // What a sealed word removed stays known: a copy of it is an old one on any server.
    for table in ["purges", "postponedRemovals", "parked", "removedElsewhere", "unreadable", "resealing", "refusals"] {
      try db.run("DELETE FROM \(table) WHERE zone = ?", [zoneRow])
    }
  }
}

extension SyncedRow {
  /// The row as its own type has it.
  fileprivate func stored<Record>(_ record: Record) -> Stored<Record> {
    Stored(record: record, place: place, stamps: stamps, state: state)
  }
}
