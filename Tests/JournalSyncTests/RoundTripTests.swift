import CloudRecord
import JournalCore
import JournalSync
import SyncCore
import Testing

/// Two devices and the real service.
@Suite final class RoundTripTests: TwoDevices {
  private func begin() {
    laptop.start()
    desktop.start()
  }

  @Test func anEntryReachesTheOtherDevice() {
    begin()
    laptop.save("e1", ["title": .text("Run"), "body": .text("Ran 5 miles"), "mood": .text("happy")])
    #expect(laptop.store.unsentNames == [])
    desktop.pull()
    #expect(desktop.store.text("e1", "body") == "Ran 5 miles")
    #expect(desktop.store.row("e1")?.local == laptop.store.row("e1")?.local)
    #expect(desktop.store.unsentNames == [])
    #expect(laptop.phase == .resting)
  }

  @Test func onlyChangedFieldsAreSent() throws {
    begin()
    laptop.save("e1", ["title": .text("Run"), "body": .text("Ran"), "mood": .text("happy")])
    laptop.save("e1", ["mood": .text("calm")])
    let operation = try #require(world.modifies.last?.operations.first)
    #expect(operation.kind == .update)
    #expect(operation.fields.keys.sorted() == ["fieldStamps", "modifiedAt", "mood"])
    #expect(operation.recordChangeTag != nil)
  }

  @Test func fieldsAreMarkedAsTheSchemaHasThem() throws {
    begin()
    laptop.save(
      "e1", ["title": .text("Run"), "body": .text("Ran"), "mood": .text("happy"), "createdAt": .date(5)])
    let fields = try #require(try world.record("e1")).fields
    #expect(fields["body"]?.isEncrypted == true)
    #expect(fields["mood"]?.isEncrypted == true)
    #expect(fields["title"]?.isEncrypted == false)
    #expect(fields["formatVersion"]?.value == .int64(1))
  }

  @Test func editsOfTwoFieldsAreBothKept() {
    begin()
    laptop.save("e1", ["title": .text("Run"), "body": .text("Ran"), "mood": .text("happy")])
    desktop.pull()
    desktop.save("e1", ["mood": .text("excited")])
    laptop.save("e1", ["title": .text("Jog")])
    #expect(laptop.store.text("e1", "title") == "Jog")
    #expect(laptop.store.text("e1", "mood") == "excited")
    desktop.pull()
    #expect(desktop.store.text("e1", "title") == "Jog")
    #expect(laptop.store.unsentNames + desktop.store.unsentNames == [])
  }

  @Test func aConflictIsLookedUpMergedAndSentAgain() {
    begin()
    laptop.save("e1", ["title": .text("Run"), "body": .text("one")])
    desktop.pull()
    desktop.save("e1", ["title": .text("Desktop")])
    laptop.save("e1", ["title": .text("Laptop, later")])
    let lookups = world.requests.filter { if case .lookup = $0 { true } else { false } }
    #expect(lookups.count == 1)
    desktop.pull()
    #expect(laptop.store.text("e1", "title") == desktop.store.text("e1", "title"))
    #expect(laptop.store.unsentNames + desktop.store.unsentNames == [])
  }

  @Test func anEditDuringTheSendStaysUnsentUntilItIsSentItself() {
    begin()
    var isFirst = true
    laptop.beforeRequest = { [store = laptop.store] request in
      guard case .modify = request, isFirst else { return }
      isFirst = false
      store.edit("e1", ["title": .text("typed meanwhile")])
    }
    laptop.save("e1", ["title": .text("first")])
    #expect(laptop.store.unsentNames == ["e1"])
    #expect(laptop.store.row("e1")?.base?.values["title"] == .text("first"))
    world.advance(2000)
    laptop.tell(.localChange)
    #expect(laptop.store.unsentNames == [])
    desktop.pull()
    #expect(desktop.store.text("e1", "title") == "typed meanwhile")
  }

  /// Both know an entry, which the laptop then deletes.
  private func deleteOnLaptop() {
    begin()
    laptop.save("e1", ["title": .text("Run")])
    desktop.pull()
    laptop.store.delete("e1")
    world.advance(2000)
    laptop.tell(.localChange)
  }

  @Test func aDeletionTravels() throws {
    deleteOnLaptop()
    #expect(try world.record("e1") == nil)
    desktop.pull()
    #expect(desktop.store.names == [])
  }

  @Test func anUnseenEditBeatsADeletion() throws {
    begin()
    laptop.save("e1", ["title": .text("Run")])
    desktop.pull()
    desktop.save("e1", ["title": .text("Edited")])
    laptop.store.delete("e1")
    world.advance(2000)
    laptop.tell(.localChange)
    #expect(laptop.store.text("e1", "title") == "Edited")
    #expect(try world.record("e1")?.fields["title"]?.value == .text("Edited"))
  }

  @Test func anEditOfWhatWasDeletedElsewhereGoesUpAgain() throws {
    deleteOnLaptop()
    desktop.save("e1", ["title": .text("Still here")])
    #expect(try world.record("e1")?.fields["title"]?.value == .text("Still here"))
    #expect(desktop.store.unsentNames == [])
  }

  @Test func theSameNewRecordOnBothDevicesBecomesOne() throws {
    begin()
    laptop.store.edit("e1", ["title": .text("Imported"), "body": .text("same")])
    desktop.store.edit("e1", ["title": .text("Imported"), "body": .text("same")])
    world.advance(2000)
    laptop.tell(.localChange)
    desktop.tell(.localChange)
    laptop.pull()
    #expect(laptop.store.unsentNames + desktop.store.unsentNames == [])
    #expect(laptop.store.text("e1", "body") == "same")
  }

  @Test func aThousandEntriesGoInBatches() {
    laptop.start()
    for number in 0..<1000 { laptop.store.edit("e\(number)", ["title": .text("Entry \(number)")]) }
    world.advance(2000)
    laptop.tell(.localChange)
    #expect(laptop.store.unsentNames == [])
    #expect(world.modifies.count == 5)
    #expect(world.modifies.allSatisfy { $0.operations.count <= 200 })
    desktop.start()
    #expect(desktop.store.names.count == 1000)
  }

  @Test func aBatchHoldsAtMostOneMebibyte() {
    laptop.start()
    let text = String(repeating: "long text ", count: 40_000)
    for number in 0..<5 { laptop.store.edit("e\(number)", ["body": .text("\(number) " + text)]) }
    world.advance(2000)
    laptop.tell(.localChange)
    #expect(laptop.store.unsentNames == [])
    #expect(world.modifies.map(\.operations.count) == [2, 2, 1])
  }

  @Test func aNewCategoryGoesTogetherWithItsEntries() {
    begin()
    laptop.store.edit("c1", type: "Category", ["name": .text("Running")])
    laptop.store.edit("e1", ["title": .text("Run"), "category": .category("c1")])
    laptop.store.edit("e2", ["title": .text("Other")])
    world.advance(2000)
    laptop.tell(.localChange)
    #expect(world.modifies.first?.isAtomic == true)
    #expect(world.modifies.first?.operations.map(\.recordName) == ["c1", "e1"])
    #expect(world.modifies.last?.isAtomic == false)
    #expect(laptop.store.unsentNames == [])
  }

  @Test func whatStandsInTheWayOfACategoryIsMergedFirst() throws {
    begin()
    laptop.store.edit("e1", ["title": .text("Run")])
    world.advance(2000)
    laptop.tell(.localChange)
    desktop.pull()
    desktop.save("e1", ["title": .text("Elsewhere")])
    laptop.store.edit("c1", type: "Category", ["name": .text("Running")])
    laptop.save("e1", ["category": .category("c1")])
    #expect(laptop.store.unsentNames == [])
    #expect(try world.record("c1") != nil)
    #expect(try world.record("e1")?.fields["title"]?.value == .text("Elsewhere"))
    #expect(world.modifies.last?.isAtomic == true)
  }

  @Test func syncingAgainSendsNothing() {
    begin()
    laptop.save("e1", ["title": .text("Run")])
    desktop.pull()
    let count = world.modifies.count
    for _ in 0..<5 {
      laptop.command(.syncNow)
      desktop.command(.syncNow)
    }
    #expect(world.modifies.count == count)
  }
}
