import CloudRecord
import CloudService
import JournalCore
import JournalSeal
import JournalSync
import SyncCore
import Testing

/// The server's guard of sealed journals, as the program meets it.
@Suite struct GuardTests {
  @Test func theServerKnowsEveryFieldThatHasNoPlaceBesideASeal() {
    let types = [
      JournalSchema.entryType, JournalSchema.categoryType, JournalSchema.imageType, JournalSchema.preferenceType,
    ]
    for type in types {
      #expect(SealedZoneRule.types.contains(type))
      let missing = JournalSchema.plainNames(of: type).subtracting(SealedZoneRule.plainFields)
      #expect(missing.isEmpty, "\(type): \(missing.sorted())")
    }
  }

  @Test func aProgramThatIsTooOldIsToldSoAndPutsNoWordOnTheServer() async throws {
    let world = CloudWorld()
    let keys = KeyHolder("laptop", world, seed: 1)
    _ = try await keys.desk.found(account: KeyHolder.account)
    let laptop = try SealedDevice("laptop", world, number: 1, keys: keys.round(seed: 11))
    laptop.start()
    let entry = try laptop.write("zqsealed")
    laptop.sync()
    // One that knows nothing of keys, and does not look for them.
    let old = try SealedDevice("old", world, number: 2)
    old.start()
    let own = try old.write("zqplain")
    old.sync()
    #expect(try world.record(own.rawValue) == nil)
    #expect(try old.overview().parked == 1)
    let words = try #require(try old.overview().waiting.first { $0.recordName == own }?.reason)
    #expect(words.contains("this program is too old for it: update it"))
    #expect(try old.overview().unreadable == 1)
    // The other one goes on, and hears nothing of it.
    try laptop.edit(entry, .title("zqnext"))
    laptop.sync()
    #expect(try laptop.overview().unsent == 0)
  }

  @Test func aPlainDeviceThatTheGuardRefusesWaitsForTheKeysAndParksNothing() async throws {
    let world = CloudWorld()
    let attic = KeyHolder("attic", world, seed: 2)
    let plain = try SealedDevice(
      "attic", world, number: 2, keys: attic.round(seed: 12, mayBePlain: true, looksEachTime: false))
    plain.start()
    plain.sync()
    // It runs on, and nothing of the journal was ever there: no sealed record tells it.
    let keys = KeyHolder("laptop", world, seed: 1)
    _ = try await keys.desk.found(account: KeyHolder.account)
    let entry = try plain.write("zqplain")
    let before = world.requests.count
    plain.settle(plain.runner.handle(.localChange, at: world.now))
    #expect(plain.runner.machine.phase == .stopped(.keys(.waiting)))
    #expect(try plain.overview().parked == 0 && plain.overview().unsent == 1)
    #expect(world.requests.count == before + 2, "the refused batch and one look at the ring")
    #expect(try world.record(entry.rawValue) == nil)
    try await keys.letIn(attic)
    plain.settle(plain.runner.handle(.keysDoubted, at: world.now))
    plain.sync()
    #expect(try world.record(entry.rawValue)?.fields.keys.contains("sealed") == true)
    #expect(try plain.overview().unsent == 0)
  }

  @Test func aRefusalOfAPlainJournalIsOneLookAndThenTheRecordsOwn() throws {
    let world = CloudWorld()
    let keys = KeyHolder("attic", world, seed: 2)
    let plain = try SealedDevice(
      "attic", world, number: 2, keys: keys.round(seed: 12, mayBePlain: true, looksEachTime: false))
    plain.start()
    plain.sync()
    // A plain journal costs its server no look at keys.
    #expect(!world.requests.contains { if case .lookup = $0 { true } else { false } })
    world.failing { request in
      guard case .modify(let modify) = request, modify.zoneID?.zoneName == "JournalZone" else { return nil }
      let refusals = modify.operations.map {
        RecordOutcome.failed(recordName: $0.recordName, ServiceError(.badRequest, "not today"))
      }
      return .answer(.records(RecordsReply(outcomes: refusals)))
    }
    let entry = try plain.write("zqplain")
    plain.sync()
    #expect(plain.runner.machine.phase == .resting)
    #expect(try plain.overview().waiting.first { $0.recordName == entry }?.reason?.contains("not today") == true)
    #expect(world.requests.count { if case .lookup = $0 { true } else { false } } == 1)
  }

  @Test func aDeviceWithKeysListensToTheirZone() async throws {
    let world = CloudWorld()
    let keys = KeyHolder("laptop", world, seed: 1)
    _ = try await keys.desk.found(account: KeyHolder.account)
    let laptop = try SealedDevice("laptop", world, number: 1, keys: keys.round(seed: 11))
    laptop.start()
    laptop.sync()
    let zones = world.requests.flatMap { request -> [String] in
      guard case .modifySubscriptions(let operations) = request else { return [] }
      return operations.compactMap { operation in
        if case .create(let subscription) = operation { subscription.zoneID?.zoneName } else { nil }
      }
    }
    #expect(zones == ["JournalZone", "KeyZone"])
    let plain = try SealedDevice("plain", CloudWorld(), number: 2)
    plain.start()
    #expect(plain.log.allSatisfy { !$0.contains("KeyZone") })
  }
}
