import CloudClient
import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// Links to what is shared from encrypted journals: the keys are on the disk before the server hears that one is accepted.
extension GuestDesk {
  /// What the server says of a link.
  enum LinkAnswer {
    case found(ShareInformation)
    /// It does not do what was asked for, and nothing has changed there.
    case refused(CommandFailure)
  }

  /// - Throws: ``CommandFailure`` where it is not known what became of the request.
  func answer(to request: CloudRequest, _ connection: ServiceConnection) async throws -> LinkAnswer {
    let reply: CloudReply
    do throws(CloudFailure) {
      reply = try await connection.client.send(request, urgency: .interactive)
    } catch {
      guard error.isOutcomeUnknown else { return .refused(ShareWords.failure(error)) }
      throw ShareWords.failure(error)
    }
    guard case .links(let outcomes) = reply, let outcome = outcomes.first else {
      throw CommandFailure(.inputOutput, "The server did not say what the link leads to.")
    }
    switch outcome {
    case .found(_, let information): return .found(information)
    case .failed(_, let error, let matches):
      guard error.code == .accessDenied, !matches.isEmpty else { return .refused(ShareWords.failure(error)) }
      return .refused(
        CommandFailure(
          .noAccess,
          "This is shared with \(ShareWords.list(matches)), and your account does not have that address. Ask whose it is to "
            + "invite the address of your account."))
    }
  }

  /// Accepts what is shared from an encrypted journal.
  ///
  /// - Throws: ``CommandFailure`` where the server refuses: everything is as it was then; and where its answer is lost.
  func accept(
    _ invitation: Invitation, _ sealed: SealedInvitation, _ connection: ServiceConnection
  ) async throws -> Invitation {
    // Before anything is kept: an account without an address cannot be judged by its owner.
    let address = try await address(connection)
    let request = try sealed.accepting(invitation.guid, at: address)
    guard let (guest, lock) = try await guests.begin(sealed.zoneID) else {
      throw CommandFailure(.inputOutput, "The server names a zone that cannot be kept here.")
    }
    // Another process takes what is not accepted yet for what was interrupted.
    defer { withExtendedLifetime(lock) {} }
    let isNew = guest.journal.isNew
    let change: KeptChange
    do {
      change = try keep(sealed, in: guest)
      try guest.journal.close()
    } catch {
      try guest.journal.close()
      if isNew { try guests.remove(sealed.zoneID, lock) }
      throw error
    }
    var found: ShareInformation
    switch try await answer(to: request, connection) {
    case .found(let information): found = information
    case .refused(let refusal):
      // What came to nothing leaves nothing, and what was here before is as it was.
      if isNew { try guests.remove(sealed.zoneID, lock) } else { try takeBack(change, in: sealed.zoneID) }
      throw refusal
    }
    // The address by which the person was invited may be another one of theirs.
    if let invited = found.share.sharing?.currentUser?.emailAddress?.lowercased(), invited != address {
      switch try await answer(to: sealed.accepting(invitation.guid, at: invited), connection) {
      case .found(let information): found = information
      case .refused(let refusal): throw refusal
      }
    }
    try sealed.pin(in: StoredShareRings(own.store))
    return Invitation(
      found, guid: invitation.guid, url: connection.settings.shareURL(invitation.guid), sealed: sealed)
  }

  /// Keeps what a link opened.
  ///
  /// - Returns: What was kept under the name of the share before, and what is kept now.
  private func keep(_ sealed: SealedInvitation, in guest: GuestJournal) throws -> KeptChange {
    let rings = StoredShareRings(guest.journal.store)
    let pins = StoredShareRings(own.store)
    // Another process may have opened another link meanwhile.
    try sealed.check(beside: guest.seals, pins)
    let before = try rings.all().filter { $0.name == sealed.kept.name }
    let known = before.first { $0.origin == sealed.kept.origin }
    var after = [try known.map { try sealed.over($0, pins) } ?? sealed.kept]
    // One that was shared before under the same name has ended.
    for var former in before where former.origin != sealed.kept.origin {
      former.phase = .ended
      after.append(former)
    }
    for share in after.reversed() { try rings.keep(share) }
    return KeptChange(before: before, after: after)
  }

  private func takeBack(_ change: KeptChange, in zone: ZoneID) throws {
    guard let guest = try guests.open(zone) else { return }
    do { try change.takeBack(in: StoredShareRings(guest.journal.store)) } catch {
      try guest.journal.close()
      throw error
    }
    try guest.journal.close()
  }

  /// The address of the account, as the server says it; empty for an account without one.
  private func address(_ connection: ServiceConnection) async throws -> String {
    let reply: CloudReply
    do throws(CloudFailure) {
      reply = try await connection.client.send(.caller, urgency: .interactive)
    } catch {
      throw ShareWords.failure(error)
    }
    guard case .caller(let identity) = reply else { throw SharingDesk.unexpected }
    return identity.emailAddress?.lowercased() ?? ""
  }
}

/// The keys of shares that a link put in the place of those of before.
struct KeptChange {
  let before: [KeptShare]
  let after: [KeptShare]

  /// Has the keys be what they were before a link was opened that the server refuses. What another process has kept meanwhile stays: a
  /// ring that the server showed it, of a share that goes on.
  func takeBack(in rings: StoredShareRings) throws {
    let present = try rings.all()
    for kept in after {
      guard present.contains(kept) else { continue }
      if let former = before.first(where: { $0.name == kept.name && $0.origin == kept.origin }) {
        try rings.keep(former)
      } else {
        try rings.forget(kept)
      }
    }
  }
}

extension SealedInvitation {
  /// The request by which a link is accepted under one of the person's addresses.
  fileprivate func accepting(_ guid: String, at address: String) throws -> CloudRequest {
    let join = try join(at: address)
    return .accept([
      ShortGUIDRequest(
        guid, fetchesRoot: true, rootDesiredKeys: [], protectionInfo: ProtectionInfo(bytes: join.encoded))
    ])
  }
}
