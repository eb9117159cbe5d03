import CloudRecord
import Foundation
import GRDB
package import JournalCore
import SyncCore

/// The journal's knowledge of its pictures' files, from one reading; the files themselves are not looked at.
package struct AssetUse: Sendable {
  /// Files that the journal names anywhere: pictures, in the trash too, former values, versions that the server
  /// acknowledged, sides of merges, removed pictures that may come back, and drafts; and files that imports brought.
  package var referenced: Set<String> = []
  /// Files that imports brought and that are no pictures.
  package var kept: Set<String> = []
  /// Files of pictures that are rows of the journal, in the trash or not, each with one of its pictures.
  package var pictures: [String: EntryImage] = [:]
  /// Files of `pictures` that the server has acknowledged with every picture that names them, so that they can be
  /// fetched again; empty while signed out.
  package var safe: Set<String> = []
  /// Whether every record that the server had at the last look is here, so that a file that no record names is unused.
  package var isComplete = true
  /// Whether the journal belongs to an account, signed in or not.
  package var hasAccount = false
}

extension JournalStore {
  /// Reads which files the journal names; reads all pictures with their history, merges and drafts.
  ///
  /// - Throws: ``StoreError`` if the file cannot be read.
  package func assetUse() throws(StoreError) -> AssetUse {
    try reading { db in
      var use = AssetUse()
      let isSignedIn = try db.integer("SELECT isSignedIn FROM account")
      use.hasAccount = isSignedIn != nil
      if use.hasAccount {
        use.isComplete =
          try db.integer(
            """
            SELECT changeToken IS NOT NULL AND isSweeping = 0 AND NOT EXISTS(SELECT 1 FROM postponedRemovals)
            FROM zones WHERE id = ?
            """, [zone]) == 1
      }
      try use.addRows(isSignedIn: isSignedIn == 1, in: db)
      try use.addVersions(in: db)
      use.kept = Set(try KeptItemTable(db: db, zone: zone).assets())
      use.referenced.formUnion(use.kept)
      // No server has them.
      use.safe.subtract(use.kept)
      for row in try db.rows("SELECT title, body FROM drafts") {
        use.referenced.formUnion(AssetNames.found(in: row[0]))
        use.referenced.formUnion(AssetNames.found(in: row[1]))
      }
      return use
    }
  }

  // MARK: What is noted of files

  private static let unnamedKey = "asset-unnamed:"
  private static let maintainedKey = "assets-tended"

  /// Files that the journal did not name at the last look, each with the time of the first look that found it so.
  ///
  /// - Throws: ``StoreError`` if the file cannot be read.
  package func unnamedAssets() throws(StoreError) -> [String: Instant] {
    try reading { db in
      var assets: [String: Instant] = [:]
      let prefix = JournalStore.unnamedKey
      for row in try db.rows("SELECT key, value FROM meta WHERE key >= ? AND key < ?", [prefix, prefix + "~"]) {
        let key: String = row[0]
        assets[String(key.utf8.dropFirst(prefix.utf8.count)) ?? key] = Instant(milliseconds: row[1])
      }
      return assets
    }
  }

  /// Replaces the list of ``unnamedAssets()`` and notes when it was made, in one transaction.
  ///
  /// - Throws: ``StoreError`` if the file cannot be written; nothing is changed then.
  package func setUnnamedAssets(_ assets: [String: Instant], at now: Instant) throws(StoreError) {
    try writing(.note) { db in
      let prefix = JournalStore.unnamedKey
      try db.run("DELETE FROM meta WHERE key >= ? AND key < ?", [prefix, prefix + "~"])
      for (asset, since) in assets.sorted(by: { $0.key < $1.key }) {
        try db.run("INSERT INTO meta VALUES(?, ?)", [prefix + asset, since.milliseconds])
      }
      try db.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", [JournalStore.maintainedKey, now.milliseconds])
    }
  }

  /// When ``setUnnamedAssets(_:at:)`` was last called; nil for never.
  ///
  /// - Throws: ``StoreError`` if the file cannot be read.
  package func assetsMaintainedAt() throws(StoreError) -> Instant? {
    try reading { try $0.integer("SELECT value FROM meta WHERE key = ?", [JournalStore.maintainedKey]) }
      .map { Instant(milliseconds: $0) }
  }
}

extension AssetUse {
  fileprivate mutating func addRows(isSignedIn: Bool, in db: Database) throws {
    var unsafe: Set<String> = []
    let columns = EntryImage.statements.columns
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(columns.list()), \(SyncState.columns) FROM images WHERE imageAsset IS NOT NULL
        ORDER BY trashedAt IS NOT NULL, entry, sortOrder
        """)
    while let row = try rows.next() {
      let image = columns.record(row)
      guard let asset = image.imageAsset else { continue }
      if pictures[asset] == nil { pictures[asset] = image }
      referenced.insert(asset)
      let state = SyncState(row, from: columns.count)
      // As the server acknowledged it, this file among it, and still there as far as is known here.
      if state.isUnsent || state.changeTag == nil { unsafe.insert(asset) } else { safe.insert(asset) }
    }
    if isSignedIn { safe.subtract(unsafe) } else { safe = [] }
  }

  fileprivate mutating func addVersions(in db: Database) throws {
    let replaced = try Row.fetchCursor(
      db, sql: "SELECT oldValue FROM history WHERE field = 'imageAsset' AND oldValue IS NOT NULL")
    while let row = try replaced.next() {
      var decoder = CanonicalDecoder([UInt8](row[0] as Data))
      if case .asset(let asset) = try decoder.value() { referenced.insert(asset.fileChecksum) }
    }
    let type = RecordFields.imageType
    let versions = try Row.fetchCursor(
      db,
      sql: """
        SELECT base FROM images WHERE base IS NOT NULL
        UNION ALL SELECT version FROM purges WHERE version IS NOT NULL AND recordType = '\(type)'
        UNION ALL SELECT base FROM merges WHERE base IS NOT NULL AND recordType = '\(type)'
        UNION ALL SELECT local FROM merges WHERE recordType = '\(type)'
        UNION ALL SELECT server FROM merges WHERE recordType = '\(type)'
        """)
    while let row = try versions.next() {
      let version = try RecordVersion(decoding: [UInt8](row[0] as Data))
      if case .asset(let asset) = version.values["imageAsset"] { referenced.insert(asset.fileChecksum) }
    }
  }
}

/// Names of files in texts: 64 lower-case hexadecimal digits.
enum AssetNames {
  static func found(in text: String) -> [String] {
    var names: [String] = []
    var run: [UInt8] = []
    for byte in Array(text.utf8) + [0] {
      if (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) {
        run.append(byte)
      } else {
        if run.count == 64 { names.append(String(decoding: run, as: UTF8.self)) }
        run.removeAll(keepingCapacity: true)
      }
    }
    return names
  }
}
