import ScreenKit
import Testing

/// Every screen opens on its key and closes on Esc.
@Suite struct ScreensTests {
  struct Place: Sendable, CustomTestStringConvertible {
    let key: String
    /// What only this screen shows.
    let signs: [String]
    var testDescription: String { signs[0] }

    init(_ key: String, _ signs: String...) { (self.key, self.signs) = (key, signs) }
  }

  static let places = [
    Place("?", "›  Keys", "Toggle favourite"), Place(":", "Commands", "What do you want to do?"),
    Place(",", "›  Settings", "Solarized Dark"), Place("\u{1B}c", "›  Categories", "running, "),
    Place("Y", "›  The year", "days written"), Place("C", "›  Calendar", "Mon", "Sun"),
    Place("I", "›  Insights", "share of days"),
    Place("H", "›  History", "No earlier version"), Place("/", "⏎ results", "Esc cancel"),
    Place("o", "Sort by", "last modified"),
    Place("m", "Mood of", "no mood"), Place("c", "Category of", "Teaching"), Place("t", "Tags of", "✓ #canal"),
    Place("w", "Date of", "2026"),
    Place("M", "Show a mood", "anxious"),
    Place("#", "Show a tag", "# desk"), Place("W", "Go to a date", "yesterday at 9pm"),
    Place("x", "Export", "jrnl text"),
  ]

  @Test func everyScreenOpensAndEscLeavesIt() throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo()
    for place in ScreensTests.places {
      screen.type(place.key)
      try screen.wait(until: "“\(place.key)” opens \(place.signs)") { screen in
        place.signs.allSatisfy { screen.shows($0) }
      }
      screen.press(.escape)
      try screen.wait(until: "Esc leaves \(place.signs[0])") {
        !$0.shows(place.signs[0]) && $0.shows(" of 67")
      }
    }
    try screen.leave()
  }

  @Test(arguments: [("T", "›  Trash"), ("O", "›  On this day, "), ("F\r", "›  Favourites"), ("U", "›  Unfiled")])
  func everyListOpensAndTheWholeJournalComesBack(key: String, title: String) throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo()
    try screen.type(key, showing: "\(title)")
    try screen.type("a", showing: "›  All entries", " of 67")
  }

  /// From the list to the calendar, to the year, to a day's entries in the list, and back to all of them.
  @Test func aDayOpensFromTheCalendarAndTheYear() throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo(rows: 36, columns: 120)
    try screen.type("C", showing: "›  Calendar", "November 2026", "Saturday 21", "Other years")
    try screen.type("h", showing: "Friday 20", "Long day")
    try screen.press(.enter, showing: "›  Fri 20 Nov", "Long day")
    // The list goes on at the entry of that day, and so does the year.
    try screen.press(.escape, showing: "›  All entries", "2 of 67")
    try screen.type("Y", showing: "›  The year", "A year of writing", "On this day  20 November")
    try screen.press(.down, showing: "On this day  21 November", "The crack")
    try screen.press(.up, showing: "Fri 20 Nov · 1 entry")
    try screen.type("C", showing: "›  Calendar", "Friday 20")
    // What is said of a day goes with it.
    screen.type("h")
    try screen.press(.enter, showing: "No entries on Thu 19 Nov 2026")
    screen.type("l")
    try screen.wait(untilGone: "No entries on")
    try screen.type("I", showing: "›  Insights", "Mood by weekday", "Words a week", "Categories")
    screen.press(.tab)
    screen.press(.tab)
    try screen.press(.enter, showing: "/ from:2026-")
    // Charts have no place in the list: one goes back to where they were.
    try screen.press(.escape, showing: "›  Insights", "▌Words a week")
    try screen.press(.escape, showing: "›  All entries", " of 67")
    try screen.leave()
  }

  @Test func thePaletteFindsACommandByItsName() throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo()
    try screen.type(":", showing: "What do you want to do?")
    screen.type("settin")
    try screen.wait(until: "only the settings are left") { $0.shows("Settings") && !$0.shows("Write a new entry") }
    try screen.press(.enter, showing: "saved as you change them")
  }

  @Test func theReaderOpensAndGoesOnToTheNextEntry() throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo(rows: 24, columns: 60)
    try screen.press(.enter, showing: "the sluice")
    try screen.type("J", showing: "Long day")
    try screen.wait(untilGone: "the sluice")
    try screen.press(.escape, showing: "›  All entries", "Half marathon")
  }

  @Test func aSettingIsKeptForTheNextStart() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "Shown", "--body", "a line below it")
    let screen = try journal.openJournal(columns: 60)
    try screen.wait(for: "a line below it")
    try screen.type(",/density", showing: "Density of the list")
    try screen.press(.enter, showing: "← roomy →")
    try screen.type("h", showing: "← compact →")
    try screen.press(.escape, showing: "Solarized Dark")
    try screen.press(.escape, hiding: "saved as you change them")
    try screen.wait(untilGone: "a line below it")
    try screen.leave()
    let next = try journal.openJournal(columns: 60)
    try next.wait(for: "Shown")
    #expect(!next.shows("a line below it"))
  }

  @Test func anEmptyJournalTeachesFourKeys() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    try screen.wait(
      for: "Write your first entry", "Sign in and fetch a journal", "See all keys", "Find every command by name")
  }
}
