import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct SynchronizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Send and fetch, until everything is safe.",
    discussion: """
      The exit status is 0 once everything here is on the server and everything there is here, 1 if not, and 3 if a \
      question waits that only a person can answer, or this computer waits to be let in to an encrypted journal. Nothing is ever removed because of a failure. One line says what was \
      sent, fetched and merged, and names an entry in which both texts were kept.

      Pictures are fetched when they are looked at; with --all-images all of them are fetched now, and the exit status is \
      1 if one did not arrive.

      With --watch it keeps syncing until it is ended; changes of other devices arrive within moments.

      --answer decides a question beforehand: upload-again sends everything that is here, take-servers makes this \
      journal like the server’s (what goes is in the trash), stay-local leaves the server alone.

      --entry with --policy saves one unsent entry over what another device has saved meanwhile: changed-keys only the \
      fields that were changed here, all-keys all of them. What is overwritten is kept in the entry’s history.
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @Flag(help: "Sync once and end (the default).")
  var once = false

  @Flag(help: "Keep syncing until Ctrl-C.")
  var watch = false

  @Flag(help: "Then fetch the bytes of all pictures that are not on this computer.")
  var allImages = false

  @Option(
    help: ArgumentHelp("upload-again, take-servers or stay-local.", valueName: "answer"),
    completion: .list(["upload-again", "take-servers", "stay-local"]))
  var answer: String?

  @Option(
    help: ArgumentHelp(
      "An unsent entry to save by --policy: its id, the end of it as lists show it, or “last”.", valueName: "id"))
  var entry: String?

  @Option(
    help: ArgumentHelp("if-unchanged, changed-keys or all-keys.", valueName: "policy"),
    completion: .list(["if-unchanged", "changed-keys", "all-keys"]))
  var policy: String?

  /// What the options say, but for the entry, which only a journal knows.
  private func wish() throws -> SyncWish {
    var wish = SyncWish()
    if let answer, !wish.setAnswer(answer) {
      throw ValidationError("--answer is upload-again, take-servers or stay-local, not “\(answer)”")
    }
    if let policy, !wish.setPolicy(policy) {
      throw ValidationError("--policy is if-unchanged, changed-keys or all-keys, not “\(policy)”")
    }
    return wish
  }

  func validate() throws {
    _ = try wish()
    if watch, answer != nil || entry != nil || allImages {
      throw ValidationError("--watch takes none of --answer, --entry and --all-images")
    }
    if (entry == nil) != (policy == nil) { throw ValidationError("--entry and --policy belong together") }
    if once, watch { throw ValidationError("--once and --watch exclude each other") }
  }

  func run() throws {
    try SyncInvocation(global: global.settings, watches: watch, entry: entry, allPictures: allImages, wish: wish())
      .run()
  }
}

struct StatusCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say whether everything is safe; exit 0 only then.",
    discussion: """
      Asks no server: it tells what the last synchronisation found, and what has been written since.

      With --fingerprint it prints six words of all that was synchronised. Run sync on two computers, then compare: equal \
      words, same journal. That is how to find out whether a server withholds something.
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @Flag(help: "Print six words to compare with another computer’s.")
  var fingerprint = false

  func run(_ session: CommandSession, in journal: OpenedJournal) throws {
    if fingerprint {
      let words = try JournalFingerprint.words(of: journal).joined(separator: " ")
      return try session.answer(JournalApp.Answer.object { $0.member("fingerprint", words) }) { $0.line(words) }
    }
    let report = try SafetyReport(journal)
    try session.answer(report.json()) { report.print(to: &$0, now: World.now(), zone: journal.context.zone) }
    if !report.isSafe { throw ExitCode.failure }
  }
}
