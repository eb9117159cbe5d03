import CloudRecord
import Synchronization

/// Limits the requests under way; those that a person waits for go before others.
final class RequestGate: Sendable {
  private struct Waiter {
    var id: UInt64
    var isInteractive: Bool
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var limit: Int
    var inside = 0
    var nextID: UInt64 = 0
    var waiters: [Waiter] = []

    /// Takes those out of the queue who may go on.
    mutating func admitted() -> [Waiter] {
      var admitted: [Waiter] = []
      while inside < limit, !waiters.isEmpty {
        inside += 1
        admitted.append(waiters.remove(at: waiters.firstIndex { $0.isInteractive } ?? 0))
      }
      return admitted
    }
  }

  private let state: Mutex<State>

  init(limit: Int) { state = Mutex(State(limit: limit)) }

  /// Waits for a place; ``leave()`` has to follow.
  ///
  /// - Throws: `CancellationError` if the task is cancelled meanwhile; ``leave()`` must not follow then.
  func enter(_ urgency: RequestUrgency) async throws {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiter = Waiter(id: id, isInteractive: urgency == .interactive, continuation: continuation)
        let admitted = state.withLock { state in
          state.waiters.append(waiter)
          return state.admitted()
        }
        for waiter in admitted { waiter.continuation.resume() }
        // A task that was cancelled before it stood in the queue was not found there.
        if Task.isCancelled { giveUp(id) }
      }
    } onCancel: {
      giveUp(id)
    }
  }

  func leave() {
    let admitted = state.withLock { state in
      state.inside -= 1
      return state.admitted()
    }
    for waiter in admitted { waiter.continuation.resume() }
  }

  func setLimit(_ limit: Int) {
    let admitted = state.withLock { state in
      state.limit = limit
      return state.admitted()
    }
    for waiter in admitted { waiter.continuation.resume() }
  }

  /// The number of requests that wait.
  var queue: Int { state.withLock { $0.waiters.count } }

  private func giveUp(_ id: UInt64) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }
}
