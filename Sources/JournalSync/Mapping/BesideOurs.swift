import CloudRecord
import SyncCore

/// The parts of a record that a newer version of this program, or another program, wrote and this one does not read.
///
/// A save by this program must lose none of them: a dropped mark would make the newer program take its own field for one
/// that was changed at the moment of that save, and a lower format would let this program edit what it does not understand.
struct BesideOurs {
  /// Fields that are not in the schema, by name.
  var fields: [String: Field]
  /// Marks of fields that are not in the schema, by name.
  var marks: [String: FieldStamps.Mark]
  /// The record's format where it is later than the one that this program writes; nil otherwise.
  var formatVersion: Int64?

  init(fields: [String: Field], marks: [String: FieldStamps.Mark], formatVersion: Int64?) {
    (self.fields, self.marks, self.formatVersion) = (fields, marks, formatVersion)
  }

  /// Reads what ``kept`` made; marks that cannot be read are left out.
  init(_ kept: [String: Field]) {
    fields = kept
    marks = [:]
    if case .bytes(let bytes)? = fields.removeValue(forKey: JournalSchema.Carrier.fieldStamps)?.value {
      do { marks = try FieldStamps(decoding: bytes).marks } catch { marks = [:] }
    }
    if case .int64(let version)? = fields.removeValue(forKey: JournalSchema.Carrier.formatVersion)?.value {
      formatVersion = version
    }
  }

  /// All of it as fields, as the store keeps them beside a record; empty for a record of this version.
  ///
  /// Marks and format stand under the names that they have on the server, which no field outside the schema can have.
  var kept: [String: Field] {
    var kept = fields
    if !marks.isEmpty { kept[JournalSchema.Carrier.fieldStamps] = Field(.bytes(FieldStamps(marks: marks).encoded)) }
    if let formatVersion { kept[JournalSchema.Carrier.formatVersion] = Field(.int64(formatVersion)) }
    return kept
  }

  /// The marks of this program's fields, with the others beside them.
  func addingMarks(to stamps: FieldStamps) -> FieldStamps {
    guard !marks.isEmpty else { return stamps }
    var all = stamps
    all.marks.merge(marks) { ours, _ in ours }
    return all
  }
}
