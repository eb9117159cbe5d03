import Foundation
import JournalCore
import JournalFormats
import TestKit

/// Everything that one device has, trash and history included, as its own archive tells it.
struct JournalContents {
  let entries: [RecordName: Entry]
  let categories: [RecordName: JournalCore.Category]
  /// The values that stand in a record no longer.
  let history: [HistoryItem]

  /// Entries that no other device needs to have.
  let onlyHere: Set<RecordName>

  init(archive: [UInt8], onlyHere: Set<RecordName> = []) throws {
    self.onlyHere = onlyHere
    let journal = try ArchiveReader(source: BytesSource(archive)).readAll()
    // A device fetches a picture only when its person opens it.
    let problems = journal.problems.filter { !"\($0)".contains("pictures are not in the archive") }
    guard problems.isEmpty else { throw UnexpectedOutcome(description: "\(problems)") }
    entries = Dictionary(uniqueKeysWithValues: journal.entries.map { ($0.id, $0) })
    categories = Dictionary(uniqueKeysWithValues: journal.categories.map { ($0.id, $0) })
    history = journal.history
  }

  /// The words of the test that stand in a record.
  func current(_ record: RecordName) -> Set<String> {
    if let entry = entries[record] {
      return Ledger.words(in: ([entry.title, entry.body] + entry.tags).joined(separator: " "))
    }
    return categories[record].map { Ledger.words(in: $0.name) } ?? []
  }

  /// Those that stood there once.
  func former(_ record: RecordName) -> Set<String> {
    history.lazy.filter { $0.record == record }.reduce(into: []) { $0.formUnion(Ledger.words(in: $1.oldText)) }
  }

  /// Where each word stands.
  var places: [String: Set<RecordName>] {
    var places: [String: Set<RecordName>] = [:]
    for record in Array(entries.keys) + Array(categories.keys) {
      for word in current(record) { places[word, default: []].insert(record) }
    }
    return places
  }

  /// Where each word stood.
  var formerPlaces: [String: Set<RecordName>] {
    history.reduce(into: [:]) { places, item in
      for word in Ledger.words(in: item.oldText) { places[word, default: []].insert(item.record) }
    }
  }

  /// In what this differs from another device's: nothing, where both show the same journal.
  func differences(from other: JournalContents) -> [String] {
    // When a category was changed is no field that travels: elsewhere it is the time of the server.
    func timeless(_ categories: [RecordName: JournalCore.Category]) -> [RecordName: JournalCore.Category] {
      categories.mapValues {
        var category = $0
        category.modifiedAt = .earliest
        return category
      }
    }
    let (mine, theirs) = (
      entries.filter { !onlyHere.contains($0.key) }, other.entries.filter { !other.onlyHere.contains($0.key) }
    )
    return JournalContents.differences(mine, theirs)
      + JournalContents.differences(timeless(categories), timeless(other.categories))
  }

  private static func differences<Value: Equatable>(
    _ mine: [RecordName: Value], _ theirs: [RecordName: Value]
  ) -> [String] {
    Set(mine.keys).union(theirs.keys).sorted().compactMap { record in
      // Bytes, not characters: what looks alike may still be something else.
      let (here, there) = (mine[record].map { "\($0)" }, theirs[record].map { "\($0)" })
      if mine[record] == theirs[record], (here ?? "").utf8.elementsEqual((there ?? "").utf8) { return nil }
      return "\(here ?? "\(record.rawValue) is missing")\n  against \(there ?? "nothing")"
    }
  }
}
