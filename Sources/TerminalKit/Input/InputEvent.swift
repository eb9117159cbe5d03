/// The meaning of bytes from a terminal: an action of the person, or an answer to a question of ours.
package enum InputEvent: Hashable, Sendable {
  case input(TerminalInput)
  /// The answer to OSC 11: the background, each part from 0 to 65 535.
  case background(red: UInt16, green: UInt16, blue: UInt16)
  /// The person changed the look of the desktop (DSR 997).
  case colorScheme(isDark: Bool)
  /// The answer to DA1, which ends a series of questions, because every terminal gives it.
  case deviceAttributes([Int])
  /// The answer to `CSI 6 n`: where the cursor is; never told of the first row, where keys look the same.
  case cursor(row: Int, column: Int)
  /// The answer to a question of kitty's graphics protocol, with the picture's id of the question.
  case graphics(id: Int, isOK: Bool)
  /// The answer to XTVERSION: the terminal's name and version, as in `XTerm(379)`.
  case version(String)
  /// The answer to `CSI 16 t`: the pixels of one cell.
  case cellPixels(width: Int, height: Int)
  /// The answer to `CSI ? u`: the terminal knows kitty's keyboard protocol, and these of its flags are on.
  case keyboard(flags: Int)
  /// The answer to DECRQM: whether the terminal knows a private mode and lets it be changed.
  case mode(Int, isSupported: Bool)

  /// True where light text is legible on the colour; the parts go from 0 to 65 535.
  package static func isDark(red: UInt16, green: UInt16, blue: UInt16) -> Bool {
    2126 * Int(red) + 7152 * Int(green) + 722 * Int(blue) < 10_000 * 65_535 / 2
  }
}
