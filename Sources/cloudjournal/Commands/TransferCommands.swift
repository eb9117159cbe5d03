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

      \(ImportFormat.all.map { "  \($0.name): \($0.help)" }.joined(separator: "\n"))

        cloudjournal import --from jrnl ~/.local/share/jrnl/journal.txt
        cloudjournal import --dry-run backup.zip
        cloudjournal import --from dayone Export.zip
        cloudjournal import --from joplin export.jex
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
    if passwordStdin, files.contains("-") {
      throw ValidationError("Standard input is the password with --password-stdin: name the file")
    }
  }

  func run() throws {
    let session = try CommandSession(global)
    guard !undo else { return try takeBack(session) }
    guard !kept else {
      return try session.withJournal(.read) { journal in
        let listing = KeptListing(session: session, journal: journal)
        if let output { try listing.write(to: output) } else { try listing.list() }
      }
    }
    var options = ImportOptions()
    (options.format, options.isDryRun) = (from, dryRun)
    (options.timeFormat, options.tagSymbols) = (timeformat, tagSymbols)
    let console = session.console
    if passwordStdin {
      options.password = try console.password(fromStandardInput: true, for: "")
    } else if let first = ImportFiles.encrypted(among: files).first, console.canAsk {
      options.password = try console.password(fromStandardInput: false, for: first)
    }
    defer { console.endProgress() }
    let show = { (file: String, progress: FormatProgress) in
      console.progress("reading \(file): \(NumberText.percent(Int(progress.fraction * 100)))")
    }
    // Before the journal is opened: what cannot be taken starts no journal.
    let checked = try ImportFiles(
      files, options: options, zone: ProcessZone(), now: World.now(), progress: show)
    let open = dryRun ? session.withJournalAsItIs : { try session.withJournal(.write, $0) }
    try open { journal in
      let report = try journal.context.importFiles(
        checked, assets: journal.assets, naming: ImportNaming(journal), progress: show)
      console.endProgress()
      for file in report.files where from == nil { console.say("\(file.path) is \(file.format.title)") }
      for note in report.notes { console.say(note) }
      for conflict in report.conflicts {
        console.say("conflicting, left as it is here: \(conflict.id.rawValue)  \(conflict.name)")
      }
      if dryRun { console.say("Nothing was changed: this was a dry run.") }
      try session.answer(report.json()) { $0.line(report.line) }
    }
  }

  private func takeBack(_ session: CommandSession) throws {
    try session.withJournal(.write) { journal in
      guard let outcome = try journal.context.undoImport() else {
        throw CommandFailure(.notFound, "There is no import to undo.")
      }
      session.console.say(
        "moved \(NumberText.counted(outcome.moved, "entry", "entries")) of the latest import to the trash")
      for entry in outcome.kept {
        session.console.say(
          "kept, since it was changed after the import: \(EntryNaming.shortID(entry.id))  \(EntryNaming.quoted(entry))")
      }
      guard global.json else { return }
      try StandardStreams.write(
        Answer.object { json in
          json.member("trashed", Int64(outcome.moved))
          json.member("kept", outcome.kept.map(\.id.rawValue))
        })
    }
  }
}

extension ImportFormat: ExpressibleByArgument {
  /// The format that `--from` names.
  init?(argument: String) { self.init(named: argument) }

  /// The names, for messages and completions.
  static var allValueStrings: [String] { all.map(\.name) }

  /// The names, offered by the shell.
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write entries to a file.",
    discussion: """
      An archive (zip) holds every field, categories, pictures and history, and can be imported as it was; jrnl text is read \
      by jrnl and by “import”; md is Markdown with front matter, one file per entry where the path is a folder; json is \
      for scripts; jrnl-json is what jrnl writes as JSON. “import” reads all of them. html is one page to read and to print, by month \
      and day, with the pictures in it, and pdf the same page through weasyprint, wkhtmltopdf or Chromium, where one of them is installed; yaml is one document for other programs; dayone is the zip that Day One imports as \
      JSON. The file appears complete or not at all, and only you can read it.

        cloudjournal export --format archive -o journal.zip
        cloudjournal export --format jrnl -o - -from 2026-01
        cloudjournal export --format md -o notes/ -starred
        cloudjournal export --format html -o 2026.html -year 2026

      --shared writes what others share with you in the place of your own entries, one person after the other.
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @Option(
    help: ArgumentHelp("One of: \(ExportKind.names.joined(separator: ", ")).", valueName: "format"),
    completion: .list(ExportKind.names))
  var format: String = "jrnl"

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file; - is standard output.", valueName: "path"), completion: .file())
  var output: String = "-"

  @Flag(
    help:
      "Replace a file that is there, or files of the same names in a folder; what a link leads to, and not the link.")
  var force = false

  @Flag(help: "First fetch pictures that only the server has.")
  var allImages = false

  @Flag(help: "Write what others share with you.")
  var shared = false

  @OptionGroup(title: "Filters") var filters: FilterOptions

  func validate() throws {
    if shared, allImages {
      throw ValidationError(
        "--all-images fetches pictures of your own; “cloudjournal sync --all-images” fetches those that others share")
    }
  }

  func run() throws {
    guard let kind = ExportKind(name: format) else {
      throw CommandFailure.usage(
        "“\(format)” is not a format to export. Formats are: \(ExportKind.names.joined(separator: ", ")).")
    }
    let session = try CommandSession(global)
    let target = try ExportTarget(path: output, kind: kind, home: session.paths.home, replaces: force)
    if target == .standardOutput, kind.isBinary, session.console.isOutputTerminal {
      throw CommandFailure.usage("A zip or a PDF is not for a terminal: name a file with -o.")
    }
    try session.withJournal(.read) { journal in
      if allImages, let missing = try session.bring(nil, of: journal) { session.console.say(missing, .warning) }
      let report =
        try shared
        ? exportShared(in: journal, as: kind, to: target) : write([journal], as: kind, to: target, by: journal)
      let place = target == .standardOutput ? "" : " to \(output)"
      let pictures = report.pictures == 0 ? "" : ", \(NumberText.counted(report.pictures, "picture", "pictures"))"
      session.console.say("exported \(NumberText.counted(report.entries, "entry", "entries"))\(pictures)\(place)")
      for note in report.notes { session.console.say(note, .warning) }
      if session.paths.isInVault, target != .standardOutput {
        session.console.say("What was exported is not encrypted.")
      }
    }
  }

  private func exportShared(
    in journal: OpenedJournal, as kind: ExportKind, to target: ExportTarget
  ) throws -> ExportReport {
    let guests = GuestJournals(journal)
    let open = try guests.open(isReadOnly: true)
    guard !open.isEmpty else { throw CommandFailure(.notFound, "Others share nothing with you. Nothing was written.") }
    do {
      let report = try write(open.map(\.journal), as: kind, to: target, by: journal)
      try guests.close(open)
      return report
    } catch {
      try guests.close(open)
      throw error
    }
  }

  /// - Parameter journal: Whose clock says when that was.
  private func write(
    _ journals: [OpenedJournal], as kind: ExportKind, to target: ExportTarget, by journal: OpenedJournal
  ) throws -> ExportReport {
    let filter = filters.filter()
    let sources = try journals.map { journal in
      var selection = ExportSelection.everything
      if !filter.isEmpty || filters.limit != nil {
        selection = .listing(ListingRequest(filter: try journal.context.resolved(filter), limit: filters.limit))
      }
      return ExportSource(journal.context, assets: journal.assets, selection)
    }
    let title = shared ? "Shared with me" : journal.paths.name
    return try EntryExport(sources, title: title).write(as: kind, to: target, at: World.now())
  }
}

struct BackupCommand: MaintainingCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the whole journal into one file.",
    discussion: """
      The copy is complete even while others write. Its path goes to standard output. To use it, put it in a folder as \
      journal.sqlite and give that folder to --journal. Pictures are not in it; an archive has them.
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The file, which must not be there yet; without it the journal’s folder of backups.", valueName: "path"),
    completion: .file())
  var output: String?

  func run(_ session: CommandSession, in journal: OpenedJournal) throws {
    let path = try journal.backUp(to: output)
    try session.answer(Answer.object { $0.member("path", path) }) { $0.line(path) }
    if let left = try journal.leftOutOfBackup() { session.console.say(left, .warning) }
  }
}
