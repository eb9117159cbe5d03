import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Synchronization
import Testing

/// A server that shows what is not so: no word here changes or goes, and each try is counted and said (I-E4).
@Suite struct HostileServerTests {
  let journal: SealedJournal
  let entry: RecordName

  init() throws {
    journal = try SealedJournal()
    entry = try journal.laptop.write("one", "the first text")
    journal.sync()
  }

  private var laptop: SealedDevice { journal.laptop }
  private var attic: SealedDevice { journal.attic }

  private func expect(_ title: String, on devices: SealedDevice...) throws {
    for device in devices {
      #expect(try device.title(entry) == title)
      #expect(try device.overview().unsent == 0)
    }
  }

  // MARK: Older copies

  @Test func anOlderCopyIsNotTakenInAndOursGoesUpAgain() throws {
    let old = try journal.stored(entry)
    try laptop.edit(entry, .title("two"))
    journal.sync()
    // The server puts the first version back.
    try journal.put(entry, old.fields.mapValues { $0 })
    #expect(try journal.opened(entry).counter == 1)
    journal.sync()
    try expect("two", on: laptop, attic)
    let content = try journal.opened(entry)
    #expect(content.counter == 3 && content.version.values["title"] == .string("two"))
    #expect(attic.log.contains { $0.contains("older") } || laptop.log.contains { $0.contains("older") })
  }

  @Test func anOlderCopyThatIsShownAgainAndAgainIsSentAgainTwiceADay() throws {
    let old = try journal.stored(entry)
    try laptop.edit(entry, .title("two"))
    journal.sync()
    for _ in 0..<5 {
      try journal.put(entry, old.fields.mapValues { $0 })
      laptop.sync()
    }
    #expect(try laptop.title(entry) == "two")
    #expect(try laptop.overview().parked == 1)
    #expect(try journal.opened(entry).counter == 1)
    // A person wants it to be sent all the same.
    laptop.settle(laptop.runner.handle(command: .retry(entry), at: journal.world.now))
    laptop.sync()
    #expect(try journal.opened(entry).version.values["title"] == .string("two"))
  }

  @Test func anOlderCopyThatIsShownWhileAnEditWaitsDoesNotLoseTheEdit() throws {
    let old = try journal.stored(entry)
    try laptop.edit(entry, .title("two"))
    journal.sync()
    try journal.put(entry, old.fields.mapValues { $0 })
    try laptop.edit(entry, .title("three"))
    journal.sync()
    try expect("three", on: laptop, attic)
  }

  @Test func theSameCounterWithAnotherContentIsNotTakenIn() throws {
    try journal.forge(entry, under: journal.keys[0]) { $0.version.values["title"] = .string("forged") }
    journal.sync()
    try expect("one", on: laptop, attic)
    #expect(try laptop.history(entry).contains("forged"))
  }

  @Test func whatARemovedDeviceSealsUnderAnOlderKeyIsNotTakenIn() throws {
    for device in [laptop, attic] { device.take(try SealedJournal.sealing(journal.keys, seed: 9)) }
    try laptop.edit(entry, .title("two"))
    journal.sync()
    try journal.forge(entry, under: journal.keys[0]) { content in
      content.counter += 5
      content.version.values["title"] = .string("forged")
    }
    journal.sync()
    try expect("two", on: laptop, attic)
    guard case .bytes(let bytes)? = try journal.stored(entry).fields["sealed"]?.value else {
      Issue.record("plain")
      return
    }
    #expect(try RecordSeal.keyID(of: bytes) == journal.keys[1].id)
  }

  @Test func aRemovedDeviceCannotUseTheCountersUp() throws {
    for device in [laptop, attic] { device.take(try SealedJournal.sealing(journal.keys, seed: 9)) }
    try laptop.edit(entry, .title("two"))
    journal.sync()
    try journal.forge(entry, under: journal.keys[0]) { content in
      content.counter = SealedContent.maximumCounter
      content.version.values["title"] = .string("forged")
    }
    journal.sync()
    try expect("two", on: laptop, attic)
    try attic.edit(entry, .title("three"))
    journal.sync()
    try expect("three", on: laptop, attic)
    #expect(try journal.opened(entry).counter < 10)
    #expect(try laptop.overview().parked == 0 && attic.overview().parked == 0)
  }

  @Test func aCounterThatNoJournalReachesIsNone() throws {
    try journal.forge(entry, under: journal.keys[0]) { content in
      content.counter = 1 << 62 + 1
      content.version.values["title"] = .string("forged")
    }
    laptop.sync()
    #expect(try laptop.title(entry) == "one")
    #expect(try laptop.store.unreadable(.damaged) == [entry.rawValue])
    // A person sends what is here over it.
    laptop.settle(laptop.runner.handle(command: .retry(entry), at: journal.world.now))
    journal.sync()
    try expect("one", on: laptop, attic)
  }

  @Test func aRemovedEntryThatTurnsUpAgainIsRemovedAgain() throws {
    let old = try journal.stored(entry)
    for number in 0..<5 { try laptop.write("other \(number)") }
    journal.sync()
    try laptop.edit(entry, .trashedAt(Instant(milliseconds: journal.world.now)))
    journal.sync()
    // It lay in the trash on both for more than a day.
    journal.world.advance(2 * 86_400_000)
    _ = try laptop.store.purge([entry])
    journal.sync()
    #expect(try laptop.entry(entry) == nil && attic.entry(entry) == nil)
    try journal.put(entry, old.fields.mapValues { $0 })
    journal.sync()
    #expect(try laptop.entry(entry) == nil && attic.entry(entry) == nil)
    #expect(try journal.opened(entry).kind == .removed)
  }

  @Test func theWordOfARemovalThatWasTakenBackIsAnOldOne() throws {
    for number in 0..<5 { try laptop.write("other \(number)") }
    journal.sync()
    try laptop.purge(entry)
    laptop.sync()
    let removal = try journal.stored(entry)
    try attic.edit(entry, .title("written meanwhile"))
    journal.sync()
    try expect("written meanwhile", on: laptop, attic)
    try journal.put(entry, removal.fields.mapValues { $0 })
    journal.sync()
    try expect("written meanwhile", on: laptop, attic)
    #expect(try journal.opened(entry).kind == .record)
  }

  // MARK: Plain records

  @Test func aPlainRecordIsNotTakenIn() throws {
    try journal.put(
      entry, ["sealed": nil, "title": Field(.string("forged")), "formatVersion": Field(.int64(1))])
    let new = RecordName("019a9f1e-5b1c-7c3d-9d2e-00000000ffff")
    _ = try journal.world.modify(
      RecordOperation(
        .create, recordName: new.rawValue, recordType: "JournalEntry", fields: ["title": Field(.string("planted"))]))
    journal.sync()
    try expect("one", on: laptop, attic)
    #expect(try laptop.entry(new) == nil && attic.entry(new) == nil)
    #expect(try laptop.overview().unreadable == 1)
    #expect(try laptop.history(entry).contains("forged"))
    // What was there plain is cleared with the next save.
    #expect(Set(try journal.stored(entry).fields.keys) == ["sealed", "formatVersion"])
  }

  @Test func plainFieldsBesideTheSealAreClearedAndNotRead() throws {
    try journal.put(entry, ["title": Field(.string("forged"))])
    journal.sync()
    try expect("one", on: laptop, attic)
    try laptop.edit(entry, .title("two"))
    journal.sync()
    #expect(Set(try journal.stored(entry).fields.keys) == ["sealed", "formatVersion"])
    try expect("two", on: laptop, attic)
  }

  @Test func aJournalOnItsWayToBeSealedTakesNoPlainVersionOfWhatWasSealed() throws {
    for device in [laptop, attic] {
      device.take(try SealedJournal.sealing([journal.keys[0]], mode: .sealing, seed: 9))
    }
    let new = RecordName("019a9f1e-5b1c-7c3d-9d2e-00000000ffff")
    _ = try journal.world.modify(
      RecordOperation(
        .create, recordName: new.rawValue, recordType: "JournalEntry", fields: ["title": Field(.string("not yet"))]))
    try journal.put(entry, ["sealed": nil, "title": Field(.string("forged"))])
    journal.sync()
    try expect("one", on: laptop, attic)
    #expect(try laptop.title(new) == "not yet" && attic.title(new) == "not yet")
    // The first edit seals it, and leaves nothing plain beside.
    try laptop.edit(new, .title("sealed now"))
    journal.sync()
    #expect(Set(try journal.stored(new).fields.keys) == ["sealed", "formatVersion"])
    #expect(try attic.title(new) == "sealed now")
  }

  @Test(arguments: [false, true])
  func aSecondPlainCopyIsNotTakenInEither(isBesideAtFirst: Bool) throws {
    for device in [laptop, attic] {
      device.take(try SealedJournal.sealing([journal.keys[0]], mode: .sealing, seed: 9))
    }
    let again: [String: Field?] = ["sealed": nil, "title": Field(.string("forged again"))]
    if isBesideAtFirst {
      try journal.put(entry, ["title": Field(.string("forged"))])
      laptop.sync()
      try journal.put(entry, again)
    } else {
      // The second one is there when ours is to go over the first.
      let isFirst = Flag()
      laptop.beforeRequest = { [journal, entry] request in
        guard case .modify = request, isFirst.raise() else { return }
        do { try journal.put(entry, again) } catch { Issue.record(error) }
      }
      try journal.put(entry, ["sealed": nil, "title": Field(.string("forged"))])
    }
    laptop.sync()
    try expect("one", on: laptop)
    journal.sync()
    try expect("one", on: laptop, attic)
    #expect(Set(try journal.stored(entry).fields.keys) == ["sealed", "formatVersion"])
  }

  // MARK: What was moved, changed or made elsewhere

  @Test func swappedRecordsStayClosedAndAreNotOverwritten() throws {
    let other = try laptop.write("other")
    journal.sync()
    let (first, second) = (try journal.stored(entry), try journal.stored(other))
    try journal.put(entry, ["sealed": second.fields["sealed"]])
    try journal.put(other, ["sealed": first.fields["sealed"]])
    journal.sync()
    #expect(try laptop.title(entry) == "one" && laptop.title(other) == "other")
    #expect(try laptop.overview().unreadable == 2)
    // An edit waits and says why; what is there is not overwritten by itself.
    try laptop.edit(entry, .title("two"))
    laptop.sync()
    #expect(try journal.stored(entry).fields["sealed"] == second.fields["sealed"])
    let waiting = try #require(try laptop.overview().waiting.first { $0.recordName == entry })
    #expect(waiting.reason == "This cannot be opened: it was changed or moved after it was sealed.")
    // What it was comes back: it is opened, and the edit goes.
    try journal.put(entry, ["sealed": first.fields["sealed"]])
    journal.sync()
    #expect(try laptop.overview().unreadable == 1)
    #expect(try attic.title(entry) == "two")
  }

  @Test(arguments: [true, false])
  func anEditThatMeetsAClosedRecordGoesOnceThatIsAnotherOne(comesBack: Bool) throws {
    let other = try laptop.write("other")
    journal.sync()
    let (record, stranger) = (try journal.stored(entry), try journal.stored(other))
    // The edit is there before the closed record comes.
    try laptop.edit(entry, .title("two"))
    try journal.put(entry, ["sealed": stranger.fields["sealed"]])
    laptop.sync()
    #expect(try laptop.overview().parked == 1)
    #expect(try journal.stored(entry).fields["sealed"] == stranger.fields["sealed"])
    if comesBack {
      try journal.put(entry, ["sealed": record.fields["sealed"]])
    } else {
      try journal.put(entry, ["sealed": nil, "title": Field(.string("forged"))])
    }
    journal.sync()
    try expect("two", on: laptop, attic)
    #expect(try laptop.overview().unreadable == 0 && laptop.overview().parked == 0)
  }

  @Test(arguments: [0, 3, 4, 5, 21, 33, 100, -1])
  func aChangedByteIsNoticed(place: Int) throws {
    let record = try journal.stored(entry)
    guard case .bytes(var bytes)? = record.fields["sealed"]?.value else { return }
    bytes[place < 0 ? bytes.count - 1 : place] ^= 0x55
    try journal.put(entry, ["sealed": Field(.bytes(bytes))])
    journal.sync()
    #expect(try laptop.title(entry) == "one")
    #expect(try laptop.overview().unreadable == 1)
  }

  @Test func aRecordOfAnotherZoneOrPlaceDoesNotOpen() throws {
    let content = try journal.opened(entry)
    let places = [
      RecordPlace(zone: "OtherZone", recordType: "JournalEntry", recordName: entry.rawValue),
      RecordPlace(zone: "JournalZone", recordType: "JournalEntry", recordName: entry.rawValue, entry: "x"),
    ]
    for place in places {
      var later = content
      later.counter += 5
      later.version.values["title"] = .string("forged")
      if place.entry == "x" {
        later.version.values["entry"] = .reference(Reference(recordName: "x", action: .deleteSelf))
      }
      let bytes = try RecordSeal.seal(later, at: place, under: journal.keys[0], random: seeded(5))
      try journal.put(entry, ["sealed": Field(.bytes(bytes))])
      // The server says that it is of the zone that was asked, or of the other one.
      for zone in ["JournalZone", "OtherZone"] {
        laptop.lie = { record in
          var record = record
          record.zoneID = ZoneID(zoneName: zone)
          return record
        }
        laptop.sync()
        #expect(try laptop.title(entry) == "one")
        #expect(try laptop.overview().unreadable == 1)
      }
    }
  }

  @Test func aPictureGivenToAnotherEntryDoesNotOpen() throws {
    let other = try laptop.write("other")
    let picture = try laptop.attach([1, 2, 3], to: entry, caption: "mine")
    journal.sync()
    try journal.put(
      picture,
      [
        "entry": Field(
          .reference(Reference(recordName: other.rawValue, action: .deleteSelf)))
      ], type: "EntryImage")
    journal.sync()
    #expect(try attic.overview().unreadable == 1)
    #expect(try attic.store.pictures(nil).map(\.caption) == ["mine"])
  }

  @Test func aRecordUnderAnUnknownKeyWaitsForTheKey() throws {
    laptop.take(try SealedJournal.sealing(journal.keys, seed: 9))
    try laptop.edit(entry, .title("two"))
    laptop.sync()
    attic.sync()
    #expect(try attic.title(entry) == "one")
    #expect(try attic.store.unreadable(.noKey) == [entry.rawValue])
    // In its first hour that is no fault: the device that has the key may be about to say so.
    let now = Instant(milliseconds: journal.world.now)
    let overview = try attic.overview()
    #expect(overview.keyless == 1 && overview.awaitsKeys(at: now) && overview.faults(at: now) == 0)
    #expect(overview.faults(at: Instant(milliseconds: now.milliseconds + 3_600_000)) == 1)
    // An edit here waits: it must not go over what could not be read.
    try attic.edit(entry, .body("another text"))
    attic.sync()
    #expect(try journal.opened(entry).version.values["body"] == .string("the first text"))
    attic.take(try SealedJournal.sealing(journal.keys, seed: 10))
    journal.sync()
    try expect("two", on: laptop, attic)
    #expect(try laptop.entry(entry)?.body == "another text")
    #expect(try attic.overview().unreadable == 0)
  }

  @Test func aTextOfAnotherFileIsNotTakenIn() throws {
    let long = String(repeating: "long text ", count: 60_000)
    try laptop.edit(entry, .body(long))
    laptop.sync()
    let checksums = journal.world.state.withLock { Array($0.files.keys) }
    journal.world.state.withLock { state in
      for name in checksums { state.files[name]?[5000] ^= 1 }
    }
    attic.sync()
    #expect(try attic.entry(entry)?.body == "the first text")
    #expect(try attic.overview().unreadable == 1)
  }

  // MARK: Times

  @Test func aServerThatLowersTimesDoesNotMakeAnEditLose() throws {
    try laptop.edit(entry, .title("two"))
    laptop.sync()
    attic.lie = { record in
      var record = record
      record.modified.timestamp = 0
      return record
    }
    attic.sync()
    attic.lie = { $0 }
    try attic.edit(entry, .mood(.happy))
    journal.sync()
    try expect("two", on: laptop, attic)
  }
}
