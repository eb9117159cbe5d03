import Foundation

/// The manual page, made of the declarations that the command line itself is made of.
package struct ManualPage: Sendable {
  /// The page in man(7) macros.
  package let text: String

  /// - Parameters:
  ///   - declarations: The JSON in which ArgumentParser describes a command with all below it.
  ///   - name: The group of commands that the page is of, such as `share`; nil for the page of the program.
  /// - Throws: ``CommandFailure`` where the JSON cannot be read, and for a name that is no group of commands.
  package init(declarations: String, version: String, of name: String? = nil) throws {
    let root = try ManualPage.command(declarations)
    guard let name else {
      text = ManualPage.page(root, version: version)
      return
    }
    guard let group = root.groups.first(where: { $0.commandName == name }) else {
      let known = root.groups.map(\.commandName).joined(separator: ", ")
      throw CommandFailure.usage("“\(name)” has no page of its own. There are pages of: \(known).")
    }
    text = ManualPage.page(of: group, in: root.commandName, version: version)
  }

  /// The groups of commands that have pages of their own.
  ///
  /// - Throws: ``CommandFailure`` where the JSON cannot be read.
  package static func groups(declarations: String) throws -> [String] {
    try command(declarations).groups.map(\.commandName)
  }

  private static func command(_ declarations: String) throws -> Command {
    do {
      return try JSONDecoder().decode(Tool.self, from: Data(declarations.utf8)).command
    } catch {
      throw CommandFailure(.unexpected, "The declarations of the command line could not be read: \(error)")
    }
  }

  private struct Tool: Decodable {
    var command: Command
  }

  private struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var shouldDisplay: Bool?
    var subcommands: [Command]?
    var arguments: [Argument]?

    /// Those that people should know of, without the built-in help command.
    var shownSubcommands: [Command] {
      (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
    }

    /// The commands that have others below them.
    var groups: [Command] { shownSubcommands.filter { !$0.shownSubcommands.isEmpty } }
  }

  private struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: String
    var shouldDisplay: Bool?
    var sectionTitle: String?
    var isOptional: Bool?
    var isRepeating: Bool?
    var names: [Name]?
    var valueName: String?
    var abstract: String?

    var isGlobal: Bool { sectionTitle == "Options of every command" }
    var isHelp: Bool { names?.contains { $0.name == "help" || $0.name == "version" } == true }
  }

  private static func page(_ root: Command, version: String) -> String {
    let name = root.commandName
    var lines = [
      ".TH \(name.uppercased()) 1 \"\" \"CloudJournal \(version)\" \"User Commands\"",
      ".SH NAME", "\(name) \\- \(escaped(root.abstract ?? ""))",
      ".SH SYNOPSIS", ".B \(name)", ".br", ".B \(name)", "[\\fIOPTIONS\\fR] \\fITEXT\\fR...", ".br", ".B \(name)",
      "\\fICOMMAND\\fR [\\fIOPTIONS\\fR]",
      ".SH DESCRIPTION",
    ]
    lines += paragraphs(root.discussion)
    lines.append(".SH OPTIONS")
    for argument in (root.arguments ?? []) where argument.shouldDisplay != false { lines += item(argument) }
    lines.append(".SH COMMANDS")
    for command in root.shownSubcommands { lines += section(command, path: []) }
    lines += Closing.lines
    return lines.joined(separator: "\n") + "\n"
  }

  private static func page(of group: Command, in program: String, version: String) -> String {
    let name = "\(program)-\(group.commandName)"
    var lines = [
      ".TH \(escaped(name.uppercased())) 1 \"\" \"CloudJournal \(version)\" \"User Commands\"",
      ".SH NAME", "\(escaped(name)) \\- \(escaped(group.abstract ?? ""))",
      ".SH SYNOPSIS", ".B \(program) \(escaped(group.commandName))", "\\fICOMMAND\\fR [\\fIOPTIONS\\fR]",
    ]
    let words = paragraphs(group.discussion)
    if !words.isEmpty { lines += [".SH DESCRIPTION"] + words }
    lines.append(".SH COMMANDS")
    for command in group.shownSubcommands { lines += section(command, path: [group.commandName]) }
    lines.append(".SH OPTIONS")
    let options = (group.shownSubcommands.first?.arguments ?? []).filter { $0.shouldDisplay != false && $0.isGlobal }
    for argument in options { lines += item(argument) }
    lines += [".SH SEE ALSO", "\\fB\(program)\\fR(1)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ command: Command, path: [String]) -> [String] {
    let path = path + [command.commandName]
    let arguments = (command.arguments ?? []).filter { $0.shouldDisplay != false && !$0.isGlobal && !$0.isHelp }
    let positionals = arguments.filter { $0.kind == "positional" }.map { argument in
      let value =
        "\\fI\(escaped((argument.valueName ?? "").uppercased()))\\fR" + (argument.isRepeating == true ? "..." : "")
      return argument.isOptional == true ? "[\(value)]" : value
    }
    var lines = [
      ".SS \"\(escaped(path.joined(separator: " ")))\(positionals.isEmpty ? "" : " ")\(positionals.joined(separator: " "))\""
    ]
    lines += paragraphs(command.abstract) + paragraphs(command.discussion, isFirst: false)
    for argument in arguments { lines += item(argument) }
    for subcommand in command.shownSubcommands { lines += section(subcommand, path: path) }
    return lines
  }

  private static func item(_ argument: Argument) -> [String] {
    let value = argument.valueName.map { "\\fI\(escaped($0.uppercased()))\\fR" } ?? ""
    var tag: String
    if argument.kind == "positional" {
      tag = value
    } else {
      tag = (argument.names ?? []).map { "\\fB\(escaped($0.text))\\fR" }.joined(separator: ", ")
      if argument.kind == "option", !value.isEmpty { tag += " " + value }
    }
    return [".TP", tag, protected(escaped(argument.abstract ?? ""))]
  }

  /// Text with blank lines between paragraphs; lines that are indented are examples and keep their ends.
  private static func paragraphs(_ text: String?, isFirst: Bool = true) -> [String] {
    guard let text, !text.isEmpty else { return [] }
    var lines: [String] = isFirst ? [] : [".PP"]
    var isExample = false
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map({ String($0) }) {
      let wasExample = isExample
      if !line.isEmpty { isExample = line.hasPrefix("  ") }
      if isExample, !wasExample { lines += [".RS 4", ".nf"] }
      if !isExample, wasExample { lines += [".fi", ".RE", ".PP"] }
      if line.isEmpty {
        if lines.last != ".PP", !isExample { lines.append(".PP") }
      } else {
        lines.append(protected(escaped(isExample ? String(line.dropFirst(2)) : line)))
      }
    }
    if isExample { lines += [".fi", ".RE"] }
    return lines
  }

  /// What troff would take for its own in the middle of a line.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "“": result += "\\(lq"
      case "”": result += "\\(rq"
      case "…": result += "..."
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A line that begins with a full stop or an apostrophe would be a request.
  private static func protected(_ line: String) -> String { line.hasPrefix(".") ? "\\&" + line : line }

  /// What no declaration says.
  private enum Closing {
    static let lines = [
      ".SH ENVIRONMENT", ".TP", "\\fBXDG_DATA_HOME\\fR", "Journals are in cloudjournal/journals/\\fINAME\\fR below it.",
      ".TP", "\\fBXDG_CONFIG_HOME\\fR", "The configuration is cloudjournal/config.toml below it.",
      ".TP", "\\fBVISUAL\\fR, \\fBEDITOR\\fR", "The editor, where the configuration names none.",
      ".TP", "\\fBPAGER\\fR", "Shows long output on a terminal; cat for none.",
      ".TP", "\\fBNO_COLOR\\fR", "If it is set, output has neither colours nor other styles.",
      ".SH EXIT STATUS", ".TP", "0", "Done.", ".TP", "1",
      "It could not be done; a sentence on standard error says why.",
      ".TP", "2", "The command line could not be understood, or a question was to be put without a terminal.",
      ".TP", "3",
      "A person has to decide: a question of sync waits, this computer waits to be let in to an encrypted journal, or the "
        + "server says at the sign-in that a journal is not encrypted.",
      ".SH FILES", ".TP", "\\fI~/.local/share/cloudjournal/journals/Personal/journal.sqlite\\fR", "The usual journal.",
      ".TP", "\\fI~/.config/cloudjournal/config.toml\\fR", "The configuration.",
    ]
  }
}
