import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

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
    help: ArgumentHelp("One of: \(ExportKind.help).", valueName: "format"),
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
        "“\(format)” is not a format to export. Formats are: \(ExportKind.help).")
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
      if report.isLossy { throw ExitCode.failure }
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
