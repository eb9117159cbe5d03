import CloudClient
import CloudRecord
import Foundation
import JournalCore
import JournalStore
import JournalUI
import Synchronization

@testable import JournalApp

/// A journal in a home of its own, and what the screen is told of it.
final class ShellFixture {
  let journal: OpenedJournal
  let environment: [String: String]
  let messages: MessageBox
  private let folder: TestFolder
  private let woken: AsyncStream<Void>
  /// What came and was not waited for yet.
  private var held: [Message] = []

  init() throws {
    folder = try TestFolder()
    let home = folder.path
    environment = ["HOME": home, "XDG_RUNTIME_DIR": home, "TMPDIR": home]
    let paths = try JournalPaths(journal: nil, environment: environment)
    journal = try JournalOpening(paths: paths, isNamed: false, isReadOnly: false).open(.write)
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    woken = stream
    messages = MessageBox { continuation.yield() }
  }

  deinit {
    do { try journal.close() } catch { print("cannot close the journal: \(error)") }
  }

  var paths: JournalPaths { journal.paths }

  /// Keeps the settings of an account on an address where nothing listens.
  ///
  /// - Parameter hasSession: Whether there is a session as well; without one the device is signed out.
  func signIn(hasSession: Bool = true) throws {
    var settings = AccountSettings(
      service: "http://127.0.0.1:9", container: "iCloud.org.cloudjournal", environment: .production, apiToken: "token",
      isOurs: true, deviceName: "desk", deviceID: "d")
    (settings.userRecordName, settings.name) = ("_ada", "ada")
    try AccountFile(path: paths.accountFile).write(settings)
    guard hasSession else { return }
    try SessionFile(path: paths.sessionFile).write(
      KeptSession(
        service: settings.service,
        SignedIn(webAuthToken: "secret", name: "ada", userRecordName: "_ada", sessionID: "s", expiresAt: nil)))
  }

  /// What does the effects on the journal.
  var runner: EffectRunner {
    let importer = PictureImporter(
      assets: journal.assets, decoder: PictureImporter.installedDecoder, zone: FixedZone(), keepsOriginals: false)
    return EffectRunner(
      store: journal.store, paths: paths, owner: World.draftOwner,
      pictures: PictureEffects(paths: paths, importer: importer), configured: [],
      configFile: paths.configFile, variables: environment, environment: World.storeEnvironment(),
      zone: FixedZone())
  }

  /// A queue of effects on the journal, each change that it makes told to `told`.
  func queue(told: @escaping @Sendable (JournalChange) -> Void = { _ in }) -> EffectQueue {
    EffectQueue(runner: runner, store: journal.store, answers: messages, changed: told)
  }

  /// The first message that `find` makes something of; the messages before it are left out.
  func wait<Found>(for what: String, _ find: (Message) -> Found?) async throws -> Found {
    var seen: [Message] = []
    var news = woken.makeAsyncIterator()
    while true {
      held += messages.take()
      while !held.isEmpty {
        let message = held.removeFirst()
        if let found = find(message) { return found }
        seen.append(message)
      }
      guard await news.next() != nil else { throw NothingCame(what: what, seen: seen) }
    }
  }

  struct NothingCame: Error {
    var what: String
    var seen: [Message]
  }

  /// The edit that makes an entry with a title.
  func edit(_ title: String, id: String) -> JournalEdit {
    let now = World.now()
    let entry = Entry(
      id: RecordName(id), title: title, body: "", date: EntryDate(instant: now, timeZone: "UTC", offsetSeconds: 0),
      modifiedAt: now)
    return JournalEdit(name: "write", operations: [.createEntry(entry)])
  }
}
