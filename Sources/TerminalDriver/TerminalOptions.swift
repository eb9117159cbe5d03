package import TerminalKit

/// How the screen is opened; everything of the outside world that it needs.
package struct TerminalOptions: Sendable {
  /// `TERM`, `COLORTERM`, `COLORFGBG`, `NO_COLOR`, `TMUX`, `TERM_PROGRAM` and `LC_TERMINAL` are read from here.
  package var environment: [String: String]
  /// Where stray messages go while the screen is open, so that they do not spoil it; appended to.
  package var logPath: String
  /// Printed after a crash, when the terminal is back; at most 512 bytes.
  package var crashNote: String
  /// Has the terminal report the mouse; where false, the terminal selects text by itself as usual.
  package var usesMouse: Bool
  /// The title of the window; nil leaves it alone.
  package var title: TerminalSafe?
  /// Fewer colours than the terminal has, where the person wants that.
  package var depth: ColorDepth?
  /// Asks the terminal for its background; the answer comes as ``DriverEvent/background(isDark:)``.
  package var asksForBackground: Bool
  /// How pictures are sent; nil asks the terminal, and the answer comes as ``DriverEvent/pictures(_:)``.
  package var pictures: PictureProtocol?
  /// How long an ESC may stand alone before it is the Escape key, in milliseconds.
  package var escapeWait: Int32

  package init(
    environment: [String: String], logPath: String, crashNote: String, usesMouse: Bool = true,
    title: TerminalSafe? = nil, depth: ColorDepth? = nil, asksForBackground: Bool = true,
    pictures: PictureProtocol? = nil, escapeWait: Int32 = InputParser.escapeWait
  ) {
    (self.environment, self.logPath, self.crashNote, self.usesMouse) = (environment, logPath, crashNote, usesMouse)
    (self.title, self.depth, self.asksForBackground) = (title, depth, asksForBackground)
    (self.pictures, self.escapeWait) = (pictures, escapeWait)
  }
}
