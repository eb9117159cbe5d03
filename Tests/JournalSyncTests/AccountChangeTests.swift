import CloudRecord
import JournalCore
import JournalSync
import SyncCore
import Synchronization
import Testing

/// An account that is another one, or gone: nothing of the journal goes there.
@Suite struct AccountChangeTests {
  let world = CloudWorld()
  let laptop: Device

  init() { laptop = Device("laptop", world, number: 1) }

  @Test func somebodyElsesAccountStopsBeforeAnythingIsSent() {
    laptop.start()
    laptop.save("e1", ["title": .text("Run")])
    world.state.withLock { $0.user = "_bert" }
    laptop.store.edit("e2", ["title": .text("Anna's")])
    laptop.restart()
    let before = world.modifies.count
    laptop.start()
    #expect(laptop.phase == .stopped(.otherAccount))
    #expect(world.modifies.count == before)
    world.state.withLock { $0.user = "_anna" }
    laptop.tell(.accountChanged)
    #expect(laptop.phase == .resting)
    #expect(laptop.store.unsentNames == [])
  }

  /// The question came while another account was signed in; its answer is for the journal's own account.
  @Test(arguments: [SyncQuestion.Answer.uploadAgain, .takeServers])
  func anAnswerNeverBindsTheJournalToAnotherAccount(_ answer: SyncQuestion.Answer) throws {
    laptop.start()
    laptop.save("e1", ["title": .text("Run")])
    world.state.withLock { $0.user = "_bert" }
    laptop.tell(.accountChanged)
    #expect(laptop.phase == .stopped(.otherAccount))
    let other = CloudFailure(code: .changeTokenExpired, reason: "another history", isOtherHistory: true)
    world.failOnce(.lost(other)) { if case .caller = $0 { true } else { false } }
    laptop.tell(.accountChanged)
    #expect(laptop.phase == .asking(.otherIncarnation))
    let before = world.modifies.count
    laptop.command(.answer(answer))
    #expect(laptop.phase == .stopped(.otherAccount))
    #expect(try laptop.store.syncPosition().account?.userRecordName == "_anna")
    #expect(world.modifies.count == before)
    world.state.withLock { $0.user = "_anna" }
    laptop.tell(.accountChanged)
    #expect(laptop.phase == .resting)
    #expect(laptop.store.names == ["e1"])
  }

  @Test func anEndedSessionPausesUntilSomebodySignsIn() {
    laptop.start()
    let ended = CloudFailure(code: .notAuthenticated, reason: "sign in")
    world.failOnce(.lost(ended)) { if case .modify = $0 { true } else { false } }
    laptop.save("e1", ["title": .text("Run")])
    #expect(laptop.phase == .withoutAccount)
    #expect(laptop.runner.machine.account == .noAccount)
    laptop.save("e2", ["title": .text("more")])
    #expect(world.modifies.count == 1)
    laptop.tell(.accountChanged)
    #expect(laptop.store.unsentNames == [])
  }

  @Test func nobodySignedInSendsNothing() {
    laptop.isSignedIn = false
    laptop.start()
    laptop.save("e1", ["title": .text("Run")])
    #expect(world.requests.isEmpty)
    #expect(laptop.phase == .withoutAccount)
    laptop.isSignedIn = true
    laptop.tell(.accountChanged)
    #expect(laptop.store.unsentNames == [])
  }
}
