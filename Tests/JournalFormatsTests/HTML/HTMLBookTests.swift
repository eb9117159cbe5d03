import Encodings
import JournalCore
import Testing

@testable import JournalFormats

/// One page for a whole journal.
@Suite struct HTMLBookTests {
  private func entry(_ day: String, _ title: String, _ body: String = "") throws -> Entry {
    let date = try #require(ISODate.date("\(day)T09:14:00.000+01:00", timeZone: "Europe/Berlin"))
    return Entry(id: RecordName(title), title: title, body: body, date: date, modifiedAt: date.instant)
  }

  private func cover(_ entries: [Entry]) throws -> HTMLBook.Cover {
    let days = entries.map(\.date.local.date)
    let months = Dictionary(grouping: days) { HTMLBook.Month($0) }.mapValues(\.count)
    let range = try days.isEmpty ? nil : #require(days.min())...#require(days.max())
    return HTMLBook.Cover(
      title: "Mine & <yours>", days: range, months: months,
      madeOn: try #require(CivilDate(year: 2026, month: 11, day: 27)))
  }

  private func page(_ entries: [Entry], category: JournalCore.Category? = nil) throws -> [UInt8] {
    var book = HTMLBook()
    var page = book.beginning(try cover(entries))
    for entry in entries { page += book.beginEntry(entry, category: category) + book.endEntry() }
    return page + book.end()
  }

  @Test func monthsAndDaysHaveTheirHeadingsOnce() throws {
    let page = try page([
      entry("2025-12-31", "One"), entry("2026-11-21", "Two"), entry("2026-11-21", "Three"), entry("2026-11-22", "Four"),
    ])
    let text = String(decoding: page, as: UTF8.self)
    let check = try HTMLCheck(page)
    #expect(check.ids == ["m2025-12", "m2026-11"] && check.addresses == ["#m2025-12", "#m2026-11"])
    #expect(text.split(separator: "<h3>").count == 4 && text.split(separator: "<article>").count == 5)
    #expect(check.text.contains("Saturday, 21 November 2026") && check.text.contains("4 entries"))
    #expect(check.text.contains("Wednesday, 31 December 2025 – Sunday, 22 November 2026"))
    #expect(check.text.contains("Written on Friday, 27 November 2026"))
    #expect(text.contains("title=\"November 2026: 3 entries\""))
    #expect(text.contains("<time datetime=\"2026-11-21T09:14:00.000+01:00\">09:14</time>"))
  }

  /// People read the time as their clock has it; what programs read stays.
  @Test func timesGoByTheClock() throws {
    let entries = [try entry("2026-11-21", "Two")]
    let bytes = try ClockStyle.$current.withValue(.twelve) { try self.page(entries) }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<time datetime=\"2026-11-21T09:14:00.000+01:00\">9:14 AM</time>"))
  }

  /// Links between entries lead to what is in the page, and show their words alone where that is not.
  @Test func linksBetweenEntriesLeadWithinThePage() throws {
    let entry = try entry("2026-11-21", "One", "[[Two|w & x]], [[Gone|g]] `[[Two]]`")
    var book = HTMLBook()
    let links = HTMLBook.Links(number: 7) { $0 == "Two" ? 9 : nil }
    let page = String(decoding: book.beginEntry(entry, category: nil, links: links), as: UTF8.self)
    #expect(page.contains("<article id=\"e7\">"))
    #expect(page.contains("<a href=\"#e9\">w &amp; x</a>, g <code>[[Two]]</code>"), "\(page)")
    let alone = try self.page([entry])
    #expect(String(decoding: alone, as: UTF8.self).contains("w &amp; x, g <code>"))
  }

  @Test func whatAnEntryHasIsShown() throws {
    var entry = try entry("2026-11-21", "A <b>title</b>", "Text #sea")
    (entry.isFavorite, entry.mood, entry.tags) = (true, Mood(rawValue: "\"odd\""), ["walk"])
    let category = JournalCore.Category(
      id: RecordName("c"), name: "A & B", colorHex: "#FF9500", modifiedAt: entry.modifiedAt)
    let page = try page([entry], category: category)
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.contains("<h4>A &lt;b&gt;title&lt;/b&gt;</h4>") && text.contains("★"))
    #expect(text.contains("<i style=\"background:#FF9500\"></i><bdi>A &amp; B</bdi>"))
    #expect(text.contains("? &quot;odd&quot;") && text.contains("#<bdi>walk</bdi>") && text.contains("#<bdi>sea</bdi>"))
    _ = try HTMLCheck(page)
  }

  /// A colour comes from other devices, too.
  @Test func aColourIsAColour() throws {
    let category = JournalCore.Category(
      id: RecordName("c"), name: "C", colorHex: "red;background:url(//x.org)", modifiedAt: Instant(milliseconds: 0))
    let text = String(decoding: try page([entry("2026-11-21", "T")], category: category), as: UTF8.self)
    #expect(!text.contains("x.org") && text.contains("background:#007AFF"))
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 1000]) func picturesComeWholeInPiecesOfAnySize(size: Int) throws {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var book = HTMLBook()
    var page = book.beginPicture(caption: "\"A\" <b>", ending: "jpg", width: 4, height: 3)
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + max(1, size))
      page += book.picture(bytes[start..<end])
      start = end
    }
    page += book.endPicture(caption: "\"A\" <b>")
    let check = try HTMLCheck(page)
    let wanted = "data:image/jpeg;base64,\(Base64.text(bytes))"
    #expect(check.addresses == [wanted] && check.text == "\"A\" <b>\n")
    #expect(String(decoding: page, as: UTF8.self).contains("width=\"4\" height=\"3\""))
  }

  /// The page asks for nothing, and the browser is told to refuse it.
  @Test func thePageNeedsNothingElse() throws {
    let page = try page([entry("2026-11-21", "T", "![x](https://x.org/a.png)\n<link rel=stylesheet href=//x.org>")])
    let check = try HTMLCheck(page)
    #expect(check.tags.isDisjoint(with: ["script", "link", "iframe", "object", "form", "base", "img"]))
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.contains("default-src 'none'; style-src 'unsafe-inline'; img-src data:"))
    #expect(!text.contains("url(") && !text.contains("@import"))
    #expect(text.contains("@media print") && text.contains("prefers-color-scheme:dark"))
  }

  @Test func aBookOfNothingIsAPage() throws {
    let check = try HTMLCheck(page([]))
    #expect(check.text.contains("0 entries") && !check.tags.contains("nav"))
  }
}
