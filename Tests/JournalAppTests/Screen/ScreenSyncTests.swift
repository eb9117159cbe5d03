import CloudClient
import JournalCore
import JournalStore
import JournalSync
import JournalUI
import SystemKit
import Testing

@testable import JournalApp

/// What the screen says of synchronising: where no account is, where another process does it, and where no server answers.
@Suite(.timeLimit(.minutes(3))) struct ScreenSyncTests {
  private func sync(_ shell: ShellFixture) -> ScreenSync {
    ScreenSync(journal: shell.journal, environment: shell.environment) { [messages = shell.messages] in
      messages.post($0)
    }
  }

  private func failure(_ message: Message) -> String? {
    if case .failed(.sync, let failure) = message { failure.sentence } else { nil }
  }

  private func status(_ message: Message) -> SyncStatus? {
    if case .syncChanged(let status) = message { status } else { nil }
  }

  @Test func whereAnotherProcessSynchronisesACommandIsAnsweredSo() async throws {
    let shell = try ShellFixture()
    let lock = try #require(try EngineLock.take(shell.paths.syncLock))
    let sync = sync(shell)
    sync.send(.syncNow)
    let said = try await shell.wait(for: "an answer", failure)
    #expect(said.contains("Another cloudjournal synchronises"))
    #expect(sync.changesOnTheirWay == 0)
    withExtendedLifetime(lock) {}
  }

  @Test func whatAnotherProcessNotedIsShown() async throws {
    let shell = try ShellFixture()
    try shell.signIn()
    let lock = try #require(try EngineLock.take(shell.paths.syncLock))
    var status = SyncStatus(account: .available, who: "ada@there", activity: .idle)
    status.lastSuccess = Instant(milliseconds: 1_795_267_800_000)
    try SyncNote(status, before: nil).write(shell.paths)
    let sync = sync(shell)
    sync.start()
    let shown = try await shell.wait(for: "the note", self.status)
    #expect(shown.who == "ada@127.0.0.1:9" || shown.who == "ada@there")
    #expect(shown.lastSuccess == status.lastSuccess)
    sync.stop()
    withExtendedLifetime(lock) {}
  }

  /// The screen's engine tries, tells why it cannot, and ends when the screen does.
  @Test func aServerThatDoesNotAnswerIsSaidAndNothingIsLost() async throws {
    let shell = try ShellFixture()
    try shell.signIn()
    _ = try shell.journal.store.apply(shell.edit("Here", id: "here"), cause: .edit)
    let sync = sync(shell)
    sync.start()
    let waiting = try await shell.wait(for: "the trouble") { message in
      guard let status = status(message), case .waiting(_, let why) = status.activity else { return String?.none }
      return why
    }
    #expect(!waiting.isEmpty)
    // It cannot go now, so that leaving the screen need not wait for it.
    #expect(sync.changesOnTheirWay == 0)
    sync.stop()
    #expect(try shell.journal.store.count(.all) == 1)
  }

  @Test func theSynchronizerIsThereOnlyForAnAccountAndKnowsWhenItsSettingsChange() async throws {
    let shell = try ShellFixture()
    let lock = try #require(try EngineLock.take(shell.paths.syncLock))
    #expect(
      try JournalSynchronizer(
        paths: shell.paths, store: shell.journal.store, lock: lock, environment: shell.environment) == nil)
    try shell.signIn()
    let made = try #require(
      try JournalSynchronizer(
        paths: shell.paths, store: shell.journal.store, lock: lock, environment: shell.environment, once: SyncWish()))
    #expect(made.isLocal && made.hasCurrentSettings)
    let outcome = await made.once(SyncWish(), StatusFeed { _ in })
    guard case .notSafe(let why, _) = outcome else { throw ShellFixture.NothingCame(what: "a reason", seen: []) }
    #expect(!why.isEmpty)
    // Other commands can tell it, too.
    #expect(SyncNote.read(shell.paths)?.isComplete == false)
    var settings = try #require(try AccountFile(path: shell.paths.accountFile).read())
    settings.deviceName = "other"
    try AccountFile(path: shell.paths.accountFile).write(settings)
    #expect(!made.hasCurrentSettings)
    try await made.close()
  }
}
