import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "Sign in and out, see devices and keys, erase.",
    discussion: "Without a subcommand it says who is signed in. Each account has a journal of its own.",
    subcommands: [
      SignIn.self, SignOut.self, Switch.self, Status.self, Devices.self, Rename.self, Keys.self, Approve.self,
      Recovery.self, Erase.self,
    ],
    defaultSubcommand: Status.self)

  struct Status: ReadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Say who is signed in, and whether the server knows it.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let desk = AccountDesk(journal, environment: World.environmentVariables)
      let report = try AccountReport(desk, state: try Waiting.run { try await desk.state() })
      try session.answer(report.json()) { report.print(to: &$0) }
      if !report.isAvailable { throw ExitCode.failure }
    }
  }

  struct SignOut: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sign-out", abstract: "End the session of this device; the journal stays.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Flag(help: "Remove the journal from this computer as well, after its name was typed.")
    var remove = false

    func run() throws {
      let session = try CommandSession(global)
      try session.requireWriting()
      if remove {
        try session.withJournal(.maintain) { journal in
          let desk = AccountDesk(journal, environment: World.environmentVariables)
          try desk.requireSignedIn()
          try Waiting.run { try await desk.requireOtherReader() }
        }
        try session.confirmErasing()
      }
      try session.withJournal(.maintain) { journal in
        let desk = AccountDesk(journal, environment: World.environmentVariables)
        if let complaint = try Waiting.run({ try await desk.signOut() }) {
          session.console.say(
            "Signed out here. The server could not be told: \(complaint) End the session from another device.")
        } else {
          session.console.say("Signed out. The journal “\(journal.paths.name)” stays on this computer.")
        }
      }
      if remove {
        try AccountRemoval(session.paths).eraseHere()
        session.console.say("Removed the journal “\(session.paths.name)” from this computer.")
      }
      if global.json { try StandardStreams.write(JournalApp.Answer.object { _ in }) }
    }
  }

  struct Switch: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "switch", abstract: "Make another journal of this computer, and its account, the usual one.",
      discussion: "Without a name it lists the journals and whose they are.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "The journal’s name, or its account, such as anna@journal.example.org.")
    var name: String?

    func run() throws {
      let session = try CommandSession(global)
      guard let name else { return try JournalsCommand.list(session) }
      let journal = try session.accountSwitch.use(name)
      let whose = journal.account.map { ", \($0)" } ?? ""
      if let configured = session.configuredJournal, !journal.isCurrent {
        session.console.say(
          "The configuration names “\(configured)”, which opens all the same. Remove “journal” from it, and “\(journal.name)”\(whose) is the usual one.",
          .warning)
      } else {
        session.console.say("“\(journal.name)”\(whose) is the usual journal now.")
      }
      if global.json { try StandardStreams.write(Answers.journals([journal])) }
    }
  }

  struct Devices: MaintainingCommand {
    static let configuration = CommandConfiguration(
      commandName: "devices", abstract: "List the devices that are signed in to the account.",
      discussion: """
        --end signs another one out, by its name or the beginning of its id, and takes it out of those that can read an encrypted journal. Where it is not known which \
        of them it is, you are asked; without a terminal --reader says it.
        """)

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Option(help: ArgumentHelp("Sign this device out.", valueName: "device"))
    var end: String?

    @Option(
      help: ArgumentHelp(
        "With --end: which of the devices that can read it is, as “account keys” lists them; or “none”.",
        valueName: "id"))
    var reader: String?

    func validate() throws {
      if reader != nil, end == nil { throw ValidationError("--reader goes with --end") }
    }

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let desk = AccountDesk(journal, environment: World.environmentVariables)
      if let end {
        try session.requireWriting()
        let device = try DeviceReport.one(end, among: try Waiting.run { try await desk.devices() })
        let removed = try self.end(device.id, desk, session.console)
        session.console.say("Signed out \(device.name).")
        if let removed { session.console.say("“\(removed.name)” reads nothing that is written from now on.") }
        if removed?.hasNewRecovery == true {
          session.console.say(
            "It kept the recovery key, which opens nothing any more. Write the new one down: cloudjournal account recovery",
            .warning)
        }
      }
      let devices = try DeviceReport(try Waiting.run { try await desk.devices() })
      try session.answer(devices.json()) { devices.print(to: &$0, now: World.now()) }
    }

    private func end(
      _ id: String, _ desk: AccountDesk, _ console: Console
    ) throws -> (name: String, hasNewRecovery: Bool)? {
      let wanted: ReaderOfSignIn = reader.map { $0 == "none" ? .none : .device($0) } ?? .asKnown
      do {
        return try Waiting.run { try await desk.endDevice(id, reader: wanted) }
      } catch let which as AccountDesk.WhichReader {
        let readers = which.readers.map {
          "  \($0.id.prefix(8))  \($0.name.isEmpty ? "a device without a name" : $0.name)"
        }
        let question = "Which of the devices that can read it is, is not known:\n\(readers.joined(separator: "\n"))"
        guard console.canAsk else {
          throw CommandFailure(
            .ambiguous,
            "\(question)\nNothing was changed. Say it with --reader ID, or --reader none where it is none of them.")
        }
        console.say(question)
        let typed = console.answer("The id, or none:", usual: "none")
        let reader: ReaderOfSignIn = typed == "none" ? .none : .device(typed)
        return try Waiting.run { try await desk.endDevice(id, reader: reader) }
      }
    }
  }

  struct Rename: MaintainingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Give this device another name in the list of devices.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "The new name, such as laptop.")
    var name: String

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let desk = AccountDesk(journal, environment: World.environmentVariables)
      let name = name
      try session.requireWriting()
      try Waiting.run { try await desk.renameDevice(to: name) }
      session.console.say("This device is called “\(name)” now.")
      if global.json { try StandardStreams.write(JournalApp.Answer.object { $0.member("device", name) }) }
    }
  }

  struct Erase: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "erase", abstract: "Erase the journal forever, here or on the server. This cannot be undone.",
      discussion: """
        The journal’s name has to be typed to confirm; without a terminal it is read from standard input. What is erased on the \
        server stays on the devices that have it: they stop and ask before they do anything.
        """)

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Flag(help: "Remove it from this computer.")
    var here = false

    @Flag(help: "Remove it from the server.")
    var server = false

    func validate() throws {
      if here == server { throw ValidationError("Give --here or --server: what is to be erased") }
    }

    func run() throws {
      let session = try CommandSession(global)
      if here {
        try session.requireOtherReader()
        try session.confirmErasing()
        try session.leaveToErase()
        try AccountRemoval(session.paths).eraseHere()
        session.console.say("Removed the journal “\(session.paths.name)” from this computer.")
      } else {
        try session.requireWriting()
        try session.withJournal(.maintain) { journal in
          let desk = AccountDesk(journal, environment: World.environmentVariables)
          try desk.requireSignedIn()
          let owner = try AccountReport.owner(desk)
          try session.console.requireName(
            journal.paths.name,
            "Every entry of \(owner) with its history and its pictures is erased from the server forever. This computer "
              + "keeps its journal; your other devices keep theirs, too, and ask what to do.")
          try Waiting.run { try await AccountRemoval.eraseOnServer(desk) }
          session.console.say("Erased on the server. What is on this computer stays; sync asks what to do with it.")
        }
      }
      if global.json { try StandardStreams.write(JournalApp.Answer.object { _ in }) }
    }
  }
}

extension CommandSession {
  /// Refuses to erase keys without which what is on the server could never be read again.
  fileprivate func requireOtherReader() throws {
    guard !global.isReadOnly, !global.isDemo else { return }
    try withJournal(.maintain) { journal in
      let desk = AccountDesk(journal, environment: World.environmentVariables)
      try Waiting.run { try await desk.requireOtherReader() }
    }
  }

  /// Leaves the account's keys and ends the session, and says what the server could not be told.
  fileprivate func leaveToErase() throws {
    try withJournal(.maintain) { journal in
      let desk = AccountDesk(journal, environment: World.environmentVariables)
      switch try Waiting.run({ try await desk.leaveToErase() }) {
      case nil: break
      case .keys(let complaint):
        console.say(
          "Your other devices could not be told that this one reads no more: \(complaint) Run “cloudjournal account keys "
            + "--remove ID” on one of them.", .warning)
      case .session(let complaint):
        console.say("The server could not be told: \(complaint) End the session from another device.", .warning)
      }
    }
  }

  /// Refuses what changes something elsewhere than in the journal's file: keys, sign-ins, the server.
  func requireWriting() throws {
    guard !global.isReadOnly else {
      throw CommandFailure(.readOnly, "Nothing was changed: --read-only was given. Leave it out to write.")
    }
  }

  /// Has the journal's name typed, after saying what would be lost.
  func confirmErasing() throws {
    try requireWriting()
    guard !global.isDemo else {
      throw CommandFailure.usage("The demo is a throw-away copy: there is nothing to erase.")
    }
    var lost = ""
    try withJournal(.maintain) { journal in
      let unsent = try journal.unsentChanges()
      let isInDoubt = SyncNote.read(journal.paths)?.doubt != nil
      let report = try SafetyReport(journal)
      if report.account == .noAccount, report.note?.lastSuccess == nil {
        lost = " As far as is known here, there is no other copy."
      } else if unsent > 0 {
        lost = " \(NumberText.counted(unsent, "change is", "changes are")) on no other device and would be lost."
      }
      if isInDoubt {
        lost += " What the server has is in doubt: the journal here may be the only copy."
      } else if let loss = try AccountDesk(journal, environment: World.environmentVariables).lossOfKeys() {
        lost += " \(loss)"
      } else if lost.isEmpty {
        lost = " The server and your other devices keep theirs."
      }
    }
    try console.requireName(
      paths.name,
      "The journal in \(paths.folder) is erased from this computer forever: every entry with its history, its pictures, "
        + "drafts and backups.\(lost)")
  }
}
