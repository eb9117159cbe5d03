import CloudClient
import Foundation
import JournalCore
import JournalStore
import JournalSync
import JournalUI
import SyncCore
import Synchronization
import SystemKit

/// Owns synchronising for the screen: runs it while this process may, tells how it stands, and passes on what the person wants.
///
/// The process that holds the journal's ``EngineLock`` does the work; the others show what that one notes, and take over
/// when it ends. The engine has a connection of its own, so that what it takes in reaches the screen as any other
/// process's change does.
final class ScreenSync: Sendable {
  private struct State {
    /// The engine of this process, and the task in which it runs.
    var engine: (synchronizer: JournalSynchronizer, run: Task<Void, Never>)?
    /// What has others' words come and go, beside the engine.
    var guests: GuestRounds?
    /// The fetching of pictures while another process does the rest, or this one does not yet.
    var pictures: (wishes: AsyncStream<SyncRequest>.Continuation, run: Task<Void, Never>)?
    var lock: FileLock?
    var isClosed = false
    /// What was told to end.
    var ending: [Task<Void, Never>] = []
  }

  private let journal: OpenedJournal
  private let paths: JournalPaths
  private let environment: [String: String]
  private let pictures: PictureDownload
  private let post: @Sendable (Message) -> Void
  private let feed: StatusFeed
  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)
  private let work = DispatchQueue(label: "synchronising")

  /// - Parameters:
  ///   - pictures: When the bytes of pictures come.
  ///   - post: Hands a message to the screen, from any thread.
  init(
    journal: OpenedJournal, environment: [String: String], pictures: PictureDownload = .onOpen,
    post: @escaping @Sendable (Message) -> Void
  ) {
    (self.pictures, self.journal) = (pictures, journal)
    paths = journal.paths
    (self.environment, self.post) = (environment, post)
    feed = StatusFeed { [news] status in
      post(.syncChanged(status))
      news.signal()
    }
  }

  /// How synchronising stands; nil where that is not known.
  var status: SyncStatus? { feed.latest }

  /// Begins, away from the screen: nothing of this keeps the first frame waiting.
  func start() {
    work.async { [self] in showNote() }
    // Waits where another process does the work, and takes over when that ends; this thread does nothing else.
    Thread.detachNewThread { [self] in
      do {
        let lock = try EngineLock.wait(paths.syncLock)
        state.withLock { $0.lock = lock }
        work.async { [self] in startEngine() }
      } catch {
        post(.failed(.redraw, Failures.describe(error)))
      }
    }
  }

  // MARK: The engine

  private var engine: JournalSynchronizer? { state.withLock { $0.engine?.synchronizer } }

  private func startEngine() {
    guard state.withLock({ $0.engine == nil && !$0.isClosed }) else { return }
    guard let lock = state.withLock({ $0.lock }) else { return showNote() }
    do {
      let store = try openStore()
      let guests = GuestRounds(environment: environment, wantsPictures: pictures == .always) { [journal] in
        journal.at(store)
      } tell: { [self] in
        tell($0)
      }
      let made = try JournalSynchronizer(
        paths: paths, store: store, lock: lock, environment: environment, pictures: pictures, guests: guests,
        standsBack: true)
      guard let made else { return try store.close() }
      state.withLock { state in
        let run = Task.detached(priority: .utility) { [self] in
          await made.run(feed)
          await close(made, store)
        }
        (state.engine, state.guests) = ((made, run), guests)
      }
    } catch {
      post(.failed(.redraw, Failures.describe(error)))
    }
  }

  /// Tells the screen what came of a look at what others share.
  private func tell(_ event: GuestRounds.Event) {
    switch event {
    case .news(let sentences): post(.sharesAnswered(.news(sentences)))
    case .changed: post(.sharesAnswered(.changed))
    case .obstacle(let sentence): post(.failed(.redraw, Failure(sentence)))
    }
  }

  /// Something was written here in what others share.
  func guestsChanged() { state.withLock { $0.guests }?.take(.written) }

  private func openStore() throws -> JournalStore {
    var options = JournalStore.Options.besideScreen
    options.vault = try JournalVault.seal(of: paths)
    return try JournalStore(path: paths.database, environment: World.storeEnvironment(of: paths), options: options)
  }

  private func close(_ synchronizer: JournalSynchronizer, _ store: JournalStore) async {
    do {
      try await synchronizer.close()
      try store.close()
    } catch {
      post(.failed(.redraw, Failures.describe(error)))
    }
  }

  /// Pictures come here whichever process synchronises; none come where the journal was never signed in.
  private func fetchBeside(_ command: SyncRequest) {
    guard let status, status.account != .noAccount else { return }
    let wishes = state.withLock { state -> AsyncStream<SyncRequest>.Continuation? in
      if state.isClosed { return nil }
      if let wishes = state.pictures?.wishes { return wishes }
      let (stream, wishes) = AsyncStream.makeStream(of: SyncRequest.self)
      state.pictures = (wishes, Task.detached(priority: .utility) { [self] in await followBeside(stream) })
      return wishes
    }
    wishes?.yield(command)
  }

  private func followBeside(_ commands: AsyncStream<SyncRequest>) async {
    do {
      let store = try openStore()
      let downloads = PictureDownloads(paths: paths, store: store, environment: environment)
      try await downloads.follow(commands) { [feed] list in feed.take(list, from: .beside) }
      try store.close()
    } catch {
      post(.failed(.redraw, Failures.describe(error)))
    }
    state.withLock { $0.pictures = nil }
  }

  /// The journal was signed in or out, on this screen or elsewhere.
  func accountChanged() {
    work.async { [self] in
      guard let engine else { return startEngine() }
      if engine.hasCurrentSettings { return engine.signal(.accountChanged) }
      state.withLock { $0.engine.take() }?.run.cancel()
      startEngine()
    }
  }

  /// How many records that wait are known by name, so that the list can mark them.
  private static let named = 200

  /// What the process that does the work has noted, where that is not this one.
  private func showNote() {
    guard state.withLock({ $0.engine == nil && !$0.isClosed }) else { return }
    do {
      let report = try SafetyReport(journal, naming: ScreenSync.named)
      guard report.note != nil || report.account != .noAccount else { return }
      feed.take(report.status)
    } catch {
      post(.failed(.redraw, Failures.describe(error)))
    }
  }

  // MARK: From the screen

  /// The process that does the work has noted something.
  func noteChanged() { work.async { [self] in showNote() } }

  /// The kernel's word on the link; ignored where the server is on this machine.
  func linkChanged(isUp: Bool) {
    guard let engine, !engine.isLocal else { return }
    engine.signal(.reachabilityChanged(isReachable: isUp))
  }

  /// Tells the engine what happened; where another process has it, that one notices by itself.
  func signal(_ event: SyncEvent) {
    engine?.signal(event)
    if event == .remoteHint { state.withLock { $0.guests }?.take(.seen) }
  }

  /// The journal was changed. What synchronising itself has written is not told to it as an edit.
  func journalChanged(_ change: JournalChange) {
    switch change {
    case .edited: signal(.localChange)
    case .ofGuests: guestsChanged()
    case .counted: engine?.countAgain()
    case .elsewhere(let news):
      if news == .edited { signal(.localChange) }
      // It may be the work of the process that synchronises.
      noteChanged()
    }
  }

  func send(_ command: SyncRequest) {
    if case .fetchPictures(let names) = command { feed.forget(names) }
    let (engine, isElsewhere) = state.withLock { ($0.engine?.synchronizer, $0.lock == nil) }
    if let engine { return engine.send(command) }
    switch command {
    case .fetchPictures, .fetchAllPictures: return fetchBeside(command)
    case .syncNow, .setPaused, .setOffline, .retry, .answer, .dismissConflict: break
    }
    post(
      .failed(
        .sync(command),
        isElsewhere
          ? Failure("Another cloudjournal synchronises this journal.", advice: "Use that one, or close it.")
          : Failure("This journal is on this computer only.", advice: "Press A to sign in.")))
  }

  // MARK: The end

  /// How many changes would stay behind if the program ended now, though the server can be reached.
  var changesOnTheirWay: Int {
    guard engine != nil, let status, status.account == .available else { return 0 }
    switch status.activity {
    case .idle, .checking, .fetching, .sending: return status.overview.unsent - status.overview.parked
    case .waiting, .paused, .offline, .asking, .stopped: return 0
    }
  }

  /// Returns when the status has changed, or after a while.
  func waitForNews(milliseconds: Int) { _ = news.wait(timeout: .now() + .milliseconds(milliseconds)) }

  /// Ends the work. What is under way is done again next time; nothing is lost.
  func stop() {
    state.withLock { state in
      state.isClosed = true
      state.pictures?.wishes.finish()
      state.ending = [state.engine?.run, state.pictures?.run].compactMap(\.self)
      (state.engine, state.guests) = (nil, nil)
      for task in state.ending { task.cancel() }
    }
  }

  /// Waits until what ``stop()`` ended writes no more, and gives the lock away; nil where another process has it.
  func handOverLock() -> FileLock? {
    let tasks = work.sync { state.withLock { $0.ending } }
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      for task in tasks { await task.value }
      end.signal()
    }
    end.wait()
    return state.withLock { $0.lock.take() }
  }
}

extension JournalStore.Options {
  /// A second store of the file that the screen has open: one that was removed is not made anew, since the screen still
  /// holds the journal and can put it back.
  fileprivate static let besideScreen = JournalStore.Options(isConcurrent: true, mustExist: true)
}

extension SafetyReport {
  /// The same as the screen shows it.
  var status: SyncStatus {
    var activity = SyncStatus.Activity.idle
    if let trouble = note?.trouble { activity = .stopped(trouble) }
    var status = SyncStatus(
      account: account, who: who, activity: activity, overview: overview,
      lastSuccess: note?.lastSuccess.map { Instant(milliseconds: $0) })
    status.lastSeen = status.lastSuccess
    status.encryption = encryption
    status.zones = note?.zones.map { SyncStatus.Zone(name: $0.name, token: $0.token) } ?? []
    return status
  }
}
