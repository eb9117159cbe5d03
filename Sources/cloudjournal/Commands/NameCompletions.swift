import ArgumentParser
import JournalApp
import JournalCore

/// Names that a shell completes, read from the journal: no question is asked, nothing is written, and a journal that is not
/// there or is locked has none.
struct NameCompletions {
  /// How a script of completions asks for them, as the first word of a command line.
  static let request = "---completion"

  private let settings: GlobalSettings

  /// - Parameter arguments: What was typed so far, the program’s name left out.
  init(_ arguments: [String]) {
    var settings = GlobalSettings(isReadOnly: true)
    for (index, argument) in arguments.enumerated() {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      let value = parts.count == 2 ? parts[1] : index + 1 < arguments.count ? arguments[index + 1] : nil
      if parts.first == "--journal" { settings.journal = value }
      if parts.first == "--config" { settings.config = value }
    }
    self.settings = settings
  }

  init(journal: String?, config: String?) {
    settings = GlobalSettings(journal: journal, isReadOnly: true, config: config)
  }

  /// All journals of this computer; the one that is being typed is none yet.
  func journals() -> [String] {
    NameCompletions(journal: nil, config: settings.config).names { session in
      try session.accountSwitch.journals().map(\.name)
    }
  }

  /// The templates of the journal, of files and of the program.
  func templates() -> [String] {
    inJournal { session, context in try session.templates(in: context).templates.map(\.name) }
  }

  /// Names that the journal has.
  func ofJournal(_ read: (JournalContext) throws -> [String]) -> [String] { inJournal { try read($1) } }

  private func inJournal(_ read: (CommandSession, JournalContext) throws -> [String]) -> [String] {
    names { session in
      let opening = JournalOpening(
        paths: session.paths, isNamed: settings.journal != nil, isReadOnly: true, defaultHour: nil, dateOrder: nil)
      let journal = try opening.open(.read)
      let names = try read(session, journal.context)
      try journal.close()
      return names
    }
  }

  /// A shell that completes shows no errors: where something cannot be read there is nothing to offer.
  private func names(_ read: (CommandSession) throws -> [String]) -> [String] {
    do {
      return try read(try CommandSession(settings)).filter { !$0.unicodeScalars.contains { $0.value < 0x20 } }
    } catch {
      return []
    }
  }
}

extension CompletionKind {
  /// The moods that an entry can be given.
  static let moods = CompletionKind.list(Mood.known.map(\.rawValue))
  /// The same, and that it has none.
  static let moodsOrNone = CompletionKind.list(Mood.known.map(\.rawValue) + ["none"])
  /// The moods by which entries are found: those, and what newer versions and other programs have written.
  static let moodsOfEntries = CompletionKind.custom { arguments, _, _ in
    let others = NameCompletions(arguments).ofJournal { try $0.otherMoods() }
    return Mood.known.map(\.rawValue) + others
  }
  static let journals = CompletionKind.custom { arguments, _, _ in NameCompletions(arguments).journals() }
  static let tags = CompletionKind.custom { arguments, _, _ in
    NameCompletions(arguments).ofJournal { try $0.tagCounts(prefix: "").map(\.tag) }
  }
  static let categories = CompletionKind.custom { arguments, _, _ in
    NameCompletions(arguments).ofJournal { try $0.categoryRows().map(\.category.name) }
  }
  static let savedSearches = CompletionKind.custom { arguments, _, _ in
    NameCompletions(arguments).ofJournal { try JournalPreferences($0).all(.search).map(\.name) }
  }
  static let ownWords = CompletionKind.custom { arguments, _, _ in
    NameCompletions(arguments).ofJournal { try JournalPreferences($0).all(.word).map(\.name) }
  }
  static let templates = CompletionKind.custom { arguments, _, _ in NameCompletions(arguments).templates() }
}
