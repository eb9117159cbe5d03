import GRDB
import JournalCore

extension SQLiteSyncTables {
  // MARK: What the server removed

  func setRemoval(_ mark: RemovalMark?, _ name: String) throws {
    if let mark {
      try db.run(
        "INSERT OR REPLACE INTO removedElsewhere(zone, recordName, reason, at, isCounted) VALUES(?, ?, ?, ?, ?)",
        [zoneRow, name, mark.reason, mark.at, mark.isCounted])
    } else {
      try db.run("DELETE FROM removedElsewhere WHERE zone = ? AND recordName = ?", [zoneRow, name])
    }
  }

  func countedRemovals(since time: Int64, learntSince here: Int64) throws -> Int {
    let learnt = "SELECT 1 FROM history WHERE history.recordName = removedElsewhere.recordName AND \(Self.movedToTrash)"
    return Int(
      try db.integer(
        """
        SELECT count(*) FROM removedElsewhere WHERE zone = ? AND isCounted = 1 AND (at > ? OR EXISTS(\(learnt)))
        """, [zoneRow, time, zoneRow, EditCause.merge.rawValue, here]) ?? 0)
  }

  func forgetCountedRemovals() throws {
    try db.run("UPDATE removedElsewhere SET isCounted = 0 WHERE zone = ? AND isCounted = 1", [zoneRow])
  }

  func removals(before time: Int64) throws -> [String] {
    try db.rows(
      "SELECT recordName FROM removedElsewhere WHERE zone = ? AND at <= ? ORDER BY recordName", [zoneRow, time]
    ).map { $0[0] }
  }

  func liveEntries(at time: Int64) throws -> Int? {
    try db.integer("SELECT entries FROM liveCounts WHERE at <= ? ORDER BY at DESC LIMIT 1", [time]).map { Int($0) }
  }

  func latestLiveCount() throws -> Int64? { try db.integer("SELECT max(at) FROM liveCounts") }

  func setLiveEntries(_ count: Int, at time: Int64, forgettingBefore earliest: Int64) throws {
    try db.run(
      """
      DELETE FROM liveCounts WHERE at > ?1 OR at < (SELECT max(at) FROM liveCounts WHERE at <= ?2)
      """, [time, earliest])
    try db.run("INSERT OR REPLACE INTO liveCounts VALUES(?, ?)", [time, count])
  }
}
