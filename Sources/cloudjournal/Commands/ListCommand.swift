import ArgumentParser
import JournalApp
import JournalCore

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List entries, newest first.",
    discussion: """
      Different filters must all hold; of several tags, or of several texts, one is enough without -and. They take one hyphen as well as two, and dates as people say them:

        cloudjournal list -n 5 --short
        cloudjournal list -from 2026-01 -to march -starred
        cloudjournal list -contains 'long day' --format md

      With --json the answer is {"ok","count","items","nextCursor","hasMore"}; give nextCursor to --cursor for more. \
      At most 10,000 entries are answered at once, unless -n says how many.
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions
  @OptionGroup(title: "Filters") var filters: FilterOptions
  @OptionGroup(title: "Output") var output: PrintOptions
  @OptionGroup(title: "Order") var order: OrderOptions

  @Flag(help: "What others share with you, in place of your own entries.")
  var shared = false

  @Option(
    help: ArgumentHelp("What a saved search finds; “cloudjournal searches” lists them.", valueName: "name"),
    completion: .savedSearches)
  var saved: String?

  @Flag(help: "The tags of these entries, and how many have each.")
  var tags = false

  @Flag(help: "Edit these entries, one after the other.")
  var edit = false

  @Flag(help: "Move these entries to the trash; asks for each.")
  var delete = false

  @Argument(help: ArgumentHelp("Tags, as @tag or #tag.", valueName: "tag"))
  var words: [String] = []

  func validate() throws {
    if [tags, edit, delete].count(where: { $0 }) > 1 {
      throw ValidationError("--tags, --edit and --delete exclude each other")
    }
    if shared, saved != nil { throw ValidationError("--saved does not go with --shared") }
    if shared, tags || edit || delete {
      throw ValidationError("--shared goes with none of --tags, --edit and --delete")
    }
  }

  func run() throws {
    // Not in validate(), which comes before the parser's own word about an option that there is not.
    if let word = words.first(where: { !$0.hasPrefix("@") && !$0.hasPrefix("#") }) {
      throw CommandFailure.usage(
        "“\(word)” is not a filter. To look for words give -contains; to write this down as an entry, put quotes around "
          + "it. See “cloudjournal list --help”.")
    }
    var filter = filters.filter()
    filter.tags += words
    filter.saved = saved
    var action = ListPrinting(
      global: global.settings, filter: filter, order: order.listOrder, cursor: order.cursor, limit: filters.limit,
      style: try output.style(global))
    action.isShared = shared
    guard tags || edit || delete else { return try action.run() }
    let session = try CommandSession(global)
    try session.withJournal(tags ? .read : .write) { journal in
      let request = try action.request(in: journal.context)
      if tags { return try TagsAction.print(try journal.context.tagCounts(request), session) }
      guard !filter.isEmpty || filters.limit != nil else {
        throw CommandFailure.usage("That would be every entry of the journal. Give a filter, or -n with a number.")
      }
      try change(try journal.context.entries(request), session: session, journal: journal)
    }
  }

  private func change(_ entries: [Entry], session: CommandSession, journal: OpenedJournal) throws {
    guard !entries.isEmpty else { throw CommandFailure(.notFound, "No matching entries; nothing was changed.") }
    guard delete else {
      if entries.count > 1 {
        try session.console.requireConsent("Edit \(entries.count) entries, one after the other?", given: false)
      }
      for entry in entries { try EditCommand.openEditor(entry, session, journal) }
      return
    }
    guard session.console.canAsk else {
      throw CommandFailure.usage(
        "--delete asks for every entry, and there is no terminal to answer on. Name the entries: cloudjournal rm --yes ID..."
      )
    }
    for entry in entries
    where session.console.confirm("Move \(EntryNaming.quoted(entry)) of \(EntryNaming.date(entry)) to the trash?") {
      // One by one, so that what was answered holds even if the person stops here.
      try journal.context.trash([entry])
      try RemoveCommand.report([entry], session, journal)
    }
  }
}

/// In which order, and from where.
struct OrderOptions: ParsableArguments {
  enum Sort: String, ExpressibleByArgument, CaseIterable {
    case date, modified, title

    var listSort: ListSort {
      switch self {
      case .date: .date
      case .modified: .modified
      case .title: .title
      }
    }
  }

  @Option(help: ArgumentHelp("By date, modified or title.", valueName: "order"))
  var sort = Sort.date

  @Flag(help: "Reverse the order: oldest first, or from Z to A.")
  var reverse = false

  @Option(help: ArgumentHelp("Continue after this place: the nextCursor of the last answer.", valueName: "cursor"))
  var cursor: String?

  var listOrder: ListOrder { ListOrder(sort.listSort, reversed: reverse) }
}
