import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct RemindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remind", abstract: "Show, set or remove a daily reminder of writing.",
    discussion: """
      The reminder is a timer of your systemd, and a notice of the desktop that says nothing of the journal. It stays away on days \
      for which something is written already.

      EXAMPLES
        cloudjournal remind --at 21:00
        cloudjournal remind
        cloudjournal remind --off
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @Option(help: ArgumentHelp("Remind every day at this time, such as 21:00.", valueName: "time"))
  var at: String?

  @Flag(help: "Remind no longer.")
  var off = false

  @Flag(
    help: ArgumentHelp("Remind now, unless something is written for today: what the timer does.", visibility: .private))
  var now = false

  func validate() throws {
    if [at != nil, off, now].count(where: { $0 }) > 1 { throw ValidationError("Give --at or --off, not both") }
    if let at {
      do { _ = try Reminder.Clock(at) } catch { throw ValidationError(error.sentence) }
    }
  }

  func run() throws {
    let session = try CommandSession(global)
    let reminder = Reminder(environment: World.environmentVariables)
    if now { return try remind(reminder) }
    if off {
      session.console.say(try reminder.remove() ? "You are reminded no longer." : "There is no reminder.")
    } else if let at {
      let clock = try Reminder.Clock(at)
      let (hadOne, former) = (try reminder.time() != nil, reminder.journal())
      try reminder.make(at: clock, starting: try command())
      let shown = clock.shown(in: session.clock)
      session.console.say(
        "You are reminded every day at \(shown), unless you wrote already\(Self.place(global.journal)).")
      if hadOne, former != global.journal {
        session.console.say("That is in place of the reminder of \(former.map { "“\($0)”" } ?? "the usual journal").")
      }
    } else if let clock = try reminder.time() {
      let state = reminder.isActive() ? "" : " systemd does not run it, though: set it anew with --at."
      let place = Self.place(reminder.journal())
      session.console.say("You are reminded every day at \(clock.shown(in: session.clock))\(place).\(state)")
    } else {
      session.console.say("There is no reminder. Set one: cloudjournal remind --at 21:00")
    }
    guard global.json else { return }
    let time = try reminder.time()?.text
    try StandardStreams.write(
      Answer.object { json in
        json.member("at", time)
      })
  }

  private static func place(_ journal: String?) -> String { journal.map { " in “\($0)”" } ?? "" }

  /// What the timer starts.
  private func command() throws -> [String] {
    var command = [try Reminder.program(), "remind", "--now"]
    if let journal = global.journal { command += ["--journal", journal] }
    if let config = global.config { command += ["--config", config] }
    return command
  }

  /// A journal that is locked, or not there, is none in which something was written today.
  private func remind(_ reminder: Reminder) throws {
    let written = NameCompletions(journal: global.journal, config: global.config).ofJournal { context in
      try context.entries(ListingRequest(scope: .day(context.today), limit: 1)).map(\.id.rawValue)
    }
    if written.isEmpty { try reminder.show() }
  }
}
