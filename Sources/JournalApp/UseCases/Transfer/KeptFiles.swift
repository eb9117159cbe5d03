package import JournalCore
import JournalFormats
import JournalStore

/// What imports brought and keep beside entries: shown, and written into a folder.
package struct KeptFiles {
  private let context: JournalContext
  private let assets: AssetFolder

  package init(_ context: JournalContext, assets: AssetFolder) { (self.context, self.assets) = (context, assets) }

  /// All of it with its entries, in the order in which it came.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read; the error of `body`.
  package func forEach(_ body: (KeptItem, Entry) throws -> Void) throws {
    var latest: Entry?
    try KeptItems(context.store).forEach { item in
      if latest?.id != item.entry { latest = try context.store.entry(item.entry) }
      if let latest { try body(item, latest) }
    }
  }

  /// What was written into a folder.
  package struct Outcome: Hashable, Sendable {
    /// How many files.
    package var written = 0
    /// The names of those whose bytes are missing or damaged.
    package var lost: [String] = []

    /// `{"ok":…,"written":…,"lost":[…]}` and a line end.
    package func json() -> [UInt8] {
      var json = JSONWriter(escaping: .terminalSafe)
      json.object { json in
        json.member("ok", lost.isEmpty)
        json.member("written", Int64(written))
        json.member("lost", lost)
      }
      json.lineFeed()
      return json.bytes
    }
  }

  /// Writes all of it into a new folder, with a folder for each entry; nothing of it is seen before all of it is there, and nothing
  /// stays where that fails.
  ///
  /// - Throws: ``CommandFailure`` where the folder is there already, lies in a journal or cannot be written; ``StoreError``.
  package func write(to path: String) throws -> Outcome {
    guard !path.isEmpty, path != "-" else {
      throw CommandFailure.usage("Name the folder: each thing is a file of its own.")
    }
    try OutputPlace.forbidJournals(folder: path)
    return try StopSignals.guarding {
      let part = try PartFolder(for: path)
      do {
        let outcome = try write(into: part.path)
        if outcome.written == 0 { try part.abandon() } else { try part.finish() }
        return outcome
      } catch {
        // What cannot be removed either is named by the error that led here; the next run removes it.
        do { try part.abandon() } catch {}
        throw error
      }
    }
  }

  private func write(into path: String) throws -> Outcome {
    var outcome = Outcome()
    var folders: [RecordName: String] = [:]
    var taken: Set<String> = []
    var names: [String: Int] = [:]
    try forEach { item, entry in
      try StopSignals.check()
      let folder = folders[entry.id] ?? MarkdownExporter.folderName(entry, taken: &taken)
      folders[entry.id] = folder
      if let asset = item.asset, try assets.state(of: asset) != .sound { return outcome.lost.append(item.name) }
      try FolderMaker.make("\(path)/\(folder)")
      let name = KeptFiles.freeName(item.name, in: folder, &names)
      let file = try OutputFile(path: "\(path)/\(folder)/\(name)", replaces: false)
      if let asset = item.asset {
        try assets.forEachPiece(of: asset) { try file.write(Array($0)) }
      } else {
        try file.write(Array(item.details.utf8))
      }
      try file.finish()
      outcome.written += 1
    }
    return outcome
  }

  /// A name that no other file of the folder has; two recordings may be called the same.
  private static func freeName(_ name: String, in folder: String, _ taken: inout [String: Int]) -> String {
    let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
    let first = "\(folder)/\(name.lowercased())"
    guard var number = taken[first] else {
      taken[first] = 1
      return name
    }
    while true {
      number += 1
      let free = "\(name[..<dot])-\(number)\(name[dot...])"
      let key = "\(folder)/\(free.lowercased())"
      if taken[key] == nil {
        (taken[first], taken[key]) = (number, 1)
        return free
      }
    }
  }
}

extension KeptItem {
  /// What it is, in words.
  package var kindWords: String {
    switch kind {
    case .audio: "recording"
    case .video: "video"
    case .pdf: "PDF"
    case .file: "file"
    case .details: "details"
    }
  }
}
