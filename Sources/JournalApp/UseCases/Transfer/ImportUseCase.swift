package import JournalCore
package import JournalFormats
import JournalStore

/// What an import did, or would do.
package struct ImportReport: Sendable {
  var summary = ImportSummary()
  /// Entries of the files that are in the journal with other content, which stayed.
  package var conflicts: [Entry] = []
  /// What a person should know although everything was taken.
  package var notes: [String] = []
  /// Each file with what it was taken for.
  package var files: [(path: String, format: ImportOptions.Format)] = []

  /// The last line on standard output, which scripts read.
  package var line: String {
    "imported \(summary.imported), same \(summary.same), conflicting \(summary.conflicting.count)"
  }

  /// `{"ok":true,"imported":…,"same":…,"conflicting":[ids]}` and a line end.
  package func json() -> [UInt8] {
    Answer.object { json in
      json.member("imported", Int64(summary.imported))
      json.member("same", Int64(summary.same))
      json.member("conflicting", summary.conflicting.map(\.rawValue))
    }
  }
}

extension JournalContext {
  /// Takes in files, all of them in one transaction or none: what is new comes, what is here stays as it is.
  ///
  /// - Parameters:
  ///   - assets: where the pictures' bytes of archives go.
  ///   - progress: called now and then with the file that is being read and how far.
  package func importFiles(
    _ paths: [String], options: ImportOptions, assets: AssetFolder,
    progress: @escaping (String, FormatProgress) throws -> Void
  ) throws -> ImportReport {
    let sources = try paths.map { path in
      try ImportSource(path: path, options: options, zone: zone, now: now.instant) { try progress(path, $0) }
    }
    var report = ImportReport()
    report.files = sources.map { ($0.path, $0.format) }
    var merger = ImportMerger()
    for source in sources {
      let name = paths.count == 1 ? "" : "\(source.path): "
      report.notes += source.journal.problems.map { name + $0.description }
      merger.add(source.journal)
    }
    let batch = merger.batch(source: JournalContext.sourceName(paths))
    if options.isDryRun {
      report.summary = try store.preview(importing: batch)
    } else {
      for source in sources { try source.forEachAsset { try assets.write($1, name: $0) } }
      report.summary = try store.importRecords(batch)
    }
    if report.summary.inTrash > 0 {
      let number = NumberText.counted(report.summary.inTrash, "entry lies", "entries lie")
      report.notes.append(
        "\(number) in the trash here, and stayed there. Take back with: cloudjournal trash restore ID")
    }
    report.conflicts = merger.entries(report.summary.conflicting) + merger.conflicts
    report.summary.conflicting += merger.conflicts.map(\.id)
    report.summary.same += merger.repeated
    return report
  }

  /// Moves what the latest import brought to the trash; the number of entries, or nil where there was no import.
  package func undoImport() throws -> Int? { try store.undoLatestImport()?.imported }

  /// What the list of imports calls it.
  private static func sourceName(_ paths: [String]) -> String {
    let names = paths.map { path in
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? path } ?? path
    }
    return names.count == 1 ? names[0] : "\(names[0]) and \(names.count - 1) more"
  }
}

/// Makes one batch of several files, which may hold the same entries.
private struct ImportMerger {
  private var journal = ImportedJournal()
  private var positions: [RecordName: Int] = [:]
  /// Entries that came a second time, word for word.
  private(set) var repeated = 0
  /// Entries that came a second time with other content.
  private(set) var conflicts: [Entry] = []

  mutating func add(_ other: ImportedJournal) {
    repeated += other.repeated
    for entry in other.entries {
      guard let position = positions[entry.id] else {
        positions[entry.id] = journal.entries.count
        journal.entries.append(entry)
        continue
      }
      var present = journal.entries[position]
      present.trashedAt = entry.trashedAt
      if EntryChanges.between(present, entry).isEmpty { repeated += 1 } else { conflicts.append(entry) }
    }
    journal.categories += other.categories
    journal.images += other.images
    journal.history += other.history
  }

  func entries(_ ids: [RecordName]) -> [Entry] { ids.compactMap { id in positions[id].map { journal.entries[$0] } } }

  func batch(source: String) -> ImportBatch {
    ImportBatch(
      source: source, entries: journal.entries, categories: journal.categories, images: journal.images,
      history: journal.history)
  }
}
