import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct OpenCommand: MaintainingCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Accept what another person shares, by its link.",
    discussion: """
      Says whose it is and what you may do before it asks. A link looks like https://journal.example.org/share/Jq3…; for - \
      it is read from standard input, where no other program sees it.
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @Flag(name: .shortAndLong, help: "Accept without a question.")
  var yes = false

  @Option(
    help: ArgumentHelp(
      "The twelve words that you have compared with its owner, where their keys are others than before.",
      valueName: "words"))
  var words: String?

  @Argument(help: ArgumentHelp("The link; - for standard input.", valueName: "link"))
  var links: [String] = []

  func run(_ session: CommandSession, in journal: OpenedJournal) throws {
    try session.requireWriting()
    guard links.count == 1 else {
      let example = links.isEmpty ? "“cloudjournal open https://…/share/…” accepts what another person shares. " : ""
      throw CommandFailure.usage(
        example + "open is a command; to write it down: cloudjournal -- open \(links.joined(separator: " "))")
    }
    let console = session.console
    let link = links[0] == "-" ? try console.line(named: "The link") : links[0]
    let compared = words
    let desk = GuestDesk(journal, environment: World.environmentVariables)
    let invitation = try Waiting.run { try await desk.resolve(link, words: compared) }
    guard !invitation.report.isMine else {
      throw CommandFailure(
        .exists,
        "“\(invitation.report.title)” is yours. “cloudjournal share people \(invitation.report.id)” says who has it.")
    }
    if !invitation.isAccepted { try console.requireConsent(invitation.sentence + " Accept?", given: yes) }
    defer { console.endProgress() }
    let (accepted, links) = try Waiting.runUntilSignalled {
      try await desk.accept(invitation) { console.progress($0) }
    }
    console.endProgress()
    console.say("“\(accepted.report.title)” is here. See it with: cloudjournal list --shared")
    if accepted.isWaiting {
      console.say("You can read it. To change it, wait until \(accepted.report.owner) has synchronised and let you in.")
    }
    console.say(newLinks: links)
    if session.wantsJSON { try StandardStreams.write(JournalApp.Answer.object { accepted.report.write(to: &$0) }) }
  }
}
