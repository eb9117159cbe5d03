import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// Every transaction of synchronising, on each store.
@Suite struct SyncStoreTests {
  // MARK: T1, T3: unsent, acknowledged

  @Test(arguments: StoreKind.allCases)
  func aNewEntryIsUnsentUntilItIsAcknowledged(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Run", "Ran 5 miles", mood: .happy, tags: ["run"])
    let waiting = try #require(try fixture.unsent().first)
    #expect(waiting.recordName == id.rawValue)
    #expect(waiting.base == nil && waiting.changeTag == nil)
    #expect(waiting.local?.values["body"] == .string("Ran 5 miles"))
    #expect(waiting.local?.values["createdTimeZone"] == .string("Europe/Berlin"))
    #expect(waiting.local?.values["tags"] == .list([.string("run")]))
    try fixture.acknowledgeAll(tag: "1")
    #expect(try fixture.unsent().isEmpty)
    fixture.world.advance(milliseconds: 10)
    _ = try fixture.edit(id, .title("Jog"))
    let again = try #require(try fixture.unsent().first)
    #expect(again.changeTag == "1")
    #expect(again.base == waiting.local)
    #expect(again.local?.values["title"] == .string("Jog"))
  }

  // MARK: What a list shows

  /// What a list shows beside an entry: nothing where nobody is signed in, or where all is safe.
  @Test(arguments: StoreKind.allCases)
  func aRowSaysWhetherItsEntryIsSafe(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Run", "Ran 5 miles")
    func mark() throws -> SyncMark? {
      try fixture.store.page(ListRequest(scope: .all, order: ListOrder(), anchor: .first, limit: 9)).rows.first?.sync
    }
    #expect(try mark() == SyncMark.none)
    try fixture.synced.bind(.anna)
    #expect(try mark() == .waiting)
    try fixture.acknowledgeAll(tag: "1")
    #expect(try mark() == SyncMark.none)
    fixture.world.advance(milliseconds: 10)
    _ = try fixture.edit(id, .title("Jog"))
    #expect(try mark() == .waiting)
    try fixture.park(id, ParkedReason(code: .limitExceeded, reason: "too large"))
    #expect(try mark() == .needsAttention)
    try fixture.synced.unpark(nil)
    #expect(try mark() == .waiting)
  }

  @Test(arguments: StoreKind.allCases)
  func anEditWhileTheSendIsInFlightStaysUnsent(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("one")
    let sent = try #require(try fixture.unsent().first?.local)
    _ = try fixture.edit(id, .title("two"))
    try fixture.synced.commit([
      SendResult(recordName: id.rawValue, outcome: .saved(version: sent, changeTag: "1"))
    ])
    #expect(try fixture.store.entry(id)?.title == "two")
    let waiting = try #require(try fixture.unsent().first)
    #expect(waiting.base == sent)
    #expect(waiting.local?.values["title"] == .string("two"))
    try fixture.acknowledgeAll(tag: "2")
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func parentsGoFirstAndDeletionsLast(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let gone = try fixture.add("Gone", id: "a")
    try fixture.acknowledgeAll()
    _ = try fixture.edit(gone, .trashedAt(fixture.world.environment.now()))
    _ = try fixture.store.purge([gone])
    let image = EntryImage(id: RecordName("0"), entry: RecordName("e"), modifiedAt: Instant(milliseconds: 0))
    _ = try fixture.add("Run", category: RecordName("z"), id: "e")
    try fixture.store.perform(.createImage(image))
    _ = try fixture.addCategory("Health", id: "z")
    #expect(try fixture.unsent().map { $0.recordName } == ["z", "e", "0", "a"])
    #expect(try fixture.synced.unsent(limit: 2, excluding: ["e"]).map { $0.recordName } == ["z", "0"])
    #expect(try fixture.unsent().last?.local == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func whatIsRefusedIsSetAsideUntilItIsEditedOrTriedAgain(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Long")
    let reason = ParkedReason(code: .limitExceeded, reason: "larger than 1 MB")
    try fixture.park(id, reason)
    #expect(try fixture.unsent().isEmpty)
    let overview = try fixture.synced.syncOverview(limit: 10)
    #expect(overview.parked == 1 && overview.unsent == 1)
    #expect(overview.waiting.first?.reason == "larger than 1 MB")
    #expect(overview.waiting.first?.code == "limitExceeded")
    try fixture.synced.unpark(id.rawValue)
    #expect(try fixture.unsent().count == 1)
    try fixture.park(id, reason)
    _ = try fixture.edit(id, .title("Short"))
    #expect(try fixture.unsent().count == 1)
    #expect(try fixture.synced.syncOverview(limit: 10).parked == 0)
    try fixture.park(id, reason)
    try fixture.synced.unpark(nil)
    #expect(try fixture.unsent().count == 1)
  }

  /// What was refused is what was sent: an edit made meanwhile is another one, and goes up.
  @Test(arguments: StoreKind.allCases)
  func aRefusalDoesNotHoldBackALaterEdit(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Long")
    let sent = try #require(try fixture.unsent().first?.local)
    _ = try fixture.edit(id, .title("Short"))
    let reason = ParkedReason(code: .limitExceeded, reason: "larger than 1 MB")
    try fixture.synced.commit([SendResult(recordName: id.rawValue, outcome: .parked(reason, version: sent))])
    #expect(try fixture.unsent().map { $0.local?.values["title"] } == [.string("Short")])
    #expect(try fixture.synced.syncOverview(limit: 10).parked == 0)
  }

  /// A file of a record that is here as the server has it need not be fetched again.
  @Test(arguments: StoreKind.allCases)
  func whatTheServerAcknowledgedIsKnownByItsChangeTag(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Run")
    let sent = try #require(try fixture.unsent().first?.local)
    #expect(try fixture.synced.acknowledged(id.rawValue, changeTag: "1") == nil)
    try fixture.acknowledgeAll(tag: "1")
    #expect(try fixture.synced.acknowledged(id.rawValue, changeTag: "1") == sent)
    _ = try fixture.edit(id, .title("Jog"))
    #expect(try fixture.synced.acknowledged(id.rawValue, changeTag: "1") == sent)
    #expect(try fixture.synced.acknowledged(id.rawValue, changeTag: "2") == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func picturesAreFoundByNameAndAllTogether(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.add("Run", id: "e")
    let digest = String(repeating: "a", count: 64)
    let images = [("b", digest), ("a", digest), ("c", nil)].map { name, file in
      EntryImage(
        id: RecordName(name), entry: entry, imageAsset: file, caption: "\(name).jpg",
        modifiedAt: Instant(milliseconds: 0))
    }
    _ = try fixture.store.apply(
      JournalEdit(name: "add", operations: images.map { .createImage($0) }), cause: .edit)
    let known = ["a", "b"].map { KnownPicture(recordName: $0, digest: digest, caption: "\($0).jpg") }
    #expect(try fixture.synced.pictures(nil) == known)
    #expect(try fixture.synced.pictures(["b", "c", "nobody"]) == [known[1]])
    #expect(try fixture.synced.syncOverview(limit: 0).unsentImages == 3)
  }

  // MARK: T2: a page

  @Test(arguments: StoreKind.allCases)
  func aPageAndItsTokenComeTogether(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let summary = try fixture.pull(
      [
        .record(
          fixture.remote(
            "e", ["title": .string("Tea"), "category": .reference(.init(recordName: "c", action: .none))], tag: "1")),
        .record(fixture.remote("c", ["name": .string("Health")], tag: "2", type: "Category")),
        .record(
          fixture.remote(
            "i", ["entry": .reference(.init(recordName: "e", action: .deleteSelf)), "caption": .string("cup")],
            tag: "3", type: "EntryImage")),
      ], token: "one")
    #expect(summary.taken == 3)
    #expect(try fixture.synced.syncPosition().token == ChangeToken("one"))
    #expect(try fixture.unsent().isEmpty)
    #expect(try fixture.titles(.category(RecordName("c"))) == ["Tea"])
    #expect(try fixture.search("tea") == ["Tea"])
    #expect(try fixture.store.images(of: RecordName("e")).map { $0.caption } == ["cup"])
    #expect(try fixture.store.entry(RecordName("e"))?.date.timeZone == "Europe/Berlin")
  }

  @Test(arguments: StoreKind.allCases)
  func whatChangedElsewhereReplacesWhatIsHereAndIsFound(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Old", "about canals #water")
    try fixture.acknowledgeAll(tag: "1")
    let day: Int64 = 1_600_000_000_000
    let record = try fixture.changed(
      id, ["title": .string("New"), "body": .string("about rivers #flow"), "createdAt": .date(day)], tag: "2")
    #expect(try fixture.pull([.record(record)]).taken == 1)
    #expect(try fixture.search("canals").isEmpty)
    #expect(try fixture.search("rivers") == ["New"])
    #expect(try fixture.store.tags(prefix: "", limit: 9).map { $0.tag } == ["flow"])
    #expect(try fixture.store.entry(id)?.date.instant == Instant(milliseconds: day))
    #expect(try fixture.unsent().isEmpty)
    // What was replaced can be had back.
    #expect(try fixture.store.history(of: id).contains { $0.oldValue == .title("Old") })
    #expect(try fixture.synced.syncOverview(limit: 9).merges.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func theSamePageAgainChangesNothingAndAddsNoHistory(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Base", "one\n\ntwo")
    try fixture.acknowledgeAll(tag: "1")
    _ = try fixture.edit(id, .title("Here"), .body("one here\n\ntwo"))
    let record = try fixture.changed(id, ["title": .string("There"), "body": .string("one there\n\ntwo")], tag: "2")
    #expect(try fixture.pull([.record(record)]).merged == 1)
    let entry = try fixture.store.entry(id)
    let history = try fixture.store.history(of: id)
    for _ in 1...4 {
      let summary = try fixture.pull([.record(record)])
      #expect(summary.taken + summary.merged + summary.conflicts + summary.removed == 0)
    }
    #expect(try fixture.store.entry(id) == entry)
    #expect(try fixture.store.history(of: id) == history)
  }

  @Test(arguments: StoreKind.allCases)
  func whatBothChangedIsMergedAndTheRestIsInHistory(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Morning Run", "Ran 5 miles", mood: .happy)
    try fixture.acknowledgeAll(tag: "1")
    _ = try fixture.edit(id, .title("Morning Jog"), .mood(.sad))
    let record = try fixture.changed(id, ["mood": .string("excited")], tag: "2")
    let summary = try fixture.pull([.record(record)])
    #expect(summary.merged == 1 && summary.conflicts == 0)
    let entry = try #require(try fixture.store.entry(id))
    #expect(entry.title == "Morning Jog")
    #expect(entry.mood == .excited)
    let kept = try fixture.store.history(of: id).filter { $0.cause == .merge }
    #expect(kept.map { $0.oldValue } == [.mood(.sad)])
    let waiting = try #require(try fixture.unsent().first)
    #expect(waiting.changeTag == "2")
    #expect(waiting.base == record.version)
    #expect(waiting.local?.values["mood"] == .string("excited"))
    let notice = try #require(try fixture.synced.syncOverview(limit: 9).merges.first)
    #expect(notice.fields == ["mood"] && !notice.isConflict && notice.title == "Morning Jog")
    _ = try fixture.store.decideMerge(group: notice.group, taking: .here)
    #expect(try fixture.store.entry(id)?.mood == .sad)
    #expect(try fixture.store.history(of: id).first?.cause == .restore)
  }

  @Test(arguments: StoreKind.allCases)
  func textsThatOverlapAreBothKeptAndSomebodyIsToldOnce(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Tea", "plain")
    try fixture.acknowledgeAll(tag: "1")
    _ = try fixture.edit(id, .body("written here"))
    let record = try fixture.changed(id, ["body": .string("typed elsewhere")], tag: "2")
    let summary = try fixture.pull([.record(record)])
    #expect(summary.conflicts == 1)
    let body = try #require(try fixture.store.entry(id)?.body)
    #expect(body.contains("written here") && body.contains("typed elsewhere"))
    #expect(!body.contains("<<<"))
    var overview = try fixture.synced.syncOverview(limit: 9)
    #expect(overview.conflicts == 1)
    let group = try #require(overview.merges.first { $0.isConflict }?.group)
    let details = try #require(try fixture.store.mergeDetails(group: group))
    #expect(details.fields.map { $0.field } == ["body"])
    #expect(details.fields.first?.base == "plain")
    #expect(details.fields.first?.here == "written here")
    #expect(details.fields.first?.server == "typed elsewhere")
    #expect(details.fields.first?.now == body)
    try fixture.store.dismissConflict(group: group)
    overview = try fixture.synced.syncOverview(limit: 9)
    #expect(overview.conflicts == 0 && overview.merges.count == 1)
    let back = try fixture.store.decideMerge(group: group, taking: .server)
    #expect(try fixture.store.entry(id)?.body == "typed elsewhere")
    _ = try fixture.store.apply(back, cause: .undo)
    #expect(try fixture.store.entry(id)?.body == body)
    _ = try fixture.store.decideMerge(group: group, taking: .here)
    #expect(try fixture.store.entry(id)?.body == "written here")
  }

  /// The server's word for the device goes with the merge, and its name is found as soon as that is known.
  @Test func aMergeKnowsWhichDeviceItsOtherVersionIsFrom() throws {
    let fixture = try Fixture(.sqlite)
    let store = try #require(fixture.store as? JournalStore)
    let id = try fixture.add("Tea", "plain")
    try fixture.acknowledgeAll(tag: "1")
    _ = try fixture.edit(id, .body("written here"))
    var record = try fixture.changed(id, ["body": .string("typed elsewhere")], tag: "2")
    record.savedBy = "session-2"
    try fixture.pull([.record(record)])
    func notice() throws -> MergeNotice { try #require(try store.syncOverview(limit: 9).merges.first) }
    #expect(try notice().savedBy == "session-2" && notice().device == nil)
    let devices = KnownDevices(in: store)
    try devices.keep(["session-2": "laptop", "session-3": "phone"])
    #expect(try notice().device == "laptop")
    let details = try #require(try store.mergeDetails(group: notice().group))
    #expect(details.notice.device == "laptop" && details.fields.map(\.field) == ["body"])
    try devices.keep(["session-2": "kitchen"])
    #expect(try notice().device == "kitchen")
    _ = try store.decideMerge(group: notice().group, taking: .server)
    #expect(try store.entry(id)?.body == "typed elsewhere")
  }

  @Test(arguments: StoreKind.allCases)
  func eitherSideOfADateCanBeTakenWhole(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Flight", on: "2026-03-01")
    try fixture.acknowledgeAll(tag: "1")
    let before = try #require(try fixture.store.entry(id)?.date)
    var moved = before
    (moved.timeZone, moved.offsetSeconds) = ("America/Lima", -18_000)
    let record = try fixture.changed(
      id, ["createdTimeZone": .string("Asia/Tokyo"), "createdOffsetSeconds": .int64(32_400)], tag: "2", later: 10)
    _ = try fixture.edit(id, .date(moved), .mood(.sad))
    #expect(try fixture.pull([.record(record)]).merged == 1)
    var theirs = before
    (theirs.timeZone, theirs.offsetSeconds) = ("Asia/Tokyo", 32_400)
    #expect(try fixture.store.entry(id)?.date == theirs)
    let group = try #require(try fixture.synced.syncOverview(limit: 9).merges.first?.group)
    #expect(try fixture.store.mergeDetails(group: group)?.fields.map { $0.field } == ["mood", "createdAt"])
    _ = try fixture.store.decideMerge(group: group, taking: .here)
    #expect(try fixture.store.entry(id)?.date == moved)
    #expect(try fixture.store.entry(id)?.mood == .sad)
    _ = try fixture.store.decideMerge(group: group, taking: .server)
    #expect(try fixture.store.entry(id)?.date == theirs)
    #expect(try fixture.store.entry(id)?.mood == nil)
    _ = try fixture.store.decideMerge(group: group, taking: .here)
    #expect(try fixture.store.entry(id)?.date == moved)
  }

  @Test(arguments: StoreKind.allCases)
  func anEditIsLaterThanEverythingItsAuthorHasSeen(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    // The other device's clock is a day ahead.
    try fixture.pull([.record(fixture.remote("e", ["title": .string("x")], tag: "1", later: 86_400_000))])
    _ = try fixture.edit(RecordName("e"), .title("y"))
    let waiting = try #require(try fixture.unsent().first)
    let mine = try #require(waiting.local?.stamps["title"])
    let theirs = try #require(waiting.base?.stamps["title"])
    #expect(mine > theirs)
  }

  @Test(arguments: StoreKind.allCases)
  func anOddRecordIsTakenInAsWellAsItCanBe(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    var odd = fixture.remote("odd", [:], tag: "1")
    odd.version.values = [
      "title": .int64(7), "createdAt": .date(.max), "trashedAt": .date(.min), "tags": .list([.string("a\nb")]),
      "createdOffsetSeconds": .int64(.min), "body": .string("NUL\0NUL"), "mood": .string(""),
    ]
    try fixture.pull([.record(odd), .record(fixture.remote("good", ["title": .string("Good")], tag: "2"))])
    #expect(try fixture.titles() == ["Good"])
    let entry = try #require(try fixture.store.entry(RecordName("odd")))
    #expect(entry.title == "" && entry.body == "NUL␀NUL" && entry.tags == ["a", "b"] && entry.mood == nil)
    #expect(entry.date.instant == .latest)
    #expect(try fixture.unsent().isEmpty)
    let before = try fixture.store.history(of: entry.id)
    try fixture.pull([.record(odd)])
    #expect(try fixture.store.history(of: entry.id) == before)
    // What is sent and acknowledged settles, though the store keeps it in its own way.
    _ = try fixture.edit(entry.id, .trashedAt(nil), .title("Named"))
    try fixture.acknowledgeAll(tag: "3")
    #expect(try fixture.unsent().isEmpty)
  }

  // MARK: Foreign

  @Test(arguments: StoreKind.allCases)
  func whatThisVersionDoesNotKnowIsKeptAsItCame(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let weather: [String: Field] = [
      "weather": Field(.string("rain"), isEncrypted: true),
      "map": Field(.asset(Asset(fileChecksum: "c", size: 3, wrappingKey: "k", referenceChecksum: "r"))),
      "near": Field(.list([.reference(Reference(recordName: "p", action: .none, zoneID: ZoneID(zoneName: "Z")))])),
    ]
    let stamp = RecordStamp(timestamp: 5, userRecordName: "_u", deviceID: "d")
    let place = Record(
      recordName: "p", recordType: "Place", zoneID: ZoneID(zoneName: "JournalZone", ownerRecordName: "_u"),
      fields: weather, recordChangeTag: "9", created: stamp, modified: stamp, parent: "e")
    try fixture.pull([
      .foreign(place),
      .record(fixture.remote("e", ["title": .string("x")], tag: "1", foreign: weather, isNewerFormat: true)),
    ])
    #expect(try fixture.synced.foreignRecords() == [place])
    #expect(try fixture.synced.foreignFields(of: RecordName("e")) == weather)
    #expect(try fixture.store.remark(of: RecordName("e")).isNewerFormat)
    #expect(throws: StoreError.self) { try fixture.edit(RecordName("e"), .title("y")) }
    #expect(try fixture.unsent().isEmpty)
    try fixture.pull([
      .deleted(recordName: "p"), .record(fixture.remote("e", ["title": .string("x2")], tag: "2", later: 5)),
    ])
    #expect(try fixture.synced.foreignRecords().isEmpty)
    #expect(try !fixture.store.remark(of: RecordName("e")).isNewerFormat)
    #expect(try fixture.synced.foreignFields(of: RecordName("e")).isEmpty)
    _ = try fixture.edit(RecordName("e"), .title("y"))
    #expect(try fixture.unsent().count == 1)
  }
}
