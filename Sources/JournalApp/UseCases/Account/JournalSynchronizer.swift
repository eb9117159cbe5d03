import CLinux
import CloudClient
import CloudRecord
import Glibc
package import JournalCore
package import JournalStore
package import JournalSync
package import SyncCore
import Synchronization
package import SystemKit

/// A journal and its account joined: store, client, push and the actor that keeps both sides equal.
///
/// For the one process that holds the journal's ``EngineLock``. ``close()`` has to be called at the end.
package final class JournalSynchronizer: Sendable {
  private let connection: ServiceConnection
  private let actor: SyncActor
  private let pictures: PictureFetcher
  private let names: DeviceNames
  private let authors: AuthorNotes
  private let download: PictureDownload
  private let paths: JournalPaths
  private let note: Mutex<SyncNote?>
  /// The success after which all pictures were asked for.
  private let fetchedAfter = Mutex<Instant?>(nil)
  private let watch: KeyWatch?
  private let guests: GuestRounds?
  /// Held until this goes.
  private let lock: FileLock

  /// nil where the journal was never signed in, so that it stays on this machine.
  ///
  /// - Parameters:
  ///   - lock: The journal's.
  ///   - pictures: When the bytes of pictures come.
  ///   - wish: What is wanted of the one synchronisation that this is made for; nil for one that goes on.
  ///   - guests: Have what others share fetched behind this journal; nil where that is done otherwise, or not at all.
  ///   - standsBack: The work yields to everything that a person waits for; for the screen, whose keys sentences name then.
  ///   - environment: The process's, for its proxies.
  /// - Throws: ``CommandFailure`` where the account's files cannot be read or used.
  package init?(
    paths: JournalPaths, store: JournalStore, lock: FileLock, environment: [String: String],
    pictures download: PictureDownload = .onOpen, once wish: SyncWish? = nil, guests: GuestRounds? = nil,
    standsBack: Bool = false
  ) throws {
    let settings: AccountSettings?
    do {
      settings = try paths.account.read()
    } catch {
      throw ServiceWords.failure(error)
    }
    guard let settings else { return nil }
    (self.lock, self.guests) = (lock, guests)
    // All that may fail comes before the connection, which has to be shut down once it is there.
    let assets = try FolderAssets(paths)
    let asksWhichData = try wish.map { try $0.answer != nil || store.syncPosition().history == nil }
    // What others share has no part in the account's keys.
    let isGuest = paths.hostFolder != nil
    let keys = isGuest ? nil : try AccountKeys(paths, settings, store)
    let sealing =
      isGuest ? try AccountKeys.guestSealing(paths, settings, store) : try keys?.sealing() ?? .plain
    let learner = Learner(guests, keyNumber: sealing.keyNumber)
    let shares = try ShareKeeper.of(paths, settings, store).map { keeper in
      ShareRound(keeper, learnt: { learner.learn($0) })
    }
    let round = isGuest ? nil : try AccountKeys.round(paths, settings, store, learnt: { learner.learn($0) })
    let connection = try ServiceConnection(
      settings, sessionFile: paths.session, environment: environment)
    names = DeviceNames(connection, store)
    authors = AuthorNotes(connection.client.on(store.address.database), store, me: settings.userRecordName)
    self.connection = connection
    self.paths = paths
    note = Mutex(SyncNote.read(paths))
    self.download = download
    var sessions = FiledSessions(connection: connection)
    var pace = SyncMachine.Pace()
    if let asksWhichData {
      pace.subscribes = false
      sessions.asksWhichData = asksWhichData
    }
    watch =
      isGuest ? nil : settings.userRecordName.map { KeyWatch(KeyAccess(paths, store, connection, user: $0)) }
    let pictures = PictureFetcher(
      store: store, files: assets, transport: connection.client.on(store.address.database), sessions: sessions,
      clock: SystemSyncClock(), seed: UInt64.random(in: .min ... .max), sealing: sealing)
    self.pictures = pictures
    learner.pictures.withLock { $0 = pictures }
    actor = SyncActor(
      runner: SyncRunner(
        store: store, files: assets, sealing: sealing, seed: UInt64.random(in: .min ... .max), pace: pace,
        speech: standsBack ? .keys : .commands,
        keys: round, shares: shares),
      transport: authors, sessions: sessions, clock: SystemSyncClock(),
      executor: WorkThread(name: "sync") {
        // Where that is refused it costs speed under load, and nothing else.
        if standsBack { _ = clinux_stand_back(JournalSynchronizer.niceness) }
      })
  }

  /// Tells pictures of keys that were learnt, and what others share of another key of the journal: the person's computers tell each
  /// other of shares under the newest one alone.
  private final class Learner: Sendable {
    let pictures = Mutex<PictureFetcher?>(nil)
    private let guests: GuestRounds?
    private let keyNumber: Mutex<UInt32>

    init(_ guests: GuestRounds?, keyNumber: UInt32) {
      self.guests = guests
      self.keyNumber = Mutex(keyNumber)
    }

    func learn(_ sealing: Sealing) {
      pictures.withLock { $0 }?.setSealing(sealing)
      let isOther = keyNumber.withLock { known in
        defer { known = sealing.keyNumber }
        return known != sealing.keyNumber
      }
      if isOther { guests?.take(.told) }
    }
  }

  /// How much work stands back, 0 to 19. It may hold the journal's lock while it waits for its turn, so that it gets a third
  /// of a busy processor, and not a tenth.
  private static let niceness: Int32 = 5

  /// Whether the service is on this machine, so that no network is needed.
  package var isLocal: Bool { connection.transport.service.isLoopback }

  /// Whether the settings in the journal's folder are still those that this was made with; they change with signing in.
  package var hasCurrentSettings: Bool {
    do {
      return try paths.account.read() == connection.settings
    } catch {
      return false
    }
  }

  // MARK: From anywhere

  /// Tells what happened. Returns at once, from any thread.
  package func signal(_ event: SyncEvent) { actor.signal(event) }

  /// Tells that the status counts something else by now, and that nothing of it is to be sent. Returns at once, from any
  /// thread.
  package func countAgain() { actor.countAgain() }

  /// Tells what the person wants. Returns at once, from any thread.
  package func send(_ command: SyncRequest) {
    switch command {
    case .fetchPictures, .fetchAllPictures: pictures.take(command)
    case .syncNow, .setPaused, .setOffline, .retry, .answer, .dismissConflict:
      actor.send(command)
      if command == .syncNow { guests?.take(.asked) }
    }
  }

  // MARK: Running

  /// Works until the task is cancelled.
  ///
  /// - Parameter feed: Told each change of the status.
  package func run(_ feed: StatusFeed) async {
    feed.engineBegins()
    await withDiscardingTaskGroup { group in
      group.addTask { [actor] in await actor.run() }
      group.addTask { [pictures] in await pictures.run() }
      if let guests { group.addTask { [actor] in await guests.run { actor.signal(.localChange) } } }
      group.addTask { await self.follow(listens: true, feed) }
      group.addTask { [pictures] in
        for await list in pictures.lists { feed.take(list, from: .engine) }
      }
    }
  }

  /// Works until everything is safe, or until something stands in the way that does not go away by itself soon.
  ///
  /// - Parameters:
  ///   - wish: What the person wants of this one time.
  ///   - feed: Told each change of the status.
  package func once(_ wish: SyncWish, _ feed: StatusFeed) async -> SyncOutcome {
    if let entry = wish.entry { actor.save(entry, policy: wish.policy) }
    return await withTaskGroup(of: SyncOutcome?.self) { group in
      group.addTask { [actor] in await actor.once(answer: wish.answer) }
      group.addTask {
        await self.follow(listens: false, feed)
        return nil
      }
      var outcome: SyncOutcome?
      for await result in group { outcome = outcome ?? result }
      guard let outcome else { preconditionFailure("the actor ends with an outcome") }
      switch outcome {
      case .safe(let status), .notSafe(_, let status): keep(status)
      }
      return outcome
    }
  }

  /// Closes all connections.
  ///
  /// - Throws: The error of the HTTP client, such as for a second call.
  package func close() async throws { try await connection.close() }

  /// How long a synchronisation that ends by itself runs before others are told more than that it began.
  private static let quiet = Duration.seconds(1)

  /// Passes each status on until there are no more, and listens for pushes while there is an account to listen for.
  private func follow(listens: Bool, _ feed: StatusFeed) async {
    let began = ContinuousClock.now
    var isFirst = true
    var (listening, naming): (Task<Void, Never>?, Task<Void, Never>?)
    for await status in actor.statuses {
      var status = status
      // Until a server has answered, which may take as long as the network is away, it is who the session here is of.
      if status.who == nil, status.account != .noAccount { status.who = connection.keptWho }
      status.clockOffset = status.clockOffset ?? connection.client.clockOffset
      let kept = note.withLock { $0 }
      let earlier = kept?.lastSuccess.map { Instant(milliseconds: $0) }
      for place in status.zones.indices where status.zones[place].token == nil {
        status.zones[place].token = kept?.zones.first { $0.name == status.zones[place].name }?.token
      }
      status.lastSeen = [status.lastSuccess, earlier].compactMap(\.self).max()
      if let watch { status.encryption = watch.completed(status.encryption) }
      if status.encryption?.saysEncrypted == true { noteEncrypted() }
      let mayFetch = status.account == .available && !status.isAway
      pictures.setAllowed(mayFetch)
      feed.take(status)
      guests?.take(status)
      // The first one says that the last success may not be all there is: others that wait for this process read it.
      if listens || isFirst || ContinuousClock.now - began >= JournalSynchronizer.quiet { keep(status) }
      isFirst = false
      fetchAfter(status)
      authors.keep()
      if mayFetch, names.areMissing(for: status.overview.merges) {
        naming = Task { [actor, names] in if await names.learn() { actor.countAgain() } }
      }
      if listens { watch?.follow(status, feed) { [actor] in actor.signal(.keysDoubted) } }
      let wantsPush = listens && status.account == .available && !status.isAway
      if wantsPush, listening == nil {
        listening = Task { await self.listen() }
      } else if !wantsPush, let task = listening {
        task.cancel()
        listening = nil
      }
    }
    authors.keep()
    listening?.cancel()
    if listens { naming?.cancel() }
    await naming?.value
    watch?.stop()
  }

  /// Keeps that the account is encrypted, so that nothing plain is sent from now on, whatever the server shows.
  private func noteEncrypted() {
    guard !connection.settings.isSealed else { return }
    do throws(PrivateFileError) {
      try AccountKeys.noteEncrypted(connection.settings.userRecordName, in: paths.account)
    } catch {
      // The engine looks at the keys before anything else all the same; the next start notes it.
    }
  }

  /// Where all pictures are to be here, those that the last look brought word of come after it.
  private func fetchAfter(_ status: SyncStatus) {
    guard download == .always, status.account == .available, let last = status.lastSuccess else { return }
    let isNew = fetchedAfter.withLock { before in
      defer { before = last }
      return before != last
    }
    if isNew { pictures.fetchAll() }
  }

  /// Listens, and begins again after a while whenever that ends.
  private func listen() async {
    var failures = 0
    while !Task.isCancelled {
      var pause = 0.0
      do throws(CloudFailure) {
        for try await hint in PushListener(connection.client, clientID: connection.settings.deviceID) {
          switch hint {
          case .listening:
            actor.signal(.pushConnected(true))
            watch?.look()
          // Another device has turned encryption on or off, let one in or removed one, or asks to be let in.
          case .changed(let notification) where notification.subscriptionID == JournalSchema.keySubscriptionID:
            actor.signal(.keysDoubted)
            watch?.look()
          case .changed(let notification) where notification.subscriptionID == JournalSchema.sharedSubscriptionID:
            guests?.take(.told)
            continue
          case .changed: break
          }
          actor.signal(.remoteHint)
          failures = 0
        }
      } catch {
        pause = error.retryAfter ?? 0
      }
      actor.signal(.pushConnected(false))
      failures += 1
      // Half of it by chance, so that many devices do not come back to a server all at once.
      let longest = min(300, Double(1 << min(failures, 9)))
      pause = max(pause, Double.random(in: longest / 2...longest))
      do { try await Task.sleep(for: .seconds(pause)) } catch { return }
    }
  }

  /// Keeps what others would want to know, where it has changed. Before the server was heard there is no news.
  private func keep(_ status: SyncStatus) {
    if case .checking = status.activity { return }
    note.withLock { note in
      let next = SyncNote(status, before: note)
      guard next != note else { return }
      note = next
      do {
        try next.write(paths)
      } catch {
        // It is for other commands' answers only; they say what was known before.
      }
    }
  }
}

extension SyncStatus {
  /// Whether nothing is to be asked of the network at present.
  fileprivate var isAway: Bool {
    switch activity {
    case .paused, .offline, .stopped: true
    case .idle, .checking, .fetching, .sending, .waiting, .asking: false
    }
  }
}

/// What a person wants of one synchronisation.
package struct SyncWish: Sendable {
  /// The answer, should a question come up.
  package var answer: SyncQuestion.Answer?
  /// An unsent record that is saved by a policy of its own.
  package var entry: RecordName?
  /// The policy for `entry`; of no effect without one.
  package var policy = SavePolicy.ifUnchanged
  /// Whether the bytes of all pictures are to be here at the end.
  package var allPictures = false

  /// Wants nothing beyond the usual.
  package init() {}

  /// Takes an answer by its name on the command line; false for a name that is none.
  package mutating func setAnswer(_ name: String) -> Bool {
    switch name {
    case "upload-again": answer = .uploadAgain
    case "take-servers": answer = .takeServers
    case "stay-local": answer = .stayLocal
    default: return false
    }
    return true
  }

  /// Takes a policy by its name on the command line; false for a name that is none.
  package mutating func setPolicy(_ name: String) -> Bool {
    guard let policy = SavePolicy(rawValue: name) else { return false }
    self.policy = policy
    return true
  }
}
