import GRDB
import JournalCore
import SQLiteKit

/// The columns that hold a record's fields, by the table of the fields, and how they are read and bound.
///
/// A statement names the columns in this order, so that none has to be looked up by its name for each row.
struct RecordColumns<Record: JournalRecord>: Sendable {
  private let fields: [RecordField<Record>]
  /// The names, without `recordName`, which comes before them.
  let names: [String]

  init(_ fields: [RecordField<Record>] = Record.fields.all) {
    self.fields = fields
    names = fields.flatMap(\.columns)
  }

  /// `recordName` and the columns, for a statement's list.
  func list(_ prefix: String = "") -> String {
    (["recordName"] + names).map { prefix + $0 }.joined(separator: ", ")
  }

  /// The number of columns with `recordName`.
  var count: Int { names.count + 1 }

  /// Reads a record.
  ///
  /// - Parameter first: The place of `recordName`.
  func record(_ row: Row, from first: Int = 0) -> Record {
    var record = Record(id: RecordName(row[first]), modifiedAt: .earliest)
    var place = first + 1
    for field in fields {
      field.write(&record, field.kind.content(row, at: place))
      place += field.columns.count
    }
    return record
  }

  /// Binds the values of the columns, without `recordName`.
  func bind(_ record: Record, to statement: inout SQLStatement) throws {
    for field in fields { try field.read(record).bind(to: &statement) }
  }
}

extension FieldKind {
  /// Reads a field of this kind from its column, or the first of its three.
  fileprivate func content(_ row: Row, at place: Int) -> FieldContent {
    switch self {
    case .text, .line, .prose: .text(row[place])
    case .word: .word(row[place])
    case .file: .file(row[place])
    case .flag: .flag(row[place])
    case .number: .number(row[place])
    case .date:
      .date(
        EntryDate(
          instant: Instant(milliseconds: row[place]), timeZone: row[place + 1], offsetSeconds: row[place + 2]))
    case .reference: .reference((row[place] as String?).map { RecordName($0) })
    case .owner: .owner(RecordName(row[place]))
    case .tags: .tags(TagColumn.decode(row[place]))
    case .trashing, .modification: .moment((row[place] as Int64?).map { Instant(milliseconds: $0) })
    }
  }
}

extension FieldContent {
  fileprivate func bind(to statement: inout SQLStatement) throws {
    switch self {
    case .text(let text): try statement.add(text)
    case .word(let text), .file(let text): try statement.add(text)
    case .flag(let flag): try statement.add(flag ? 1 : 0)
    case .number(let number): try statement.add(number)
    case .date(let date):
      try statement.add(date.instant.milliseconds)
      try statement.add(date.timeZone)
      try statement.add(Int64(date.offsetSeconds))
    case .reference(let name): try statement.add(name?.rawValue)
    case .owner(let name): try statement.add(name.rawValue)
    case .tags(let tags): try statement.add(TagColumn.encode(tags))
    case .moment(let instant): try statement.add(instant?.milliseconds)
    }
  }
}

/// Explicit tags in one column: each on a line, which no tag can contain.
enum TagColumn {
  static func encode(_ tags: [String]) -> String { tags.joined(separator: "\n") }

  static func decode(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
  }
}
