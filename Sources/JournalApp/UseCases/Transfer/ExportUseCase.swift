import Glibc
package import JournalCore
import JournalFormats
import JournalStore
import TerminalKit

/// Which entries are exported.
package enum ExportSelection: Hashable, Sendable {
  /// All of them; an archive takes those in the trash along.
  case everything
  case listing(ListingRequest)
  case entries([RecordName])
}

/// What an export has written.
package struct ExportReport: Hashable, Sendable {
  /// Entries that were written.
  package var entries = 0
  /// Files of pictures that it holds.
  package var pictures = 0
  /// Pictures whose bytes are not on this computer, or are damaged, and so are not in it.
  package var missing: [EntryImage] = []
  /// Pictures that this format has no place for.
  package var leftOut = 0

  package init(entries: Int = 0) { self.entries = entries }

  /// What a person should know although everything was written that could be, sentence by sentence.
  package var notes: [String] {
    var notes: [String] = []
    if !missing.isEmpty {
      let number = NumberText.counted(missing.count, "picture is", "pictures are")
      let names = missing.prefix(3).map { PictureLines.name($0) }.joined(separator: ", ")
      let more = missing.count > 3 ? " and \(NumberText.grouped(missing.count - 3)) more" : ""
      notes.append(
        "\(number) not in it, because the bytes are not on this computer: \(names)\(more). Bring them here with "
          + "“cloudjournal sync --all-images”, and export again.")
    }
    if leftOut > 0 {
      let number = NumberText.counted(leftOut, "picture is", "pictures are")
      notes.append("\(number) not in it: an archive, or Markdown into a folder, takes pictures along.")
    }
    return notes
  }
}

extension JournalContext {
  /// Writes entries to a file, a folder or standard output, oldest first.
  ///
  /// A file appears complete or not at all, mode 0600. Archives hold every field, categories, pictures and history of
  /// the entries; the other formats what they have room for.
  ///
  /// - Throws: ``StoreError``, ``ExportError``, or ``CommandFailure`` where the target cannot be written.
  package func export(
    _ selection: ExportSelection, as kind: ExportKind, to target: ExportTarget, assets: AssetFolder
  ) throws -> ExportReport {
    if case .folder(let path) = target { return try exportFolder(selection, assets: assets, path: path) }
    let sink = try ExportSink(target)
    if kind == .archive {
      let report = try exportArchive(selection, assets: assets, to: sink)
      try sink.finish()
      return report
    }
    let count: Int
    switch kind {
    case .archive: return ExportReport()
    case .json: count = try exportJSON(selection, to: sink)
    case .jrnlJSON: count = try exportJrnlJSON(selection, to: sink)
    case .jrnl:
      let exporter = JrnlExporter()
      count = try exportText(selection, to: sink) { exporter.append($0, to: &$1) }
    case .markdown:
      let names = try categoryNames()
      count = try exportText(selection, to: sink) { entry, bytes in
        let name = names[entry.category]
        bytes += (MarkdownExporter.string(entry, categoryName: name) + "\n\n").utf8
      }
    }
    try sink.finish()
    var report = ExportReport(entries: count)
    // JSON says which pictures an entry has.
    if kind != .json { report.leftOut = try pictureCount(of: selection) }
    return report
  }

  private func pictureCount(of selection: ExportSelection) throws -> Int {
    var count = 0
    switch selection {
    case .everything: _ = try forEachRow(ListingRequest(scope: .all)) { for row in $0 { count += row.imageCount } }
    case .listing(let request): _ = try forEachRow(request) { for row in $0 { count += row.imageCount } }
    case .entries(let ids): for id in ids { count += try store.images(of: id).count }
    }
    return count
  }

  /// Exports the entries marked on screen; a path that is there already is refused.
  ///
  /// - Parameter path: `~` at its beginning stands for the home folder; a Markdown export to a path that ends in `/`
  ///   makes one file per entry.
  /// - Throws: The errors of ``export(_:as:to:assets:)``.
  package func exportEntries(
    ids: [RecordName], format: ExportKind, path: String, home: String, assets: AssetFolder
  ) throws -> ExportReport {
    let target = ExportTarget(path: path, kind: format, home: home, replaces: false)
    return try export(.entries(ids), as: format, to: target, assets: assets)
  }

  /// Hands on the selected entries in batches, oldest first. Nothing else may be read meanwhile.
  private func forEachEntry(
    of selection: ExportSelection, everything: ListScope, _ body: ([Entry]) throws -> Void
  ) throws {
    switch selection {
    case .everything: try store.forEachEntry(in: everything, batch: 200, body)
    case .listing(let request) where request.limit == nil && request.after == nil:
      try store.forEachEntry(in: request.filter.scope, batch: 200) { batch in
        let admitted = batch.filter { request.filter.admits($0.date) }
        if !admitted.isEmpty { try body(admitted) }
      }
    case .listing(let request):
      var ids: [RecordName] = []
      _ = try forEachRow(request) { ids += $0.map(\.id) }
      try forEachEntry(of: .entries(ids), everything: everything, body)
    case .entries(let ids):
      let dated = try ids.compactMap { id in try store.entry(id).map { ($0.date.instant, id) } }
      for (_, id) in dated.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
        if let entry = try store.entry(id) { try body([entry]) }
      }
    }
  }

  /// The selected entries' ids, so that more of each can be read: nothing else may be read during a batch.
  private func ids(of selection: ExportSelection) throws -> [RecordName] {
    var ids: [RecordName] = []
    try forEachEntry(of: selection, everything: .all) { ids += $0.map(\.id) }
    return ids
  }

  private func exportText(
    _ selection: ExportSelection, to sink: ExportSink, _ append: (Entry, inout [UInt8]) -> Void
  ) throws -> Int {
    var count = 0
    // What ends one entry keeps it from the next; behind the last it is not wanted.
    var isSeparated = false
    try forEachEntry(of: selection, everything: .all) { batch in
      var bytes: [UInt8] = isSeparated ? [UInt8(ascii: "\n")] : []
      for entry in batch { append(entry, &bytes) }
      bytes.removeLast()
      isSeparated = true
      try sink.write(bytes)
      count += batch.count
    }
    return count
  }

  private func exportJSON(_ selection: ExportSelection, to sink: ExportSink) throws -> Int {
    var envelope = EntryEnvelope(fields: .all, categoryNames: try categoryNames())
    var count = 0
    for id in try ids(of: selection) {
      guard let entry = try store.entry(id) else { continue }
      envelope.append(entry, images: try store.images(of: id))
      count += 1
    }
    try sink.write(envelope.bytes(next: nil))
    return count
  }

  private func exportJrnlJSON(_ selection: ExportSelection, to sink: ExportSink) throws -> Int {
    var exporter = JrnlJSONExporter()
    var count = 0
    try forEachEntry(of: selection, everything: .all) { batch in
      var bytes: [UInt8] = []
      for entry in batch { exporter.append(entry, to: &bytes) }
      try sink.write(bytes)
      count += batch.count
    }
    try sink.write(exporter.end())
    return count
  }

  private func exportArchive(
    _ selection: ExportSelection, assets: AssetFolder, to sink: ExportSink
  ) throws -> ExportReport {
    // Those in the trash or not, in one reading, so that none slips through between two.
    let everything = SearchQuery(
      alternatives: [[SearchTerm(.isTrashed)], [SearchTerm(.isTrashed, isNegated: true)]], source: "")
    let writer = try ArchiveWriter(createdAt: now.instant) { try sink.write($0) }
    let isComplete = selection == .everything
    var ids: [RecordName] = []
    var filedUnder: Set<RecordName> = []
    try forEachEntry(of: selection, everything: .search(everything)) { batch in
      try writer.append(entries: batch)
      ids += batch.map(\.id)
      filedUnder.formUnion(batch.compactMap(\.category))
    }
    let categories = try store.categories(includingTrash: true).filter { isComplete || filedUnder.contains($0.id) }
    try writer.append(categories: categories)
    for category in categories { try writer.append(history: store.history(of: category.id).reversed()) }
    var report = ExportReport(entries: ids.count)
    var written: [String: Bool] = [:]
    for id in ids {
      // What was removed from an entry is part of the journal, and not of an entry that is given away.
      let images = try store.images(of: id, includingTrash: isComplete)
      try writer.append(images: images)
      for image in images {
        try writer.append(history: store.history(of: image.id).reversed())
        guard let asset = image.imageAsset else { continue }
        if written[asset] == nil { written[asset] = try append(asset, of: assets, to: writer) }
        if written[asset] == false { report.missing.append(image) }
      }
      try writer.append(history: store.history(of: id).reversed())
    }
    try writer.finish()
    report.pictures = written.values.count { $0 }
    return report
  }

  /// Writes a picture's bytes; false where they are not here, or are not those that were attached.
  private func append(_ asset: String, of assets: AssetFolder, to writer: ArchiveWriter) throws -> Bool {
    guard try assets.state(of: asset) == .sound, let bytes = try assets.read(asset) else { return false }
    return try writer.append(imageBytes: bytes) == asset
  }

  /// One Markdown file an entry, with its pictures in a folder `images` beside them.
  private func exportFolder(
    _ selection: ExportSelection, assets: AssetFolder, path: String
  ) throws -> ExportReport {
    let names = try categoryNames()
    try FolderMaker.make(path)
    var taken: Set<String> = []
    var files = PictureFiles(assets: assets, folder: path)
    var report = ExportReport()
    for id in try ids(of: selection) {
      guard let entry = try store.entry(id) else { continue }
      let pictures = try store.images(of: entry.id).compactMap { image in
        try files.write(image, missing: &report.missing)
      }
      let file = try OutputFile(
        path: "\(path)/\(MarkdownExporter.fileName(entry, taken: &taken))", replaces: false)
      let text = MarkdownExporter.string(entry, categoryName: names[entry.category], pictures: pictures)
      try file.write(Array(text.utf8) + [UInt8(ascii: "\n")])
      try file.finish()
      report.entries += 1
    }
    report.pictures = files.count
    return report
  }
}

extension ExportTarget {
  /// - Parameter path: `-` is standard output; a Markdown export to a folder, or to a path that ends in `/`, goes into it.
  package init(path: String, kind: ExportKind, home: String, replaces: Bool) {
    if path == "-" {
      self = .standardOutput
      return
    }
    var path = HomeFolder(home).resolved(path)
    var status = stat()
    let isFolder = path.hasSuffix("/") || (stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR)
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    self = isFolder && kind == .markdown ? .folder(path) : .file(path, replaces: replaces)
  }
}

/// Takes an export's bytes.
private final class ExportSink {
  private let file: OutputFile?
  /// Whether a terminal reads it, which the text must not command.
  private let isShown = isatty(STDOUT_FILENO) == 1

  init(_ target: ExportTarget) throws {
    switch target {
    case .file(let path, let replaces): file = try OutputFile(path: path, replaces: replaces)
    case .folder, .standardOutput: file = nil
    }
  }

  func write(_ bytes: [UInt8]) throws {
    if let file { return try file.write(bytes) }
    guard isShown else { return try StandardStreams.write(bytes) }
    // What is handed on are whole entries, so that no character is cut in two.
    let text = TerminalSafe(String(decoding: bytes, as: UTF8.self), keepingLines: true).text
    try StandardStreams.write(Array(text.utf8))
  }

  func finish() throws { try file?.finish() }
}
