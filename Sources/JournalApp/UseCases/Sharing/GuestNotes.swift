import CloudClient
import CloudRecord
import JournalCore
import JournalFormats
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// What the computers of one person tell each other of shares of other people, so that a link has to be opened on one of them alone:
/// records of the person's own zone, sealed under the journal's newest key (``GuestNote``).
struct GuestNotes {
  private let own: OpenedJournal
  private let rings: StoredShareRings
  private let identities: [KeyPair]
  private let key: JournalKey
  private let nameKey: SecretBytes
  private var zone: ZoneID { own.store.address.zoneID }
  private var guests: GuestJournals { GuestJournals(own) }

  /// nil where this computer has no keys, or the journal travels plain: it shares nothing sealed then.
  ///
  /// - Throws: ``CommandFailure``, ``PrivateFileError`` or ``StoreError`` where the keys cannot be read.
  init?(_ own: OpenedJournal, _ settings: AccountSettings) throws {
    guard let keys = try AccountKeys(own.paths, settings, own.store), let held = try keys.file.held(),
      held.kept.state == .ready, let ring = held.kept.ring, try keys.survey()?.mode == .sealed
    else { return nil }
    (self.own, rings) = (own, StoredShareRings(own.store))
    (key, nameKey) = (ring.keys.newest, ring.nameKey)
    identities = try held.identities()
  }

  /// The name of the key under which notes are sealed now.
  var keyID: KeyID { key.id }

  // MARK: What is known

  /// A note with the record that holds it; nil in the place of one that this computer does not take.
  private struct Told {
    let record: Record
    let note: GuestNote?
  }

  private func told() throws -> [Told] {
    try rings.notes().map { record in
      guard case .bytes(let bytes)? = record.fields[GuestNote.field]?.value else {
        return Told(record: record, note: nil)
      }
      do {
        let note = try GuestNote(bytes, at: place(record.recordName), under: key)
        return Told(record: record, note: name(note.zoneID, note.share) == record.recordName ? note : nil)
      } catch {
        // Under an older key, damaged, or newer: who has the share writes it anew.
        return Told(record: record, note: nil)
      }
    }
  }

  private func place(_ name: String) -> RecordPlace {
    RecordPlace(zone: zone.zoneName, recordType: GuestNote.recordType, recordName: name)
  }

  /// A name that only the person's own computers can compute, the same on each.
  private func name(_ zone: ZoneID, _ share: String) -> String? {
    let parts = [zone.ownerRecordName ?? "", zone.zoneName, share]
    return KeyedName.name(for: NameBasedID.uuidV5(format: "guest-share", parts: parts).rawValue, key: nameKey)
  }

  /// What another computer of the person's has opened and this one has not, or with other keys of the owner's since; what
  /// cannot be read here counts as not opened.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  func missing() throws -> [Missing] {
    let told = try told()
    guard told.contains(where: { $0.note != nil }) else { return [] }
    let known = guests.zones()
    let refused = try rings.refusedNotes()
    let now = World.now().milliseconds
    return told.compactMap { told in
      guard let note = told.note else { return nil }
      let missing = Missing(note: note, name: told.record.recordName, tag: told.record.recordChangeTag)
      if let refusal = refused[missing.name], refusal.holds(missing.tag, now) { return nil }
      guard known.contains(note.zoneID) else { return missing }
      do { return try isKnown(note) ? nil : missing } catch {
        // A file that a kill left half made is made whole by taking the note; another fault is said there.
        return missing
      }
    }
  }

  /// A note of what is not here.
  struct Missing {
    let note: GuestNote
    /// Of the record that holds it.
    let name: String
    let tag: String
  }

  /// Notes that what a note tells of was not taken in: it is tried again once another computer tells of it anew, and once a day.
  ///
  /// - Returns: What a person reads of it; nil where that was said before.
  /// - Throws: ``StoreError`` where the journal cannot be written.
  func refuse(_ missing: Missing) throws -> String? {
    let told = try Set(rings.notes().map(\.recordName))
    var refused = try rings.refusedNotes().filter { told.contains($0.key) }
    let isSaid = refused[missing.name]?.tag == missing.tag
    refused[missing.name] = RefusedNote(tag: missing.tag, at: World.now().milliseconds)
    try rings.setRefusedNotes(refused)
    guard !isSaid else { return nil }
    return
      "Another computer of yours opened what \(missing.note.address) shares, and the server does not show its keys as that one told "
      + "of them: it is not taken in here. It is tried again tomorrow, and once that computer tells of it anew."
  }

  private func isKnown(_ note: GuestNote) throws -> Bool {
    guard let guest = try guests.open(note.zoneID, isReadOnly: true) else { return false }
    let kept = try StoredShareRings(guest.journal.store).all()
    try guest.journal.close()
    return kept.contains { share in
      guard share.name == note.share, share.origin == note.origin else { return false }
      return share.phase == .ended || GuestNotes.heads(of: share).contains(note.head)
    }
  }

  private static func heads(of share: KeptShare) -> [[UInt8]] { verified(share.ring)?.state.heads ?? [] }

  private static func verified(_ ring: [UInt8]) -> VerifiedShare? {
    do { return try VerifiedShare(decoding: ring) } catch {
      // One that breaks a rule is none.
      return nil
    }
  }

  // MARK: Taking

  /// Takes what a note tells of, as the server shows it: the ring has to be the one that the note names, and to open here.
  ///
  /// - Returns: Whether it is here now. Where it is not, another look tries again.
  /// - Throws: ``CommandFailure`` where the server does not answer; ``StoreError``.
  func take(_ note: GuestNote, _ connection: ServiceConnection) async throws -> Bool {
    guard let ring = try await ring(of: note, connection), let shown = Self.verified(ring),
      shown.state.origin == note.origin, shown.state.heads.contains(note.head), shown.state.owner == note.owner,
      let root = shown.state.root, root.zone == note.zone, note.share == StoredShares.prefix + root.recordName,
      let link = opened(shown, note), try mayPin(note, shown), let (guest, lock) = try await guests.begin(note.zoneID)
    else { return false }
    let isTaken: Bool
    do {
      let isOwners = guest.seals?.admits(shown, of: note.address, isCompared: note.trust == .words) ?? true
      isTaken =
        try isOwners
        && keep(
          KeptShare(name: note.share, origin: note.origin, ring: ring, link: link), shown,
          in: StoredShareRings(guest.journal.store))
      // What came to nothing leaves nothing.
      if !isTaken, try guest.isHollow() { try guests.remove(note.zoneID, lock) }
      try guest.journal.close()
    } catch {
      if guest.journal.isNew { try guests.remove(note.zoneID, lock) }
      try guest.journal.close()
      throw error
    }
    if isTaken, let pin = IdentityPin(note.owner, at: note.address, trust: note.trust) {
      let known = try rings.pin(at: note.address)
      if known == nil || known?.identity != pin.identity.encoded {
        try rings.pin(pin.identity.encoded, at: note.address, trust: pin.trust.rawValue)
      }
    }
    return isTaken
  }

  /// The link with which a ring is kept: none for who is in; nil where neither the person nor the link opens it.
  private func opened(_ share: VerifiedShare, _ note: GuestNote) -> [UInt8]?? {
    do {
      for person in identities where try OpenedShare(share, as: person, wrapping: HybridWrapping()) != nil {
        return .some(nil)
      }
      guard let link = note.link, try OpenedShare(share, by: link) != nil else { return nil }
      return .some(link.secret.copied)
    } catch {
      // What does not open is not taken.
      return nil
    }
  }

  /// Whether an older note would bring a replaced identity back.
  private func mayPin(_ note: GuestNote, _ shown: VerifiedShare) throws -> Bool {
    guard let (known, _) = try rings.pin(at: note.address) else { return true }
    return note.mayPin(over: known, owners: shown.state.owners)
  }

  private func keep(_ share: KeptShare, _ shown: VerifiedShare, in rings: StoredShareRings) throws -> Bool {
    for var former in try rings.all() where former.name == share.name && former.phase != .ended {
      guard let known = Self.verified(former.ring) else { continue }
      if former.origin == share.origin {
        // What is here already goes on, or stays.
        guard [.taken, .ownerChanged].contains(ShareVerdict(shown, by: known)) || shown.replaces(known) else {
          return false
        }
      } else {
        // The same was shared anew; an older share in its place is the server's doing.
        guard shown.ring.log.first?.at ?? 0 > known.ring.log.first?.at ?? 0 else { return false }
        former.phase = .ended
        try rings.keep(former)
      }
    }
    try rings.keep(share)
    return true
  }

  private func ring(of note: GuestNote, _ connection: ServiceConnection) async throws -> [UInt8]? {
    let item = LookupRequest.Item(recordName: KeptShare.prefix + note.share)
    let request = CloudRequest.lookup(LookupRequest(items: [item], zoneID: note.zoneID))
    let reply: CloudReply
    do throws(CloudFailure) {
      reply = try await connection.client.on(.shared).send(request, urgency: .background)
    } catch {
      guard error.code != .zoneNotFound, error.code != .unknownItem else { return nil }
      throw ShareWords.failure(error)
    }
    guard case .records(let records) = reply, case .saved(let record)? = records.outcomes.first else { return nil }
    return ShareJudge.ring(in: record)
  }

  // MARK: Telling

  /// What has to be saved so that the person's other computers know what was opened in a zone, and what is shared there no more;
  /// nothing where they were told so.
  ///
  /// - Throws: ``StoreError`` where a file cannot be read.
  func telling(of guest: GuestJournal) throws -> [RecordOperation] {
    let zone = guest.journal.store.address.zoneID
    let kept = try StoredShareRings(guest.journal.store).all()
    let told = try told()
    var operations: [RecordOperation] = []
    for share in guest.seals?.all ?? [] where guest.names.contains(share.name) {
      guard let wanted = try note(of: share, zone, kept), let name = name(zone, share.name) else { continue }
      let known = told.first { $0.record.recordName == name }
      if let note = known?.note,
        note.says(as: wanted, heads: share.opened.state.heads, owners: share.opened.state.owners)
      {
        continue
      }
      let sealed: [UInt8]
      do { sealed = try wanted.sealed(at: place(name), under: key, random: World.chance) } catch {
        // Names that no program of ours gives.
        continue
      }
      var operation = RecordOperation(
        known == nil ? .create : .update, recordName: name, recordType: GuestNote.recordType,
        recordChangeTag: known?.record.recordChangeTag, fields: [GuestNote.field: Field(.bytes(sealed))])
      if known == nil { operation.fields["formatVersion"] = Field(.int64(1)) }
      operations.append(operation)
    }
    return operations
      + told.compactMap(\.note).filter { $0.zoneID == zone && !guest.names.contains($0.share) }.compactMap(forgetting)
  }

  /// What has to be removed because nothing is shared with the person in its zone any more.
  ///
  /// - Parameter zones: In which others share something.
  /// - Throws: ``StoreError`` where the journal cannot be read.
  func forgetting(besides zones: [ZoneID]) throws -> [RecordOperation] {
    try told().compactMap(\.note).filter { !zones.contains($0.zoneID) }.compactMap(forgetting)
  }

  private func forgetting(_ note: GuestNote) -> RecordOperation? {
    name(note.zoneID, note.share).map { RecordOperation(.forceDelete, recordName: $0) }
  }

  /// What is to be told of a share; nil where this computer is not sure of it itself.
  private func note(of share: ShareSeals.Share, _ zone: ZoneID, _ kept: [KeptShare]) throws -> GuestNote? {
    guard [nil, .notIn, .identityChanged].contains(share.trouble), let owner = share.opened.state.owner,
      let address = share.opened.address(of: owner.person)
    else { return nil }
    let pin = try rings.pin(at: address)
    // Another computer of the person's knows the owner otherwise, or nothing was compared yet.
    guard pin == nil || pin?.identity == owner.encoded else { return nil }
    let link = kept.first { $0.name == share.name && $0.origin == share.opened.state.origin }?.link
    return GuestNote(
      zoneOwner: zone.ownerRecordName ?? "", zone: zone.zoneName, share: share.name,
      origin: share.opened.state.origin, head: share.opened.state.head, owner: owner, address: address,
      trust: pin.flatMap { OwnersBox.Trust(rawValue: $0.trust) } ?? .link, link: link.flatMap { ShareLink($0) })
  }

  /// Saves notes and removes some; where another computer was faster, the next look sees what it wrote.
  ///
  /// - Throws: ``CommandFailure`` where the server does not answer or refuses; ``StoreError``.
  func save(_ operations: [RecordOperation], _ connection: ServiceConnection) async throws {
    for operation in operations { try await save(operation, connection) }
  }

  private func save(_ operation: RecordOperation, _ connection: ServiceConnection) async throws {
    guard let name = operation.recordName else { return }
    let reply: CloudReply
    do throws(CloudFailure) {
      let request = ModifyRequest(operations: [operation], zoneID: zone)
      reply = try await connection.client.send(.modify(request), urgency: .background)
    } catch {
      throw ShareWords.failure(error)
    }
    guard case .records(let records) = reply, let outcome = records.outcomes.first else { return }
    switch outcome {
    case .saved(let record): try rings.keepShown(record)
    case .deleted: try rings.forgetShown(name)
    case .failed(_, let error) where [.conflict, .exists].contains(error.code): break
    case .failed(_, let error) where error.code == .notFound: try rings.forgetShown(name)
    case .failed(_, let error): throw ShareWords.failure(error)
    }
  }
}

extension GuestNote {
  /// The zone with its owner.
  var zoneID: ZoneID { ZoneID(zoneName: zone, ownerRecordName: zoneOwner) }

  /// Whether it tells another computer what `wanted` would, or more than is known here.
  ///
  /// - Parameters:
  ///   - heads: Of the log that is known here.
  ///   - owners: All identities that the owner ever had in it.
  func says(as wanted: GuestNote, heads: [[UInt8]], owners: Set<PersonID>) -> Bool {
    guard origin == wanted.origin else { return false }
    // Another computer knows more of the log; but one that names a former identity of the owner's knows a log that was replaced.
    guard heads.contains(head) else { return owner == wanted.owner || !owners.contains(owner.person) }
    // A new computer takes no ring that is older than the note says, and a link that was used is told no more.
    return head == wanted.head && owner == wanted.owner && trust >= wanted.trust && (link == nil || wanted.link != nil)
  }

  /// Whether the owner's identity that it names may take the place of the pinned one: that is the same, or a former one of the
  /// share's owner, and a person has compared the words. An older note names no identity that came after the pinned one.
  ///
  /// - Parameters:
  ///   - known: The pinned identity, as bytes.
  ///   - owners: All identities that the owner ever had in the share's log.
  func mayPin(over known: [UInt8], owners: Set<PersonID>) -> Bool {
    guard known != owner.encoded else { return true }
    guard trust == .words, let former = PublicKeys(encoded: known) else { return false }
    return owners.contains(former.person)
  }
}
