/// Dates and spans of time in words, as lists and the top line show them.
package enum DateText {
  /// `Sat 21 Nov 2026`.
  package static func day(_ date: CivilDate) -> String {
    "\(date.weekday.shortName) \(date.day) \(shortMonth(date.month)) \(year(date.year))"
  }

  /// `2026`, `800`: the same in every text for people. Only ISO 8601 fills a year up to four digits.
  package static func year(_ year: Int) -> String { String(year) }

  /// `Sat 21 Nov 2026 · 09:14`, by the entry's own wall clock, as ``ClockStyle/current`` has times.
  package static func dayAndClock(_ date: EntryDate) -> String {
    let local = date.local
    return "\(day(local.date)) · \(local.shownClock)"
  }

  /// The same, as wide for every date that an entry can have: `Tue  3 Nov 2026 · 09:14`.
  package static func dayAndClockInColumn(_ date: EntryDate) -> String {
    let local = date.local
    let (day, year) = (filled(local.date.day, 2), filled(local.date.year, 4))
    let time = ClockStyle.current.textInColumn(local)
    return "\(local.date.weekday.shortName) \(day) \(shortMonth(local.date.month)) \(year) · \(time)"
  }

  /// `just now`, `12 s ago`, `3 min ago`, `2 h ago`, `yesterday` as `1 day ago`, … `2 years ago`; `in 8 s` ahead of now.
  package static func ago(_ moment: Instant, now: Instant) -> String {
    let (difference, overflow) = now.milliseconds.subtractingReportingOverflow(moment.milliseconds)
    guard !overflow else { return moment < now ? "long ago" : "far ahead" }
    let seconds = difference.magnitude / 1000
    guard seconds > 0 else { return "just now" }
    let length = span(seconds: seconds)
    return difference >= 0 ? "\(length) ago" : "in \(length)"
  }

  /// A length of time in its largest unit: `12 s`, `3 min`, `2 h`, `5 days`, `2 weeks`, `4 months`, `1 year`.
  package static func span(seconds: UInt64) -> String {
    switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<86_400: "\(seconds / 3600) h"
    default: spanInDays(seconds / 86_400)
    }
  }

  private static func spanInDays(_ days: UInt64) -> String {
    switch days {
    case ..<14: counted(days, "day")
    case ..<60: counted(days / 7, "week")
    case ..<365: counted(days * 12 / 365, "month")
    // A year here is that of the Gregorian calendar on average.
    default: counted(max(1, days * 400 / 146_097), "year")
    }
  }

  private static func counted(_ count: UInt64, _ unit: String) -> String {
    count == 1 ? "1 \(unit)" : "\(count) \(unit)s"
  }

  /// A number behind spaces.
  private static func filled(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: " ", count: max(0, width - digits.utf8.count)) + digits
  }

  /// A name for any number, so that a date outside the calendar cannot stop the program.
  private static func monthName(_ month: Int) -> String {
    monthNames.indices.contains(month - 1) ? monthNames[month - 1] : "?"
  }

  private static func shortMonth(_ month: Int) -> String { String(monthName(month).prefix(3)) }
}

/// Numbers as people read them.
package enum NumberText {
  /// Groups of three digits, with a comma between them from 1,000 on.
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude).utf8)
    var bytes: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { bytes.append(UInt8(ascii: ",")) }
      bytes.append(digit)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `1 entry`, `3,413 entries`.
  package static func counted(_ count: Int, _ singular: String, _ plural: String) -> String {
    "\(grouped(count)) \(count == 1 ? singular : plural)"
  }

  /// `62 %`, with a narrow space that no line is broken at.
  package static func percent(_ number: Int) -> String { "\(grouped(number))\u{202F}%" }

  /// `1 byte`, `600 kB`, `1.2 MB`, in steps of 1000.
  package static func bytes(_ bytes: Int64) -> String {
    guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(max(0, bytes)) bytes" }
    var amount = Double(bytes) / 1000
    var units = ["kB", "MB", "GB", "TB"][...]
    // What would round to a thousand is one of the next unit.
    while amount >= 999.5, units.count > 1 {
      amount /= 1000
      units.removeFirst()
    }
    let tenths = Int((amount * 10).rounded())
    return (tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(amount.rounded()))") + " " + units[units.startIndex]
  }

  /// `2nd`.
  package static func ordinal(_ number: Int) -> String {
    let ending =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }
}
