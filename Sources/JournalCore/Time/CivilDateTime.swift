/// A wall-clock reading in the proleptic Gregorian calendar, without a zone.
package struct CivilDateTime: Hashable, Comparable, Sendable {
  /// The day that the clock shows.
  package var date: CivilDate
  /// 0...23.
  package var hour: Int
  /// 0...59.
  package var minute: Int
  /// 0...59; there are no leap seconds.
  package var second: Int
  /// 0...999.
  package var millisecond: Int

  /// Makes a reading, or nil where hour, minute, second or millisecond is out of range.
  package init?(date: CivilDate, hour: Int, minute: Int, second: Int = 0, millisecond: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second),
      (0...999).contains(millisecond)
    else { return nil }
    (self.date, self.hour, self.minute, self.second, self.millisecond) = (date, hour, minute, second, millisecond)
  }

  /// The reading of a clock that runs `offsetSeconds` ahead of UTC at `instant`.
  package init(instant: Instant, offsetSeconds: Int) {
    // Wrapping: a moment far outside the calendar, as a damaged file may hold, must not stop the program.
    let local = instant.milliseconds &+ Int64(offsetSeconds) &* 1000
    let dayLength: Int64 = 86_400_000
    let days = local >= 0 ? local / dayLength : (local + 1) / dayLength - 1
    let inDay = Int(local &- days &* dayLength)
    date = CivilDate(daysSince1970: Int(days))
    hour = inDay / 3_600_000
    minute = inDay / 60_000 % 60
    second = inDay / 1000 % 60
    millisecond = inDay % 1000
  }

  /// The moment at which a clock `offsetSeconds` ahead of UTC shows this reading.
  package func instant(offsetSeconds: Int) -> Instant {
    let inDay = Int64(((hour * 60 + minute) * 60 + second)) * 1000 + Int64(millisecond)
    return Instant(
      milliseconds: Int64(date.daysSince1970) &* 86_400_000 &+ inDay &- Int64(offsetSeconds) &* 1000)
  }

  /// Compares the readings as if both clocks stood in one zone.
  package static func < (a: CivilDateTime, b: CivilDateTime) -> Bool {
    a.instant(offsetSeconds: 0) < b.instant(offsetSeconds: 0)
  }

  /// `YYYY-MM-DDTHH:MM:SS`.
  package var iso: String { "\(date.iso)T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))" }
  /// `HH:MM`.
  package var clock: String { "\(padded(hour, 2)):\(padded(minute, 2))" }
}
