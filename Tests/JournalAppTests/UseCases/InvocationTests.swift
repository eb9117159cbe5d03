import JournalApp
import Testing

@Suite struct InvocationTests {
  private static let rule = InvocationRule(commands: [
    "new", "edit", "rm", "list", "show", "search", "on-this-day", "stats", "tags", "categories", "trash", "history",
    "import", "export", "backup", "lock", "unlock", "doctor", "keys", "completions", "man", "help",
  ])

  private static func invocation(_ arguments: String...) -> Invocation { rule.invocation(arguments) }

  @Test func nothingIsTheScreen() {
    #expect(Self.rule.invocation([]) == .bare(options: []))
    #expect(Self.invocation("--journal", "Work") == .bare(options: ["--journal", "Work"]))
    #expect(Self.invocation("--read-only", "--demo") == .bare(options: ["--read-only", "--demo"]))
  }

  @Test func theNameOfACommandIsThatCommand() {
    #expect(Self.invocation("stats", "--json") == .command(name: "stats", arguments: ["--json"]))
    #expect(Self.invocation("show", "must", "go", "on") == .command(name: "show", arguments: ["must", "go", "on"]))
  }

  @Test func optionsBeforeACommandFollowIt() {
    #expect(
      Self.invocation("--journal", "Work", "--json", "stats")
        == .command(name: "stats", arguments: ["--journal", "Work", "--json"]))
    #expect(
      Self.invocation("--journal=Work", "list", "-3")
        == .command(name: "list", arguments: ["--journal=Work", "-n", "3"]))
  }

  @Test func anythingElseIsText() {
    #expect(
      Self.invocation("yesterday", "at", "9pm:", "Long", "day.")
        == .capture(options: [], words: ["yesterday", "at", "9pm:", "Long", "day."]))
    #expect(Self.invocation("list of things") == .capture(options: [], words: ["list of things"]))
    #expect(Self.invocation("@work", "was", "long") == .capture(options: [], words: ["@work", "was", "long"]))
    #expect(
      Self.invocation("@work", "--date", "today")
        == .capture(options: ["--date", "today"], words: ["@work"]))
    #expect(Self.invocation("-") == .capture(options: [], words: ["-"]))
    #expect(Self.invocation("") == .capture(options: [], words: [""]))
  }

  @Test func everythingAfterTwoHyphensIsText() {
    #expect(Self.invocation("--", "list") == .capture(options: [], words: ["list"]))
    #expect(
      Self.invocation("--mood", "sad", "--", "--json") == .capture(options: ["--mood", "sad"], words: ["--json"]))
    #expect(Self.invocation("walk", "--", "--json") == .capture(options: [], words: ["walk", "--json"]))
    #expect(Self.invocation("--", "serach", "x") == .capture(options: [], words: ["serach", "x"]))
  }

  @Test func oneArgumentWithASpaceIsTextEvenWithHyphens() {
    #expect(Self.invocation("--so it goes") == .capture(options: [], words: ["--so it goes"]))
    #expect(Self.invocation("-starred nights") == .capture(options: [], words: ["-starred nights"]))
  }

  @Test func optionsOfTextStandAnywhereInIt() {
    #expect(
      Self.invocation("--mood", "happy", "Found", "it", "--category", "Home")
        == .capture(options: ["--mood", "happy", "--category", "Home"], words: ["Found", "it"]))
    #expect(
      Self.invocation("ate", "-3", "cakes", "-", "really")
        == .capture(options: [], words: ["ate", "-3", "cakes", "-", "really"]))
    // A mistyped option is for the parser to refuse, not to vanish in the text.
    #expect(Self.invocation("walk", "--mod", "happy") == .capture(options: ["--mod"], words: ["walk", "happy"]))
  }

  @Test(arguments: [
    (["-n", "3"], ["-n", "3"]), (["-3"], ["-n", "3"]), (["-10", "--short"], ["-n", "10", "--short"]),
    (["-starred"], ["-starred"]), (["-on", "yesterday"], ["-on", "yesterday"]),
    (["-not", "-starred"], ["--not-starred"]), (["-not", "home"], ["-not", "home"]),
    (["--mood", "sad", "-starred"], ["--mood", "sad", "-starred"]),
    (["-contains", "canal", "--delete"], ["-contains", "canal", "--delete"]), (["--tags"], ["--tags"]),
  ])
  func filtersWithoutACommandAreAList(typed: [String], arguments: [String]) {
    #expect(Self.rule.invocation(typed) == .command(name: "list", arguments: arguments))
  }

  @Test(arguments: [
    (["@home"], ["@home"]), (["#home", "@work"], ["#home", "@work"]), (["@home", "--short"], ["@home", "--short"]),
    (["@home", "-3"], ["@home", "-n", "3"]),
    (["@home", "-from", "monday", "-and"], ["@home", "-from", "monday", "-and"]),
    (["--journal", "Work", "@home"], ["--journal", "Work", "@home"]),
  ])
  func tagsAloneAreAList(typed: [String], arguments: [String]) {
    #expect(Self.rule.invocation(typed) == .command(name: "list", arguments: arguments))
  }

  @Test(arguments: ["version", "ls", "today", "undo", "delete", "login", "sign-in", "config", "tag", "restore", "über"])
  func aSingleLowerCaseWordIsDoubtful(word: String) {
    #expect(Self.invocation(word) == .loneWord(word))
    #expect(Self.invocation("--", word) == .capture(options: [], words: [word]))
    #expect(Self.invocation(word, "--mood", "sad") == .capture(options: ["--mood", "sad"], words: [word]))
    #expect(Self.invocation("--mood", "sad", word) == .capture(options: ["--mood", "sad"], words: [word]))
  }

  @Test(arguments: [
    "Hello", "漢字", "x", "ok!", "v2", "mid-day", "don't", "", "-", "abcdefghijklmnopqrstuvwxy", "tired.", "iPhone",
  ])
  func otherSingleWordsAreEntries(word: String) {
    #expect(Self.invocation(word) == .capture(options: [], words: [word]))
  }

  @Test func whatADoubtfulWordMayMeanIsKnown() {
    #expect(LoneWord.meaning(of: "ls") == "Did you mean “cloudjournal list”?")
    #expect(LoneWord.meaning(of: "undo")?.contains("On the screen u undoes") == true)
    #expect(LoneWord.meaning(of: "zebra") == nil)
  }

  @Test func habitsOfJrnlAreExplained() {
    #expect(
      JrnlHabits.explained("Unknown option '--import'. Did you mean '--short'?")
        == "There is no option --import. To import: cloudjournal import FILE")
    #expect(JrnlHabits.explained("Unknown option '--mod'. Did you mean '--mood'?").contains("--mood"))
    #expect(
      JrnlHabits.explained("The value 'markdown' is invalid for '--format <format>'").hasSuffix("is called md."))
    #expect(JrnlHabits.explained("Missing expected argument") == "Missing expected argument")
    #expect(JrnlHabits.explained("2 unexpected arguments: 'a', 'b'") == "“a”, “b” are too many words")
  }

  @Test func helpAndVersionAreTheProgramsOwn() {
    #expect(Self.invocation("--help") == .command(name: "", arguments: ["--help"]))
    #expect(Self.invocation("--journal", "Work", "-h") == .command(name: "", arguments: ["-h"]))
    #expect(Self.invocation("--version") == .command(name: "", arguments: ["--version"]))
  }

  @Test(arguments: [
    ("serach", "search"), ("serch", "search"), ("lsit", "list"), ("exprot", "export"), ("improt", "import"),
    ("hsitory", "history"), ("categorys", "categories"), ("onthisday", "on-this-day"), ("statss", "stats"),
    ("tgas", "tags"), ("edti", "edit"), ("doctro", "doctor"),
  ])
  func aMistypedCommandIsNoticed(word: String, command: String) {
    #expect(
      Self.invocation(word, "x") == .nearMiss(word: word, command: command, options: [], words: [word, "x"]))
  }

  /// Words with which people begin sentences, some of them one letter from a command.
  @Test(arguments: [
    "last", "lost", "now", "today", "went", "the", "shop", "shown", "head", "says", "man-made", "Serach", "Search",
    "serach:", "serach!", "ed", "I", "漢字", "naïve", "rm2", "stay", "eat", "late", "least", "knew",
  ])
  func ordinaryWordsAreText(word: String) {
    #expect(Self.invocation(word, "x") == .capture(options: [], words: [word, "x"]))
  }
}

/// Pictures among the words.
extension InvocationTests {
  @Test func picturesComeBeforeOrBehindTheText() {
    #expect(
      Self.invocation("--image", "a.jpg", "Found", "it")
        == .capture(options: ["--image", "a.jpg"], words: ["Found", "it"]))
    #expect(
      Self.invocation("Found it", "--image", "a.jpg", "b.jpg", "--mood", "happy")
        == .capture(options: ["--image", "a.jpg", "b.jpg", "--mood", "happy"], words: ["Found it"]))
    #expect(
      Self.invocation("Found", "--image", "-", "b.jpg", "--", "c")
        == .capture(options: ["--image", "-", "b.jpg"], words: ["Found", "c"]))
    #expect(Self.invocation("--image", "a.jpg") == .bare(options: ["--image", "a.jpg"]))
  }
}
