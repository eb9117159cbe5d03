import Crypto
import Glibc
import JournalCore
import JournalFormats
import JournalStore

/// What the command line says about files to import.
package struct ImportOptions: Hashable, Sendable {
  /// The format of a file; raw values are those of `--format`.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case jrnl, archive

    /// The format in the words of a message.
    package var title: String {
      switch self {
      case .jrnl: "jrnl text"
      case .archive: "a CloudJournal archive"
      }
    }
  }

  /// Nil: each file says by its first bytes what it is.
  package var format: Format?
  /// jrnl's `timeformat`.
  package var timeFormat: String?
  /// jrnl's `tagsymbols`.
  package var tagSymbols: String?
  /// Says what would be done, and does nothing.
  package var isDryRun = false

  /// Starts with nothing said: formats are found out, and everything is stored.
  package init() {}

  func jrnlOptions() throws -> JrnlOptions {
    var options = JrnlOptions()
    do throws(InvalidInput) {
      if let timeFormat { options.timeFormat = try DateFormat(timeFormat) }
      if let tagSymbols { options.tagSymbols = try TagSyntax.Symbols(tagSymbols) }
    } catch {
      throw CommandFailure.usage(error.sentence)
    }
    return options
  }
}

/// One file to import, all of which was checked before anything of it is stored.
///
/// Text is read a second time to be taken in, a part at a time; an archive is held as a whole.
struct ImportSource {
  let path: String
  let format: ImportOptions.Format
  /// SHA-256 of the file.
  let digest: [UInt8]
  /// What a person should know although the import can go on.
  let problems: [ImportProblem]
  private let content: Content

  private enum Content {
    case text(PieceFile, JrnlImporter)
    case archive(ImportedJournal)
  }

  /// The largest file that is taken, in bytes.
  static let limit: Int64 = 2 << 30

  init(
    path: String, options: ImportOptions, zone: any LocalZone, now: Instant, progress: @escaping ProgressHandler
  ) throws {
    self.path = path
    do {
      format = try options.format ?? ImportSource.detectFormat(path)
      var hash = SHA256()
      switch format {
      case .jrnl:
        let file = try PieceFile(path, atMost: ImportSource.limit)
        let importer = JrnlImporter(zone: zone, now: now, options: try options.jrnlOptions())
        let read = file.reader { try progress(FormatProgress(done: $0, total: file.size * 2)) }
        problems = try importer.read(
          { buffer in
            let count = try read(buffer)
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return count
          }, nil)
        // Anything at all could be such a text, so that it has to be said that this one is.
        if options.format == nil, problems.contains(JrnlImporter.undated) {
          throw CommandFailure(
            .badFile,
            "\(path) is not jrnl text: no line begins with a date. Nothing was imported. To take it in as one entry "
              + "dated now, give --from jrnl.")
        }
        content = .text(file, importer)
      case .archive:
        let journal = try ImportSource.withArchive(path) { try $0.readAll(progress: progress) }
        problems = journal.problems
        content = .archive(journal)
        try ImportSource.hash(path, into: &hash)
      }
      digest = Array(hash.finalize())
    } catch let error as ImportError {
      throw CommandFailure(.badFile, "\(path): \(error.description) Nothing was imported.")
    }
  }

  /// Entries of a part, and bytes of text in it, at most: some tenths of a second of writing.
  private static let largestPart = (entries: 4_000, bytes: 4 << 20)

  /// Hands on all that the file holds, in the order of the file.
  ///
  /// - Parameter source: what the list of imports calls it.
  func forEachPart(
    source: String, progress: @escaping ProgressHandler, _ body: (ImportBatch) throws -> Void
  ) throws {
    switch content {
    case .archive(let journal):
      try body(
        ImportBatch(
          source: source, entries: journal.entries, categories: journal.categories, images: journal.images,
          history: journal.history))
    case .text:
      var part = ImportBatch(source: source, entries: [])
      var bytes = 0
      try forEachEntry(progress: progress) { entry in
        part.entries.append(entry)
        bytes += entry.title.utf8.count + entry.body.utf8.count
        guard part.entries.count == Self.largestPart.entries || bytes >= Self.largestPart.bytes else { return }
        try body(part)
        part.entries.removeAll(keepingCapacity: true)
        bytes = 0
      }
      if !part.entries.isEmpty { try body(part) }
    }
  }

  /// Goes through the entries once more.
  func forEachEntry(progress: @escaping ProgressHandler = { _ in }, _ body: (Entry) throws -> Void) throws {
    switch content {
    case .archive(let journal): try journal.entries.forEach(body)
    case .text(let file, let importer):
      let read = file.reader { try progress(FormatProgress(done: file.size + $0, total: file.size * 2)) }
      do {
        _ = try withoutActuallyEscaping(body) { try importer.read(read, $0) }
      } catch let error as ImportError {
        // It was checked before.
        throw CommandFailure(
          .badFile,
          "\(path) was changed while it was read: \(error.description) What came in before that stays; import it again, or undo it with --undo."
        )
      }
    }
  }

  /// Hands on the pictures' bytes of an archive; nothing for text.
  func forEachAsset(_ body: (_ name: String, _ bytes: [UInt8]) throws -> Void) throws {
    guard case .archive(let journal) = content, !journal.images.isEmpty else { return }
    do {
      try ImportSource.withArchive(path) { try $0.forEachAsset(body) }
    } catch let error as ImportError {
      throw CommandFailure(.badFile, "\(path): \(error.description) Nothing was imported.")
    }
  }

  private static func withArchive<Result>(_ path: String, _ body: (ArchiveReader) throws -> Result) throws -> Result {
    let descriptor = open(path == "-" ? "/dev/stdin" : path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw WholeFile.failure(path, "cannot be opened", errno) }
    defer { close(descriptor) }
    let source = try DescriptorSource(descriptor: descriptor)
    guard source.size <= limit else {
      throw CommandFailure(.badFile, "\(path) is larger than \(limit >> 30) GB, which is more than can be taken.")
    }
    return try body(ArchiveReader(source: source))
  }

  private static func hash(_ path: String, into hash: inout SHA256) throws {
    let file = try PieceFile(path == "-" ? "/dev/stdin" : path, atMost: limit)
    let read = file.reader { _ in }
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try piece.withUnsafeMutableBytes { try read($0) }
      if count == 0 { return }
      hash.update(data: piece[..<count])
    }
  }

  /// A pipe cannot be looked into beforehand, so it counts as text.
  private static func detectFormat(_ path: String) throws -> ImportOptions.Format {
    guard path != "-" else { return .jrnl }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw WholeFile.failure(path, "cannot be opened", errno) }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 512)
    let count = pread(descriptor, &head, head.count, 0)
    return count > 0 && FileKind(head[..<count]) == .zip ? .archive : .jrnl
  }
}
