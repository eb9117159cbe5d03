import Glibc
package import JournalCore

/// Copies of a journal's pictures for people and their other programs.
package struct PictureCopies {
  private let assets: AssetFolder
  private let home: String

  package init(assets: AssetFolder, home: String) {
    (self.assets, self.home) = (assets, home)
  }

  /// A picture's bytes.
  ///
  /// - Throws: a sentence where they are not on this machine, or are no longer those that were attached.
  private func bytes(of image: EntryImage) throws -> AssetBytes {
    let name = image.caption.isEmpty ? "The picture" : image.caption
    guard let asset = image.imageAsset else {
      throw CommandFailure(.notFound, "\(name) has not arrived on this computer: its record names no file yet.")
    }
    switch try assets.state(of: asset) {
    case .sound: return try assets.bytes(of: asset)
    case .missing:
      throw CommandFailure(
        .notFound, "\(name) is not on this computer. Fetch it first: “cloudjournal sync --all-images” brings all here.")
    case .damaged:
      throw CommandFailure(
        .damaged,
        "\(name) is damaged on the disk. “cloudjournal doctor --repair” sets it aside, so that it can come again.")
    }
  }

  /// Hands on a picture's bytes, as they are kept.
  ///
  /// - Throws: ``CommandFailure`` where its bytes are not here or are damaged; the error of `body`.
  package func write(_ image: EntryImage, _ body: ([UInt8]) throws -> Void) throws {
    try copy(try bytes(of: image), body)
  }

  /// Shows a read-only copy with the desktop's program for it.
  ///
  /// - Throws: ``CommandFailure`` for bytes that are not here or damaged; ``InvalidInput`` where no program shows it.
  package func open(_ image: EntryImage, folder: String, now: Instant) throws {
    try DesktopOpener.openFile(readOnlyCopy(of: image, in: folder, now: now))
  }

  /// Writes a picture's bytes, as they are kept, to a file, and returns its path.
  ///
  /// - Parameters:
  ///   - path: `~` at its beginning is the home folder; to a folder it goes by its caption; an ending is added where
  ///     there is none.
  ///   - replaces: whether a file of that name may be replaced; else it throws ``CommandFailure/Code/exists``.
  package func save(_ image: EntryImage, to path: String, replaces: Bool) throws -> String {
    let source = try bytes(of: image)
    let target = try place(image, source: source, path: path)
    try OutputPlace.forbidJournals(target)
    let file = try OutputFile(path: target, replaces: replaces)
    try copy(source) { try file.write($0) }
    try file.finish()
    return target
  }

  /// Where a picture would be written to.
  private func place(_ image: EntryImage, source: AssetBytes, path: String) throws -> String {
    var target = HomeFolder(home).resolved(path)
    guard !target.isEmpty else { throw CommandFailure.usage("Name a file to write the picture to.") }
    let ending = try fileExtension(source, image)
    var status = stat()
    if target.hasSuffix("/") || (stat(target, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR) {
      while target.utf8.count > 1, target.hasSuffix("/") { target.removeLast() }
      return "\(target)/\(PictureName.file(caption: image.caption, fileExtension: ending))"
    }
    return PictureName.ofFile(target).contains(".") ? target : "\(target).\(ending)"
  }

  /// Makes a copy that other programs can read and not change, in a folder for such copies, and returns its path.
  ///
  /// What was put there more than a day ago is removed.
  ///
  /// - Throws: ``CommandFailure`` where its bytes are not here or are damaged, or the copy cannot be written.
  package func readOnlyCopy(of image: EntryImage, in folder: String, now: Instant) throws -> String {
    let source = try bytes(of: image)
    try FolderMaker.make(folder)
    for file in FolderFiles.regular(in: folder) where now.milliseconds - file.modifiedAt.milliseconds > 86_400_000 {
      unlink("\(folder)/\(file.name)")
    }
    let name = PictureName.file(caption: image.caption, fileExtension: try fileExtension(source, image))
    // The beginning of the asset's name tells pictures apart that are called the same.
    let target = "\(folder)/\((image.imageAsset ?? "").prefix(8))-\(name)"
    let file = try OutputFile(path: target, replaces: true)
    try copy(source) { try file.write($0) }
    try file.finish()
    guard chmod(target, 0o400) == 0 else { throw WholeFile.failure(target, "cannot be closed to writing", errno) }
    return target
  }

  private func fileExtension(_ source: AssetBytes, _ image: EntryImage) throws -> String {
    do {
      return try source.facts().fileExtension
    } catch {
      throw CommandFailure(error, image.caption.isEmpty ? "The picture" : image.caption)
    }
  }

  private func copy(_ source: AssetBytes, _ body: ([UInt8]) throws -> Void) throws {
    try source.forEachPiece { try body(Array($0)) }
  }
}
