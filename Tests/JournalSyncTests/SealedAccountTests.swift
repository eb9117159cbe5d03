import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Testing

/// From the founding of a ring to two devices with the same words: keys, engine, store and service together.
@Suite struct SealedAccountTests {
  let world = CloudWorld()
  let keysOfLaptop: KeyHolder
  let keysOfAttic: KeyHolder
  let laptop: SealedDevice
  let attic: SealedDevice

  init() async throws {
    keysOfLaptop = KeyHolder("laptop", world, seed: 1)
    keysOfAttic = KeyHolder("attic", world, seed: 2)
    _ = try await keysOfLaptop.desk.found(account: KeyHolder.account)
    laptop = try SealedDevice("laptop", world, number: 1, keys: keysOfLaptop.round(seed: 11))
    attic = try SealedDevice("attic", world, number: 2, keys: keysOfAttic.round(seed: 12))
    laptop.start()
  }

  private func sync() {
    for _ in 0..<2 {
      laptop.sync()
      attic.sync()
    }
  }

  private func isSealed(_ name: RecordName) throws -> Bool {
    let fields = try #require(try world.record(name.rawValue)).fields.keys
    return Set(fields) == ["sealed", "formatVersion"]
  }

  private func keyID(_ name: RecordName) throws -> KeyID {
    guard case .bytes(let bytes)? = try world.record(name.rawValue)?.fields["sealed"]?.value else {
      throw SealFailure.damaged("plain")
    }
    return try RecordSeal.keyID(of: bytes)
  }

  @Test func aDeviceThatWaitsReadsAndSendsNothingUntilItIsLetIn() async throws {
    let entry = try laptop.write("written on the laptop")
    laptop.sync()
    #expect(try isSealed(entry))
    let before = world.requests.count
    let joining = try await keysOfAttic.desk.ask(account: KeyHolder.account)
    let own = try attic.write("written while waiting")
    attic.start()
    attic.sync()
    #expect(attic.runner.machine.phase == .stopped(.keys(.waiting)))
    for request in world.requests[before...] {
      switch request {
      case .zoneChanges, .uploadAsset: Issue.record("\(request)")
      case .lookup(let lookup): #expect(lookup.zoneID?.zoneName == "KeyZone")
      case .modify(let modify): #expect(modify.zoneID?.zoneName == "KeyZone")
      default: break
      }
    }
    _ = try await keysOfLaptop.desk.approve(joining.words)
    guard case .ready = try await keysOfAttic.desk.finish(joining) else {
      Issue.record("not in")
      return
    }
    attic.settle(attic.runner.handle(.keysDoubted, at: world.now))
    sync()
    #expect(try attic.title(entry) == "written on the laptop")
    #expect(try laptop.title(own) == "written while waiting")
    #expect(try isSealed(own))
  }

  /// A server that takes no ring keeps a device that has left in the know, as long as the others seal under its key.
  @Test func nothingIsSealedUnderTheKeyOfADeviceThatHasLeft() async throws {
    try await keysOfLaptop.letIn(keysOfAttic)
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    laptop.sync()
    try await keysOfAttic.desk.leave()
    let conflict = CloudWorld.conflict("keyring")
    world.failing { request in
      guard case .modify(let modify) = request, modify.zoneID?.zoneName == "KeyZone" else { return nil }
      return .answer(conflict)
    }
    let entry = try laptop.write("written after that")
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    laptop.sync()
    #expect(try world.record(entry.rawValue) == nil)
    // It goes once the server takes the new key.
    world.failing { _ in nil }
    world.advance(3_600_000)
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    laptop.sync()
    #expect(try keyID(entry) == keysOfLaptop.kept.ring?.keys.newest.id)
    #expect(try keysOfLaptop.kept.ring?.keys.number == 2)
  }

  /// The server’s data went back to a time before the device left, and no device has looked at the ring since.
  @Test func theKeyThatIsOwedComesAfterAnOlderRingWasReplaced() async throws {
    try await keysOfLaptop.letIn(keysOfAttic)
    let old = try #require(world.ring)
    try await keysOfAttic.desk.leave()
    // The laptop took the ring in and was ended before it made the key.
    let left = try #require(world.ring)
    var held = try #require(try keysOfLaptop.keeper.held())
    held.ring = left
    let ring = try KeyRing(decoding: left)
    held.kept.ring?.serial = ring.serial
    held.kept.ring?.head = try #require(ring.log.last).digest
    try keysOfLaptop.keeper.keep(held)
    world.putRing(old)
    #expect(try await keysOfLaptop.keyNumber() == 2)
    // So does an engine.
    try keysOfLaptop.keeper.keep(held)
    world.putRing(old)
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    laptop.sync()
    #expect(try keysOfLaptop.kept.ring?.keys.number == 2)
  }

  @Test func afterARemovalEverythingIsSealedUnderTheNextKey() async throws {
    try await keysOfLaptop.letIn(keysOfAttic)
    attic.start()
    let entry = try laptop.write("one")
    sync()
    #expect(try attic.title(entry) == "one")
    try await keysOfLaptop.desk.remove(try keysOfAttic.kept.device.id)
    // The engine hears of it with the next look at the keys.
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    try laptop.edit(entry, .title("two"))
    laptop.sync()
    #expect(try keyID(entry) == keysOfLaptop.kept.ring?.keys.newest.id)
    #expect(try keysOfLaptop.kept.ring?.keys.number == 2)
    // What the removed device still reads it cannot open, so it looks at the keys, and stops.
    try attic.edit(entry, .body("written by a removed device"))
    attic.sync()
    guard case .stopped(.keys(.removed)) = attic.runner.machine.phase else {
      Issue.record("\(attic.runner.machine.phase)")
      return
    }
    #expect(try attic.title(entry) == "one")
    #expect(try attic.entry(entry)?.body == "written by a removed device")
    laptop.sync()
    #expect(try laptop.entry(entry)?.body == "")
  }

  @Test func anotherKeyIsNoticedByTheRecordThatItSeals() async throws {
    try await keysOfLaptop.letIn(keysOfAttic)
    attic.start()
    let entry = try laptop.write("one")
    sync()
    try await keysOfLaptop.desk.rotate()
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    try laptop.edit(entry, .title("two"))
    laptop.sync()
    // The attic does not hear that there is another key.
    attic.sync()
    #expect(try attic.title(entry) == "two")
    #expect(try attic.overview().unreadable == 0)
    try attic.edit(entry, .title("three"))
    sync()
    #expect(try laptop.title(entry) == "three")
  }

  @Test func aServerThatHidesOrReplacesTheKeysStopsTheEngineAndNothingGoesPlain() async throws {
    let ring = try #require(world.ring)
    let entry = try laptop.write("one")
    laptop.sync()
    let household = try Household()
    world.putRing(try household.founded().verified.ring.encoded)
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    try laptop.edit(entry, .title("two"))
    laptop.sync()
    #expect(laptop.runner.machine.phase == .stopped(.keys(.another)))
    #expect(try world.record(entry.rawValue)?.fields["title"] == nil)
    world.putRing(ring)
    laptop.settle(laptop.runner.handle(.syncNow, at: world.now))
    laptop.sync()
    #expect(laptop.runner.machine.phase == .resting)
    // Gone is not turned off: the keys are saved again, and what is written goes sealed.
    world.deleteKeyZone()
    try laptop.edit(entry, .title("three"))
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    laptop.sync()
    #expect(world.ring != nil)
    #expect(try isSealed(entry))
    #expect(try laptop.overview().unsent == 0)
  }
}
