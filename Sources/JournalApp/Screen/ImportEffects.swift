import Glibc
import JournalCore
import JournalFormats
import JournalStore
import JournalUI
import SystemKit

/// The journal was left while files were being taken in.
struct ImportStopped: Error, CustomStringConvertible {
  var description: String { "The journal was closed meanwhile. Import it again: it goes on where it ended." }
}

extension EffectRunner {
  /// Takes in what lies under a path, as `cloudjournal import` does.
  ///
  /// - Parameters:
  ///   - typed: A file or a folder; `~` is the home folder.
  ///   - progress: Called now and then, with 0 to 100 once for each number at most; what it throws ends the import.
  /// - Throws: A sentence where the files cannot be taken, ``StoreError`` where the journal cannot be written.
  func importFiles(at typed: String, progress: @escaping (Int?) throws -> Void) throws -> ImportOutcome {
    let path = HomeFolder(paths.home).resolved(typed)
    try EffectRunner.requireFile(path)
    guard ImportFiles.encrypted(among: [path]).isEmpty else {
      throw InvalidInput(
        "jrnl has encrypted this file, and only the shell asks for its password: here trying again cannot help. "
          + "Leave it, and type there: "
          + "cloudjournal --journal \(ShellWord.quoted(paths.name)) import \(ShellWord.quoted(path))")
    }
    // Text is read twice, which its own progress knows; of archives only the reading takes long.
    var told = -1
    func tell(_ done: FormatProgress) throws {
      let percent = Int(done.fraction * 100)
      guard percent > told else { return try progress(nil) }
      told = percent
      try progress(percent)
    }
    let context = self.context
    let files = try read(path, now: context.now.instant) { try tell($1) }
    let journal = OpenedJournal(paths: paths, store: store, context: context, isNew: false, assets: pictures.assets)
    let report = try context.importFiles(files, assets: pictures.assets, naming: ImportNaming(journal)) { try tell($1) }
    return ImportOutcome(
      path: typed, imported: report.imported, same: report.same, conflicting: report.conflicts.count,
      notes: report.notes)
  }

  /// Reads the files; a folder that is no export of ours is one of notes.
  private func read(
    _ path: String, now: Instant, _ progress: @escaping (String, FormatProgress) throws -> Void
  ) throws -> ImportFiles {
    var options = ImportOptions()
    do {
      return try ImportFiles([path], options: options, zone: zone, now: now, progress: progress)
    } catch let failure as CommandFailure {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, let notes = ImportFormat(named: "notes")
      else {
        throw EffectRunner.withoutOptions(failure)
      }
      options.format = notes
      do {
        return try ImportFiles([path], options: options, zone: zone, now: now, progress: progress)
      } catch let failure as CommandFailure {
        throw EffectRunner.withoutOptions(failure)
      }
    }
  }

  /// What names options of the command line, with the command in which they stand.
  private static func withoutOptions(_ failure: CommandFailure) -> CommandFailure {
    guard failure.sentence.contains("--from") else { return failure }
    return CommandFailure(
      failure.code, failure.sentence + " That option is one of “cloudjournal import”, in a terminal.")
  }

  /// Refuses what may never end, such as a pipe or the terminal.
  private static func requireFile(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { throw InvalidInput("There is no file or folder \(path).") }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR else { throw InvalidInput("\(path) is neither a file nor a folder.") }
  }
}

extension ImportOutcome {
  /// What the shell is told where the screen is closed by then.
  var sentence: String {
    "\(NumberText.counted(imported, "entry", "entries")) imported from \(path), \(NumberText.grouped(same)) here already, "
      + "\(NumberText.grouped(conflicting)) differ here and stayed."
  }
}
