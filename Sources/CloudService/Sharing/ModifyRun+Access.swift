import CloudRecord

/// What a participant may do to the records of another person's zone.
extension ModifyRun {
  /// Decides whether an operation may be tried at all.
  ///
  /// What the participant does not see is as if it were not there; only its name cannot be taken.
  ///
  /// - Returns: the outcome where there is nothing more to do.
  /// - Throws: ACCESS_DENIED, NOT_FOUND.
  mutating func checkAccess(
    _ operation: RecordOperation, name: String, entry: Workspace.Entry, access: SharedAccess, index: Int
  ) throws -> RecordOutcome? {
    let isDeletion = operation.kind.isDeletion
    if !isDeletion, operation.sharing != nil || operation.createsShortGUID {
      throw ServiceError.denied("Only the owner of a zone shares what is in it")
    }
    guard let row = entry.row, !row.isDeleted else {
      guard !isDeletion, operation.kind != .update, operation.kind != .replace else { return nil }
      if let type = operation.recordType { try checkType(type) }
      guard access.mayWriteSomething else {
        throw ServiceError.denied("You may read what is shared here, not add to it")
      }
      return nil
    }
    guard access.sees(row) else {
      switch operation.kind {
      case .create, .forceUpdate, .forceReplace:
        throw ServiceError.denied("A record of this name cannot be made here")
      case .forceDelete: return .deleted(recordName: name)
      case .update, .replace, .delete: throw ServiceError(.notFound, "Record not found")
      }
    }
    if row.recordType == ShareRules.recordType {
      guard isDeletion else { throw ServiceError.denied("Only its owner changes a share") }
      try workspace.leave(name, access.user, operation: index)
      return .deleted(recordName: name)
    }
    guard access.mayWrite(row) else { throw ServiceError.readOnly }
    try checkType(row.recordType)
    return nil
  }

  private func checkType(_ type: String) throws(ServiceError) {
    guard !ShareRules.isShare(type), type != ShareRules.keysType else {
      throw ServiceError.denied("Only the owner of a zone writes records of the type \(NameRules.shown(type))")
    }
  }

  /// Words go for good only by the hand of who made them, or of the owner: also those that hang on others.
  ///
  /// - Throws: ACCESS_DENIED.
  mutating func checkDeletion(of names: [String], access: SharedAccess) throws {
    for name in names {
      guard let row = try workspace.entry(name).row, !row.isDeleted else { continue }
      if access.shares.values.contains(where: { $0.share.root == name }) {
        throw ServiceError.denied("Only its owner can delete what is shared; delete the share to leave")
      }
      guard access.mayWrite(row), row.created.userRecordName == access.user,
        row.recordType != ShareRules.recordType
      else { throw ServiceError.denied("Only who made it, or the owner, can delete it for good") }
    }
  }

  /// Sees that a record stays in its share, or comes into one that the participant may write to.
  ///
  /// - Throws: ACCESS_DENIED.
  mutating func checkParent(
    _ parent: String?, of name: String, entry: Workspace.Entry, access: SharedAccess
  ) throws {
    if let zoneShare = access.zoneShare {
      guard zoneShare.permission == .readWrite else { throw ServiceError.readOnly }
      return
    }
    let above = try parent.flatMap { try workspace.entry($0).row }
    let isOpen = above.map { !$0.isDeleted && access.mayWrite($0) && $0.recordType != ShareRules.recordType } ?? false
    guard entry.isLiving, let row = entry.row else {
      guard isOpen else {
        throw ServiceError.denied("A record that is made in a share needs a parent in it that you may write to")
      }
      return
    }
    guard parent != row.parent else { return }
    guard isOpen, above?.share == row.share, access.seesParent(of: row) else {
      throw ServiceError.denied("You may move a record within its share, and not out of it")
    }
  }

  /// The share that a row has until the request is written.
  mutating func shareToBegin(_ row: StoredRecord, _ entry: Workspace.Entry) throws -> Int64? {
    guard workspace.zone.shareCount > 0 else { return nil }
    if entry.isLiving { return entry.row?.share }
    guard workspace.access != nil, let parent = row.parent else { return nil }
    return try workspace.entry(parent).row?.share
  }
}
