import CloudRecord
import CloudService
import SQLiteKit

extension SQLiteTransaction {
  func setReferences(_ references: [StoredReference], from recordName: String, in zone: Int64) throws {
    let removal = try connection.prepare("DELETE FROM recordReferences WHERE zone = ? AND recordName = ?")
    try removal.bind(zone, at: 1)
    try removal.bind(recordName, at: 2)
    try removal.run()
    for reference in references where reference.action != .none {
      let statement = try connection.prepare("INSERT OR IGNORE INTO recordReferences VALUES (?, ?, ?, ?)")
      try statement.bind(zone, at: 1)
      try statement.bind(recordName, at: 2)
      try statement.bind(reference.target, at: 3)
      try statement.bind(Int64(reference.action.rawValue), at: 4)
      try statement.run()
    }
  }

  func referrers(to target: String, in zone: Int64, action: Reference.Action, limit: Int) throws -> [String] {
    let statement = try connection.prepare(
      """
      SELECT recordName FROM recordReferences
      WHERE zone = ? AND target = ? AND action = ? ORDER BY recordName LIMIT ?
      """)
    try bind(target, zone, action, to: statement)
    try statement.bind(limit: limit, at: 4)
    return try statement.all { $0.text(0) }
  }

  func referrerCount(to target: String, in zone: Int64, action: Reference.Action) throws -> Int {
    let statement = try connection.prepare(
      "SELECT count(*) FROM recordReferences WHERE zone = ? AND target = ? AND action = ?")
    try bind(target, zone, action, to: statement)
    return try statement.first { Int($0.integer(0)) } ?? 0
  }

  private func bind(
    _ target: String, _ zone: Int64, _ action: Reference.Action, to statement: borrowing SQLStatement
  ) throws {
    try statement.bind(zone, at: 1)
    try statement.bind(target, at: 2)
    try statement.bind(Int64(action.rawValue), at: 3)
  }

  // MARK: Subscriptions

  func subscriptions(in database: Int64) throws -> [StoredSubscription] {
    let statement = try connection.prepare(
      "SELECT body FROM subscriptions WHERE database = ? ORDER BY subscriptionID")
    try statement.bind(database, at: 1)
    return try statement.all { try Self.subscription($0, database) }
  }

  func subscription(_ id: String, in database: Int64) throws -> StoredSubscription? {
    let statement = try connection.prepare(
      "SELECT body FROM subscriptions WHERE database = ? AND subscriptionID = ?")
    try statement.bind(database, at: 1)
    try statement.bind(id, at: 2)
    return try statement.first { try Self.subscription($0, database) }
  }

  func save(_ subscription: StoredSubscription) throws {
    let statement = try connection.prepare("INSERT OR REPLACE INTO subscriptions VALUES (?, ?, ?)")
    try statement.bind(subscription.database, at: 1)
    try statement.bind(subscription.subscription.subscriptionID, at: 2)
    try statement.bind(SubscriptionCoding.encode(subscription.subscription), at: 3)
    try statement.run()
  }

  func removeSubscription(_ id: String, in database: Int64) throws {
    let statement = try connection.prepare("DELETE FROM subscriptions WHERE database = ? AND subscriptionID = ?")
    try statement.bind(database, at: 1)
    try statement.bind(id, at: 2)
    try statement.run()
  }

  private static func subscription(_ row: borrowing SQLStatement, _ database: Int64) throws -> StoredSubscription {
    StoredSubscription(database: database, subscription: try SubscriptionCoding.decode(row.bytes(0)))
  }
}
