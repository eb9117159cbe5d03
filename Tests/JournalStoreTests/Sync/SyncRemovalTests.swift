import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// What goes, what stays, and what is never removed without a question.
@Suite struct SyncRemovalTests {
  private func addImage(_ id: String, of entry: RecordName, to fixture: Fixture) throws {
    let image = EntryImage(id: RecordName(id), entry: entry, caption: id, modifiedAt: fixture.world.environment.now())
    try fixture.store.perform(.createImage(image))
  }

  private func waiting(_ fixture: Fixture) throws -> [String] { try fixture.unsent().map { $0.recordName } }

  // MARK: Tombstones

  @Test(arguments: StoreKind.allCases)
  func aTombstoneMovesWhatNobodyChangedToTheTrashWithItsPictures(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Tea", "about tea", favorite: true)
    try fixture.add("Coffee")
    try addImage("i", of: id, to: fixture)
    try fixture.acknowledgeAll()
    let summary = try fixture.pull([.deleted(recordName: id.rawValue), .deleted(recordName: "i")])
    #expect(summary.removed == 2)
    #expect(try fixture.titles() == ["Coffee"])
    #expect(try fixture.titles(.trash) == ["Tea"])
    #expect(try fixture.store.entry(id)?.body == "about tea")
    #expect(try fixture.store.images(of: id).count == 1)
    #expect(try fixture.store.remark(of: id).removalReason == "deleted forever on another device")
    #expect(try fixture.unsent().isEmpty)
    // Taken out of the trash it goes up as new, with its picture.
    _ = try fixture.edit(id, .trashedAt(nil))
    #expect(Set(try waiting(fixture)) == [id.rawValue, "i"])
  }

  @Test(arguments: StoreKind.allCases)
  func aTombstoneRemovesAtOnceWhatLiesInTheTrash(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Tea", "about tea", favorite: true)
    try addImage("i", of: id, to: fixture)
    _ = try fixture.edit(id, .trashedAt(fixture.world.environment.now()))
    try fixture.acknowledgeAll()
    // It is the only entry, and nobody is asked: who trashed it has agreed.
    let summary = try fixture.pull([.deleted(recordName: id.rawValue), .deleted(recordName: "i")])
    #expect(summary.removed == 2)
    #expect(try fixture.store.entry(id) == nil)
    #expect(try fixture.store.images(of: id).isEmpty)
    #expect(try fixture.search("tea").isEmpty)
    #expect(try fixture.store.tallies(today: fixture.date("2026-01-01").local.date) == Tallies())
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func anEditThatTheRemovalHadNotSeenGoesUpAsNew(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Tea")
    try fixture.acknowledgeAll()
    _ = try fixture.edit(id, .body("unseen words"))
    #expect(try fixture.pull([.deleted(recordName: id.rawValue)]).removed == 0)
    #expect(try fixture.store.entry(id)?.body == "unseen words")
    let record = try #require(try fixture.unsent().first)
    #expect(record.base == nil && record.changeTag == nil && record.local != nil)
    #expect(try fixture.pull([.deleted(recordName: id.rawValue)]).removed == 0)
    #expect(try fixture.store.entry(id) != nil)
  }

  @Test(arguments: StoreKind.allCases)
  func aNewPictureOrAnOpenDraftKeepsItsEntry(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let pictured = try fixture.add("Pictured")
    let drafted = try fixture.add("Drafted")
    try addImage("old", of: pictured, to: fixture)
    try fixture.acknowledgeAll()
    try addImage("new", of: pictured, to: fixture)
    var draft = try #require(try fixture.store.entry(drafted))
    draft.body = "half a word"
    try fixture.store.saveDraft(
      Draft(entry: draft, isNew: false, owner: "me", savedAt: fixture.world.environment.now()))
    let gone: [FetchedChange] = [pictured.rawValue, drafted.rawValue, "old"].map { .deleted(recordName: $0) }
    #expect(try fixture.pull(gone).removed == 0)
    #expect(try fixture.store.entry(pictured) != nil && fixture.store.entry(drafted) != nil)
    #expect(Set(try waiting(fixture)) == [pictured.rawValue, drafted.rawValue, "old", "new"])
  }

  @Test(arguments: StoreKind.allCases)
  func aCategoryThatGoesTakesNothingAlong(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let health = try fixture.addCategory("Health", id: "c")
    let id = try fixture.add("Run", category: health)
    try fixture.acknowledgeAll()
    #expect(try fixture.pull([.deleted(recordName: "c")]).removed == 1)
    #expect(try fixture.titles(.unfiled) == ["Run"])
    #expect(try fixture.unsent().isEmpty)
    // It comes back, and the entry is filed again.
    try fixture.pull([.record(fixture.remote("c", ["name": .string("Health")], tag: "9", type: "Category"))])
    #expect(try fixture.titles(.category(health)) == ["Run"])
    #expect(try fixture.titles(.unfiled) == [])
    #expect(try fixture.store.entry(id)?.category == health)
  }

  @Test(arguments: StoreKind.allCases)
  func aPageThatWouldRemoveMostOfTheJournalStopsAndChangesNothing(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    for number in 1...20 { try fixture.add("\(number)", id: "e\(number)") }
    try fixture.acknowledgeAll()
    try fixture.pull([], token: "before")
    let gone: [FetchedChange] = (1...11).map { .deleted(recordName: "e\($0)") }
    let page = gone + [.record(fixture.remote("new", [:], tag: "1"))]
    #expect(throws: MassRemoval(removals: 11, records: 20)) { try fixture.pull(page, token: "after") }
    #expect(try fixture.store.count(.all) == 20)
    #expect(try fixture.synced.syncPosition().token == ChangeToken("before"))
    #expect(try fixture.pull(Array(gone.dropLast()), token: "half").removed == 10)
    // One more is the eleventh within a day.
    #expect(throws: MassRemoval(removals: 11, records: 20)) { try fixture.pull([.deleted(recordName: "e11")]) }
    #expect(try fixture.pull(page, token: "after", allowsMassRemoval: true).taken == 1)
    #expect(try fixture.store.count(.all) == 10)
    #expect(try fixture.store.count(.trash) == 11)
  }

  /// Two hundred a page would never be half of a large journal: what counts is the whole pull.
  @Test(arguments: StoreKind.allCases)
  func aRemovalInSeveralPagesIsSeenAsOne(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    for number in 1...20 { try fixture.add("\(number)", id: "e\(number)") }
    try fixture.acknowledgeAll()
    try fixture.pull((1...6).map { .deleted(recordName: "e\($0)") }, token: "1", moreComing: true)
    #expect(try fixture.store.count(.all) == 20)
    let last: [FetchedChange] = (7...12).map { .deleted(recordName: "e\($0)") }
    #expect(throws: MassRemoval(removals: 12, records: 20)) { try fixture.pull(last, token: "2") }
    #expect(try fixture.store.count(.all) == 20)
    #expect(try fixture.synced.syncPosition().token == ChangeToken("1"))
    // One that was removed and made again since stays.
    let again = fixture.remote("e1", ["title": .string("again")], tag: "9", later: 5)
    let summary = try fixture.pull(last + [.record(again)], token: "2", allowsMassRemoval: true)
    #expect(summary.removed == 11)
    #expect(try fixture.store.entry(RecordName("e1"))?.title == "again")
    #expect(try fixture.store.count(.all) == 9)
  }

  // MARK: T4: looked up

  @Test(arguments: StoreKind.allCases)
  func whatTheServerHasNotIsNewOrGone(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let edited = try fixture.add("Edited", id: "edited")
    try fixture.add("Clean", id: "clean")
    try fixture.acknowledgeAll()
    _ = try fixture.edit(edited, .body("more"))
    let summary = try fixture.synced.applyLookedUp(
      [.deleted(recordName: "edited"), .deleted(recordName: "clean")], asOf: nil, rules: .journal)
    #expect(summary.removed == 1)
    #expect(try fixture.titles() == ["Edited"])
    #expect(try fixture.unsent().map { $0.changeTag } == [nil])
  }

  @Test(arguments: StoreKind.allCases)
  func aLookUpAfterALostReplyFindsOurOwnWords(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Run", "words")
    let sent = try #require(try fixture.unsent().first?.local)
    let record = FetchedRecord(recordName: id.rawValue, changeTag: "1", version: sent, modifiedAt: 5)
    let summary = try fixture.synced.applyLookedUp([.record(record)], asOf: nil, rules: .journal)
    #expect(summary.merged == 0 && summary.conflicts == 0)
    #expect(try fixture.unsent().isEmpty)
    #expect(try fixture.store.history(of: id).isEmpty)
  }

  // MARK: Removing for good

  @Test(arguments: StoreKind.allCases)
  func whatIsRemovedForGoodIsRemovedThereToo(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Secret", "the words")
    let health = try fixture.addCategory("Health", id: "c")
    try addImage("i", of: id, to: fixture)
    try fixture.acknowledgeAll(tag: "7")
    let now = fixture.world.environment.now()
    _ = try fixture.edit(id, .trashedAt(now))
    try fixture.store.perform(.editCategory(health, [.trashedAt(now)]))
    #expect(try fixture.store.emptyTrash() == 1)
    let intents = try fixture.unsent()
    // The picture goes with its entry on the server.
    #expect(Set(intents.map { $0.recordName }) == [id.rawValue, "c"])
    #expect(intents.allSatisfy { $0.local == nil && $0.changeTag == "7" && $0.base?.values.isEmpty == true })
    let overview = try fixture.synced.syncOverview(limit: 9)
    #expect(overview.unsent == 2)
    #expect(overview.waiting.allSatisfy { $0.action == .delete })
    try fixture.acknowledgeAll()
    #expect(try fixture.unsent().isEmpty)
    #expect(try fixture.pull([.deleted(recordName: id.rawValue), .deleted(recordName: "i")]).removed == 0)
    #expect(try fixture.synced.syncOverview(limit: 9).unsent == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func aPictureThatIsRemovedForGoodIsToldOfByItself(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Tea")
    try addImage("i", of: id, to: fixture)
    try addImage("kept", of: id, to: fixture)
    try fixture.acknowledgeAll(tag: "7")
    try fixture.store.perform(.editImage(RecordName("i"), [.trashedAt(fixture.world.environment.now())]))
    #expect(try fixture.store.purgePictures([RecordName("i")]) == 1)
    let intents = try fixture.unsent()
    #expect(intents.map { $0.recordName } == ["i"])
    #expect(intents.allSatisfy { $0.local == nil && $0.changeTag == "7" })
    try fixture.acknowledgeAll()
    #expect(try fixture.unsent().isEmpty)
    #expect(try fixture.pull([.deleted(recordName: "i")]).removed == 0)
    #expect(try fixture.store.images(of: id, includingTrash: true).map { $0.id.rawValue } == ["kept"])
  }

  @Test(arguments: StoreKind.allCases)
  func whatNeverLeftLeavesNothing(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Never sent")
    _ = try fixture.edit(id, .trashedAt(fixture.world.environment.now()))
    _ = try fixture.store.emptyTrash()
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func anEditThatThePurgeHadNotSeenBringsTheEntryBack(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Tea", "old")
    try addImage("i", of: id, to: fixture)
    try fixture.acknowledgeAll(tag: "1")
    let edited = try fixture.changed(id, ["body": .string("unseen words")], tag: "2", later: 5)
    _ = try fixture.edit(id, .trashedAt(fixture.world.environment.now()))
    _ = try fixture.store.emptyTrash()
    let summary = try fixture.synced.applyLookedUp([.record(edited)], asOf: nil, rules: .journal)
    #expect(summary.taken == 1)
    #expect(try fixture.store.entry(id)?.body == "unseen words")
    #expect(try fixture.store.images(of: id).map { $0.id.rawValue } == ["i"])
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func whatThePurgeHadSeenDoesNotBringItBack(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let theirs = fixture.remote("e", ["title": .string("by another device")], tag: "1")
    try fixture.pull([.record(theirs)])
    let id = RecordName("e")
    _ = try fixture.edit(id, .title("never sent"), .trashedAt(fixture.world.environment.now()))
    _ = try fixture.store.emptyTrash()
    // The server's clock bounds stamps anew at each reading: another stamp is not another edit.
    var again = theirs
    again.changeTag = "2"
    for field in again.version.stamps.keys {
      again.version.stamps[field] = HybridTime(milliseconds: 1, counter: 0, device: 99)
    }
    #expect(try fixture.synced.applyLookedUp([.record(again)], asOf: nil, rules: .journal).taken == 0)
    #expect(try fixture.store.entry(id) == nil)
    #expect(try fixture.unsent().map { $0.changeTag } == ["2"])
  }

  /// An entry whose first save has no reply yet, and that is removed for good meanwhile; the version that was sent.
  private func removedOnTheWay(_ kind: StoreKind) throws -> (Fixture, RecordName, RecordVersion) {
    let fixture = try Fixture(kind)
    try fixture.synced.bind(.anna)
    let id = try fixture.add("Tea", "mine")
    let sent = try #require(try fixture.unsent().first?.local)
    _ = try fixture.edit(id, .trashedAt(fixture.world.environment.now()))
    _ = try fixture.store.emptyTrash()
    return (fixture, id, sent)
  }

  @Test(arguments: StoreKind.allCases)
  func ourOwnLateWordsDoNotBringItBack(_ kind: StoreKind) throws {
    let (fixture, id, sent) = try removedOnTheWay(kind)
    #expect(try fixture.unsent().isEmpty)
    let record = FetchedRecord(recordName: id.rawValue, changeTag: "1", version: sent, modifiedAt: 5)
    try fixture.pull([.record(record)])
    #expect(try fixture.store.entry(id) == nil)
    #expect(try fixture.unsent().map { $0.changeTag } == ["1"])
    // The same if the reply comes late.
    try fixture.acknowledgeAll()
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func aReplyToWhatWasRemovedMeanwhileRemovesItThereToo(_ kind: StoreKind) throws {
    let (fixture, id, sent) = try removedOnTheWay(kind)
    try fixture.synced.commit([
      SendResult(recordName: id.rawValue, outcome: .saved(version: sent, changeTag: "1"))
    ])
    #expect(try fixture.store.entry(id) == nil)
    #expect(try fixture.unsent().map { $0.changeTag } == ["1"])
  }

  @Test(arguments: StoreKind.allCases)
  func whatIsMadeAgainUnderItsNameIsNotRemoved(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Imported", id: "same")
    try fixture.acknowledgeAll(tag: "1")
    _ = try fixture.edit(id, .trashedAt(fixture.world.environment.now()))
    _ = try fixture.store.emptyTrash()
    try fixture.add("Imported again", id: "same")
    let waiting = try fixture.unsent()
    #expect(waiting.count == 1)
    #expect(waiting.first?.local != nil && waiting.first?.changeTag == nil)
  }

  // MARK: T5, T6: reading everything again

  @Test(arguments: StoreKind.allCases)
  func whatAFullFetchNoLongerFindsLiesInTheTrashWithItsReason(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let seen = try fixture.add("Seen", id: "seen")
    let missing = try fixture.add("Missing", "words", id: "missing")
    let edited = try fixture.add("Edited", id: "edited")
    try addImage("i", of: missing, to: fixture)
    try fixture.acknowledgeAll(tag: "1")
    try fixture.pull([], token: "old")
    let record = try fixture.changed(seen, [:], tag: "1")
    fixture.world.advance(milliseconds: 100)
    _ = try fixture.edit(edited, .body("unseen words"))
    try fixture.add("New", id: "new")
    try fixture.synced.beginSweep()
    var position = try fixture.synced.syncPosition()
    #expect(position.token == nil && position.isSweeping && position.epoch == 1)
    try fixture.pull([.record(record)], token: "new")
    #expect(try fixture.synced.finishSweep(allowsMassRemoval: false) == 2)
    position = try fixture.synced.syncPosition()
    #expect(!position.isSweeping && position.token == ChangeToken("new"))
    #expect(Set(try fixture.titles()) == ["Seen", "Edited", "New"])
    #expect(try fixture.titles(.trash) == ["Missing"])
    #expect(
      try fixture.store.remark(of: missing).removalReason == "removed on another device while this one was away")
    #expect(try fixture.store.entry(missing)?.body == "words")
    // It is not sent again by itself; unsent words are.
    #expect(try waiting(fixture) == ["edited", "new"])
    #expect(try fixture.unsent().allSatisfy { $0.changeTag == nil && $0.base == nil })
    #expect(try fixture.synced.finishSweep(allowsMassRemoval: false) == 0)
    // Taken out of the trash it goes up as new, with its picture.
    _ = try fixture.edit(missing, .trashedAt(nil))
    #expect(try waiting(fixture) == ["missing", "edited", "new", "i"])
    #expect(try fixture.store.remark(of: missing).removalReason == nil)
    #expect(try fixture.store.images(of: missing).count == 1)
  }

  /// More than one transaction takes: a picture goes with its entry though that went before, and stays with one that stays.
  @Test(arguments: StoreKind.allCases)
  func aLargeSweepIsTheSameAsASmallOne(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    var ids: [RecordName] = []
    for number in 0..<220 { ids.append(try fixture.add("\(number)", id: "e\(1000 + number)")) }
    try addImage("gone", of: ids[0], to: fixture)
    try addImage("kept", of: ids[1], to: fixture)
    try fixture.acknowledgeAll()
    _ = try fixture.edit(ids[1], .body("unseen words"))
    try fixture.synced.beginSweep()
    #expect(try fixture.synced.finishSweep(allowsMassRemoval: true) == 220)
    #expect(try !fixture.synced.syncPosition().isSweeping)
    #expect(try fixture.titles() == ["1"])
    #expect(try fixture.store.count(.trash) == 219)
    #expect(try waiting(fixture) == ["e1001", "kept"])
    _ = try fixture.edit(ids[0], .trashedAt(nil))
    #expect(try fixture.store.images(of: ids[0]).count == 1)
    #expect(try waiting(fixture) == ["e1000", "e1001", "gone", "kept"])
  }

  @Test(arguments: StoreKind.allCases)
  func whatComesAfterTheSweepLeavesTheTrash(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Tea", id: "e")
    try fixture.acknowledgeAll(tag: "1")
    let record = try fixture.changed(id, ["title": .string("Green tea")], tag: "2")
    try fixture.synced.beginSweep()
    #expect(try fixture.synced.finishSweep(allowsMassRemoval: true) == 1)
    // A tombstone says nothing new.
    #expect(try fixture.pull([.deleted(recordName: "e")]).removed == 0)
    #expect(try fixture.titles(.trash) == ["Tea"])
    try fixture.pull([.record(record)])
    #expect(try fixture.titles() == ["Green tea"])
    #expect(try fixture.unsent().isEmpty)
    #expect(try fixture.store.remark(of: id).removalReason == nil)
  }
}
