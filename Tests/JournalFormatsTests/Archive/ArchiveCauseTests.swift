import JournalCore
import TestKit
import Testing

@testable import JournalFormats

/// Why a former value was replaced, in archives of programs of before and to come.
@Suite struct ArchiveCauseTests {
  private let history = "records/history-000001.jsonl"

  private static let refused = HistoryItem(
    id: 4, record: RecordName("e1"), field: "mood", oldValue: .mood(nil), oldText: "",
    replacedAt: Instant(milliseconds: 10), device: "ben@journal.example", cause: .refused, group: 2)

  /// The line as a program of before wants it: it knows `edit`, `undo`, `redo`, `merge`, `restore` and `import`, refuses an archive with
  /// any other cause, and passes over keys that it does not know.
  private static let line = #"""
    {"id":4,"record":"e1","field":"mood","oldValue":{"mood":null},"oldText":"","replacedAt":10,"device":"ben@journal.example",\#
    "cause":"merge","refused":true,"group":2}
    """#

  private func read(_ line: String) throws -> ImportedJournal {
    let zip = ArchiveSample.zip.changing(history) { $0.bytes = Array(line.utf8) }
    return try ArchiveReader(source: BytesSource(zip.bytes)).readAll()
  }

  @Test func whatWasRefusedIsWrittenAsOlderProgramsReadIt() throws {
    var json = JSONWriter()
    ArchiveRecords.write(Self.refused, to: &json)
    #expect(String(decoding: json.bytes, as: UTF8.self) == Self.line)
    for cause in [EditCause.edit, .undo, .redo, .merge, .restore, .importing] {
      var item = Self.refused
      item.cause = cause
      var json = JSONWriter()
      ArchiveRecords.write(item, to: &json)
      #expect(String(decoding: json.bytes, as: UTF8.self).contains(#""cause":"\#(cause.rawValue)","group""#))
    }
  }

  @Test func whatWasRefusedComesBackAsThat() throws {
    let read = try read(Self.line)
    #expect(read.history == [Self.refused] && read.problems.isEmpty)
    // As it was written for some time.
    let before = Self.line.replacing(#""cause":"merge","refused":true"#, with: #""cause":"refused""#)
    #expect(try self.read(before).history == [Self.refused])
    let not = Self.line.replacing(#""refused":true"#, with: #""refused":false"#)
    #expect(try self.read(not).history.map(\.cause) == [.merge])
  }

  @Test func aCauseOfAProgramToComeIsReadAsAnEditAndSaid() throws {
    let later = ArchiveSample.history.replacing(#""cause":"import""#, with: #""cause":"retold\u001b[2J""#)
    let read = try read(later)
    #expect(read.history.map(\.cause) == [.edit] && read.history.first?.oldValue == .mood(nil))
    let words = "1 earlier value was replaced for a reason that this version does not know, and is read as an edit."
    #expect(read.problems.map(\.message) == [words])
    #expect(throws: ImportError.self) { try self.read(later.replacing(#""retold\u001b[2J""#, with: "7")) }
    #expect(throws: ImportError.self) { try self.read(Self.line.replacing("true", with: "1")) }
  }
}
