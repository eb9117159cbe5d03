import CloudClient
import JournalCore
import JournalStore
import JournalSync
import Synchronization
import SystemKit
import Testing

@testable import JournalApp

/// A journal joined with its account, as far as that needs no server.
@Suite(.timeLimit(.minutes(3))) struct JournalSynchronizerTests {
  private let shell: ShellFixture

  init() throws { shell = try ShellFixture() }

  private func synchronizer(once wish: SyncWish? = nil) throws -> JournalSynchronizer? {
    let lock = try #require(try EngineLock.take(shell.paths.syncLock))
    return try JournalSynchronizer(
      paths: shell.paths, store: shell.journal.store, lock: lock, environment: shell.environment, once: wish)
  }

  @Test func aJournalThatWasNeverSignedInHasNone() async throws {
    #expect(try synchronizer() == nil)
    // The lock was let go, so that the next one has it.
    try shell.signIn()
    try await #require(try synchronizer()).close()
  }

  @Test func settingsThatCannotBeReadAreSaid() throws {
    try shell.signIn()
    try SystemFile.replace(shell.paths.accountFile, with: Array("{".utf8))
    #expect(throws: CommandFailure.self) { try synchronizer() }
  }

  @Test func itKnowsWhetherItsSettingsAreStillThose() async throws {
    try shell.signIn()
    let synchronizer = try #require(try synchronizer())
    #expect(synchronizer.isLocal && synchronizer.hasCurrentSettings)
    var settings = try #require(try AccountFile(path: shell.paths.accountFile).read())
    settings.deviceName = "another"
    try AccountFile(path: shell.paths.accountFile).write(settings)
    #expect(!synchronizer.hasCurrentSettings)
    try await synchronizer.close()
  }

  /// Signed out nothing is asked of any server: the one synchronisation ends with the reason, which others can read.
  @Test func signedOutOneSynchronisationEndsWithTheReason() async throws {
    try shell.signIn(hasSession: false)
    let told = Mutex<[SyncStatus]>([])
    let synchronizer = try #require(try synchronizer(once: SyncWish()))
    let outcome = await synchronizer.once(SyncWish(), StatusFeed { status in told.withLock { $0.append(status) } })
    try await synchronizer.close()
    guard case .notSafe(let reason, let status) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(!reason.isEmpty && status.account == .noAccount)
    #expect(told.withLock { $0.last?.account } == .noAccount)
    #expect(SyncNote.read(shell.paths)?.account == SyncStatus.Account.noAccount.rawValue)
  }

  /// Without the network the account is the one that the session here is of, and not none.
  @Test func whoIsSignedInIsKnownBeforeTheServerAnswers() async throws {
    try shell.signIn()
    let synchronizer = try #require(try synchronizer())
    let (statuses, told) = AsyncStream.makeStream(of: SyncStatus.self)
    let run = Task { await synchronizer.run(StatusFeed { told.yield($0) }) }
    var first = statuses.makeAsyncIterator()
    let status = await first.next()
    run.cancel()
    await run.value
    try await synchronizer.close()
    #expect(status?.who == "ada@127.0.0.1:9")
  }

  /// An engine that runs for hours has the settings of its start; what a person changed since then stays.
  @Test func thatTheJournalIsEncryptedIsNotedBesideWhatChangedMeanwhile() throws {
    try shell.signIn()
    let file = AccountFile(path: shell.paths.accountFile)
    var settings = try #require(try file.read())
    settings.deviceName = "renamed"
    try file.write(settings)
    try AccountKeys.noteEncrypted("_another", in: file)
    #expect(try file.read() == settings)
    try AccountKeys.noteEncrypted("_ada", in: file)
    settings.isSealed = true
    #expect(try file.read() == settings)
  }

  @Test func wishesAreTakenByTheirNames() {
    var wish = SyncWish()
    let answers = ["upload-again", "take-servers", "stay-local", "stay"].map { name in wish.setAnswer(name) }
    #expect(answers == [true, true, true, false])
    #expect(wish.answer == .stayLocal)
    let policies = ["changed-keys", "all-keys", "every-key"].map { name in wish.setPolicy(name) }
    #expect(policies == [true, true, false])
    #expect(wish.policy == .allKeys)
  }
}
