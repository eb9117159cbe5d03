import JournalModel
package import JournalStore

/// The journals of the devices, which outlive the processes that have them open, each with at most one backup.
package protocol DeviceJournals {
  /// Opens the journal of a number, making it if need be; the same one each time.
  func open(_ number: Int, _ environment: StoreEnvironment) throws -> any SimulatedStore
  /// Keeps a copy in the place of the one before.
  func backUp(_ number: Int, _ store: any SimulatedStore) throws
  /// Puts the copy in the place of the journal, which nobody has open.
  func restore(_ number: Int) throws
}

/// Journals in memory.
package final class MemoryJournals: DeviceJournals {
  private var present: [Int: MemoryJournalStore] = [:]
  private var copies: [Int: MemoryJournalStore] = [:]

  package init() {}

  package func open(_ number: Int, _ environment: StoreEnvironment) -> any SimulatedStore {
    if let store = present[number] { return store }
    let store = MemoryJournalStore(environment: environment)
    present[number] = store
    return store
  }

  package func backUp(_ number: Int, _ store: any SimulatedStore) { copies[number] = present[number]?.copy() }

  package func restore(_ number: Int) { present[number] = copies[number]?.copy() }
}
