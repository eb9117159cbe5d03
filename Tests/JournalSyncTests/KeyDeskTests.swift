import CloudRecord
import JournalCore
import JournalSeal
import JournalSync
import SealKit
import Synchronization
import Testing

/// What a person does with the keys of an account, on several devices and the real service in memory.
@Suite struct KeyDeskTests {
  let world = CloudWorld()
  let laptop: KeyHolder
  let attic: KeyHolder
  let phone: KeyHolder

  init() {
    laptop = KeyHolder("laptop", world, seed: 1)
    attic = KeyHolder("attic", world, seed: 2)
    phone = KeyHolder("phone", world, seed: 3)
  }

  private func found() async throws {
    guard case .ready(_, .sealed, 1) = try await laptop.desk.found(account: KeyHolder.account) else {
      throw KeyFailure.notIn
    }
  }

  private let isSave: @Sendable (CloudRequest) -> Bool = { if case .modify = $0 { true } else { false } }

  // MARK: Founding

  @Test func aRingIsFoundedAndItsKeyIsOnTheDiskBeforeTheServerHasIt() async throws {
    let keeper = laptop.keeper
    world.failing { request in
      guard case .modify = request else { return nil }
      do { #expect(try keeper.held()?.kept.state == .founding) } catch { Issue.record(error) }
      return nil
    }
    try await found()
    #expect(try laptop.kept.state == .ready)
    #expect(try laptop.kept.recovery != nil)
    #expect(try laptop.state.active.keys.map { $0 } == [laptop.kept.device.id])
    #expect(world.keyRecord("keyring")?.fields["sealedZones"]?.value == .list([.string("JournalZone")]))
    await #expect(throws: KeyFailure.alreadyIn) { try await laptop.desk.found(account: KeyHolder.account) }
    await #expect(throws: KeyFailure.ringExists) { try await attic.desk.found(account: KeyHolder.account) }
  }

  @Test(arguments: [true, false])
  func aFoundingThatWasInterruptedGoesOn(arrives: Bool) async throws {
    let lost = CloudFailure(code: .networkFailure, reason: "cut", isOutcomeUnknown: true)
    world.failOnce(arrives ? .replyLost : .lost(lost), where: isSave)
    await #expect(throws: KeyFailure.self) { try await laptop.desk.found(account: KeyHolder.account) }
    #expect(try laptop.kept.state == .founding)
    #expect(try await laptop.keyNumber() == 1)
    #expect(try laptop.kept.state == .ready)
  }

  @Test func ofTwoThatFoundAtOnceTheSlowerOneWaits() async throws {
    try await found()
    // The attic had looked before the laptop saved.
    let other = KeyHolder("attic", CloudWorld(), seed: 2)
    other.world.failing { request in
      if case .modify = request { return .lost(CloudFailure(code: .networkFailure, reason: "cut")) }
      return nil
    }
    await #expect(throws: KeyFailure.self) { try await other.desk.found(account: KeyHolder.account) }
    try attic.keeper.keep(try #require(try other.keeper.held()))
    guard case .waiting = try await attic.desk.look() else {
      Issue.record("the slower one does not wait")
      return
    }
    #expect(try attic.kept.state == .waiting)
    #expect(try attic.kept.recovery == nil && attic.kept.ring == nil)
    #expect(try await laptop.keyNumber() == 1)
  }

  /// Two processes of one computer, such as two sign-ins: both had read that there are no keys.
  @Test func ofTwoProcessesThatFoundAtOnceOneGoesOnWithTheKeysOfTheOther() async throws {
    let faster = KeyHolder("laptop", CloudWorld(), seed: 2)
    faster.world.failing { request in
      if case .modify = request { return .lost(CloudFailure(code: .networkFailure, reason: "cut")) }
      return nil
    }
    await #expect(throws: KeyFailure.self) { try await faster.desk.found(account: KeyHolder.account) }
    let (keeper, theirs) = (laptop.keeper, try #require(try faster.keeper.held()))
    world.failing { request in
      guard case .lookup = request else { return nil }
      do { if try keeper.held() == nil { try keeper.keep(theirs) } } catch { Issue.record(error) }
      return nil
    }
    try await found()
    #expect(try laptop.kept.device == theirs.kept.device && laptop.kept.recovery == theirs.kept.recovery)
    #expect(try laptop.state.active.keys.map { $0 } == [theirs.kept.device.id])
  }

  // MARK: Six words

  @Test func aSecondDeviceComesInByItsWords() async throws {
    try await found()
    let joining = try await attic.desk.ask(account: KeyHolder.account)
    guard case .waiting = try await attic.desk.finish(joining) else {
      Issue.record("in without an answer")
      return
    }
    #expect(try await laptop.desk.requests().map(\.name) == ["attic"])
    // Four letters of each word are enough.
    let typed = joining.words.shown.map { String($0.prefix(4)) }.joined(separator: " ")
    #expect(try await laptop.desk.approve(try Words(typed: typed)) == "attic")
    guard case .ready(_, .sealed, 1) = try await attic.desk.finish(joining) else {
      Issue.record("not in")
      return
    }
    #expect(try attic.kept.ring?.keys == laptop.kept.ring?.keys)
    #expect(try attic.kept.ring?.entrance == .vouched)
    #expect(try await laptop.desk.requests().isEmpty)
    #expect(world.keyRecord("request-\(try attic.kept.device.id)") == nil)
  }

  @Test func wrongWordsThreeTimesEndTheRequest() async throws {
    try await found()
    let joining = try await attic.desk.ask(account: KeyHolder.account)
    let wrong = Words.fresh(seeded(99))
    for tries in 1...2 {
      await #expect(throws: KeyFailure.wrongWords) { try await laptop.desk.approve(wrong) { $0.map { _ in tries } } }
    }
    await #expect(throws: KeyFailure.tooManyTries) { try await laptop.desk.approve(wrong) { $0.map { _ in 3 } } }
    await #expect(throws: KeyFailure.noRequest) { try await attic.desk.finish(joining) }
    await #expect(throws: KeyFailure.noRequest) { try await laptop.desk.approve(joining.words) }
    #expect(try laptop.state.active.count == 1)
  }

  @Test func triesAreCountedOfEachRequestBeforeTheWordsAreLookedAt() async throws {
    try await found()
    let (joining, other) = (
      try await attic.desk.ask(account: KeyHolder.account), try await phone.desk.ask(account: KeyHolder.account)
    )
    let worn = Digest(of: joining.request.encoded).bytes
    // After too many tries, made at once by several processes, even the right words are not looked at.
    await #expect(throws: KeyFailure.tooManyTries) {
      try await laptop.desk.approve(joining.words) { requests in requests.map { $0 == worn ? 4 : 1 } }
    }
    await #expect(throws: KeyFailure.noRequest) { try await attic.desk.finish(joining) }
    #expect(try await laptop.desk.approve(other.words) == "phone")
    // Where nothing can be counted, nothing is tried.
    let again = try await attic.desk.ask(account: KeyHolder.account)
    await #expect(throws: KeyFailure.contention) {
      try await laptop.desk.approve(again.words) { _ in throw KeyFailure.contention }
    }
    #expect(try laptop.state.active.count == 2)
  }

  @Test func anAnswerThatWasLostIsGivenAgainWithoutAddingTheDeviceAgain() async throws {
    try await found()
    let joining = try await attic.desk.ask(account: KeyHolder.account)
    world.failOnce(.lost(CloudFailure(code: .networkFailure, reason: "cut"))) { request in
      guard case .modify(let modify) = request else { return false }
      return modify.operations.first?.fields["answer"] != nil
    }
    await #expect(throws: KeyFailure.self) { try await laptop.desk.approve(joining.words) }
    // It is in the log, and does not believe it before the answer is there.
    guard case .waiting = try await attic.desk.finish(joining) else {
      Issue.record("in without an answer")
      return
    }
    _ = try await laptop.desk.approve(joining.words)
    guard case .ready = try await attic.desk.finish(joining) else {
      Issue.record("not in")
      return
    }
    #expect(try laptop.state.heads.count == 2)
  }

  /// Two processes of one computer that asked at once: the words of the one whose request was replaced answer nothing.
  @Test func aRequestThatAnotherOneReplacedIsFoundOutAtOnce() async throws {
    try await found()
    let first = try await attic.desk.ask(account: KeyHolder.account)
    let second = try await attic.desk.ask(account: KeyHolder.account)
    #expect(first.request.device == second.request.device)
    await #expect(throws: KeyFailure.noRequest) { try await attic.desk.finish(first) }
    guard case .waiting = try await attic.desk.finish(second) else {
      Issue.record("in without an answer")
      return
    }
  }

  @Test func aRequestIsAnsweredForHalfAnHour() async throws {
    try await found()
    let joining = try await attic.desk.ask(account: KeyHolder.account)
    world.advance(31 * 60_000)
    await #expect(throws: KeyFailure.noRequest) { try await laptop.desk.approve(joining.words) }
  }

  @Test func aServerThatPutsItsOwnKeysIntoTheRequestIsFoundOut() async throws {
    try await found()
    let joining = try await attic.desk.ask(account: KeyHolder.account)
    let ring = try VerifiedRing(decoding: try #require(world.ring))
    let forged = try KeyRequest(
      of: DeviceKeys(id: attic.kept.device.id, pair: .fresh(seeded(5))), named: "attic", to: ring.ring.id,
      head: ring.state.head, at: UInt64(world.now), key: SecretBytes([UInt8](repeating: 1, count: 32)))
    world.putKeyRecord(
      "request-\(try attic.kept.device.id)", type: "KeyRequest", ["request": Field(.bytes(forged.encoded))])
    await #expect(throws: KeyFailure.wrongWords) { try await laptop.desk.approve(joining.words) }
    #expect(try laptop.state.active.count == 1)
  }

  @Test func aServerThatShowsANewDeviceARingOfItsOwnIsFoundOut() async throws {
    try await found()
    let joining = try await attic.desk.ask(account: KeyHolder.account)
    // It knows the new device's public keys, and lets it into a ring that it founded.
    let household = try Household()
    let trap = try household.changed(try household.founded()) { draft in
      try draft.add(try attic.kept.device.identity, named: "attic")
    }
    world.putRing(trap.verified.ring.encoded)
    world.putKeyRecord(
      "request-\(try attic.kept.device.id)", type: "KeyRequest",
      ["answer": Field(.bytes([UInt8](repeating: 7, count: 32)))])
    guard case .waiting = try await attic.desk.finish(joining) else {
      Issue.record("taken in by a ring without an answer")
      return
    }
    #expect(try attic.kept.ring == nil)
    #expect(try await laptop.trouble() == .another)
  }

  // MARK: The recovery key

  @Test func aDeviceComesInByTheRecoveryKey() async throws {
    try await found()
    let typed = try #require(try laptop.kept.recovery).shown.joined(separator: " ").lowercased()
    let key = try RecoveryKey(typed: typed)
    guard case .ready(_, .sealed, 1) = try await phone.desk.enter(key, account: KeyHolder.account) else {
      Issue.record("not in")
      return
    }
    #expect(try phone.kept.ring?.entrance == .recoveryKey)
    #expect(try phone.kept.ring?.keys == laptop.kept.ring?.keys)
    // The others see who came.
    #expect(try await laptop.keyNumber() == 1)
    #expect(try laptop.state.active.count == 2)
    await #expect(throws: KeyFailure.otherRecoveryKey) {
      try await attic.desk.enter(.fresh(seeded(50)), account: KeyHolder.account)
    }
  }

  @Test func aRecoveryKeyThatWasReplacedOpensNothing() async throws {
    try await found()
    let old = try #require(try laptop.kept.recovery)
    let new = try await laptop.desk.changeRecovery()
    #expect(try laptop.kept.recovery == new)
    await #expect(throws: KeyFailure.otherRecoveryKey) {
      try await phone.desk.enter(old, account: KeyHolder.account)
    }
    guard case .ready(_, _, 2) = try await phone.desk.enter(new, account: KeyHolder.account) else {
      Issue.record("not in")
      return
    }
    try await laptop.desk.confirmRecovery(new)
    #expect(try laptop.kept.recovery == nil)
  }

  /// A device that was away confirms the paper of before: the new key's only copy is on another one.
  @Test func confirmingAnOldRecoveryKeyLeavesTheNewOneWhereItIs() async throws {
    try await found()
    try await laptop.letIn(attic)
    let old = try #require(try laptop.kept.recovery)
    let new = try await attic.desk.changeRecovery()
    await #expect(throws: KeyFailure.otherRecoveryKey) { try await laptop.desk.confirmRecovery(old) }
    _ = try await attic.desk.look()
    #expect(try attic.kept.recovery == new)
    #expect(try laptop.kept.recovery == nil)
    #expect(try !KeySurvey(#require(try laptop.keeper.held())).status.isRecoveryConfirmed)
    // Nor does a device that has typed the right one say so in place of the one that keeps it.
    await #expect(throws: RingFailure.self) { try await laptop.desk.confirmRecovery(new) }
    try await attic.desk.confirmRecovery(new)
    // Done again, as after a lost answer.
    try await attic.desk.confirmRecovery(new)
    #expect(try KeySurvey(#require(try attic.keeper.held())).status.isRecoveryConfirmed)
  }

  private func comesIn(_ key: RecoveryKey) async throws -> Bool {
    let visitor = KeyHolder("visitor", world, seed: UInt64(100 + world.requests.count))
    guard case .ready = try await visitor.desk.enter(key, account: KeyHolder.account) else { return false }
    return true
  }

  @Test func aRecoveryKeyIsOnTheDiskBeforeTheServerHasItsRing() async throws {
    try await found()
    let (keeper, old) = (laptop.keeper, try #require(try laptop.kept.recovery))
    world.failing { request in
      guard case .modify = request else { return nil }
      do {
        let kept = try #require(try keeper.held()).kept
        #expect(kept.recoveryNext != nil && kept.recovery == old)
      } catch { Issue.record(error) }
      return nil
    }
    let new = try await laptop.desk.changeRecovery()
    #expect(try laptop.kept.recovery == new && laptop.kept.recoveryNext == nil)
  }

  /// The person sees an error, and the key that is shown then opens the journal all the same.
  @Test(arguments: [true, false])
  func aRecoveryKeyWhoseSaveGotNoAnswerIsTheOneThatIsShown(arrives: Bool) async throws {
    try await found()
    let lost = CloudFailure(code: .networkFailure, reason: "cut", isOutcomeUnknown: true)
    world.failOnce(arrives ? .replyLost : .lost(lost), where: isSave)
    await #expect(throws: KeyFailure.self) { try await laptop.desk.changeRecovery() }
    _ = try await laptop.desk.look()
    #expect(try await comesIn(try #require(try laptop.kept.recovery)))
    // Done again it is another one, and that one opens it, too.
    let again = try await laptop.desk.changeRecovery()
    #expect(try laptop.kept.recovery == again && laptop.kept.recoveryNext == nil)
    #expect(try laptop.state.renewals == 1 || arrives)
    #expect(try await comesIn(again))
  }

  /// A request that the network held back arrives after the server was asked again.
  @Test func aRecoveryKeyWhoseRingArrivesLateIsNotGivenUpBefore() async throws {
    try await found()
    let late = Mutex<CloudRequest?>(nil)
    world.failing { request in
      guard case .modify = request, late.withLock({ $0 }) == nil else { return nil }
      late.withLock { $0 = request }
      return .lost(CloudFailure(code: .networkFailure, reason: "cut", isOutcomeUnknown: true))
    }
    await #expect(throws: KeyFailure.self) { try await laptop.desk.changeRecovery() }
    _ = try await laptop.desk.look()
    _ = world.send(try #require(late.withLock { $0 }), device: "laptop")
    _ = try await laptop.desk.look()
    #expect(try laptop.state.renewals == 1)
    #expect(try await comesIn(try #require(try laptop.kept.recovery)))
  }

  @Test func removingTheKeeperWithoutAnAnswerKeepsTheNewRecoveryKey() async throws {
    try await found()
    try await laptop.letIn(attic)
    let gone = try laptop.kept.device.id
    world.failOnce(.replyLost, where: isSave)
    await #expect(throws: KeyFailure.self) { try await attic.desk.remove(gone) }
    try await attic.desk.remove(gone)
    #expect(try await attic.keyNumber() == 2)
    #expect(try await comesIn(try #require(try attic.kept.recovery)))
  }

  @Test func aDeviceThatCameByTheRecoveryKeyBelievesNoOpenJournal() async throws {
    try await found()
    let key = try #require(try laptop.kept.recovery)
    _ = try await phone.desk.enter(key, account: KeyHolder.account)
    try await laptop.desk.change { try $0.set(.opening) }
    #expect(try await phone.trouble() == .unconfirmedMode)
    guard case .ready(let sealing, .opening, _) = try await laptop.desk.look() else {
      Issue.record("not opening")
      return
    }
    #expect(!sealing.isSealed)
  }

  // MARK: Removing

  @Test func aRemovedDeviceHasNoPartInTheNextKey() async throws {
    try await found()
    try await laptop.letIn(attic)
    let gone = try attic.kept.device.id
    try await laptop.desk.remove(gone)
    #expect(try await laptop.keyNumber() == 2)
    guard case .removed = try await attic.desk.look() else {
      Issue.record("still in")
      return
    }
    #expect(try attic.kept.ring?.keys.number == 1)
    // It comes back as another device.
    try await laptop.letIn(attic)
    #expect(try attic.kept.device.id != gone)
    #expect(try await attic.keyNumber() == 2)
  }

  @Test func removingTheKeeperOfTheRecoveryKeyMakesAnother() async throws {
    try await found()
    let old = try #require(try laptop.kept.recovery)
    try await laptop.letIn(attic)
    _ = try await attic.desk.look()
    try await attic.desk.remove(try laptop.kept.device.id)
    let new = try #require(try attic.kept.recovery)
    #expect(new != old)
    await #expect(throws: KeyFailure.otherRecoveryKey) {
      try await phone.desk.enter(old, account: KeyHolder.account)
    }
    _ = try await phone.desk.enter(new, account: KeyHolder.account)
    #expect(try await phone.keyNumber() == 2)
  }

  @Test func theDeviceThatKeepsTheRecoveryKeyDoesNotLeaveWithIt() async throws {
    try await found()
    try await laptop.letIn(attic)
    await #expect(throws: KeyFailure.keepsRecovery) { try await laptop.desk.leave() }
    #expect(try KeySurvey(#require(try laptop.keeper.held())).keepsRecovery)
    _ = try await attic.desk.look()
    #expect(try !KeySurvey(#require(try attic.keeper.held())).status.isRecoveryConfirmed)
    try await laptop.desk.confirmRecovery(#require(try laptop.kept.recovery))
    try await laptop.desk.leave()
    #expect(try await attic.keyNumber() == 2)
    #expect(try KeySurvey(#require(try attic.keeper.held())).status.isRecoveryConfirmed)
  }

  @Test func whoLooksAfterADeviceHasLeftMakesANewKey() async throws {
    try await found()
    try await laptop.letIn(attic)
    try await attic.desk.leave()
    #expect(try attic.kept.state == .removed)
    #expect(try await laptop.keyNumber() == 2)
    #expect(try laptop.state.active.count == 1)
  }

  @Test func twoThatChangeTheRingAtOnceBothGetTheirWish() async throws {
    try await found()
    try await laptop.letIn(attic)
    try await laptop.letIn(phone)
    let gone = try phone.kept.device.id
    let before = try #require(try attic.keeper.held())
    try await laptop.desk.rotate()
    // The attic had read the ring before that: its save meets a conflict, and it makes its change again.
    try attic.keeper.keep(before)
    try await attic.desk.remove(gone)
    #expect(try await laptop.keyNumber() == 3)
    #expect(try laptop.state.active.count == 2)
    #expect(try await attic.keyNumber() == 3)
  }

  // MARK: What a server shows

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

  /// A device that is in could use up all serials, so that nobody can save its removal any more.
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

  @Test func aNewerAndADamagedRingStop() async throws {
    try await found()
    let ring = try #require(world.ring)
    var newer = ring
    newer[3] = 2
    world.putRing(newer)
    #expect(try await laptop.trouble() == .newer)
    var damaged = ring
    damaged[ring.count - 100] ^= 1
    world.putRing(damaged)
    guard case .broken? = try await laptop.trouble() else {
      Issue.record("a damaged ring was taken")
      return
    }
    world.putRing(ring)
    #expect(try await laptop.keyNumber() == 1)
  }
}
