import CloudRecord
import JournalCore
import SyncCore
import Testing

@testable import JournalSync

/// What a person reads of the account and of waiting, on the screen and on the command line.
@Suite struct AccountSentenceTests {
  @Test(arguments: SyncStatus.Account.allCases)
  func commandsNameCommandsAndTheScreenNamesKeys(state: SyncStatus.Account) {
    let commands = SyncSentences.account(state, "", .commands)
    #expect(!commands.contains("press A") && !commands.contains("Press A") && !commands.contains("; r "))
    #expect(!SyncSentences.account(state, "", .keys).contains("cloudjournal"))
    #expect(commands.hasSuffix("."))
  }

  @Test func valuesAreSaid() {
    func waiting(_ code: CloudErrorCode, _ seconds: Double?) -> String {
      SyncSentences.waiting(
        .request(CloudFailure(code: code, reason: "", retryAfter: seconds)), failures: 1, service: nil)
    }
    #expect(waiting(.requestRateLimited, 20) == "Too many requests; waiting 20 s as asked.")
    #expect(waiting(.requestRateLimited, nil) == "Too many requests; waiting as asked.")
    #expect(waiting(.serviceUnavailable, 29.2) == "The server is under maintenance. Again in 30 s.")
    #expect(waiting(.serviceUnavailable, .infinity) == "The server is under maintenance. Again in 86400 s.")
    #expect(
      SyncSentences.fullSpace("1.0 of 1 GB used", pictures: 12)
        == "Your space on the server is full (1.0 of 1 GB used). 12 pictures wait; words go first.")
    #expect(SyncSentences.fullSpace("", pictures: 0) == "Your space on the server is full.")
    let container = SyncSentences.sentence(.badContainer, "iCloud.x", .commands)
    #expect(
      container.contains("--container") && container.contains("iCloud.x") && !container.contains("sync.container"))
  }

  private func laptop(holdsUntil: Int64?) -> (Device, CloudWorld) {
    let world = CloudWorld()
    world.failing { request in
      if case .caller = request { return .lost(CloudFailure(code: .notAuthenticated, reason: "no such session")) }
      return nil
    }
    let laptop = Device("laptop", world, number: 1)
    laptop.holdsUntil = holdsUntil.map { world.now + $0 }
    return (laptop.start(), world)
  }

  /// The session that should still hold was ended by somebody: that is another state than never having signed in.
  @Test func aRevokedDeviceIsRestricted() {
    let (laptop, _) = laptop(holdsUntil: 1000)
    #expect(laptop.runner.machine.account == .restricted)
    #expect(laptop.runner.obstacle?.hasPrefix("This device was signed out") == true)
  }

  @Test(arguments: [-1000, nil] as [Int64?])
  func aSessionThatRanOutIsNone(holdsUntil: Int64?) {
    let (laptop, _) = laptop(holdsUntil: holdsUntil)
    #expect(laptop.runner.machine.account == .noAccount)
  }

  /// What keeps the session's file from being used is said as it is.
  @Test func whyTheAccountIsNotReadyIsSaid() {
    var machine = SyncMachine(seed: 1)
    _ = machine.handle(.started, at: 0)
    let words = "session.json is not for your eyes alone."
    _ = machine.handle(.failed(CloudFailure(code: .accountTemporarilyUnavailable, reason: words)), at: 0)
    #expect(machine.account == .temporarilyUnavailable)
    #expect(SyncSentences.account(machine.account, machine.accountReason) == words)
  }

  /// Else its records and its token would be taken for this journal's.
  @Test func anAnswerAboutAnotherZoneIsRefused() throws {
    let world = CloudWorld()
    let laptop = Device("laptop", world, number: 1).start()
    let token = try laptop.store.syncPosition().token
    let other = ZoneChangesReply(
      zoneID: ZoneID(zoneName: "Elsewhere"),
      changes: [.deleted(recordName: "e1", zoneID: ZoneID(zoneName: "Elsewhere"))],
      syncToken: ChangeToken("elsewhere"), moreComing: false)
    world.failing { request in
      if case .zoneChanges = request { return .answer(.zoneChanges([.page(other)])) }
      return nil
    }
    laptop.pull()
    #expect(try laptop.store.syncPosition().token == token)
    guard case .waiting(_, .request(let failure)) = laptop.runner.machine.phase else {
      Issue.record("\(laptop.runner.machine.phase)")
      return
    }
    #expect(failure.code == .internalError)
  }
}
