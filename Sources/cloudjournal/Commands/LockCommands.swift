import ArgumentParser
import JournalApp
import SystemKit

/// Locks a journal that is encrypted on the disk, and all that is done with such a journal but unlocking.
struct LockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Lock a journal that is encrypted on the disk; --set-up encrypts it.",
    discussion: """
      --set-up encrypts the journal under a passphrase: texts, history, drafts, search index, pictures, account and backups. A thief of \
      the computer, and a program that copies its files, read nothing then. It is off unless you do this.

      Unlocked, every program of yours can read the journal for eight hours from its last use, or as long as “unlock --for” said. While \
      it is locked, cloudjournal 'text' still writes down, sealed; the next unlocking takes it in.

      Without the passphrase the journal is gone. No person can bring it back, but with the recovery key of an account that the journal \
      belongs to.
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @Flag(help: "Encrypt the journal under a new passphrase.")
  var setUp = false

  @Flag(help: "Change the passphrase.")
  var change = false

  @Flag(help: "Make the journal on the disk plain again.")
  var remove = false

  @Flag(help: "With --change: type the account’s recovery key in the place of the passphrase.")
  var recovery = false

  @Flag(help: "Say whether the journal is encrypted and locked.")
  var status = false

  @Option(
    help: ArgumentHelp(
      "Read the passphrase from this file’s first line; with --change the new one from its second. - is standard input.",
      valueName: "path"), completion: .file())
  var passphraseFile: String?

  @Flag(name: .shortAndLong, help: "Remove copies that are not encrypted without asking.")
  var yes = false

  func validate() throws {
    if [setUp, change, remove, status].count(where: { $0 }) > 1 {
      throw ValidationError("--set-up, --change, --remove and --status exclude each other")
    }
    if recovery, !change { throw ValidationError("--recovery belongs to --change") }
  }

  func run() throws {
    let session = try CommandSession(global)
    let desk = try session.lockDesk()
    if setUp { try encrypt(desk, session) }
    if change { try renew(desk, session) }
    if remove { try decrypt(desk, session) }
    if !setUp, !change, !remove, !status { try lock(desk, session) }
    let report = try desk.report()
    try session.answer(report.json()) { if status { report.print(to: &$0) } }
  }

  private func lock(_ desk: LockDesk, _ session: CommandSession) throws {
    let name = session.paths.name
    session.console.say(try desk.lock() ? "“\(name)” is locked." : "“\(name)” was locked already.")
    if let words = desk.plainCopyWords { session.console.say(words, .warning) }
    if desk.staysOpenElsewhere() {
      session.console.say("Another program has it open, and can read it until you close it.", .warning)
    }
  }

  private func encrypt(_ desk: LockDesk, _ session: CommandSession) throws {
    try desk.requireReady()
    let console = session.console
    let passphrase = try session.passphrase(.new, file: passphraseFile) { $0 }
    let seconds = try session.settings.lock.keep ?? desk.keptUnlocked()
    let isKept = try desk.setUp(passphrase: passphrase, seconds: seconds)
    let time = !isKept ? "" : seconds == LockDesk.usualTime ? ", and unlocked for eight hours" : ", and unlocked"
    console.say("“\(session.paths.name)” is encrypted on the disk\(time). Without the passphrase it is gone.")
    console.say("What a disk keeps of files that were removed cannot be promised.")
    let copies = desk.plainCopies
    guard !copies.isEmpty else { return }
    let count = copies.count == 1 ? "1 copy of before is" : "\(copies.count) copies of before are"
    if yes
      || console.canAsk
        && console.confirm("\(count) not encrypted. Remove what is in \(session.paths.backups) and beside the journal?")
    {
      try desk.remove(copies)
    } else {
      console.say("\(count) not encrypted:\n\(copies.joined(separator: "\n"))", .warning)
    }
  }

  private func renew(_ desk: LockDesk, _ session: CommandSession) throws {
    try desk.requireEncrypted()
    if recovery { try desk.requireRecovery() }
    if let passphraseFile {
      let given = try LockDesk.lines(of: passphraseFile, count: 2)
      try desk.change(from: given[0], to: given[1], isRecovery: recovery)
    } else {
      let old = try session.passphrase(recovery ? .recovery : .present, file: nil) {
        try desk.verify($0, isRecovery: recovery)
        return $0
      }
      try desk.change(from: old, to: try session.passphrase(.new, file: nil) { $0 }, isRecovery: recovery)
    }
    session.console.say("The passphrase is changed. It does not open backups that were made before.")
  }

  private func decrypt(_ desk: LockDesk, _ session: CommandSession) throws {
    try desk.requireEncrypted()
    let passphrase: Passphrase? = try session.passphrase(.present, file: passphraseFile) { typed in
      try session.unlessMadePlain({ try desk.unlock(passphrase: typed) }).map { _ in typed }
    }
    guard let passphrase else { return }
    // What was written while it was locked comes in first.
    try session.withJournal(.maintain) { _ in }
    try desk.remove(passphrase: passphrase)
    session.console.say("“\(session.paths.name)” is plain on the disk.")
  }
}

/// Has the key of an encrypted journal at hand for a time.
struct UnlockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: "Unlock a journal that is encrypted on the disk.",
    discussion: """
      The kernel keeps the key for eight hours from its last use, or as long as --for says; “cloudjournal lock” has it go at once. \
      Where the kernel keeps no keys, as in some containers, each command asks.
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long the key is kept from its last use: 30m, 8h, 2d.", valueName: "time"))
  var time: String?

  @Flag(help: "Type the recovery key of the journal’s account in the place of the passphrase.")
  var recovery = false

  @Option(
    help: ArgumentHelp("Read the passphrase from this file’s first line; - is standard input.", valueName: "path"),
    completion: .file())
  var passphraseFile: String?

  func run() throws {
    let session = try CommandSession(global)
    let desk = try session.lockDesk()
    try desk.requireEncrypted()
    if recovery { try desk.requireRecovery() }
    // Who types this command wants no command to ask.
    let configured = session.settings.lock.keep.map { $0 > 0 ? $0 : LockDesk.usualTime }
    let kept =
      try time.map { KeptTime.seconds(try LockDesk.seconds($0)) } ?? configured.map { .seconds($0) } ?? .asSetForAll
    let outcome = try session.passphrase(recovery ? .recovery : .present, file: passphraseFile) { typed in
      try session.unlessMadePlain {
        try recovery ? desk.unlock(recovery: typed, for: kept) : desk.unlock(passphrase: typed, for: kept)
      }
    }
    guard let isKept = outcome else {
      if session.wantsJSON { try StandardStreams.write(try desk.report().json()) }
      return
    }
    // What was written while it was locked comes in.
    try session.withJournal(.maintain) { journal in
      for fault in journal.accountFaults() { session.console.say(fault, .warning) }
    }
    session.console.say(
      isKept
        ? "“\(session.paths.name)” is unlocked."
        : "That is the passphrase. This computer’s kernel keeps no keys, so each command asks for it.")
    if session.wantsJSON { try StandardStreams.write(try desk.report().json()) }
  }
}
