import ConfigText
import JournalFormats

/// What people who come from jrnl type, and how it is called here.
package enum JrnlHabits {
  /// What to do instead of using an option that there is not; nil where nothing is known of it.
  package static func advice(onOption option: String) -> String? {
    switch option.drop(while: { $0 == "-" }) {
    case "import", "file": "To import: cloudjournal import FILE"
    case "export": "To export: cloudjournal export --format FORMAT -o FILE"
    case "list", "ls": "Journals are listed by: cloudjournal journals"
    case "encrypt": "To encrypt the journal on the disk: cloudjournal lock --set-up"
    case "decrypt": "To decrypt the journal on the disk: cloudjournal lock --remove"
    case "template": "To begin with a template: cloudjournal new --template NAME"
    case "tagged": "Name the tag: cloudjournal @TAG"
    case "search": "To search: cloudjournal search WORDS"
    case "diagnostic", "debug": "To examine the journal: cloudjournal doctor"
    case "config-file": "The configuration is named by --config FILE."
    case "change-time": "To change a date: cloudjournal edit ID --date DATE"
    default: nil
    }
  }

  /// How a format is called here; nil where nothing is known of it.
  package static func advice(onFormat format: String) -> String? {
    switch format {
    case "markdown", "yaml": "Markdown with front matter is called md."
    case "text": "Text is called txt, and jrnl in an export."
    case "fancy", "boxed", "pretty": "The usual form is called full."
    case "dates", "tags": "Tags are counted by: cloudjournal tags"
    case "xml": "There is no XML; json is for scripts."
    default: nil
    }
  }

  /// What is wrong with a command line as a whole sentence, with where to look.
  ///
  /// - Parameters:
  ///   - remedy: What else can be done, with a space before it, or empty.
  ///   - command: The words of the command, as they are typed before `--help`.
  package static func sentence(_ said: String, remedy: String, command: String) -> String {
    ParserWords.sentence(said, remedy: remedy, command: command)
  }

  /// A parser's message about what it does not know, with what is meant instead of a guess by letters.
  ///
  /// - Parameter arguments: The command line, in which a number below zero looks like an option to the parser.
  package static func explained(_ message: String, _ arguments: [String] = []) -> String {
    if let label = quoted(in: message), message.hasPrefix("Missing value for"),
      let place = arguments.firstIndex(where: { label.hasPrefix($0 + " ") }), place + 1 < arguments.count,
      arguments[place + 1].hasPrefix("-"), let number = UInt(String(arguments[place + 1].drop { $0 == "-" }))
    {
      return "“-\(number)” is not a value of \(label)"
    }
    let said = ParserWords.said(message)
    guard let quoted = quoted(in: message) else { return said }
    if message.hasPrefix("Unknown option"), let advice = advice(onOption: quoted) {
      return "There is no option \(quoted). \(advice)"
    }
    if message.contains("--format"), let advice = advice(onFormat: quoted) {
      return "\(said) \(advice)"
    }
    if message.contains("'--from "), message.contains("is invalid") {
      return "\(said) Formats are: \(ImportFormat.all.flatMap(\.names).joined(separator: ", "))."
    }
    return said
  }

  /// The first text between single quotes.
  private static func quoted(in message: String) -> String? {
    let parts = message.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[1]) : nil
  }
}
