import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Testing

/// A server that was put back to an earlier state, and what a person answers to it, in a journal that is or was encrypted.
@Suite struct RestoredServerTests: KeyedJournalSuite {
  let journal: KeyedJournal

  init() throws {
    journal = try KeyedJournal()
    try journal.world.begin(run: 1)
  }

  private func answer(_ answer: SyncQuestion.Answer, on device: SealedDevice) {
    device.sync()
    guard case .asking = device.runner.machine.phase else { return }
    device.settle(device.runner.handle(.answered(answer), at: world.now))
    settle(device)
  }

  @Test(arguments: [SyncQuestion.Answer.uploadAgain, .takeServers])
  func whatWasMadePlainBecomesPlainAgainOnAServerOfBefore(choice: SyncQuestion.Answer) async throws {
    let names = try await sealed()
    world.copyFolder()
    try await turnOffOnBoth()
    try laptop.edit(names[1], .title("zqplain"))
    sync()
    try world.putBack(run: 2)
    #expect(try form(names[1]) == .sealed)
    for device in [laptop, attic] { answer(choice, on: device) }
    for _ in 0..<2 {
      for device in [laptop, attic] { hear(device) }
      sync()
    }
    #expect(try mode() == .open)
    for name in names { #expect(try form(name) == .plain, "\(name)") }
    for device in [laptop, attic] {
      #expect(try device.overview().unsent == 0, "\(device.name)")
      if choice == .uploadAgain { #expect(try device.title(names[1]) == "zqplain", "\(device.name)") }
    }
  }

  @Test func whatTheServerHasIsTakenWhereAPersonWantsThat() async throws {
    let names = try await sealed()
    world.copyFolder()
    try laptop.edit(names[1], .title("zqlost"), .body("zqlost body"))
    sync()
    try world.putBack(run: 2)
    for device in [laptop, attic] { answer(.takeServers, on: device) }
    sync()
    for device in [laptop, attic] {
      #expect(try device.title(names[1]) == "zqtitle", "\(device.name)")
      #expect(try device.history(names[1]).contains("zqlost"), "\(device.name)")
      #expect(try device.overview().unsent == 0 && device.overview().parked == 0, "\(device.name)")
    }
    // What is written then is above all that the server ever had.
    try attic.edit(names[1], .title("zqnext"))
    sync()
    for device in [laptop, attic] { #expect(try device.title(names[1]) == "zqnext", "\(device.name)") }
  }
}
