import ArgumentParser
import JournalApp
import JournalCore

struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change an entry.",
    discussion: """
      Without options your editor opens with the title in the first line and the body below a blank line. Every value \
      that is replaced stays in the entry’s history.
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @OptionGroup var named: NamedEntry

  @Option(help: ArgumentHelp("A new title.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("A new body; - reads it from standard input.", valueName: "text"))
  var body: String?

  @Option(help: ArgumentHelp("A new mood, or none.", valueName: "mood"), completion: .moodsOrNone)
  var mood: String?

  @Option(help: ArgumentHelp("The category to file it under, or none.", valueName: "name"), completion: .categories)
  var category: String?

  @Option(help: ArgumentHelp("A tag to add; may be repeated.", valueName: "tag"), completion: .tags)
  var tag: [String] = []

  @Option(help: ArgumentHelp("A tag to remove; may be repeated.", valueName: "tag"), completion: .tags)
  var removeTag: [String] = []

  @Option(help: ArgumentHelp("A new date, such as “yesterday at 9pm”.", valueName: "date"))
  var date: String?

  @Flag(inversion: .prefixedNo, help: "Make it a favourite, or not.")
  var favorite: Bool?

  func run() throws {
    let session = try CommandSession(global)
    var fields = EntryFields()
    fields.title = title
    fields.body = body == "-" ? try InputText.standardInput() : body
    (fields.mood, fields.category, fields.date) = (mood, category, date)
    (fields.addedTags, fields.removedTags, fields.isFavorite) = (tag, removeTag, favorite)
    try session.withJournal(.write) { journal in
      try session.withEntry(named.id, of: journal) { entry, guest in
        try guest?.requireWriting(entry)
        try guest?.requireTheirs(fields)
        let place = guest?.journal ?? journal
        if fields.isEmpty {
          try EditCommand.openEditor(entry, session, place)
        } else {
          try session.report(try place.context.edit(entry, fields), verb: "changed", in: place)
        }
      }
    }
  }

  /// Lets the person edit one entry, and says what came of it.
  static func openEditor(_ entry: Entry, _ session: CommandSession, _ journal: OpenedJournal) throws {
    guard try journal.editorSession(session.editor).edit(entry) else {
      session.console.say("\(EntryNaming.quoted(entry)) is as it was")
      return
    }
    let changed = try journal.context.entry(entry.id.rawValue)
    try session.report(WrittenEntry(entry: changed), verb: "changed", in: journal)
  }
}
