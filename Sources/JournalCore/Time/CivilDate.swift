/// A day in the proleptic Gregorian (ISO 8601) calendar, without a time or a zone.
///
/// Foundation's Gregorian calendar switches to Julian before 1582, so a diary of 1500 would show other days than
/// it was written with; this type never switches. The arithmetic is the days-from-civil algorithm over 400-year eras.
package struct CivilDate: Hashable, Comparable, Sendable {
  /// 1...9999, unless days or months were added beyond these.
  package let year: Int
  /// 1...12.
  package let month: Int
  /// 1...31, never more than the month has.
  package let day: Int

  /// Makes a date, or nil where the calendar has no such day or the year is outside 1...9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilDate.daysInMonth(year: year, month: month)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The date that lies `daysSince1970` days after 1970-01-01; it may lie outside the years 1...9999.
  package init(daysSince1970: Int) {
    let shifted = daysSince1970 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Whole days since 1970-01-01; negative before.
  package var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week, also before 1582 by the same rule.
  package var weekday: Weekday {
    let index = (daysSince1970 % 7 + 7 + 3) % 7
    return Weekday(rawValue: index) ?? .monday
  }

  /// Returns the date so many days later, or earlier for a negative number; it may lie outside the years 1...9999.
  package func adding(days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

  /// The same day of the month `months` later (or earlier); a day that the month lacks becomes its last day.
  package func adding(months: Int) -> CivilDate {
    let total = year * 12 + (month - 1) + months
    let newYear = total >= 0 ? total / 12 : (total - 11) / 12
    let newMonth = total - newYear * 12 + 1
    let length = CivilDate.daysInMonth(year: newYear, month: newMonth)
    return CivilDate(uncheckedYear: newYear, month: newMonth, day: min(day, length))
  }

  private init(uncheckedYear: Int, month: Int, day: Int) {
    self.year = uncheckedYear
    (self.month, self.day) = (month, day)
  }

  /// Tells whether a year has 366 days, by the Gregorian rule for every year.
  package static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// Returns 28...31; a month outside 1...12 gives 31.
  package static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// An earlier day is smaller.
  package static func < (a: CivilDate, b: CivilDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  /// `YYYY-MM-DD`, four digits a year.
  package var iso: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

/// A day of the week; raw values count from Monday = 0, as ISO 8601 does (less one).
package enum Weekday: Int, Sendable, CaseIterable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The English name, such as `Monday`.
  package var name: String {
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][rawValue]
  }
  /// The first three letters of the English name, such as `Mon`.
  package var shortName: String { String(name.prefix(3)) }

  /// All seven, in the order of a week that begins with this one.
  package var week: [Weekday] {
    let all = Weekday.allCases
    return Array(all[rawValue...] + all[..<rawValue])
  }
}

/// English month names, January first.
package let monthNames = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
  "December",
]

/// A non-negative number in decimal with at least `width` digits.
package func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number.magnitude)
  return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
