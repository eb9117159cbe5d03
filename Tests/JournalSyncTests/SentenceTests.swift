import CloudRecord
import JournalCore
import SyncCore
import Testing

@testable import JournalSync

@Suite struct SentenceTests {
  @Test(arguments: CloudErrorCode.allCases)
  func everyErrorHasASentence(code: CloudErrorCode) {
    let plain = SyncSentences.sentence(code, "")
    #expect(plain.hasSuffix(".") || plain.hasSuffix("checked."))
    #expect(!plain.contains("()"))
    #expect(plain.count > 6)
  }

  @Test(arguments: SyncStatus.Account.allCases)
  func everyAccountStateHasASentence(state: SyncStatus.Account) {
    #expect(SyncSentences.account(state).hasSuffix("."))
  }

  @Test func theServersIdIsShownOnceItsMistakeIsWorthAReport() {
    let failure = CloudFailure(code: .internalError, reason: "", uuid: "A1")
    let trouble = SyncTrouble.request(failure)
    #expect(SyncSentences.waiting(trouble, failures: 1, service: nil) == "The server made a mistake.")
    #expect(SyncSentences.waiting(trouble, failures: 3, service: nil) == "The server made a mistake (id A1).")
  }

  @Test(arguments: [
    ("https://journal.example.org/", "journal.example.org"), ("http://127.0.0.1:8080/x", "127.0.0.1:8080"),
    ("odd", "odd"),
  ])
  func anUnreachableServerIsNamed(service: String, host: String) {
    let sentence = SyncSentences.sentence(.networkFailure, "refused", service: service)
    #expect(sentence == "Cannot reach \(host) (refused).")
  }

  @Test func oneIsNotMany() {
    #expect(
      [1, 2].map(SyncSentences.refused) == [
        "1 record was refused by the server.", "2 records were refused by the server.",
      ])
    #expect(
      [1, 2].map(SyncSentences.waiting) == [
        "1 change is not on the server yet.", "2 changes are not on the server yet.",
      ])
  }

  @Test func theStatusTellsWhatTheMachineKnows() throws {
    let world = CloudWorld()
    let laptop = Device("laptop", world, number: 1).start()
    laptop.save("e1", ["title": .text("Run")])
    let status = laptop.runner.status(try laptop.runner.overview(), at: world.now)
    #expect(status.activity == .idle)
    #expect(status.account == .available)
    #expect(status.isSafe)
    #expect(status.zones.first?.token?.count == 4)
    #expect(status.log.contains { $0.text.hasPrefix("sent 1 record in") })
    #expect(status.lastSent == Instant(milliseconds: world.now))
    #expect(status.clockOffset == 0)
    #expect(laptop.runner.obstacle == nil)
  }
}
