import CloudRecord
import CloudService
import SQLiteKit

extension SQLiteTransaction {
  func fieldTypes(of recordType: String, in database: Int64) throws -> [String: FieldType] {
    let statement = try connection.prepare(
      "SELECT field, type FROM fieldTypes WHERE database = ? AND recordType = ?", database, recordType)
    var types: [String: FieldType] = [:]
    while try statement.step() {
      let name = statement.text(1)
      guard let type = FieldType(name: name) else { throw CloudStoreError.unknownRow("type \(name) of a field") }
      types[statement.text(0)] = type
    }
    return types
  }

  func keep(_ kinds: [String: FieldShape], of recordType: String, in database: Int64) throws {
    for (field, kind) in kinds.sorted(by: { $0.key < $1.key }) {
      try connection.run(
        "INSERT OR IGNORE INTO fieldTypes VALUES (?, ?, ?, ?)", database, recordType, field, FieldType.kept(kind).name)
    }
  }

  func fieldTypeCount(in database: Int64) throws -> Int {
    return try Int(
      connection.prepare("SELECT count(*) FROM fieldTypes WHERE database = ?", database).first { $0.integer(0) } ?? 0)
  }
}
