import JournalCore

/// The names of zones in Day One’s zip: IANA’s, and those of a bare offset, as Apple’s systems call them (`GMT+0530`).
enum DayOneZone {
  /// The name of an entry’s zone, or of its offset where only that is known; nil where no name says it, as with parts of a minute.
  static func name(of date: EntryDate) -> String? {
    guard date.timeZone.isEmpty else { return date.timeZone }
    let offset = date.offsetSeconds
    let (hours, minutes) = (offset.magnitude / 3600, offset.magnitude / 60 % 60)
    guard offset.isMultiple(of: 60), hours <= 18 else { return nil }
    if minutes == 0, (-12...14).contains(offset / 3600) {
      // In these names the sign is the other way round.
      return hours == 0 ? "Etc/UTC" : "Etc/GMT\(offset > 0 ? "-" : "+")\(hours)"
    }
    return "GMT\(offset < 0 ? "-" : "+")\(padded(Int(hours), 2))\(padded(Int(minutes), 2))"
  }

  /// The seconds east of UTC that a name of a bare offset says: `GMT+0530`, `UTC-03:30`; nil for any other name.
  static func offset(of name: String) -> Int? {
    guard name.hasPrefix("GMT") || name.hasPrefix("UTC") else { return nil }
    let rest = name.utf8.dropFirst(3)
    guard let sign = rest.first else { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    var digits = Array(rest.dropFirst())
    if digits.count >= 4, digits[digits.count - 3] == UInt8(ascii: ":") { digits.remove(at: digits.count - 3) }
    guard (1...4).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let (hours, minutes) = digits.count > 2 ? (number / 100, number % 100) : (number, 0)
    guard hours <= 18, minutes < 60 else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
