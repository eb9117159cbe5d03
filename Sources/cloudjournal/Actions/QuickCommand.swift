import JournalApp
import JournalCore

/// The commands that people and scripts run most, read without the help of ArgumentParser.
///
/// ArgumentParser looks at its declarations by reflection whenever it is used, which takes longer than writing an entry
/// does. So what these commands usually get is recognised here. Whatever is not known for certain is left to the
/// declarations: they alone decide what is allowed, and what is said about the rest.
enum QuickCommand {
  case capture(CaptureAction)
  case list(ListPrinting)
  case onThisDay(OnThisDayAction)
  case stats(StatsAction)
  case sync(SyncInvocation)
  case tags(TagsAction)
  /// A text about the program itself.
  case about(String)

  init?(capture options: [String], words: [String]) {
    var action = CaptureAction()
    action.words = words
    var reader = OptionReader(options)
    while let option = reader.next() {
      switch option {
      case "--mood": action.entry.mood = reader.value()
      case "--category": action.entry.category = reader.value()
      default: if !reader.takeGlobal(option, into: &action.global) { return nil }
      }
    }
    guard reader.isComplete, !words.isEmpty else { return nil }
    self = .capture(action)
  }

  init?(command name: String, arguments: [String]) throws {
    switch name {
    case "list", "search":
      guard let action = try ListPrinting(quickly: name, arguments) else { return nil }
      self = .list(action)
    case "on-this-day":
      guard let action = try OnThisDayAction(quickly: arguments) else { return nil }
      self = .onThisDay(action)
    case "stats":
      var action = StatsAction()
      guard OptionReader.words(arguments, &action.global)?.isEmpty == true else { return nil }
      self = .stats(action)
    case "sync":
      guard let action = SyncInvocation(quickly: arguments) else { return nil }
      self = .sync(action)
    case "tags":
      var action = TagsAction()
      guard let words = OptionReader.words(arguments, &action.global), words.count <= 1 else { return nil }
      guard words.first.map(TagsCommand.isSubcommand) != true else { return nil }
      if let word = words.first { action.prefix = word }
      self = .tags(action)
    case "":
      guard arguments.count == 1 else { return nil }
      switch arguments[0] {
      case "--help", "-h":
        guard let text = ProgramHelp.text(columns: ProgramHelp.columns) else { return nil }
        self = .about(text)
      case "--version": self = .about(CloudJournal.versionText)
      default: return nil
      }
    default: return nil
    }
  }

  func run() throws {
    switch self {
    case .capture(let action): try action.run()
    case .list(let action): try action.run()
    case .onThisDay(let action): try action.run()
    case .stats(let action): try action.run()
    case .sync(let action): try action.run()
    case .tags(let action): try action.run()
    case .about(let text): try StandardStreams.write(Array((text + "\n").utf8))
    }
  }
}

/// Goes over arguments; a value never begins with a hyphen here, so that no doubt arises.
struct OptionReader {
  private let arguments: [String]
  private var index = 0
  /// False once a value was missing, or is none of those that are allowed.
  private(set) var isComplete = true

  init(_ arguments: [String]) { self.arguments = arguments }

  mutating func next() -> String? {
    guard index < arguments.count else { return nil }
    defer { index += 1 }
    return arguments[index]
  }

  mutating func value() -> String? {
    guard index < arguments.count, !arguments[index].hasPrefix("-") else {
      isComplete = false
      return nil
    }
    return next()
  }

  /// A value that is a number, of at least `least`.
  mutating func number(atLeast least: Int = .min) -> Int? {
    guard let number = value().flatMap({ Int($0) }), number >= least else {
      isComplete = false
      return nil
    }
    return number
  }

  /// A value that one of a few names is.
  mutating func choice<Choice: RawRepresentable<String>>(_ type: Choice.Type) -> Choice? {
    guard let choice = value().flatMap({ Choice(rawValue: $0) }) else {
      isComplete = false
      return nil
    }
    return choice
  }

  /// Takes one of the options of every command; false where it is none.
  mutating func takeGlobal(_ option: String, into global: inout GlobalSettings) -> Bool {
    switch option {
    case "--json": global.wantsJSON = true
    case "--read-only": global.isReadOnly = true
    case "--journal": global.journal = value()
    default: return false
    }
    return true
  }

  /// The words among arguments that hold nothing else but options of every command; nil where they do.
  static func words(_ arguments: [String], _ global: inout GlobalSettings) -> [String]? {
    var reader = OptionReader(arguments)
    var words: [String] = []
    while let option = reader.next() {
      if !option.hasPrefix("-") {
        words.append(option)
      } else if !reader.takeGlobal(option, into: &global) {
        return nil
      }
    }
    return reader.isComplete ? words : nil
  }
}

extension [String] {
  /// The words with a blank between them.
  ///
  /// `joined(separator:)` looks up at run time what it needs, in all of the program, which a short command would notice.
  var spaced: String {
    var text = ""
    for (index, word) in enumerated() {
      if index > 0 { text += " " }
      text += word
    }
    return text
  }
}
