import JournalCore
import Testing

@testable import JournalFormats

@Suite struct DateFormatTests {
  private func local(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
  ) throws -> CivilDateTime {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    return try #require(CivilDateTime(date: date, hour: hour, minute: minute, second: second))
  }

  @Test(arguments: [
    ("%Y-%m-%d %H:%M", "2024-01-05 14:30"), ("%d.%m.%Y %H:%M", "05.01.2024 14:30"),
    ("%m/%d/%y %I:%M %p", "01/05/24 02:30 PM"), ("%A, %B %d, %Y at %I:%M%p", "Friday, January 05, 2024 at 02:30PM"),
    ("%a %d %b %Y %H:%M", "Fri 05 Jan 2024 14:30"), ("%Y%m%d%H%M", "202401051430"), ("%Y/%j %H:%M", "2024/005 14:30"),
    ("%%%Y %m %d %H %M", "%2024 01 05 14 30"),
  ])
  func readsWhatItWrites(_ format: String, _ text: String) throws {
    let format = try DateFormat(format)
    let date = try local(2024, 1, 5, 14, 30)
    #expect(format.string(date) == text)
    #expect(format.read(Array(text.utf8)) == .date(date))
  }

  @Test(arguments: ["2024-1-5 9:05", "2024-01-05   09:05", "2024-01-05\t9:05"])
  func toleratesWhatPythonTolerates(_ text: String) throws {
    #expect(DateFormat.jrnl.read(Array(text.utf8)) == .date(try local(2024, 1, 5, 9, 5)))
  }

  @Test func readsNamesWithoutCase() throws {
    let format = try DateFormat("%d %B %Y %I %p")
    #expect(format.read(Array("5 may 2024 12 am".utf8)) == .date(try local(2024, 5, 5, 0)))
    #expect(format.read(Array("5 MAY 2024 12 PM".utf8)) == .date(try local(2024, 5, 5, 12)))
    #expect(format.read(Array("5 Mai 2024 12 PM".utf8)) == .otherShape)
  }

  @Test(arguments: [
    "2021-02-30 10:00", "2021-02-29 10:00", "2021-13-01 10:00", "2021-00-10 10:00", "2021-01-01 24:00",
    "2021-01-01 10:60", "0000-01-01 10:00", "1900-02-29 10:00",
  ])
  func knowsWhatDoesNotExist(_ text: String) {
    #expect(DateFormat.jrnl.read(Array(text.utf8)) == .impossible)
  }

  @Test(arguments: ["", "2024-01-05", "2024-01-05 14:30 ", "x2024-01-05 14:30", "24-01-05 14:30", "see above"])
  func leavesOtherShapesAlone(_ text: String) {
    #expect(DateFormat.jrnl.read(Array(text.utf8)) == .otherShape)
  }

  @Test func firstAndLastYears() throws {
    for year in [1, 999, 1582, 9999] {
      let date = try local(year, 10, 10, 3, 4)
      #expect(DateFormat.jrnl.read(Array(DateFormat.jrnl.string(date).utf8)) == .date(date))
    }
  }

  @Test(arguments: ["%Y-%m-%d %H:%M %Z", "%Y-%m-%d %", "%s", "%Y %q"])
  func refusesUnknownDirectives(_ text: String) {
    #expect(throws: InvalidInput.self) { try DateFormat(text) }
  }

  @Test(arguments: ["", "%H:%M", "%Y", "%Y-%m", "%m-%d", "no directive"])
  func refusesFormatsWithoutAFullDate(_ text: String) {
    #expect(throws: InvalidInput.self) { try DateFormat(text) }
  }

  @Test func namesTheUnknownDirective() {
    #expect {
      try DateFormat("%Y-%m-%d %Z")
    } throws: { error in
      "\(error)".contains("%Z") && "\(error)".contains("%H")
    }
  }

  @Test(arguments: [
    ("5.1.2024", true), ("05/01/2024 14:30", true), ("99-99-9999", true), ("2024-01-05T10:00Z", true),
    ("1.2.3-beta", false), ("978-3-16-148410-0", false), ("192.168.1.10", false), ("10.0.0.1", false),
    ("footnote 1", false), ("1", false), ("2024", false), ("030/123-456", false),
  ])
  func recognisesDatesInOtherOrders(_ text: String, _ isDate: Bool) {
    #expect(LooseDate.looksLikeDate(Array(text.utf8)) == isDate)
  }
}
