import CloudClient
import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// The keys of what a person shares from an encrypted journal: made, changed and ended on the server, each change before the
/// list of people says the same.
struct ShareKeyDesk: Sendable {
  let journal: OpenedJournal
  let keeper: ShareKeeper
  let connection: ServiceConnection

  private static let rounds = 5
  private var zoneID: ZoneID { journal.store.address.zoneID }
  private var now: UInt64 { UInt64(max(0, World.now().milliseconds)) }

  // MARK: What is in force

  /// The share of a root, as it is known here; nil where there is none.
  func share(named name: String) throws -> ShareSeals.Share? { try keeper.look().all.first { $0.name == name } }

  /// Asks the server for the ring, and judges it by the known one.
  private func ask(_ name: String) async throws -> (share: ShareSeals.Share?, record: Record?) {
    let record = try await find(KeptShare.prefix + name)
    if let record { try keeper.rings.keepShown(record) } else { try keeper.rings.forgetShown(KeptShare.prefix + name) }
    return (try share(named: name), record)
  }

  // MARK: Founding

  /// Founds a share, or finds the one that was begun or is there: its ring is on the server on return.
  ///
  /// - Parameters:
  ///   - root: The record that is shared.
  ///   - category: The name of the category that it is; empty for an entry.
  ///   - address: The owner's.
  /// - Throws: ``CommandFailure`` where this device has no keys, or the server refuses.
  func found(
    _ name: String, root: String, title: String, category: String, address: String
  ) async throws -> ShareSeals.Share {
    for _ in 0..<ShareKeyDesk.rounds {
      let (known, record) = try await ask(name)
      if let known {
        guard known.isInForce else { throw ShareKeyDesk.ending }
        return known
      }
      guard let identity = try keeper.identities().last else { throw ShareKeyDesk.noKeys }
      guard let place = ShareRoot(zone: zoneID.zoneName, recordName: root) else { throw ShareKeyDesk.noKeys }
      let draft = try ShareDraft(
        foundedBy: identity, of: place, address: address, title: title, category: category, at: now,
        random: World.chance)
      if try await save(draft, name, root: root, over: record) != nil, let made = try share(named: name) { return made }
    }
    throw ShareKeyDesk.contention
  }

  // MARK: Changing

  /// Changes a ring as it is on the server now; after a conflict the same change is made on what is there then.
  ///
  /// Where the owner's identity was replaced, or the server shows an older ring, that is put right with it.
  ///
  /// - Parameter body: Makes the change; false where there is nothing to change.
  /// - Returns: The share as it is then; nil where there is none.
  /// - Throws: ``CommandFailure`` where what the server shows is not gone on with, or the server refuses.
  @discardableResult
  func change(
    _ name: String, title: String? = nil,
    _ body: (inout ShareDraft, OpenedShare) throws -> Bool
  ) async throws -> ShareSeals.Share? {
    for _ in 0..<ShareKeyDesk.rounds {
      let (known, record) = try await ask(name)
      guard let known, let record else { return nil }
      switch known.trouble {
      case nil, .renewalDue: break
      case let trouble?: throw CommandFailure(.invalidInput, trouble.sentence + " Nothing was changed.")
      }
      let identities = try keeper.identities()
      guard let newest = identities.last,
        let signer = identities.last(where: { $0.publicKeys == known.opened.state.owner })
      else { throw ShareKeyDesk.noKeys }
      var draft = try ShareDraft(known.opened, by: signer, at: now, random: World.chance)
      var isChanged = ShareJudge.ring(in: record) != known.opened.verified.ring.encoded
      if signer != newest {
        try draft.changeOwner(to: newest)
        isChanged = true
      }
      if try body(&draft, known.opened) { isChanged = true }
      guard isChanged else { return known }
      if let title { draft.setTitle(title, category: draft.box.category.isEmpty ? "" : title) }
      if try await save(draft, name, root: known.root, over: record) != nil { return try share(named: name) }
    }
    throw ShareKeyDesk.contention
  }

  /// Saves a ring by compare-and-swap, and keeps it; nil where another device was faster.
  private func save(_ draft: ShareDraft, _ name: String, root: String, over record: Record?) async throws -> Record? {
    let serial = record.flatMap(ShareJudge.ring).map(ShareKeyDesk.serial) ?? 0
    let bytes = try draft.encoded(serialAbove: serial, wrapping: HybridWrapping())
    var operation = RecordOperation(
      record == nil ? .create : .update, recordName: KeptShare.prefix + name, recordType: KeptShare.recordType,
      recordChangeTag: record?.recordChangeTag, fields: ["ring": Field(.bytes(bytes))],
      parent: record == nil ? root : nil)
    if record == nil { operation.fields["formatVersion"] = Field(.int64(1)) }
    switch try await modify(operation) {
    case .saved(let saved):
      let phase = try keeper.kept().first { $0.name == name && $0.origin == draft.state.origin }?.phase ?? .inForce
      // What the server shows comes first: a known ring that it does not show counts as ended.
      try keeper.rings.keepShown(saved)
      try keeper.keep(KeptShare(name: name, origin: draft.state.origin, ring: bytes, phase: phase))
      return saved
    case .failed(_, let error) where [.conflict, .notFound].contains(error.code): return nil
    case .failed(_, let error): throw ShareWords.failure(error)
    case .deleted: return nil
    }
  }

  private static func serial(_ bytes: [UInt8]) -> UInt64 {
    do { return min(try ShareRing(decoding: bytes).serial, ShareRing.maximumSerial - 2) } catch {
      // What is no ring has none.
      return 0
    }
  }

  // MARK: Ending

  /// Takes everyone out of a ring, and notes that it is being ended: from then on its records go back under the journal's keys.
  func beginEnding(_ name: String) async throws {
    do {
      try await change(name) { draft, opened in
        guard !opened.state.members.isEmpty || opened.own?.invitations.isEmpty == false else { return false }
        try draft.empty()
        return true
      }
    } catch is RingFailure {
      // A log without room: what follows takes the records from under its keys all the same.
    } catch let failure as CommandFailure where failure.code == .invalidInput {
      // A ring that is not in order has to end as well.
    }
    for var kept in try keeper.kept() where kept.name == name && kept.phase == .inForce {
      kept.phase = .ending
      try keeper.keep(kept)
    }
  }

  /// Removes the ring of a share whose records are under the journal's keys again.
  func end(_ name: String) async throws {
    switch try await modify(RecordOperation(.forceDelete, recordName: KeptShare.prefix + name)) {
    case .deleted, .saved: break
    case .failed(_, let error) where error.code == .notFound: break
    case .failed(_, let error): throw ShareWords.failure(error)
    }
    for var kept in try keeper.kept() where kept.name == name && kept.phase != .ended {
      kept.phase = .ended
      try keeper.keep(kept)
    }
    try keeper.rings.forgetShown(KeptShare.prefix + name)
  }

  // MARK: People

  /// What is known of the identity at an address.
  func pin(at address: String) throws -> IdentityPin? {
    guard let (bytes, trust) = try keeper.rings.pin(at: address), let keys = PublicKeys(encoded: bytes),
      let known = OwnersBox.Trust(rawValue: trust)
    else { return nil }
    return IdentityPin(keys, at: address, trust: known)
  }

  /// Pins the identity at an address; one that came by the public link is not.
  func pin(_ keys: PublicKeys, at address: String, trust: OwnersBox.Trust) throws {
    guard let pin = IdentityPin(keys, at: address, trust: trust) else { return }
    try keeper.rings.pin(pin.identity.encoded, at: address, trust: pin.trust.rawValue)
  }

  /// The address of the account, as the server says it.
  func address() async throws -> String {
    guard case .caller(let identity) = try await ask(CloudRequest.caller),
      let address = identity.emailAddress?.lowercased(), ShareAddress.isValid(address)
    else {
      throw CommandFailure(.inputOutput, "The server does not say which address your account has. Nothing was changed.")
    }
    return address
  }

  // MARK: The server

  private func find(_ name: String) async throws -> Record? {
    let request = LookupRequest(items: [LookupRequest.Item(recordName: name)], zoneID: zoneID)
    guard case .records(let reply) = try await ask(.lookup(request)), let outcome = reply.outcomes.first else {
      throw ShareKeyDesk.unexpected
    }
    switch outcome {
    case .saved(let record): return record
    case .deleted: return nil
    case .failed(_, let error) where error.code == .notFound || error.code == .zoneNotFound: return nil
    case .failed(_, let error): throw ShareWords.failure(error)
    }
  }

  private func modify(_ operation: RecordOperation) async throws -> RecordOutcome {
    guard case .records(let reply) = try await ask(.modify(ModifyRequest(operations: [operation], zoneID: zoneID))),
      let outcome = reply.outcomes.first
    else { throw ShareKeyDesk.unexpected }
    return outcome
  }

  private func ask(_ request: CloudRequest) async throws -> CloudReply {
    do throws(CloudFailure) {
      return try await connection.client.send(request, urgency: .interactive)
    } catch {
      throw ShareWords.failure(error)
    }
  }

  private static let unexpected = CommandFailure(
    .inputOutput, "The server did not say what became of it. “cloudjournal share list” says what is shared.")
  private static let contention = CommandFailure(
    .busy, "Another device changes the keys of this share again and again. Try again later.")
  private static let ending = CommandFailure(
    .busy, "This was shared before, and that is not at its end yet: run “cloudjournal sync”, then share it again.")
  private static let noKeys = CommandFailure(
    .needsKey, "This computer does not have the keys of the journal. “cloudjournal account keys” says what to do.")
}
