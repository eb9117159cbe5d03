import Encodings
import Foundation
import JournalCore
import JournalStore
import Testing

@testable import JournalApp

/// A journal as one page.
@Suite struct BookExportTests {
  let journal: TestJournal
  let folder: TestFolder

  init() throws {
    journal = try TestJournal()
    folder = try TestFolder()
  }

  private func export(_ selection: ExportSelection = .everything) throws -> (text: String, report: ExportReport) {
    let target = try ExportTarget(path: folder.file("book.html"), kind: .html, home: "/", replaces: true)
    let report = try journal.context.export(
      selection, as: .html, to: target, assets: folder.assets, title: "Personal")
    return (try folder.text("book.html"), report)
  }

  /// A picture of one pixel, as PNG has it.
  private var picture: [UInt8] {
    Base64.decode(
      Array("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==".utf8))
      ?? []
  }

  @Test func entriesStandByTheirDaysWithCategoriesAndPictures() throws {
    let later = try journal.add("Later", "*Two*", on: "2026-11-20 09:05", mood: "sad", category: "Health")
    try journal.add("Earlier", "One", on: "2026-10-01 08:00", tags: ["run"], favorite: true)
    let assets = try [picture, Array("no picture".utf8), Array("gone".utf8)].map { try folder.assets.keep($0) }
    _ = try journal.context.attach(
      zip(assets, ["one.png", "two", "three"]).map { PreparedPicture(asset: $0, name: $1, sentence: $1) }, to: later.id)
    try FileManager.default.removeItem(atPath: folder.file("images/\(assets[2])"))
    let (text, report) = try export()
    #expect(report.entries == 2 && report.pictures == 1 && report.unshown == 1 && report.missing.count == 1)
    #expect(try folder.mode("book.html") == 0o600 && folder.names == ["book.html", "images"])
    let first = try #require(text.range(of: "<h2>October 2026</h2>"))
    let second = try #require(text.range(of: "<h2>November 2026</h2>"))
    #expect(first.lowerBound < second.lowerBound && text.contains("<title>Personal</title>"))
    #expect(text.contains("Health") && text.contains("sad") && text.contains("<em>Two</em>") && text.contains("run"))
    #expect(text.contains("src=\"data:image/png;base64,\(Base64.text(picture))\"") && text.contains("width=\"1\""))
    #expect(text.contains("<figcaption>one.png</figcaption>"))
  }

  @Test func whatIsFilteredOutIsInNeitherBookNorTable() throws {
    try journal.add("In", on: "2026-11-20")
    try journal.add("Out", on: "2025-01-20")
    let one = try #require(journal.context.entries(ListingRequest(scope: .all)).first { $0.title == "In" })
    let (text, report) = try export(.entries([one.id]))
    #expect(report.entries == 1 && text.contains(">In<") && !text.contains("Out") && !text.contains("2025"))
  }

  @Test func theDayIsThatOfTheWriter() throws {
    let day = try #require(CivilDate(year: 2026, month: 12, day: 1))
    let clock = try #require(CivilDateTime(date: day, hour: 0, minute: 30))
    let date = EntryDate(local: clock, timeZone: "Pacific/Auckland", offsetSeconds: 46_800)
    var entry = Entry(id: RecordName("e"), title: "Far away", date: date, modifiedAt: date.instant)
    entry.body = "x"
    _ = try journal.store.apply(JournalEdit(name: "add", operations: [.createEntry(entry)]), cause: .edit)
    #expect(try export().text.contains("Tuesday, 1 December 2026"))
  }
}
