import ArgumentParser
import Glibc

/// The program's own help, set without ArgumentParser, whose look at all declarations takes longer than most commands do.
///
/// It is word for word what ArgumentParser prints, for which there is a test; only ASCII, so that bytes are columns.
enum ProgramHelp {
  /// The column in which explanations begin.
  private static let labelWidth = 26

  /// What the declarations of ``GlobalOptions`` and ArgumentParser's own options say of themselves.
  private static let options = [
    ("--journal <name>", "The journal to use: a name, or a folder."),
    ("--read-only", "Open the journal without ever writing to it."),
    ("--config <file>", "The configuration to use in place of $XDG_CONFIG_HOME/cloudjournal/config.toml."),
    ("--demo", "Use a throw-away copy of the demo journal."),
    ("--json", "Answer in JSON, errors as well."),
  ]
  private static let ownOptions = [("--version", "Show the version."), ("-h, --help", "Show help information.")]

  /// The columns for which ArgumentParser would set the text.
  static var columns: Int {
    if let columns = Console.variable("COLUMNS").flatMap({ Int($0) }) { return columns }
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// The help, without the line end behind it; nil where there is not the room for it.
  static func text(columns: Int) -> String? {
    guard columns >= 2 * labelWidth else { return nil }
    let configuration = CloudJournal.configuration
    var text = wrapped("OVERVIEW: \(configuration.abstract)\n\n\(configuration.discussion)", to: columns) + "\n\n"
    for (index, line) in lines(configuration.usage ?? "").enumerated() {
      text += (index == 0 ? "USAGE: " : "       ") + line + "\n"
    }
    text +=
      section("OPTIONS OF EVERY COMMAND", rows: options, columns: columns)
      + section("OPTIONS", rows: ownOptions, columns: columns)
    for group in configuration.groupedSubcommands {
      var rows: [(String, String)] = []
      for command in group.subcommands where command.configuration.shouldDisplay {
        rows.append((command.configuration.commandName ?? "", command.configuration.abstract))
      }
      text += section("\(group.name.uppercased()) SUBCOMMANDS", rows: rows, columns: columns)
    }
    return text + "\n  See 'cloudjournal help <subcommand>' for detailed help."
  }

  private static func section(_ title: String, rows: [(String, String)], columns: Int) -> String {
    var text = "\n\(title):\n"
    for (label, explanation) in rows {
      let start = "  " + label
      let set = wrapped(explanation, to: columns, indent: labelWidth)
      let isNarrow = start.utf8.count < labelWidth
      text += isNarrow ? start : start + "\n"
      text += isNarrow ? String(set.dropFirst(start.utf8.count)) : set
      text += "\n"
    }
    return text
  }

  private static func lines(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// A text broken at blanks, as ArgumentParser does it.
  private static func wrapped(_ text: String, to columns: Int, indent: Int = 0) -> String {
    let bytes = Array(text.utf8)
    let width = columns - indent
    let lineFeed = UInt8(ascii: "\n")
    let blank = UInt8(ascii: " ")
    var ranges: [Range<Int>] = []
    var start = 0
    while true {
      let end = min(start + width, bytes.count)
      let piece = bytes[start..<end]
      if let last = piece.lastIndex(of: lineFeed) {
        while let next = bytes[start..<(last + 1)].firstIndex(of: lineFeed) {
          ranges.append(start..<next)
          start = next + 1
        }
      } else if end == bytes.count {
        ranges.append(start..<end)
        break
      } else if let space = piece.lastIndex(of: blank) ?? bytes[start...].firstIndex(of: blank) {
        ranges.append(start..<space)
        start = space + 1
      } else {
        ranges.append(start..<bytes.count)
        break
      }
    }
    var result: [UInt8] = []
    for (index, range) in ranges.enumerated() {
      if index > 0 { result.append(lineFeed) }
      if !range.isEmpty { result.append(contentsOf: repeatElement(blank, count: indent)) }
      result.append(contentsOf: bytes[range])
    }
    return String(decoding: result, as: UTF8.self)
  }
}
