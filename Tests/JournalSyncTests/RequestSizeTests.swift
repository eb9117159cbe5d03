import CloudRecord
import Testing

@testable import JournalSync

@Suite struct RequestSizeTests {
  @Test(arguments: ["", "plain", "two\nlines", "\u{1}\u{2}", "\"quoted\\\"", "héllo 👋"])
  func neverTooSmallForAText(text: String) {
    let operation = RecordOperation(
      .create, recordName: "name", recordType: "JournalEntry", fields: ["body": Field(.string(text))])
    #expect(RequestSize.of(operation) > text.utf8.count)
  }
}
