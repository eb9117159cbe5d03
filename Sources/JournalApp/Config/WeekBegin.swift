package import JournalCore

/// With which weekday weeks begin, by the locale that dates are written in.
package enum WeekBegin {
  /// By the variables of the environment, of which the first that is set counts; Monday where none says a territory.
  ///
  /// - Parameter variable: A variable of the environment, nil or empty where it is not set.
  package static func weekday(_ variable: (String) -> String?) -> Weekday {
    TimeLocale.chosen(variable).map { weekday(ofLocale: $0) } ?? .monday
  }

  /// The first day of the week in the territory of a locale such as `en_US.UTF-8`.
  ///
  /// Source: supplementalData.xml of CLDR 42, `weekData`; what is not there begins with Monday.
  static func weekday(ofLocale locale: String) -> Weekday {
    let parts = TimeLocale.name(of: locale).split(separator: "_").map(String.init)
    guard parts.count > 1 else { return .monday }
    let territory = parts[1]
    if sunday.contains(territory) { return .sunday }
    if saturday.contains(territory) { return .saturday }
    return territory == "MV" ? .friday : .monday
  }

  private static let sunday: Set<String> = [
    "AG", "AS", "BD", "BR", "BS", "BT", "BW", "BZ", "CA", "CO", "DM", "DO", "ET", "GT", "GU", "HK", "HN", "ID", "IL",
    "IN",
    "JM", "JP", "KE", "KH", "KR", "LA", "MH", "MM", "MO", "MT", "MX", "MZ", "NI", "NP", "PA", "PE", "PH", "PK", "PR",
    "PT",
    "PY", "SA", "SG", "SV", "TH", "TT", "TW", "UM", "US", "VE", "VI", "WS", "YE", "ZA", "ZW",
  ]
  private static let saturday: Set<String> = [
    "AE", "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY",
  ]
}
