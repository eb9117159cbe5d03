package import JournalCore
import SyncCore

/// The mark of a record that lies in the trash of this device because the server has it no longer.
package struct RemovalMark: Hashable, Sendable {
  package var reason: String
  /// By the server's time, milliseconds since 1970.
  package var at: Int64
  /// Whether it counts towards the question of how much goes: an entry that was not in the trash, and of which the person
  /// was not asked.
  package var isCounted = false

  /// The words of the trash for an entry that the server said was gone.
  static let removed = "deleted forever on another device"
  /// Of a record that a full fetch no longer found.
  static let swept = "removed on another device while this one was away"
  /// Of a sealed record that only the server says is gone.
  static let unvouched = "removed by the server; no device of yours said so"
}

/// How much the server removes in a day, and what becomes of it after thirty.
///
/// Only entries outside of the trash are counted, for these are what a person has; and those that another device put
/// there within a day, so that two steps hide nothing that one would not. They are counted over a day and not by the page,
/// so that many small removals are seen as the large one that they are; and against their number a day ago, so that what
/// came meanwhile hides nothing.
extension SyncTransaction {
  /// Milliseconds for which what the server removed lies in the trash.
  package static var timeInTrash: Int64 { 30 * CountedEntries.day }

  /// Milliseconds since 1970, as far as the server's time is known.
  package var serverTime: Int64 { now.milliseconds + (clock.offset ?? 0) }

  /// - Parameters:
  ///   - going: Entries that would go now.
  ///   - live: The number of entries outside of the trash before.
  /// - Throws: ``MassRemoval`` where more than half would be gone within a day.
  package func check(_ going: CountedEntries, of live: Int, _ consent: RemovalConsent) throws {
    guard consent == .asked, !going.all.isEmpty else { return }
    let aDayAgo = serverTime - CountedEntries.day
    // By this computer's clock, too: a server that says another time with each answer hides nothing.
    let before = try tables.countedRemovals(since: aDayAgo, learntSince: now.milliseconds - CountedEntries.day)
    let gone = before + going.all.count
    // A journal that is not a day old here has no other number than its present one.
    let known = try tables.liveEntries(at: aDayAgo) ?? .max
    // Without those that were trashed and stay there it can only be too small, and to count them takes time.
    guard gone * 2 > min(known, live + before + going.justTrashed.count) else { return }
    let justTrashed =
      try going.justTrashed.isEmpty ? 0 : tables.trashedElsewhere(since: now.milliseconds - CountedEntries.day)
    let number = min(known, live + before + justTrashed)
    guard gone * 2 > number else { return }
    throw MassRemoval(removals: gone, records: max(number, gone))
  }

  /// Removes what the server removed thirty days ago and what was not taken out of the trash since.
  ///
  /// Thirty days by the server's time, by this machine's, and since this journal was told that it lies in the trash: none
  /// alone can bring it forward, and what the server says of it does not.
  package mutating func expireRemovals() throws {
    for name in try tables.removals(before: serverTime - Self.timeInTrash) {
      for type in try tables.recordTypes(of: name) {
        guard let row = try tables.row(of: name, type), row.state.isOnlyHere,
          let trashedAt = row.record.trashedAt, trashedAt.milliseconds <= now.milliseconds - Self.timeInTrash
        else { continue }
        let images = type == RecordFields.entryType ? try tables.images(of: name) : []
        guard try !tables.isUnseen(row, images),
          try !tables.wasTrashedElsewhere(name, since: now.milliseconds - Self.timeInTrash)
        else { continue }
        for image in images { try tables.remove(image) }
        try tables.remove(row)
        isIntake = true
      }
    }
  }
}

extension SyncTables {
  /// Those of the rows that are entries and count.
  ///
  /// - Parameter now: By this computer's clock, milliseconds since 1970.
  package func countedEntries(among rows: [SyncedRow], at now: Int64) throws -> CountedEntries {
    var counted = CountedEntries()
    for row in rows where row.record.recordType == RecordFields.entryType {
      if row.isLiveEntry {
        counted.live.insert(row.record.name)
      } else if try wasTrashedElsewhere(row.record.name.rawValue, since: now - CountedEntries.day) {
        counted.justTrashed.insert(row.record.name)
      }
    }
    return counted
  }

  /// Keeps how many entries there are, once an hour.
  ///
  /// - Parameter time: By the server's clock, milliseconds since 1970.
  package mutating func countLiveEntries(at time: Int64) throws {
    if let latest = try latestLiveCount(), latest <= time, time - latest < CountedEntries.hour { return }
    let count = try liveEntryCount()
    // In an empty journal nothing can be removed; a number of before says more about the next one.
    guard count > 0 else { return }
    try setLiveEntries(count, at: time, forgettingBefore: time - CountedEntries.day)
  }
}

/// Entries that count towards the question of how much goes.
package struct CountedEntries {
  /// Milliseconds for which a number of entries holds.
  fileprivate static let hour: Int64 = 3_600_000
  /// Milliseconds within which removals are taken together.
  fileprivate static let day: Int64 = 24 * hour

  /// Outside of the trash.
  package var live: Set<RecordName> = []
  /// In the trash, where another device put them within a day.
  package var justTrashed: Set<RecordName> = []

  package var all: Set<RecordName> { live.union(justTrashed) }
}

extension SyncedRow {
  /// Whether it is an entry that does not lie in the trash.
  package var isLiveEntry: Bool { record.recordType == RecordFields.entryType && record.trashedAt == nil }
}
