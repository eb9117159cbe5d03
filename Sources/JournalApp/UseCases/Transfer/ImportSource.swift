import Glibc
import JournalCore
import JournalFormats
import JournalStore

/// One file or folder to import, all of which was checked before anything of it is stored.
///
/// Text is read a second time to be taken in, a part at a time; an archive is held as a whole.
struct ImportSource {
  let path: String
  let format: ImportFormat
  /// SHA-256 of the file, or of all files of the folder with their names.
  let digest: [UInt8]
  /// What a person should know although the import can go on.
  let problems: [ImportProblem]
  private let content: Content
  /// The category of entries that the file puts into none.
  private let category: String?

  private enum Content {
    case text(PieceFile, any TextImporter)
    case folder(any ImportedFolder)
    case records(ImportedJournal, reader: @Sendable (any ArchiveSource) -> any FileImporter)
    case parts(any PartImporter, isFolder: Bool)
  }

  /// The largest file of text that is taken, in bytes.
  static let limit: Int64 = 2 << 30
  /// The largest zip or tar: ten years of pictures and recordings.
  static let largestArchive: Int64 = 64 << 30

  init(
    path: String, options: ImportOptions, zone: any LocalZone, now: Instant, progress: @escaping ProgressHandler
  ) throws {
    (self.path, category) = (path, options.category)
    let digest = ReadDigest()
    do {
      let found = try ImportSource.look(at: path, options)
      format = found.format
      var settings = ImportSettings(
        zone: zone, now: now, timeFormat: options.timeFormat, tagSymbols: options.tagSymbols)
      settings.part = options.part
      settings.zones = { SystemZones.zone(named: $0) }
      switch format.reader {
      case .file(let make):
        let reader: @Sendable (any ArchiveSource) -> any FileImporter = { [settings] in make($0, settings) }
        let journal = try ImportSource.withFile(path) { source in
          let journal = try reader(source).readAll(progress: progress)
          try ImportSource.count(source, into: digest)
          return journal
        }
        problems = journal.problems
        content = .records(journal, reader: reader)
      case .parts(let make):
        var importer = make(settings)
        let isFolder = found.folder != nil
        problems = try ImportSource.withFile(path, isFolder: isFolder) { source in
          let problems = try importer.check(source, progress: progress)
          try ImportSource.count(source, into: digest)
          return problems
        }
        content = .parts(importer, isFolder: isFolder)
      case .notes(let reader):
        guard found.folder != nil else {
          throw CommandFailure(.badFile, "\(path) is not a folder. Give the folder in which the notes are.")
        }
        var folder = try NotesFolder(path, reader: reader(settings))
        problems = try folder.check(into: digest, progress: progress)
        content = .folder(folder)
      case .text(let reader):
        let importer = try CommandFailure.reading { () throws(InvalidInput) in try reader(settings) }
        if let files = found.folder, let ending = format.folderEnding {
          var folder = try TextFolder(path, files: files, format: format, ending: ending, importer: importer)
          problems = try folder.check(into: digest, progress: progress)
          content = .folder(folder)
        } else {
          let given = try found.file ?? PieceFile(path, atMost: ImportSource.limit)
          guard given.size <= ImportSource.limit else { throw WholeFile.tooLarge(path, Int(ImportSource.limit)) }
          let file = try ImportSource.decrypted(given, path, options)
          guard try !file.isBlank else {
            throw CommandFailure(.badFile, "\(path) is empty: there is nothing to import.")
          }
          let bytes = file.reader { try progress(FormatProgress(done: $0, total: file.size * 2)) }
          problems = try importer.read(digest.counting(bytes), nil)
          content = .text(file, importer)
        }
      }
      if options.format == nil, let refusal = problems.lazy.compactMap(\.unlessNamed).first {
        throw CommandFailure(.badFile, "\(path) \(refusal)")
      }
      self.digest = digest.bytes
    } catch let error as ImportError {
      throw CommandFailure(.badFile, "\(path): \(error.description) Nothing was imported.")
    } catch let error as TextFolder.FileError {
      throw CommandFailure(.badFile, "\(error.path): \(error.reason.description) Nothing was imported.")
    }
  }

  /// The text of a journal that jrnl has encrypted; other files as they are.
  ///
  /// Where a password was given, a file that is no text at all is one of the first jrnl, which nothing marks.
  private static func decrypted(_ file: PieceFile, _ path: String, _ options: ImportOptions) throws -> PieceFile {
    guard let password = options.password, try file.isEncrypted || file.isNoText else { return file }
    guard file.size <= largestEncrypted else { throw WholeFile.tooLarge(path, Int(largestEncrypted)) }
    let sealed = try EncryptedJrnl(try file.head(Int(file.size)))
    guard let text = try sealed.text(password: password) else {
      throw CommandFailure(.badFile, "That is not the password of \(path). Nothing was imported.")
    }
    return try PieceFile(bytes: text, of: path)
  }

  /// The largest encrypted file that is taken, in bytes: it is held in memory.
  private static let largestEncrypted: Int64 = 256 << 20

  /// Entries of a part, and bytes of text in it, at most: some tenths of a second of writing.
  private static let largestPart = (entries: 4_000, bytes: 4 << 20)

  /// Hands on all that the file holds, in the order of the file.
  ///
  /// - Parameters:
  ///   - source: what the list of imports calls it.
  ///   - filing: finds the categories that text names.
  func forEachPart(
    source: String, filing: ImportFiling, progress: @escaping ProgressHandler, _ body: (ImportBatch) throws -> Void
  ) throws {
    if case .records(let journal, _) = content {
      var part = ImportBatch(
        source: source, entries: journal.entries, categories: journal.categories, images: journal.images,
        history: journal.history)
      part.preferences = journal.preferences
      part.kept = journal.kept
      if !journal.categoryNames.isEmpty {
        part.entries = journal.entries.map {
          filing.filed(FiledEntry($0, categoryName: journal.categoryNames[$0.id]))
        }
        part.categories += try filing.missing(for: part.entries)
      }
      return try body(part)
    }
    var part = ImportBatch(source: source, entries: [])
    var bytes = 0
    func handOn() throws {
      part.categories = try filing.missing(for: part.entries)
      try body(part)
      part.entries.removeAll(keepingCapacity: true)
      (part.images, part.kept, part.former) = ([], [], [:])
      bytes = 0
    }
    try forEachEntry(progress: progress) { filed in
      var filed = filed
      filed.categoryName = filed.categoryName ?? category
      let entry = filing.filed(filed)
      part.entries.append(entry)
      if let former = filed.former { part.former[entry.id] = former }
      switch content {
      case .folder(let folder):
        part.images += folder.images(of: filed)
        part.kept += folder.kept(of: filed)
      case .parts(let importer, _):
        part.images += importer.images(of: filed)
        part.kept += importer.kept(of: filed)
      case .text, .records: break
      }
      bytes += filed.entry.title.utf8.count + filed.entry.body.utf8.count + (filed.details?.text.utf8.count ?? 0)
      if part.entries.count == Self.largestPart.entries || bytes >= Self.largestPart.bytes { try handOn() }
    }
    if !part.entries.isEmpty { try handOn() }
  }

  /// Goes through the entries once more; those of an archive name their categories by id.
  func forEachEntry(progress: @escaping ProgressHandler = { _ in }, _ body: (FiledEntry) throws -> Void) throws {
    do {
      switch content {
      case .records(let journal, _): try journal.entries.forEach { try body(FiledEntry($0)) }
      case .folder(let folder): try folder.forEachEntry(progress: progress, body)
      case .parts(let importer, let isFolder):
        try ImportSource.withFile(path, isFolder: isFolder) { try importer.forEachEntry($0, progress: progress, body) }
      case .text(let file, let importer):
        let read = file.reader { try progress(FormatProgress(done: file.size + $0, total: file.size * 2)) }
        _ = try withoutActuallyEscaping(body) { try importer.read(read, $0) }
      }
    } catch let error as ImportError {
      throw ImportSource.changed(path, error)
    } catch let error as TextFolder.FileError {
      throw ImportSource.changed(error.path, error.reason)
    }
  }

  /// It was checked before.
  private static func changed(_ path: String, _ error: ImportError) -> CommandFailure {
    CommandFailure(
      .badFile,
      "\(path) was changed while it was read: \(error.description) What came in before that stays; import it again, or undo it with --undo."
    )
  }

  /// Keeps the bytes of pictures and other files that came along; a file of text has none.
  func keepFiles(in assets: AssetFolder) throws {
    do {
      switch content {
      case .text: return
      case .folder(let folder): try folder.forEachAsset { try assets.write(name: $0, $1) }
      case .records(let journal, let reader):
        guard !journal.images.isEmpty || !journal.kept.isEmpty else { return }
        try ImportSource.withFile(path) { try reader($0).forEachAsset { try assets.write(name: $0, $1) } }
      case .parts(let importer, let isFolder):
        try ImportSource.withFile(path, isFolder: isFolder) {
          try importer.forEachFile($0) { try assets.write(name: $0, $1) }
        }
      }
    } catch let error as ImportError {
      throw CommandFailure(.badFile, "\(path): \(error.description) Nothing was imported.")
    }
  }

  /// - Parameter isFolder: whether it is a folder of the files that a tar would have.
  static func withFile<Result>(
    _ path: String, isFolder: Bool = false, _ body: (any ArchiveSource) throws -> Result
  ) throws -> Result {
    if isFolder { return try body(FolderTar(path)) }
    let descriptor = open(path == "-" ? "/dev/stdin" : path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw WholeFile.failure(path, "cannot be opened", errno) }
    defer { close(descriptor) }
    let source = try DescriptorSource(descriptor: descriptor)
    guard source.size <= largestArchive else {
      throw CommandFailure(
        .badFile, "\(path) is larger than \(largestArchive >> 30) GB, which is more than can be taken.")
    }
    return try body(source)
  }

  private static func count(_ source: any ArchiveSource, into digest: ReadDigest) throws {
    var offset: Int64 = 0
    let read = digest.counting { buffer in
      let count = try source.read(at: offset, into: buffer)
      offset += Int64(count)
      return count
    }
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      if try piece.withUnsafeMutableBytes({ try read($0) }) == 0 { return }
    }
  }

  // MARK: What it is

  /// The names of the journals in a zip of Day One; nil for any other file, and for a folder.
  static func dayOneJournals(_ path: String) throws -> [String]? {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    do {
      return try withFile(path) { try DayOneReader.isOurs($0) ? DayOneReader.journals(in: $0) : nil }
    } catch let error as ImportError {
      throw CommandFailure(.badFile, "\(path): \(error.description) Nothing was imported.")
    }
  }

  /// Whether a file says that jrnl has encrypted it; false where it cannot be read, which importing it says.
  static func isEncrypted(_ path: String) -> Bool {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    do { return try PieceFile(path, atMost: largestArchive).isEncrypted } catch { return false }
  }
}

extension PieceFile {
  /// Whether jrnl has encrypted it, as its beginning says.
  fileprivate var isEncrypted: Bool { get throws { try FileKind(head(512)) == .encryptedJrnl } }

  /// Whether the beginning cannot be text.
  fileprivate var isNoText: Bool {
    get throws {
      let head = try head(512)
      // A character may be cut at the end.
      return FileKind(head) == .text
        && String(validating: head.dropLast(head.count == 512 ? 3 : 0), as: UTF8.self) == nil
    }
  }
}
