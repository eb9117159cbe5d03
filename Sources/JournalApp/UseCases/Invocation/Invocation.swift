import ConfigText

/// What a command line is about, before its options are read: the screen, a command, or text to write down.
///
/// The first word decides. The name of a command is that command; anything else is text, as is everything after `--`
/// and any single argument with a space in it. Filters as jrnl has them, without a word before them, are a list, and so are
/// tags without other words.
package enum Invocation: Hashable, Sendable {
  /// No words: the screen, or what comes in on standard input.
  case bare(options: [String])
  /// A command with its arguments; options that stood before its name follow it.
  case command(name: String, arguments: [String])
  /// Text to write down, already parted from its options.
  case capture(options: [String], words: [String])
  /// A word that may be a mistyped command; `words` is the text that it would be otherwise.
  case nearMiss(word: String, command: String, options: [String], words: [String])
  /// One word and nothing else, which is rarely an entry: see ``LoneWord``.
  case loneWord(String)
}

/// Reads a command line by the rule of the first word.
package struct InvocationRule: Sendable {
  /// The names of the commands.
  package let commands: [String]

  /// Options that every command takes and that may stand before a command's name, with whether a value follows.
  static let global: [String: Bool] = [
    "--journal": true, "--config": true, "--read-only": false, "--demo": false, "--json": false,
  ]
  /// Options that text to write down takes.
  static let capture: [String: Bool] = [
    "--mood": true, "--category": true, "--tag": true, "--date": true, "--favorite": false, "--favourite": false,
    "--image": true, "--caption": true, "--original": false,
  ]
  /// The option that takes several values behind the text, as a shell makes several of `*.jpg`.
  static let several = "--image"
  /// Options that ask for the program itself.
  static let program: Set<String> = ["--help", "-h", "--version"]

  package init(commands: [String]) { self.commands = commands }

  /// - Parameter arguments: without the program's name.
  package func invocation(_ arguments: [String]) -> Invocation {
    var options: [String] = []
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      if argument == "--" { return .capture(options: options, words: Array(arguments[(index + 1)...])) }
      guard argument.hasPrefix("-"), argument != "-", !argument.utf8.contains(UInt8(ascii: " ")) else { break }
      if InvocationRule.program.contains(argument) { return .command(name: "", arguments: [argument]) }
      guard let length = InvocationRule.length(of: argument) else {
        // An option of none of ours before any word: what jrnl users type to look something up.
        return .command(name: "list", arguments: InvocationRule.jrnlSpelling(Array(arguments[index...]), options))
      }
      options += arguments[index..<min(index + length, arguments.count)]
      index += length
    }
    guard index < arguments.count else { return .bare(options: options) }
    let word = arguments[index]
    let rest = Array(arguments[(index + 1)...])
    if commands.contains(word) {
      let filtered =
        ["list", "search", "export"].contains(word) ? InvocationRule.jrnlSpelling(rest, options) : options + rest
      return .command(name: word, arguments: filtered)
    }
    if InvocationRule.areTags(arguments[index...], options) {
      return .command(name: "list", arguments: InvocationRule.jrnlSpelling(Array(arguments[index...]), options))
    }
    let (more, words) = InvocationRule.partText(Array(arguments[index...]))
    if let command = NearMiss.command(for: word, among: commands) {
      return .nearMiss(word: word, command: command, options: options + more, words: words)
    }
    if arguments.count == 1, LoneWord.isDoubtful(word) { return .loneWord(word) }
    return .capture(options: options + more, words: words)
  }

  /// Options of text that no list has.
  private static let ofTextOnly: Set<String> = ["--date", several, "--caption", "--original"]

  /// Whether all words are tags, with perhaps filters and other options of a list among them.
  private static func areTags(_ arguments: ArraySlice<String>, _ options: [String]) -> Bool {
    func isTag(_ word: String) -> Bool {
      word.utf8.count > 1 && (word.hasPrefix("@") || word.hasPrefix("#")) && !word.utf8.contains(UInt8(ascii: " "))
    }
    guard let first = arguments.first, isTag(first), ofTextOnly.isDisjoint(with: options) else { return false }
    var mayBeValue = false
    for argument in arguments {
      let isOption = isOptionLike(argument)
      if argument == "--" || ofTextOnly.contains(String(argument.prefix { $0 != "=" })) { return false }
      guard isOption || isTag(argument) || mayBeValue else { return false }
      mayBeValue = isOption
    }
    return true
  }

  /// How many arguments an option of ours takes up, itself included; nil for others.
  private static func length(of argument: String) -> Int? {
    let name = argument.prefix { $0 != "=" }
    guard let takesValue = global[String(name)] ?? capture[String(name)] else { return nil }
    return takesValue && name.utf8.count == argument.utf8.count ? 2 : 1
  }

  /// Takes options out of text. One hyphen may begin any word; with two it is an option, known or not, and who means it
  /// as text writes `--` before the text.
  private static func partText(_ arguments: [String]) -> (options: [String], words: [String]) {
    var options: [String] = []
    var words: [String] = []
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      if argument == "--" {
        words += arguments[(index + 1)...]
        break
      }
      let name = argument.utf8.dropFirst(2)
      let isOption =
        argument.hasPrefix("--") && name.first.map { (0x61...0x7A).contains($0) } == true
        && !argument.utf8.contains(UInt8(ascii: " "))
      if isOption {
        var length = length(of: argument) ?? 1
        if argument == several, !words.isEmpty {
          while index + length < arguments.count, !isOptionLike(arguments[index + length]) { length += 1 }
        }
        options += arguments[index..<min(index + length, arguments.count)]
        index += length
      } else {
        words.append(argument)
        index += 1
      }
    }
    return (options, words)
  }

  private static func isOptionLike(_ argument: String) -> Bool { argument.hasPrefix("-") && argument != "-" }

  /// Rewrites what ArgumentParser cannot express: `-3` for `-n 3`, and `-not -starred`.
  private static func jrnlSpelling(_ arguments: [String], _ options: [String]) -> [String] {
    var result: [String] = []
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      if argument == "--" { return options + result + arguments[index...] }
      let next = index + 1 < arguments.count ? arguments[index + 1] : nil
      let digits = argument.utf8.dropFirst()
      let isValue = result.last == "-n" || result.last == "--limit"
      if argument.hasPrefix("-"), !isValue, !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) {
        result += ["-n", String(argument.dropFirst())]
      } else if argument == "-not" || argument == "--not", next == "-starred" || next == "--starred" {
        result.append("--not-starred")
        index += 1
      } else {
        result.append(argument)
      }
      index += 1
    }
    return options + result
  }
}
