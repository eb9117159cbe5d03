import JournalCore

/// What came of reading a date.
enum DateReading: Hashable, Sendable {
  case date(CivilDateTime)
  /// It has the format's shape, but no calendar or clock has such a value: 2021-02-30, 25:10.
  case impossible
  /// It is something else.
  case otherShape
}

extension DateFormat {
  /// Reads the whole of `bytes` as a date.
  func read(_ bytes: some RandomAccessCollection<UInt8>) -> DateReading {
    var reader = DateReader(rest: Array(bytes))
    guard reader.read(parts), reader.rest.isEmpty else { return .otherShape }
    return reader.result
  }

  /// Reads a date from the start of `bytes` that white space or the end follows, and says how long it is.
  func readPrefix(_ bytes: some RandomAccessCollection<UInt8>) -> (reading: DateReading, length: Int) {
    // No date in a known format is longer, and a line can be.
    let head = Array(bytes.prefix(text.utf8.count * 8 + 64))
    var reader = DateReader(rest: head[...])
    guard reader.read(parts) else { return (.otherShape, 0) }
    if let next = reader.rest.first, next != 0x20, next != 0x09 { return (.otherShape, 0) }
    return (reader.result, head.count - reader.rest.count)
  }
}

/// Takes a date apart, part by part.
private struct DateReader {
  var rest: ArraySlice<UInt8>
  private var year: Int?
  private var month: Int?
  private var day: Int?
  private var dayOfYear: Int?
  private var hour: Int?
  private var hour12: Int?
  private var minute = 0
  private var second = 0
  private var isAfternoon = false

  init(rest: [UInt8]) { self.rest = rest[...] }
  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  /// Takes the parts off the front; false where the shape is another.
  mutating func read(_ parts: [DateFormat.Part]) -> Bool {
    for part in parts {
      guard read(part) else { return false }
    }
    return true
  }

  private mutating func read(_ part: DateFormat.Part) -> Bool {
    switch part {
    case .literal(let literal): return take(literal)
    case .space: return takeSpace()
    case .year: return assign(number(digits: 4...4), to: \.year)
    case .shortYear: return assign(number(digits: 2...2).map { $0 < 69 ? 2000 + $0 : 1900 + $0 }, to: \.year)
    case .month: return assign(number(digits: 1...2), to: \.month)
    case .monthName: return assign(name(of: monthNames).map { $0 + 1 }, to: \.month)
    case .shortMonthName: return assign(name(of: monthNames.map { String($0.prefix(3)) }).map { $0 + 1 }, to: \.month)
    case .day: return assign(number(digits: 1...2), to: \.day)
    case .dayOfYear: return assign(number(digits: 1...3), to: \.dayOfYear)
    case .hour: return assign(number(digits: 1...2), to: \.hour)
    case .hour12: return assign(number(digits: 1...2), to: \.hour12)
    case .minute: return assign(number(digits: 1...2), to: \.minute)
    case .second: return assign(number(digits: 1...2), to: \.second)
    case .halfDay: return assign(name(of: ["am", "pm"]).map { $0 == 1 }, to: \.isAfternoon)
    case .weekday: return name(of: Weekday.allCases.map(\.name)) != nil
    case .shortWeekday: return name(of: Weekday.allCases.map(\.shortName)) != nil
    }
  }

  private mutating func assign<Value>(_ value: Value?, to path: WritableKeyPath<DateReader, Value>) -> Bool {
    guard let value else { return false }
    self[keyPath: path] = value
    return true
  }

  private mutating func assign<Value>(_ value: Value?, to path: WritableKeyPath<DateReader, Value?>) -> Bool {
    guard let value else { return false }
    self[keyPath: path] = value
    return true
  }

  private mutating func take(_ literal: [UInt8]) -> Bool {
    guard rest.starts(with: literal) else { return false }
    rest = rest.dropFirst(literal.count)
    return true
  }

  private mutating func takeSpace() -> Bool {
    let length = rest.prefix { $0 == 0x20 || $0 == 0x09 }.count
    rest = rest.dropFirst(length)
    return length > 0
  }

  private mutating func number(digits: ClosedRange<Int>) -> Int? {
    let taken = rest.prefix(digits.upperBound).prefix { (0x30...0x39).contains($0) }
    guard taken.count >= digits.lowerBound else { return nil }
    rest = rest.dropFirst(taken.count)
    return taken.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The index of the longest name that stands here, compared without case.
  private mutating func name(of names: [String]) -> Int? {
    var found: (index: Int, length: Int)?
    for (index, name) in names.enumerated() {
      let head = rest.prefix(name.utf8.count)
      guard head.count == name.utf8.count, zip(head, name.utf8).allSatisfy({ $0 | 0x20 == $1 | 0x20 }),
        name.utf8.count > found?.length ?? 0
      else { continue }
      found = (index, name.utf8.count)
    }
    rest = rest.dropFirst(found?.length ?? 0)
    return found?.index
  }

  /// The date, once all parts are read.
  var result: DateReading {
    guard let year, let date = civilDate(year), let hour = hourOfDay,
      let local = CivilDateTime(date: date, hour: hour, minute: minute, second: second)
    else { return .impossible }
    return .date(local)
  }

  private func civilDate(_ year: Int) -> CivilDate? {
    if let month, let day { return CivilDate(year: year, month: month, day: day) }
    guard let dayOfYear, let first = CivilDate(year: year, month: 1, day: 1),
      (1...(CivilDate.isLeap(year) ? 366 : 365)).contains(dayOfYear)
    else { return nil }
    return first.adding(days: dayOfYear - 1)
  }

  private var hourOfDay: Int? {
    if let hour { return hour }
    guard let hour12 else { return 0 }
    return (1...12).contains(hour12) ? hour12 % 12 + (isAfternoon ? 12 : 0) : nil
  }
}

/// Dates of files that were not written in the format that the person named.
enum LooseDate {
  /// Reads a text that can only be one date: the year first, then month and day, and perhaps a time.
  static func read(_ blob: some RandomAccessCollection<UInt8>) -> DateReading {
    guard blob.first.map({ (0x30...0x39).contains($0) }) ?? false else { return .otherShape }
    let bytes = Array(blob)
    for parts in formats {
      var reader = DateReader(rest: bytes)
      if reader.read(parts), reader.rest.isEmpty { return reader.result }
    }
    return .otherShape
  }

  /// Whether this is three numbers written as a date is, in whatever order: `5.1.2024`, `01/05/24 14:30`.
  static func looksLikeDate(_ blob: some RandomAccessCollection<UInt8>) -> Bool {
    var rest = Array(blob.prefix(32))[...]
    var lengths: [Int] = []
    while lengths.count < 3 {
      let digits = rest.prefix { (0x30...0x39).contains($0) }.count
      guard (1...4).contains(digits) else { return false }
      lengths.append(digits)
      rest = rest.dropFirst(digits)
      if lengths.count == 3 { break }
      guard let separator = rest.popFirst(), "-/.".utf8.contains(separator) else { return false }
    }
    guard lengths[1] <= 2, lengths[0] <= 2 || lengths[2] <= 2 else { return false }
    return rest.first.map { " \tT,".utf8.contains($0) } ?? true
  }

  private static let formats: [[DateFormat.Part]] = "-/.".utf8.flatMap { separator in
    let day: [DateFormat.Part] = [.year, .literal([separator]), .month, .literal([separator]), .day]
    let clock: [DateFormat.Part] = [.hour, .literal([0x3A]), .minute]
    let seconds: [DateFormat.Part] = [.literal([0x3A]), .second]
    let space: DateFormat.Part = .space([0x20])
    let letter: DateFormat.Part = .literal([UInt8(ascii: "T")])
    return [
      day, day + [space] + clock, day + [letter] + clock, day + [space] + clock + seconds,
      day + [letter] + clock + seconds,
      day + [space, .hour12, .literal([0x3A]), .minute, .space([0x20]), .halfDay],
    ]
  }
}
