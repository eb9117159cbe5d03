import CloudRecord
import CloudService
import SQLiteKit

extension SQLiteTransaction {
  func fieldTypes(of recordType: String, in database: Int64) throws -> [String: FieldType] {
    let statement = try connection.prepare("SELECT field, type FROM fieldTypes WHERE database = ? AND recordType = ?")
    try statement.bind(database, at: 1)
    try statement.bind(recordType, at: 2)
    var types: [String: FieldType] = [:]
    while try statement.step() {
      let name = statement.text(1)
      guard let type = FieldType(name: name) else { throw CloudStoreError.unknownRow("type \(name) of a field") }
      types[statement.text(0)] = type
    }
    return types
  }

  func keep(_ kinds: [String: FieldKind], of recordType: String, in database: Int64) throws {
    for (field, kind) in kinds.sorted(by: { $0.key < $1.key }) {
      let statement = try connection.prepare("INSERT OR IGNORE INTO fieldTypes VALUES (?, ?, ?, ?)")
      try statement.bind(database, at: 1)
      try statement.bind(recordType, at: 2)
      try statement.bind(field, at: 3)
      try statement.bind(FieldType.kept(kind).name, at: 4)
      try statement.run()
    }
  }

  func fieldTypeCount(in database: Int64) throws -> Int {
    let statement = try connection.prepare("SELECT count(*) FROM fieldTypes WHERE database = ?")
    try statement.bind(database, at: 1)
    return Int(try statement.first { $0.integer(0) } ?? 0)
  }
}
