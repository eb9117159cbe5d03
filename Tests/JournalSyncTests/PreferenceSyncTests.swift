import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Testing

/// Saved searches, words and templates go to all devices with the journal: plain, sealed, and while that changes.
@Suite struct PreferenceSyncTests: KeyedJournalSuite {
  let journal: KeyedJournal

  init() throws { journal = try KeyedJournal() }

  private func set(_ key: String, _ value: String, on device: SealedDevice) throws {
    let steps = try PreferenceBook(device.store.preferences()).setting(
      key, to: value, name: device.freshName(), at: Instant(milliseconds: world.now))
    for step in steps { try device.perform(step) }
  }

  private func remove(_ key: String, on device: SealedDevice) throws {
    let steps = try PreferenceBook(device.store.preferences()).removing(key, at: Instant(milliseconds: world.now))
    for step in steps { try device.perform(step) }
  }

  private func shown(_ device: SealedDevice) throws -> [String] {
    try PreferenceBook(device.store.preferences()).all("").map { "\($0.key)=\($0.value)" }
  }

  private func expectShown(_ expected: String...) throws {
    sync()
    #expect(try shown(laptop) == expected)
    #expect(try shown(attic) == expected)
    #expect(try laptop.overview().unsent == 0 && attic.overview().unsent == 0)
  }

  @Test func twoDevicesLoseNothingOfEachOthers() throws {
    try set("search.Work", "category:work", on: laptop)
    try set("word.heron", "heron", on: attic)
    try expectShown("search.Work=category:work", "word.heron=heron")
    // Both change one key, and both add one.
    try set("search.Work", "category:work is:fav", on: laptop)
    try set("search.Work", "category:work has:image", on: attic)
    try set("word.mill", "mill", on: laptop)
    try set("word.weir", "weir", on: attic)
    try expectShown("search.Work=category:work has:image", "word.heron=heron", "word.mill=mill", "word.weir=weir")
    try remove("word.heron", on: laptop)
    try expectShown("search.Work=category:work has:image", "word.mill=mill", "word.weir=weir")
  }

  /// Each made a record of its own for one key, and neither knew of the other.
  @Test func oneKeyOfTwoDevicesLosesNoneOfBothValues() throws {
    try set("search.Work", "earlier", on: laptop)
    try set("search.Work", "later", on: attic)
    try expectShown("search.Work=later", "search.Work 2=earlier")
    #expect(try laptop.store.preferences().count == 2)
    try set("search.Work", "latest", on: laptop)
    try expectShown("search.Work=latest", "search.Work 2=earlier")
    try remove("search.Work", on: attic)
    try expectShown("search.Work 2=earlier")
    try remove("search.Work 2", on: laptop)
    try expectShown()
    try set("search.Work", "again", on: laptop)
    try expectShown("search.Work=again")
    #expect(try attic.store.preferences().count == 2)
  }

  @Test func theyAreSealedAndMadePlainWithTheJournal() async throws {
    try set("search.zqname", "zqquery", on: attic)
    _ = try fill()
    let name = try #require(try laptop.store.preferences().first?.id)
    #expect(try form(name) == .plain)
    #expect(try world.record(name.rawValue)?.fields["key"]?.value == .string("search.zqname"))
    try await turnOn()
    settle(laptop)
    #expect(try form(name) == .sealed)
    let record = try #require(try world.record(name.rawValue))
    #expect(Set(record.fields.keys) == ["sealed", "formatVersion"])
    try await letAtticIn()
    try set("word.zqword", "zqword", on: attic)
    try expectShown("search.zqname=zqquery", "word.zqword=zqword")
    for record in try laptop.store.preferences() { #expect(try form(record.id) == .sealed) }
  }

  /// A person who may write in a share could put a record below it.
  @Test func whatHangsOnARecordIsNone() throws {
    try set("word.mine", "mine", on: laptop)
    sync()
    let user = RecordStamp(timestamp: world.now, userRecordName: "_ben", deviceID: "")
    let record = Record(
      recordName: "theirs", recordType: JournalSchema.preferenceType, zoneID: ZoneID(zoneName: "JournalZone"),
      fields: ["key": Field(.string("word.theirs")), "value": Field(.string("theirs"))], recordChangeTag: "1",
      created: user, modified: user, parent: "entry")
    guard case .foreign = RecordMapping().fetched(record) else {
      Issue.record("a preference below another record was taken in")
      return
    }
    var own = record
    own.parent = nil
    guard case .record = RecordMapping().fetched(own) else {
      Issue.record("a preference was not taken in")
      return
    }
  }
}
