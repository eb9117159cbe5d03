import ArgumentParser
import Glibc
import JournalApp
import JournalCore
import JournalFormats
import SystemKit

/// What a command starts from: the console, the configuration, and the way to its journal.
struct CommandSession {
  let console: Console
  /// What the configuration says; nil where there is none. Making one takes a while, because it holds all keys.
  private let configured: ConfigFile?
  let paths: JournalPaths
  let global: GlobalSettings

  init(_ options: GlobalOptions) throws { try self.init(options.settings) }

  init(_ global: GlobalSettings) throws {
    self.global = global
    console = Console()
    // One by one: reading all of the environment takes as long as reading a page of the journal.
    let usual = try JournalPaths(journal: nil, variable: Console.variable)
    configured = try CommandSession.configuration(global.config, usual: usual.configFile)
    if global.isDemo, global.journal != nil {
      throw CommandFailure.usage("--demo and --journal exclude each other: the demo is a journal of its own.")
    }
    let journal = global.journal ?? configured?.journal ?? AccountSwitch.current(usual)
    paths = journal == nil ? usual : try JournalPaths(journal: journal, variable: Console.variable)
  }

  /// The whole environment.
  private var variables: [String: String] { World.environmentVariables }

  private static func configuration(_ given: String?, usual: String) throws -> ConfigFile? {
    let path = given ?? usual
    guard access(path, F_OK) == 0 else {
      if let given {
        throw CommandFailure.usage("There is no configuration file \(given) (\(String(cString: strerror(errno)))).")
      }
      return nil
    }
    return try ConfigFile(path: path)
  }

  var wantsJSON: Bool { global.wantsJSON }

  /// The configuration, or what holds without one.
  var settings: ConfigFile { configured ?? ConfigFile() }

  /// The journal that the configuration names: a name or a path.
  var configuredJournal: String? { configured?.journal }

  /// The journals of this computer, and which of them is the usual one.
  var accountSwitch: AccountSwitch {
    AccountSwitch(paths, environment: variables, configured: configuredJournal)
  }

  /// What gives journals other names.
  var renaming: JournalRenaming { JournalRenaming(environment: variables, configured: configuredJournal) }

  /// The places of a journal that a command names.
  func places(of journal: String) throws -> JournalPaths { try JournalPaths(journal: journal, environment: variables) }

  /// Whether the journal was made.
  var isThere: Bool { access(paths.database, F_OK) == 0 || paths.isInVault }

  /// The names of the journals of this computer that have an import which can be undone; locked ones are left out.
  func journalsWithImports() throws -> [String] {
    try accountSwitch.journals().filter { known in
      guard !known.isLocked else { return false }
      var settings = global
      (settings.journal, settings.isReadOnly) = (known.name, true)
      var hasImport = false
      do {
        try CommandSession(settings).withJournal(.read) { hasImport = try $0.context.hasImport() }
      } catch {
        // What cannot be opened is named by the command that opens it.
        return false
      }
      return hasImport
    }.map(\.name)
  }

  /// How times of the day are printed, where no journal says otherwise.
  var clock: ClockStyle { configured?.screen.clock ?? ClockStyle(Console.variable) }

  /// The same, as it was chosen on the journal's screen.
  private func clock(in journal: OpenedJournal) throws -> ClockStyle {
    if let set = configured?.screen.clock { return set }
    return try ClockStyle.chosen(in: journal.store) ?? clock
  }

  /// What the configuration says of pictures; made without the keys, which only a screen has.
  var images: ImageSettings { configured?.images ?? ImageSettings() }

  /// The person’s editor.
  var editor: ExternalEditor { ExternalEditor(configured: configured?.editor, environment: variables) }

  /// The templates for new entries: files, those of a journal, and those of the program.
  func templates(in context: JournalContext) throws -> UserTemplates {
    UserTemplates(beside: global.config ?? paths.configFile, kept: try JournalPreferences(context).all(.template))
  }

  /// Opens the journal for the time of `body`; with `--demo` a copy that is removed afterwards.
  func withJournal(_ purpose: JournalOpening.Purpose, _ body: (OpenedJournal) throws -> Void) throws {
    guard global.isDemo else { return try use(paths, purpose: purpose, body) }
    let copy = try DemoJournal.makeCopy(environment: World.storeEnvironment(), variables: variables)
    do {
      try use(copy, purpose: purpose, body)
    } catch {
      try DemoJournal.removeCopy(copy)
      throw error
    }
    try DemoJournal.removeCopy(copy)
  }

  /// Opens the journal for reading; one that is not there is an empty one for the time of `body`, and is not made.
  func withJournalAsItIs(_ body: (OpenedJournal) throws -> Void) throws {
    guard !global.isDemo, !global.isReadOnly, !isThere else { return try withJournal(.read, body) }
    let empty = try DemoJournal.makeFolder(variables)
    do {
      try use(empty, isNamed: false, purpose: .write, body)
    } catch {
      try DemoJournal.removeCopy(empty)
      throw error
    }
    try DemoJournal.removeCopy(empty)
  }

  /// Shows the journal on the whole screen until the person leaves it.
  func onScreen() throws { try ScreenSession.supervised(showScreen) }

  private func showScreen() throws {
    let shown =
      global.isDemo
      ? try DemoJournal.makeCopy(environment: World.storeEnvironment(), variables: variables) : paths
    var options = ScreenSession.Options(
      paths: shown, config: settings, configFile: global.config ?? shown.configFile, variables: variables,
      isReadOnly: global.isReadOnly, version: CloudJournal.version)
    let global = global
    options.startAgain = { paths in
      let config = global.config.map { ["--config", $0] } ?? []
      let reading = global.isReadOnly ? ["--read-only"] : []
      throw ProcessImage.replace(with: ["cloudjournal", "--journal", paths.folder] + config + reading)
    }
    do {
      try ScreenSession.run(options)
    } catch {
      if global.isDemo { try DemoJournal.removeCopy(shown) }
      throw error
    }
    if global.isDemo { try DemoJournal.removeCopy(shown) }
  }

  private func use(
    _ paths: JournalPaths, isNamed: Bool? = nil, purpose: JournalOpening.Purpose,
    _ body: (OpenedJournal) throws -> Void
  ) throws {
    try unlockByPerson(paths)
    let isNamed = isNamed ?? (global.journal != nil || global.isDemo)
    let opening = JournalOpening(
      paths: paths, isNamed: isNamed, isReadOnly: global.isReadOnly,
      defaultHour: configured?.defaultHour,
      dateOrder: ConfigFile.dateOrder(configured?.dateOrder, Console.variable))
    let journal = try opening.open(purpose)
    if journal.isNew, isNamed, !global.isDemo {
      console.say("Started the journal “\(paths.name)” in \(paths.folder)")
    }
    // The process ends soon after the journal is closed. To take its parts apart before that would cost a short command
    // a twentieth of its time: the database asks Foundation to forget an observer that there never was.
    _ = Unmanaged.passRetained(journal.store)
    do {
      try ClockStyle.$current.withValue(clock(in: journal)) { try body(journal) }
    } catch {
      // A file that is not in its place has its log under a name where no one would look for it.
      if !journal.isInPlace { try journal.close() }
      throw error
    }
    if purpose == .write { expireTrash(of: journal) }
    try journal.close()
  }

  /// What has lain in the trash for long enough goes; a command that writes looks for it once a day.
  private func expireTrash(of journal: OpenedJournal) {
    do {
      try journal.expireTrashIfDue()
    } catch {
      // What was asked for is done and saved; the next command tries again.
      console.say(CommandFailure(error).sentence, .warning)
    }
  }

  /// Finds an entry of the journal, or else one that others share, which is open for the time of `body`.
  func withEntry(
    _ reference: String, of journal: OpenedJournal, inTrash: Bool? = false,
    _ body: (Entry, GuestJournal?) throws -> Void
  ) throws {
    let own: Entry
    do {
      own = try journal.context.entry(reference, inTrash: inTrash)
    } catch let failure as CommandFailure where failure.code == .notFound {
      return try withSharedEntry(reference, of: journal, orElse: failure, body)
    }
    // Outside of the above: what `body` does not find in it is not looked for elsewhere.
    try body(own, nil)
  }

  /// Finds an entry among those that others share.
  ///
  /// - Parameter missing: Thrown where there is none.
  private func withSharedEntry(
    _ reference: String, of journal: OpenedJournal, orElse missing: CommandFailure,
    _ body: (Entry, GuestJournal?) throws -> Void
  ) throws {
    let guests = GuestJournals(journal)
    // The last entry is one of the person's own, in an empty journal, too.
    guard guests.areAny, trimmingSpace(reference).lowercased() != "last" else { throw missing }
    let open = try guests.open()
    do {
      guard let (entry, guest) = try guests.entry(reference, in: open) else { throw missing }
      try body(entry, guest)
    } catch {
      try guests.close(open)
      throw error
    }
    try guests.close(open)
  }

  /// What draws pictures on the terminal.
  func picturePrinter(_ assets: AssetFolder) -> PicturePrinter {
    PicturePrinter(assets: assets, environment: variables, isASCII: !console.isUTF8)
  }

  /// Prints what a command has to say, in one piece.
  func print(_ body: (inout Printout) throws -> Void) throws {
    var output = console.printout
    try body(&output)
    try StandardStreams.write(output.bytes)
  }

  /// Prints what may be longer than the screen, through a pager where a person reads it.
  func printPages(_ body: (inout Printout) throws -> Void) throws {
    let writer = OutputWriter(console)
    try writer.print(body)
    try writer.finish()
  }

  /// Waits while the journal is being encrypted or decrypted: what was given is not given twice.
  @discardableResult
  func waitForConversion() throws -> Bool {
    try LockDesk(paths).waitForConversion {
      console.say("“\(paths.name)” is being encrypted or decrypted. Your words wait until that is done.")
    }
  }

  /// Does something that may come upon a journal which is being encrypted or decrypted; it is done again then, up to twice.
  ///
  /// - Parameter body: Opens the journal, and has done nothing where that fails.
  func patiently(_ body: () throws -> Void) throws {
    for _ in 0..<2 {
      do { return try body() } catch {
        guard !global.isDemo, [.busy, .moved, .locked, .damaged].contains(CommandFailure(error).code),
          try waitForConversion()
        else { throw error }
      }
    }
    try body()
  }

  /// Writes a text down while the journal is locked; false where it is not.
  func captureLocked(_ entry: NewEntry) throws -> Bool {
    guard !global.isDemo, paths.isInVault else { return false }
    try waitForConversion()
    guard paths.isInVault, try LockDesk(paths).isLocked() else { return false }
    let capture = LockedCapture(
      paths, defaultHour: configured?.defaultHour,
      dateOrder: ConfigFile.dateOrder(configured?.dateOrder, Console.variable))
    try capture.write(entry)
    console.say("Written down, sealed. It is in the journal when you unlock it.")
    if wantsJSON { try StandardStreams.write(Answer.object { $0.member("sealed", true) }) }
    return true
  }

  /// Answers in JSON where that is wanted, and prints otherwise.
  func answer(_ json: @autoclosure () throws -> [UInt8], print body: (inout Printout) throws -> Void) throws {
    if wantsJSON { return try StandardStreams.write(try json()) }
    try print(body)
  }

  /// Makes what was read pictures of a new entry, and says what came of all.
  ///
  /// - Parameter named: The name of each picture, where its maker has to show in it.
  func finish(
    _ written: WrittenEntry, with reading: inout PictureReading?, caption: String?, in journal: OpenedJournal,
    named: (() -> RecordName)? = nil
  ) throws {
    guard var pictures = reading else { return try report(written, verb: "saved", in: journal) }
    try finish(written, with: &pictures, caption: caption, in: journal, named: named)
    reading = pictures
  }

  /// - Throws: ``ExitCode/failure`` where a picture was not taken; what was written and said stays.
  func finish(
    _ written: WrittenEntry, with reading: inout PictureReading, caption: String?, in journal: OpenedJournal,
    named: (() -> RecordName)? = nil
  ) throws {
    try reading.attach(to: written.entry, caption: caption, self, journal, named: named)
    try report(written, verb: "saved", in: journal)
    if let taken = reading.taken, taken.takenAt == written.entry.date {
      console.say("dated as \(taken.name) was taken: \(EntryNaming.date(written.entry))")
    }
    if !reading.isComplete { throw ExitCode.failure }
  }

  /// Says what was written down, and answers with it where JSON is wanted.
  func report(_ written: WrittenEntry, verb: String, in journal: OpenedJournal) throws {
    if let category = written.newCategory { console.say("Created the category “\(category.name)”") }
    let entry = written.entry
    let title = entry.title.isEmpty ? EntryNaming.quoted(entry) : entry.title
    console.say("\(verb) \(EntryNaming.shortID(entry.id))  \(EntryNaming.date(entry))  \(title)")
    if global.wantsJSON { try StandardStreams.write(try journal.context.json([entry])) }
  }
}
