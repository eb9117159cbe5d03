package import JournalCore

/// How a file writes its dates: the part of Python's `strptime` that jrnl's `timeformat` can hold and be read back from.
///
/// Directives: `%Y %y %m %b %B %d %j %H %I %M %S %p %a %A %%`; everything else stands for itself. Names of months and
/// days are English, read without regard to case. A reading has no zone.
package struct DateFormat: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case literal([UInt8])
    /// Any white space, at least one character of it.
    case space([UInt8])
    case year, shortYear, month, monthName, shortMonthName, day, dayOfYear
    case hour, hour12, minute, second, halfDay, weekday, shortWeekday
  }

  /// The format as it was given.
  package let text: String
  let parts: [Part]

  /// What jrnl uses unless it is configured otherwise.
  package static let jrnl = DateFormat(
    text: "%Y-%m-%d %H:%M",
    parts: [
      .year, .literal([0x2D]), .month, .literal([0x2D]), .day, .space([0x20]), .hour, .literal([0x3A]), .minute,
    ])

  private init(text: String, parts: [Part]) {
    (self.text, self.parts) = (text, parts)
  }

  /// Reads a format; throws a sentence for a directive that is not known, and for a format that cannot hold a date.
  package init(_ text: String) throws(InvalidInput) {
    var parts: [Part] = []
    var literal: [UInt8] = []
    var space: [UInt8] = []
    func flush() {
      if !literal.isEmpty { parts.append(.literal(literal)) }
      if !space.isEmpty { parts.append(.space(space)) }
      literal = []
      space = []
    }
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      if scalar == "%" {
        let directive = scalars.next()
        if directive == "%" {
          if !space.isEmpty { flush() }
          literal.append(UInt8(ascii: "%"))
          continue
        }
        flush()
        parts.append(try DateFormat.part(directive, of: text))
      } else if scalar == " " || scalar == "\t" {
        if !literal.isEmpty { flush() }
        space.append(UInt8(scalar.value))
      } else {
        if !space.isEmpty { flush() }
        literal.append(contentsOf: String(scalar).utf8)
      }
    }
    flush()
    self.init(text: text, parts: parts)
    try requireDate()
  }

  private static func part(_ directive: Unicode.Scalar?, of text: String) throws(InvalidInput) -> Part {
    switch directive {
    case "Y": return .year
    case "y": return .shortYear
    case "m": return .month
    case "B": return .monthName
    case "b": return .shortMonthName
    case "d": return .day
    case "j": return .dayOfYear
    case "H": return .hour
    case "I": return .hour12
    case "M": return .minute
    case "S": return .second
    case "p": return .halfDay
    case "A": return .weekday
    case "a": return .shortWeekday
    default:
      let name = directive.map { "%\($0)" } ?? "% at its end"
      throw InvalidInput(
        "The time format “\(text)” has \(name), which is not known. "
          + "Known are %Y %y %m %b %B %d %j %H %I %M %S %p %a %A and %%.")
    }
  }

  private func requireDate() throws(InvalidInput) {
    let hasYear = parts.contains(.year) || parts.contains(.shortYear)
    let hasMonth = parts.contains(.month) || parts.contains(.monthName) || parts.contains(.shortMonthName)
    guard hasYear, parts.contains(.dayOfYear) || (hasMonth && parts.contains(.day)) else {
      throw InvalidInput(
        "The time format “\(text)” has no full date. It needs a year (%Y), a month (%m) and a day (%d).")
    }
  }
}

// MARK: - Writing

extension DateFormat {
  /// A wall-clock reading in this format.
  package func string(_ local: CivilDateTime) -> String {
    var result: [UInt8] = []
    append(local, to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  func append(_ local: CivilDateTime, to bytes: inout [UInt8]) {
    for part in parts {
      switch part {
      case .literal(let literal), .space(let literal): bytes.append(contentsOf: literal)
      case .year: bytes.appendDecimal(local.date.year, width: 4)
      case .shortYear: bytes.appendDecimal(local.date.year % 100, width: 2)
      case .month: bytes.appendDecimal(local.date.month, width: 2)
      case .monthName: bytes.append(contentsOf: monthNames[local.date.month - 1].utf8)
      case .shortMonthName: bytes.append(contentsOf: monthNames[local.date.month - 1].utf8.prefix(3))
      case .day: bytes.appendDecimal(local.date.day, width: 2)
      case .dayOfYear: bytes.appendDecimal(local.date.dayOfYear, width: 3)
      case .hour: bytes.appendDecimal(local.hour, width: 2)
      case .hour12: bytes.appendDecimal((local.hour + 11) % 12 + 1, width: 2)
      case .minute: bytes.appendDecimal(local.minute, width: 2)
      case .second: bytes.appendDecimal(local.second, width: 2)
      case .halfDay: bytes.append(contentsOf: (local.hour < 12 ? "AM" : "PM").utf8)
      case .weekday: bytes.append(contentsOf: local.date.weekday.name.utf8)
      case .shortWeekday: bytes.append(contentsOf: local.date.weekday.shortName.utf8)
      }
    }
  }
}

extension CivilDate {
  /// 1 for the first of January.
  var dayOfYear: Int {
    (1..<month).reduce(day) { $0 + CivilDate.daysInMonth(year: year, month: $1) }
  }
}

extension [UInt8] {
  /// Appends a number in decimal with at least `width` digits.
  mutating func appendDecimal(_ number: Int, width: Int = 1) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let start = count
    var rest = number.magnitude
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    while count - start < width { append(UInt8(ascii: "0")) }
    self[start...].reverse()
  }
}
