/// The locale in which a person reads dates and times, by the variables of the environment.
package enum TimeLocale {
  /// What the first variable that is set says, such as `en_US.UTF-8`; nil where none is.
  ///
  /// - Parameter variable: A variable of the environment, nil or empty where it is not set.
  package static func chosen(_ variable: (String) -> String?) -> String? {
    ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
  }

  /// The language and territory of a locale, without encoding and variant: `en_US`.
  package static func name(of locale: String) -> String {
    String(decoding: locale.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }, as: UTF8.self)
  }
}
