import CloudRecord
import CloudService
import Testing

/// What the service takes into a zone whose account says that its records are sealed, on both storages.
@Suite struct SealedZoneTests {
  private static let keys = ZoneID(zoneName: "KeyZone")
  private static let sealed: [String: FieldValue] = ["sealed": .bytes([1, 2, 3]), "formatVersion": .int64(2)]
  private static let words = "This journal is encrypted end to end, and this program is too old for it: update it."

  private func world(_ storage: TestStorage, sealing: Bool = true) throws -> World {
    let world = try World.withJournal(storage)
    if sealing { try say(["JournalZone"], in: world) }
    return world
  }

  private func say(_ zones: [String], in world: World) throws {
    try world.zones([.create(Self.keys)])
    let outcomes = try world.modify(
      [
        .force(
          "keyring", type: "Keyring",
          ["ring": .bytes([9]), "sealedZones": .list(zones.map { .string($0) }), "formatVersion": .int64(1)])
      ], zone: Self.keys
    ).outcomes
    #expect(outcomes[0].record != nil)
  }

  private func isRefused(_ outcome: RecordOutcome) -> Bool {
    outcome.error == ServiceError(.badRequest, Self.words)
  }

  @Test(arguments: TestStorage.allCases)
  func aPlainRecordIsRefusedAndASealedOneIsTaken(storage: TestStorage) throws {
    let world = try world(storage)
    for type in ["JournalEntry", "Category", "EntryImage", "EntryDocument"] {
      let plain = try world.modify([.create("plain-\(type)", type: type, ["note": .string("x")])]).outcomes[0]
      #expect(isRefused(plain))
      let sealed = try world.modify([.create("sealed-\(type)", type: type, Self.sealed)]).outcomes[0]
      #expect(sealed.record != nil)
    }
    #expect(try world.record("plain-JournalEntry") == nil)
    // A seal is bytes.
    let text = try world.modify([.create("text", type: "JournalEntry", ["note": .string("sealed")])]).outcomes[0]
    #expect(isRefused(text))
  }

  @Test(arguments: TestStorage.allCases)
  func noPlainFieldStaysOrComesBesideASeal(storage: TestStorage) throws {
    let world = try world(storage, sealing: false)
    var tag = try #require(
      try world.modify([.create("e", type: "JournalEntry", ["title": .string("plain")])]).outcomes[0].record
    ).recordChangeTag
    try say(["JournalZone"], in: world)
    #expect(isRefused(try world.modify([.update("e", tag: tag, Self.sealed)]).outcomes[0]))
    let cleared = try world.modify([.update("e", tag: tag, Self.sealed, removing: ["title"])]).outcomes[0]
    tag = try #require(cleared.record).recordChangeTag
    #expect(isRefused(try world.modify([.update("e", tag: tag, ["mood": .string("sad")])]).outcomes[0]))
    #expect(isRefused(try world.modify([.update("e", tag: tag, removing: ["sealed"])]).outcomes[0]))
    #expect(isRefused(try world.modify([.force("e", type: "JournalEntry", ["tags": .list([])])]).outcomes[0]))
    let replaced = RecordOperation(
      .forceReplace, recordName: "e", recordType: "JournalEntry", fields: ["title": Field(.string("x"))])
    #expect(isRefused(try world.modify([replaced]).outcomes[0]))
    #expect(try world.record("e")?.fields.keys.sorted() == ["formatVersion", "sealed"])
  }

  @Test(arguments: TestStorage.allCases)
  func eachOperationStandsForItselfUnlessAllOrNone(storage: TestStorage) throws {
    let world = try world(storage)
    let operations: [RecordOperation] = [
      .create("a", type: "JournalEntry", Self.sealed), .create("b", type: "JournalEntry", ["title": .string("x")]),
    ]
    let atomic = try world.modify(operations, atomic: true)
    #expect(atomic.reply.atomicFailure != nil)
    #expect(try world.record("a") == nil)
    let outcomes = try world.modify(operations).outcomes
    #expect(outcomes[0].record != nil && isRefused(outcomes[1]))
  }

  @Test(arguments: TestStorage.allCases)
  func otherTypesOtherZonesAndDeletionsPass(storage: TestStorage) throws {
    let world = try world(storage)
    #expect(
      try world.modify([.create("share", type: "ShareKeys", ["title": .string("x")])]).outcomes[0].record != nil)
    let other = ZoneID(zoneName: "Other")
    try world.zones([.create(other)])
    let plain = RecordOperation.create("e", type: "JournalEntry", ["title": .string("x")])
    #expect(try world.modify([plain], zone: other).outcomes[0].record != nil)
    #expect(try world.modify([plain], zone: nil).outcomes[0].record != nil)
    #expect(isRefused(try world.modify([plain]).outcomes[0]))
    try world.modify([.create("sealed", type: "JournalEntry", Self.sealed)])
    #expect(try world.modify([.delete("sealed")]).outcomes[0].isDeleted)
    // Another person's zone of that name is not meant.
    let bob = world.call("_bob")
    try world.zones([.create(World.journal)], bob)
    #expect(try world.modify([plain], bob).outcomes[0].record != nil)
  }

  @Test(arguments: TestStorage.allCases)
  func theAccountsWordCountsWheneverItIsGiven(storage: TestStorage) throws {
    let world = try World(storage)
    try say(["JournalZone"], in: world)
    // The zone is made only later.
    try world.zones([.create(World.journal)])
    let plain = RecordOperation.force("e", type: "JournalEntry", ["title": .string("x")])
    #expect(isRefused(try world.modify([plain]).outcomes[0]))
    // It is turned off, on again, and the keys go.
    try say([], in: world)
    #expect(try world.modify([plain]).outcomes[0].record != nil)
    try say(["JournalZone", "Other"], in: world)
    #expect(isRefused(try world.modify([plain]).outcomes[0]))
    try world.modify([.delete("keyring")], zone: Self.keys)
    #expect(try world.modify([plain]).outcomes[0].record != nil)
    try say(["JournalZone"], in: world)
    #expect(isRefused(try world.modify([plain]).outcomes[0]))
    try world.zones([.delete(Self.keys)])
    #expect(try world.modify([plain]).outcomes[0].record != nil)
  }

  @Test(arguments: TestStorage.allCases)
  func aRingWithoutSealedZonesOrWithOthersGuardsNothing(storage: TestStorage) throws {
    let world = try world(storage, sealing: false)
    try world.zones([.create(Self.keys)])
    let plain = RecordOperation.force("e", type: "JournalEntry", ["title": .string("x")])
    for fields: [String: FieldValue] in [["ring": .bytes([1])], ["sealedZones": .list([.string("JournalZones")])]] {
      try world.modify([.force("keyring", type: "Keyring", fields)], zone: Self.keys)
      #expect(try world.modify([plain]).outcomes[0].record != nil)
    }
  }
}
