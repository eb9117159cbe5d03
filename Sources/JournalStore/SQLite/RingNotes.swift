import GRDB
package import JournalCore
package import SyncCore

/// What a journal's file says of its ring of keys.
package struct RingNotes: Sendable {
  private let store: JournalStore

  package init(_ store: JournalStore) { self.store = store }

  private static let ringKey = "ring"
  private static let olderRingsKey = "olderRings"
  /// Since when the server keeps an older ring than the known one.
  private static let keptRingKey = "keptRing"
  private static let removerKey = "removedBy"
  private static let mostOlderRings = 3
  private static let day: Int64 = 24 * 3_600_000

  /// The ring that was taken in last; nil for a journal that never was encrypted.
  ///
  /// - Throws: ``StoreError/damaged(path:detail:)`` for a note of another form, which must not be taken for none.
  package func ring() throws(StoreError) -> NotedRing? {
    let text = try store.reading { db in try RingNotes.text(db, RingNotes.ringKey) }
    guard let text else { return nil }
    guard let ring = NotedRing(text: text) else {
      throw .damaged(path: store.path, detail: "what it says of its keys cannot be read")
    }
    return ring
  }

  /// Notes the ring that was taken in.
  package func note(_ ring: NotedRing) throws(StoreError) {
    guard try self.ring() != ring else { return }
    try store.writing(.note) { db in
      try db.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", [RingNotes.ringKey, ring.text])
    }
  }

  /// Notes that the server showed an older ring than the known one, which is to be saved over it.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Returns: Whether that was done less than three times within a day; else it is noted that the server keeps that ring.
  package func noteOlder(at now: Int64) throws(StoreError) -> Bool {
    try store.writing(.note) { db in
      let times = try RingNotes.replacements(db, at: now)
      guard times.count < RingNotes.mostOlderRings else {
        try db.run("INSERT OR IGNORE INTO meta VALUES(?, ?)", [RingNotes.keptRingKey, String(now)])
        return false
      }
      try db.run(
        "INSERT OR REPLACE INTO meta VALUES(?, ?)",
        [RingNotes.olderRingsKey, (times + [now]).map(String.init).joined(separator: " ")])
      return true
    }
  }

  /// Notes that the server has the ring that is known here.
  package func noteNewest() throws(StoreError) {
    guard try setback(at: 0)?.isKept == true else { return }
    try store.writing(.note) { db in try db.run("DELETE FROM meta WHERE key = ?", [RingNotes.keptRingKey]) }
  }

  /// What came of older rings that the server showed; nil where it showed none within a day.
  ///
  /// - Parameter now: Milliseconds since 1970.
  package func setback(at now: Int64) throws(StoreError) -> KeySetback? {
    try store.reading { db in
      if let since = try RingNotes.text(db, RingNotes.keptRingKey).flatMap({ Int64($0) }) {
        return .kept(since: Instant(milliseconds: since))
      }
      return try RingNotes.replacements(db, at: now).last.map { .replaced(at: Instant(milliseconds: $0)) }
    }
  }

  /// The name of the device that removed this one; nil where it was not noted.
  package func remover() throws(StoreError) -> String? {
    try store.reading { db in try RingNotes.text(db, RingNotes.removerKey) }
  }

  /// Notes what the device that removed this one is called.
  package func note(remover name: String) throws(StoreError) {
    try store.writing(.note) { db in
      try db.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", [RingNotes.removerKey, name])
    }
  }

  /// When the known ring was saved over an older one within the last day.
  private static func replacements(_ db: Database, at now: Int64) throws -> [Int64] {
    (try text(db, olderRingsKey) ?? "").split(separator: " ").compactMap { Int64($0) }
      .filter { $0 <= now && $0 > now - day }
  }

  private static func text(_ db: Database, _ key: String) throws -> String? {
    try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key])
  }
}
