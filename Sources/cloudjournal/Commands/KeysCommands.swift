import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats
import SystemKit

extension AccountCommand {
  struct Keys: MaintainingCommand {
    static let configuration = CommandConfiguration(
      commandName: "keys", abstract: "Say whether the journal is encrypted end to end, who can read it and who asks.",
      discussion: """
        The exit status is 0 only where the journal is encrypted and the recovery key was confirmed.

        --turn-on encrypts a journal that is on the server already, record by record: sync and the screen do that from then \
        on, also after they were ended in between. --turn-off makes it plain again, after the journal’s name was typed, or read from \
        standard input.

        --new-key makes another key: what is written from now on is sealed under it. --reseal has everything sealed under the \
        newest key. --remove ID takes a device out, which makes another key, too; it keeps what it has, and reads nothing that \
        is written from now on.
        """)

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Flag(help: "Encrypt the journal that is on the server.")
    var turnOn = false

    @Flag(help: "Make the journal on the server plain again.")
    var turnOff = false

    @Flag(help: "Make another key for what is written from now on.")
    var newKey = false

    @Flag(help: "Seal everything on the server under the newest key.")
    var reseal = false

    @Flag(
      help: ArgumentHelp(
        "Agree that the journal is not encrypted, or not any more, as its keys say.",
        discussion: "Only for a computer that came in by the recovery key."))
    var agree = false

    @Flag(
      help: ArgumentHelp(
        "Put the keys of this computer aside and be let in anew, after the journal’s name was typed.",
        discussion:
          "Where the server shows other keys, or what is here is damaged. What they open stays readable. A computer that was removed "
          + "asks again so, without a question."))
    var beginAgain = false

    @Option(help: ArgumentHelp("Remove this device from those that can read.", valueName: "id"))
    var remove: String?

    @Flag(name: .shortAndLong, help: "Do not ask before turning on, agreeing or removing.")
    var yes = false

    private var isChange: Bool { turnOn || turnOff || newKey || reseal || agree || beginAgain || remove != nil }

    func validate() throws {
      if [turnOn, turnOff, newKey, reseal, agree, beginAgain, remove != nil].count(where: { $0 }) > 1 {
        throw ValidationError(
          "--turn-on, --turn-off, --new-key, --reseal, --agree, --begin-again and --remove exclude each other")
      }
    }

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let desk = AccountDesk(journal, environment: World.environmentVariables)
      if isChange { try session.requireWriting() }
      try change(desk, session)
      let report = try Waiting.run { try await desk.keysReport() }
      // A change that was made is done, whatever is left to do.
      let isOK = report.isInOrder || isChange
      try session.answer(report.json(isOK: isOK)) { report.print(to: &$0, now: World.now()) }
      if !isOK { throw ExitCode.failure }
    }

    private func change(_ desk: AccountDesk, _ session: CommandSession) throws {
      let console = session.console
      if turnOn { try turnOn(desk, console) }
      if turnOff { try turnOff(desk, session) }
      if agree {
        try console.requireConsent(
          "The keys say that this journal is not encrypted, or not any more. If you did not turn encryption off, stop here. "
            + "Agree?", given: yes)
        try Waiting.run { try await desk.agreeToMode() }
      }
      if beginAgain {
        // A computer that was removed has nothing to give up.
        if !desk.isRemoved() {
          try console.requireName(
            session.paths.name,
            "This computer gives up its keys for those that the server shows now. If none of your devices made them, stop here: "
              + "who runs the server may have. It can still read what its old keys open; it writes and sends nothing before another "
              + "device, or the recovery key, lets it in.")
        }
        console.say(try Waiting.run { try await desk.beginAgain() })
      }
      if reseal {
        let count = try Waiting.run { try await desk.reseal() }
        console.say("\(NumberText.counted(count, "record goes", "records go")) up again with the next sync.")
      }
      if newKey {
        try Waiting.run { try await desk.newKey() }
        console.say("What is written from now on is sealed under another key.")
      }
      if let remove { try self.remove(remove, desk, console) }
    }

    private func turnOn(_ desk: AccountDesk, _ console: Console) throws {
      let others = try Waiting.run { try await desk.signInsWithoutKeys() }
      let computers =
        others == 1 ? "The computer of another sign-in asks" : "The computers of \(others) other sign-ins ask"
      try console.requireConsent(
        "Every entry and picture on the server is encrypted, one after the other. What is in the server’s backups stays "
          + "readable there." + (others > 0 ? " \(computers) to be let in, and until then nothing comes there." : "")
          + " Turn encryption on?", given: yes)
      let recovery = try Waiting.run { try await desk.turnOn() }
      if let recovery { console.say(.founded(recovery: recovery)) }
      console.say("“cloudjournal sync”, or the open screen, encrypts what is on the server now.")
    }

    private func turnOff(_ desk: AccountDesk, _ session: CommandSession) throws {
      try session.console.requireName(
        session.paths.name,
        "Every entry and picture becomes plain on the server, where its owner can read it from then on. Your other devices "
          + "are told who did it.")
      try Waiting.run { try await desk.turnOff() }
      session.console.say("“cloudjournal sync”, or the open screen, makes the journal on the server plain now.")
    }

    private func remove(_ id: String, _ desk: AccountDesk, _ console: Console) throws {
      try console.requireConsent(
        "Remove \(id)? It keeps what it has, and reads nothing that is written from now on.", given: yes)
      let removed = try Waiting.run { try await desk.removeReader(id) }
      console.say("“\(removed.name)” reads nothing that is written from now on.")
      if removed.hasNewRecovery {
        console.say(
          "It kept the recovery key, which opens nothing any more. Write the new one down: cloudjournal account recovery",
          .warning)
      }
    }
  }

  struct Approve: MaintainingCommand {
    static let configuration = CommandConfiguration(
      commandName: "approve", abstract: "Let another computer read the journal, by the six words that it shows.",
      discussion: """
        Without words it lists the devices that ask, and asks for the words on a terminal. For - it reads them from standard \
        input. Words on the command line are seen by every program of this computer while it runs. Four letters of each word are \
        enough. After three wrong tries the requests are ended.

        If you did not just sign in somewhere, type nothing and change your password: another person knows it.
        """)

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Option(help: ArgumentHelp("End the request of this device; its id is in the list.", valueName: "id"))
    var deny: String?

    @Argument(help: "The six words, as the other computer shows them; - for standard input.")
    var words: [String] = []

    func validate() throws {
      if deny != nil, !words.isEmpty { throw ValidationError("--deny and the words exclude each other") }
    }

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let desk = AccountDesk(journal, environment: World.environmentVariables)
      let console = session.console
      if let deny {
        try session.requireWriting()
        let name = try Waiting.run { try await desk.deny(deny) }
        console.say("“\(name)” was not let in: its request was ended.")
        if global.json { try StandardStreams.write(JournalApp.Answer.object { $0.member("device", name) }) }
        return
      }
      if !words.isEmpty {
        try session.requireWriting()
        let given = words == ["-"] ? try console.line(named: "The words", areMany: true) : words.joined(separator: " ")
        return try approve(given, desk, console)
      }
      let asking = try Waiting.run { try await desk.asking() }
      guard !asking.isEmpty else {
        console.say("No device asks to be let in.")
        if global.json { try StandardStreams.write(Answers.asking([])) }
        return
      }
      guard console.canAsk, !global.json, !global.readOnly else {
        return try session.answer(Answers.asking(asking)) { output in
          for device in asking {
            output.add("\(device.name) asks to be let in, \(DateText.ago(device.since, now: World.now()))")
            output.line("  \(device.id.prefix(8))", .dim)
          }
        }
      }
      for device in asking {
        console.say("“\(device.name)” asks to read this journal, \(DateText.ago(device.since, now: World.now())).")
      }
      console.say(
        "Type the six words that it shows. If you did not just sign in somewhere, press Ctrl-C and change your password: "
          + "another person knows it.")
      try approve(try console.line(named: "The words", areMany: true), desk, console)
    }

    private func approve(_ words: String, _ desk: AccountDesk, _ console: Console) throws {
      let name = try Waiting.run { try await desk.approve(words) }
      console.say("“\(name)” can read the journal now.")
      if global.json { try StandardStreams.write(JournalApp.Answer.object { $0.member("device", name) }) }
    }
  }

  struct Recovery: MaintainingCommand {
    static let configuration = CommandConfiguration(
      commandName: "recovery", abstract: "Show, confirm, replace or type in the recovery key.",
      discussion: """
        If all your devices are lost, this key and your password bring the journal back. There is no other copy, and it cannot be \
        made again. It is printed as long as it is kept here: on the device that made it, until you have confirmed it.

        --confirm asks for two groups of it, or reads the whole key where there is no terminal. --enter reads the key on a \
        computer that was not let in: typed without being seen, or from standard input. --new makes another one, and the \
        former opens nothing any more. --sheet writes a page to be printed, --qr shows a code for a telephone.
        """)

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Flag(help: "Type the key in on this computer, so that it can read the journal.")
    var enter = false

    @Flag(help: "Say that you have the key: it is not kept here any more.")
    var confirm = false

    @Flag(help: "Make another recovery key.")
    var new = false

    @Option(
      help: ArgumentHelp("Write a page with the key to a new file, or to standard output for -.", valueName: "file"))
    var sheet: String?

    @Flag(help: "Show the key as a QR code, too, for a telephone.")
    var qr = false

    func validate() throws {
      if qr, enter || confirm || sheet != nil || global.json {
        throw ValidationError("--qr goes with --new, or alone")
      }
      let chosen = [enter, confirm, new].count { $0 }
      if chosen > 1 { throw ValidationError("--enter, --confirm and --new exclude each other") }
      if sheet != nil, enter || confirm { throw ValidationError("--sheet goes with --new, or alone") }
    }

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let desk = AccountDesk(journal, environment: World.environmentVariables)
      if enter || confirm || new || sheet != nil { try session.requireWriting() }
      if enter { return try enter(desk, session) }
      if confirm { return try confirm(desk, session) }
      if new { _ = try Waiting.run { try await desk.newRecovery() } }
      if let sheet {
        let page = try Waiting.run { try await RecoverySheet(desk, journal: journal.paths.name) }.text(on: World.now())
        guard sheet != "-" else { return try StandardStreams.write(Array(page.utf8)) }
        try RecoverySheet.write(page, to: sheet)
        try desk.noteSheet()
        return session.console.say("Wrote \(sheet): print it, then remove the file.")
      }
      let key = try Waiting.run { try await desk.recovery() }.joined(separator: " ")
      try session.answer(JournalApp.Answer.object { $0.member("recovery", key) }) { $0.line(key) }
      if qr { try show(key, session.console) }
      session.console.say(
        "Keep it on paper, or in a password manager, then run “cloudjournal account recovery --confirm”.")
    }

    private func show(_ key: String, _ console: Console) throws {
      guard let lines = TerminalCode.lines(of: key, environment: World.environmentVariables) else {
        return console.say(
          "The code cannot be shown here: it needs the package libqrencode4, and a terminal with UTF-8 and 40 columns.",
          .warning)
      }
      try StandardStreams.write(Array((lines.joined(separator: "\n") + "\n").utf8))
    }

    private func enter(_ desk: AccountDesk, _ session: CommandSession) throws {
      try desk.requireSignedIn()
      let text = try session.console.secret(
        named: "The recovery key", "Recovery key (nothing is shown while you type):")
      let arrival = try Waiting.run { try await desk.enter(recovery: text) }
      session.console.say(arrival)
      if arrival == .ready {
        session.console.say("This computer can read the journal now.")
        try sayOthers(desk, session)
      }
      if global.json { try StandardStreams.write(JournalApp.Answer.object { $0.member("encryption", arrival.state) }) }
    }

    /// Who has the recovery key may have come in before: the server showed what it wanted of the keys, and only a person knows
    /// all devices.
    private func sayOthers(_ desk: AccountDesk, _ session: CommandSession) throws {
      let others = try Waiting.run { try await desk.keysReport() }.otherReaders
      guard !others.isEmpty else { return }
      session.console.say("So can:")
      for (id, name) in others { session.console.say("  \(id)  \(name.isEmpty ? "a device without a name" : name)") }
      session.console.say("Take out what you do not know, or lost: cloudjournal account keys --remove ID")
    }

    /// How often two groups may be mistyped.
    private static let tries = 3

    private func confirm(_ desk: AccountDesk, _ session: CommandSession) throws {
      let key = try Waiting.run { try await desk.recovery() }
      let console = session.console
      if console.canAsk {
        let asked = (0..<key.count).shuffled().prefix(2).sorted()
        console.say("Type groups \(asked[0] + 1) and \(asked[1] + 1) of the key as you wrote it down:")
        for left in (0..<Self.tries).reversed() {
          let typed = try console.line(named: "The answer").uppercased().filter { $0.isLetter || $0.isNumber }
          if typed == key[asked[0]] + key[asked[1]] { break }
          let wrong = "That does not match groups \(asked[0] + 1) and \(asked[1] + 1)."
          guard left > 0 else { throw CommandFailure(.invalidInput, "\(wrong) The key is kept here.") }
          console.say("\(wrong) Look at them again and type both:", .warning)
        }
      } else {
        let typed = try console.line(named: "The recovery key")
        guard try Waiting.run({ try await desk.isRecovery(typed) }) else {
          throw CommandFailure(.invalidInput, "That is not the recovery key of this journal. It is kept here.")
        }
      }
      try Waiting.run { try await desk.confirmRecovery(key.joined(separator: " ")) }
      console.say("Right. It is not kept here any more.")
      if global.json { try StandardStreams.write(JournalApp.Answer.object { $0.member("recoveryConfirmed", true) }) }
    }
  }
}

extension Console {
  /// A secret that a person types without being seen, or the first line of standard input where that is no terminal.
  func secret(named what: String, _ question: String) throws -> String {
    guard canAsk else { return try line(named: what) }
    return try hidden(what) { say(question) }
  }

  /// Says where to type the words of this computer, and the words themselves where no log or file keeps them.
  func say(waiting words: [String]) {
    say(isErrorTerminal ? KeySaying.waiting(words) : KeySaying.waitingUnseen, .warning)
  }

  /// Says what there is to do about an account's keys after signing in.
  func say(_ keys: AccountDesk.Arrival.Keys) {
    switch keys {
    case .plain, .ready: break
    case .founded(let recovery):
      // What a script or a log would keep is not printed.
      guard isErrorTerminal else {
        return say(
          "The journal is encrypted end to end. “cloudjournal account recovery” prints the key that brings it back if all your "
            + "devices are lost: keep it on paper.")
      }
      say(
        "The journal is encrypted end to end. If all your devices are lost, this key and your password bring it back; "
          + "it cannot be made again:", .strong)
      say("  " + recovery.joined(separator: " "))
      say("Write it down, then run “cloudjournal account recovery --confirm”.")
    case .waiting(let words): say(waiting: words)
    case .refused(let why): say(why, .warning)
    }
  }
}
