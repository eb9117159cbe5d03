import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import what jrnl, Day One, Obsidian, Joplin or “export” wrote.",
    discussion: """
      All files are checked before anything is imported. Text without any date is refused, unless --from jrnl says \
      that it is one entry dated now. An entry that is here already stays as it is: importing \
      a file again changes nothing, and entries with other content are named as conflicting. So an import that was \
      stopped continues when it is repeated, and --undo undoes all of it, but for entries changed since. The last line of the answer is \
      “imported N, same N, conflicting N”, after “would have” with --dry-run.

      What it takes:

      \(ImportFormat.all.map { "  \($0.names.joined(separator: ", ")): \($0.help)" }.joined(separator: "\n"))

        cloudjournal import --from jrnl ~/.local/share/jrnl/journal.txt
        cloudjournal import --dry-run backup.zip
        cloudjournal import --from dayone Export.zip
        cloudjournal import --from joplin export.jex
        cloudjournal import ~/.config/jrnl/jrnl.yaml
        cloudjournal import notes/
        cloudjournal import --undo

      What has no place in an entry, such as recordings, PDFs and places of Day One, is kept beside it on this computer: \
      --kept lists it, and with -o writes it into a new folder.

        cloudjournal import --kept -o from-day-one/
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @Option(
    help: ArgumentHelp(
      "What the files are. Default: told by their first bytes.", valueName: "format"))
  var from: ImportFormat?

  @Option(
    name: [.customLong("timeformat"), .customLong("time-format")],
    help: ArgumentHelp("jrnl’s setting of that name, such as “%d.%m.%Y %H:%M”.", valueName: "format"))
  var timeformat: String?

  @Option(help: ArgumentHelp("jrnl’s tagsymbols, such as “@#”.", valueName: "signs"))
  var tagSymbols: String?

  @Flag(help: "Read the password of journals that jrnl has encrypted from standard input: its first line.")
  var passwordStdin = false

  @Flag(
    help:
      "Take each file, each journal of a zip of Day One and each of jrnl’s configuration into a journal of its own, under its name."
  )
  var journalPerFile = false

  @Flag(help: "Say what would be done, and change nothing.")
  var dryRun = false

  @Flag(help: "Move what the latest import brought to the trash, but for entries that were changed since.")
  var undo = false

  @Flag(help: "List what imports brought that has no place in an entry, and change nothing.")
  var kept = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("With --kept: a new folder to write it into.", valueName: "path"), completion: .directory)
  var output: String?

  @Argument(help: "The files, or folders of Markdown; - is standard input.", completion: .file())
  var files: [String] = []

  func validate() throws {
    if undo, !files.isEmpty { throw ValidationError("--undo takes no files") }
    if kept, undo || !files.isEmpty { throw ValidationError("--kept stands alone, or with -o") }
    if output != nil, !kept { throw ValidationError("-o belongs to --kept; to write entries use “export”") }
    if !undo, !kept, files.isEmpty { throw ValidationError("Name at least one file to import") }
    if dryRun, undo || kept { throw ValidationError("--dry-run goes with files to import") }
    if journalPerFile, undo || kept { throw ValidationError("--journal-per-file goes with files to import") }
    if passwordStdin, files.contains("-") {
      throw ValidationError("Standard input is the password with --password-stdin: name the file")
    }
  }

  func run() throws {
    let session = try CommandSession(global)
    guard !undo, !kept else { return try naming(session) { undo ? try takeBack(session) : try showKept(session) } }
    var options = ImportOptions()
    (options.format, options.isDryRun) = (from, dryRun)
    (options.timeFormat, options.tagSymbols) = (timeformat, tagSymbols)
    let console = session.console
    let all = try ImportFile.all(files, options, isApart: journalPerFile, home: session.paths.home) {
      console.say($0, .warning)
    }
    if passwordStdin {
      options.password = try console.password(fromStandardInput: true, for: "")
    } else if let first = ImportFiles.encrypted(among: all.map(\.path)).first, console.canAsk {
      options.password = try console.password(fromStandardInput: false, for: first)
    }
    defer { console.endProgress() }
    let show = { (file: String, progress: FormatProgress) in
      console.progress("reading \(file): \(NumberText.percent(Int(progress.fraction * 100)))")
    }
    // All names before anything is read, and all files before a journal is opened: what cannot be taken starts none.
    let sessions = try journalPerFile ? all.map { try self.session(for: $0.journal, session) } : [session]
    let checked = try (journalPerFile ? all.map { [$0] } : [all]).map { files in
      let files = files.map { file in
        var file = file
        file.options.password = options.password
        return file
      }
      return try ImportFiles(files, options: options, zone: ProcessZone(), now: World.now(), progress: show)
    }
    var sum = ImportReport()
    var journals: [(name: String, report: ImportReport)] = []
    for (own, files) in zip(sessions, checked) {
      let report = try take(files, in: own, usual: session.paths.name, console, show)
      sum.add(report)
      if let place = journals.firstIndex(where: { $0.name == own.paths.name }) {
        journals[place].report.add(report)
      } else {
        journals.append((own.paths.name, report))
      }
    }
    if dryRun { console.say("Nothing was changed: this was a dry run.") }
    if journalPerFile, !dryRun {
      for (name, report) in journals where report.imported > 0 && name != session.paths.name {
        console.say("Undo it with: \(CommandLineText.command(journal: name)) import --undo")
      }
    }
    try session.answer(sum.json(journals: journalPerFile ? journals : nil)) { $0.line(sum.line) }
    if sum.isLossy { throw ExitCode.failure }
  }

  private func showKept(_ session: CommandSession) throws {
    try session.withJournal(.read) { journal in
      let listing = KeptListing(session: session, journal: journal)
      if let output { try listing.write(to: output) } else { try listing.list() }
    }
  }

  /// Where the usual journal was never made the journals with imports are named, as `--journal-per-file` makes some.
  private func naming(_ session: CommandSession, _ body: () throws -> Void) throws {
    let isMissing = global.journal == nil && !session.global.isDemo && !session.isThere
    let others = isMissing ? try session.journalsWithImports() : []
    guard let first = others.first else { return try body() }
    let names = others.map { "“\($0)”" }.joined(separator: ", ")
    let flag = undo ? "--undo" : "--kept"
    throw CommandFailure(
      .notFound,
      "There is no journal “\(session.paths.name)” yet. Journals with imports: \(names). "
        + "Name one: \(CommandLineText.command(journal: first)) import \(flag)")
  }

  /// A journal of a name of its own; jrnl's usual one is the one that is used here.
  private func session(for journal: String, _ usual: CommandSession) throws -> CommandSession {
    guard global.journal == nil else {
      throw CommandFailure.usage("--journal-per-file makes journals of its own: leave --journal out.")
    }
    guard !journal.contains("/") else {
      throw CommandFailure.usage("“\(journal)” cannot be a journal’s name, which has no slash. Nothing was imported.")
    }
    guard journal != JrnlConfig.defaultName else { return usual }
    var settings = global.settings
    settings.journal = journal
    return try CommandSession(settings)
  }

  private func take(
    _ files: ImportFiles, in session: CommandSession, usual: String, _ console: Console,
    _ show: @escaping (String, FormatProgress) throws -> Void
  ) throws -> ImportReport {
    var taken = ImportReport()
    let open = dryRun ? session.withJournalAsItIs : { try session.withJournal(.write, $0) }
    try open { journal in
      let isOwn = session.paths.name != usual || global.journal != nil
      let report = try journal.context.importFiles(
        files, assets: journal.assets, naming: ImportNaming(journal),
        command: CommandLineText.command(journal: isOwn ? session.paths.name : nil), progress: show)
      console.endProgress()
      if journalPerFile { console.say("\(session.paths.name): \(report.line)") }
      for file in report.files where from == nil { console.say("\(file.path) is \(file.format.title)") }
      for note in report.notes { console.say(note) }
      for conflict in report.conflicts {
        console.say("conflicting, left as it is here: \(conflict.id.rawValue)  \(conflict.name)")
      }
      taken = report
    }
    return taken
  }

  private func takeBack(_ session: CommandSession) throws {
    try session.withJournal(.maintain) { journal in
      guard let outcome = try journal.context.undoImport() else {
        throw CommandFailure(.notFound, "There is no import to undo.")
      }
      session.console.say(
        "moved \(NumberText.counted(outcome.moved, "entry", "entries")) of the latest import to the trash")
      if outcome.removedItems > 0 {
        let number = NumberText.counted(outcome.removedItems, "kept thing", "kept things")
        session.console.say("removed \(number) that it had put beside entries that were here before")
      }
      for entry in outcome.kept {
        session.console.say(
          "kept, since it was changed after the import: \(EntryNaming.shortID(entry.id))  \(EntryNaming.quoted(entry))")
      }
      guard global.json else { return }
      try StandardStreams.write(
        Answer.object { json in
          json.member("trashed", Int64(outcome.moved))
          json.member("kept", outcome.kept.map(\.id.rawValue))
          json.member("removedItems", Int64(outcome.removedItems))
        })
    }
  }
}

extension ImportFormat: ExpressibleByArgument {
  /// The format that `--from` names.
  init?(argument: String) { self.init(named: argument) }

  /// The names, for messages and completions.
  static var allValueStrings: [String] { all.flatMap(\.names) }

  /// The names, offered by the shell.
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
