import ScreenKit
import Testing

@Suite struct CaptureTests {
  @Test("a template's names are filled in, words stand at its cursor, and one that stays as it is becomes no entry")
  func templatesBeginEntries() throws {
    let journal = try TestJournal()
    try journal.sandbox.write(
      "config/cloudjournal/templates/run.md", "# Run {{iso-date}}\n\nkm: {{cursor}}\n".utf8)
    try journal.sandbox.write("config/cloudjournal/templates/bad.md", [0xFF])
    try journal.output("new", "--template", "run", "--date", "2026-05-06", "12.4")
    let entry = try #require(try journal.entries().first)
    #expect(entry.title == "Run 2026-05-06" && entry.body == "km: 12.4")
    let unchanged = try journal.start(["new", "--template", "day"], environment: ["EDITOR": "true"]).finish()
    #expect(unchanged.status == .code(1), "\(unchanged)")
    #expect(unchanged.errors.contains("left as it is; nothing was saved"), "\(unchanged)")
    let unknown = try journal.run("new", "--template", "walk", "x")
    #expect(unknown.errors.contains("is not UTF-8 text"), "\(unknown)")
    #expect(try journal.entries().count == 1)
    try journal.output("new", "--template", "question", "Because.")
    #expect(try journal.entries().contains { $0.body == "Because." && !$0.title.isEmpty })
  }

  @Test func aLineBecomesAnEntry() throws {
    let journal = try TestJournal()
    try journal.output("yesterday at 9pm: Long day. The rest is the body. @home")
    let entry = try #require(try journal.entries().first)
    #expect(entry.title == "Long day.")
    #expect(entry.body == "The rest is the body. @home")
    #expect(entry.tags == ["home"])
    #expect(entry.createdAt.contains("T21:00"))
  }

  @Test func bareWordsAreALine() throws {
    let journal = try TestJournal()
    try journal.output("walked", "by", "the", "canal")
    #expect(try journal.entries().map(\.title) == ["walked by the canal"])
  }

  @Test(arguments: [["-"], ["new", "-"]]) func oneHyphenIsThePipe(command: [String]) throws {
    let journal = try TestJournal()
    let outcome = try journal.start(command, input: "By the canal. It rained.\n").finish()
    #expect(outcome.status == .success, "\(outcome)")
    #expect(try journal.entries().map(\.title) == ["By the canal."])
    #expect(try journal.start(command, input: " \n").finish().status != .success)
  }

  @Test func textComesFromAPipe() throws {
    let journal = try TestJournal()
    try journal.output(input: "A title from a pipe\nand a body\nin two lines\n")
    let entry = try #require(try journal.entries().first)
    #expect(entry.title == "A title from a pipe")
    #expect(entry.body == "and a body\nin two lines")
  }

  @Test func everythingAfterTwoDashesIsText() throws {
    let journal = try TestJournal()
    try journal.output("--", "list", "of", "things")
    #expect(try journal.entries().map(\.title) == ["list of things"])
  }

  @Test func aStarMakesAFavourite() throws {
    let journal = try TestJournal()
    try journal.output("* the best day so far")
    #expect(try journal.entries().map(\.isFavorite) == [true])
  }

  @Test func moodAndCategoryAreTaken() throws {
    let journal = try TestJournal()
    try journal.output("categories", "add", "Work")
    try journal.output("new", "--title", "T", "--body", "B", "--mood", "happy", "--category", "Work")
    let entry = try #require(try journal.entries().first)
    #expect(entry.title == "T" && entry.body == "B" && entry.mood == "happy" && entry.category == "Work")
  }

  @Test func aTypingErrorIsNotAnEntry() throws {
    let journal = try TestJournal()
    let outcome = try journal.run("serach", "x")
    #expect(outcome.status != .success)
    #expect(outcome.errors.contains("search"))
    #expect(try journal.entries().isEmpty)
  }

  @Test(arguments: [
    ("ls", "cloudjournal list"), ("undo", "On the screen u undoes"), ("sign-in", "cloudjournal account sign-in"),
    ("zebra", "--help"),
  ])
  func aSingleWordIsNoEntryWhereNobodyCanBeAsked(word: String, hint: String) throws {
    let journal = try TestJournal()
    let outcome = try journal.run(word)
    #expect(outcome.status == .code(2))
    #expect(outcome.errors.contains(hint) && outcome.errors.contains("cloudjournal -- \(word)"), "\(outcome.errors)")
    #expect(try journal.entries().isEmpty)
    try journal.output("--", word)
    try journal.output("Hello")
    #expect(try journal.entries().map(\.title).sorted() == ["Hello", word])
  }

  @Test func aSingleWordIsAnEntryWhenThePersonSaysSo() throws {
    let journal = try TestJournal()
    let screen = try journal.open("zebra")
    try screen.wait(for: "Write “zebra” down as an entry? [y/N]")
    screen.type("n\r")
    #expect(try screen.waitForExit() != .success)
    #expect(try journal.entries().isEmpty)
    let again = try journal.open("ls")
    try again.wait(for: "Did you mean “cloudjournal list”?", "Write “ls” down as an entry? [y/N]")
    again.type("y\r")
    #expect(try again.waitForExit() == .success)
    #expect(try journal.entries().map(\.title) == ["ls"])
  }

  @Test func tagsWithoutOtherWordsAreAList() throws {
    let journal = try TestJournal()
    try journal.output("At home. @home")
    try journal.output("At work. @work")
    #expect(try journal.output("@home", "--short").contains("At home."))
    #expect(!(try journal.output("@home", "--short").contains("At work.")))
    #expect(try journal.output("@home", "@work").contains("At work."))
    #expect(try journal.entries().count == 2)
  }

  @Test func tenAtOnceMakeTenEntries() throws {
    let journal = try TestJournal()
    let running = try (0..<10).map { try journal.start(["entry number \($0) of ten"]) }
    for program in running { #expect(try program.finish().status == .success) }
    #expect(Set(try journal.entries().map(\.title)) == Set((0..<10).map { "entry number \($0) of ten" }))
  }

  @Test(arguments: [("2026-02-30", "30 February 2026"), ("2026-13-01", "month 13"), ("25:61", "25:61")])
  func datesThatDoNotExistAreNotTakenForDates(date: String, named: String) throws {
    let journal = try TestJournal()
    let outcome = try journal.run("new", "--date", date, "--title", "x")
    #expect(outcome.status != .success)
    #expect(outcome.errors.contains(named), "\(outcome.errors)")
    #expect(try journal.entries().isEmpty)
  }

  @Test func anUnknownMoodIsRefusedWithTheKnownOnes() throws {
    let journal = try TestJournal()
    let outcome = try journal.run("new", "--title", "x", "--mood", "grumpy")
    #expect(outcome.status == .code(2))
    #expect(outcome.errors.contains("grumpy") && outcome.errors.contains("anxious"))
  }
}
