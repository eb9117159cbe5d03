import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats
import SystemKit

struct ShareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Share an entry or a category with other people of the server.",
    discussion: """
      Those who are invited get the link that is printed, and accept it with “cloudjournal open”. An entry goes with its \
      pictures, a category with all entries that are filed under it, now and later. Without --read-write they read only.

        cloudjournal share last --with ben@journal.example.org
        cloudjournal share --category Health --with ben@journal.example.org
        cloudjournal share people last

      It needs the server each time; nothing is queued. What is shared from an encrypted journal is encrypted for those who \
      have it: each person gets a link of their own, whose key no server sees. In a category of such a \
      journal those who may write change what is written in entries, and add entries and pictures; filing and the trash \
      stay yours.
      """,
    subcommands: [
      Give.self, List.self, People.self, Permission.self, Remove.self, Link.self, Stop.self, Leave.self, Copy.self,
      Verify.self,
    ], defaultSubcommand: Give.self)

  struct Give: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "give", abstract: "Share something, or invite more people to it (the default).",
      discussion: """
        Sharing again what is shared invites more people. Who is in keeps what they may do, unless --read-write or --read-only \
        says it anew: then it says what has changed.
        """)

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Option(
      help: ArgumentHelp("The category to share, in place of an entry.", valueName: "name"), completion: .categories)
    var category: String?

    @Option(
      name: .customLong("with"), parsing: .upToNextOption,
      help: ArgumentHelp("The addresses of people to invite, such as ben@journal.example.org.", valueName: "address"))
    var people: [String] = []

    @Flag(help: "They may read and change it.")
    var readWrite = false

    @Flag(help: "Anyone with the link and an account on this server can join.")
    var anyone = false

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false

    @Argument(help: ArgumentHelp("The entry: its id, the end of it as lists show it, or “last”.", valueName: "entry"))
    var words: [String] = []

    func validate() throws {
      if anyone, !people.isEmpty { throw ValidationError("--anyone and --with exclude each other") }
      if global.readOnly, readWrite { throw ValidationError("--read-only and --read-write exclude each other") }
    }

    func run() throws {
      // Here it says what others may do, which is what they may do without it.
      var settings = global.settings
      settings.isReadOnly = false
      let session = try CommandSession(settings)
      try session.withJournal(.maintain) { try run(session, in: $0) }
    }

    private func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      guard words.count <= 1 else {
        throw CommandFailure.usage(
          "share is a command; to write it down: cloudjournal -- share \(words.joined(separator: " "))")
      }
      guard (words.isEmpty ? 0 : 1) + (category == nil ? 0 : 1) == 1 else {
        throw CommandFailure.usage("Name what to share: an entry, or --category with the name of one.")
      }
      let name = category ?? words[0]
      let target = try GuestDesk(journal, environment: World.environmentVariables).ownTarget(name) {
        try journal.context.shareTarget(name, isCategory: category != nil)
      }
      var wish = ShareWish()
      (wish.people, wish.isForAnyone) = (people, anyone)
      wish.mayWrite = readWrite ? true : global.readOnly ? false : nil
      let desk = SharingDesk(journal, environment: World.environmentVariables)
      let limits = readWrite ? try desk.limits(of: target) : nil
      let question = try desk.question(target, wish)
      try session.console.requireConsent((limits.map { $0 + " " } ?? "") + question, given: yes)
      let console = session.console
      defer { console.endProgress() }
      let asked = wish
      let report = try Waiting.runUntilSignalled { try await desk.share(target, asked) { console.progress($0) } }
      console.endProgress()
      console.say("\(target.quoted) is \(report.sentence).")
      for remark in report.remarks { console.say(remark) }
      if let limits, yes { console.say(limits) }
      if let links = report.links {
        session.sayLinks(links, named: !people.isEmpty)
        try session.answer(JournalApp.Answer.object { report.write(to: &$0) }) { output in
          // One alone is printed bare, for scripts.
          for link in links { output.line(links.count == 1 ? link.url : link.line) }
        }
      } else if let url = report.url {
        console.say("Send them this link; they open it with: cloudjournal open")
        try session.answer(JournalApp.Answer.object { report.write(to: &$0) }) { $0.line(url) }
      } else if session.wantsJSON {
        try StandardStreams.write(JournalApp.Answer.object { report.write(to: &$0) })
      }
    }

  }

  struct List: ReadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List what you share and what others share with you, as known here.",
      discussion: "Asks no server: “cloudjournal sync” brings what has changed since.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let environment = World.environmentVariables
      let own = try SharingDesk(journal, environment: environment).shares()
      let others = try GuestDesk(journal, environment: environment).shares()
      if session.wantsJSON {
        return try StandardStreams.write(
          JournalApp.Answer.items(own + others) { report, json in report.write(to: &json) })
      }
      try session.print { output in
        for report in own {
          output.add(report.title, .strong)
          output.line("  \(report.kind), \(report.sentence)  \(report.id.suffix(EntryNaming.shortLength))", .dim)
        }
        for report in others {
          output.add(report.title, .strong)
          output.line("  \(report.kind), \(report.note)  \(report.id.suffix(EntryNaming.shortLength))", .dim)
        }
      }
      if own.isEmpty, others.isEmpty { session.console.say("Nothing is shared.") }
    }
  }

  struct People: MaintainingCommand {
    static let configuration = CommandConfiguration(
      commandName: "people", abstract: "Say who has something that you or others share, and what they may do.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    @OptionGroup var named: SharedThing

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let report = try report(session, in: journal)
      try session.answer(JournalApp.Answer.object { report.write(to: &$0) }) { report.print(to: &$0) }
    }

    private func report(_ session: CommandSession, in journal: OpenedJournal) throws -> ShareReport {
      let environment = World.environmentVariables
      // What others share is known from the disk.
      if let theirs = try GuestDesk(journal, environment: environment).people(named.id) { return theirs }
      let target = try journal.context.sharedTarget(named.id)
      let desk = SharingDesk(journal, environment: environment)
      let console = session.console
      return try Waiting.run {
        try await desk.people(target) { console.say("\($0) This is what was known last.", .warning) }
      }
    }
  }

  struct Permission: MaintainingCommand {
    static let configuration = CommandConfiguration(
      commandName: "permission", abstract: "Let a person read, or read and write.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    @OptionGroup var named: SharedThing

    @Argument(help: "The person’s address; where the journal is not encrypted, the name that is shown does, too.")
    var address: String

    @Argument(help: "read, or write to read and write.", completion: .list(["read", "write"]))
    var permission: String

    func validate() throws {
      guard ["read", "write"].contains(permission) else {
        throw ValidationError("The permission is read or write, not “\(permission)”")
      }
    }

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let target = try GuestDesk(journal, environment: World.environmentVariables).sharedTarget(named.id)
      let desk = SharingDesk(journal, environment: World.environmentVariables)
      let mayWrite = permission == "write"
      let person = address
      let (report, name) = try Waiting.run { try await desk.setPermission(target, of: person, mayWrite: mayWrite) }
      session.console.say("\(name) may \(mayWrite ? "read and change" : "read") \(target.quoted).")
      if mayWrite, let limits = try desk.limits(of: target) { session.console.say(limits) }
      if !mayWrite { session.sayNewLinks(report) }
      if session.wantsJSON { try StandardStreams.write(JournalApp.Answer.object { report.write(to: &$0) }) }
    }
  }

  struct Remove: MaintainingCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Take a person out of a share.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    @OptionGroup var named: SharedThing

    @Argument(help: "The person’s address; where the journal is not encrypted, the name that is shown does, too.")
    var address: String

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let target = try GuestDesk(journal, environment: World.environmentVariables).sharedTarget(named.id)
      let desk = SharingDesk(journal, environment: World.environmentVariables)
      let person = address
      let (report, name) = try Waiting.run { try await desk.remove(person, from: target) }
      session.console.say(
        "\(name) no longer gets what is written from now on. What \(name) has read, \(name) may have copied.")
      session.sayNewLinks(report)
      if session.wantsJSON { try StandardStreams.write(JournalApp.Answer.object { report.write(to: &$0) }) }
    }
  }

  struct Link: MaintainingCommand {
    static let configuration = CommandConfiguration(
      commandName: "link", abstract: "Print the link that leads to something that you share.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Flag(help: "Show it as a QR code, too, for a telephone.")
    var qr = false

    @OptionGroup var named: SharedThing

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let target = try GuestDesk(journal, environment: World.environmentVariables).sharedTarget(named.id)
      let desk = SharingDesk(journal, environment: World.environmentVariables)
      let console = session.console
      let report = try Waiting.run {
        try await desk.people(target) { console.say("\($0) This is what was known last.", .warning) }
      }
      if let links = report.links, links.count != 1 {
        guard !links.isEmpty else {
          throw CommandFailure(
            .notFound,
            "All who were invited to \(target.quoted) are in, and their links have ended. “cloudjournal share” invites others."
          )
        }
        return try session.answer(JournalApp.Answer.object { report.write(to: &$0) }) { output in
          for link in links { output.line(link.line) }
        }
      }
      guard let url = report.url else { throw CommandFailure(.notShared, "\(target.quoted) has no link.") }
      try session.answer(JournalApp.Answer.object { report.write(to: &$0) }) { $0.line(url) }
      guard qr, !session.wantsJSON else { return }
      guard let lines = TerminalCode.lines(of: url, environment: World.environmentVariables) else {
        return console.say(
          "The code cannot be shown here: it needs the package libqrencode4, and a terminal with UTF-8 and 50 columns.",
          .warning)
      }
      try StandardStreams.write(Array((lines.joined(separator: "\n") + "\n").utf8))
    }
  }

  struct Stop: MaintainingCommand {
    static let configuration = CommandConfiguration(
      commandName: "stop", abstract: "Stop sharing something; it stays in your journal alone.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    @OptionGroup var named: SharedThing

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let target = try GuestDesk(journal, environment: World.environmentVariables)
        .sharedTarget(named.id, inTrash: true)
      let desk = SharingDesk(journal, environment: World.environmentVariables)
      try Waiting.run { try await desk.stop(target) }
      session.console.say(
        "\(target.quoted) is not shared any more. What others have read, they may have copied.")
      if session.wantsJSON {
        try StandardStreams.write(JournalApp.Answer.object { $0.member("id", target.root.rawValue) })
      }
    }
  }

  struct Leave: MaintainingCommand {
    static let configuration = CommandConfiguration(
      commandName: "leave", abstract: "Leave what another person shares with you.",
      discussion: """
        It goes from your devices. What you wrote and did not send is kept as your own. With an entry of a shared \
        category you leave all of that category, and the question says so.
        """)

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false

    @OptionGroup var named: SharedThing

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let desk = GuestDesk(journal, environment: World.environmentVariables)
      let reference = named.id
      try session.console.requireConsent(try desk.question(onLeaving: reference), given: yes)
      let (title, notices, links) = try Waiting.run { try await desk.leave(reference) }
      session.console.say("You have left \(title).")
      for notice in notices { session.console.say(notice) }
      session.console.say(newLinks: links)
      if session.wantsJSON { try StandardStreams.write(JournalApp.Answer.object { $0.member("title", title) }) }
    }
  }

  struct Copy: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "copy", abstract: "Copy an entry that another person shares into your journal, with its pictures.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @OptionGroup var named: NamedEntry

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let desk = GuestDesk(journal, environment: World.environmentVariables)
      let reference = named.id
      let (entry, missing) = try Waiting.run { try await desk.copy(reference) }
      try session.report(WrittenEntry(entry: entry), verb: "copied", in: journal)
      if missing > 0 {
        session.console.say(
          "\(NumberText.counted(missing, "picture", "pictures")) did not arrive, and \(missing == 1 ? "is" : "are") not in the "
            + "copy.", .warning)
      }
    }
  }
}

extension CommandSession {
  /// What to do with the links of a sealed share.
  ///
  /// - Parameter named: Whether people were named: where no link is open then, all of them were in before.
  fileprivate func sayLinks(_ links: [ShareReport.Link], named: Bool) {
    guard !links.isEmpty else { return named ? () : console.say("No link is open: name people with --with.") }
    console.say(
      links.count == 1
        ? "Send them this link, by a way that you trust: it is the key. They open it with: cloudjournal open -"
        : "Send each of them their own link, by a way that you trust: it is the key. They open it with: cloudjournal open -"
    )
  }

  /// After another key the links of those who have not come in are others.
  fileprivate func sayNewLinks(_ report: ShareReport) {
    guard let links = report.links, !links.isEmpty, !wantsJSON else { return }
    console.say("Links that were sent before have ended. Send these in their place:")
    for link in links { console.say("  \(link.line)") }
  }
}

/// Something that is shared, as a person names it.
struct SharedThing: ParsableArguments {
  @Argument(help: ArgumentHelp("The entry by its id, or the category by its name.", valueName: "entry"))
  var id: String
}
