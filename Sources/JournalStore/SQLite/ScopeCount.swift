import GRDB
import JournalCore

/// Counts the entries of a list: by a kept number where there is one, else by an index.
struct ScopeCount {
  let db: Database

  func count(_ scope: ListScope) throws -> Int {
    if let tally = try KeptNumbers(db: db).tally(of: scope) { return tally }
    let sql = ScopeSQL(scope)
    if let branches = try FilterBranches(scope, in: db) { return try branches.count(sql, in: db) }
    var arguments: [any DatabaseValueConvertible] = []
    var from = "entries e"
    var condition = sql.condition
    if let match = sql.match, sql.isTextOnly {
      // Does not read each entry: the trash is small and has an index.
      from = "entrySearch"
      condition = "entrySearch MATCH ? AND rowid NOT IN (SELECT position FROM entries WHERE trashedAt IS NOT NULL)"
      arguments.append(match)
    } else if let match = sql.match {
      from = "entrySearch s JOIN entries e ON e.position = s.rowid"
      condition = "entrySearch MATCH ? AND " + condition
      arguments.append(match)
    }
    return try Int.fetchOne(
      db, sql: "SELECT count(*) FROM \(from) WHERE \(condition)",
      arguments: StatementArguments(arguments + sql.arguments)) ?? 0
  }
}
