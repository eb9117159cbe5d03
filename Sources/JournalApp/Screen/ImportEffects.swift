import JournalCore
import JournalFormats
import JournalStore
import JournalUI

extension EffectRunner {
  /// Takes in what lies under a path, as `cloudjournal import` does.
  ///
  /// - Parameters:
  ///   - typed: A file or a folder; `~` is the home folder.
  ///   - progress: Called with 0 to 100, once for each number at most.
  /// - Throws: A sentence where the files cannot be taken, ``StoreError`` where the journal cannot be written.
  func importFiles(at typed: String, progress: @escaping (Int) -> Void) throws -> ImportOutcome {
    let path = HomeFolder(paths.home).resolved(typed)
    guard path != "-" else { throw InvalidInput("Name a file: the screen has no standard input to read.") }
    guard ImportFiles.encrypted(among: [path]).isEmpty else {
      throw InvalidInput("jrnl has encrypted this file. Its password is asked for by: cloudjournal import \(typed)")
    }
    // Reading checks the whole file before anything is written: a half each.
    var told = -1
    func tell(_ percent: Int) {
      guard percent > told else { return }
      told = percent
      progress(percent)
    }
    let context = self.context
    let files = try ImportFiles([path], options: ImportOptions(), zone: zone, now: context.now.instant) { _, done in
      tell(Int(done.fraction * 50))
    }
    let journal = OpenedJournal(paths: paths, store: store, context: context, isNew: false, assets: pictures.assets)
    let report = try context.importFiles(files, assets: pictures.assets, naming: ImportNaming(journal)) { _, done in
      tell(50 + Int(done.fraction * 50))
    }
    return ImportOutcome(
      path: typed, imported: report.imported, same: report.same, conflicting: report.conflicts.count,
      notes: report.notes)
  }
}
