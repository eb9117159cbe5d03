import CloudRecord
import JournalSeal
import SealKit
import SyncCore
import Testing

@testable import JournalSync

/// Entries that a participant adds: their names say who made them, until the owner's word is there.
extension FiledWritingTests {
  private func added(by person: KeyPair, origin: [UInt8]? = nil, zone: String? = nil) -> String {
    AddedName.fresh(
      by: person.publicKeys.person, origin: origin ?? share.state.origin, zone: zone ?? Circle.root.zone,
      random: circle.random)
  }

  private func begun(_ name: String) -> UnsentRecord {
    var item = unsent(name, version("new"), nil)
    (item.changeTag, item.base) = (nil, nil)
    item.parentEdit = .set(category)
    return item
  }

  @Test func whoMayWriteAddsEntriesAndTheOwnerGivesThemHerWord() throws {
    let name = added(by: circle.ben)
    let item = begun(name)
    #expect(guests(circle.ben).obstacle(of: item) == nil)
    #expect(guests(circle.ben).sealedOperation(for: item).parentEdit == .set(category))
    let (bytes, mark) = try guests(circle.ben).seal(item, uploaded: [:], at: Self.now)
    #expect(mark.filedCounter == 0 && mark.isByParticipant && mark.counter == 1)
    for reader in [annas(), guests(circle.cleo), guests(circle.ben)] {
      let read = try #require(taken(reader.fetched(record(name, bytes))))
      #expect(read.version.values["title"] == .string("new") && read.seal?.filedCounter == 0)
    }
    // Ben goes on in it before she has seen it, and no other person does.
    let known = try #require(taken(guests(circle.ben).fetched(record(name, bytes))))
    let again = unsent(name, version("newer"), known.seal)
    #expect(guests(circle.ben).obstacle(of: again) == nil)
    let (_, second) = try guests(circle.ben).seal(again, uploaded: [:], at: Self.now)
    #expect(second.filedCounter == 0 && second.counter == 2 && mark.order(of: second) == .later)
    let daras = try circle.changed(share) { try $0.setPermission(of: circle.cleo.publicKeys.person, to: .write) }
    #expect(guests(circle.cleo, daras).obstacle(of: again)?.contains("sealed the entry anew") == true)
    // Hers is later than all that he counts, and he goes on from it with her word.
    let hers = try #require(taken(annas().fetched(record(name, bytes))))
    let (sealed, word) = try annas().seal(unsent(name, hers.version, hers.seal), uploaded: [:], at: Self.now)
    // She counts from her own first word, not from what its maker counted.
    #expect(word.filedCounter == 1 && word.counter == 1)
    #expect(second.order(of: word) == .later && word.order(of: second) == .older)
    let his = try #require(taken(guests(circle.ben).fetched(record(name, sealed))))
    let (_, third) = try guests(circle.ben).seal(
      unsent(name, his.version, his.seal), uploaded: [:], at: Self.now)
    #expect(third.filedCounter == 1 && third.counter == 2)
  }

  /// A name of another person, share or zone, one of the owner's, and one that is only alike.
  @Test func aNameSaysWhoMadeTheEntryAndWhere() throws {
    let own = added(by: circle.ben)
    var other = own
    other.removeLast()
    other += own.hasSuffix("0") ? "1" : "0"
    let strangers = [
      added(by: circle.cleo), added(by: circle.anna), added(by: circle.ben, origin: [UInt8](repeating: 1, count: 32)),
      added(by: circle.ben, zone: "Other"), other, own.uppercased(), own + "0", String(own.dropLast()),
      "added-" + own.dropFirst(7), "e1",
    ]
    for reader in [annas(), guests(circle.cleo)] {
      #expect(taken(reader.fetched(try forged(own, word: FilingWord.makers))) != nil)
      for name in strangers {
        #expect(reason(reader.fetched(try forged(name, word: FilingWord.makers))) == .forbidden, "\(name)")
      }
      // Who reads only adds nothing, under a name of their own, either.
      let cleos = added(by: circle.cleo)
      #expect(reason(reader.fetched(try forged(cleos, by: circle.cleo, word: FilingWord.makers))) == .forbidden)
      // Nothing but an entry that is filed there.
      let thrown = try forged(own, word: FilingWord.makers) { $0.values["trashedAt"] = .date(1) }
      #expect(reason(reader.fetched(thrown)) == .forbidden)
      let elsewhere = try forged(own, word: FilingWord.makers) { $0.values["category"] = nil }
      #expect(reason(reader.fetched(elsewhere)) == .forbidden)
      #expect(reason(reader.fetched(try forged(own, word: FilingWord.makers, kind: .removed))) == .forbidden)
      let picture = try forged(own, word: FilingWord.makers, type: JournalSchema.imageType)
      #expect(reason(reader.fetched(picture)) == .forbidden)
      // The owner's word in it has to be hers all the same.
      #expect(reason(reader.fetched(try forged(own, word: FilingWord.makers + [0]))) == .forbidden)
      #expect(reason(reader.fetched(try forged(own, word: word(own, by: circle.ben)))) == .forbidden)
    }
    for name in strangers {
      #expect(guests(circle.ben).obstacle(of: begun(name)) != nil, "\(name)")
    }
  }

  @Test func whoWasTakenOutAddsNothing() throws {
    let name = added(by: circle.ben)
    let byBen = try forged(name, word: FilingWord.makers)
    let without = try circle.changed(share) { try $0.remove(circle.ben.publicKeys.person) }
    #expect(reason(annas(without).fetched(byBen)) == .former)
    let reading = try circle.changed(share) { try $0.setPermission(of: circle.ben.publicKeys.person, to: .read) }
    #expect(reason(annas(reading).fetched(byBen)) == .former)
    #expect(guests(circle.ben, reading).obstacle(of: begun(name)) == "You may read this, not change it.")
  }

  /// What its owner filed elsewhere, or removed, does not come back by what its maker sealed first.
  @Test func whatAMakerSealsIsOlderThanAllThatTheOwnerDid() throws {
    let name = added(by: circle.ben)
    let first = try #require(taken(annas().fetched(try forged(name, counter: 1 << 48, word: FilingWord.makers))))
    let mark = try #require(first.seal)
    var item = unsent(name, first.version, mark)
    item.category = nil
    let (_, out) = try annas().seal(item, uploaded: [:], at: Self.now)
    #expect(out.share.isEmpty && mark.order(of: out) == .later && out.order(of: mark) == .older)
    #expect(out.raised(above: mark).counter == out.counter)
    var gone = unsent(name, first.version, mark)
    gone.local = nil
    let (_, removal) = try annas().seal(gone, uploaded: [:], at: Self.now)
    #expect(mark.order(of: removal) == .later && removal.order(of: mark) == .older)
  }

  // MARK: Pictures

  private func pictureName(by person: KeyPair, of entry: String) -> String {
    AddedName.fresh(
      by: person.publicKeys.person, origin: share.state.origin, zone: Circle.root.zone, entry: entry,
      random: circle.random)
  }

  private func picture(_ name: String, of entry: String) -> UnsentRecord {
    var item = UnsentRecord(
      recordName: name, recordType: JournalSchema.imageType, local: RecordVersion(recordType: JournalSchema.imageType),
      modifiedAt: Self.now)
    item.local?.set("entry", .reference(Reference(recordName: entry, action: .deleteSelf)), at: stamp())
    item.local?.set("caption", .string("his"), at: stamp())
    item.category = category
    return item
  }

  private func record(_ name: String, _ bytes: [UInt8], pictureOf entry: String) -> Record {
    var record = record(name, bytes, type: JournalSchema.imageType)
    if !entry.isEmpty {
      record.fields["entry"] = Field(.reference(Reference(recordName: entry, action: .deleteSelf)))
    }
    return record
  }

  @Test func whoMayWriteAddsPicturesAndTheOwnerSealsThemAnew() throws {
    let name = pictureName(by: circle.ben, of: "e1")
    let item = picture(name, of: "e1")
    let bens = guests(circle.ben)
    #expect(bens.obstacle(of: item) == nil)
    let (bytes, mark) = try bens.seal(item, uploaded: [:], at: Self.now)
    #expect(mark.filedCounter == 0 && mark.isByParticipant)
    for reader in [annas(), guests(circle.cleo), bens] {
      let read = try #require(taken(reader.fetched(record(name, bytes, pictureOf: "e1"))))
      #expect(read.version.values["caption"] == .string("his") && read.seal?.filedCounter == 0)
    }
    // Until she has sealed it he changes it, and removes it no more.
    var again = item
    (again.changeTag, again.seal) = ("1", mark)
    #expect(bens.obstacle(of: again) == nil)
    let (_, second) = try bens.seal(again, uploaded: [:], at: Self.now)
    #expect(second.filedCounter == 0 && second.counter == 2)
    var thrown = again
    thrown.local?.set("trashedAt", .date(Self.now), at: stamp(1))
    #expect(bens.obstacle(of: thrown) == "Only its owner moves this to the trash.")
    // Hers has no word, and is later than all that he counts.
    let hers = try #require(taken(annas().fetched(record(name, bytes, pictureOf: "e1"))))
    (again.local, again.seal) = (hers.version, hers.seal)
    let (_, sealed) = try annas().seal(again, uploaded: [:], at: Self.now)
    #expect(sealed.filedCounter == nil && sealed.counter == 1 && sealed.later.values.isEmpty)
    #expect(second.order(of: sealed) == .later && sealed.order(of: second) == .older)
    again.seal = sealed
    #expect(bens.obstacle(of: again)?.contains("the owner’s now") == true)
  }

  /// A name for another entry, of another person, for an entry, or of the owner's own; in no entry, thrown away, removed.
  @Test func aNameSaysInWhichEntryAPictureWasMade() throws {
    func forged(
      _ name: String, of entry: String, word: [UInt8]? = FilingWord.makers, kind: SealedContent.Kind = .record,
      _ change: (inout RecordVersion) -> Void = { _ in }
    ) throws -> Record {
      var version = picture(name, of: entry).local ?? RecordVersion(recordType: JournalSchema.imageType)
      if entry.isEmpty { version.values["entry"] = nil }
      version.values[SealMark.filedField] = word.map { .bytes($0) }
      change(&version)
      if kind == .removed { version.values = [:] }
      let place = RecordPlace(
        zone: Circle.root.zone, recordType: JournalSchema.imageType, recordName: name, entry: entry)
      let content = SealedContent(kind: kind, counter: 99, modifiedAt: Self.now, version: version)
      let bytes = try SharedSeal.seal(
        bytes: content.encoded(), at: place, origin: share.state.origin, under: share.box.keys.newest, by: circle.ben,
        random: circle.random)
      return record(name, bytes, pictureOf: entry)
    }
    let own = pictureName(by: circle.ben, of: "e1")
    for reader in [annas(), guests(circle.cleo)] {
      #expect(taken(reader.fetched(try forged(own, of: "e1"))) != nil)
      for (name, entry) in [
        (own, "e2"), (pictureName(by: circle.cleo, of: "e1"), "e1"), (added(by: circle.ben), "e1"),
        (added(by: circle.ben), ""), ("p1", "e1"),
      ] {
        #expect(reason(reader.fetched(try forged(name, of: entry))) == .forbidden, "\(name) in \(entry)")
      }
      #expect(reason(reader.fetched(try forged(own, of: "e1", word: nil))) == .forbidden)
      #expect(reason(reader.fetched(try forged(own, of: "e1", word: word(own)))) == .forbidden)
      #expect(reason(reader.fetched(try forged(own, of: "e1", kind: .removed))) == .forbidden)
      let thrown = try forged(own, of: "e1") { $0.values["trashedAt"] = .date(1) }
      #expect(reason(reader.fetched(thrown)) == .forbidden)
    }
    #expect(guests(circle.ben).obstacle(of: picture("p1", of: "e1"))?.contains("but for those that you add") == true)
    #expect(guests(circle.ben).obstacle(of: picture(own, of: "e2"))?.contains("but for those that you add") == true)
  }
}
