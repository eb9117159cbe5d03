import CloudRecord
package import JournalSeal
import SyncCore

/// How a new device comes in: by six words that a person types on another device, or by the recovery key.
extension KeyDesk {
  /// A request that waits for an answer, with what only this device knows of it.
  package struct Joining: Sendable {
    /// What the person types on the other device.
    package let words: Words
    /// What the server has of it.
    package let request: KeyRequest
    let key: SecretBytes

    fileprivate init(words: Words, request: KeyRequest, key: SecretBytes) {
      (self.words, self.request, self.key) = (words, request, key)
    }

    /// Goes on with a request that was made before; takes a tenth of a second.
    ///
    /// - Throws: ``SealFailure/damaged(_:)`` for words that are not those of the request.
    package init(words: Words, request: KeyRequest) throws(SealFailure) {
      let key = try words.key(for: request.device.id)
      guard request.isProved(by: key) else { throw .damaged("words of another request") }
      self.init(words: words, request: request, key: key)
    }
  }

  // MARK: On the new device

  /// Asks to be let in: the words are to be shown, and are sent nowhere.
  ///
  /// - Parameter account: As ``KeptKeys/account``.
  /// - Throws: ``KeyFailure``, and the keeper's error.
  package func ask(account: String) async throws -> Joining {
    let joining = try await prepare(account: account)
    try await send(joining)
    return joining
  }

  /// The name of the ring that the server shows, if it keeps the rules; nil where there is none.
  ///
  /// - Throws: ``KeyFailure``.
  package func shownRingID() async throws -> RingID? {
    guard let shown = try await shownRing() else { return nil }
    return try verified(shown).ring.id
  }

  /// Makes a request without sending it, so that it can be kept before the server has it.
  ///
  /// - Throws: As ``ask(account:)``.
  package func prepare(account: String) async throws -> Joining {
    guard let shown = try await shownRing() else { throw KeyFailure.noRing }
    let ring = try verified(shown)
    let device = try newDevice(account: account, besides: ring)
    let words = Words.fresh(random)
    let key = try words.key(for: device.id)
    let request = try KeyRequest(
      of: device, named: deviceName, to: ring.ring.id, head: ring.state.head, at: clock(), key: key)
    return Joining(words: words, request: request, key: key)
  }

  /// Puts a request on the server, in place of another one of this device.
  ///
  /// - Throws: ``KeyFailure``.
  package func send(_ joining: Joining) async throws {
    let request = joining.request
    let saved = try await save(
      RecordOperation(
        .forceReplace, recordName: KeyZone.requestName(of: request.device.id), recordType: KeyZone.requestType,
        fields: [
          KeyZone.Field.request: CloudRecord.Field(.bytes(request.encoded)),
          KeyZone.Field.formatVersion: CloudRecord.Field(.int64(1)),
        ], desiredKeys: []))
    guard saved != nil else { throw KeyFailure.contention }
  }

  /// The keys of this device: those it asked with before, or new ones. A device that was removed never comes back as itself.
  private func newDevice(account: String, besides ring: VerifiedRing) throws -> DeviceKeys {
    for _ in 0..<KeyDesk.rounds {
      let held = try keeper.held()
      switch held?.kept.state {
      case .ready?, .founding?: throw KeyFailure.alreadyIn
      case .waiting?:
        if let device = held?.kept.device, ring.state.removed[device.id] == nil { return device }
      case .removed?, nil: break
      }
      let device = try DeviceKeys.fresh(random)
      // Where another process of this computer was faster, this one asks with the keys of that one.
      if try keeper.keep(HeldKeys(KeptKeys(account: account, device: device, state: .waiting)), over: held) {
        return device
      }
    }
    throw KeyFailure.contention
  }

  /// Looks whether a device answered, and is in once the answer vouches for the entry that adds this one.
  ///
  /// - Returns: Where this device stands: ready, or still waiting.
  /// - Throws: ``KeyFailure/noRequest`` where the request was removed, as after three wrong tries, or where the server has
  ///   another one of this device, which other words answer; other ``KeyFailure``.
  package func finish(_ joining: Joining) async throws -> KeyStanding {
    let name = KeyZone.requestName(of: joining.request.device.id)
    guard let record = try await record(name),
      record.fields[KeyZone.Field.request]?.value == .bytes(joining.request.encoded)
    else { throw KeyFailure.noRequest }
    guard case .bytes(let answer)? = record.fields[KeyZone.Field.answer]?.value else { return .waiting }
    guard let shown = try await shownRing() else { return .waiting }
    let ring = try verified(shown)
    // Until the answer holds, whatever the server shows is not used.
    guard joining.request.isAnswered(by: answer, in: ring, key: joining.key) else { return .waiting }
    try enter(ring, shown, as: joining.request.device.id, entrance: .vouched)
    _ = try await save(
      RecordOperation(.forceDelete, recordName: name, recordChangeTag: record.recordChangeTag))
    return try await look()
  }

  /// Opens a ring that lets this device in, and keeps it.
  private func enter(
    _ ring: VerifiedRing, _ shown: ShownRing, as id: DeviceID, entrance: RingEntrance
  ) throws {
    try alter { held in
      guard held.kept.device.id == id,
        let opened = try OpenedRing(ring, as: .device(held.kept.device), wrapping: wrapping)
      else { throw KeyFailure.notIn }
      // Another process of this computer was faster, and may know a later ring.
      guard held.kept.state != .ready else { return }
      held.ring = shown.bytes
      try held.kept.take(opened, entrance: entrance)
    }
  }

  // MARK: By the recovery key

  /// Comes in by the recovery key: the device adds itself, signed by that key.
  ///
  /// The server may have shown an old end of the log; so a mode that is not sealed waits for a person's word, and the person is
  /// shown who is in.
  ///
  /// - Throws: ``KeyFailure/otherRecoveryKey`` for a key of another journal, or one that was replaced; other ``KeyFailure``.
  package func enter(_ recovery: RecoveryKey, account: String) async throws -> KeyStanding {
    let pair = try recovery.pair()
    for _ in 0..<KeyDesk.rounds {
      guard let shown = try await shownRing() else { throw KeyFailure.noRing }
      let ring = try verified(shown)
      guard ring.state.recovery == pair.publicKeys,
        let opened = try OpenedRing(ring, as: .recovery(pair), wrapping: wrapping)
      else { throw KeyFailure.otherRecoveryKey }
      let device = try newDevice(account: account, besides: ring)
      var saved = shown
      if ring.state.active[device.id] == nil {
        var draft = RingDraft(opened, by: .recovery(pair), at: clock(), random: random)
        try draft.add(device.identity, named: deviceName)
        saved.bytes = try draft.encoded(wrapping: wrapping)
        guard let tag = try await save(saved.bytes, over: shown, mode: draft.state.mode) else { continue }
        saved.changeTag = tag
      }
      try enter(verified(saved), saved, as: device.id, entrance: .recoveryKey)
      try await withdraw(device.id)
      return try await look()
    }
    throw KeyFailure.contention
  }

  /// Takes this device's request back, if there is one: it is in by another way.
  private func withdraw(_ device: DeviceID) async throws {
    let name = KeyZone.requestName(of: device)
    guard let record = try await record(name) else { return }
    _ = try await save(
      RecordOperation(.forceDelete, recordName: name, recordChangeTag: record.recordChangeTag))
  }

  private func verified(_ shown: ShownRing) throws -> VerifiedRing {
    do throws(RingFailure) {
      return try VerifiedRing(decoding: shown.bytes)
    } catch {
      switch error {
      case .newer: throw KeyFailure.refused(.newer)
      case .broken(_, let words): throw KeyFailure.refused(.broken(words))
      }
    }
  }

  // MARK: On a device that is in

  /// A device that asks to be let in, as its request says.
  package struct Asking: Hashable, Sendable {
    /// What it is called; it may be anything, and is shown as text that is safe to draw.
    package let name: String
    /// The device.
    package let device: DeviceIdentity
    /// When the server got the request, in milliseconds since 1970.
    package let savedAt: UInt64
  }

  /// The requests that can be answered, the latest first.
  ///
  /// - Parameter isLooking: Whether the server's ring is looked at first; else the one that is kept here says who may ask.
  /// - Throws: ``KeyFailure``.
  package func requests(looking isLooking: Bool = true) async throws -> [Asking] {
    if isLooking { _ = try await ready() }
    return try await openRequests().filter { !$0.isAnswered }.map {
      Asking(name: $0.request.name, device: $0.request.device, savedAt: $0.savedAt)
    }
  }

  private struct OpenRequest {
    var request: KeyRequest
    var record: Record
    var savedAt: UInt64
    /// Whether its device was let in, and only has to fetch the answer.
    var isAnswered: Bool
  }

  /// At most so many requests are tried: each costs a tenth of a second.
  private static let mostRequests = 5

  /// Tries of words that a request stands.
  private static let mostTries = 3

  private func openRequests() async throws -> [OpenRequest] {
    guard let held = try keeper.held(), let ring = held.ring, let known = held.kept.ring else {
      throw KeyFailure.notIn
    }
    let state = try RingJudge.opened(ring, known).verified.state
    let now = UInt64(max(0, Int64(clamping: clock()) + (transport.clockOffset ?? 0)))
    var found: [OpenRequest] = []
    for record in try await records() where record.recordType == KeyZone.requestType {
      guard case .bytes(let bytes)? = record.fields[KeyZone.Field.request]?.value else { continue }
      let request: KeyRequest
      do throws(SealFailure) {
        request = try KeyRequest(decoding: bytes)
      } catch {
        // Anybody who can write to the account may have put it there: it is no request.
        continue
      }
      let saved = UInt64(max(0, record.modified.timestamp))
      guard record.recordName == KeyZone.requestName(of: request.device.id), request.isMeant(for: state),
        state.removed[request.device.id] == nil, !KeyRequest.isOver(saved: saved, now: now)
      else { continue }
      let isAnswered = state.active[request.device.id] != nil && record.fields[KeyZone.Field.answer] != nil
      found.append(OpenRequest(request: request, record: record, savedAt: saved, isAnswered: isAnswered))
    }
    return Array(found.sorted { $0.savedAt > $1.savedAt }.prefix(KeyDesk.mostRequests))
  }

  /// All records of the zone of keys, which are few.
  private func records() async throws -> [Record] {
    var records: [Record] = []
    var token: ChangeToken?
    for _ in 0..<20 {
      let request = ZoneChangesRequest(zoneID: KeyZone.zoneID, syncToken: token, resultsLimit: 200)
      guard case .zoneChanges(let outcomes)? = try await send(.zoneChanges([request])) else { return records }
      guard case .page(let page)? = outcomes.first else { return records }
      for case .changed(let record) in page.changes { records.append(record) }
      token = page.syncToken
      guard page.moreComing else { break }
    }
    return records
  }

  /// Lets the device in whose screen shows these words, and answers it.
  ///
  /// - Parameter counting: Counts a try of each of these requests, which it knows by their digests, before any is looked at, and
  ///   says how many there were of each, with this one; after the third a request is removed.
  /// - Returns: What the device is called.
  /// - Throws: ``KeyFailure/wrongWords``, ``KeyFailure/noRequest``, ``KeyFailure/tooManyTries`` and other ``KeyFailure``.
  package func approve(_ words: Words, counting: ([[UInt8]]) throws -> [Int]) async throws -> String {
    _ = try await ready()
    let open = try await openRequests()
    guard !open.isEmpty else { throw KeyFailure.noRequest }
    let tries = try counting(open.map { Digest(of: $0.request.encoded).bytes })
    let tried = zip(open, tries).filter { $1 <= KeyDesk.mostTries }.map(\.0)
    for candidate in tried {
      let key = try words.key(for: candidate.request.device.id)
      guard candidate.request.isProved(by: key) else { continue }
      try await letIn(candidate, key)
      return candidate.request.name
    }
    let ended = zip(open, tries).filter { $1 >= KeyDesk.mostTries }.map(\.0)
    guard !ended.isEmpty else { throw KeyFailure.wrongWords }
    try await remove(ended)
    throw KeyFailure.tooManyTries
  }

  /// Ends the request of one device.
  ///
  /// - Parameter prefix: The device's id, or its beginning.
  /// - Returns: What the device is called; nil where no request or several begin so.
  /// - Throws: ``KeyFailure``.
  package func deny(_ prefix: String) async throws -> String? {
    _ = try await ready()
    let found = try await openRequests().filter {
      !prefix.isEmpty && $0.request.device.id.description.hasPrefix(prefix)
    }
    guard let candidate = found.first, found.count == 1 else { return nil }
    try await remove([candidate])
    return candidate.request.name
  }

  private func remove(_ requests: [OpenRequest]) async throws {
    for candidate in requests {
      _ = try await save(
        RecordOperation(
          .forceDelete, recordName: candidate.record.recordName,
          recordChangeTag: candidate.record.recordChangeTag))
    }
  }

  private func letIn(_ candidate: OpenRequest, _ key: SecretBytes) async throws {
    let (device, name) = (candidate.request.device, candidate.request.name)
    let entry: [UInt8]
    if let known = try addition(of: device) {
      // It was added, and the answer did not get there.
      entry = known
    } else {
      entry = try await change { draft in
        if draft.state.active[device.id] == device.keys { return [] }
        return try draft.add(device, named: name)
      }
    }
    guard let digest = entry.isEmpty ? try addition(of: device) : entry else { throw KeyFailure.contention }
    let answered = try await save(
      RecordOperation(
        .forceUpdate, recordName: candidate.record.recordName, recordType: KeyZone.requestType,
        fields: [
          KeyZone.Field.answer: CloudRecord.Field(.bytes(candidate.request.answer(adding: digest, key: key)))
        ], desiredKeys: []))
    guard answered != nil else { throw KeyFailure.noRequest }
  }

  /// The digest of the entry that lets a device in, in the ring that is kept here; nil where there is none.
  private func addition(of device: DeviceIdentity) throws -> [UInt8]? {
    guard let ring = try keeper.held()?.ring else { return nil }
    return try KeyRing(decoding: ring).log.last { $0.body == .added(device) }?.digest
  }
}
