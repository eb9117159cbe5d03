extension NaturalDateParser {
  /// Takes a day, a month, a year or a weekday, if one stands here.
  mutating func takeDay() throws(NaturalDateError) -> Bool {
    if day == nil {
      if try takeRelativeDay() { return true }
      if try takeNumericDate() { return true }
      if try takeWrittenDate() { return true }
      if try takeYear() { return true }
    }
    if weekday == nil, let name = word(at: index), let found = DateWords.weekday(name) {
      // After a date a weekday is a repetition (`2026-11-21, Saturday`); before one it is checked as well.
      weekday = found
      index += 1
      if sign(at: index) == ".", isJoined(at: index) { index += 1 }
      return true
    }
    return false
  }

  // MARK: Numbers

  /// Takes `2026-01-05`, `2026-01`, `5.1.2026`, `5.1.`, `1/5/2026`, `1/5` or `13-5-2026`.
  private mutating func takeNumericDate() throws(NaturalDateError) -> Bool {
    guard let first = number(at: index), sign(at: index + 1) != nil, isJoined(at: index + 1) else { return false }
    if first.digits == 4 { return try takeYearFirst(first.value) }
    guard first.digits <= 2 else { return false }
    guard let separator = joint(at: index + 1), let second = number(at: index + 2), second.digits <= 2 else {
      return false
    }
    switch separator {
    case ".":
      guard sign(at: index + 3) == ".", isJoined(at: index + 3) else { return false }
      if joint(at: index + 3) == ".", let year = number(at: index + 4) {
        return try takeDate(year: year, month: second.value, day: first.value, length: 5)
      }
      return try takeDate(year: nil, month: second.value, day: first.value, length: 4)
    case "/":
      if joint(at: index + 3) == "/", let year = number(at: index + 4) {
        return try takeDate(year: year, first.value, second.value, length: 5)
      }
      return try takeDate(year: nil, first.value, second.value, length: 3)
    case "-":
      guard joint(at: index + 3) == "-", let year = number(at: index + 4) else { return false }
      return try takeDate(year: year, first.value, second.value, length: 5)
    default: return false
    }
  }

  private mutating func takeYearFirst(_ year: Int) throws(NaturalDateError) -> Bool {
    guard let separator = joint(at: index + 1), "-/.".unicodeScalars.contains(separator),
      let month = number(at: index + 2), month.digits <= 2
    else { return false }
    if joint(at: index + 3) == separator, let day = number(at: index + 4), day.digits <= 2 {
      _ = try takeDate(year: (year, 4), month: month.value, day: day.value, length: 5)
      if word(at: index) == "t", isJoined(at: index), isJoined(at: index + 1), number(at: index + 1) != nil {
        index += 1
      }
      return true
    }
    guard separator != "." else { return false }
    day = try wholeMonth(year: year, month: month.value)
    index += 3
    return true
  }

  // MARK: Words

  /// Takes `5 jan 2026`, `5th of January`, `5-jan-2026`, `Jan 5`, `January 5th, 2026`, `jan 2026` or `january`.
  private mutating func takeWrittenDate() throws(NaturalDateError) -> Bool {
    if let first = number(at: index), first.digits <= 2 {
      var next = index + 1 + ordinalLength(first.value, at: index + 1)
      if let sign = sign(at: next), isJoined(at: next), sign == "-" || sign == "." || sign == "/" { next += 1 }
      if word(at: next) == "of" { next += 1 }
      guard let name = word(at: next), let month = DateWords.month(name) else { return false }
      next = afterDot(next + 1)
      if let sign = joint(at: next), sign == "-" || sign == "/" { next += 1 }
      let year = try year(at: &next)
      return try takeDate(year: year, month: month, day: first.value, length: next - index)
    }
    guard let name = word(at: index), let month = DateWords.month(name) else { return false }
    var next = afterDot(index + 1)
    if let number = number(at: next), number.digits <= 2, !isClock(at: next) {
      next += 1 + ordinalLength(number.value, at: next + 1)
      let year = try year(at: &next)
      return try takeDate(year: year, month: month, day: number.value, length: next - index)
    }
    if let year = try year(at: &next) {
      day = try wholeMonth(year: year.value, month: month)
    } else {
      // A month that has not begun is last year's.
      day = try wholeMonth(year: month > today.month ? today.year - 1 : today.year, month: month)
    }
    index = next
    return true
  }

  /// Takes a year by itself.
  private mutating func takeYear() throws(NaturalDateError) -> Bool {
    guard let number = number(at: index), number.digits == 4, !(index > 0 && word(at: index - 1) == "at") else {
      return false
    }
    guard let first = CivilDate(year: number.value, month: 1, day: 1),
      let last = CivilDate(year: number.value, month: 12, day: 31)
    else { throw .outOfRange(text) }
    day = Day(anchor: first, first: first, last: last, precision: .year, isRelative: false)
    index += 1
    return true
  }

  /// The year that stands here, perhaps after a comma.
  private func year(at next: inout Int) throws(NaturalDateError) -> (value: Int, digits: Int)? {
    let place = sign(at: next) == "," ? next + 1 : next
    guard let number = number(at: place), !isClock(at: place) else { return nil }
    guard number.digits == 4 else { throw .shortYear(typed(index..<place + 1)) }
    next = place + 1
    return number
  }

  /// Whether the number here is the hour of a clock time.
  private func isClock(at index: Int) -> Bool {
    if joint(at: index + 1) == ":" || joint(at: index + 1) == "." { return true }
    guard let suffix = word(at: index + 1) else { return false }
    return ["am", "pm", "a", "p", "h", "o'clock"].contains(suffix)
  }

  private func ordinalLength(_ number: Int, at index: Int) -> Int {
    guard isJoined(at: index), let suffix = word(at: index) else { return 0 }
    return ["st", "nd", "rd", "th"].contains(suffix) ? 1 : 0
  }

  private func afterDot(_ index: Int) -> Int { sign(at: index) == "." && isJoined(at: index) ? index + 1 : index }

  // MARK: Days of the calendar

  /// Takes a day whose two numbers may stand in either order.
  private mutating func takeDate(
    year: (value: Int, digits: Int)?, _ first: Int, _ second: Int, length: Int
  ) throws(NaturalDateError) -> Bool {
    let isEither = (1...12).contains(first) && (1...12).contains(second) && first != second
    let isDayFirst = isEither ? order == .dayMonth : first > 12 && second <= 12
    let (day, month) = isDayFirst ? (first, second) : (second, first)
    guard isEither, order == nil else { return try takeDate(year: year, month: month, day: day, length: length) }
    var other = self
    _ = try other.takeDate(year: year, month: first, day: second, length: length)
    let text = typed(index..<index + length)
    _ = try takeDate(year: year, month: second, day: first, length: length)
    guard let dayFirst = self.day?.anchor, let monthFirst = other.day?.anchor else { throw .notADate(text) }
    throw .ambiguous(text, dayFirst, monthFirst)
  }

  private mutating func takeDate(
    year: (value: Int, digits: Int)?, month: Int, day number: Int, length: Int
  ) throws(NaturalDateError) -> Bool {
    guard (1...12).contains(month) else { throw .noSuchMonth(month) }
    if let year {
      guard year.digits == 4 else { throw .shortYear(typed(index..<index + length)) }
      guard (1...9999).contains(year.value) else { throw .outOfRange(text) }
      day = Day(try date(year: year.value, month: month, day: number))
    } else {
      var found = try date(year: today.year, month: month, day: number)
      if found.daysSince1970 - today.daysSince1970 > 28 {
        found = try date(year: today.year - 1, month: month, day: number)
      }
      day = Day(found)
    }
    index += length
    return true
  }

  private func date(year: Int, month: Int, day: Int) throws(NaturalDateError) -> CivilDate {
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw .noSuchDay(year: year, month: month, day: day)
    }
    return date
  }

  func wholeMonth(
    year: Int, month: Int, anchor: CivilDate? = nil, isRelative: Bool = false
  ) throws(NaturalDateError) -> Day {
    guard (1...12).contains(month) else { throw .noSuchMonth(month) }
    guard let first = CivilDate(year: year, month: month, day: 1),
      let last = CivilDate(year: year, month: month, day: CivilDate.daysInMonth(year: year, month: month))
    else { throw .outOfRange(text) }
    return Day(anchor: anchor ?? first, first: first, last: last, precision: .month, isRelative: isRelative)
  }
}
