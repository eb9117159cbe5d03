package import JournalCore

/// Dates as ISO 8601 writes them, to the millisecond.
package enum ISODate {
  /// The wall clock and its offset: `2026-11-21T09:14:00.000+01:00`; offsets of old local times have seconds, `+00:53:28`.
  package static func string(_ date: EntryDate) -> String {
    var bytes: [UInt8] = []
    append(date.local, to: &bytes)
    append(offsetSeconds: date.offsetSeconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A moment in UTC: `2026-11-21T08:14:00.000Z`.
  package static func string(_ instant: Instant) -> String {
    var bytes: [UInt8] = []
    append(CivilDateTime(instant: instant, offsetSeconds: 0), to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ local: CivilDateTime, to bytes: inout [UInt8]) {
    bytes.appendDecimal(local.date.year, width: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendDecimal(local.date.month, width: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendDecimal(local.date.day, width: 2)
    bytes.append(UInt8(ascii: "T"))
    bytes.appendDecimal(local.hour, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendDecimal(local.minute, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendDecimal(local.second, width: 2)
    bytes.append(UInt8(ascii: "."))
    bytes.appendDecimal(local.millisecond, width: 3)
  }

  private static func append(offsetSeconds: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: offsetSeconds < 0 ? "-" : "+"))
    let seconds = Int(offsetSeconds.magnitude)
    bytes.appendDecimal(seconds / 3600, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendDecimal(seconds / 60 % 60, width: 2)
    guard seconds % 60 != 0 else { return }
    bytes.append(UInt8(ascii: ":"))
    bytes.appendDecimal(seconds % 60, width: 2)
  }

  // MARK: Reading

  /// A wall clock with its offset, as ``string(_:)-(EntryDate)`` writes it; seconds and what is below them may be missing.
  ///
  /// - Parameter timeZone: the name of the zone, or empty.
  /// - Returns: nil for any other text, and for a date that does not exist.
  package static func date(_ text: String, timeZone: String) -> EntryDate? {
    var reader = Reader(bytes: Array(text.utf8)[...])
    guard let local = reader.local(), let offset = reader.offsetSeconds(), reader.bytes.isEmpty else { return nil }
    return EntryDate(local: local, timeZone: timeZone, offsetSeconds: offset)
  }

  /// A moment, with whatever offset.
  ///
  /// - Returns: nil for any other text, for a date that does not exist, and for one that is not in the years 1 to 9999 in UTC.
  package static func instant(_ text: String) -> Instant? {
    guard let instant = date(text, timeZone: "")?.instant, instant == written(instant) else { return nil }
    return instant
  }

  /// The nearest moment that ``string(_:)-(Instant)`` can write.
  static func written(_ instant: Instant) -> Instant {
    min(max(instant, Instant(milliseconds: -62_135_596_800_000)), Instant(milliseconds: 253_402_300_799_999))
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func local() -> CivilDateTime? {
      guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
        let date = CivilDate(year: year, month: month, day: day), take("T") || take(" "),
        let hour = number(2), take(":"), let minute = number(2)
      else { return nil }
      var (second, millisecond) = (0, 0)
      if take(":") {
        guard let read = number(2) else { return nil }
        second = read
        if take(".") {
          guard let read = number(3) else { return nil }
          millisecond = read
          // More than milliseconds is not kept.
          while number(1) != nil {}
        }
      }
      return CivilDateTime(date: date, hour: hour, minute: minute, second: second, millisecond: millisecond)
    }

    mutating func offsetSeconds() -> Int? {
      if take("Z") { return 0 }
      let isBehind = take("-")
      guard isBehind || take("+"), let hours = number(2), hours < 24, take(":"), let minutes = number(2), minutes < 60
      else { return nil }
      var seconds = 0
      if take(":") {
        guard let read = number(2), read < 60 else { return nil }
        seconds = read
      }
      return ((hours * 60 + minutes) * 60 + seconds) * (isBehind ? -1 : 1)
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
      guard bytes.first == UInt8(ascii: sign) else { return false }
      bytes.removeFirst()
      return true
    }

    private mutating func number(_ digits: Int) -> Int? {
      let text = bytes.prefix(digits)
      guard text.count == digits, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      bytes.removeFirst(digits)
      return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
  }
}
