import CloudRecord
import JournalCore
import JournalSeal
import JournalSync
import SealKit
import Testing

/// What a device and its processes know of the keys between the steps that a person takes.
@Suite struct KeySurveyTests: HasKeyHome {
  let home = KeyHome()

  @Test func whoComesInByTheRecoveryKeyAsksNobodyAnyMore() async throws {
    _ = try await laptop.desk.found(account: KeyHolder.account)
    let key = try #require(try laptop.kept.recovery)
    _ = try await phone.desk.ask(account: KeyHolder.account)
    #expect(try await laptop.desk.requests().count == 1)
    _ = try await phone.desk.enter(key, account: KeyHolder.account)
    #expect(try await laptop.desk.requests().isEmpty)
  }

  @Test func aRequestGoesOnInAnotherProcessByItsWordsAlone() async throws {
    _ = try await laptop.desk.found(account: KeyHolder.account)
    let asked = try await attic.desk.ask(account: KeyHolder.account)
    let again = try KeyDesk.Joining(words: asked.words, request: KeyRequest(decoding: asked.request.encoded))
    _ = try await laptop.desk.approve(asked.words)
    guard case .ready = try await attic.desk.finish(again) else {
      Issue.record("not in")
      return
    }
    #expect(throws: SealFailure.self) { try KeyDesk.Joining(words: .fresh(seeded(9)), request: asked.request) }
  }

  @Test func whatIsKeptSaysWhoCanReadWithoutAskingTheServer() async throws {
    _ = try await laptop.desk.found(account: KeyHolder.account)
    try await laptop.letIn(attic)
    _ = try await laptop.desk.look()
    let survey = try KeySurvey(#require(try laptop.keeper.held()))
    #expect(survey.devices.map(\.name) == ["laptop", "attic"] && survey.devices.map(\.isThisOne) == [true, false])
    #expect(survey.status.state == .ready && survey.status.key == 1)
    #expect(survey.status.isRecoveryHere && !survey.status.isRecoveryConfirmed)
    try await laptop.desk.confirmRecovery(#require(try laptop.kept.recovery))
    _ = try await attic.desk.look()
    #expect(try KeySurvey(#require(try attic.keeper.held())).status.isRecoveryConfirmed)
    try await laptop.desk.remove(try attic.kept.device.id)
    _ = try await attic.desk.look()
    #expect(try KeySurvey(#require(try attic.keeper.held())).status.state == .removed)
    #expect(try attic.keeper.held()?.sealing(seeded(1)) == nil)
  }

  @Test func aJournalWithoutRecordsIsToldFromOneThatHasAny() async throws {
    #expect(try await laptop.desk.sight().isJournalEmpty)
    let journal = ZoneID(zoneName: "JournalZone")
    _ = world.send(.modifyZones([.create(journal)]), device: "plain")
    let entry = RecordOperation(
      .create, recordName: "one", recordType: "JournalEntry", fields: ["title": Field(.string("x"))])
    _ = world.send(.modify(ModifyRequest(operations: [entry], zoneID: journal)), device: "plain")
    #expect(try await !laptop.desk.sight().isJournalEmpty)
  }

  /// So many requests does a first sign-in have more than one that founds nothing, which looks once.
  @Test func foundingIsTwoRequestsAfterOneLook() async throws {
    let before = world.requests.count
    let sight = try await laptop.desk.sight()
    #expect(world.requests.count == before + 1)
    _ = try await laptop.desk.found(account: KeyHolder.account, signInID: "s", hasLooked: sight.ring == nil)
    #expect(world.requests.count == before + 3)
    // It says which sign-in it is, so that nothing is left to introduce.
    try await laptop.desk.introduce(signInID: "s")
    #expect(world.requests.count == before + 3)
    // The next sign-in looks, and saves the ring for its other id.
    let again = try await laptop.desk.sight()
    guard case .ready = try await laptop.desk.look(at: again.ring) else {
      Issue.record("not in")
      return
    }
    try await laptop.desk.introduce(signInID: "t", seen: again.ring)
    #expect(world.requests.count == before + 5)
  }

  @Test func aRingAloneMakesNoJournal() async throws {
    #expect(try await laptop.desk.sight().ring == nil)
    _ = try await laptop.desk.found(account: KeyHolder.account)
    #expect(try await laptop.desk.sight().isJournalEmpty)
    #expect(try await laptop.desk.sight().ring != nil)
  }
}
