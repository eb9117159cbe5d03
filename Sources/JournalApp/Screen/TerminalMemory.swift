import SystemKit

/// The background that each kind of terminal told last, so that the first screen is right before it tells it again.
struct TerminalMemory {
  private let path: String
  /// What tells one terminal from another, as far as its environment does.
  private let name: String
  private var lines: [String]

  /// More terminals than these are not kept, nor longer files read.
  private static let most = 32
  private static let longest = 16_384

  /// Reads the file; one that is missing or cannot be read is as if nothing had been told yet.
  init(folder: String, environment: [String: String]) {
    path = folder + "/terminals"
    let facts = ["TERM", "TERM_PROGRAM", "LC_TERMINAL", "COLORFGBG"].map { environment[$0] ?? "" }
    let isInside = environment["TMUX"] != nil ? "tmux" : ""
    let isRemote = environment["SSH_CONNECTION"]?.split(separator: " ").first.map(String.init) ?? ""
    name = (facts + [isInside, isRemote]).joined(separator: "|").filter { !$0.isNewline }
    do throws(SettingsFile.Failure) {
      lines = try SettingsFile.text(path, limit: Self.longest).split(separator: "\n").map(String.init)
    } catch {
      // The terminal will tell its background again.
      lines = []
    }
  }

  /// Whether this terminal's background was dark; nil where it never told it.
  var isDark: Bool? {
    if lines.contains("dark " + name) { return true }
    return lines.contains("light " + name) ? false : nil
  }

  /// Keeps what the terminal told.
  mutating func keep(isDark: Bool) {
    guard isDark != self.isDark else { return }
    lines.removeAll { $0 == "dark " + name || $0 == "light " + name }
    lines.append((isDark ? "dark " : "light ") + name)
    lines = lines.suffix(Self.most)
    do throws(SystemError) {
      try SystemFile.replace(path, with: Array((lines.joined(separator: "\n") + "\n").utf8))
    } catch {
      // On a full disk, or without a folder for it, the next start asks as this one did.
    }
  }
}
