import JournalApp
import JournalFormats

/// The commands that people and scripts run most, read without the help of ArgumentParser.
///
/// ArgumentParser looks at its declarations by reflection whenever it is used, which takes longer than writing an entry
/// does. So the plainest forms of three commands are recognised here. Whatever is not known for certain is left to the
/// declarations: they alone decide what is allowed, and what is said about the rest.
enum QuickCommand {
  case capture(CaptureAction)
  case list(ListAction)

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

  init?(command name: String, arguments: [String]) {
    guard name == "list" || name == "search" else { return nil }
    var action = ListAction()
    var words: [String] = []
    var isShort = false
    var reader = OptionReader(arguments)
    while let option = reader.next() {
      switch option {
      case "-n", "--limit":
        guard let number = reader.value().flatMap({ Int($0) }), number > 0 else { return nil }
        action.limit = number
      case "--cursor": action.cursor = reader.value()
      case "--short": isShort = true
      default:
        if option.hasPrefix("-") {
          if !reader.takeGlobal(option, into: &action.global) { return nil }
        } else {
          words.append(option)
        }
      }
    }
    guard reader.isComplete, words.isEmpty == (name == "list"), !(isShort && action.global.wantsJSON) else {
      return nil
    }
    if name == "search" { action.filter.search = words.spaced }
    action.style = action.global.wantsJSON ? .json(.all) : isShort ? .short : .full
    self = .list(action)
  }

  func run() throws {
    switch self {
    case .capture(let action): try action.run()
    case .list(let action): try action.run()
    }
  }
}

/// Goes over arguments; a value never begins with a hyphen here, so that no doubt arises.
private struct OptionReader {
  private let arguments: [String]
  private var index = 0
  /// False once a value was missing.
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
