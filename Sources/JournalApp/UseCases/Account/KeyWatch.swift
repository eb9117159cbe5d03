import JournalCore
import Synchronization

/// Beside an engine that goes on: waits to be let in where this computer has no keys, and looks who asks where it has.
final class KeyWatch: Sendable {
  private enum Work { case waits, listens }

  private struct State {
    var task: (work: Work, run: Task<Void, Never>)?
    var words: [String] = []
    var asking: [String] = []
    /// Has the one that listens look who asks.
    var look: AsyncStream<Void>.Continuation?
  }

  /// The server is asked every five seconds for a quarter of an hour, then every minute.
  private static let quickLooks = 180
  private static let quick = Duration.seconds(5)
  private static let slow = Duration.seconds(60)

  private let access: KeyAccess
  private let state = Mutex(State())

  init(_ access: KeyAccess) { self.access = access }

  /// A status of the engine, with what only this knows of the keys.
  func completed(_ status: EncryptionStatus?) -> EncryptionStatus? {
    guard var status else { return nil }
    let (words, asking) = state.withLock { ($0.words, $0.asking) }
    if status.state == .waiting { status.words = words }
    if status.isUsable { status.asking = asking }
    return status
  }

  /// Begins or ends what the status asks for.
  ///
  /// - Parameter arrived: Called once this computer has the keys.
  func follow(_ status: SyncStatus, _ feed: StatusFeed, arrived: @escaping @Sendable () -> Void) {
    let wanted: Work? =
      switch status.encryption {
      case let keys? where keys.state == .waiting && status.account == .available: .waits
      case let keys? where keys.isUsable && status.account == .available && !status.isOffline: .listens
      default: nil
      }
    state.withLock { state in
      guard state.task?.work != wanted else { return }
      state.task?.run.cancel()
      state.task = wanted.map { work in
        switch work {
        case .waits: return (work, Task { [self] in await wait(feed, arrived) })
        case .listens:
          let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
          state.look = look
          look.yield()
          return (work, Task { [self] in await listen(looks, feed) })
        }
      }
    }
  }

  /// Looks who asks, where this computer can let others in: something has changed in the keys' zone, or may have.
  func look() { state.withLock { $0.look }?.yield() }

  func stop() { state.withLock { $0.task.take() }?.run.cancel() }

  private func wait(_ feed: StatusFeed, _ arrived: @Sendable () -> Void) async {
    var looks = 0
    while !Task.isCancelled {
      do {
        switch try await access.enter() {
        case .waiting(let words):
          state.withLock { $0.words = words }
          feed.changeEncryption { if $0.state == .waiting { $0.words = words } }
        case .plain, .founded, .ready, .removed, .refused, .unasked: return arrived()
        }
      } catch {
        // The engine says what is wrong with the server; here it is only asked again.
      }
      looks += 1
      guard await KeyWatch.pause(looks < KeyWatch.quickLooks ? KeyWatch.quick : KeyWatch.slow) else { return }
    }
  }

  /// Looks who asks whenever there may be news; again after a minute only while a device asks, since that ends by itself, and
  /// where the server could not be asked.
  private func listen(_ looks: AsyncStream<Void>, _ feed: StatusFeed) async {
    var again: Task<Void, Never>?
    do {
      try await access.introduce()
    } catch {
      // The next process does; until then ending this sign-in leaves the keys.
    }
    for await _ in looks {
      again?.cancel()
      again = nil
      do {
        let names = try await access.namesAsking()
        state.withLock { $0.asking = names }
        feed.changeEncryption { if $0.isUsable, $0.asking != names { $0.asking = names } }
        guard !names.isEmpty else { continue }
      } catch {
        // It is asked again; who asks is in no hurry that a minute would matter to.
      }
      again = Task { [self] in if await KeyWatch.pause(KeyWatch.slow) { look() } }
    }
    again?.cancel()
  }

  private static func pause(_ time: Duration) async -> Bool {
    do {
      try await Task.sleep(for: time)
      return true
    } catch {
      return false
    }
  }
}

extension SyncStatus {
  fileprivate var isOffline: Bool {
    switch activity {
    case .paused, .offline, .stopped: true
    case .idle, .checking, .fetching, .sending, .waiting, .asking: false
    }
  }
}
