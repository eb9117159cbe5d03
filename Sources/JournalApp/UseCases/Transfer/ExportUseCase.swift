import Glibc
package import JournalCore
import JournalFormats
import JournalStore

/// Which entries are exported.
package enum ExportSelection: Hashable, Sendable {
  /// All of them; an archive takes those in the trash along.
  case everything
  case listing(ListingRequest)
  case entries([RecordName])
}

extension JournalContext {
  /// Writes entries to a file, a folder or standard output, oldest first; returns their number.
  ///
  /// A file appears complete or not at all, mode 0600. Archives hold every field, categories, pictures and history of
  /// the entries; the other formats what they have room for.
  package func export(
    _ selection: ExportSelection, as kind: ExportKind, to target: ExportTarget, assets: AssetFolder
  ) throws -> Int {
    if case .folder(let path) = target { return try exportFolder(selection, path: path) }
    let sink = try ExportSink(target)
    let count: Int
    switch kind {
    case .archive: count = try exportArchive(selection, assets: assets, to: sink)
    case .json: count = try exportJSON(selection, to: sink)
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
    return count
  }

  /// Exports the entries marked on screen; a path that is there already is refused.
  ///
  /// - Parameter path: `~` at its beginning stands for the home folder; a Markdown export to a path that ends in `/`
  ///   makes one file an entry.
  package func exportEntries(
    ids: [RecordName], format: ExportKind, path: String, home: String, assets: AssetFolder
  ) throws -> Int {
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
    var envelope = EntryEnvelope(fields: Set(EntryJSON.Field.allCases), categoryNames: try categoryNames())
    var count = 0
    try forEachEntry(of: selection, everything: .all) { batch in
      for entry in batch { envelope.append(entry) }
      count += batch.count
    }
    try sink.write(envelope.bytes(next: nil))
    return count
  }

  private func exportArchive(_ selection: ExportSelection, assets: AssetFolder, to sink: ExportSink) throws -> Int {
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
    var written: Set<String> = []
    for id in ids {
      let images = try store.images(of: id)
      try writer.append(images: images)
      for asset in images.compactMap(\.imageAsset) where written.insert(asset).inserted {
        if let bytes = try assets.read(asset) { try writer.append(imageBytes: bytes) }
      }
      try writer.append(history: store.history(of: id).reversed())
    }
    try writer.finish()
    return ids.count
  }

  private func exportFolder(_ selection: ExportSelection, path: String) throws -> Int {
    let names = try categoryNames()
    try FolderMaker.make(path)
    var taken: Set<String> = []
    var count = 0
    try forEachEntry(of: selection, everything: .all) { batch in
      for entry in batch {
        let file = try OutputFile(
          path: "\(path)/\(MarkdownExporter.fileName(entry, taken: &taken))", replaces: false)
        let text = MarkdownExporter.string(entry, categoryName: names[entry.category])
        try file.write(Array(text.utf8) + [UInt8(ascii: "\n")])
        try file.finish()
        count += 1
      }
    }
    return count
  }
}

extension ExportTarget {
  /// - Parameter path: `-` is standard output; a Markdown export to a folder, or to a path that ends in `/`, goes into it.
  package init(path: String, kind: ExportKind, home: String, replaces: Bool) {
    if path == "-" {
      self = .standardOutput
      return
    }
    var path = path
    if path == "~" || path.hasPrefix("~/") { path = home + path.dropFirst() }
    var status = stat()
    let isFolder = path.hasSuffix("/") || (stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR)
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    self = isFolder && kind == .markdown ? .folder(path) : .file(path, replaces: replaces)
  }
}

/// Takes an export's bytes.
private final class ExportSink {
  private let file: OutputFile?

  init(_ target: ExportTarget) throws {
    switch target {
    case .file(let path, let replaces): file = try OutputFile(path: path, replaces: replaces)
    case .folder, .standardOutput: file = nil
    }
  }

  func write(_ bytes: [UInt8]) throws {
    if let file { try file.write(bytes) } else { try StandardStreams.write(bytes) }
  }

  func finish() throws { try file?.finish() }
}
