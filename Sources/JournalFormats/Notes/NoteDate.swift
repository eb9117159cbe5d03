import JournalCore

/// Dates as notes have them: in the names of their files, and in their heads.
enum NoteDate {
  /// The hour of a day that has no time, as in jrnl.
  private static let usualHour = 9

  /// The date that a file’s name tells, and what is left of the name; nil where it tells none.
  ///
  /// `2026-11-21`, `2026_11_21`, `2026.11.21` and `20261121` may stand anywhere in the name, with a time such as ` 0914` or
  /// `T09-14` behind them. A day may also be spread over folders: `2026/11/21`.
  ///
  /// - Parameters:
  ///   - stem: the name without its ending.
  ///   - folders: the names of the folders in which the file lies, the outermost first.
  static func named(_ stem: String, in folders: [String]) -> (date: CivilDateTime, rest: String)? {
    let bytes = Array(stem.utf8)
    for start in bytes.indices where start == 0 || !isDigit(bytes[start - 1]) {
      var reader = Reader(rest: bytes[start...])
      guard let date = reader.day() else { continue }
      let time = reader.time() ?? (usualHour, 0)
      guard let local = CivilDateTime(date: date, hour: time.0, minute: time.1) else { continue }
      let before = String(decoding: bytes[..<start], as: UTF8.self)
      let after = String(decoding: reader.rest, as: UTF8.self)
      return (local, joined(before, after))
    }
    guard let day = number(stem, digits: 1...2), let month = folders.last.flatMap({ number($0, digits: 1...2) }),
      let year = folders.dropLast().last.flatMap({ number($0, digits: 4...4) }),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return CivilDateTime(date: date, hour: usualHour, minute: 0).map { ($0, "") }
  }

  /// The date of a head, of a zone that it may name: `2026-11-21T08:14:00Z`, `2026-11-21 09:14`, `2026-11-21`; nil for others.
  static func written(_ text: String, in zone: any LocalZone) -> EntryDate? {
    if let instant = ISODate.instant(text) {
      // In UTC it says nothing about the clock that the person saw.
      return text.hasSuffix("Z") ? zone.date(instant: instant) : ISODate.date(text, timeZone: "")
    }
    var reader = Reader(rest: Array(text.utf8)[...])
    guard let date = reader.day() else { return nil }
    if reader.rest.isEmpty { return CivilDateTime(date: date, hour: usualHour, minute: 0).map { zone.date(local: $0) } }
    let offset = ISODate.instant("\(date.iso)T\(String(decoding: reader.rest.dropFirst(), as: UTF8.self))Z")
    return offset.map { zone.date(local: CivilDateTime(instant: $0, offsetSeconds: 0)) }
  }

  /// Whether a folder’s name is only a part of a date, and names nothing.
  static func isPartOfDate(_ folder: String) -> Bool {
    !folder.isEmpty && folder.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }

  /// What stands before and behind a date, without the signs that joined them to it.
  private static func joined(_ before: String, _ after: String) -> String {
    func trimmed(_ text: String) -> String {
      var scalars = Substring(text).unicodeScalars
      let signs: Set<Unicode.Scalar> = [" ", "-", "_", ".", ",", ":", "–"]
      while let first = scalars.first, signs.contains(first) { scalars.removeFirst() }
      while let last = scalars.last, signs.contains(last) { scalars.removeLast() }
      return String(scalars)
    }
    return [trimmed(before), trimmed(after)].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    /// Year, month and day, with the same sign between them or none; no digit may follow.
    mutating func day() -> CivilDate? {
      let start = rest
      if let year = number(4) {
        let sign = rest.first.flatMap { "-_.".utf8.contains($0) ? $0 : nil }
        if take(sign), let month = number(2), take(sign), let day = number(2), rest.first.map(NoteDate.isDigit) != true,
          let date = CivilDate(year: year, month: month, day: day)
        {
          return date
        }
      }
      rest = start
      return nil
    }

    /// Hour and minute behind a blank, `T` or `_`.
    mutating func time() -> (Int, Int)? {
      let start = rest
      if let first = rest.first, " T_".utf8.contains(first) {
        rest.removeFirst()
        if let hour = number(2) {
          if let sign = rest.first, "-:.h".utf8.contains(sign) { rest.removeFirst() }
          if let minute = number(2), hour < 24, minute < 60, rest.first.map(NoteDate.isDigit) != true {
            return (hour, minute)
          }
        }
      }
      rest = start
      return nil
    }

    /// Takes a sign, if there is to be one.
    private mutating func take(_ sign: UInt8?) -> Bool {
      guard let sign else { return true }
      guard rest.first == sign else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func number(_ digits: Int) -> Int? {
      let text = rest.prefix(digits)
      guard text.count == digits, text.allSatisfy(NoteDate.isDigit) else { return nil }
      rest.removeFirst(digits)
      return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
  }
}
