package import JournalCore
import JournalFormats
import JournalStore

/// Writes entries of one journal, or of several one after the other, to a file, a folder or standard output, oldest first.
///
/// A file appears complete or not at all, mode 0600. Archives hold every field, categories, pictures and history of
/// the entries; the other formats what they have room for.
package struct EntryExport {
  let sources: [ExportSource]
  /// What a book is called.
  let title: String

  package init(_ sources: [ExportSource], title: String) { (self.sources, self.title) = (sources, title) }

  /// - Parameter now: When an archive says that it was made.
  /// - Throws: ``StoreError``, ``ExportError``, or ``CommandFailure`` where the target cannot be written.
  package func write(as kind: ExportKind, to target: ExportTarget, at now: Instant) throws -> ExportReport {
    if case .folder(let path, let replaces) = target { return try folder(path, replaces: replaces) }
    // Another program makes a PDF, and may take its time.
    return try kind == .pdf ? StopSignals.guarding { try file(kind, target, now) } : file(kind, target, now)
  }

  private func file(_ kind: ExportKind, _ target: ExportTarget, _ now: Instant) throws -> ExportReport {
    // Before anything is opened: without a program there is nothing to be written.
    let printer = kind == .pdf ? try PDFPrinter(folders: World.environmentVariables["PATH"] ?? "") : nil
    let sink = try ExportSink(target)
    guard !kind.isBinary || !sink.isShown else {
      throw CommandFailure.usage("A zip or a PDF is not for a terminal: name a file with -o.")
    }
    let report =
      switch kind {
      case .archive: try archive(to: sink, at: now)
      case .html: try book(at: now) { try sink.write($0) }
      case .pdf: try printer.map { try pdf(to: sink, by: $0, at: now) } ?? ExportReport()
      case .dayOne: try dayOne(to: sink)
      // JSON and YAML say which pictures an entry has.
      case .json: ExportReport(entries: try json(to: sink))
      case .yaml: ExportReport(entries: try yaml(to: sink))
      case .jrnlJSON: try withoutPictures(try jrnlJSON(to: sink))
      case .jrnl: try withoutPictures(try text(to: sink) { JrnlExporter().append($0, to: &$2) })
      case .markdown:
        try withoutPictures(
          try text(to: sink) { entry, names, bytes in
            bytes += (MarkdownExporter.string(entry, categoryName: names[entry.category]) + "\n\n").utf8
          })
      }
    try sink.finish()
    return report
  }

  /// The report of a format that has no place for pictures.
  private func withoutPictures(_ count: Int) throws -> ExportReport {
    var report = ExportReport(entries: count)
    report.leftOut = try sources.reduce(0) { try $0 + $1.pictureCount() }
    return report
  }

  private func text(
    to sink: ExportSink, _ append: (Entry, CategoryNames, inout [UInt8]) -> Void
  ) throws -> Int {
    var count = 0
    // What ends one entry keeps it from the next; behind the last it is not wanted.
    var isSeparated = false
    for source in sources {
      let names = try source.context.categoryNames()
      try source.forEachEntry(everything: .all) { batch in
        var bytes: [UInt8] = isSeparated ? [UInt8(ascii: "\n")] : []
        for entry in batch { append(entry, names, &bytes) }
        bytes.removeLast()
        isSeparated = true
        try sink.write(bytes)
        count += batch.count
      }
    }
    return count
  }

  private func json(to sink: ExportSink) throws -> Int {
    var envelope = EntryEnvelope(fields: .all, categoryNames: CategoryNames())
    var count = 0
    for source in sources {
      envelope.categoryNames = try source.context.categoryNames()
      for id in try source.ids() {
        guard let entry = try source.store.entry(id) else { continue }
        envelope.append(entry, images: try source.store.images(of: id))
        count += 1
      }
    }
    try sink.write(envelope.bytes(next: nil))
    return count
  }

  private func yaml(to sink: ExportSink) throws -> Int {
    var exporter = YAMLExporter()
    var count = 0
    for source in sources {
      let names = try source.context.categoryNames()
      for id in try source.ids() {
        guard let entry = try source.store.entry(id) else { continue }
        var bytes: [UInt8] = []
        exporter.append(
          entry, categoryName: names[entry.category], images: try source.store.images(of: id), to: &bytes)
        try sink.write(bytes)
        count += 1
      }
    }
    try sink.write(exporter.end())
    return count
  }

  private func jrnlJSON(to sink: ExportSink) throws -> Int {
    var exporter = JrnlJSONExporter()
    var count = 0
    for source in sources {
      try source.forEachEntry(everything: .all) { batch in
        var bytes: [UInt8] = []
        for entry in batch { exporter.append(entry, to: &bytes) }
        try sink.write(bytes)
        count += batch.count
      }
    }
    try sink.write(exporter.end())
    return count
  }

  private func archive(to sink: ExportSink, at now: Instant) throws -> ExportReport {
    let writer = try ArchiveWriter(createdAt: now) { try sink.write($0) }
    var report = ExportReport()
    var written: [String: Bool] = [:]
    for source in sources { try source.append(to: writer, &report, &written) }
    try writer.finish()
    report.pictures = written.values.count { $0 }
    return report
  }

  /// One Markdown file an entry, with its pictures in a folder `images` beside them.
  private func folder(_ path: String, replaces: Bool) throws -> ExportReport {
    try OutputPlace.forbidJournals(folder: path)
    if !replaces { try requireNoneOfThem(in: path) }
    try FolderMaker.make(path)
    var taken: Set<String> = []
    var files = PictureFiles(folder: path, replaces: replaces)
    var report = ExportReport()
    for source in sources {
      let names = try source.context.categoryNames()
      for id in try source.ids() {
        guard let entry = try source.store.entry(id) else { continue }
        let pictures = try source.store.images(of: entry.id).compactMap { image in
          try files.write(image, of: source.assets, &report)
        }
        let file = try OutputFile(
          path: "\(path)/\(MarkdownExporter.fileName(entry, taken: &taken))", replaces: replaces)
        let text = MarkdownExporter.string(entry, categoryName: names[entry.category], pictures: pictures)
        try file.write(Array(text.utf8) + [UInt8(ascii: "\n")])
        try file.finish()
        report.entries += 1
      }
    }
    report.pictures = files.count
    return report
  }

  /// Before anything is written to a folder: it is left as it is where one of the files is there already.
  ///
  /// - Throws: ``CommandFailure`` that names the first of them.
  private func requireNoneOfThem(in path: String) throws {
    guard FolderFiles.exists(path) else { return }
    var taken: Set<String> = []
    var files = PictureFiles(folder: path, replaces: false)
    var there: [String] = []
    for source in sources {
      for id in try source.ids() {
        guard let entry = try source.store.entry(id) else { continue }
        let pictures = try source.store.images(of: id).compactMap { try files.newName(of: $0, in: source.assets) }
        there += ([MarkdownExporter.fileName(entry, taken: &taken)] + pictures).filter {
          FolderFiles.exists("\(path)/\($0)")
        }
      }
    }
    guard let first = there.first else { return }
    let number = NumberText.counted(there.count, "of these files", "of these files")
    throw CommandFailure(
      .exists,
      "\(path) has \(number) already (\(first)), and was left as it is. Name another folder, or give --force to replace them."
    )
  }
}

// MARK: One journal

extension ExportSource {
  var store: JournalStore { context.store }

  fileprivate func pictureCount() throws -> Int {
    var count = 0
    switch selection {
    case .everything:
      _ = try context.forEachRow(ListingRequest(scope: .all)) { for row in $0 { count += row.imageCount } }
    case .listing(let request): _ = try context.forEachRow(request) { for row in $0 { count += row.imageCount } }
    case .entries(let ids): for id in ids { count += try store.images(of: id).count }
    }
    return count
  }

  /// Hands on the selected entries in batches, oldest first. Nothing else may be read meanwhile.
  func forEachEntry(everything: ListScope, _ body: ([Entry]) throws -> Void) throws {
    switch selection {
    case .everything: try store.forEachEntry(in: everything, batch: 200, body)
    case .listing(let request) where request.limit == nil && request.after == nil:
      try store.forEachEntry(in: request.filter.scope, batch: 200) { batch in
        let admitted = batch.filter { request.filter.admits($0.date) }
        if !admitted.isEmpty { try body(admitted) }
      }
    case .listing(let request):
      var ids: [RecordName] = []
      _ = try context.forEachRow(request) { ids += $0.map(\.id) }
      try ExportSource(context, assets: assets, .entries(ids)).forEachEntry(everything: everything, body)
    case .entries(let ids):
      let dated = try ids.compactMap { id in try store.entry(id).map { ($0.date.instant, id) } }
      for (_, id) in dated.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
        if let entry = try store.entry(id) { try body([entry]) }
      }
    }
  }

  /// The selected entries' ids, so that more of each can be read: nothing else may be read during a batch.
  func ids() throws -> [RecordName] {
    var ids: [RecordName] = []
    try forEachEntry(everything: .all) { ids += $0.map(\.id) }
    return ids
  }

  /// Appends the journal's part of an archive.
  ///
  /// - Parameter written: Digests of pictures, and whether their bytes are in the archive.
  fileprivate func append(
    to writer: ArchiveWriter, _ report: inout ExportReport, _ written: inout [String: Bool]
  ) throws {
    // Those in the trash or not, in one reading, so that none slips through between two.
    let everything = SearchQuery(
      alternatives: [[SearchTerm(.isTrashed)], [SearchTerm(.isTrashed, isNegated: true)]], source: "")
    let isComplete = selection == .everything
    var ids: [RecordName] = []
    var filedUnder: Set<RecordName> = []
    try forEachEntry(everything: .search(everything)) { batch in
      try writer.append(entries: batch)
      ids += batch.map(\.id)
      filedUnder.formUnion(batch.compactMap(\.category))
    }
    let categories = try store.categories(includingTrash: true).filter { isComplete || filedUnder.contains($0.id) }
    try writer.append(categories: categories)
    for category in categories { try writer.append(history: store.history(of: category.id).reversed()) }
    if isComplete { try writer.append(preferences: store.preferences().sorted { $0.id < $1.id }) }
    report.entries += ids.count
    for id in ids {
      // What was removed from an entry is part of the journal, and not of an entry that is given away.
      let images = try store.images(of: id, includingTrash: isComplete)
      try writer.append(images: images)
      for image in images {
        try writer.append(history: store.history(of: image.id).reversed())
        guard let asset = image.imageAsset else { continue }
        guard written[asset] != true else { continue }
        written[asset] =
          try report.canTake(image, asset, of: assets)
          && assets.read(asset).map { try writer.append(imageBytes: $0) == asset }
            ?? false
      }
      try append(try KeptItems(store).all(of: id), to: writer, &report)
      try writer.append(history: store.history(of: id).reversed())
    }
  }

  /// Appends what imports brought beside an entry; a file that is not here any more goes without its bytes.
  private func append(_ kept: [KeptItem], to writer: ArchiveWriter, _ report: inout ExportReport) throws {
    try writer.append(kept: kept)
    for item in kept {
      guard let asset = item.asset else { continue }
      guard try assets.state(of: asset) == .sound else {
        report.lostFiles.append(item.name)
        continue
      }
      let bytes = try assets.length(of: asset)
      try writer.append(file: asset, bytes: bytes) { try assets.forEachPiece(of: asset, $0) }
    }
  }
}
