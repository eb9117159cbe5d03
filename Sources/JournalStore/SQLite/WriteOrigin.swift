import GRDB
import SQLiteKit

/// Where a write to the journal comes from; each one says so.
///
/// SQLite tells only that some other connection has committed. By the origin a screen sees whether it has to read again, and
/// the engine whether there is something to send: neither is woken by what it did itself.
enum WriteOrigin: String, Hashable, Sendable {
  /// A person changed the journal, in any program: it is shown elsewhere, and sent.
  case edit = "edits"
  /// Synchronising took records in: they are shown, and need not be sent.
  case intake = "intakes"
  /// Nothing that a list or a page shows is another one: a draft, a setting, what the server acknowledged.
  case note
}

/// How often the journal was written, by origin; the table `meta` counts it since the file was made.
struct WriteCounts: Hashable, Sendable {
  var edits: Int64 = 0
  var intakes: Int64 = 0

  init() {}

  /// Reads what the file has counted.
  init(_ db: Database) throws {
    for row in try db.rows("SELECT key, value FROM meta WHERE key IN ('edits', 'intakes')") {
      if row[0] == WriteOrigin.edit.rawValue { edits = row[1] } else { intakes = row[1] }
    }
  }

  mutating func add(_ origin: WriteOrigin) {
    switch origin {
    case .edit: edits += 1
    case .intake: intakes += 1
    case .note: break
    }
  }

  /// Counts the transaction under way in the file.
  static func add(_ origin: WriteOrigin, in db: Database) throws {
    guard origin != .note else { return }
    try db.run("INSERT INTO meta VALUES(?, 1) ON CONFLICT(key) DO UPDATE SET value = value + 1", [origin.rawValue])
  }

  /// What remains without others.
  static func - (all: WriteCounts, some: WriteCounts) -> WriteCounts {
    var rest = all
    rest.edits -= some.edits
    rest.intakes -= some.intakes
    return rest
  }
}
