/// The sentences of the command line's parser in the words of the other messages, the same in both programs.
package enum ParserWords {
  /// What is wrong with a command line as a whole sentence, with where to look.
  ///
  /// - Parameters:
  ///   - said: What is wrong, such as what ``said(_:)`` returns.
  ///   - remedy: What else can be done, with a space before it, or empty.
  ///   - command: The program and the words of its command, as they are typed before `--help`.
  package static func sentence(_ said: String, remedy: String = "", command: String) -> String {
    let end = said.utf8.last.map { ".?!".utf8.contains($0) } == true ? "" : "."
    return "\(said)\(end)\(remedy) See “\(command) --help”."
  }

  /// What the parser says of a command line, as this program says it; as it is where it says something else.
  ///
  /// - Parameter message: Without the line of usage that the parser adds.
  package static func said(_ message: String) -> String {
    let quoted = quoted(in: message)
    guard let first = quoted.first else { return message }
    if message.hasPrefix("Missing expected argument") { return missing(first) }
    if message.hasPrefix("Missing value for") { return "A value is missing: \(first)" }
    if message.hasPrefix("Unexpected argument") { return "“\(first)” is one word too many" }
    if message.contains(" unexpected arguments: ") {
      return "\(quoted.map { "“\($0)”" }.joined(separator: ", ")) are too many words"
    }
    if message.hasPrefix("Unknown option") {
      return "There is no option \(first)." + (quoted.count > 1 ? " Did you mean \(quoted[1])?" : "")
    }
    if message.hasPrefix("The value '"), quoted.count > 1, message.contains("is invalid for") {
      let values = quoted.dropFirst(2)
      return "“\(first)” is not a value of \(quoted[1])."
        + (values.isEmpty ? "" : " Give one of: \(values.joined(separator: ", ")).")
    }
    return message
  }

  /// What to add where an argument is not there, by its name in the line of usage, such as `<ids> ...`.
  private static func missing(_ label: String) -> String {
    let name = label.filter { !"<>.".contains($0) }.split(separator: " ").joined(separator: " ")
    return switch name {
    case "ids", "id", "entry": "Name an entry: “last”, or the beginning of its id"
    case "text", "words": "Say what to look for"
    case "name": "Give a name"
    default: "Name the \(name.replacing("-", with: " "))"
    }
  }

  /// The texts between single quotes, in their order.
  private static func quoted(in message: String) -> [String] {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return [] }
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }
}
