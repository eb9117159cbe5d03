import CloudRecord
import SQLiteKit

/// Whether what the file says of shares fits the records: who may read what is decided by these rows.
enum ShareExamination {
  /// The most findings that are told.
  private static let most = 300

  /// One sentence for each record that is not where its parents put it; empty where all fits.
  ///
  /// A record belongs to the living share of the nearest root above it, itself counted, a share's own record to that share, and all others to
  /// none. A share of a whole zone has no rows of members, and a record may still name one that has ended.
  static func findings(_ connection: SQLConnection) throws -> [String] {
    try connection.prepare(
      """
      WITH RECURSIVE expected (share, zone, recordName) AS (
        SELECT shares.id, shares.zone, records.recordName FROM shares JOIN records INDEXED BY recordsByName
          ON records.zone = shares.zone AND records.recordName IN (shares.root, shares.recordName)
        WHERE shares.endedAt IS NULL AND shares.root <> '' AND records.isDeleted = 0
        UNION
        SELECT expected.share, expected.zone, records.recordName FROM expected
        CROSS JOIN recordReferences AS reference ON reference.zone = expected.zone
          AND reference.target = expected.recordName AND reference.action = ?
        CROSS JOIN records INDEXED BY recordsByName
          ON records.zone = reference.zone AND records.recordName = reference.recordName
        WHERE records.parent = reference.target AND records.isDeleted = 0 AND NOT EXISTS (
          SELECT 1 FROM shares AS own
          WHERE own.zone = records.zone AND own.root = records.recordName AND own.endedAt IS NULL)
      )
      SELECT 0, shares.recordName, expected.recordName FROM expected JOIN shares ON shares.id = expected.share
      WHERE NOT EXISTS (
        SELECT 1 FROM shareMembers AS member
        WHERE member.share = expected.share AND member.recordName = expected.recordName AND member.leftAt IS NULL)
      UNION ALL
      SELECT 1, shares.recordName, member.recordName FROM shareMembers AS member JOIN shares ON shares.id = member.share
      WHERE member.leftAt IS NULL AND shares.endedAt IS NULL AND NOT EXISTS (
        SELECT 1 FROM expected WHERE expected.share = member.share AND expected.recordName = member.recordName)
      UNION ALL
      SELECT 2, '', records.recordName FROM records JOIN zones ON zones.id = records.zone
      LEFT JOIN shares ON shares.id = records.share AND shares.endedAt IS NULL
      LEFT JOIN expected ON expected.zone = records.zone AND expected.recordName = records.recordName
      WHERE records.isDeleted = 0 AND zones.shareCount > 0 AND shares.id IS NOT expected.share
      ORDER BY 1, 2, 3 LIMIT ?
      """, Int(Reference.Action.validate.rawValue), most
    ).all { row in
      let (share, record) = (row.text(1), row.text(2))
      return switch row.integer(0) {
      case 0: "the share \(share) lacks \(record), which hangs on what it shares"
      case 1: "the share \(share) has \(record), which does not hang on what it shares"
      default: "\(record) names another share than the one that it belongs to"
      }
    }
  }
}
