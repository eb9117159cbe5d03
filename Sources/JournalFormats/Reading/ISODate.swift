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
}
