import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct TrashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash", abstract: "See what was deleted, restore it, or delete it forever.",
    subcommands: [List.self, Restore.self, Purge.self, Empty.self], defaultSubcommand: List.self)

  struct List: ReadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the entries in the trash, newest first, and deleted categories.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    @OptionGroup(title: "Output") var output: PrintOptions

    @Option(
      name: [.customShort("n"), .customLong("limit")],
      help: ArgumentHelp("At most this many entries.", valueName: "number"))
    var limit: Int?

    @Option(help: ArgumentHelp("Continue after this place: the nextCursor of the last answer.", valueName: "cursor"))
    var cursor: String?

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let place = try cursor.map { try CursorToken.cursor($0, order: ListOrder()) }
      let request = ListingRequest(scope: .trash, after: place, limit: limit)
      // Of what was deleted, its title is what a person looks for first.
      let style = try output.style(global, otherwise: .short)
      let categories = try journal.context.trashedCategories()
      guard !global.json, style.printed != nil, !categories.isEmpty else {
        return try ListPrinting.print(request, style, in: journal.context, session) { "The trash is empty." }
      }
      if try journal.context.trashContents().entries > 0 {
        try ListPrinting.print(request, style, in: journal.context, session)
      }
      try session.print { output in
        for category in categories {
          let day = category.trashedAt.map { DateText.dayAndClock(journal.context.zone.date(instant: $0)) } ?? ""
          output.line("category “\(category.name)”, deleted \(day)")
        }
      }
    }
  }

  struct Restore: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore", abstract: "Restore entries and categories from the trash.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(
      help:
        "The entries: their ids, the ends of them as lists show them, or “last”; or the names of deleted categories.")
    var ids: [String]

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let (entries, categories) = try TrashCommand.found(ids, in: journal.context)
      for category in categories {
        try journal.context.restoreCategory(category)
        session.console.say("restored the category “\(category.name)”")
      }
      try journal.context.restore(entries)
      for entry in entries { session.console.say("restored \(EntryNaming.quoted(entry))") }
      if global.json { try StandardStreams.write(try journal.context.json(entries)) }
    }
  }

  struct Purge: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "purge",
      abstract: "Delete entries and categories in the trash forever, with their history. This cannot be undone.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    @Argument(
      help:
        "The entries: their ids, the ends of them as lists show them, or “last”; or the names of deleted categories.")
    var ids: [String]

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let (entries, categories) = try TrashCommand.found(ids, in: journal.context)
      let contents = TrashContents(entries: entries.count, categories: categories.count)
      let what =
        switch (entries.count, categories.count) {
        case (1, 0): EntryNaming.quoted(entries[0])
        case (0, 1): "the category “\(categories[0].name)”"
        default: contents.words
        }
      let whose = entries.count + categories.count == 1 ? "its" : "their"
      try session.console.requireConsent(
        "Delete \(what) forever, with \(whose) history? This cannot be undone.", given: yes)
      try journal.context.purge(entries, categories)
      session.console.say("deleted \(what) forever")
      if global.json { try TrashCommand.answer(contents) }
    }
  }

  struct Empty: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "empty",
      abstract:
        "Delete everything in the trash forever, removed pictures and categories too, with its history. This cannot be undone."
    )

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let contents = try journal.context.trashContents()
      guard !contents.isEmpty else {
        session.console.say("The trash is empty.")
        if global.json { try TrashCommand.answer(contents) }
        return
      }
      try session.console.requireConsent(
        "Delete \(contents.words) forever, with their history? This cannot be undone.", given: yes)
      try journal.context.emptyTrash()
      session.console.say("deleted \(contents.words) forever")
      if global.json { try TrashCommand.answer(contents) }
    }
  }

  /// What lies in the trash by these names: deleted categories first, the others have to be entries.
  private static func found(
    _ references: [String], in context: JournalContext
  ) throws -> (entries: [Entry], categories: [JournalCore.Category]) {
    var rest = references
    let categories = try context.trashedCategories().filter { category in
      guard let place = rest.firstIndex(where: { JournalContext.isName($0, of: category) }) else { return false }
      rest.remove(at: place)
      return true
    }
    return (rest.isEmpty ? [] : try context.entries(rest, inTrash: true), categories)
  }

  private static func answer(_ contents: TrashContents) throws {
    let answer = Answer.object {
      $0.member("removed", Int64(contents.entries))
      $0.member("removedPictures", Int64(contents.pictures))
      $0.member("removedCategories", Int64(contents.categories))
    }
    try StandardStreams.write(answer)
  }
}
