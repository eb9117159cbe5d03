/// When an entry says it was: a moment together with the zone it was lived in, never mixed from two sources.
///
/// `offsetSeconds` is kept beside the zone's name so that the wall clock stays what the writer saw, even where a zone's
/// rules change later or the name is unknown on this machine. Old local mean times have odd offsets.
package struct EntryDate: Hashable, Sendable {
  /// The moment, whatever clock was read.
  package var instant: Instant
  /// An IANA name such as `Europe/Berlin`, or empty where only the offset is known.
  package var timeZone: String
  /// Seconds east of UTC at `instant`.
  package var offsetSeconds: Int

  package init(instant: Instant, timeZone: String, offsetSeconds: Int) {
    (self.instant, self.timeZone, self.offsetSeconds) = (instant, timeZone, offsetSeconds)
  }

  /// Makes a date out of the reading of a clock that runs `offsetSeconds` ahead of UTC.
  package init(local: CivilDateTime, timeZone: String, offsetSeconds: Int) {
    self.init(
      instant: local.instant(offsetSeconds: offsetSeconds), timeZone: timeZone, offsetSeconds: offsetSeconds)
  }

  /// The wall clock that the writer saw.
  package var local: CivilDateTime { CivilDateTime(instant: instant, offsetSeconds: offsetSeconds) }
}

/// What the program needs to know of the zone that a person lives in.
///
/// The composition root supplies one over the system's zone database; tests supply fixed ones.
package protocol LocalZone: Sendable {
  /// The IANA name of the zone, or empty.
  var name: String { get }
  /// Seconds east of UTC at a moment.
  func offsetSeconds(at instant: Instant) -> Int
}

extension LocalZone {
  /// The date of a wall-clock reading in this zone; in a gap the clock is read as it was before the change.
  package func date(local: CivilDateTime) -> EntryDate {
    let guess = local.instant(offsetSeconds: 0)
    let before = offsetSeconds(at: Instant(milliseconds: guess.milliseconds - 86_400_000))
    let first = offsetSeconds(at: local.instant(offsetSeconds: before))
    let second = offsetSeconds(at: local.instant(offsetSeconds: first))
    return EntryDate(local: local, timeZone: name, offsetSeconds: first == second ? first : before)
  }

  /// Returns the date of a moment, with the zone's name and its offset at that moment.
  package func date(instant: Instant) -> EntryDate {
    EntryDate(instant: instant, timeZone: name, offsetSeconds: offsetSeconds(at: instant))
  }
}

/// A zone that never changes its offset; for tests and for dates that carry only an offset.
package struct FixedZone: LocalZone, Hashable {
  /// The IANA name that dates of this zone carry, or empty.
  package let name: String
  /// Seconds east of UTC.
  package let offset: Int

  package init(name: String = "", offset: Int = 0) {
    (self.name, self.offset) = (name, offset)
  }

  /// Returns ``offset`` for every moment.
  package func offsetSeconds(at instant: Instant) -> Int { offset }
}
