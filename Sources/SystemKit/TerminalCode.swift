import CQRCode
import Glibc

/// A QR code as rows of text, two modules above each other in one character.
package struct TerminalCode: Hashable, Sendable {
  /// The modules of a row with the light ones around it that readers need, and so the columns that are wanted.
  package let columns: Int
  /// Without colours: dark modules are drawn, light ones are blank.
  package let rows: [String]

  /// Light modules on each side.
  private static let margin = 4
  /// The largest code has 177 modules a side.
  private static let capacity = 177 * 177

  /// Makes the code of a text; nil where libqrencode is not installed, or the text is too long.
  package init?(_ text: String) {
    var modules = [UInt8](repeating: 0, count: Self.capacity)
    let width = Int(cqr_encode(text, &modules, Int32(Self.capacity)))
    guard width > 0 else { return nil }
    let side = width + 2 * Self.margin
    func isDark(_ row: Int, _ column: Int) -> Bool {
      let (row, column) = (row - Self.margin, column - Self.margin)
      return (0..<width).contains(row) && (0..<width).contains(column) && modules[row * width + column] == 1
    }
    columns = side
    rows = stride(from: 0, to: side, by: 2).map { row in
      String(
        (0..<side).map { column in
          switch (isDark(row, column), isDark(row + 1, column)) {
          case (true, true): "█" as Character
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): " "
          }
        })
    }
  }

  /// The code in black on white, whatever the terminal's own colours are, as lines with escape sequences; nil where output is no
  /// terminal that can show it.
  ///
  /// - Parameter environment: The process's, for the terminal's kind and encoding.
  package static func lines(of text: String, environment: [String: String]) -> [String]? {
    var size = winsize()
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let isUTF8 = locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8")
    let type = environment["TERM"] ?? "dumb"
    guard isatty(STDOUT_FILENO) == 1, isUTF8, type != "dumb", environment["NO_COLOR"] ?? "" == "",
      ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, let code = TerminalCode(text),
      code.columns <= Int(size.ws_col)
    else { return nil }
    return code.rows.map { "\u{1B}[30;107m\($0)\u{1B}[0m" }
  }
}
