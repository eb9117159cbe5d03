/// What the devices of an account are called, as a journal keeps it, so that merges and history can say whose version came in.
package struct KnownDevices {
  private let store: JournalStore

  package init(in store: JournalStore) { self.store = store }

  /// The devices whose versions came in and whose names are not known, as the server calls them.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func unnamed() throws(StoreError) -> Set<String> {
    try store.reading { db in try SQLiteSyncTables(db, of: store).unnamedDevices() }
  }

  /// Keeps names, by the server's word for each device; a device that is known gets its new name.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func keep(_ names: [String: String]) throws(StoreError) {
    try store.writing(.note) { db in
      let tables = try SQLiteSyncTables(db, of: store)
      for (id, name) in names { try tables.setDeviceName(name, of: id) }
    }
  }
}
