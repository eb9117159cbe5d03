import Glibc
import JournalCore
import JournalFormats

/// A folder whose files were checked, and are read once more to be taken in.
protocol ImportedFolder {
  /// Goes through the entries once more.
  ///
  /// - Throws: ``TextFolder/FileError``, ``CommandFailure``, the error of `body`.
  func forEachEntry(progress: @escaping ProgressHandler, _ body: (FiledEntry) throws -> Void) throws
  /// The pictures of an entry that are in the folder.
  func images(of filed: FiledEntry) -> [EntryImage]
  /// What of an entry has no place in it, and is in the folder.
  func kept(of filed: FiledEntry) -> [KeptItem]
  /// Hands on the bytes of pictures and other files, each once.
  func forEachAsset(_ body: (_ name: String, _ pieces: PictureReader) throws -> Void) throws
}

extension ImportedFolder {
  /// Nothing, where entries have places for all that is there.
  func kept(of filed: FiledEntry) -> [KeptItem] { [] }

  /// Hands on the bytes of an open file piece by piece.
  ///
  /// - Parameter limit: The most bytes of the file; those of a picture where it is not said.
  /// - Throws: ``CommandFailure`` where they cannot be read, or are more than that; the error of `body`.
  func pieces(
    _ descriptor: Int32, name: String, atMost limit: Int = ArchiveLimits().imageBytes,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var count = 0
    try AssetFolder.forEachPiece(descriptor: descriptor, name: name) { piece in
      count += piece.count
      guard count <= limit else { throw WholeFile.tooLarge(name, limit) }
      try piece.withUnsafeBytes(body)
    }
  }
}

/// A folder of text that is imported as one, such as an export of Markdown: files of entries, and their pictures in a
/// folder beside them.
///
/// Each file is open only while it is read.
struct TextFolder: ImportedFolder {
  /// Why one of the files could not be taken.
  struct FileError: Error {
    let path: String
    let reason: ImportError
  }

  private let path: String
  private let format: ImportFormat
  private let importer: any TextImporter
  private let names: [String]
  private let size: Int64
  /// The SHA-256 of every picture that an entry names and that is there, by its path in the folder.
  private var assets: [String: String] = [:]

  /// - Parameters:
  ///   - files: what lies in the folder.
  ///   - ending: how the names of the format's files end.
  /// - Throws: ``CommandFailure`` where none of the files is of the format.
  init(
    _ path: String, files: [FolderFiles.File], format: ImportFormat, ending: String, importer: any TextImporter
  ) throws {
    (self.path, self.format, self.importer) = (TextFolder.plain(path), format, importer)
    let files = files.filter { $0.isRegular && $0.name.hasSuffix(ending) && !$0.name.hasPrefix(".") }
    guard !files.isEmpty else {
      guard FolderTree.some(1, ending: ending, in: self.path).isEmpty else {
        throw CommandFailure(
          .badFile,
          "\(path) has files (*\(ending)) only in folders within it, where “export” writes none. "
            + "A folder of other notes comes in with --from notes. Nothing was imported.")
      }
      throw CommandFailure(.badFile, "\(path) has no \(format.title) in it (*\(ending)): there is nothing to import.")
    }
    names = files.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    size = files.reduce(0) { $0 + $1.bytes }
  }

  /// The path without slashes at its end.
  static func plain(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Reads all files to their end, and looks for the pictures that they name.
  ///
  /// - Throws: ``FileError`` for the first file that cannot be taken; ``CommandFailure`` for one that cannot be read.
  mutating func check(into digest: ReadDigest, progress: @escaping ProgressHandler) throws -> [ImportProblem] {
    var found: [String: String] = [:]
    var missing: Set<String> = []
    var firstMissing: String?
    var problems: [ImportProblem] = []
    let folder = self
    for name in names { digest.add(Array("\(name)\n".utf8)) }
    try forEachFile(from: 0, progress: progress) { read in
      problems += try folder.importer.read(digest.counting(read)) { filed in
        for picture in filed.pictures where found[picture.file] == nil {
          if let asset = try folder.asset(of: picture.file) {
            found[picture.file] = asset
            digest.add(Array(asset.utf8))
          } else if missing.insert(picture.file).inserted, firstMissing == nil {
            firstMissing = picture.file
          }
        }
      }
    }
    assets = found
    guard let first = firstMissing else { return problems }
    let others = missing.count == 1 ? "" : " and \(NumberText.grouped(missing.count - 1)) more"
    return problems + [
      ImportProblem("Pictures that entries name are not in the folder, and do not come: \(first)\(others).")
    ]
  }

  /// Goes through the entries once more.
  func forEachEntry(progress: @escaping ProgressHandler, _ body: (FiledEntry) throws -> Void) throws {
    try forEachFile(from: size, progress: progress) { read in
      _ = try withoutActuallyEscaping(body) { try importer.read(read, $0) }
    }
  }

  /// The pictures of an entry that are in the folder.
  func images(of filed: FiledEntry) -> [EntryImage] {
    filed.pictures.enumerated().compactMap { index, picture in
      guard let asset = assets[picture.file] else { return nil }
      let id =
        picture.id
        ?? NameBasedID.uuidV5(format: "\(format.name)-picture", parts: [filed.entry.id.rawValue, picture.file])
      return EntryImage(
        id: id, entry: filed.entry.id, imageAsset: asset, caption: picture.caption, sortOrder: Int64(index),
        modifiedAt: filed.entry.modifiedAt)
    }
  }

  /// Hands on the pictures' bytes, each once.
  func forEachAsset(_ body: (_ name: String, _ pieces: PictureReader) throws -> Void) throws {
    for (file, asset) in assets.sorted(by: { $0.key < $1.key }) {
      guard let descriptor = try picture(file) else { continue }
      defer { close(descriptor) }
      try body(asset) { try pieces(descriptor, name: "\(path)/\(file)", $0) }
    }
  }

  private func asset(of file: String) throws -> String? {
    guard let descriptor = try picture(file) else { return nil }
    defer { close(descriptor) }
    return try AssetFolder.digest(descriptor: descriptor, name: "\(path)/\(file)")
  }

  /// Opens a picture's file; nil where there is none. Nothing outside of the folder is one, whatever the text says.
  private func picture(_ file: String) throws -> Int32? {
    let parts = file.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].elementsEqual(PictureFiles.folderName.utf8), parts[1].first != UInt8(ascii: "."),
      !parts[1].isEmpty, !file.utf8.contains(0)
    else { return nil }
    let descriptor = open("\(path)/\(file)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ELOOP || errno == ENOTDIR { return nil }
      throw WholeFile.failure("\(path)/\(file)", "cannot be opened", errno)
    }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return descriptor }
    close(descriptor)
    return nil
  }

  /// - Parameter done: bytes that were read before.
  private func forEachFile(
    from done: Int64, progress: @escaping ProgressHandler, _ body: (@escaping ByteReader) throws -> Void
  ) throws {
    var (done, total) = (done, size * 2)
    for name in names {
      let file = try PieceFile("\(path)/\(name)", atMost: ImportSource.limit)
      let before = done
      do {
        try body(file.reader { try progress(FormatProgress(done: min(before + $0, total), total: total)) })
      } catch let error as ImportError {
        throw FileError(path: "\(path)/\(name)", reason: error)
      }
      done += file.size
      total = max(total, done)
    }
  }
}
