extension NaturalDateParser {
  /// Takes a clock time or a part of the day, if one stands here.
  mutating func takeClock() throws(NaturalDateError) -> Bool {
    if takeDayPart() { return true }
    guard clock == nil else { return false }
    if let name = word(at: index), name == "noon" || name == "midday" || name == "midnight" {
      clock = ClockTime(hour: name == "midnight" ? 0 : 12, minute: 0)
      index += 1
      return true
    }
    guard let hour = number(at: index), hour.digits <= 2 else { return false }
    if let separator = joint(at: index + 1), separator == ":" || (separator == "." && isTimeWithDot()) {
      return try takeHourAndMinute(hour.value)
    }
    if let half = half(at: index + 1) {
      try setClock(hour.value, half: half.isAfternoon, from: index, to: index + 1 + half.length)
      return true
    }
    if let suffix = word(at: index + 1) {
      if suffix == "h", isJoined(at: index + 1) {
        var minute = 0
        var end = index + 2
        if let number = number(at: end), isJoined(at: end), number.digits == 2 {
          minute = number.value
          end += 1
        }
        try setClock(hour.value, minute: minute, isSettled: true, from: index, to: end)
        return true
      }
      if suffix == "o'clock" {
        try setClock(hour.value, isSettled: false, from: index, to: index + 2)
        return true
      }
    }
    guard index > 0, word(at: index - 1) == "at" else { return false }
    try setClock(hour.value, isSettled: false, from: index, to: index + 1)
    return true
  }

  /// Takes `Z`, `UTC`, `+01:00`, `+0100` or `+01` after a clock time.
  mutating func takeOffset() throws(NaturalDateError) -> Bool {
    guard clock != nil, offset == nil, index > 0 else { return false }
    if let name = word(at: index), name == "z" || name == "utc" || name == "gmt" {
      offset = 0
      index += 1
      return true
    }
    guard let sign = sign(at: index), sign == "+" || sign == "-", isJoined(at: index + 1),
      let first = number(at: index + 1), first.digits == 2 || first.digits == 4
    else { return false }
    var hours = first.value
    var minutes = 0
    var end = index + 2
    if first.digits == 4 {
      hours = first.value / 100
      minutes = first.value % 100
    } else if joint(at: end) == ":", let second = number(at: end + 1), second.digits == 2 {
      minutes = second.value
      end += 2
    }
    guard minutes < 60, hours * 60 + minutes <= 18 * 60 else {
      throw .noSuchOffset("\(sign)\(padded(hours, 2)):\(padded(minutes, 2))")
    }
    offset = (sign == "-" ? -1 : 1) * (hours * 60 + minutes) * 60
    index = end
    return true
  }

  /// Takes `morning` after a day, `this morning`, `in the morning`, `at night`, `tonight`, `last night`.
  private mutating func takeDayPart() -> Bool {
    guard dayPart == nil, let first = word(at: index) else { return false }
    if first == "tonight" {
      guard day == nil, weekday == nil else { return false }
      day = Day(today, isRelative: true)
      dayPart = .night
      dayPartIsEnough = true
      index += 1
      return true
    }
    if first == "last" || first == "this", let second = word(at: index + 1), let part = DateWords.DayPart(second) {
      guard day == nil, weekday == nil else { return false }
      let isLast = first == "last"
      day = Day(isLast ? today.adding(days: -1) : today, isRelative: true)
      isLastNight = isLast && part == .night
      dayPart = part
      dayPartIsEnough = true
      index += 2
      return true
    }
    guard let part = DateWords.DayPart(first) else { return false }
    dayPart = part
    if let before = index > 0 ? word(at: index - 1) : nil, before == "the" || before == "at" { dayPartIsEnough = true }
    index += 1
    return true
  }

  /// Whether `9.30` is a time here and not a day: after `at`, or before `am` or `pm`.
  private func isTimeWithDot() -> Bool {
    guard let minute = number(at: index + 2), minute.digits == 2, joint(at: index + 3) == nil else { return false }
    return half(at: index + 3) != nil || (index > 0 && word(at: index - 1) == "at")
  }

  private mutating func takeHourAndMinute(_ hour: Int) throws(NaturalDateError) -> Bool {
    let start = index
    guard let minute = number(at: index + 2) else { return false }
    guard minute.digits == 2 else { throw .noSuchTime(typed(start..<index + 3)) }
    var time = ClockTime(hour: hour, minute: minute.value, isSettled: false)
    var end = index + 3
    if joint(at: end) == ":", let second = number(at: end + 1) {
      guard second.digits == 2 else { throw .noSuchTime(typed(start..<end + 2)) }
      time.second = second.value
      time.precision = .second
      end += 2
      if let point = joint(at: end), point == "." || point == ",", let fraction = number(at: end + 1) {
        var digits = fraction.digits
        var milliseconds = fraction.value
        while digits < 3 { (milliseconds, digits) = (milliseconds * 10, digits + 1) }
        while digits > 3 { (milliseconds, digits) = (milliseconds / 10, digits - 1) }
        time.millisecond = milliseconds
        end += 2
      }
    }
    if let half = half(at: end) {
      end += half.length
      guard let hour = hour24(time.hour, isAfternoon: half.isAfternoon) else {
        throw .noSuchTime(typed(start..<end))
      }
      time.hour = hour
      time.isSettled = true
    }
    guard time.hour <= 23, time.minute <= 59, time.second <= 59 else { throw .noSuchTime(typed(start..<end)) }
    clock = time
    index = end
    return true
  }

  private mutating func setClock(
    _ hour: Int, half isAfternoon: Bool, from start: Int, to end: Int
  ) throws(NaturalDateError) {
    guard let settled = hour24(hour, isAfternoon: isAfternoon) else { throw .noSuchTime(typed(start..<end)) }
    clock = ClockTime(hour: settled, minute: 0)
    index = end
  }

  private mutating func setClock(
    _ hour: Int, minute: Int = 0, isSettled: Bool, from start: Int, to end: Int
  ) throws(NaturalDateError) {
    guard hour <= 23, minute <= 59 else { throw .noSuchTime(typed(start..<end)) }
    clock = ClockTime(hour: hour, minute: minute, isSettled: isSettled)
    index = end
  }

  private func hour24(_ hour: Int, isAfternoon: Bool) -> Int? {
    guard (1...12).contains(hour) else { return nil }
    return hour % 12 + (isAfternoon ? 12 : 0)
  }

  /// `am`, `pm`, `a.m.` or `p.m.`, and of how many pieces it consists.
  private func half(at index: Int) -> (isAfternoon: Bool, length: Int)? {
    guard let first = word(at: index) else { return nil }
    if first == "am" || first == "pm" { return (first == "pm", 1) }
    guard first == "a" || first == "p", sign(at: index + 1) == ".", isJoined(at: index + 1), word(at: index + 2) == "m",
      isJoined(at: index + 2)
    else { return nil }
    let hasDot = sign(at: index + 3) == "." && isJoined(at: index + 3)
    return (first == "p", hasDot ? 4 : 3)
  }

  /// Pieces as they were typed, but for their white space.
  func typed(_ range: Range<Int>) -> String {
    var result = ""
    for token in tokens[range.clamped(to: tokens.indices)] {
      if !token.isJoined, !result.isEmpty { result += " " }
      switch token.kind {
      case .number(let value, let digits): result += padded(value, digits)
      case .word(let word): result += word
      case .sign(let sign): result.unicodeScalars.append(sign)
      }
    }
    return result
  }
}
