import Synchronization

/// Databases in memory, for tests, simulations and trying things out.
///
/// Transactions run one at a time, readers too; one inside another would wait for itself for ever.
package final class MemoryCloudStorage: CloudStorage {
  private let state = Mutex(MemoryState())

  /// Makes a storage without databases.
  package init() {}

  /// Another storage with the same rows, as a folder that was copied.
  package func copy() -> MemoryCloudStorage {
    let other = MemoryCloudStorage()
    let rows = state.withLock { $0 }
    other.state.withLock { $0 = rows }
    return other
  }

  /// Runs `body` alone; readers do not run beside each other either.
  ///
  /// - Throws: ``MemoryStorageError/readOnly`` where `body` writes, and any error of `body`.
  package func read<Result>(_ body: (any CloudTransaction) throws -> Result) throws -> Result {
    try run(isWriting: false, body)
  }

  /// Runs `body` alone; where it throws, everything that it wrote is undone, but commits that it removed stay removed.
  ///
  /// - Throws: ``MemoryStorageError`` for a database or zone that does not exist, and any error of `body`.
  package func write<Result>(_ body: (any CloudTransaction) throws -> Result) throws -> Result {
    try run(isWriting: true, body)
  }

  private func run<Result>(isWriting: Bool, _ body: (any CloudTransaction) throws -> Result) throws -> Result {
    var result: Result?
    try state.withLock { state in
      // The transaction takes the rows themselves, not a copy that the first write would have to make.
      let transaction = MemoryTransaction(isWriting: isWriting)
      swap(&state, &transaction.state)
      defer { swap(&state, &transaction.state) }
      do {
        result = try body(transaction)
      } catch {
        transaction.undoEverything()
        throw error
      }
      transaction.finish()
    }
    guard let result else { throw MemoryStorageError.noResult }
    return result
  }
}

/// A use of ``MemoryCloudStorage`` that its contract excludes.
package enum MemoryStorageError: Error, Hashable, Sendable {
  /// A reading transaction was asked to write.
  case readOnly
  case noSuchDatabase(Int64)
  case noSuchZone(Int64)
  case noResult
}
