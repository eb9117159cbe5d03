package import JournalCore

/// A piece of an archive, as the reader hands it on.
package enum ArchivePart {
  case categories([JournalCore.Category])
  /// A picture's bytes, under the lower-case hexadecimal SHA-256 that they really have.
  case imageBytes(name: String, bytes: [UInt8])
  case entries([Entry])
  case images([EntryImage])
  case history([HistoryItem])
}

/// Reads an archive, whose every byte may be hostile.
///
/// All of it is checked before anything is handed on: the zip's structure, checksums, every line, the counts, the
/// pictures' hashes. An ``ImportError`` says what is wrong, and nothing has been read by half. Memory is bounded by
/// one batch and the longest line.
package struct ArchiveReader {
  private let source: any ArchiveSource
  private let limits: ArchiveLimits
  private let batchSize: Int

  package init(source: any ArchiveSource, limits: ArchiveLimits = ArchiveLimits(), batchSize: Int = 500) {
    self.source = source
    self.limits = limits
    self.batchSize = batchSize
  }

  /// Checks everything and keeps nothing; returns the manifest and what a person should know.
  package func check(
    progress: ProgressHandler = { _ in }
  ) throws -> (manifest: ArchiveManifest, problems: [ImportProblem]) {
    let checked = try checked(share: 1, progress: progress)
    return (checked.manifest, checked.problems)
  }

  /// Checks everything, and then hands it on: categories, the pictures' bytes, entries, pictures, history.
  package func read(
    progress: ProgressHandler = { _ in }, _ handler: (ArchivePart) throws -> Void
  ) throws -> (manifest: ArchiveManifest, problems: [ImportProblem]) {
    let checked = try checked(share: 2, progress: progress)
    var meter = checked.meter
    try deliver(.categories, checked.directory, &meter, progress, handler)
    try deliverImageBytes(checked.directory, &meter, progress, handler)
    for lines in [ArchiveFormat.Lines.entries, .images, .history] {
      try deliver(lines, checked.directory, &meter, progress, handler)
    }
    try meter.finish(progress)
    return (checked.manifest, checked.problems)
  }

  /// Everything but the pictures' bytes, at once.
  package func readAll(progress: ProgressHandler = { _ in }) throws -> ImportedJournal {
    let checked = try checked(share: 2, progress: progress)
    var meter = checked.meter
    var journal = ImportedJournal()
    journal.problems = checked.problems
    for lines in ArchiveFormat.Lines.allCases {
      try deliver(lines, checked.directory, &meter, progress) { part in
        switch part {
        case .categories(let categories): journal.categories += categories
        case .entries(let entries): journal.entries += entries
        case .images(let images): journal.images += images
        case .history(let items): journal.history += items
        case .imageBytes: break
        }
      }
    }
    try meter.finish(progress)
    return journal
  }

  /// The pictures' bytes, one by one, of an archive that was read or checked before.
  ///
  /// - Throws: ``ImportError`` where a picture's bytes are not those of its name; the error of `body`.
  package func forEachAsset(_ body: (_ name: String, _ bytes: [UInt8]) throws -> Void) throws {
    let directory = try ZipDirectory(source: source, limits: limits)
    var meter = ProgressMeter(total: 0)
    try deliverImageBytes(directory, &meter, { _ in }) { part in
      if case .imageBytes(let name, let bytes) = part { try body(name, bytes) }
    }
  }

  private struct Checked {
    let directory: ZipDirectory
    let manifest: ArchiveManifest
    let problems: [ImportProblem]
    let meter: ProgressMeter
  }

  /// - Parameter share: how many walks over the archive the progress stands for.
  private func checked(share: Int64, progress: ProgressHandler) throws -> Checked {
    let head = try source.bytes(at: 0, count: Int(min(512, source.size)))
    if let error = FileKind(head).notArchive { throw error }
    let directory = try ZipDirectory(source: source, limits: limits)
    var meter = ProgressMeter(total: directory.members.reduce(0) { $0 + $1.compressedSize } * share)
    var check = ArchiveCheck(limits: limits)
    try check.readManifest(source: source, directory: directory)
    let zip = try ZipReader(source: source, directory: directory)
    while let member = try zip.next() {
      try check.read(member, zip)
      try meter.advance(by: member.compressedSize, progress)
    }
    let manifest = try check.finish()
    return Checked(directory: directory, manifest: manifest, problems: check.problems, meter: meter)
  }

  private func deliver(
    _ wanted: ArchiveFormat.Lines, _ directory: ZipDirectory, _ meter: inout ProgressMeter,
    _ progress: ProgressHandler, _ handler: (ArchivePart) throws -> Void
  ) throws {
    let hasSome = directory.members.contains { ArchiveFormat.member(named: $0.name) == .lines(wanted) }
    guard hasSome else { return }
    var batch = ArchiveBatch(kind: wanted, size: batchSize)
    let zip = try ZipReader(source: source, directory: directory)
    while let member = try zip.next() {
      guard ArchiveFormat.member(named: member.name) == .lines(wanted) else { continue }
      try ArchiveLines.read(member, zip, limits: limits) { json throws(JSONError) in
        try batch.append(json)
      } whenFull: {
        if let part = batch.takeIfFull() { try handler(part) }
      }
      try meter.advance(by: member.compressedSize, progress)
    }
    if let part = batch.take() { try handler(part) }
  }

  private func deliverImageBytes(
    _ directory: ZipDirectory, _ meter: inout ProgressMeter, _ progress: ProgressHandler,
    _ handler: (ArchivePart) throws -> Void
  ) throws {
    let hasSome = directory.members.contains { $0.name.hasPrefix(ArchiveFormat.imageFolder) && !$0.isFolder }
    guard hasSome else { return }
    let zip = try ZipReader(source: source, directory: directory)
    while let member = try zip.next() {
      guard case .image(let name) = ArchiveFormat.member(named: member.name) else { continue }
      try handler(.imageBytes(name: name, bytes: try ArchiveCheck.imageBytes(member, zip, name: name, limits: limits)))
      try meter.advance(by: member.compressedSize, progress)
    }
  }
}

/// Counts the bytes of an archive that have been read.
private struct ProgressMeter {
  let total: Int64
  private var done: Int64 = 0

  init(total: Int64) { self.total = total }

  mutating func advance(by bytes: Int64, _ progress: ProgressHandler) throws {
    done += bytes
    try progress(FormatProgress(done: min(done, total), total: total))
  }

  /// What did not have to be read a second time is done, too.
  mutating func finish(_ progress: ProgressHandler) throws {
    done = total
    try progress(FormatProgress(done: total, total: total))
  }
}
