import CloudRecord
import JournalCore
import JournalSeal
import JournalSync
import SealKit
import Synchronization
import Testing

/// The recovery key: made, shown, confirmed, typed in.
extension KeyDeskTests {
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

  /// The disk has room for the key, and none for what the server has taken.
  @Test func aRecoveryKeyThatIsInForceIsNotLostOnAFullDisk() async throws {
    try await found()
    let old = try #require(try laptop.kept.recovery)
    laptop.keeper.fill(after: 1)
    let new = try await laptop.desk.changeRecovery()
    #expect(try laptop.kept.recovery == old && laptop.kept.recoveryNext == new)
    // The disk is full still: what is shown opens the journal all the same.
    #expect(try await laptop.desk.recoveryInForce() == new)
    #expect(try await comesIn(new))
    laptop.keeper.fill(after: nil)
    _ = try await laptop.desk.look()
    #expect(try laptop.kept.recovery == new && laptop.kept.recoveryNext == nil)
    // Where there is no room for the key itself the server is told nothing.
    laptop.keeper.fill(after: 0)
    await #expect(throws: MemoryKeeper.DiskFull.self) { try await laptop.desk.changeRecovery() }
    #expect(try await laptop.desk.recoveryInForce() == new)
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
}
