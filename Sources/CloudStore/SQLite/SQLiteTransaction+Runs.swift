import CloudRecord
import CloudService
import SQLiteKit

extension SQLiteTransaction {
  func databases() throws -> [StoredDatabase] {
    try connection.prepare(
      "SELECT id, container, environment, scope, owner, sequence, bytes FROM databases ORDER BY id"
    ).all(Self.database)
  }

  static func database(_ row: borrowing SQLStatement) -> StoredDatabase {
    // The table holds no others than what a ``DatabaseKey`` has written.
    let key = DatabaseKey(
      containerID: row.text(1), environment: CloudEnvironment(rawValue: row.text(2)) ?? .production,
      scope: DatabaseScope(rawValue: row.text(3)) ?? .private, ownerRecordName: row.text(4))
    return StoredDatabase(id: row.integer(0), key: key, sequence: row.integer(5), bytes: row.integer(6))
  }

  func run(_ id: Int64) throws -> StoredRun? {
    try connection.prepare("SELECT number FROM runs WHERE id = ?", id).first {
      StoredRun(number: $0.integer(0), id: id)
    }
  }

  func addRun(_ id: Int64) throws -> StoredRun {
    try connection.run("INSERT INTO runs (id) VALUES (?)", id)
    return StoredRun(number: connection.lastRowID, id: id)
  }

  func sequence(of database: Int64, atStartOf run: Int64) throws -> Int64 {
    try connection.prepare(
      "SELECT sequence FROM runStarts WHERE database = ? AND run <= ? ORDER BY run DESC LIMIT 1", database, run
    ).first { $0.integer(0) } ?? 0
  }

  func setSequence(_ sequence: Int64, of database: Int64, atStartOf run: Int64) throws {
    try connection.run(
      "INSERT OR REPLACE INTO runStarts (database, run, sequence) VALUES (?, ?, ?)", database, run, sequence)
  }

  func latestCommit(in database: Int64) throws -> StoredCommit? {
    try connection.prepare(
      """
      SELECT database, first, sequence, number, digest FROM commits WHERE database = ?
      ORDER BY sequence DESC LIMIT 1
      """, database
    ).first(Self.commit)
  }

  func commit(in database: Int64, endingAtOrAfter sequence: Int64) throws -> StoredCommit? {
    try connection.prepare(
      """
      SELECT database, first, sequence, number, digest FROM commits WHERE database = ? AND sequence >= ?
      ORDER BY sequence LIMIT 1
      """, database, sequence
    ).first(Self.commit)
  }

  func add(_ commit: StoredCommit) throws {
    try connection.run(
      "INSERT INTO commits (database, sequence, first, number, digest) VALUES (?, ?, ?, ?, ?)", commit.database,
      commit.sequence, commit.first, commit.number, commit.digest)
  }

  func removeCommits(in database: Int64, upTo number: Int64) throws {
    try connection.run("DELETE FROM commits WHERE database = ? AND number <= ?", database, number)
  }

  private static func commit(_ row: borrowing SQLStatement) -> StoredCommit {
    StoredCommit(
      database: row.integer(0), first: row.integer(1), sequence: row.integer(2), number: row.integer(3),
      digest: row.bytes(4))
  }
}
