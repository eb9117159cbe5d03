import CloudRecord
import NIOPosix
import Synchronization

/// Hashes passwords on threads of its own, so few at once that they cannot take the machine.
///
/// Hashing is made to be slow and large; without this bound, signing in would be the cheapest way to stop a server.
package final class PasswordPool: Sendable {
  private let threads: NIOThreadPool
  private let places: Int
  private let taken = Mutex(0)

  /// - Parameters:
  ///   - running: How many passwords are hashed at once.
  ///   - waiting: How many more may wait for that.
  package init(running: Int = 2, waiting: Int = 16) {
    threads = NIOThreadPool(numberOfThreads: running)
    places = running + waiting
    threads.start()
  }

  /// Runs `work` when it is its turn.
  ///
  /// - Throws: ``ServiceError`` with TRY_AGAIN_LATER where too many wait already; what `work` throws.
  package func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    let isAdmitted = taken.withLock { taken in
      guard taken < places else { return false }
      taken += 1
      return true
    }
    guard isAdmitted else {
      throw ServiceError(.tryAgainLater, "too many people are signing in at this moment", retryAfter: 5)
    }
    defer { taken.withLock { $0 -= 1 } }
    return try await threads.runIfActive(work)
  }

  /// Ends the threads once the running work is done; work that still waits fails.
  ///
  /// - Throws: The error of the thread pool.
  package func shutDown() async throws { try await threads.shutdownGracefully() }
}
