/// Which number comes first in a date such as `5/6/2026`.
package enum DateOrder: String, CaseIterable, Hashable, Sendable {
  case dayMonth = "day-month"
  case monthDay = "month-day"

  /// The order of a locale such as `en_GB.UTF-8`, by its territory; nil where it has none (`C`, `POSIX`, `en`), or where
  /// the year comes first, so that a date which ends with it says nothing.
  package init?(locale: String) {
    let parts = TimeLocale.name(of: locale).split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count >= 2, parts[1].utf8.count >= 2 else { return nil }
    switch parts[1] {
    case "US", "PR", "PH": self = .monthDay
    case "CA", "CN", "HK", "HU", "JP", "KP", "KR", "LT", "MN", "TW": return nil
    default: self = .dayMonth
    }
  }
}
