import CloudRecord
import JournalCore
import JournalSeal
import JournalSync
import SealKit
import Testing

/// What a server shows in place of the ring.
extension KeyDeskTests {
  @Test func anOlderRingIsReplacedByTheKnownOne() async throws {
    try await found()
    let old = try #require(world.ring)
    try await laptop.letIn(attic)
    let serial = try KeyRing(decoding: try #require(world.ring)).serial
    world.putRing(old)
    #expect(try await attic.keyNumber() == 1)
    let now = try VerifiedRing(decoding: try #require(world.ring))
    #expect(now.state.active.count == 2 && now.ring.serial > serial)
    #expect(try await laptop.keyNumber() == 1)
  }

  @Test func aRingThatIsGoneIsSavedAgain() async throws {
    try await found()
    world.deleteKeyZone()
    #expect(try await laptop.keyNumber() == 1)
    #expect(world.ring != nil)
  }

  @Test func aCrashBetweenTheRingAndTheKeysIsHealed() async throws {
    try await found()
    try await laptop.letIn(attic)
    let before = try attic.kept
    try await laptop.desk.rotate()
    // The attic wrote the ring, and its keys are those of before.
    try attic.keeper.keep(HeldKeys(before, ring: world.ring))
    #expect(try await attic.keyNumber() == 2)
    #expect(try attic.kept.ring?.keys.number == 2)
    // So it does where the log says that it was removed.
    let removed = try attic.kept
    try await laptop.desk.remove(removed.device.id)
    let between = HeldKeys(removed, ring: world.ring)
    try attic.keeper.keep(between)
    // Whatever starts before that look stands as one that was removed.
    #expect(try KeySurvey(between).status.state == .removed && between.sealing(seeded(1)) == nil)
    guard case .removed = try await attic.desk.look() else {
      Issue.record("still in")
      return
    }
  }

  @Test func whereOnlyTheRingIsGoneTheServersIsTakenIfItGoesOnFromTheKeys() async throws {
    try await found()
    let old = try #require(world.ring)
    try await laptop.letIn(attic)
    let kept = try attic.kept
    try await laptop.desk.rotate()
    try attic.keeper.keep(HeldKeys(kept))
    #expect(try KeySurvey(HeldKeys(kept)).status.state == .refused)
    #expect(try await attic.keyNumber() == 2)
    // An older one does not.
    try attic.keeper.keep(HeldKeys(try attic.kept))
    world.putRing(old)
    #expect(try await attic.trouble() == .forked)
  }

  @Test func aForkedRingStops() async throws {
    try await found()
    let old = try #require(try laptop.keeper.held())
    try await laptop.letIn(attic)
    // The server has the laptop of before let another one in, beside what the attic knows.
    world.putRing(try #require(old.ring))
    let back = KeyHolder("laptop", world, seed: 8)
    try back.keeper.keep(old)
    try await back.letIn(phone)
    #expect(try await attic.trouble() == .forked)
    #expect(try attic.kept.state == .ready)
  }

  /// A device that is in saves the ring with the greatest serial, so that no other device could remove it any more.
  @Test func aSerialThatLeapsIsNotTaken() async throws {
    try await found()
    try await laptop.letIn(attic)
    let held = try #require(try attic.keeper.held())
    let verified = try VerifiedRing(decoding: #require(held.ring))
    let opened = try #require(
      try OpenedRing(verified, as: .device(held.kept.device), wrapping: HybridWrapping()))
    func leapt(by leap: UInt64) throws -> [UInt8] {
      let draft = RingDraft(opened, by: .device(held.kept.device), at: 1, random: seeded(4))
      return try draft.encoded(serialAbove: verified.ring.serial + leap - 1, wrapping: HybridWrapping())
    }
    world.putRing(try leapt(by: KeyRing.longestLeap + 1))
    guard case .broken? = try await laptop.trouble() else {
      Issue.record("a serial that leaps was taken")
      return
    }
    world.putRing(try leapt(by: KeyRing.longestLeap))
    #expect(try await laptop.trouble() == nil)
    try await laptop.desk.remove(held.kept.device.id)
    #expect(try await laptop.keyNumber() == 2)
  }

  @Test func aNewerRingStops() async throws {
    try await found()
    let ring = try #require(world.ring)
    var newer = ring
    newer[3] = 2
    world.putRing(newer)
    #expect(try await laptop.trouble() == .newer)
    world.putRing(ring)
    #expect(try await laptop.keyNumber() == 1)
  }

  /// A disk, or who runs the server, changes the ring: a device whose own is sound puts that there again.
  @Test(arguments: 0...5)
  func aDamagedRingIsReplacedByASoundOne(kind: Int) async throws {
    try await found()
    try await laptop.letIn(attic)
    let ring = try #require(world.ring)
    var damaged = ring
    switch kind {
    case 0: damaged[ring.count - 100] ^= 1
    case 1: damaged.removeLast(7)
    case 2: damaged = []
    // The ring's id, and the highest byte of its serial.
    case 3: damaged[4] ^= 1
    case 4: damaged[20] ^= 1
    default: damaged = [UInt8](repeating: 7, count: 40)
    }
    world.putRing(damaged)
    #expect(try await attic.keyNumber() == 1)
    #expect(try attic.keeper.setback(at: world.now) == .replaced(at: Instant(milliseconds: world.now)))
    let now = try VerifiedRing(decoding: try #require(world.ring))
    #expect(try now.state.heads == laptop.state.heads)
    #expect(try await laptop.keyNumber() == 1)
  }

  @Test func aDamagedRingOfAnotherNameIsLeftAsItIs() async throws {
    try await found()
    let home = try Household()
    var other = try home.founded().verified.ring.encoded
    other[other.count - 1] ^= 1
    world.putRing(other)
    guard case .broken? = try await laptop.trouble() else {
      Issue.record("it was taken, or replaced")
      return
    }
    #expect(world.ring == other)
  }

  @Test func whatIsDamagedHereGoesOverNothing() async throws {
    try await found()
    var held = try #require(try laptop.keeper.held())
    let ring = try #require(held.ring)
    // One byte of the last signature: the keys do not show it.
    held.ring?[ring.count - 1] ^= 1
    try laptop.keeper.keep(held)
    let damaged = Array(ring.dropLast(7))
    world.putRing(damaged)
    guard case .broken? = try await laptop.trouble() else {
      Issue.record("it was taken, or replaced")
      return
    }
    #expect(world.ring == damaged)
  }

  /// Data that go back again and again are not fought with; but that is said, and a person's own change goes over them.
  @Test func theFourthOlderRingWithinADayIsKeptAndAChangeGoesOverIt() async throws {
    try await found()
    let old = try #require(world.ring)
    try await laptop.letIn(attic)
    for _ in 0..<3 {
      world.putRing(old)
      #expect(try await laptop.keyNumber() == 1)
      #expect(world.ring != old)
    }
    #expect(try laptop.keeper.setback(at: world.now)?.isKept == false)
    world.putRing(old)
    #expect(try await laptop.keyNumber() == 1)
    #expect(try world.ring == old && laptop.keeper.setback(at: world.now)?.isKept == true)
    try await laptop.desk.rotate()
    #expect(try laptop.keeper.setback(at: world.now)?.isKept == false)
    let now = try VerifiedRing(decoding: try #require(world.ring))
    #expect(now.state.active.count == 2 && now.state.keyNumber == 2)
    #expect(try await attic.keyNumber() == 2)
  }

  @Test func aDeviceThatWasRemovedKnowsByWhom() async throws {
    try await found()
    try await laptop.letIn(attic)
    try await laptop.desk.remove(try attic.kept.device.id)
    guard case .removed = try await attic.desk.look() else {
      Issue.record("still in")
      return
    }
    #expect(try attic.keeper.remover() == "laptop")
    let survey = try KeySurvey(#require(try attic.keeper.held()))
    #expect(survey.status.state == .removed && survey.removedAt == UInt64(world.now))
  }
}
