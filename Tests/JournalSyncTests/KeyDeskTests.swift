import CloudRecord
import JournalCore
import JournalSeal
import JournalSync
import SealKit
import Testing

/// What a person does with the keys of an account, on several devices and the real service in memory.
@Suite struct KeyDeskTests: HasKeyHome {
  let home = KeyHome()

  func found() async throws {
    guard case .ready(_, .sealed, 1) = try await laptop.desk.found(account: KeyHolder.account) else {
      throw KeyFailure.notIn
    }
  }

  let isSave: @Sendable (CloudRequest) -> Bool = { if case .modify = $0 { true } else { false } }

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
}
