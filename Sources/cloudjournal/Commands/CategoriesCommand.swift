import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct CategoriesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "categories", abstract: "List, create, change and order categories.",
    subcommands: [List.self, Add.self, Edit.self, Remove.self, Order.self, Restore.self],
    defaultSubcommand: List.self)

  struct List: ReadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the categories in their order, with the number of their entries.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let rows = try journal.context.categoryRows()
      if global.json { return try StandardStreams.write(CategoriesCommand.json(rows)) }
      try session.print { output in
        let width = rows.map { String($0.entries).utf8.count }.max() ?? 0
        for row in rows {
          let number = String(row.entries)
          output.add(String(repeating: " ", count: width - number.utf8.count) + "\(number)  ")
          output.add(row.category.name, .strong)
          output.line("  \(row.look)", .dim)
        }
      }
      if rows.isEmpty { session.console.say("No categories. Create one: cloudjournal categories add NAME") }
    }
  }

  struct Add: WritingCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Create a category.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Option(help: ArgumentHelp("Its colour, such as #007AFF.", valueName: "colour"))
    var color: String?

    @Option(help: ArgumentHelp("Its icon, by the name of an SF Symbol such as book.", valueName: "icon"))
    var icon: String?

    @Argument(help: "Its name.")
    var name: String

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let category = try journal.context.addCategory(name, color: color, icon: icon)
      try CategoriesCommand.report("created the category “\(category.name)”", category: category, session: session)
    }
  }

  struct Edit: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Rename a category, or change its colour or icon.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Option(help: ArgumentHelp("Its new name.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("Its new colour, such as #007AFF.", valueName: "colour"))
    var color: String?

    @Option(help: ArgumentHelp("Its new icon, by the name of an SF Symbol such as book.", valueName: "icon"))
    var icon: String?

    @Argument(help: "The category: its name or id.", completion: .categories)
    var category: String

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let changed = try journal.context.editCategory(category, name: name, color: color, icon: icon)
      try CategoriesCommand.report("changed the category “\(changed.name)”", category: changed, session: session)
    }
  }

  struct Remove: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rm", abstract: "Move a category to the trash; its entries stay, unfiled.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    @Argument(help: "The category: its name or id.", completion: .categories)
    var category: String

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let category = try journal.context.category(category)
      let question = "Delete the category “\(category.name)”? Its entries stay, unfiled."
      try session.console.requireConsent(question, given: yes)
      let count = try journal.context.removeCategory(category)
      let entries = NumberText.counted(count, "entry is", "entries are")
      try CategoriesCommand.report(
        "deleted the category “\(category.name)”; \(entries) unfiled. "
          + "Restore it: cloudjournal categories restore \(category.id.rawValue)", category: category, session: session)
    }
  }

  struct Restore: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore", abstract: "Restore a deleted category; its entries are filed under it again.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "The category: its name or id.", completion: .categories)
    var category: String

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let category = try journal.context.deletedCategory(category)
      try journal.context.restoreCategory(category)
      try CategoriesCommand.report("restored the category “\(category.name)”", category: category, session: session)
    }
  }

  struct Order: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "order", abstract: "Put categories first, in the order given; the others keep their order.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "The categories: their names or ids.", completion: .categories)
    var categories: [String]

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let ordered = try journal.context.orderCategories(categories)
      session.console.say("The order is now: " + ordered.map(\.name).joined(separator: ", "))
      if global.json { try StandardStreams.write(CategoriesCommand.json(try journal.context.categoryRows())) }
    }
  }

  private static func json(_ rows: [CategoryRow]) -> [UInt8] {
    Answer.items(rows) { row, json in
      json.member("id", row.category.id.rawValue)
      json.member("name", row.category.name)
      json.member("colorHex", row.category.colorHex)
      json.member("icon", row.category.icon)
      json.member("sortOrder", row.category.sortOrder)
      json.member("entries", Int64(row.entries))
    }
  }

  private static func report(_ sentence: String, category: JournalCore.Category, session: CommandSession) throws {
    session.console.say(sentence)
    guard session.wantsJSON else { return }
    try StandardStreams.write(
      Answer.object { json in
        json.member("id", category.id.rawValue)
        json.member("name", category.name)
      })
  }
}
