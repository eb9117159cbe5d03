import Foundation
import ScreenKit
import Testing

/// What is wrong with a file or a setting is said in a sentence; nothing is changed.
@Suite struct BadInputTests {
  private static let database = "data/cloudjournal/journals/Personal/journal.sqlite"

  private func bytes(_ journal: TestJournal) throws -> Data {
    try Data(contentsOf: URL(filePath: journal.databasePath))
  }

  // MARK: Configuration

  @Test(arguments: [
    ("theme = \"dark\"", "theme"), ("[screen]\ntheme = \"pink\"", "screen.theme"),
    ("[screen]\nmouse = 3", "screen.mouse"),
    ("editor = [1]", "editor"), ("[capture]\ndefault-hour = 24", "default-hour"), ("[keys]\nquit = 7", "quit"),
    ("[keys]\nno-such-action = \"x\"", "no-such-action"), ("[keys]\nquit = \"ctrl-nothing-such\"", "ctrl-nothing-such"),
    ("this is = = no toml", "line 1"), ("[keys", "line 1"),
  ])
  func aWrongSettingIsNamed(text: String, named: String) throws {
    let journal = try TestJournal()
    let file = try journal.sandbox.write("config/cloudjournal/config.toml", text.utf8)
    for arguments in [["list"], ["keys"], ["a line"]] {
      let outcome = try journal.start(arguments).finish()
      #expect(outcome.status != .success && outcome.output.isEmpty, "\(arguments): \(outcome)")
      #expect(outcome.errors.contains(named) && outcome.errors.contains(file), "\(arguments): \(outcome.errors)")
    }
    #expect(try journal.sandbox.read("config/cloudjournal/config.toml") == text)
    #expect(!journal.sandbox.exists(BadInputTests.database))
  }

  @Test func aKeyThatAnotherActionHasIsRefusedWithItsLine() throws {
    let journal = try TestJournal()
    let file = try journal.sandbox.write(
      "config/cloudjournal/config.toml", "# mine\n[keys]\nexport = \"X\"\nnew-entry = \"q\"\n".utf8)
    for arguments in [["keys"], ["list"], []] {
      let outcome = try journal.start(arguments).finish()
      #expect(outcome.status == .code(1), "\(outcome)")
      #expect(
        outcome.errors.contains("\(file), line 4, [keys]: q for “new-entry” is the key of “quit”"), "\(outcome.errors)")
    }
    try journal.sandbox.write(
      "config/cloudjournal/config.toml", "[keys]\nnew-entry = \"q\"\nquit = [\"alt-q\", \"ctrl-q\"]\n".utf8)
    #expect(try journal.output("keys").contains("q                     Write a new entry"))
  }

  @Test func aConfigurationThatIsNotUTF8IsRefused() throws {
    let journal = try TestJournal()
    try journal.sandbox.write("config/cloudjournal/config.toml", [0x65, 0xFF, 0x0A])
    let outcome = try journal.run("list")
    #expect(outcome.status != .success && outcome.errors.contains("UTF-8"))
  }

  @Test func keysThatWereSetAreTheOnesThatWork() throws {
    let journal = try TestJournal()
    try journal.sandbox.write(
      "config/cloudjournal/config.toml", "[keys]\nquit = [\"alt-x\", \"alt-q\"]\nnew-entry = \"ctrl-n\"\n".utf8)
    #expect(try journal.output("keys").contains("Ctrl-N"))
    let screen = try journal.openJournal()
    screen.type("q")
    try screen.press(.control("n"), showing: "Esc done")
    try screen.press(.escape, showing: "Empty entry discarded")
    screen.press(.alt("q"))
    #expect(try screen.waitForExit() == .success)
  }

  @Test func anOptionThatThereIsNotIsNamedBeforeItsValue() throws {
    let journal = try TestJournal()
    for arguments in [["--export", "json"], ["list", "--export", "json"]] {
      let outcome = try journal.start(arguments).finish()
      #expect(outcome.status == .code(2), "\(outcome)")
      #expect(outcome.errors.contains("There is no option --export. To export: cloudjournal export"), "\(outcome)")
    }
    let word = try journal.run("list", "json")
    #expect(word.status == .code(2) && word.errors.contains("“json” is not a filter."), "\(word)")
  }

  /// The parser's own sentences are said in the words of all the others.
  @Test(arguments: [
    (["search"], "Say what to look for. See “cloudjournal search --help”."),
    (["list", "--mood"], "A value is missing: --mood <mood>. See"),
    (["list", "-n", "x"], "“x” is not a value of -n <number>. See"),
    (["list", "--sort", "size"], "“size” is not a value of --sort <order>. Give one of: date, modified, title. See"),
    (["list", "--limt", "3"], "There is no option --limt. Did you mean --limit? See"),
    (["stats", "now"], "“now” is one word too many. See"),
    (["list", "-n", "-3"], "“-3” is not a value of -n <number>. See"),
    (["account", "foo", "bar"], "There is no command “account foo”. There are: sign-in, sign-out, switch,"),
    (["account", "sing-in"], "There is no command “account sing-in”. Did you mean “cloudjournal account sign-in”?"),
    (["help", "nope"], "There is no command “nope”. “cloudjournal --help” lists them."),
    (["help", "account", "nope"], "There is no command “account nope”. There are: sign-in,"),
    (["help", "list", "nope"], "There is no command “list nope”. “list” has no commands below it."),
    (["account", "sign-in", "--server", "ftp://x"], "“ftp://x” isn’t a valid address."),
    (["account", "sign-in", "--server", "https://x", "--pin", "x"], "A pin is sha256/ followed by 44 characters"),
  ])
  func whatIsMissingOrTooMuchIsNamed(arguments: [String], sentence: String) throws {
    let outcome = try TestJournal().start(arguments).finish()
    #expect(outcome.status == .code(2) && outcome.errors.contains(sentence), "\(outcome)")
  }

  /// A file is called as it was typed: two folders may have files of one name.
  @Test func aFileThatCannotBeAttachedIsNamedWhole() throws {
    let journal = try TestJournal()
    try journal.output("an entry")
    let outcome = try journal.run("attach", "last", "/etc/passwd", "photos/none.jpg")
    #expect(outcome.status == .code(1), "\(outcome)")
    #expect(outcome.errors.contains("cloudjournal: /etc/passwd is text, not a picture."), "\(outcome)")
    #expect(outcome.errors.contains("cloudjournal: photos/none.jpg is not there."), "\(outcome)")
  }

  // MARK: Journals

  @Test func aNewerJournalIsRefused() throws {
    let journal = try TestJournal()
    try journal.output("an entry")
    var data = try bytes(journal)
    // The file's user_version.
    data.replaceSubrange(60..<64, with: [0, 0, 3, 0xE7])
    try data.write(to: URL(filePath: journal.databasePath))
    for arguments in [["list"], ["a line"], ["doctor"]] {
      let outcome = try journal.start(arguments).finish()
      #expect(outcome.status == .code(1) && outcome.output.isEmpty, "\(arguments): \(outcome)")
      #expect(outcome.errors.contains("newer") && outcome.errors.contains(journal.databasePath), "\(outcome.errors)")
    }
    #expect(try bytes(journal) == data)
    let screen = try journal.open()
    #expect(try screen.waitForExit() == .code(1))
    #expect(screen.outputText.contains("newer") && screen.leakedModes.isEmpty)
  }

  @Test func theDatabaseOfAnotherProgramIsNotTouched() throws {
    let journal = try TestJournal()
    try journal.output("an entry")
    let file = URL(filePath: journal.databasePath)
    var data = try Data(contentsOf: file)
    // Neither our application_id nor our user_version, and no journal in the way of WAL.
    data.replaceSubrange(60..<64, with: [0, 0, 0, 0])
    data.replaceSubrange(68..<72, with: [0, 0, 0, 0])
    data.replaceSubrange(18..<20, with: [1, 1])
    try data.write(to: file)
    let outcome = try journal.run("list")
    #expect(outcome.status == .code(1) && outcome.errors.contains("not a journal"), "\(outcome)")
    #expect(try Data(contentsOf: file) == data)
  }

  @Test func aFolderInPlaceOfTheJournalIsNamed() throws {
    let journal = try TestJournal()
    try FileManager.default.createDirectory(atPath: journal.databasePath, withIntermediateDirectories: true)
    let outcome = try journal.run("a line")
    #expect(outcome.status == .code(1) && outcome.errors.contains(journal.databasePath), "\(outcome)")
  }

  @Test func aDamagedJournalIsNamedAndNotMadeWorse() throws {
    let journal = try TestJournal()
    let lines = (0..<300).map { "[2024-01-01 10:00] entry \($0) \(String(repeating: "words ", count: 40))\n" }
    try journal.output(
      "import", "--from", "jrnl", try journal.sandbox.write("many.txt", lines.joined(separator: "\n").utf8))
    var data = try bytes(journal)
    data.replaceSubrange(
      4096..<data.count - data.count % 4096, with: repeatElement(0xA5, count: data.count - data.count % 4096 - 4096))
    try data.write(to: URL(filePath: journal.databasePath))
    for arguments in [["list"], ["doctor"], ["a line"]] {
      let outcome = try journal.start(arguments).finish()
      #expect(outcome.status == .code(1), "\(arguments): \(outcome)")
      #expect(
        outcome.errors.contains(journal.databasePath) || outcome.output.contains("damaged"), "\(arguments): \(outcome)")
    }
    let screen = try journal.open()
    #expect(try screen.waitForExit() == .code(1))
    #expect(screen.leakedModes.isEmpty)
  }

  @Test(arguments: ["", ".", "..", "a\u{7}b", "journal.sqlite/x.sqlite"]) func aNameThatCannotBeIsRefused(name: String)
    throws
  {
    let outcome = try TestJournal().run("--journal", name, "a line")
    #expect(outcome.status == .code(2), "\(outcome)")
    #expect(!outcome.errors.isEmpty && !outcome.errors.contains("\u{7}"))
  }

  // MARK: Imports

  @Test func anArchiveNamedAsTextIsNotReadAsText() throws {
    let journal = try TestJournal()
    try journal.output("an entry")
    let path = journal.sandbox.path("archive.txt")
    try journal.output("export", "--format", "archive", "-o", path)
    let other = try TestJournal()
    let outcome = try other.run("import", "--from", "jrnl", path)
    #expect(outcome.status == .code(1) && outcome.errors.contains(path), "\(outcome)")
    #expect(try other.entries().isEmpty)
    #expect(try other.output("import", path).hasSuffix("imported 1, same 0, conflicting 0\n"))
  }

  @Test func aLineOfManyMegabytesIsRefused() throws {
    let journal = try TestJournal()
    let header = Data("[2024-01-01 10:00] a title\n".utf8)
    let path = try journal.sandbox.write("long.txt", header + Data(repeating: UInt8(ascii: "a"), count: 17 << 20))
    let outcome = try journal.run("import", "--from", "jrnl", path)
    #expect(
      outcome.status == .code(1) && outcome.errors.contains(path) && outcome.errors.contains("line"), "\(outcome)")
    #expect(try journal.entries().isEmpty)
  }

  @Test func ofSeveralFilesAllComeInOrNone() throws {
    let journal = try TestJournal()
    let good = try journal.sandbox.write("good.txt", "[2024-01-01 10:00] fine\n".utf8)
    let bad = try journal.sandbox.write("bad.txt", "[2024-02-30 10:00] no such day\n".utf8)
    let outcome = try journal.run("import", "--from", "jrnl", good, bad)
    #expect(outcome.status == .code(1) && outcome.errors.contains(bad) && outcome.errors.contains("1"), "\(outcome)")
    #expect(try journal.entries().isEmpty)
  }

  @Test func aFolderIsNoImport() throws {
    let journal = try TestJournal()
    let outcome = try journal.run("import", "--from", "jrnl", journal.sandbox.path("home"))
    #expect(outcome.status == .code(1) && outcome.errors.contains(journal.sandbox.path("home")))
  }

  @Test func textThatIsNotUTF8IsNotCaptured() throws {
    let journal = try TestJournal()
    let path = try journal.sandbox.write("latin1", [0x63, 0x61, 0x66, 0xE9])
    let shell = ["sh", "-c", "exec \"$0\" \"$@\" < \"\(path)\""]
    let outcome = try journal.start([], prefix: shell).finish()
    #expect(outcome.status == .code(1) && outcome.errors.contains("UTF-8"), "\(outcome)")
    #expect(try journal.entries().isEmpty)
  }
}
