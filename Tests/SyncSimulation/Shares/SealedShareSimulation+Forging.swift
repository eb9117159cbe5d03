import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// What a person who may write does with the server's help: the owner's word of a time when an entry was filed there, with words and
/// times of their own, in the place of an entry that is the owner's alone by now.
extension SealedShareSimulation {
  /// Words that stand in no entry which their writer could write in.
  static let forgery = "forged words"

  /// Keeps what is filed there as it lies on the server, and puts a forgery in the place of what was filed elsewhere since.
  func forge() throws {
    guard let ring, let ben = identities[ShareCloud.guests[0]], present.contains(ShareCloud.guests[0]),
      let key = ring.state.keys.last.flatMap({ ring.box.keys[$0] })
    else { return }
    let names = try owners[0].store.entryNames(prefix: "", limit: 10_000).map(\.rawValue).sorted()
    let items = names.map { LookupRequest.Item(recordName: $0) }
    let request = CloudRequest.lookup(LookupRequest(items: items, zoneID: ZoneID(zoneName: ShareCloud.zone)))
    guard case .records(let reply) = try ask(request, by: ShareCloud.owner, in: .private) else { return }
    for case .saved(let record) in reply.outcomes {
      let place = RecordPlace(
        zone: ShareCloud.zone, recordType: record.recordType, recordName: record.recordName)
      guard case .bytes(let sealed)? = record.fields["sealed"]?.value else { continue }
      if SharedSeal.isShared(sealed) {
        if case .taken(let signed) = try SharedSeal.open(sealed, at: place, in: ring),
          signed.content.version.values[SealMark.filedField] != nil
        {
          seen[record.recordName] = signed.content
        }
      } else if let former = seen[record.recordName], try isTheOwnersAlone(record) {
        // Once each: what a server shows again and again waits for a person.
        guard forged.insert(record.recordName).inserted else { continue }
        try put(former, at: place, ring, key, ben)
        try hangPicture(on: record.recordName, ring, key, ben)
      }
    }
  }

  /// Whether both devices of the owner's know that an entry is not filed there any more, as the server has it: a device that does not,
  /// though it may not have heard either that it was, is shown an old state, as any server can.
  private func isTheOwnersAlone(_ record: Record) throws -> Bool {
    let name = record.recordName
    return try owners.allSatisfy { device in
      guard let entry = try device.store.entry(RecordName(name)),
        try device.store.acknowledged(name, changeTag: record.recordChangeTag) != nil
      else { return false }
      let isOut = entry.category != Self.category || entry.trashedAt != nil
      let plain = SharedForm(origin: [], keyNumber: 0)
      return try isOut && StoredShareRings(device.store).left(of: name, form: plain).isEmpty
    }
  }

  private func put(
    _ former: SealedContent, at place: RecordPlace, _ ring: OpenedShare, _ key: JournalKey, _ person: KeyPair
  ) throws {
    var content = former
    content.counter = 1 << 40 + UInt64(now - Simulation.beginning)
    content.version.set(
      "body", .string(Self.forgery), at: HybridTime(milliseconds: UInt64(now) + 60_000, counter: 0, device: 9))
    content.version.values["trashedAt"] = nil
    // What Ben has added, as if no device of the owner's had seen it yet.
    if place.recordName.hasPrefix(SealMark.addedPrefix), chance.happens(500) {
      content.version.values[SealMark.filedField] = .bytes(FilingWord.makers)
    }
    let sealed = try SharedSeal.seal(
      bytes: content.encoded(), at: place, origin: ring.state.origin, under: key, by: person, random: random)
    _ = try save(
      RecordOperation(
        .forceUpdate, recordName: place.recordName, recordType: place.recordType,
        fields: ["sealed": Field(.bytes(sealed))]))
    count("forgeries")
    say("ben and the server forge \(place.recordName.suffix(4))")
  }

  /// A picture by Ben’s own name for it, of an entry that he does not have.
  private func hangPicture(
    on entry: String, _ ring: OpenedShare, _ key: JournalKey, _ person: KeyPair
  ) throws {
    let name = AddedName.fresh(
      by: person.publicKeys.person, origin: ring.state.origin, zone: ShareCloud.zone, entry: entry, random: random)
    let place = RecordPlace(
      zone: ShareCloud.zone, recordType: JournalSchema.imageType, recordName: name, entry: entry)
    let reference = FieldValue.reference(Reference(recordName: entry, action: .deleteSelf))
    var version = RecordVersion(recordType: JournalSchema.imageType)
    let stamp = HybridTime(milliseconds: UInt64(now), counter: 0, device: 9)
    version.set("entry", reference, at: stamp)
    version.set("caption", .string(Self.forgery), at: stamp)
    version.set("sortOrder", .int64(0), at: stamp)
    version.values[SealMark.filedField] = .bytes(FilingWord.makers)
    let content = SealedContent(counter: 1, modifiedAt: now, version: version)
    let sealed = try SharedSeal.seal(
      bytes: content.encoded(), at: place, origin: ring.state.origin, under: key, by: person, random: random)
    _ = try save(
      RecordOperation(
        .create, recordName: name, recordType: place.recordType,
        fields: ["sealed": Field(.bytes(sealed)), "entry": Field(reference)], parent: entry))
    forgedPictures[name] = RecordName(entry)
    filedSince.remove(RecordName(entry))
    count("forged pictures")
    say("ben and the server forge a picture of \(entry.suffix(4))")
  }

  /// No device of the owner's shows what was forged, but in an entry that was filed there again: there Ben may add one.
  func checkForgedPictures() throws {
    for device in owners {
      for (name, entry) in forgedPictures.sorted(by: { $0.key < $1.key })
      where try !filedSince.contains(entry)
        && device.store.images(of: entry, includingTrash: true).contains(where: { $0.id.rawValue == name })
      {
        failures.append("\(device.name) shows a picture that was forged in \(entry.rawValue.suffix(4))")
      }
    }
  }
}
