import CloudRecord

/// One request of operations, executed on a ``Workspace``.
struct ModifyRun {
  var workspace: Workspace
  let rules: FieldRules
  let isAtomic: Bool
  /// Whether only sealed records of a journal may be saved.
  let isSealed: Bool
  let commonKeys: DesiredKeys
  let answers: RecordAnswers

  var service: CloudService { workspace.service }
  var limits: ServiceLimits { workspace.service.settings.limits }

  /// The records that the operations name, and the targets that have to exist.
  func namesToLoad(_ operations: [RecordOperation]) -> [String] {
    var found: Set<String> = []
    for operation in operations {
      for name in [operation.recordName, operation.parent] {
        if let name, isName(name) { found.insert(name) }
      }
      for case let field? in operation.fields.values {
        FieldRules.forEachScalar(field) { value in
          if case .reference(let reference) = value, reference.action == .validate, isName(reference.recordName) {
            found.insert(reference.recordName)
          }
        }
      }
    }
    return found.sorted()
  }

  private func isName(_ name: String) -> Bool {
    do { try rules.names.check(name, "recordName") } catch { return false }
    return true
  }

  // MARK: Operations

  mutating func execute(_ operation: RecordOperation, _ index: Int) throws -> RecordOutcome {
    guard let name = operation.recordName ?? (operation.kind == .create ? workspace.call.freshName() : nil) else {
      throw ServiceError(.badRequest, "recordName is missing: only create can do without one")
    }
    try rules.names.check(name, "recordName")
    let entry = try workspace.entry(name)
    if let access = workspace.access {
      if let outcome = try checkAccess(operation, name: name, entry: entry, access: access, index: index) {
        return outcome
      }
    }
    try checkPresence(operation, entry)
    if operation.kind.isDeletion {
      if entry.isLiving { try delete(name, index) }
      return .deleted(recordName: name)
    }
    if isShare(operation, entry) { return try saveShare(operation, name: name, entry: entry, index: index) }
    let outcome = try save(operation, name: name, entry: entry, index: index)
    guard operation.createsShortGUID, workspace.access == nil, case .saved(var record) = outcome else { return outcome }
    record.shortGUID = try workspace.shortGUID(of: name).guid
    return .saved(record)
  }

  /// Whether an operation is about a share's own record.
  private func isShare(_ operation: RecordOperation, _ entry: Workspace.Entry) -> Bool {
    if entry.isLiving { return entry.row?.recordType == ShareRules.recordType }
    return operation.recordType.map { ShareRules.isShare($0) } ?? false
  }

  /// Whether the record must, may or must not exist, and whether the change tag is its own.
  private func checkPresence(_ operation: RecordOperation, _ entry: Workspace.Entry) throws(ServiceError) {
    switch operation.kind {
    case .create:
      // CONFLICT as from Apple's service; no client waits for EXISTS on a record.
      guard !entry.isLiving else { throw ServiceError(.conflict, "record to insert already exists") }
    case .forceUpdate, .forceReplace, .forceDelete:
      break
    case .update, .replace, .delete:
      let tag = operation.recordChangeTag
      guard entry.isLiving, let row = entry.row else {
        throw ServiceError(
          .notFound, tag == nil ? "Record not found" : "recordChangeTag specified, but record not found")
      }
      guard let tag else {
        if operation.kind == .delete { return }
        throw ServiceError(
          .badRequest, "recordChangeTag is missing: \(operation.kind.rawValue) needs that of the record")
      }
      guard tag == CloudService.changeTag(row) else {
        throw ServiceError(.conflict, "client oplock error updating record")
      }
    }
  }

  // MARK: Saving

  mutating func save(
    _ operation: RecordOperation, name: String, entry: Workspace.Entry, index: Int
  ) throws -> RecordOutcome {
    let type = try recordType(operation, entry)
    let named = try workspace.types.read(operation, type, workspace.transaction)
    try rules.check(named, isShare: type == ShareRules.recordType)
    if let parent = operation.parent { try rules.names.check(parent, "The recordName of parent") }
    var fields = entry.isLiving && !operation.kind.isReplacement ? entry.fields : [:]
    for (fieldName, field) in named { fields[fieldName] = field }
    guard fields.count <= limits.fieldsPerRecord else {
      throw ServiceError(
        .badRequest, "A record has at most \(limits.fieldsPerRecord) fields; this one has \(fields.count)")
    }
    if isSealed { try SealedZoneRule.check(fields, of: type) }
    let files = FieldRules.fileChecksums(fields)
    if !files.isEmpty { fields = try checkFiles(fields, operation: operation, entry: entry) }
    let bytes = FieldCoding.encode(fields)
    guard bytes.count <= limits.recordSize else {
      throw ServiceError(
        .badRequest, "A record has at most \(limits.recordSize) bytes without its files; this one has \(bytes.count)")
    }
    let parent = try parent(operation, name: name, entry: entry)
    try checkReferences(FieldRules.bindings(fields, parent: parent), name: name, entry: entry)
    if !entry.isLiving, try !workspace.allowsType(type) {
      throw ServiceError(.badRequest, "A database has at most \(limits.recordTypes) types of records")
    }

    let call = workspace.call
    let stamp = RecordStamp(timestamp: call.now, userRecordName: call.userRecordName, deviceID: call.deviceID)
    var row = StoredRecord(
      zone: workspace.zone.id, recordName: name, recordType: type, sequence: 0, fields: bytes, created: stamp,
      modified: stamp, parent: parent, hasAssets: !files.isEmpty)
    if entry.isLiving, let old = entry.row { row.created = old.created }
    row.share = try shareToBegin(row, entry)
    let growth = Workspace.size(row) - entry.size + (files.isEmpty ? 0 : try workspace.bytesOfNewFiles(files))
    try call.checkSpace(database: workspace.database, growth: growth)
    try workspace.countForGuests(growth, row)
    row.sequence = workspace.nextSequence()
    row.run = service.runID
    try workspace.put(row, fields: fields, files: files, operation: index)
    try workspace.types.learn(named, type, workspace.transaction)
    let keys = operation.desiredKeys.map { DesiredKeys($0) } ?? commonKeys
    return .saved(try answers.record(row, fields: keys.fields(of: fields)))
  }

  /// The parent that a record is to have.
  private mutating func parent(
    _ operation: RecordOperation, name: String, entry: Workspace.Entry
  ) throws -> String? {
    let old = entry.isLiving ? entry.row?.parent : nil
    let parent: String?
    switch operation.parentEdit {
    case .set(let name): parent = name
    case .cleared: parent = nil
    // A participant may not see it, and so cannot say it again.
    case .unchanged: parent = operation.kind.isReplacement && workspace.access == nil ? nil : old
    }
    if let access = workspace.access {
      try checkParent(parent, of: name, entry: entry, access: access)
    }
    if let parent, parent != old, workspace.zone.shareCount > 0 { try workspace.checkLevels(above: parent, for: name) }
    return parent
  }

  private func recordType(_ operation: RecordOperation, _ entry: Workspace.Entry) throws(ServiceError) -> String {
    if let type = operation.recordType {
      if ShareRules.isShare(type) { return ShareRules.recordType }
      try rules.names.checkRecordType(type)
    }
    guard entry.isLiving, let old = entry.row else {
      guard let type = operation.recordType else {
        throw ServiceError(.badRequest, "recordType is missing: a record that does not exist yet needs one")
      }
      return type
    }
    if let type = operation.recordType, type != old.recordType {
      throw ServiceError(.badRequest, "The type of a record cannot change: this one is a \(old.recordType)")
    }
    return old.recordType
  }

  /// Sees that each file was uploaded by this user, or was the record's already; keeps of it what is to be stored.
  private mutating func checkFiles(
    _ fields: [String: Field], operation: RecordOperation, entry: Workspace.Entry
  ) throws -> [String: Field] {
    var checked = fields
    for name in operation.fields.keys.sorted() {
      guard let field = fields[name] else { continue }
      switch field.value {
      case .asset(let asset):
        checked[name]?.value = .asset(try checkFile(asset, name: name, entry: entry))
      case .list(let members):
        checked[name]?.value = .list(
          try members.map { member in
            guard case .asset(let asset) = member else { return member }
            return .asset(try checkFile(asset, name: name, entry: entry))
          })
      default: break
      }
    }
    return checked
  }

  private mutating func checkFile(_ asset: Asset, name: String, entry: Workspace.Entry) throws -> Asset {
    guard let file = try workspace.file(asset.fileChecksum) else {
      throw ServiceError(.badRequest, "The field '\(name)': the file has not been uploaded")
    }
    let isProven = asset.receipt.map { service.assetAnswers.isReceipt($0, for: file) } ?? false
    guard isProven || entry.files.contains(asset.fileChecksum) else {
      throw ServiceError(.badRequest, "The field '\(name)': the file's receipt is missing or not valid")
    }
    return Asset(fileChecksum: file.fileChecksum, size: file.size)
  }

  private mutating func checkReferences(
    _ references: [StoredReference], name: String, entry: Workspace.Entry
  ) throws {
    for reference in references {
      switch reference.action {
      case .validate:
        // In an atomic request the target may come later: ``brokenReference()`` looks at the end.
        if !isAtomic, reference.target != name, try !isThere(reference.target) {
          throw ServiceError.missingTarget(reference.target)
        }
      case .deleteSelf:
        // What a participant does not see is not there, and must not bind either.
        if workspace.access != nil, reference.target != name, !entry.references.contains(reference),
          try !isThere(reference.target)
        {
          throw ServiceError.missingTarget(reference.target)
        }
        if !entry.references.contains(reference),
          try workspace.cascadeReferrerCount(of: reference.target) >= limits.deleteSelfReferrers
        {
          throw ServiceError(
            .badRequest,
            "At most \(limits.deleteSelfReferrers) records may refer to '\(reference.target)' with DELETE_SELF")
        }
      case .none: break
      }
    }
  }

  /// Whether a record lives, and the caller sees it.
  private mutating func isThere(_ name: String) throws -> Bool {
    guard let row = try workspace.entry(name).row, !row.isDeleted else { return false }
    return workspace.access?.sees(row) ?? true
  }

  // MARK: Deleting

  /// Deletes a record and all that hang on it, each with a number and a tombstone of its own.
  private mutating func delete(_ name: String, _ index: Int) throws {
    var names = [name]
    var found: Set<String> = [name]
    var next = 0
    while next < names.count {
      let reference = StoredReference(target: names[next], action: .deleteSelf)
      let referrers = try workspace.referrers(of: reference, limit: .max).filter { found.insert($0).inserted }
      try workspace.load(referrers)
      names.append(contentsOf: referrers)
      if let share = try workspace.shareRecord(ofRoot: names[next]), found.insert(share).inserted {
        names.append(share)
      }
      next += 1
    }
    if let access = workspace.access { try checkDeletion(of: names, access: access) }
    if !isAtomic {
      for target in names { try checkUnbound(target, besides: found) }
    }
    let call = workspace.call
    for name in names {
      guard let old = try workspace.entry(name).row else { continue }
      var row = old
      row.fields = []
      row.isDeleted = true
      row.hasAssets = false
      row.parent = nil
      row.share = nil
      row.modified = RecordStamp(timestamp: call.now, userRecordName: call.userRecordName, deviceID: call.deviceID)
      row.sequence = workspace.nextSequence()
      row.run = service.runID
      try workspace.put(row, fields: [:], files: [], operation: index)
      try workspace.endSharing(of: row)
    }
  }

  /// - Throws: VALIDATING_REFERENCE_ERROR where a record other than `others` keeps this one from being deleted.
  private mutating func checkUnbound(_ target: String, besides others: Set<String>) throws {
    let reference = StoredReference(target: target, action: .validate)
    let referrers = try workspace.referrers(of: reference, limit: others.count + 1)
    if let holder = referrers.first(where: { !others.contains($0) }) {
      throw ServiceError(
        .validatingReferenceError,
        "The record '\(target)' cannot be deleted: '\(holder)' refers to it with VALIDATE or as its parent")
    }
  }

  /// The first operation of an atomic request after which a parent or the target of a VALIDATE would be missing.
  mutating func brokenReference() throws -> (Int, ServiceError)? {
    var broken: [Int: ServiceError] = [:]
    for entry in workspace.changed {
      guard let row = entry.row, let operation = entry.operation, broken[operation] == nil else { continue }
      do {
        if row.isDeleted {
          try checkUnbound(row.recordName, besides: [])
        } else {
          for reference in entry.references where reference.action == .validate {
            guard try isThere(reference.target) else {
              throw ServiceError.missingTarget(reference.target)
            }
          }
        }
      } catch let error as ServiceError {
        broken[operation] = error
      }
    }
    guard let first = broken.keys.min(), let error = broken[first] else { return nil }
    return (first, error)
  }
}

extension ServiceError {
  static func missingTarget(_ name: String) -> ServiceError {
    ServiceError(
      .validatingReferenceError,
      "The record '\(name)', which is a parent or to which a reference with VALIDATE points, does not exist")
  }
}
