import CloudRecord
import CloudService
import Testing

/// How much a share, a hierarchy and a request may be, and that nothing is half done where it is more.
@Suite struct SharingLimitTests {
  private func world(
    _ storage: TestStorage, _ change: (inout ServiceLimits) -> Void
  ) throws -> World {
    var limits = ServiceLimits()
    change(&limits)
    return try World.withEntry(storage, limits: limits)
  }

  private func error(_ world: World, _ operation: RecordOperation) throws -> ServiceError? {
    try world.modify([operation], world.person("alice")).outcomes[0].error
  }

  private func move(_ name: String, below parent: String) -> RecordOperation {
    var operation = RecordOperation(.forceUpdate, recordName: name)
    operation.parent = parent
    return operation
  }

  /// The list is full, whether people are named or come by the link.
  @Test(arguments: TestStorage.allCases) func thereIsNoRoomForOneMore(storage: TestStorage) throws {
    let world = try world(storage) { $0.participantsPerShare = 3 }
    let guid = try world.share("e", with: [], publicly: .readOnly).shortGUID
    for name in ["ben", "cleo", "ben"] { #expect(try world.accept(guid, as: name).outcome.information != nil) }
    let before = try world.database()
    let late = try world.accept(guid, as: "dora").outcome.error
    #expect(late?.code == .badRequest && late?.extensionCode == .tooManyParticipants)
    #expect(try world.visible("dora", ["e"]).isEmpty && world.database() == before)
    // Who goes makes room.
    try world.sharedModify("cleo", [.delete("S")])
    #expect(try world.accept(guid, as: "dora").outcome.information != nil)
  }

  @Test(arguments: TestStorage.allCases) func hierarchiesHaveSoManyLevels(storage: TestStorage) throws {
    let world = try world(storage) { $0.parentLevels = 4 }
    try world.share("other", with: [])
    // e, i, a2, a3, a4: four above the last.
    let chain = [RecordOperation.child("a2", of: "i"), .child("a3", of: "a2"), .child("a4", of: "a3")]
    #expect(try world.modify(chain).outcomes.allSatisfy { $0.record != nil })
    #expect(try error(world, .child("a5", of: "a4"))?.code == .badRequest)
    // Nor does what hangs on a record go deeper with it.
    try world.modify([.create("b0"), .child("b1", of: "b0"), .child("b2", of: "b1")])
    let tooDeep = try error(world, move("b0", below: "a2"))
    #expect(tooDeep?.reason == "The record 'b0', or one below it, would have more than 4 records above it")
    #expect(try world.record("b0")?.parent == nil)
    #expect(try error(world, move("b0", below: "i")) == nil)
    // What the same request has moved away does not count.
    try world.modify([.create("c0"), .child("c1", of: "c0"), .child("c2", of: "c1")])
    var away = RecordOperation(.forceUpdate, recordName: "c2")
    away.parentEdit = .cleared
    let both = try world.modify([away, move("c0", below: "a2")])
    #expect(both.outcomes.allSatisfy { $0.record != nil })
    // What it has moved there does.
    try world.modify([.create("d0"), .create("d1"), .create("d2")])
    let third = try world.modify([move("d2", below: "d1"), move("d1", below: "d0"), move("d0", below: "a2")])
    #expect(third.outcomes.map { $0.error == nil } == [true, true, false])
    for (name, parent) in [("e", "a4"), ("e", "e"), ("a2", "a3")] {
      #expect(try error(world, move(name, below: parent))?.reason.contains("its own parent") == true, "\(name)")
    }
  }

  @Test(arguments: TestStorage.allCases) func whatHangsOnARootIsLimited(storage: TestStorage) throws {
    let world = try world(storage) { $0.recordsPerWalk = 3 }
    try world.modify([.create("f"), .child("f1", of: "f"), .child("f2", of: "f"), .child("f3", of: "f2")])
    try world.modify([.create("g"), .child("g1", of: "g"), .child("g2", of: "g1"), .child("g3", of: "g2")])
    try world.modify([.child("g4", of: "g")])
    #expect(try error(world, .share("f", as: "F")) == nil)
    let refused = try refusal { _ = try world.modify([.share("g", as: "G")], world.person("alice")) }
    #expect(refused?.reason == "more than 3 records hang on this one; share the zone instead")
    #expect(try world.record("G") == nil && world.record("g")?.share == nil)
  }

  @Test(arguments: TestStorage.allCases) func sharesOfAZoneAreLimited(storage: TestStorage) throws {
    let world = try world(storage) { $0.sharesPerZone = 1 }
    try world.share("e")
    #expect(try error(world, .share("other", as: "T"))?.reason == "A zone has at most 1 shares")
    try world.modify([.delete("S")])
    #expect(try error(world, .share("other", as: "T")) == nil)
  }

  @Test(arguments: TestStorage.allCases) func whatASharesRecordHoldsIsLimited(storage: TestStorage) throws {
    let world = try world(storage) {
      ($0.shareTitle, $0.shareThumbnail, $0.protectionInfo, $0.nameLength) = (4, 4, 4, 40)
    }
    func share(_ field: String, _ value: FieldValue) -> RecordOperation {
      var operation = RecordOperation.share("e", as: "S")
      operation.fields[field] = Field(value)
      return operation
    }
    let five = [UInt8](repeating: 1, count: 5)
    let long = String(repeating: "x", count: 41)
    for info in [ProtectionInfo(bytes: five), ProtectionInfo(bytes: [1], changeTag: long)] {
      var ben = ShareParticipant.invited("ben")
      ben.protectionInfo = info
      let refused = try error(world, .share("e", as: "S", with: [ben]))
      #expect(refused?.reason.contains("protectionInfo has at most") == true)
    }
    #expect(try error(world, share("cloudkit.title", .string("Trips")))?.code == .badRequest)
    #expect(try error(world, share("cloudkit.thumbnailImageData", .bytes(five)))?.code == .badRequest)
    #expect(try error(world, share("a..b", .string("x")))?.code == .badRequest)
    #expect(try world.record("S") == nil && world.record("e")?.share == nil)
    #expect(try error(world, share("cloudkit.title", .string("Trip"))) == nil)
  }

  /// Who is out hears nothing more, not even that there is something.
  @Test(arguments: TestStorage.allCases) func whoIsOutIsNotNotified(storage: TestStorage) throws {
    let world = try World.withEntry(storage)
    let guid = try world.share("e").shortGUID
    try world.accept(guid, as: "ben")
    _ = try world.storage.write {
      try world.service.modifySubscriptions(
        [.create(Subscription(subscriptionID: "db", kind: .database))], world.person("ben", shared: true), in: $0)
    }
    func told(_ operation: RecordOperation) throws -> Set<String> {
      Set(try world.modify([operation], world.person("alice")).notifications.map(\.userRecordName))
    }
    #expect(try told(.force("i", type: "Image")) == ["_ben"])
    // The end itself is told: the zone has gone.
    #expect(try told(.share(nil, as: "S", with: [], kind: .forceUpdate)) == ["_ben"])
    #expect(try told(.force("i", type: "Image")).isEmpty)
  }
}
