import Encodings
import Glibc

/// Dates as HTTP and certificates have them.
enum HTTPDate {
  /// Such as `2026-11-21`, of seconds since 1970.
  static func day(ofSeconds seconds: Int) -> String {
    var (time, date) = (time_t(seconds), tm())
    gmtime_r(&time, &date)
    let (month, day) = (date.tm_mon + 1, date.tm_mday)
    return "\(date.tm_year + 1900)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  /// Seconds since 1970 of a date in HTTP's preferred form, `Sun, 06 Nov 1994 08:49:37 GMT`; nil for any other form.
  ///
  /// Source: RFC 9110, 5.6.7. `strptime` would read the names in the language of the program.
  static func seconds(of text: String) -> Int? {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT", let day = number(parts[1], digits: 2),
      let month = months.firstIndex(of: String(parts[2])), let year = number(parts[3], digits: 4)
    else { return nil }
    let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard time.count == 3, let hour = number(time[0], digits: 2), let minute = number(time[1], digits: 2),
      let second = number(time[2], digits: 2), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (year - 1900, Int32(month), day)
    (date.tm_hour, date.tm_min, date.tm_sec) = (hour, minute, second)
    return timegm(&date)
  }

  private static func number(_ text: Substring, digits: Int) -> Int32? {
    text.utf8.count == digits && text.utf8.allSatisfy(\.isASCIIDigit) ? Int32(text) : nil
  }
}
