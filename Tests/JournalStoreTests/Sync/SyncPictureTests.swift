import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// Pictures whose entry the server does not have: refused by it, they wait, and never go round in circles.
@Suite struct SyncPictureTests {
  private func addImage(_ id: String, of entry: RecordName, to fixture: Fixture) throws {
    let image = EntryImage(id: RecordName(id), entry: entry, caption: id, modifiedAt: fixture.world.environment.now())
    try fixture.store.perform(.createImage(image))
  }

  private func waiting(_ fixture: Fixture) throws -> [String] { try fixture.unsent().map { $0.recordName } }

  private func refuse(_ name: String, _ fixture: Fixture) throws {
    let reason = ParkedReason(code: .referenceViolation, reason: "not there yet")
    let sent = try fixture.unsent().first { $0.recordName == name }?.local
    try fixture.synced.commit([SendResult(recordName: name, outcome: .parked(reason, version: sent))])
  }

  /// Taken back, it is everywhere again.
  @Test(arguments: StoreKind.allCases)
  func aTombstoneOfAPictureAloneRemovesItFromItsEntryFirst(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Tea")
    for name in ["live", "removed"] { try addImage(name, of: id, to: fixture) }
    let now = fixture.world.environment.now()
    let removal = JournalEdit(name: "rm", operations: [.editImage(RecordName("removed"), [.trashedAt(now)])])
    _ = try fixture.store.apply(removal, cause: .edit)
    try fixture.acknowledgeAll()
    fixture.world.advance(milliseconds: 2 * 86_400_000)
    #expect(try fixture.pull([.deleted(recordName: "live"), .deleted(recordName: "removed")]).removed == 2)
    #expect(try fixture.store.images(of: id).isEmpty)
    #expect(try fixture.store.removedPictures().map(\.image.id.rawValue) == ["live"])
    #expect(try fixture.store.remark(of: RecordName("live")).removalReason == "deleted forever on another device")
    #expect(try fixture.unsent().isEmpty)
    let back = JournalEdit(name: "restore", operations: [.editImage(RecordName("live"), [.trashedAt(nil)])])
    let undo = try fixture.store.apply(back, cause: .edit)
    #expect(try waiting(fixture) == ["live"])
    _ = try fixture.store.apply(undo, cause: .undo)
    fixture.world.advance(milliseconds: 31 * 86_400_000)
    #expect(try fixture.store.expireTrash() == 1)
    #expect(try fixture.store.removedPictures().isEmpty && fixture.titles() == ["Tea"])
  }

  @Test(arguments: StoreKind.allCases)
  func aPictureRefusedForItsEntryGoesUpOnceThatIsAcknowledged(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.add("Tea")
    try addImage("i", of: entry, to: fixture)
    try refuse("i", fixture)
    #expect(try waiting(fixture) == [entry.rawValue])
    #expect(try fixture.synced.syncOverview(limit: 5).parked == 1)
    let local = try #require(try fixture.unsent().first?.local)
    try fixture.synced.commit([SendResult(recordName: entry.rawValue, outcome: .saved(version: local, changeTag: "1"))])
    #expect(try waiting(fixture) == ["i"])
    #expect(try fixture.synced.syncOverview(limit: 5).parked == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func aPictureRefusedForItsEntryGoesUpOnceThatIsSeen(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.add("Tea")
    try fixture.acknowledgeAll()
    try addImage("i", of: entry, to: fixture)
    try refuse("i", fixture)
    #expect(try waiting(fixture) == [])
    // Others' news do not concern it.
    try fixture.pull([.record(fixture.remote("other", ["title": .string("x")], tag: "7"))])
    #expect(try waiting(fixture) == [])
    try fixture.pull([.record(fixture.changed(entry, ["title": .string("Green tea")], tag: "8"))])
    #expect(try waiting(fixture) == ["i"])
  }

  @Test(arguments: StoreKind.allCases)
  func anEntryThatTheServerLostGoesUpAgainBeforeItsNewPicture(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.add("Tea")
    try fixture.acknowledgeAll()
    try addImage("i", of: entry, to: fixture)
    try refuse("i", fixture)
    _ = try fixture.synced.applyLookedUp([.deleted(recordName: entry.rawValue)], asOf: nil, rules: .journal)
    #expect(try waiting(fixture) == [entry.rawValue])
    try fixture.acknowledgeAll()
    #expect(try waiting(fixture) == ["i"])
    #expect(try fixture.store.images(of: entry).count == 1)
  }

  /// What a full fetch did not find lies in the trash of this device; its new picture takes it out to the server.
  @Test(arguments: StoreKind.allCases)
  func aPictureOfWhatLiesOnlyHereTakesItAlong(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.add("Tea")
    try fixture.acknowledgeAll()
    try fixture.synced.beginSweep()
    #expect(try fixture.synced.finishSweep(allowsMassRemoval: true) == 1)
    try addImage("i", of: entry, to: fixture)
    try refuse("i", fixture)
    _ = try fixture.synced.applyLookedUp([.deleted(recordName: entry.rawValue)], asOf: nil, rules: .journal)
    #expect(try waiting(fixture) == [entry.rawValue])
  }

  @Test(arguments: StoreKind.allCases)
  func aPictureGoesWhereItsEntryWent(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let values: [String: FieldValue] = [
      "entry": .reference(Reference(recordName: "gone", action: .deleteSelf)), "caption": .string("a heron"),
    ]
    try fixture.pull([.record(fixture.remote("i", values, tag: "1", type: "EntryImage"))])
    let edit = JournalOperation.editImage(RecordName("i"), [.caption("two herons")])
    try fixture.store.perform(edit)
    try refuse("i", fixture)
    _ = try fixture.synced.applyLookedUp([.deleted(recordName: "gone")], asOf: nil, rules: .journal)
    #expect(try fixture.store.images(of: RecordName("gone")).isEmpty)
    // A server that kept it all the same is told.
    let last = try #require(try fixture.unsent().first)
    #expect(last.recordName == "i" && last.local == nil && last.changeTag == "1")
    try fixture.acknowledgeAll()
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func whatIsSafeByNowIsNotSetAside(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.synced.bind(.anna)
    let id = try fixture.add("Tea")
    let sent = try #require(try fixture.unsent().first?.local)
    try fixture.acknowledgeAll(tag: "1")
    // Its file could not be sent; meanwhile another device had sent the same.
    let reason = ParkedReason(code: .assetFileModified, reason: "changed on disk")
    try fixture.synced.commit([SendResult(recordName: id.rawValue, outcome: .parked(reason, version: sent))])
    let overview = try fixture.synced.syncOverview(limit: 10)
    #expect(overview.parked == 0 && overview.unsent == 0)
  }
}
