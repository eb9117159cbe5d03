/// How people read a time of the day. Files, JSON and what can be read back are not written so.
package enum ClockStyle: String, CaseIterable, Hashable, Sendable {
  /// `9:14 PM`
  case twelve = "12"
  /// `21:14`
  case twentyFour = "24"

  /// The style in which texts are made at this moment: screens and commands give it for as long as they make them.
  @TaskLocal package static var current = ClockStyle.twentyFour

  /// The style of a locale such as `en_US.UTF-8`: of twelve hours where the system writes times so, else of 24.
  ///
  /// Whether the system has the locale does not matter.
  package init(locale: String) {
    self = ClockStyle.locales.contains(TimeLocale.name(of: locale)) ? .twelve : .twentyFour
  }

  /// The style that variables of the environment say, of which the first that is set counts.
  ///
  /// - Parameter variable: A variable of the environment, nil or empty where it is not set.
  package init(_ variable: (String) -> String?) {
    self.init(locale: TimeLocale.chosen(variable) ?? "")
  }

  /// Source: glibc 2.36, localedata/locales: those whose `t_fmt` has `%I`, `%l` or `%r` and which name the halves of the day.
  private static let locales = Set(
    """
    aa_DJ aa_ER aa_ET ak_GH am_ET anp_IN ar_AE ar_BH ar_DZ ar_EG ar_IN ar_IQ ar_JO ar_KW ar_LB ar_LY ar_OM ar_QA ar_SD ar_SS \
    ar_SY ar_TN ar_YE as_IN bhb_IN bho_IN bho_NP bi_VU bn_BD bn_IN brx_IN byn_ER chr_US ckb_IQ doi_IN el_CY el_GR en_CA en_HK \
    en_IN en_PH en_US fil_PH gez_ER gez_ET gu_IN ha_NG hi_IN hif_FJ hne_IN ig_NG ik_CA iu_CA kn_IN kok_IN ks_IN mag_IN mai_IN \
    mai_NP mjw_IN ml_IN mni_IN mnw_MM mr_IN my_MM om_ET om_KE or_IN pa_IN quz_PE raj_IN sa_IN sat_IN sd_IN shs_CA sid_ET so_DJ \
    so_ET so_SO sq_AL sq_MK sw_KE sw_TZ ta_IN tcy_IN te_IN the_NP ti_ER ti_ET tig_ER tl_PH to_TO tpi_PG ur_IN wal_ET yo_NG zh_HK
    """.split(separator: " ").map(String.init))

  // MARK: Texts

  /// `9:14 PM`, `21:14`.
  package func text(_ local: CivilDateTime) -> String {
    switch self {
    case .twelve: "\(ClockStyle.hour(local.hour)):\(padded(local.minute, 2)) \(ClockStyle.half(local.hour))"
    case .twentyFour: local.clock
    }
  }

  /// The same with seconds: `9:14:05 PM`.
  package func textWithSeconds(_ local: CivilDateTime) -> String {
    let seconds = padded(local.second, 2)
    return switch self {
    case .twelve:
      "\(ClockStyle.hour(local.hour)):\(padded(local.minute, 2)):\(seconds) \(ClockStyle.half(local.hour))"
    case .twentyFour: "\(local.clock):\(seconds)"
    }
  }

  /// As ``text(_:)``, as wide for every time: ` 9:14 PM`.
  package func textInColumn(_ local: CivilDateTime) -> String {
    let text = text(local)
    return String(repeating: " ", count: max(0, columns - text.utf8.count)) + text
  }

  /// The columns of the longest time.
  package var columns: Int { self == .twelve ? 8 : 5 }

  /// A whole hour: `9 PM`, `21:00`.
  package func text(hour: Int) -> String {
    self == .twelve ? "\(ClockStyle.hour(hour)) \(ClockStyle.half(hour))" : "\(padded(hour, 2)):00"
  }

  /// The same below an axis: `9p`, `21`.
  package func mark(hour: Int) -> String {
    self == .twelve ? "\(ClockStyle.hour(hour))\(hour < 12 ? "a" : "p")" : padded(hour, 2)
  }

  private static func hour(_ hour: Int) -> Int { (hour + 11) % 12 + 1 }

  /// `AM` or `PM`.
  package static func half(_ hour: Int) -> String { hour < 12 ? "AM" : "PM" }
}

extension CivilDateTime {
  /// The time as people read it at this moment: `9:14 PM` or `21:14`.
  package var shownClock: String { ClockStyle.current.text(self) }
}
