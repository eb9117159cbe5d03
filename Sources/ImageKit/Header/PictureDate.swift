/// When a picture was taken: the time on the camera's clock, with its distance from UTC where the camera knew it.
package struct PictureDate: Hashable, Sendable {
  /// 1800 to 9999.
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31, and never more than the month has.
  package var day: Int
  /// 0 to 23.
  package var hour: Int
  /// 0 to 59.
  package var minute: Int
  /// 0 to 59.
  package var second: Int
  /// Minutes east of UTC; nil where only the local time is known.
  package var offsetMinutes: Int?
}

extension PictureDate {
  /// Reads EXIF's `YYYY:MM:DD hh:mm:ss`; nil for all that is no date, such as the zeros of a camera without a clock.
  init?(exif text: [UInt8], offset: [UInt8]?) {
    guard text.count >= 19, text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let year = Self.number(text[0..<4]), let month = Self.number(text[5..<7]), let day = Self.number(text[8..<10]),
      let hour = Self.number(text[11..<13]), let minute = Self.number(text[14..<16]),
      let second = Self.number(text[17..<19])
    else { return nil }
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard year >= 1800, 1...12 ~= month, day >= 1, day <= days[month - 1], hour < 24, minute < 60, second < 60 else {
      return nil
    }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      offsetMinutes: offset.flatMap(Self.minutes))
  }

  /// `+02:00`, `-09:30` or `Z`.
  private static func minutes(_ text: [UInt8]) -> Int? {
    if text.first == UInt8(ascii: "Z") { return 0 }
    guard text.count >= 6, text[3] == UInt8(ascii: ":"), let hours = number(text[1..<3]),
      let minutes = number(text[4..<6]), hours <= 14, minutes < 60
    else { return nil }
    switch text[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}
