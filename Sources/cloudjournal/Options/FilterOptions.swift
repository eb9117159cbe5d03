import ArgumentParser
import JournalApp

/// Which entries; named as jrnl names its filters, with one hyphen or two.
struct FilterOptions: ParsableArguments {
  @Option(
    name: [.customShort("n"), .customLong("limit")],
    help: ArgumentHelp("At most this many entries; -3 is short for -n 3.", valueName: "number"))
  var limit: Int?

  @Option(name: .asInJrnl("on"), help: ArgumentHelp("Of this day, month or year.", valueName: "date"))
  var on: String?

  @Option(name: .asInJrnl("from"), help: ArgumentHelp("From this day on.", valueName: "date"))
  var from: String?

  @Option(name: .asInJrnl("to", "until"), help: ArgumentHelp("Up to this day.", valueName: "date"))
  var to: String?

  @Flag(name: .asInJrnl("today-in-history"), help: "Of this month and day in any year.")
  var todayInHistory = false

  @Option(name: .asInJrnl("month"), help: ArgumentHelp("Of this month in any year: 3, or march.", valueName: "month"))
  var month: String?

  @Option(name: .asInJrnl("day"), help: ArgumentHelp("Of this day of any month.", valueName: "number"))
  var day: Int?

  @Option(name: .asInJrnl("year"), help: ArgumentHelp("Of this year.", valueName: "number"))
  var year: Int?

  @Option(
    name: .asInJrnl("contains"),
    help: ArgumentHelp("With these words next to each other; may be repeated.", valueName: "text"))
  var contains: [String] = []

  @Flag(
    name: [
      .customLong("starred"), .customLong("starred", withSingleDash: true), .customLong("favorite"),
      .customLong("favourite"),
    ], help: "Favourites only.")
  var starred = false

  @Flag(name: .customLong("not-starred"), help: "No favourites.")
  var notStarred = false

  @Option(help: ArgumentHelp("With this tag; may be repeated.", valueName: "tag"), completion: .tags)
  var tag: [String] = []

  @Option(
    name: .asInJrnl("not"), help: ArgumentHelp("Without this tag; may be repeated.", valueName: "tag"),
    completion: .tags)
  var not: [String] = []

  @Option(help: ArgumentHelp("With this mood; may be repeated.", valueName: "mood"), completion: .moodsOfEntries)
  var mood: [String] = []

  @Option(help: ArgumentHelp("Filed under this category; may be repeated.", valueName: "name"), completion: .categories)
  var category: [String] = []

  @Flag(name: .asInJrnl("and"), help: "All tags and texts must be there; without it one of them is enough.")
  var and = false

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("The number of entries is 1 or more, not \(limit).") }
  }

  /// The filter, without the number of entries.
  func filter(search: String? = nil) -> EntryFilter {
    var filter = EntryFilter()
    filter.search = search
    (filter.on, filter.from, filter.to) = (on, from, to)
    filter.isTodayInHistory = todayInHistory
    (filter.month, filter.day, filter.year) = (month, day, year)
    filter.contains = contains
    (filter.isStarred, filter.isNotStarred) = (starred, notStarred)
    (filter.tags, filter.excludedTags) = (tag, not)
    (filter.moods, filter.categories) = (mood, category)
    filter.matchesAll = and
    return filter
  }
}

extension NameSpecification {
  /// Names of a filter, with one hyphen as jrnl has them, or with two.
  fileprivate static func asInJrnl(_ names: String...) -> NameSpecification {
    NameSpecification(names.flatMap { [.customLong($0), .customLong($0, withSingleDash: true)] })
  }
}
