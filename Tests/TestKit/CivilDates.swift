package import JournalCore

/// A day that the calendar has.
package func civil(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
  guard let date = CivilDate(year: year, month: month, day: day) else { preconditionFailure("no such day") }
  return date
}
