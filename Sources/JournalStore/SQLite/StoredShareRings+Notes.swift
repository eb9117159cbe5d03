import CloudRecord
import Foundation
import GRDB
import SyncCore

/// A note of what another computer of the person's has opened, which this one did not take in.
package struct RefusedNote: Hashable, Sendable {
  /// The change tag of the record that held it.
  package let tag: String
  /// When it was tried last: milliseconds since 1970.
  package let at: Int64

  /// Milliseconds after which a note that has not changed is tried again.
  private static let patience: Int64 = 86_400_000

  package init(tag: String, at: Int64) { (self.tag, self.at) = (tag, at) }

  /// Whether a note is not tried again yet: it is the same, and a day has not passed.
  ///
  /// - Parameters:
  ///   - tag: The change tag of the record that holds it now.
  ///   - now: Milliseconds since 1970.
  package func holds(_ tag: String, _ now: Int64) -> Bool { self.tag == tag && abs(now - at) < RefusedNote.patience }
}

extension StoredShareRings {
  private static let refusedVersion: UInt8 = 1

  /// The notes that were not taken in, by the names of their records.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func refusedNotes() throws(StoreError) -> [String: RefusedNote] {
    try store.reading { db in
      guard let row = try db.row("SELECT value FROM meta WHERE key = 'refusedNotes'") else { return [:] }
      var decoder = CanonicalDecoder([UInt8](row[0] as Data))
      guard try decoder.byte() == Self.refusedVersion else { return [:] }
      var notes: [String: RefusedNote] = [:]
      for _ in 0..<(try decoder.uint32()) {
        let name = try decoder.string()
        notes[name] = RefusedNote(tag: try decoder.string(), at: Int64(bitPattern: try decoder.uint64()))
      }
      return notes
    }
  }

  /// T9: Keeps which notes were not taken in.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func setRefusedNotes(_ notes: [String: RefusedNote]) throws(StoreError) {
    var encoder = CanonicalEncoder()
    encoder.append(byte: Self.refusedVersion)
    encoder.append(UInt32(notes.count))
    for (name, note) in notes.sorted(by: { $0.key < $1.key }) {
      encoder.append(name)
      encoder.append(note.tag)
      encoder.append(UInt64(bitPattern: note.at))
    }
    let bytes = Data(encoder.bytes)
    try store.writing(.note) { db in
      try db.run("INSERT OR REPLACE INTO meta VALUES('refusedNotes', ?)", [bytes])
    }
  }
}
