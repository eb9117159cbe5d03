extension NaturalDateParser {
  /// Takes a day told from today: `yesterday`, `3 days ago`, `in 2 weeks`, `last friday`, `next month`.
  mutating func takeRelativeDay() throws(NaturalDateError) -> Bool {
    if takeNamedDay() { return true }
    if try takeLastOrNext() { return true }
    return try takeDistance()
  }

  private mutating func takeNamedDay() -> Bool {
    guard let name = word(at: index) else { return false }
    switch name {
    case "today": return take(Day(today, isRelative: true), length: 1)
    case "yesterday": return take(Day(today.adding(days: -1), isRelative: true), length: 1)
    case "tomorrow": return take(Day(today.adding(days: 1), isRelative: true), length: 1)
    case "now":
      var moment = Day(today, isRelative: true)
      moment.moment = now
      moment.precision = .second
      return take(moment, length: 1)
    case "day":
      let isBefore = word(at: index + 1) == "before" && word(at: index + 2) == "yesterday"
      let isAfter = word(at: index + 1) == "after" && word(at: index + 2) == "tomorrow"
      guard isBefore || isAfter else { return false }
      return take(Day(today.adding(days: isBefore ? -2 : 2), isRelative: true), length: 3)
    default: return false
    }
  }

  private mutating func take(_ found: Day, length: Int) -> Bool {
    day = found
    index += length
    return true
  }

  // MARK: last, this, next

  private mutating func takeLastOrNext() throws(NaturalDateError) -> Bool {
    guard let which = word(at: index), let name = word(at: index + 1) else { return false }
    let step: Int
    switch which {
    case "last": step = -1
    case "this": step = 0
    case "next": step = 1
    default: return false
    }
    if let weekday = DateWords.weekday(name) {
      return take(Day(nearest(weekday, step: step), isRelative: true), length: 2)
    }
    if let month = DateWords.month(name) {
      var year = today.year
      if step < 0, month >= today.month { year -= 1 }
      if step > 0, month <= today.month { year += 1 }
      return take(try wholeMonth(year: year, month: month, isRelative: true), length: 2)
    }
    switch name {
    case "week":
      let anchor = today.adding(days: 7 * step)
      let monday = anchor.adding(days: -anchor.weekday.rawValue)
      let week = Day(
        anchor: anchor, first: monday, last: monday.adding(days: 6), precision: .week, isRelative: true)
      return take(week, length: 2)
    case "month":
      let anchor = today.adding(months: step)
      return take(
        try wholeMonth(year: anchor.year, month: anchor.month, anchor: anchor, isRelative: true), length: 2)
    case "year":
      let anchor = today.adding(months: 12 * step)
      guard let first = CivilDate(year: anchor.year, month: 1, day: 1),
        let last = CivilDate(year: anchor.year, month: 12, day: 31)
      else { throw .outOfRange(text) }
      let year = Day(anchor: anchor, first: first, last: last, precision: .year, isRelative: true)
      return take(year, length: 2)
    default: return false
    }
  }

  private func nearest(_ weekday: Weekday, step: Int) -> CivilDate {
    let ahead = (weekday.rawValue - today.weekday.rawValue + 7) % 7
    switch step {
    case ..<0: return today.adding(days: ahead - 7)
    case 0: return today.adding(days: weekday.rawValue - today.weekday.rawValue)
    default: return today.adding(days: ahead == 0 ? 7 : ahead)
    }
  }

  // MARK: Distances

  /// A length of time that was counted: calendar units move the day, clock units the moment.
  private struct Distance {
    var months = 0
    var days = 0
    var seconds = 0
    var isOfClock = false
    var countsSeconds = false

    mutating func add(_ count: Int, _ unit: DateWords.Unit) {
      switch unit {
      case .year: months += 12 * count
      case .month: months += count
      case .week: days += 7 * count
      case .day: days += count
      case .hour: seconds += 3600 * count
      case .minute: seconds += 60 * count
      case .second: seconds += count
      }
      switch unit {
      case .hour, .minute: isOfClock = true
      case .second: (isOfClock, countsSeconds) = (true, true)
      default: break
      }
    }
  }

  /// Takes `3 days ago`, `an hour and 20 minutes ago`, `in 2 days`, `2 weeks from now`.
  private mutating func takeDistance() throws(NaturalDateError) -> Bool {
    let isAhead = word(at: index) == "in"
    var next = isAhead ? index + 1 : index
    var distance = Distance()
    guard takeAmount(&distance, at: &next) else { return false }
    while true {
      var further = next
      if word(at: further) == "and" || sign(at: further) == "," { further += 1 }
      guard takeAmount(&distance, at: &further) else { break }
      next = further
    }
    var sign = 1
    if !isAhead {
      if word(at: next) == "ago" {
        sign = -1
        next += 1
      } else if word(at: next) == "from", let end = word(at: next + 1), end == "now" || end == "today" {
        next += 2
      } else {
        return false
      }
    }
    index = next
    day = try moved(by: distance, sign: sign)
    return true
  }

  /// Reads `3 days`, `a week`, `half an hour`, `a couple of months`.
  private func takeAmount(_ distance: inout Distance, at next: inout Int) -> Bool {
    if word(at: next) == "half", word(at: next + 1) == "an", word(at: next + 2) == "hour" {
      distance.add(30, .minute)
      next += 3
      return true
    }
    var count = number(at: next)?.value
    var place = next + 1
    if count == nil, let word = word(at: next) { count = DateWords.number(word) }
    if word(at: next) == "a", word(at: place) == "couple" {
      count = 2
      place += 1
    }
    if word(at: place - 1) == "couple", word(at: place) == "of" { place += 1 }
    guard let count, let name = word(at: place), let (unit, each) = DateWords.unit(name) else { return false }
    distance.add(count * each, unit)
    next = place + 1
    return true
  }

  private func moved(by distance: Distance, sign: Int) throws(NaturalDateError) -> Day {
    guard distance.months <= 120_000, distance.days <= 4_000_000, distance.seconds <= 400_000_000_000 else {
      throw .outOfRange(text)
    }
    let moved = today.adding(months: sign * distance.months).adding(days: sign * distance.days)
    guard (1...9999).contains(moved.year) else { throw .outOfRange(text) }
    guard distance.isOfClock else { return Day(moved, isRelative: true) }
    // The wall clock moves with whole days and months; hours and less are real time.
    var local = now.local
    local.date = moved
    let start = distance.months == 0 && distance.days == 0 ? now : zone.date(local: local)
    var instant = start.instant
    instant.milliseconds += Int64(sign * distance.seconds) * 1000
    let date = zone.date(instant: instant)
    guard (1...9999).contains(date.local.date.year) else { throw .outOfRange(text) }
    var found = Day(date.local.date, isRelative: true)
    found.moment = date
    found.precision = distance.countsSeconds ? .second : .minute
    return found
  }
}
