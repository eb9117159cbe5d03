import Glibc
import JournalCore
import JournalFormats

/// What the command line says about files to import.
package struct ImportOptions: Hashable, Sendable {
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case jrnl, archive

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

/// One file to import: read as a whole and checked before anything of it is stored.
struct ImportSource {
  let path: String
  let format: ImportOptions.Format
  let journal: ImportedJournal

  /// The largest file that is taken.
  static let limit = 2 << 30

  init(
    path: String, options: ImportOptions, zone: any LocalZone, now: Instant, progress: @escaping ProgressHandler
  ) throws {
    self.path = path
    do {
      format = try options.format ?? ImportSource.detectFormat(path)
      switch format {
      case .jrnl:
        let bytes = try WholeFile.read(path, atMost: ImportSource.limit)
        let importer = JrnlImporter(zone: zone, now: now, options: try options.jrnlOptions())
        journal = try importer.read(bytes, progress: progress)
      case .archive:
        journal = try ImportSource.withArchive(path) { try $0.readAll(progress: progress) }
      }
    } catch let error as ImportError {
      throw CommandFailure(.badFile, "\(path): \(error.description) Nothing was imported.")
    }
  }

  /// Hands on the pictures' bytes of an archive; nothing for text.
  func forEachAsset(_ body: (_ name: String, _ bytes: [UInt8]) throws -> Void) throws {
    guard format == .archive, !journal.images.isEmpty else { return }
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
    guard source.size <= Int64(limit) else {
      throw CommandFailure(.badFile, "\(path) is larger than \(limit >> 30) GB, which is more than can be taken.")
    }
    return try body(ArchiveReader(source: source))
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
