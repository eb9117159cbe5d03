/// Reads the pieces of a date from left to right: a day, a clock time and an offset, each at most once.
struct NaturalDateParser {
  /// What was named on the calendar.
  struct Day {
    var anchor: CivilDate
    var first: CivilDate
    var last: CivilDate
    var precision: NaturalDate.Precision
    var isRelative: Bool
    /// The exact moment, where hours or minutes were counted from now.
    var moment: EntryDate?

    init(_ day: CivilDate, isRelative: Bool = false) {
      anchor = day
      first = day
      last = day
      precision = .day
      self.isRelative = isRelative
    }

    init(anchor: CivilDate, first: CivilDate, last: CivilDate, precision: NaturalDate.Precision, isRelative: Bool) {
      (self.anchor, self.first, self.last) = (anchor, first, last)
      (self.precision, self.isRelative) = (precision, isRelative)
    }
  }

  struct ClockTime {
    var hour: Int
    var minute: Int
    var second = 0
    var millisecond = 0
    var precision: NaturalDate.Precision = .minute
    /// Whether morning or evening was said with the number.
    var isSettled = true
  }

  let text: String
  let tokens: [NaturalDateToken]
  let now: EntryDate
  let zone: any LocalZone
  let defaultClock: NaturalDate.Clock
  let today: CivilDate
  var order: DateOrder?

  var index = 0
  var day: Day?
  var weekday: Weekday?
  var clock: ClockTime?
  var dayPart: DateWords.DayPart?
  /// Whether the part of the day also says the day: `this morning`, `in the evening`, `tonight`.
  var dayPartIsEnough = false
  var isLastNight = false
  var offset: Int?

  init(
    text: String, tokens: [NaturalDateToken], now: EntryDate, zone: any LocalZone, defaultClock: NaturalDate.Clock
  ) {
    (self.text, self.tokens, self.now, self.zone, self.defaultClock) = (text, tokens, now, zone, defaultClock)
    today = now.local.date
  }

  mutating func parse() throws(NaturalDateError) -> NaturalDate {
    while index < tokens.count {
      if try takeDay() { continue }
      if try takeClock() { continue }
      if try takeOffset() { continue }
      guard takeFiller() else { throw .notADate(text) }
    }
    return try result()
  }

  // MARK: Pieces

  func number(at index: Int) -> (value: Int, digits: Int)? {
    guard index < tokens.count, case .number(let value, let digits) = tokens[index].kind else { return nil }
    return (value, digits)
  }

  func word(at index: Int) -> String? {
    guard index < tokens.count, case .word(let word) = tokens[index].kind else { return nil }
    return word
  }

  func sign(at index: Int) -> Unicode.Scalar? {
    guard index < tokens.count, case .sign(let sign) = tokens[index].kind else { return nil }
    return sign
  }

  /// A sign that touches the pieces on both its sides.
  func joint(at index: Int) -> Unicode.Scalar? {
    guard let sign = sign(at: index), tokens[index].isJoined, isJoined(at: index + 1) else { return nil }
    return sign
  }

  func isJoined(at index: Int) -> Bool { index < tokens.count && tokens[index].isJoined }

  /// Takes a word or comma that only joins what is before and after it.
  private mutating func takeFiller() -> Bool {
    guard index + 1 < tokens.count else { return false }
    switch tokens[index].kind {
    case .word("at"), .word("on"), .word("the"), .word("of"), .word("in"):
      index += 1
      return true
    case .sign(","):
      guard index > 0 else { return false }
      index += 1
      return true
    default: return false
    }
  }

  // MARK: The result

  private func result() throws(NaturalDateError) -> NaturalDate {
    let day = try settledDay()
    if let moment = day.moment {
      guard clock == nil, dayPart == nil, offset == nil else { throw .notADate(text) }
      return NaturalDate(
        date: moment, precision: day.precision, firstDay: day.first, lastDay: day.last, isRelative: true)
    }
    guard inRange(day.anchor), inRange(day.first), inRange(day.last) else { throw .outOfRange(text) }
    let time = try settledClock()
    guard time == nil || day.precision == .day else { throw .notADate(text) }
    guard
      let local = CivilDateTime(
        date: day.anchor, hour: time?.hour ?? defaultClock.hour, minute: time?.minute ?? defaultClock.minute,
        second: time?.second ?? 0, millisecond: time?.millisecond ?? 0)
    else { throw .noSuchTime(text) }
    let date =
      offset.map { EntryDate(local: local, timeZone: "", offsetSeconds: $0) } ?? zone.date(local: local)
    return NaturalDate(
      date: date, precision: time?.precision ?? day.precision, firstDay: day.first, lastDay: day.last,
      isRelative: day.isRelative)
  }

  private func inRange(_ date: CivilDate) -> Bool { (1...9999).contains(date.year) }

  /// The day, where a weekday stands beside it the same as that says.
  private func settledDay() throws(NaturalDateError) -> Day {
    if let day {
      if let weekday, day.anchor.weekday != weekday {
        guard day.precision == .day else { throw .notADate(text) }
        throw .wrongWeekday(weekday, day.anchor)
      }
      if isLastNight, let clock, clock.hour < 6 { return Day(today, isRelative: true) }
      return day
    }
    if let weekday {
      var back = (today.weekday.rawValue - weekday.rawValue + 7) % 7
      if back == 0, let clock = try settledClock() {
        let local = now.local
        if (clock.hour, clock.minute) > (local.hour, local.minute) { back = 7 }
      }
      return Day(today.adding(days: -back), isRelative: true)
    }
    guard clock != nil || dayPartIsEnough else { throw .notADate(text) }
    return Day(today, isRelative: true)
  }

  /// The clock time, on the side of noon that the part of the day says.
  private func settledClock() throws(NaturalDateError) -> ClockTime? {
    guard var clock else { return dayPart.map { ClockTime(hour: $0.hour, minute: 0) } }
    guard let dayPart else { return clock }
    switch dayPart {
    case .morning:
      guard clock.hour < 12 else { throw .notADate(text) }
    case .afternoon, .evening:
      if !clock.isSettled, clock.hour < 12 { clock.hour += 12 }
      guard clock.hour >= 12 else { throw .notADate(text) }
    case .night:
      if !clock.isSettled, (6...11).contains(clock.hour) { clock.hour += 12 }
      if !clock.isSettled, clock.hour == 12 { clock.hour = 0 }
    }
    return clock
  }
}
