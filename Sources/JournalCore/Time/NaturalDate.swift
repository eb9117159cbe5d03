/// A date as people type it, understood: `yesterday at 9pm`, `5 jan 2026`, `2026-01`.
///
/// What it takes, in any case, with `at`, `on`, `the`, `of`, `in` and commas between the parts:
/// - ISO 8601: `2026-01-05`, `2026-01-05 14:30:05`, `2026-01-05T14:30Z`, `…+01:00`, `2026-01`, `2026`.
/// - Written dates: `5 jan 2026`, `January 5th, 2026`, `Sat 21 Nov 2026`, `jan 2026`, and without a year `5 jan`, `Jan 5`.
///   Without a year it is this year, or the last one where that would be more than four weeks ahead; a month alone is
///   the latest one that has begun.
/// - Numbers: `5.1.2026` and `5.1.` have the day first. `13/5/2026`, `13/5` and `13-5-2026` can be read in one way only.
///   `1/5/2026` and `1-5-2026` are read in the given ``DateOrder``, and without one refused, because no one can tell.
/// - Relative days: `today`, `yesterday`, `tomorrow`, `the day before yesterday`, `3 days ago`, `two weeks ago`,
///   `in 2 days`, `an hour ago`, `last week`, `next month`, `this year`.
/// - Weekdays. A bare one is the most recent in the past, today included (a journal looks back), but not where a clock
///   time is given that is still to come. `last friday` is the latest before today, `next monday` the first after
///   today, `this friday` the one of this week, Monday to Sunday.
/// - Clock times: `9:30`, `14:30:05`, `9pm`, `9.30 p.m.`, `21h`, `at 9`, `noon`, `midnight` (the start of the day),
///   `this morning` (9:00), `afternoon` (15:00), `evening` (19:00), `last night`, `tonight` (21:00). Alone they are today's.
///
/// Years are 0001 to 9999, in four digits. What looks like a date but names no day or time (`30 feb`, `25:00`) is an
/// error with a sentence, never a guess.
package struct NaturalDate: Hashable, Sendable {
  /// How much of the date was given.
  package enum Precision: Int, Comparable, Sendable {
    case year, month, week, day, minute, second

    /// A coarser precision is smaller: a year is less than a day.
    package static func < (a: Precision, b: Precision) -> Bool { a.rawValue < b.rawValue }
  }

  /// A time of the day for dates that come without one.
  package struct Clock: Hashable, Sendable {
    /// 0...23.
    package let hour: Int
    /// 0...59.
    package let minute: Int

    /// 09:00, the time of dates without one unless configured otherwise.
    package static let nine = Clock(uncheckedHour: 9, minute: 0)

    /// Makes a clock time, or nil where no clock shows it.
    package init?(hour: Int, minute: Int) {
      guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
      self.init(uncheckedHour: hour, minute: minute)
    }

    /// Understands a time of the day by itself, as dates have it: `21:00`, `9:30 pm`, `9pm`, `noon`.
    ///
    /// - Returns: nil for anything else, such as a number alone.
    package init?(_ text: String) {
      guard let tokens = NaturalDateToken.tokens(in: text) else { return nil }
      let zone = FixedZone()
      var parser = NaturalDateParser(
        text: text, tokens: tokens, now: zone.date(instant: .earliest), zone: zone, defaultClock: .nine)
      do throws(NaturalDateError) {
        guard try parser.takeClock(), parser.index == tokens.count, let clock = parser.clock, clock.precision == .minute
        else { return nil }
        self.init(hour: clock.hour, minute: clock.minute)
      } catch {
        return nil
      }
    }

    private init(uncheckedHour hour: Int, minute: Int) {
      (self.hour, self.minute) = (hour, minute)
    }
  }

  /// The moment that an entry would carry. Of a month or a year it is the first day; relative ones (`last month`) keep
  /// the day of the month.
  package let date: EntryDate
  /// The finest part that was given; a clock time without seconds counts as `minute`.
  package let precision: Precision
  /// The first day of what was named.
  package let firstDay: CivilDate
  /// The last day of what was named; the first one again unless a week, a month or a year was named.
  package let lastDay: CivilDate
  /// Whether it was said in relation to now (`last month`), or named on the calendar (`2026-01`).
  package let isRelative: Bool

  /// Understands a date.
  ///
  /// - Parameters:
  ///   - now: The moment to which relative dates refer; its own wall clock says what day today is.
  ///   - zone: Where a wall clock without an offset is read.
  ///   - defaultClock: The time of the day where none is given.
  ///   - order: How `5/6/2026` is read; nil refuses it.
  /// - Throws: ``NaturalDateError``, whose sentence tells a person what to write.
  package static func parse(
    _ text: String, now: EntryDate, zone: any LocalZone, defaultClock: Clock = .nine, order: DateOrder? = nil
  ) throws(NaturalDateError) -> NaturalDate {
    guard let tokens = NaturalDateToken.tokens(in: text), !tokens.isEmpty else { throw .notADate(text) }
    var parser = NaturalDateParser(text: text, tokens: tokens, now: now, zone: zone, defaultClock: defaultClock)
    parser.order = order
    return try parser.parse()
  }

  /// Understands a date whose time of the day does not matter, as search and filters have it.
  ///
  /// - Throws: ``NaturalDateError``, whose sentence tells a person what to write.
  package static func days(
    _ text: String, today: CivilDate, order: DateOrder? = nil
  ) throws(NaturalDateError) -> (first: CivilDate, last: CivilDate) {
    let zone = FixedZone()
    let noon = Instant(milliseconds: Int64(today.daysSince1970) * 86_400_000 + 43_200_000)
    let parsed = try parse(text, now: zone.date(instant: noon), zone: zone, order: order)
    return (parsed.firstDay, parsed.lastDay)
  }
}

/// Why a text is not a date.
package enum NaturalDateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It does not look like a date at all.
  case notADate(String)
  /// The calendar has no such day.
  case noSuchDay(year: Int, month: Int, day: Int)
  case noSuchMonth(Int)
  /// No clock shows this.
  case noSuchTime(String)
  /// No zone is this far from UTC.
  case noSuchOffset(String)
  /// The weekday and the date contradict each other.
  case wrongWeekday(Weekday, CivilDate)
  /// A year without its four digits.
  case shortYear(String)
  /// Day and month cannot be told apart: the day that it is where the day comes first, and the other one.
  case ambiguous(String, CivilDate, CivilDate)
  /// Before 0001 or after 9999.
  case outOfRange(String)

  /// What is wrong and what to do, for a person.
  package var sentence: String {
    switch self {
    case .notADate(let text):
      "“\(shortened(text))” is not a date. Write it like 2026-01-05, 5 Jan 2026 or yesterday at 9pm."
    case .noSuchDay(let year, let month, let day):
      if (1...12).contains(month), (1...9999).contains(year) {
        "There is no \(day) \(monthNames[month - 1]) \(DateText.year(year)): that month has "
          + "\(CivilDate.daysInMonth(year: year, month: month)) days."
      } else {
        "There is no such day: years go from 1 to 9999, and months from 1 to 12."
      }
    case .noSuchMonth(let month): "There is no month \(month): months go from 1 to 12."
    case .noSuchTime(let text): "No clock shows \(shortened(text)): write 00:00 to 23:59, or 1am to 12pm."
    case .noSuchOffset(let text): "No time zone is \(shortened(text)) from UTC: write -18:00 to +18:00."
    case .wrongWeekday(let weekday, let date):
      "\(date.day) \(monthNames[date.month - 1]) \(DateText.year(date.year)) is a \(date.weekday.name), not a "
        + "\(weekday.name). Change one of them, or leave the weekday out."
    case .shortYear(let text): "“\(shortened(text))” has a year without four digits. Write 2026, or 0026."
    case .ambiguous(let text, let first, let second):
      "“\(shortened(text))” could be \(written(first)) or \(written(second)). Type \(first.iso) or \(second.iso), or set "
        + "date-order (in the settings “How 5/6/2026 is read”)."
    case .outOfRange(let text): "“\(shortened(text))” is outside the years 0001 to 9999."
    }
  }

  /// The same as ``sentence``.
  package var description: String { sentence }

  private func written(_ date: CivilDate) -> String {
    "\(date.day) \(monthNames[date.month - 1]) \(DateText.year(date.year))"
  }

  private func shortened(_ text: String) -> String {
    text.unicodeScalars.count <= 60 ? text : String(text.unicodeScalars.prefix(59)) + "…"
  }
}
