import CTerminal
import TerminalKit

/// Widths as the C library has them, which is what ncurses counts by.
package struct LibcWidth: TextWidth {
  /// True where the person's locale can show more than ASCII.
  package let isUTF8: Bool

  /// Takes the locale of the environment for characters, and that only; to be called before other threads run.
  ///
  /// A locale that is named as UTF-8 but not installed counts as UTF-8. Widths are right in any locale, because
  /// the process goes on in C.UTF-8 where the person's own locale has another character set.
  package init(environment: [String: String]) {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let installed = ct_set_locale()
    let spoken = installed && ct_locale_is_utf8()
    let meant = named.lowercased()
    isUTF8 = spoken || (!installed && (meant.hasSuffix("utf-8") || meant.hasSuffix("utf8")))
    if !spoken, !ct_set_utf8_locale() {
      // Without it every other character has no width; nothing but ASCII will be shown then.
      ct_set_locale()
    }
  }

  /// Returns 0, 1 or 2; -1 for a scalar that the C library would not print.
  package func columns(of scalar: Unicode.Scalar) -> Int { Int(ct_width(scalar.value)) }
}
