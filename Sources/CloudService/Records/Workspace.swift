import CloudRecord

/// A zone as one request changes it: read once, written once, and nothing written before everything is decided.
struct Workspace {
  /// One record of the request's.
  struct Entry {
    /// The row in the storage; nil where there is none.
    var stored: StoredRecord?
    /// The row as it will be.
    var row: StoredRecord?
    /// Of a living ``row``.
    var fields: [String: Field] = [:]
    var references: [StoredReference] = []
    var files: [String] = []
    /// Of the row in the storage, if that lives.
    var storedFields: [String: Field] = [:]
    var storedReferences: [StoredReference] = []
    var storedFiles: [String] = []
    /// The operation that changed it last.
    var operation: Int?

    var isLiving: Bool { row.map { !$0.isDeleted } ?? false }
    var wasLiving: Bool { stored.map { !$0.isDeleted } ?? false }
    var size: Int64 { Workspace.size(row) }
  }

  let service: CloudService
  let call: ServiceCall
  let transaction: any CloudTransaction
  /// What is open to a participant; nil for the zone's owner.
  let access: SharedAccess?
  var database: StoredDatabase
  var zone: StoredZone
  var types: FieldTypes
  /// The shares of the zone, once they are needed.
  var desk: ShareDesk?
  /// What the shares' participants have to hear of this request.
  var membership = Membership()
  private let firstSequence: Int64
  private(set) var entries: [String: Entry] = [:]
  /// All that a record of `entries` has had as its parent; perhaps more than have one below them by now.
  private(set) var parents: Set<String> = []
  /// The records that took up a reference in this request; their entries say whether they still hold it.
  private var newReferrers: [StoredReference: [String]] = [:]
  /// By target, how many more referrers with DELETE_SELF it has now than in the storage; negative for fewer.
  private var cascadeDelta: [String: Int] = [:]
  private var cascadeCounts: [String: Int] = [:]
  private var knownTypes: Set<String> = []
  private var allTypes: Set<String>?
  /// Files as the storage has them; nil for what it has not.
  private var files: [String: StoredAsset?] = [:]
  private var newFiles: Set<String> = []

  init(
    service: CloudService, call: ServiceCall, transaction: any CloudTransaction, reached: ReachedZone
  ) {
    (self.service, self.call, self.transaction) = (service, call, transaction)
    (database, zone, access) = (reached.database, reached.zone, reached.access)
    firstSequence = reached.database.sequence + 1
    types = service.fieldTypes(of: reached.database)
  }

  /// What a row counts for the quota.
  static func size(_ row: StoredRecord?) -> Int64 {
    guard let row, !row.isDeleted else { return 0 }
    return Int64(row.fields.count + row.recordName.utf8.count + row.recordType.utf8.count)
  }

  // MARK: Reading

  /// Reads the records of these names that are not here yet, all at once.
  mutating func load(_ names: [String]) throws {
    let missing = names.filter { entries[$0] == nil }
    guard !missing.isEmpty else { return }
    for name in missing { entries[name] = Entry() }
    for row in try transaction.records(Array(Set(missing)).sorted(), in: zone.id) {
      var entry = Entry(stored: row, row: row)
      if let parent = row.parent { parents.insert(parent) }
      if !row.isDeleted {
        entry.fields = try FieldCoding.decode(row.fields)
        entry.references = FieldRules.bindings(entry.fields, parent: row.parent)
        if row.hasAssets { entry.files = FieldRules.fileChecksums(entry.fields) }
        entry.storedFields = entry.fields
        entry.storedReferences = entry.references
        entry.storedFiles = entry.files
      }
      entries[row.recordName] = entry
    }
  }

  mutating func entry(_ name: String) throws -> Entry {
    if let entry = entries[name] { return entry }
    try load([name])
    return entries[name] ?? Entry()
  }

  /// Who holds this reference at this point of the request, by name; at least `limit` if there are so many.
  mutating func referrers(of reference: StoredReference, limit: Int) throws -> [String] {
    // Every changed entry might be one of those that the storage still counts.
    let (asked, overflows) = limit.addingReportingOverflow(entries.count)
    let stored = try transaction.referrers(
      to: reference.target, in: zone.id, action: reference.action, limit: overflows ? .max : asked)
    var found = Set(stored.filter { entries[$0]?.operation == nil })
    for name in newReferrers[reference] ?? [] {
      if let entry = entries[name], entry.isLiving, entry.references.contains(reference) { found.insert(name) }
    }
    for name in stored {
      if let entry = entries[name], entry.isLiving, entry.references.contains(reference) { found.insert(name) }
    }
    return found.sorted()
  }

  mutating func cascadeReferrerCount(of target: String) throws -> Int {
    let stored: Int
    if let known = cascadeCounts[target] {
      stored = known
    } else {
      stored = try transaction.referrerCount(to: target, in: zone.id, action: .deleteSelf)
      cascadeCounts[target] = stored
    }
    return stored + cascadeDelta[target, default: 0]
  }

  /// Whether one more type of record fits the database.
  mutating func allowsType(_ type: String) throws -> Bool {
    if knownTypes.contains(type) { return true }
    let all = try allTypes ?? Set(transaction.recordTypes(in: database.id))
    allTypes = all
    // Half of them are the owner's to use.
    let limit = service.settings.limits.recordTypes / (access == nil ? 1 : 2)
    return all.contains(type) || all.union(knownTypes).count < limit
  }

  mutating func file(_ fileChecksum: String) throws -> StoredAsset? {
    if let known = files[fileChecksum] { return known }
    let file = try transaction.asset(fileChecksum, in: database.id)
    files[fileChecksum] = .some(file)
    return file
  }

  /// Bytes that files which no record named before this request add to the quota.
  mutating func bytesOfNewFiles(_ fileChecksums: [String]) throws -> Int64 {
    var sum: Int64 = 0
    for fileChecksum in fileChecksums where !newFiles.contains(fileChecksum) {
      if try transaction.isReferenced(asset: fileChecksum, in: database.id) { continue }
      sum += try file(fileChecksum)?.size ?? 0
    }
    return sum
  }

  // MARK: Changing

  mutating func nextSequence() -> Int64 {
    database.sequence += 1
    return database.sequence
  }

  /// Puts a new state in the place of a record's; `row` has its number already.
  mutating func put(_ row: StoredRecord, fields: [String: Field], files: [String], operation: Int) throws {
    var entry = try entry(row.recordName)
    let references = row.isDeleted ? [] : FieldRules.bindings(fields, parent: row.parent)
    for old in entry.references where old.action == .deleteSelf { cascadeDelta[old.target, default: 0] -= 1 }
    for new in references {
      if new.action == .deleteSelf { cascadeDelta[new.target, default: 0] += 1 }
      if !entry.references.contains(new) { newReferrers[new, default: []].append(row.recordName) }
    }
    let grown = try bytesOfNewFiles(files)
    newFiles.formUnion(files)
    database.bytes += grown + Workspace.size(row) - entry.size
    zone.bytes += Workspace.size(row) - entry.size
    if !row.isDeleted { knownTypes.insert(row.recordType) }
    entry.row = row
    entry.fields = row.isDeleted ? [:] : fields
    entry.references = references
    entry.files = row.isDeleted ? [] : files
    entry.operation = operation
    entries[row.recordName] = entry
    if let parent = row.parent { parents.insert(parent) }
  }

  // MARK: Writing

  /// The entries that were changed, in the order of their numbers.
  var changed: [Entry] {
    var order: [(sequence: Int64, name: String)] = []
    for (name, entry) in entries where entry.operation != nil { order.append((entry.row?.sequence ?? 0, name)) }
    order.sort { $0.sequence < $1.sequence }
    return order.compactMap { entries[$0.name] }
  }

  /// Writes everything that was changed.
  mutating func write(_ changed: [Entry]) throws {
    guard !changed.isEmpty else { return }
    var changed = changed
    let isShared = zone.shareCount > 0 || desk?.isChanged == true
    if isShared { try prepareMembership(of: &changed) }
    var touched = newFiles
    for entry in changed where entry.files != entry.storedFiles {
      touched.formUnion(entry.files)
      touched.formUnion(entry.storedFiles)
    }
    let files = touched.sorted()
    let before = try files.map { try transaction.isReferenced(asset: $0, in: database.id) }
    for entry in changed {
      guard let row = entry.row else { continue }
      try transaction.save(row)
      if entry.references != entry.storedReferences {
        try transaction.setReferences(entry.references, from: row.recordName, in: zone.id)
      }
      if entry.files != entry.storedFiles {
        try transaction.setAssetReferences(entry.files, from: row.recordName, in: zone.id)
      }
    }
    // The sums so far do not count the files that this request released.
    for (file, wasReferenced) in zip(files, before) {
      let size = try self.file(file)?.size ?? 0
      let isReferenced = try transaction.isReferenced(asset: file, in: database.id)
      if newFiles.contains(file), !wasReferenced { database.bytes -= size }
      if isReferenced != wasReferenced { database.bytes += isReferenced ? size : -size }
    }
    if isShared { try writeMembership(of: changed) }
    // A participant does not fix the types of the owner's fields.
    if access == nil { try types.write(transaction) }
    zone.sequence = database.sequence
    try transaction.save(zone)
    try transaction.save(database)
    var changes = changed.compactMap(\.row).map { row -> CloudService.Change in
      (row.sequence, row.recordName, row.isDeleted ? [0] : [1] + row.fields)
    }
    if isShared { changes += membership.changes }
    try service.noteCommit(changes, from: firstSequence, to: database.sequence, in: database.id, transaction)
  }
}
