import CloudRecord
import JournalCore
import Synchronization
import SystemKit

/// Has what others share come and go as long as a program stays open: again and again after the person's own journal.
package final class GuestRounds: Sendable {
  /// What came of a look.
  package enum Event: Hashable, Sendable {
    /// What others share from now on, or share no longer, a sentence each.
    case news([String])
    /// Something of it is other than before.
    case changed
    /// Why not everything is on the server.
    case obstacle(String)
  }

  private struct State {
    var plan = GuestPlan()
    /// What the server said last of what has changed; nil before, and where not everything went well since.
    var mark: GuestSync.Mark?
    var isSubscribed = false
    var obstacle: String?
    /// What the last look had to tell.
    var notices: [String] = []
  }

  private let own: @Sendable () -> OpenedJournal
  private let environment: [String: String]
  private let wantsPictures: Bool
  private let tell: @Sendable (Event) -> Void
  private let state = Mutex(State())
  private let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation

  /// - Parameters:
  ///   - environment: The process's, for its proxies.
  ///   - wantsPictures: Whether the bytes of all pictures are to be here.
  ///   - own: The person's journal, with the present time.
  ///   - tell: Told what came of each look, from any thread.
  package init(
    environment: [String: String], wantsPictures: Bool, own: @escaping @Sendable () -> OpenedJournal,
    tell: @escaping @Sendable (Event) -> Void
  ) {
    (self.own, self.environment, self.wantsPictures, self.tell) = (own, environment, wantsPictures, tell)
    (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  // MARK: From anywhere

  /// Takes how the person's own journal stands.
  func take(_ status: SyncStatus) {
    let isReady = status.account == .available && status.activity == .idle && status.lastSuccess != nil
    state.withLock { $0.plan.setReady(isReady) }
    wake.yield()
  }

  /// Takes why it may be worth a look.
  func take(_ hint: GuestPlan.Hint) {
    state.withLock { $0.plan.take(hint, now: MonotonicClock.milliseconds) }
    wake.yield()
  }

  // MARK: Running

  /// Works until the task is cancelled.
  ///
  /// - Parameter kept: Called where words had to be kept as the person's own: they have to go to the server.
  func run(kept: @escaping @Sendable () -> Void) async {
    var wakes = wakes.makeAsyncIterator()
    while !Task.isCancelled {
      let wait = state.withLock { $0.plan.wait(now: MonotonicClock.milliseconds) }
      if wait == 0 {
        await look(kept)
        continue
      }
      let timer = wait.map { wait in
        Task { [wake] in
          do { try await Task.sleep(for: .milliseconds(wait)) } catch { return }
          wake.yield()
        }
      }
      guard await wakes.next() != nil else { return }
      timer?.cancel()
    }
  }

  private func look(_ kept: @Sendable () -> Void) async {
    let mark = state.withLock { state in
      state.plan.begin()
      return state.mark
    }
    let sync = GuestSync(own(), environment: environment)
    do {
      let result = try await sync.once(wantsPictures: wantsPictures, since: mark)
      let isComplete = result.obstacle == nil
      let wantsNews = result.hasGuests && !state.withLock { $0.isSubscribed }
      let isSubscribed = wantsNews ? await sync.subscribe() : false
      state.withLock { state in
        let now = MonotonicClock.milliseconds
        state.mark = isComplete ? result.mark : nil
        // Of what has changed before it subscribed the server tells nothing.
        if isSubscribed { state.plan.take(.told, now: now) }
        state.isSubscribed = state.isSubscribed || isSubscribed
        state.plan.end(hasGuests: result.hasGuests, isComplete: isComplete, now: now)
      }
      // What is the person’s own now, or is to go up under another key, goes with the next synchronisation.
      if result.kept > 0 || result.sendsAgain { kept() }
      say(result)
    } catch {
      state.withLock { state in
        state.mark = nil
        state.plan.end(hasGuests: nil, now: MonotonicClock.milliseconds)
      }
      if !Task.isCancelled { sayObstacle(CommandFailure(error).sentence) }
    }
  }

  private func say(_ result: GuestSync.Result) {
    if !result.isQuiet { tell(.changed) }
    // What stays as it is, such as a share that was begun and is not done, is said once.
    let news = state.withLock { state in
      defer { state.notices = result.notices }
      return result.notices.filter { !state.notices.contains($0) }
    }
    if !news.isEmpty { tell(.news(news)) }
    // That no server answers is said of the person's own journal.
    if !result.isOutOfReach { sayObstacle(result.obstacle) }
  }

  /// What stays as it is said once.
  private func sayObstacle(_ sentence: String?) {
    let isNew = state.withLock { state in
      defer { state.obstacle = sentence }
      return state.obstacle != sentence
    }
    if isNew, let sentence { tell(.obstacle(sentence)) }
  }
}
