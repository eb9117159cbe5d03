/// The facts about a terminal that its environment gives, before it has answered anything.
package enum TerminalTraits {
  /// The colours to use: none where `NO_COLOR` is set to anything, all where the terminal says so, else by number.
  ///
  /// - Parameter colors: how many colours the terminal's description counts; 0 for none.
  package static func depth(colors: Int, isDirect: Bool, environment: [String: String]) -> ColorDepth {
    if let value = environment["NO_COLOR"], !value.isEmpty { return .none }
    if isDirect { return .direct }
    if colors < 8 { return .none }
    // The variable reaches GNU screen from the terminal around it, but the colours do not get through.
    if isInsideScreen(environment) { return colors >= 256 ? .indexed256 : .ansi16 }
    if environment["COLORTERM"] == "truecolor" || environment["COLORTERM"] == "24bit" { return .direct }
    return colors >= 256 ? .indexed256 : .ansi16
  }

  /// True inside GNU screen; tmux may use its name for the terminal type.
  package static func isInsideScreen(_ environment: [String: String]) -> Bool {
    environment["TERM"]?.hasPrefix("screen") == true && environment["TMUX"] == nil
  }

  /// Light or dark as `COLORFGBG` has it (`15;0`, `0;default;15`); nil where it says nothing.
  package static func isDark(colorFGBG: String?) -> Bool? {
    guard let last = colorFGBG?.split(separator: ";").last, let index = UInt8(last), index < 16 else { return nil }
    return index < 7 || index == 8
  }

  /// Names of terminal descriptions with direct colours that fit a terminal, the best first.
  package static func directTypes(of type: String) -> [String] {
    if type.hasPrefix("tmux") || type.hasPrefix("screen") { return ["tmux-direct"] }
    let base = type.hasSuffix("-256color") ? String(type.dropLast(9)) : type
    // The direct entry of xterm writes colours with colons, which fewer terminals read than semicolons.
    return (base == "xterm" ? [] : [base + "-direct"]) + ["vte-direct", "xterm-direct"]
  }

  /// True for terminals that may be asked for their background; the Linux console would print the question.
  package static func answersQuestions(_ type: String) -> Bool {
    !["linux", "vt100", "vt102", "vt220", "ansi", "cons25"].contains { type == $0 || type.hasPrefix($0 + "-") }
  }

  /// The signs that a terminal can show: ASCII ones outside UTF-8, and those of its font on the Linux console.
  package static func glyphs(of type: String, isUTF8: Bool) -> Glyphs {
    guard isUTF8 else { return .ascii }
    return type == "linux" || type.hasPrefix("linux-") ? .console : .utf8
  }
}
