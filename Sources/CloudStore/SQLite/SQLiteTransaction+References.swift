import CloudRecord
import CloudService
import SQLiteKit

extension SQLiteTransaction {
  func setReferences(_ references: [StoredReference], from recordName: String, in zone: Int64) throws {
    try connection.run("DELETE FROM recordReferences WHERE zone = ? AND recordName = ?", zone, recordName)
    for reference in references where reference.action != .none {
      try connection.run(
        "INSERT OR IGNORE INTO recordReferences VALUES (?, ?, ?, ?)", zone, recordName, reference.target,
        Int(reference.action.rawValue))
    }
  }

  func referrers(to target: String, in zone: Int64, action: Reference.Action, limit: Int) throws -> [String] {
    try connection.prepare(
      """
      SELECT recordName FROM recordReferences
      WHERE zone = ? AND target = ? AND action = ? ORDER BY recordName LIMIT ?
      """, zone, target, Int(action.rawValue), max(0, limit)
    ).all { $0.text(0) }
  }

  func referrerCount(to target: String, in zone: Int64, action: Reference.Action) throws -> Int {
    try connection.prepare(
      "SELECT count(*) FROM recordReferences WHERE zone = ? AND target = ? AND action = ?", zone, target,
      Int(action.rawValue)
    ).first { Int($0.integer(0)) } ?? 0
  }

  // MARK: Subscriptions

  func subscriptions(in database: Int64) throws -> [Subscription] {
    try connection.prepare(
      "SELECT body FROM subscriptions WHERE database = ? ORDER BY subscriptionID", database
    ).all { try SubscriptionCoding.decode($0.bytes(0)) }
  }

  func subscription(_ id: String, in database: Int64) throws -> Subscription? {
    try connection.prepare(
      "SELECT body FROM subscriptions WHERE database = ? AND subscriptionID = ?", database, id
    ).first { try SubscriptionCoding.decode($0.bytes(0)) }
  }

  func save(_ subscription: Subscription, in database: Int64) throws {
    try connection.run(
      "INSERT OR REPLACE INTO subscriptions VALUES (?, ?, ?)", database, subscription.subscriptionID,
      SubscriptionCoding.encode(subscription))
  }

  func removeSubscription(_ id: String, in database: Int64) throws {
    try connection.run("DELETE FROM subscriptions WHERE database = ? AND subscriptionID = ?", database, id)
  }
}
