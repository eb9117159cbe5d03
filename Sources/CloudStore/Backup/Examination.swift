import GRDB
import SQLiteKit

/// What a look at a service's data found wrong; all empty means sound.
package struct Examination: Hashable, Sendable {
  /// What SQLite found in its own structure.
  package var structure: [String] = []
  /// Objects that a record needs and that are not there, or not of the size that was stored.
  package var missingObjects: [String] = []
  /// Objects that no row names. Harmless; a young one may be an upload about to be noted.
  package var orphanedObjects: [String] = []

  /// Records that are not in the share whose root they hang on, or in one that they do not hang on, each in a sentence: people
  /// read too little, or too much.
  package var misplacedMembers: [String] = []

  /// Whether nothing that a client could ask for is lost, and nothing is open to others than its owner meant.
  package var isSound: Bool { structure.isEmpty && missingObjects.isEmpty && misplacedMembers.isEmpty }

  /// Makes an examination that has found nothing.
  package init() {}
}

extension ServiceDatabase {
  /// Looks at the whole file and at every object; reads only, and takes as long as reading the file takes.
  ///
  /// - Throws: ``CloudStoreError`` where the data cannot be read; damage in the file is a finding and no error.
  package func examine(_ objects: ObjectFiles) throws -> Examination {
    var examination = Examination()
    // Before the rows, so that an object that comes meanwhile is not taken for an orphan.
    let present = try objects.keys()
    do {
      examination.structure = try read { connection in
        try connection.prepare("PRAGMA integrity_check").all { $0.text(0) }.filter { $0 != "ok" }
      }
      var named: Set<String> = []
      for row in try read(ObjectRows.all) {
        named.insert(row.key)
        if row.isReferenced, try objects.size(row.key) != row.size { examination.missingObjects.append(row.key) }
      }
      examination.misplacedMembers = try read(ShareExamination.findings)
      examination.orphanedObjects = present.filter { !named.contains($0) }
    } catch CloudStoreError.damaged(_, let detail) {
      // Too badly for SQLite to go through it.
      examination.structure.append(detail)
    }
    return examination
  }
}

/// The objects that rows name.
enum ObjectRows {
  struct Object: Hashable, Sendable {
    var key: String
    /// In bytes.
    var size: Int64
    /// Whether a record names the file, too.
    var isReferenced: Bool
  }

  /// All, by key.
  static func all(_ connection: SQLConnection) throws -> [Object] {
    try connection.prepare(
      """
      SELECT objectKey, size, EXISTS (
        SELECT 1 FROM assetReferences AS reference JOIN zones ON zones.id = reference.zone
        WHERE reference.fileChecksum = assets.fileChecksum AND zones.database = assets.database)
      FROM assets ORDER BY objectKey
      """
    ).all { Object(key: $0.text(0), size: $0.integer(1), isReferenced: $0.flag(2)) }
  }
}
