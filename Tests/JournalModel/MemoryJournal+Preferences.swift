import JournalCore
import JournalStore
import SyncCore

extension MemoryJournal {
  mutating func purgePreferences(_ names: [RecordName], at now: Instant) throws(StoreError) {
    for name in names {
      guard let preference = synced[name] else { continue }
      _ = try forget(.preference(preference), at: now)
      synced[name] = nil
    }
  }

  /// All preferences, those first that were changed last.
  var preferencesByTime: [Preference] {
    func stamp(_ name: RecordName) -> HybridTime? { beside[name]?.stamps.marks.values.map(\.stamp).max() }
    return synced.values.sorted { a, b in
      guard let first = stamp(a.id), let second = stamp(b.id), first != second else { return a.id < b.id }
      return first > second
    }
  }
}
