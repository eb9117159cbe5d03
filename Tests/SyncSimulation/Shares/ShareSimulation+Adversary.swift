import CloudRecord
import JournalCore
import JournalStore
import JournalSync
import SyncCore

/// What a person with whom something is shared does by requests that no program of ours makes: as far as the server lets it happen, no
/// word of the owner's goes, nothing of the owner's is moved, and no one sees more.
extension ShareSimulation {
  static let adversary = "_ben"

  /// One act of that person's, in the name of Ben's account.
  func intrude() throws {
    let names = try owners[0].store.entryNames(prefix: "", limit: 10_000).map(\.rawValue).sorted()
    guard !names.isEmpty else { return }
    let name = chance.pick(names)
    switch chance.below(9) {
    case 0: attack("makes a record named as another", put(.create, name, parent: nil, "body"))
    case 1: attack("replaces a record", put(.forceReplace, name, parent: nil, "body"))
    case 2: attack("writes a record", put(.forceUpdate, name, parent: nil, "body", "title"))
    case 3:
      if try owners.contains(where: { try $0.store.entry(RecordName(name)) == nil }) { filedEarly.insert(name) }
      attack("files a record", put(.forceUpdate, name, parent: nil, "category", "isFavorite"))
    case 4: attack("throws a record away", put(.forceUpdate, name, parent: nil, "trashedAt"))
    case 5: attack("deletes a record", RecordOperation(.forceDelete, recordName: name))
    case 6:
      let fresh = "INTRUDER-\(written.count)"
      attack("hangs a record of its own on another", put(.create, fresh, parent: name, "body", "title"))
    case 7: attack("blanks a record", put(.forceUpdate, name, parent: nil))
    default: try look(at: names)
    }
    try attackList()
  }

  /// A record with values that the adversary made up, half of the time with stamps of times to come.
  ///
  /// - Parameter fields: Those that get a value; none for a record whose texts go.
  private func put(
    _ kind: RecordOperation.Kind, _ name: String, parent: String?, _ fields: String...
  ) -> RecordOperation {
    let word = Token.make(device: 9, number: written.count)
    let stamp = HybridTime(
      milliseconds: UInt64(now) + (chance.happens(500) ? 1 << 36 : 0), counter: 0, device: 9)
    var version = RecordVersion(recordType: JournalSchema.entryType)
    let isBlanking = fields.isEmpty
    for field in isBlanking ? ["title", "body"] : fields {
      let value: FieldValue =
        switch field {
        case "category": .reference(Reference(recordName: "A-CATEGORY", action: .none))
        case "isFavorite": .int64(1)
        case "trashedAt": .date(now)
        default: .string(isBlanking ? "" : "intruding \(word)")
        }
      version.set(field, value, at: stamp)
    }
    if !isBlanking { written[word] = (parent ?? name, "adversary") }
    var values: [String: Field?] = [:]
    for info in JournalSchema.wireFields(of: JournalSchema.entryType) ?? [] {
      guard let value = version.values[info.name] else { continue }
      values.updateValue(Field(value, isEncrypted: info.isEncrypted), forKey: info.name)
    }
    if chance.happens(500) { values["fieldStamps"] = Field(.bytes(FieldStamps(of: version).encoded)) }
    return RecordOperation(
      kind, recordName: name, recordType: JournalSchema.entryType, fields: values, parent: parent)
  }

  /// Sends an operation, and looks at what came of it.
  private func attack(_ what: String, _ operation: RecordOperation) {
    let zone = ZoneID(zoneName: ShareCloud.zone, ownerRecordName: ShareCloud.owner)
    let request = CloudRequest.modify(ModifyRequest(operations: [operation], zoneID: zone))
    guard let name = operation.recordName else { return }
    let wasThere = isThere(name)
    let outcome = asAdversary(request)
    count("attacks")
    guard case .success(.records(let reply)) = outcome, reply.outcomes.first?.isDone == true else { return }
    if operation.kind == .forceDelete {
      // What is not to be seen counts as gone; it stays all the same.
      if wasThere, !isThere(name) { failures.append("the server lets ben delete \(name.suffix(4))") }
      return
    }
    count("attacks let through")
    attacked.insert(name)
    say("ben \(what): \(name.suffix(4))")
    let root = operation.parent ?? name
    if shares[root]?.people[Self.adversary]?.mayWrite != true || !mayRead(Self.adversary, root) {
      failures.append("the server lets ben, who may not: \(what)")
    }
  }

  /// Whether the server has a record of the owner's, as the owner is told.
  private func isThere(_ name: String) -> Bool {
    let request = CloudRequest.lookup(
      LookupRequest(items: [LookupRequest.Item(recordName: name)], zoneID: ZoneID(zoneName: ShareCloud.zone)))
    guard
      case .success(.records(let reply)) = cloud.answer(
        request, by: ShareCloud.owner, in: .private, device: "desk", now: now),
      case .saved? = reply.outcomes.first
    else { return false }
    return true
  }

  /// Asks for everything by name, and for what there is since some earlier time.
  private func look(at names: [String]) throws {
    let zone = ZoneID(zoneName: ShareCloud.zone, ownerRecordName: ShareCloud.owner)
    let items = names.map { LookupRequest.Item(recordName: $0) }
    _ = asAdversary(.lookup(LookupRequest(items: items, zoneID: zone)))
    for token in [nil] + tokens.suffix(8) {
      let request = ZoneChangesRequest(zoneID: zone, syncToken: token)
      guard case .success(.zoneChanges(let replies)) = asAdversary(.zoneChanges([request])) else { continue }
      for case .page(let page) in replies { tokens.append(page.syncToken) }
    }
    count("looks")
  }

  /// Puts someone else, or oneself with more rights, into the list of a share.
  private func attackList() throws {
    guard chance.happens(200), !shares.isEmpty else { return }
    let entry = chance.pick(shares.keys.sorted())
    var operation = RecordOperation(
      .forceUpdate, recordName: StoredShares.prefix + entry, recordType: StoredShares.recordType)
    operation.sharing = ShareEdit(
      publicPermission: .readWrite,
      participants: ShareCloud.guests.map {
        ShareParticipant(emailAddress: ShareCloud.address($0), permission: .readWrite)
      })
    let zone = ZoneID(zoneName: ShareCloud.zone, ownerRecordName: ShareCloud.owner)
    guard
      case .success(.records(let reply)) = asAdversary(
        .modify(ModifyRequest(operations: [operation], zoneID: zone))),
      reply.outcomes.first?.isDone == true
    else { return }
    failures.append("the server lets ben change who has \(entry.suffix(4))")
  }

  private func asAdversary(_ request: CloudRequest) -> Result<CloudReply, CloudFailure> {
    var (user, scope, request) = (Self.adversary, DatabaseScope.shared, request)
    if mistake == .servesAnyoneAsOwner { (user, scope, request) = (ShareCloud.owner, .private, request.inOwnZone) }
    let outcome = cloud.answer(request, by: user, in: scope, device: "adversary", now: now)
    checkWords(in: outcome, for: guests[0])
    return outcome
  }

  /// What holds in the owner's journal whatever was sent: only the owner's entries are there, filed by the owner alone.
  func checkOwned() throws {
    let made = Set(written.values.filter { $0.by == ShareCloud.owner }.map(\.entry))
    for device in owners {
      for name in try device.store.entryNames(prefix: "", limit: 10_000) {
        guard let entry = try device.store.entry(name) else { continue }
        if !made.contains(name.rawValue) {
          failures.append("\(device.name) shows an entry that its person never wrote")
        }
        if entry.category != nil || entry.isFavorite, !filedEarly.contains(name.rawValue) {
          failures.append("\(device.name) follows another’s filing of \(name.rawValue.suffix(4))")
        }
      }
    }
  }
}

extension RecordOutcome {
  /// Whether it was carried out.
  fileprivate var isDone: Bool {
    switch self {
    case .saved, .deleted: true
    default: false
    }
  }
}
