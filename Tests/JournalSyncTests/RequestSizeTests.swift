import CloudRecord
import SyncCore
import Testing

@testable import JournalSync

@Suite struct RequestSizeTests {
  @Test(arguments: ["", "plain", "two\nlines", "\u{1}\u{2}", "\"quoted\\\"", "héllo 👋"])
  func neverTooSmallForAText(text: String) {
    let operation = RecordOperation(
      .create, recordName: "name", recordType: "JournalEntry", fields: ["body": Field(.string(text))])
    #expect(RequestSize.of(operation) > text.utf8.count)
  }

  @Test func neverTooSmallForAVersion() {
    var version = RecordVersion(recordType: "JournalEntry")
    version.values = [
      "title": .string("héllo 👋"), "isFavorite": .int64(1), "place": .location(Location(latitude: 1, longitude: 2)),
      "tags": .list([.string("a"), .string("bc")]), "raw": .bytes(Array(repeating: 7, count: 300)),
      "category": .reference(Reference(recordName: "name", action: .none)), "at": .date(.max), "none": .list([]),
    ]
    for (field, counter) in [("title", UInt16.max), ("tags", 0)] {
      version.stamps[field] = HybridTime(milliseconds: .max, counter: counter, device: .max)
    }
    #expect(RequestSize.encoded(version) >= version.encoded.count)
    #expect(RequestSize.encoded(RecordVersion(recordType: "X")) >= RecordVersion(recordType: "X").encoded.count)
  }
}
