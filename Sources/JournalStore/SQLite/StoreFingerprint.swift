package import CloudRecord
import Foundation
import GRDB

/// What two devices compare to see whether a server shows both the same journal.
package enum StoreFingerprint {
  /// The digest of what the server has of the journal, as it is here: names and digests of all records that were not changed
  /// since. Two devices with equal ones have the same journal, whatever the server says.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package static func digest(of store: JournalStore) throws -> Digest { try store.consulting { try $0.fingerprint() } }
}

extension SQLiteSyncTables {
  fileprivate func fingerprint() throws -> Digest {
    var lines: [(name: String, digest: Data)] = []
    for (_, table) in tables {
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT recordName, localDigest FROM \(table)
          WHERE +zone = ? AND baseChangeTag IS NOT NULL AND localDigest IS baseDigest
          """, arguments: [zoneRow])
      while let row = try rows.next() { lines.append((row[0], row[1])) }
    }
    lines.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    // A name has no zero byte, so that no two lists make the same bytes.
    return Digest(of: lines.flatMap { Array($0.name.utf8) + [0] + $0.digest })
  }
}
