import CloudRecord
import CloudService
import Synchronization

/// The storage as one request sees it: a client that knows of a past that these data do not have is refused before
/// anything is done. The database's last number is kept for the answer, as of the end of the same transaction.
final class PastStorage: CloudStorage {
  private let storage: any CloudStorage
  private let service: CloudService
  private let call: ServiceCall
  /// What the client says that it knows.
  private let known: ServerHistory?
  private let latest = Mutex<ServerHistory?>(nil)

  init(_ storage: any CloudStorage, service: CloudService, call: ServiceCall, known: ServerHistory?) {
    (self.storage, self.service, self.call, self.known) = (storage, service, call, known)
  }

  func read<Result>(_ body: (any CloudTransaction) throws -> Result) throws -> Result {
    try storage.read { try carryOut(body, in: $0) }
  }

  func write<Result>(_ body: (any CloudTransaction) throws -> Result) throws -> Result {
    // What a failed commit has taken back was never there.
    do { return try storage.write { try carryOut(body, in: $0) } } catch {
      latest.withLock { $0 = nil }
      throw error
    }
  }

  private func carryOut<Result>(
    _ body: (any CloudTransaction) throws -> Result, in transaction: any CloudTransaction
  ) throws -> Result {
    if let known { try service.requirePast(known, call, in: transaction) }
    let result = try body(transaction)
    let history = try service.history(call, in: transaction)
    latest.withLock { $0 = history }
    return result
  }

  /// How far the database is; nil for one that is not offered.
  func history() throws -> ServerHistory? {
    if let history = latest.withLock({ $0 }) { return history }
    do {
      return try storage.read { try service.history(call, in: $0) }
    } catch is ServiceError {
      return nil
    }
  }
}
