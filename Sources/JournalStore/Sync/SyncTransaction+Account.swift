package import SyncCore

/// T7: whose records the file has, and whether the server has their zone.
extension SyncTransaction {
  package mutating func bind(_ binding: AccountBinding?) throws {
    let known = try tables.account()
    guard let binding else {
      try tables.setStaysLocal(false)
      if let known { try tables.setAccount(KnownAccount(binding: known.binding, isSignedIn: false)) }
      return
    }
    if let known, !known.binding.isSameAccount(as: binding) { try forgetServer() }
    try tables.setAccount(KnownAccount(binding: binding, isSignedIn: true))
  }

  package mutating func setZoneKnown(_ isKnown: Bool) throws {
    if !isKnown { try forgetServer() }
    zone.isKnown = isKnown
  }

  private mutating func forgetServer() throws {
    isIntake = true
    try tables.forgetServer()
    zone = ZoneState(epoch: zone.epoch + 1)
  }
}

extension AccountBinding {
  /// Whether the records of two bindings are the same; the history of the server's data may be another.
  fileprivate func isSameAccount(as other: AccountBinding) -> Bool {
    userRecordName == other.userRecordName && service == other.service && containerID == other.containerID
      && environment == other.environment
  }
}
