import JournalCore

/// Reads an archive, whose every byte may be hostile.
///
/// All of it is checked before anything is handed on: the zip's structure, checksums, every line, the counts, the
/// pictures' hashes. An ``ImportError`` says what is wrong, and nothing has been read by half.
package struct ArchiveReader: FileImporter {
  private let source: any ArchiveSource
  private let limits: ArchiveLimits

  package init(source: any ArchiveSource, limits: ArchiveLimits = ArchiveLimits()) {
    (self.source, self.limits) = (source, limits)
  }

  /// Checks everything, and then reads all but the pictures' bytes.
  package func readAll(progress: ProgressHandler = { _ in }) throws -> ImportedJournal {
    let directory = try directory()
    let lines = directory.members.reduce(Int64(0)) {
      if case .lines = ArchiveFormat.member(named: $1.name) { $0 + $1.size } else { $0 }
    }
    guard lines <= limits.allLines else {
      throw ImportError(
        "its entries are larger than \(limits.allLines >> 30) GB",
        remedy: "Export a shorter time, and import the archives one after another.")
    }
    // Each file is read twice: to be checked, and to be taken in.
    var meter = ProgressMeter(total: directory.members.reduce(0) { $0 + $1.compressedSize } * 2)
    var check = ArchiveCheck(limits: limits)
    try check.readManifest(source: source, directory: directory)
    try forEachMember(of: directory) { member, zip in
      try check.read(member, zip)
      try meter.advance(by: member.compressedSize, progress)
    }
    var journal = ImportedJournal()
    journal.manifest = try check.finish()
    journal.problems = check.problems
    try forEachMember(of: directory) { member, zip in
      guard case .lines(let kind) = ArchiveFormat.member(named: member.name) else { return }
      try ArchiveLines.read(member, zip, limits: limits) { json throws(JSONError) in
        try journal.append(json, kind)
      }
      try meter.advance(by: member.compressedSize, progress)
    }
    try meter.finish(progress)
    return journal
  }

  /// The bytes of pictures and kept files, one by one and piece by piece, of an archive that was read before.
  ///
  /// - Throws: ``ImportError`` where the archive has changed meanwhile; the error of `body`.
  package func forEachAsset(_ body: (_ name: String, _ pieces: PictureReader) throws -> Void) throws {
    try forEachMember(of: try directory()) { member, zip in
      switch ArchiveFormat.member(named: member.name) {
      case .image(let name), .kept(let name): try body(name) { piece in try zip.readData(piece) }
      case .manifest, .lines, .unknown: return
      }
    }
  }

  private func directory() throws -> ZipDirectory {
    let head = try source.bytes(at: 0, count: Int(min(512, source.size)))
    switch FileKind(head) {
    case .zip: break
    case .text, .frontMatter:
      throw ImportError(
        "this is not a journal archive, which is a zip file",
        remedy: "If it is jrnl text, try --from jrnl; else give a file that “export --format archive” wrote.")
    case let kind:
      throw ImportError(
        "this is \(kind.name), not a journal archive", remedy: "Give a file that “export --format archive” wrote.")
    }
    return try ZipDirectory(source: source, limits: limits)
  }

  private func forEachMember(
    of directory: ZipDirectory, _ body: (ZipDirectory.Member, ZipReader) throws -> Void
  ) throws {
    let zip = try ZipReader(source: source, directory: directory)
    while let member = try zip.next() { try body(member, zip) }
  }
}

extension ImportFormat {
  /// An archive of this program; what lies at the end of a zip is read first, which a pipe cannot do.
  package static let archive = ImportFormat(
    "archive", title: "a CloudJournal archive",
    help: "a zip that “export --format archive” wrote: every field, and history",
    recognizes: { probe in
      if case .file(.zip, _, isWhole: true) = probe { true } else { false }
    },
    reader: .file { source, _ in ArchiveReader(source: source) })
}

extension ImportedJournal {
  fileprivate mutating func append(_ json: JSONMembers, _ kind: ArchiveFormat.Lines) throws(JSONError) {
    switch kind {
    case .categories: categories.append(try ArchiveRecords.record(json))
    case .entries: entries.append(try ArchiveRecords.record(json))
    case .images: images.append(try ArchiveRecords.record(json))
    case .preferences: preferences.append(try ArchiveRecords.record(json))
    case .kept: kept.append(try ArchiveRecords.keptItem(json))
    case .history: history.append(try ArchiveRecords.historyItem(json))
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
