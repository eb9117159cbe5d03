import Crypto
package import JournalCore
package import JournalFormats
import JournalStore

/// What an import did, or would do.
package struct ImportReport: Sendable {
  /// An entry of the files that is in the journal with other content, which stayed.
  package struct Conflict: Hashable, Sendable {
    /// The name of the entry's record, in the journal and in the file.
    package var id: RecordName
    /// What a sentence calls the file's entry.
    package var name: String
  }

  var summary = ImportSummary()
  /// Whether nothing was done.
  package var isDryRun = false
  /// Entries of the files whose version in the journal stayed.
  package var conflicts: [Conflict] = []
  /// What a person should know although everything was taken.
  package var notes: [String] = []
  /// Whether bytes are lost that this program had written down before.
  package var isLossy = false
  /// Each file with what it was taken for.
  package var files: [(path: String, format: ImportFormat)] = []

  /// Entries that came.
  package var imported: Int { summary.imported }
  /// Entries that were here already, just so.
  package var same: Int { summary.same }

  /// Adds what another journal took in.
  package mutating func add(_ other: ImportReport) {
    summary.imported += other.summary.imported
    summary.same += other.summary.same
    isDryRun = isDryRun || other.isDryRun
    isLossy = isLossy || other.isLossy
    conflicts += other.conflicts
    notes += other.notes
    files += other.files
  }

  /// Starts with nothing.
  package init() {}

  /// The last line on standard output, which scripts read.
  package var line: String {
    "\(isDryRun ? "would have " : "")imported \(summary.imported), same \(summary.same), conflicting \(conflicts.count)"
  }

  /// `{"ok":…,"dryRun":…,"imported":…,"same":…,"conflicting":[ids]}` and a line end.
  ///
  /// - Parameter journals: what each journal of its own took in, by its name: `"journals":[{"name":…,"imported":…,…}]` behind the sum; nil
  ///   where all is in one.
  package func json(journals: [(name: String, report: ImportReport)]? = nil) -> [UInt8] {
    var json = JSONWriter(escaping: .terminalSafe)
    json.object { json in
      json.member("ok", !isLossy)
      json.member("dryRun", isDryRun)
      addNumbers(to: &json)
      guard let journals else { return }
      json.key("journals")
      json.array { json in
        for (name, report) in journals {
          json.object { json in
            json.member("name", name)
            report.addNumbers(to: &json)
          }
        }
      }
    }
    json.lineFeed()
    return json.bytes
  }

  private func addNumbers(to json: inout JSONWriter) {
    json.member("imported", Int64(summary.imported))
    json.member("same", Int64(summary.same))
    json.member("conflicting", conflicts.map(\.id.rawValue))
  }
}

/// Files to import, all of which were read to their end before a journal is opened for them.
package struct ImportFiles {
  let paths: [String]
  let options: ImportOptions
  let sources: [ImportSource]

  /// Those of the files that jrnl has encrypted, as far as they say so.
  package static func encrypted(among paths: [String]) -> [String] { paths.filter(ImportSource.isEncrypted) }

  /// Reads the files; throws a sentence where one of them cannot be taken.
  ///
  /// - Parameters:
  ///   - now: the date of a text that has none.
  ///   - progress: called now and then with the file that is being read and how far.
  package init(
    _ paths: [String], options: ImportOptions, zone: any LocalZone, now: Instant,
    progress: @escaping (String, FormatProgress) throws -> Void
  ) throws {
    let files = paths.map { ImportFile(path: $0, options: options, journal: "") }
    try self.init(files, options: options, zone: zone, now: now, progress: progress)
  }

  /// The same for files that are not all read alike.
  ///
  /// - Parameter options: What holds for all of them.
  package init(
    _ files: [ImportFile], options: ImportOptions, zone: any LocalZone, now: Instant,
    progress: @escaping (String, FormatProgress) throws -> Void
  ) throws {
    (paths, self.options) = (files.map(\.path), options)
    sources = try files.map { file in
      try ImportSource(path: file.path, options: file.options, zone: zone, now: now) { try progress(file.path, $0) }
    }
  }
}

extension JournalContext {
  /// Takes in files once all of them were checked: what is new comes, what is here stays as it is.
  ///
  /// Text comes in parts, each of them one transaction. An import that ended in between goes on when it is repeated with
  /// the same files, and is taken back as one.
  ///
  /// - Parameters:
  ///   - assets: where the pictures' bytes of archives go.
  ///   - naming: names the records that come.
  ///   - command: what advice begins with, which names the journal where it is not the usual one.
  ///   - progress: called now and then with the file that is being read and how far.
  /// - Throws: ``StoreError``, ``CommandFailure`` where a picture cannot be kept, or the error of `progress`.
  package func importFiles(
    _ files: ImportFiles, assets: AssetFolder, naming: ImportNaming = .plain, command: String = "cloudjournal",
    progress: @escaping (String, FormatProgress) throws -> Void
  ) throws -> ImportReport {
    let (paths, options, sources) = (files.paths, files.options, files.sources)
    var tally = ImportTally()
    var seen = SeenEntries()
    var keeps = false
    let filing = try ImportFiling(store, now: now.instant, naming: naming)
    let writer = ImportWriter(store, ImportRun(fingerprint: Array(SHA256.hash(data: sources.flatMap(\.digest)))))
    // What was read before a mistake is written, as it is where a program ends: the import goes on when it is repeated.
    var isFinished = options.isDryRun
    defer {
      writer.wait()
      if !isFinished {
        // Where the journal cannot be written its log stays as it is, which the next import mends.
        do { try ImportLog(store).shorten() } catch {}
      }
    }
    for source in sources {
      if !options.isDryRun { try source.keepFiles(in: assets) }
      try source.forEachPart(
        source: JournalContext.sourceName(paths), filing: filing, progress: { try progress(source.path, $0) }
      ) {
        var part = naming.named($0)
        keeps = keeps || !part.kept.isEmpty
        if options.isDryRun {
          filing.noteNew(part.categories)
          // Nothing was stored of what stood above.
          let whole = part
          tally.add(seen.remove(from: &part), of: whole)
          tally.add(try store.preview(importing: part), of: part)
        } else {
          for (summary, batch) in try writer.write(ImportPart(part)) { tally.add(summary, of: batch) }
        }
      }
    }
    if !options.isDryRun {
      let (rest, run) = try writer.finish()
      for (summary, batch) in rest { tally.add(summary, of: batch) }
      try store.finishImport(run)
      isFinished = true
    }
    try tally.settleStars(sources, naming)
    var report = tally.report
    report.isDryRun = options.isDryRun
    report.files = sources.map { ($0.path, $0.format) }
    for source in sources {
      let name = paths.count == 1 ? "" : "\(source.path): "
      report.notes += source.problems.map { name + $0.description }
      report.isLossy = report.isLossy || source.problems.contains(where: \.isLoss)
    }
    report.notes += filing.notes
    if options.isDryRun { report.notes += filing.noteOfNew }
    if keeps, !options.isDryRun {
      report.notes.append("What is kept stays on this computer. See it with: \(command) import --kept")
    }
    if report.summary.inTrash > 0 {
      let number = NumberText.counted(report.summary.inTrash, "entry lies", "entries lie")
      report.notes.append(
        "\(number) in the trash here, and stayed there. Restore with: \(command) trash restore ID")
    }
    return report
  }

  /// Moves what the latest import brought to the trash, but for the entries that were changed since.
  ///
  /// - Returns: The number of entries moved, those kept, and how many things it removed that the import put beside entries that were
  ///   here before; nil where there was no import.
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func undoImport() throws -> (moved: Int, kept: [Entry], removedItems: Int)? {
    guard let summary = try store.undoLatestImport() else { return nil }
    let kept = try summary.kept.compactMap { id throws(StoreError) in try store.entry(id) }
    return (summary.imported, kept, summary.removedItems)
  }

  /// Whether there is an import that can be undone.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func hasImport() throws -> Bool { try ImportLog(store).latest() != nil }

  /// What the list of imports calls it.
  private static func sourceName(_ paths: [String]) -> String {
    let names = paths.map { path in
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? path } ?? path
    }
    return names.count == 1 ? names[0] : "\(names[0]) and \(names.count - 1) more"
  }
}

/// Adds up what the parts of an import did.
private struct ImportTally {
  var summary = ImportSummary()
  private var conflicts: [ImportReport.Conflict] = []
  private var conflicting: Set<RecordName> = []
  /// Those of them that only lack the star that they have here.
  private var unstarred: Set<RecordName> = []

  mutating func add(_ part: ImportSummary, of batch: ImportBatch) {
    summary.imported += part.imported
    summary.same += part.same
    summary.inTrash += part.inTrash
    guard !part.conflicting.isEmpty else { return }
    var names: [RecordName: String] = [:]
    let wanted = Set(part.conflicting)
    for entry in batch.entries where wanted.contains(entry.id) { names[entry.id] = EntryNaming.quoted(entry) }
    for id in part.conflicting {
      // The same once more, which is how jrnl sees it, too.
      guard conflicting.insert(id).inserted else {
        summary.same += 1
        continue
      }
      conflicts.append(ImportReport.Conflict(id: id, name: names[id] ?? id.rawValue))
    }
    unstarred.formUnion(part.unstarred)
  }

  /// An entry that stands in a file twice, with a star and without, is one with a star: it is no conflict.
  mutating func settleStars(_ sources: [ImportSource], _ naming: ImportNaming) throws {
    guard !unstarred.isEmpty else { return }
    var starred: Set<RecordName> = []
    for source in sources {
      try source.forEachEntry { filed in
        let name = naming.name(filed.entry.id)
        if filed.entry.isFavorite, unstarred.contains(name) { starred.insert(name) }
      }
    }
    let all = conflicts.count
    conflicts.removeAll { starred.contains($0.id) }
    summary.same += all - conflicts.count
  }

  var report: ImportReport {
    var report = ImportReport()
    report.summary = summary
    report.summary.conflicting = conflicts.map(\.id)
    report.conflicts = conflicts
    return report
  }
}

/// The entries that a dry run met, which nothing was stored of.
private struct SeenEntries {
  private var contents: [RecordName: Int] = [:]

  /// Takes those out of a part that were met before.
  ///
  /// - Returns: How they count: what differs in the star alone is the same.
  mutating func remove(from part: inout ImportBatch) -> ImportSummary {
    var summary = ImportSummary()
    part.entries.removeAll { entry in
      let content = SeenEntries.content(entry)
      guard let before = contents[entry.id] else {
        contents[entry.id] = content
        return false
      }
      if before == content { summary.same += 1 } else { summary.conflicting.append(entry.id) }
      return true
    }
    return summary
  }

  private static func content(_ entry: Entry) -> Int {
    var entry = entry
    (entry.isFavorite, entry.modifiedAt, entry.trashedAt) = (false, .earliest, nil)
    return entry.hashValue
  }
}
