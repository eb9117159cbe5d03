import CloudRecord
import JournalCore
import JournalModel
import JournalSeal
import JournalSync
import SyncCore

/// A server that tries what it can with sealed records: older copies, plain ones, swapped ones, deletions of its own.
extension Simulation {
  /// What it kept of earlier versions.
  struct Hoard {
    var versions: [String: [[String: Field]]] = [:]
    /// Words that it wrote itself, and that no device may show.
    var forged: Set<String> = []
  }

  /// Every record of the journal as it lies there.
  private func raw() throws -> [Record] {
    try cloud.raw(of: CloudSide.user, now: now).filter { $0.recordType == JournalSchema.entryType }
      .sorted { $0.recordName < $1.recordName }
  }

  func put(_ operation: RecordOperation) -> Bool {
    let request = CloudRequest.modify(ModifyRequest(operations: [operation], zoneID: ZoneAddress.journal.zoneID))
    let answer = cloud.answer(request, user: CloudSide.user, device: "the server", now: now).0
    guard case .success(.records(let reply)) = answer.outcome, let outcome = reply.outcomes.first else { return false }
    if case .failed = outcome { return false }
    for device in devices where plan.isPushing {
      queue.put(.tell(device.number, life: device.life, .remoteHint), at: now + malice.between(20, 500))
    }
    return true
  }

  private func overwrite(_ record: Record, _ fields: [String: Field?]) -> Bool {
    put(
      RecordOperation(
        .forceUpdate, recordName: record.recordName, recordType: record.recordType, fields: fields))
  }

  func actWithMalice() throws {
    guard !isHealed else { return }
    queue.put(.malice, at: now + malice.between(1000, 120_000))
    if ring != nil, malice.happens(500) { return try trickWithRings() }
    let records = try raw()
    // What it swapped itself is no earlier version.
    for record in records where seal?.content(of: record) != nil {
      let known = hoard.versions[record.recordName] ?? []
      if known.last != record.fields { hoard.versions[record.recordName] = known + [record.fields] }
    }
    guard !records.isEmpty else { return }
    counts.malice += 1
    let record = malice.pick(records)
    switch malice.below(10) {
    case 0..<5:
      guard let old = hoard.versions[record.recordName]?.dropLast(), !old.isEmpty else { return }
      say("the server shows an older version of \(record.recordName.suffix(5))")
      _ = overwrite(record, malice.pick(Array(old)).mapValues { $0 })
    case 5..<7:
      guard try mustBeSealed() else { return }
      let word = Token.make(device: 98, number: counts.malice)
      hoard.forged.insert(word)
      say("the server writes \(word) into \(record.recordName.suffix(5))")
      forgetGuard()
      _ = overwrite(record, ["sealed": nil, "title": Field(.string(word))])
    case 7: swap(record, malice.pick(records))
    default:
      guard mayDelete else { return }
      say("the server deletes \(record.recordName.suffix(5))")
      deeds.purgedEntries.insert(record.recordName)
      _ = put(RecordOperation(.forceDelete, recordName: record.recordName))
    }
  }

  /// Whether no device may take in what lies there plain: who turns encryption on or off takes the server at its word meanwhile.
  private func mustBeSealed() throws -> Bool {
    guard let ring, let keyPlan, keyPlan.beginning != .sealed else { return true }
    let rings = ring.keepers.values.compactMap { $0.held() }.filter { $0.kept.state == .ready }.compactMap(\.ring)
    guard keyPlan.beginning == .turnedOn, !rings.isEmpty else { return false }
    return try rings.allSatisfy { try VerifiedRing(decoding: $0).state.mode == .sealed }
  }

  /// Puts each into the other's place, and back after a while, where nothing else was written meanwhile.
  private func swap(_ one: Record, _ other: Record) {
    guard one.recordName != other.recordName, seal?.content(of: one) != nil, seal?.content(of: other) != nil,
      overwrite(one, ["sealed": other.fields["sealed"]])
    else { return }
    say("the server puts the content of \(other.recordName.suffix(5)) into \(one.recordName.suffix(5))")
    counts.swaps += 1
    queue.put(.unswap(one, other), at: now + malice.between(1000, 90_000))
  }

  func swapBack(_ one: Record, _ other: Record) throws {
    let there = try raw().first { $0.recordName == one.recordName }
    guard let there, there.fields["sealed"] == other.fields["sealed"] else { return }
    say("the server puts the content of \(one.recordName.suffix(5)) back")
    _ = overwrite(one, ["sealed": one.fields["sealed"]])
  }

  // MARK: When all is quiet

  /// I-E2 and I-E4: nothing is unreadable for ever, and no word of the server's is shown.
  func checkSeal() throws {
    try checkMixing()
    guard ring == nil else {
      try checkTurned()
      return try checkPeople()
    }
    guard let seal else { return }
    let left = try leftBehind()
    for record in try cloud.raw(of: CloudSide.user, now: now)
    where JournalSchema.isKnown(record.recordType) && seal.content(of: record) == nil {
      guard !left.contains(record.recordName) else { continue }
      failures.append("\(record.recordName.suffix(5)) is not sealed on the server, or does not open")
    }
    for device in devices {
      if try device.store.syncOverview(limit: 0).unreadable > left.count {
        failures.append("\(device.name) still cannot open something")
      }
    }
  }

  /// Plain records in the place of entries that were removed for good on every device, and whose removal was forgotten with what
  /// was known of that server: no device has them, and none takes them in.
  func leftBehind() throws -> Set<String> {
    guard seal != nil, counts.putBacks + counts.copies > 0 || ring != nil && hasForgotten,
      try ring == nil || ringMode() == .sealed
    else { return [] }
    var left: Set<String> = []
    for record in try cloud.raw(of: CloudSide.user, now: now)
    where JournalSchema.isKnown(record.recordType) && record.fields["sealed"] == nil
      && deeds.purgedEntries.contains(record.recordName)
    {
      if try devices.allSatisfy({ try $0.store.entry(RecordName(record.recordName)) == nil }) {
        left.insert(record.recordName)
      }
    }
    return left
  }

  /// I-E4: nothing that the server wrote is shown, and no entry shows what was written in another one.
  private func checkMixing() throws {
    guard seal != nil else { return }
    for device in devices {
      let forged = try Shown(device).words.intersection(hoard.forged)
      if !forged.isEmpty { failures.append("\(device.name) shows \(forged.sorted()), which the server wrote") }
      for name in deeds.written.keys.sorted() {
        guard let entry = try device.store.entry(RecordName(name)) else { continue }
        let strange = Token.all(in: entry).subtracting(deeds.written[name] ?? []).subtracting(hoard.forged)
        if !strange.isEmpty { failures.append("\(device.name) shows \(strange.sorted()) in \(name.suffix(5))") }
      }
    }
  }
}
