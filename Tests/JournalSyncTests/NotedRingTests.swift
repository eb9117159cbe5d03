import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Testing

/// A journal that was encrypted once is never plain by a server's word, whatever became of its keys here.
@Suite struct NotedRingTests {
  let world = CloudWorld()
  let keysOfLaptop: KeyHolder
  let keysOfAttic: KeyHolder

  init() async throws {
    keysOfLaptop = KeyHolder("laptop", world, seed: 1)
    keysOfAttic = KeyHolder("attic", world, seed: 2)
    _ = try await keysOfLaptop.desk.found(account: KeyHolder.account)
  }

  /// - Parameter name: Of the device; one that wrote before has another.
  private func phase(_ keys: KeyHolder, as name: String = "laptop") throws -> SyncPhase {
    let device = try SealedDevice(name, world, number: 7, keys: keys.round(seed: 17, mayBePlain: true))
    device.start()
    _ = try device.write("zqword")
    device.sync()
    #expect(
      world.modifies.allSatisfy { $0.zoneID?.zoneName != "JournalZone" } || device.runner.machine.phase == .resting)
    return device.runner.machine.phase
  }

  @Test func theFileSaysWhichRingWasTakenAndWhetherItIsOff() async throws {
    let kept = try keysOfLaptop.kept
    let note = try #require(try keysOfLaptop.keeper.noted())
    #expect(note == NotedRing(text: note.text))
    #expect(note.id == kept.ring?.id.description && !note.isOff)
    #expect(NotedRing(text: "a b") == nil && NotedRing(text: "a b open") == nil)
    _ = try await keysOfLaptop.desk.turnOff()
    #expect(try keysOfLaptop.keeper.noted()?.isOff == false, "it is on its way")
  }

  @Test func withoutItsKeysAJournalStaysEncrypted() async throws {
    keysOfLaptop.keeper.remove()
    #expect(try phase(keysOfLaptop) == .stopped(.keys(.waiting)))
    // The server shows no keys at all.
    world.deleteKeyZone()
    #expect(try phase(keysOfLaptop) == .stopped(.keys(.noRing)))
    // A ring in mode 0 that no device of the person's ever agreed to.
    world.putRing(try Self.ringThatIsOff())
    #expect(try phase(keysOfLaptop) == .stopped(.keys(.waiting)))
  }

  /// A ring that a server made by itself, and turned off.
  private static func ringThatIsOff() throws -> [UInt8] {
    let random = seeded(99)
    let device = try DeviceKeys.fresh(random)
    let recovery = RecoveryKey.fresh(random)
    var draft = try RingDraft.found(
      by: device, named: "stranger", recovery: recovery.pair(), mode: .sealed, at: 1000, random: random)
    try draft.set(.opening)
    try draft.set(.open)
    return try draft.encoded(wrapping: HybridWrapping())
  }

  @Test func aJournalThatNeverWasAsksAPersonBeforeItIsPlain() throws {
    world.deleteKeyZone()
    let attic = KeyHolder("attic", world, seed: 5)
    #expect(try phase(attic) == .resting, "a person has said so")
    let unanswered = KeyRound(keeper: attic.keeper, random: seeded(6), isUnanswered: true)
    for ring in [nil, try Self.ringThatIsOff()] {
      if let ring { world.putRing(ring) }
      let device = try SealedDevice("attic", world, number: 8, keys: unanswered)
      device.start()
      #expect(device.runner.machine.phase == .stopped(.keys(.unanswered)))
    }
    // A person has said that it is plain, and the ring says that it was turned off.
    #expect(try phase(attic, as: "attic-again") == .resting)
  }

  @Test func aRingThatWasTurnedOffIsBelievedWhereItsLogGoesOnFromTheNotedOne() async throws {
    try await keysOfLaptop.letIn(keysOfAttic)
    let laptop = try SealedDevice("laptop", world, number: 1, keys: keysOfLaptop.round(seed: 11))
    laptop.start()
    laptop.sync()
    keysOfAttic.keeper.remove()
    // It has asked to be let in, and waits.
    _ = try await keysOfAttic.desk.ask(account: KeyHolder.account)
    _ = try await keysOfLaptop.desk.turnOff()
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    laptop.sync()
    #expect(try keysOfLaptop.state.mode == .open)
    #expect(try keysOfLaptop.keeper.noted()?.isOff == true)
    // The attic has no keys; that it was turned off a device says that was in the ring that it knew.
    let attic = try SealedDevice("attic", world, number: 2, keys: keysOfAttic.round(seed: 12))
    attic.start()
    let entry = try attic.write("zqplain")
    attic.sync()
    #expect(attic.runner.machine.phase == .resting)
    #expect(try world.record(entry.rawValue)?.fields["title"] != nil)
  }

  @Test func oursIsSavedOverAnOlderRingThreeTimesADay() async throws {
    let older = try #require(world.ring)
    _ = try await keysOfLaptop.desk.newKey()
    let laptop = try SealedDevice("laptop", world, number: 1, keys: keysOfLaptop.round(seed: 11))
    laptop.start()
    for time in 1...4 {
      world.putRing(older)
      laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
      #expect((world.ring == older) == (time == 4), "\(time)")
      // What is sent is sealed under the known key either way.
      #expect(laptop.runner.machine.phase == .resting)
    }
    #expect(laptop.log.count { $0.contains("older version of the keys") } == 4)
    world.advance(25 * 3_600_000)
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    #expect(world.ring != older)
  }

  @Test func whoTurnedItOffIsSaid() async throws {
    try await keysOfLaptop.letIn(keysOfAttic)
    let attic = try SealedDevice("attic", world, number: 2, keys: keysOfAttic.round(seed: 12))
    attic.start()
    _ = try await keysOfLaptop.desk.turnOff()
    attic.settle(attic.runner.handle(.keysDoubted, at: world.now))
    #expect(attic.log.contains { $0.hasPrefix("Encryption was turned off by “laptop”") })
  }

  @Test(arguments: [(0, 0), (1, 1), (2, 1), (3, 2), (7, 3), (13, 3), (14, 4), (43, 4), (44, 5), (74, 6)])
  func anUnconfirmedRecoveryKeyIsShownAgain(day: UInt64, times: Int) {
    let day = day * 86_400_000
    #expect(RecoveryReminder.due(madeAt: 5, now: 5 + day) == times)
    #expect(RecoveryReminder.due(madeAt: 5 + day, now: 4) == 0)
  }
}
