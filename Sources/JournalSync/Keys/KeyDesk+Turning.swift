import JournalSeal
import SyncCore

/// Turning encryption on and off for an account, and another key (docs/encryption.md, “Turning it on and off”).
///
/// Each says in the ring what is wanted, and no more: the engine of the device that said it then has the records go up
/// again, one by one, and says in the ring when none is left. Both are durable, so whatever is killed goes on with its
/// next start.
extension KeyDesk {
  /// Turns encryption on: founds a ring for an account without one, or has the ring of one that was turned off say so, with
  /// another key.
  ///
  /// - Parameter account: As ``KeptKeys/account``.
  /// - Returns: Where this device stands then: ready, unless another device was faster.
  /// - Throws: ``KeyFailure``, and the keeper's error; ``KeyFailure/notIn`` where there is a ring without this device.
  package func turnOn(account: String) async throws -> KeyStanding {
    switch try await look() {
    case .open(nil): return try await found(account: account, mode: .sealing, hasLooked: true)
    case .refused(.unconfirmedMode): if try keeper.held() == nil { throw KeyFailure.offElsewhere }
    default: break
    }
    try await change { draft in
      guard draft.state.mode == .open || draft.state.mode == .opening else { return }
      try draft.rotate()
      try draft.set(.sealing)
    }
    return try await look()
  }

  /// Turns encryption off: every record becomes plain on the server, where its owner can read it from then on. The ring and
  /// its keys stay, for devices that were away.
  ///
  /// - Returns: Where this device stands then.
  /// - Throws: ``KeyFailure``, and the keeper's error.
  package func turnOff() async throws -> KeyStanding {
    try await change { draft in
      guard draft.state.mode == .sealed || draft.state.mode == .sealing else { return }
      try draft.set(.opening)
    }
    return try await look()
  }

  /// Makes another journal key, under which everything is sealed from now on. What is sealed already stays under its key
  /// until its next edit; ``SealGoal/sealed(keyNumber:)`` with this number has all of it go up again.
  ///
  /// - Returns: The number of the key.
  /// - Throws: ``KeyFailure``, and the keeper's error.
  package func newKey() async throws -> UInt32 {
    try await change { draft in
      try draft.rotate()
      return draft.state.keyNumber
    }
  }

  /// Notes that a person has agreed to what the ring says of the journal, on a device that came by the recovery key: that it
  /// is not sealed, or becomes so, or no longer is.
  ///
  /// - Throws: ``KeyFailure/notIn`` where this device is in no ring, and the keeper's error.
  package func confirmMode() async throws -> KeyStanding {
    try alter { held in
      guard held.kept.state == .ready, held.kept.ring != nil else { throw KeyFailure.notIn }
      held.kept.ring?.entrance = .vouched
    }
    return try await look()
  }
}
