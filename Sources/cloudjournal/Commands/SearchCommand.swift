import ArgumentParser
import JournalApp

struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find entries by their words, newest first.",
    discussion: """
      Words are found at the beginning of words, whatever their case and accents; all of them must be there. More can \
      be said in the text:

        "exact words"  -not  this or that  mood:happy,excited  category:work  tag:run
        is:favourite  is:trashed  is:unfiled  has:image  from:2026-01  to:march  is:shared

      With is:shared it looks through what others share with you, and nowhere else.

        cloudjournal search naive
        cloudjournal search --json -n 20 'herons or canal mood:happy -tag:work'
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions
  @OptionGroup(title: "Filters") var filters: FilterOptions
  @OptionGroup(title: "Output") var output: PrintOptions

  @Option(help: ArgumentHelp("Continue after this place: the nextCursor of the last answer.", valueName: "cursor"))
  var cursor: String?

  @Argument(help: "What to look for; in quotes where a word begins with a hyphen.")
  var text: [String]

  func run() throws {
    try ListPrinting(
      global: global.settings, filter: filters.filter(search: text.joined(separator: " ")), cursor: cursor,
      limit: filters.limit, style: try output.style(global)
    ).run()
  }
}
