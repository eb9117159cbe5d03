import GRDB
package import SyncCore

/// What a journal's file says of its ring of keys.
package struct RingNotes: Sendable {
  private let store: JournalStore

  package init(_ store: JournalStore) { self.store = store }

  private static let ringKey = "ring"
  private static let olderRingsKey = "olderRings"
  private static let mostOlderRings = 3
  private static let day: Int64 = 24 * 3_600_000

  /// The ring that was taken in last; nil for a journal that never was encrypted.
  ///
  /// - Throws: ``StoreError/damaged(path:detail:)`` for a note of another form, which must not be taken for none.
  package func ring() throws(StoreError) -> NotedRing? {
    let text = try store.reading { db in
      try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [RingNotes.ringKey])
    }
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
  /// - Returns: Whether that was done less than three times within a day; nothing is noted otherwise.
  package func noteOlder(at now: Int64) throws(StoreError) -> Bool {
    try store.writing(.note) { db in
      let text = try String.fetchOne(
        db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [RingNotes.olderRingsKey])
      let times = (text ?? "").split(separator: " ").compactMap { Int64($0) }
        .filter { $0 <= now && $0 > now - RingNotes.day }
      guard times.count < RingNotes.mostOlderRings else { return false }
      try db.run(
        "INSERT OR REPLACE INTO meta VALUES(?, ?)",
        [RingNotes.olderRingsKey, (times + [now]).map(String.init).joined(separator: " ")])
      return true
    }
  }
}
