import CloudClient
import Foundation
import Glibc
package import JournalCore
import JournalStore
import JournalSync
import SyncCore
import Synchronization
import SystemKit

/// Synchronises a journal for a command: once, or until the command is ended.
package struct SyncRun: Sendable {
  /// The state in which a run left the journal.
  package enum Ending: Hashable, Sendable {
    case safe
    /// Why not.
    case notSafe(String)
    /// What only a person can decide.
    case question(String)
    /// The six words of this computer, which waits to be let in.
    case waiting([String])
  }

  /// How a run went.
  package struct Result: Sendable {
    /// Whether the journal is safe now.
    package var ending: Ending
    /// What came and went; nil where another process did the work.
    package var traffic: SyncTraffic?
    /// Titles of entries in which a merge of this run kept both texts; `status` names them until a person looks at them.
    package var merged: [String] = []
    /// What happened to the keys in this run that a person should know; nil where nothing did.
    package var warning: String?
    /// What others share from now on, or share no longer, a sentence each.
    package var shared: [String] = []
    /// Links in the place of those that ended in this run: they are keys, for a person's own eyes.
    package var links: [ShareReport.Link] = []
    /// How synchronising stood at the end; nil where another process did the work.
    var status: SyncStatus?

    /// Adds what came of a look at what the person shares to what came of looks before.
    mutating func add(_ tended: ShareTending.Result) {
      shared += tended.notices
      links += tended.links
    }

    /// What came and went, and what to look at, in one line; empty where that is not known.
    package var sentence: String {
      guard let traffic else { return "" }
      guard let names = EntryNaming.first(merged, of: merged.count) else { return traffic.sentence }
      return "\(traffic.sentence) Both texts are kept in \(names): look at \(merged.count > 1 ? "them" : "it")."
    }
  }

  /// Milliseconds for which a command waits for another process that does the work.
  private static let patience: Int64 = 30_000

  private let journal: OpenedJournal
  private let environment: [String: String]
  private let images: ImageSettings
  private let maintenance: PictureMaintenance

  /// - Parameter images: When the bytes of pictures come, and how many stay; with what was chosen on the screen.
  package init(_ journal: OpenedJournal, environment: [String: String], images: ImageSettings = ImageSettings()) {
    (self.journal, self.environment, self.images) = (journal, environment, images)
    maintenance = PictureMaintenance(store: journal.store, paths: journal.paths)
  }

  private var pictures: PictureDownload { images.download ?? .onOpen }

  /// Works until everything is safe, or until something stands in the way.
  ///
  /// - Parameter progress: Called with how far it is.
  /// - Throws: ``CommandFailure`` where another process does the work and an answer was given; ``StoreError``.
  package func once(
    _ wish: SyncWish = SyncWish(), _ progress: @escaping @Sendable (String) -> Void
  ) async throws -> Result {
    if let words = try await waitingWords() { return Result(ending: .waiting(words)) }
    let began = World.now()
    var result = try await synchronize(wish, progress)
    if case .replaced(let moment)? = result.status?.encryption?.setback, moment >= began {
      result.warning = result.status?.encryption?.setback?.sentence
    }
    // Another device has turned encryption on meanwhile.
    if result.status?.encryption?.state == .waiting, let words = try await waitingWords() {
      return Result(ending: .waiting(words))
    }
    if result.status?.encryption?.state == .refused, try isUnanswered() {
      throw CommandFailure(.notEncrypted, KeyWords.question + " Otherwise sign out, and in again with --plain.")
    }
    if result.status?.encryption?.isUsable == true { await introduce() }
    var ending = result.ending
    // What waits or was refused of one's own holds up nothing of others, as long as the server answers.
    if ending == .safe || result.status?.account == .available && result.status?.activity == .idle {
      let wantsPictures = wish.allPictures || pictures == .always
      try await synchronizeGuests(&result, wantsPictures: wantsPictures, progress)
      ending = result.ending
    }
    // What is wanted here now is not taken away first.
    if !wish.allPictures { try maintenance.maintainIfDue(images, result.status) }
    guard wish.allPictures || pictures == .always && ending == .safe else { return result }
    let missing = try await PictureDownloads(journal, environment: environment).bring(nil, progress)
    guard ending == .safe, let missing else { return result }
    result.ending = .notSafe("Everything is safe: here and on the server. \(missing)")
    return result
  }

  /// Brings what others share; what has to be kept of it as the person's own goes in another run.
  private func synchronizeGuests(
    _ result: inout Result, wantsPictures: Bool, _ progress: @escaping @Sendable (String) -> Void
  ) async throws {
    let guests = try await GuestSync(journal, environment: environment).once(wantsPictures: wantsPictures, progress)
    (result.shared, result.links) = (guests.notices, guests.links)
    result.traffic?.add(guests.traffic)
    if guests.kept > 0 || guests.sendsAgain {
      let again = try await synchronize(SyncWish(), progress)
      result.ending = again.ending
      if let traffic = again.traffic { result.traffic?.sent += traffic.sent }
    }
    // What is being ended is at its end once its records are under the journal's keys.
    if guests.sendsAgain { result.add(try await ShareTending(journal, environment: environment).once()) }
    if result.ending == .safe, let obstacle = guests.obstacle { result.ending = .notSafe(obstacle) }
  }

  /// Has the other devices know which sign-in this computer's is, where it came by a page, which does not say.
  private func introduce() async {
    do {
      let desk = AccountDesk(journal, environment: environment)
      guard let session = try desk.session(), session.sessionID == nil else { return }
      try await desk.withKeys { try await $0.introduce() }
    } catch {
      // The next synchronisation does; until then ending this sign-in leaves the keys.
    }
  }

  /// Whether no person has said yet that this journal is plain, and none of its devices that it is encrypted.
  private func isUnanswered() throws -> Bool {
    guard let settings = try AccountDesk(journal, environment: environment).settings(), !settings.isPlain else {
      return false
    }
    return try AccountKeys(journal.paths, settings, journal.store) == nil && RingNotes(journal.store).ring() == nil
  }

  /// What to type where, as long as another device has not let this one in; nil for a journal that can be synchronised.
  private func waitingWords() async throws -> [String]? {
    let desk = AccountDesk(journal, environment: environment)
    guard let settings = try desk.settings(), try desk.session() != nil,
      let keys = try AccountKeys(journal.paths, settings, journal.store),
      try keys.survey()?.status.state ?? .waiting == .waiting
    else { return nil }
    guard case .waiting(let words) = try await desk.askForKeys() else { return nil }
    return words
  }

  private func synchronize(
    _ wish: SyncWish, _ progress: @escaping @Sendable (String) -> Void
  ) async throws -> Result {
    guard let lock = try EngineLock.take(journal.paths.syncLock) else {
      guard wish.answer == nil, wish.entry == nil else {
        throw CommandFailure(.busy, "Another process synchronises this journal. Close it first.")
      }
      // An open screen holds the lock where nothing is synchronised, too.
      let isSignedIn = try AccountDesk(journal, environment: environment).session() != nil
      return Result(ending: isSignedIn ? try await waitForOther() : .notSafe(Self.notSignedIn))
    }
    guard let synchronizer = try synchronizer(lock, once: wish) else {
      return Result(ending: .notSafe(Self.notSignedIn))
    }
    let feed = StatusFeed { status in
      if let text = Self.progress(status) { progress(text) }
    }
    let began = World.now()
    let outcome = await synchronizer.once(wish, feed)
    try await synchronizer.close()
    func result(_ ending: Ending, _ status: SyncStatus) -> Result {
      // What was kept before is said by `status`, until a person has looked.
      let merged = status.overview.merges.filter { $0.isConflict && $0.at >= began }
      return Result(ending: ending, traffic: status.traffic, merged: merged.map(\.title), status: status)
    }
    switch outcome {
    case .safe(let status): return result(Self.ending(status), status)
    case .notSafe(let why, let status):
      if case .asking(let question) = status.activity {
        let lastSeen = try SafetyReport(journal).note?.lastSuccess.map { Instant(milliseconds: $0) }
        let since = question.stillThere(lastSeen, in: journal.context.zone)
        return result(.question([why, since, Self.toDecide].compactMap(\.self).joined(separator: " ")), status)
      }
      return result(.notSafe(why), status)
    }
  }

  /// Works until the task is cancelled; changes by other processes are noticed.
  ///
  /// - Parameter say: Called with each line of the log: numbers and ids, never content but the titles of what others begin or
  ///   cease to share.
  /// - Throws: ``CommandFailure`` where the journal is not signed in, or cannot be watched.
  package func watch(_ say: @escaping @Sendable (String) -> Void) async throws {
    guard let lock = try await lockOnceFree(say) else { return }
    var isOtherAccount = true
    while isOtherAccount, !Task.isCancelled {
      guard let synchronizer = try synchronizer(lock, guests: rounds(say)) else {
        throw CommandFailure(.notFound, Self.notSignedIn)
      }
      do {
        isOtherAccount = try await watch(synchronizer, say)
      } catch {
        try await synchronizer.close()
        throw error
      }
      try await synchronizer.close()
    }
  }

  /// Waits for the process that synchronises the journal, and takes over when it ends; nil where waiting was ended.
  private func lockOnceFree(_ say: @Sendable (String) -> Void) async throws -> FileLock? {
    let path = journal.paths.syncLock
    if let lock = try EngineLock.take(path) { return lock }
    say("Another process synchronises this journal. Waiting, to take over when it ends.")
    let (locks, found) = AsyncThrowingStream<FileLock, any Error>.makeStream()
    // A thread that does nothing else, so that taking over needs no clock. It ends with the process.
    Thread.detachNewThread {
      do {
        found.yield(try EngineLock.wait(path))
        found.finish()
      } catch {
        found.finish(throwing: error)
      }
    }
    for try await lock in locks { return lock }
    return nil
  }

  /// - Returns: Whether the account's settings are others now, so that another synchronizer has to go on.
  private func watch(
    _ synchronizer: JournalSynchronizer, _ say: @escaping @Sendable (String) -> Void
  ) async throws -> Bool {
    let folder = journal.paths.folder
    let store = journal.store
    let displaced = Mutex<StoreError?>(nil)
    // What was written so far goes with the first batch.
    _ = Self.hasEdits(store)
    let (ends, end) = AsyncStream.makeStream(of: Never.self)
    let saved = try FolderNotice(folder: folder, prefix: "journal.sqlite", .written) {
      let place = store.place
      guard place != .same else {
        if Self.hasEdits(store) { synchronizer.signal(.localChange) }
        return
      }
      displaced.withLock { $0 = .moved(path: store.path, place) }
      end.finish()
    }
    let account = try FolderNotice(folder: folder, prefix: "session.json") { synchronizer.signal(.accountChanged) }
    let keys = try FolderNotice(folder: folder, prefix: "keys.json") { synchronizer.signal(.keysDoubted) }
    let settings = try FolderNotice(folder: folder, prefix: "account.json") {
      if !synchronizer.hasCurrentSettings { end.finish() }
    }
    let lock = try LockNotice(journal.paths) { end.finish() }
    let lastLine = Mutex<SyncStatus.LogLine?>(nil)
    // At the journal's place now is another file. The person who starts this again means that one.
    let feed = StatusFeed { [maintenance, images] status in
      if status.activity == .idle, maintenance.isTimeToAsk(status) {
        do { try maintenance.maintainIfDue(images, status) } catch { say(CommandFailure(error).sentence) }
      }
      let fresh = lastLine.withLock { last in
        let known = last.flatMap { line in status.log.lastIndex(of: line) }
        last = status.log.last
        return status.log.dropFirst(known.map { $0 + 1 } ?? 0)
      }
      for line in fresh { say(line.text) }
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await synchronizer.run(feed) }
      group.addTask { for await _ in ends {} }
      await group.next()
      group.cancelAll()
    }
    withExtendedLifetime((saved, account, keys, settings)) {}
    if let lock, lock.isLocked { throw lock.failure }
    guard let error = displaced.withLock({ $0 }) else { return !synchronizer.hasCurrentSettings }
    let kept = try FormerJournal.keep(store).map { " What it held is kept in \($0)." } ?? ""
    throw CommandFailure(.moved, "\(error.description)\(kept) Start again to synchronise what is there now.")
  }

  /// Whether another process has changed the journal since the last call; what this one took in from the server is no edit.
  private static func hasEdits(_ store: JournalStore) -> Bool {
    do {
      return try store.news() == .edited
    } catch {
      // What is wrong with the file is said by the batch that is read then.
      return true
    }
  }

  private func synchronizer(
    _ lock: FileLock, once wish: SyncWish? = nil, guests: GuestRounds? = nil
  ) throws -> JournalSynchronizer? {
    try JournalSynchronizer(
      paths: journal.paths, store: journal.store, lock: lock, environment: environment, pictures: pictures, once: wish,
      guests: guests)
  }

  /// Has what others share come and go as long as this runs.
  private func rounds(_ say: @escaping @Sendable (String) -> Void) -> GuestRounds {
    GuestRounds(environment: environment, wantsPictures: pictures == .always) { [journal] in
      journal.atPresent
    } tell: { event in
      switch event {
      case .news(let sentences): sentences.forEach(say)
      case .obstacle(let sentence): say(sentence)
      case .changed: break
      }
    }
  }

  /// Drafts are not saved, so they are not safe either.
  private static func ending(_ status: SyncStatus) -> Ending {
    let drafts = status.overview.drafts
    guard drafts > 0 else { return .safe }
    let words = NumberText.counted(drafts, "draft is", "drafts are")
    let them = drafts == 1 ? "it" : "them"
    return .notSafe("Everything saved is on the server; \(words) not saved yet: open the screen to go on with \(them).")
  }

  private func waitForOther() async throws -> Ending {
    let began = World.now().milliseconds
    if try SafetyReport(journal).isSafe { return try await confirmed() }
    // Where the server cannot be reached, or does not know this device, the other process waits for the same.
    if let reason = try await hindrance() { return .notSafe(reason) }
    while World.now().milliseconds - began < Self.patience {
      if try SafetyReport(journal).isSafe { return try await confirmed() }
      try await Task.sleep(for: .milliseconds(250))
    }
    let waiting = try journal.store.syncOverview(limit: 0).unsent
    let trouble = SyncNote.read(journal.paths)?.trouble.map { " \($0)" } ?? ""
    return .notSafe(
      "Another process synchronises this journal and is not done: "
        + "\(NumberText.counted(waiting, "change waits", "changes wait")).\(trouble)")
  }

  /// What the other process has noted may have ceased to hold: the server is asked whether it still knows this device.
  private func confirmed() async throws -> Ending {
    try await hindrance().map { .notSafe($0) } ?? .safe
  }

  /// Why the server has nothing to do with this device at this moment; nil where it answers it.
  private func hindrance() async throws -> String? {
    let state = try await AccountDesk(journal, environment: environment).state()
    guard state.account != .available else { return nil }
    return state.isSignedOutElsewhere ? SyncSpeech.commands.signedOut : state.reason ?? Self.notSignedIn
  }

  private static let toDecide =
    "You decide: press S on the screen, or run cloudjournal sync with --answer upload-again (send everything that is here), "
    + "take-servers (make this journal like the server’s; what goes is in the trash) or stay-local (leave the server alone)."

  private static let notSignedIn =
    "This journal was never signed in to a server. "
    + "Sign in with: cloudjournal account sign-in --server URL --user NAME"

  private static func progress(_ status: SyncStatus) -> String? {
    switch status.activity {
    case .checking, .fetching(done: 0, of: _): "asking the server …"
    case .fetching(let done, let all):
      "fetched \(NumberText.grouped(done))" + (all.map { " of \(NumberText.grouped($0))" } ?? "") + " …"
    case .sending(let done, let all):
      "sent \(NumberText.grouped(done)) of \(NumberText.grouped(all))\(bytes(status)) …"
    case .waiting(_, let why): why
    case .idle, .paused, .offline, .asking, .stopped: nil
    }
  }

  /// ` (2 images, 1.2 MB of 3.4 MB, 340 kB/s)`, or nothing.
  private static func bytes(_ status: SyncStatus) -> String {
    var parts: [String] = []
    if status.overview.unsentImages > 0 {
      parts.append(NumberText.counted(status.overview.unsentImages, "image", "images"))
    }
    if let transfer = status.transfer {
      parts.append(
        "\(NumberText.bytes(transfer.done)) of \(NumberText.bytes(transfer.total))" + PictureWords.speed(transfer))
    }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }
}
