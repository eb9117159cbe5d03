import CloudRecord

/// The rows of a share's participants while an owner changes them.
struct ParticipantList {
  private(set) var rows: [StoredParticipant]
  let share: StoredShare
  /// Milliseconds since 1970.
  let now: Int64
  let limits: ServiceLimits
  /// Rows that leave no trace: those who had never accepted.
  private(set) var removed: [String] = []

  init(rows: [StoredParticipant], share: StoredShare, now: Int64, limits: ServiceLimits) {
    (self.rows, self.share, self.now, self.limits) = (rows, share, now, limits)
  }

  /// The row that is meant: by its id, else by the user, else by the address. The owner's own addresses are the owner's row.
  func place(of participant: ShareParticipant, address: String?, owner: ServiceCall) -> Int? {
    if let id = participant.participantID, let place = rows.firstIndex(where: { $0.id == id }) { return place }
    if let user = participant.userRecordName, let place = rows.firstIndex(where: { $0.user == user }) { return place }
    guard let address else { return participant.kind == .owner ? rows.firstIndex { $0.kind == .owner } : nil }
    if owner.addresses.contains(address) { return rows.firstIndex { $0.kind == .owner } }
    return rows.firstIndex { $0.address == address }
  }

  /// - Throws: BAD_REQUEST.
  func check(_ participant: ShareParticipant) throws(ServiceError) {
    if let user = participant.userRecordName {
      guard (1...limits.nameLength).contains(user.utf8.count), user.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { throw ServiceError(.badRequest, "The userRecordName of a participant is no name of a user") }
    }
    try ShareRules.check(participant.protectionInfo, limits)
  }

  /// Puts what an owner says of a participant into the row of this id.
  ///
  /// - Returns: whether that changes anything.
  mutating func put(
    _ participant: ShareParticipant, address: String?, id: String, at place: Int?
  ) throws(ServiceError) -> Bool {
    guard let place else {
      guard address != nil || participant.userRecordName != nil else {
        throw ServiceError(
          .badRequest, "A participant needs a userIdentity with a userRecordName or lookupInfo.emailAddress")
      }
      rows.append(
        StoredParticipant(
          share: share.id, zone: share.zone, id: id, user: participant.userRecordName, address: address,
          permission: participant.permission, changedOn: now, protectionInfo: participant.protectionInfo))
      return true
    }
    var row = rows[place]
    if row.kind == .user { row.permission = participant.permission }
    if row.status == .removed { (row.status, row.kind) = (.invited, .user) }
    if let info = participant.protectionInfo { row.protectionInfo = info }
    if row.status == .invited, row.kind == .user { row.permission = participant.permission }
    guard row != rows[place] else { return false }
    row.changedOn = now
    rows[place] = row
    return true
  }

  /// Whether the removal of a row has to be told to its user.
  func needsNumber(_ id: String) -> Bool { rows.contains { $0.id == id && $0.isAccepted } }

  /// Removes a participant; who has accepted once keeps a row, until everything of it has been told.
  mutating func remove(_ id: String, at number: Int64?) {
    guard let place = rows.firstIndex(where: { $0.id == id }) else { return }
    guard rows[place].joinedAt != nil else {
      removed.append(id)
      rows.remove(at: place)
      return
    }
    rows[place].status = .removed
    rows[place].changedOn = now
    if let number { rows[place].leftAt = number }
  }

  /// What anyone with the link may do holds for those who came by it.
  mutating func setPublic(_ permission: SharePermission) {
    for place in rows.indices where rows[place].kind == .publicUser { rows[place].permission = permission }
  }

  /// - Throws: BAD_REQUEST for more than a share can have.
  func checkCount() throws(ServiceError) {
    let count = rows.count { $0.status != .removed }
    guard count <= limits.participantsPerShare else { throw ServiceError.tooManyParticipants(limits) }
  }
}

extension ServiceError {
  static func tooManyParticipants(_ limits: ServiceLimits) -> ServiceError {
    ServiceError(
      .badRequest, "A share has at most \(limits.participantsPerShare) participants, its owner counted",
      extensionCode: .tooManyParticipants)
  }
}
