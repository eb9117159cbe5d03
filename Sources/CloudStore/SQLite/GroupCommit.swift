import Dispatch
import GRDB
import Synchronization

/// Lets transactions of several threads share one commit, and thereby one wait for the disk.
///
/// Each body runs on the thread that brings it, alone, within a savepoint of the open transaction. While others wait for
/// their turn the transaction stays open; the last of them, or the one that fills the group, commits it. No body returns
/// before the commit is on disk.
final class GroupCommit: Sendable {
  /// Bodies in one group at most, so that the first does not wait too long for the commit.
  static let largestGroup = 64

  private struct State {
    /// Threads that are on their way to a turn.
    var waiting = 0
    /// The transaction that is open, if one is.
    var group: Group?
    var commits = 0
  }

  private let pool: any DatabaseWriter
  private let state = Mutex(State())

  init(_ pool: any DatabaseWriter) { self.pool = pool }

  /// How many threads are on their way to a turn.
  var waiting: Int { state.withLock { $0.waiting } }

  /// How many transactions have been committed.
  var commits: Int { state.withLock { $0.commits } }

  /// Runs `body` alone; returns, or throws what it threw, once the group's commit is durable.
  func write<Value>(_ body: (SQLConnection) throws -> Value) throws -> Value {
    state.withLock { $0.waiting += 1 }
    let (outcome, group) = try pool.writeWithoutTransaction { database in
      try takeTurn(database, body)
    }
    try group.wait()
    return try outcome.get()
  }

  private func takeTurn<Value>(
    _ database: Database, _ body: (SQLConnection) throws -> Value
  ) throws -> (Result<Value, any Error>, Group) {
    let connection = SQLConnection(database)
    defer { connection.close() }
    let open = state.withLock { state in
      state.waiting -= 1
      return state.group
    }
    let group: Group
    if let open {
      group = open
    } else {
      // A thread that waits behind a failure begins a transaction of its own.
      try connection.run("BEGIN IMMEDIATE")
      group = Group()
      state.withLock { $0.group = group }
    }
    group.count += 1
    let outcome = Result { try run(body, connection) }
    if !connection.isInTransaction {
      // SQLite gives a whole transaction up on its own when the disk is full or does not answer.
      let lost: any Error
      if case .failure(let error) = outcome { lost = error } else { lost = CloudStoreError.closed }
      end(group, .failure(lost))
    } else if isLast(of: group) {
      end(group, commit(connection))
    }
    return (outcome, group)
  }

  private func run<Value>(_ body: (SQLConnection) throws -> Value, _ connection: SQLConnection) throws -> Value {
    try connection.run("SAVEPOINT turn")
    do {
      let value = try body(connection)
      try connection.run("RELEASE turn")
      return value
    } catch {
      if connection.isInTransaction {
        try connection.run("ROLLBACK TO turn")
        try connection.run("RELEASE turn")
      }
      throw error
    }
  }

  private func isLast(of group: Group) -> Bool {
    state.withLock { $0.waiting == 0 || group.count >= Self.largestGroup }
  }

  private func commit(_ connection: SQLConnection) -> Result<Void, any Error> {
    do {
      try connection.run("COMMIT")
      state.withLock { $0.commits += 1 }
      return .success(())
    } catch {
      guard connection.isInTransaction else { return .failure(error) }
      do { try connection.run("ROLLBACK") } catch let second { return .failure(second) }
      return .failure(error)
    }
  }

  private func end(_ group: Group, _ outcome: Result<Void, any Error>) {
    state.withLock { $0.group = nil }
    group.finish(outcome)
  }
}

extension GroupCommit {
  /// One transaction, and those whose bodies ran in it.
  fileprivate final class Group: Sendable {
    private let ended = DispatchGroup()
    private let outcome = Mutex<Result<Void, any Error>?>(nil)
    private let bodies = Mutex(0)

    init() { ended.enter() }

    var count: Int {
      get { bodies.withLock { $0 } }
      set { bodies.withLock { $0 = newValue } }
    }

    func finish(_ result: Result<Void, any Error>) {
      outcome.withLock { $0 = result }
      ended.leave()
    }

    func wait() throws {
      ended.wait()
      guard let result = outcome.withLock({ $0 }) else { throw CloudStoreError.closed }
      try result.get()
    }
  }
}
