import Crypto
import Encodings
import Glibc
package import JournalCore
import JournalSeal
import SystemKit

/// The bytes of a journal's pictures: files named by their SHA-256, in a folder beside the database.
///
/// Where the journal is encrypted on the disk, so are they and their names: nothing of them is written there as it is.
/// A file's modification time says when it was last kept or looked at, since its bytes never change.
package struct AssetFolder: Hashable, Sendable {
  /// The folder's path; it is made when the first file is kept.
  package let path: String

  /// What the files are sealed with; nil where they are plain.
  let vault: AssetVault?

  package init(path: String) { (self.path, vault) = (path, nil) }

  init(path: String, vault: AssetVault?) { (self.path, self.vault) = (path, vault) }

  /// The pictures of a journal.
  ///
  /// - Throws: ``CommandFailure`` with the code `locked` where the journal is encrypted and its key is not at hand.
  package init(of paths: JournalPaths) throws {
    let opened = paths.isInVault ? try JournalVault(paths).opened() : nil
    self = AssetFolder(of: paths, opened)
  }

  init(of paths: JournalPaths, _ opened: JournalVault.Opened?) {
    let vault = opened.map {
      AssetVault(seal: $0.key.pictures(of: $0.file.id), scratch: AssetVault.scratchFolder(paths))
    }
    self.init(path: paths.images, vault: vault)
  }

  /// The largest file that is read as a whole.
  private static let limit = 1 << 30

  /// Where the file of a name is, or would be; what is in it is for this type alone where it is sealed.
  package func path(of name: String) -> String { "\(path)/\(fileName(name))" }

  func fileName(_ name: String) -> String { vault?.seal.name(of: name) ?? name }

  /// Whether a text can be the name of a file here: 64 lower-case hexadecimal digits.
  package static func isName(_ text: String) -> Bool {
    Hexadecimal.isLowerCase(text, digits: 64)
  }

  // MARK: Keeping

  /// Keeps bytes and returns their name; on disk when this returns. A damaged file of that name is replaced.
  ///
  /// - Throws: ``CommandFailure`` where they cannot be written.
  package func keep(_ bytes: [UInt8]) throws -> String {
    let writer = try AssetWriter(self)
    try writer.write(bytes)
    return try writer.finish()
  }

  /// A path for a file that is not complete yet; what a crash leaves there goes when files are tended next, or with the session.
  func newPlace() throws -> String {
    try FolderMaker.make(path)
    try vault?.makeScratch()
    return AssetWriter.unfinishedPath(in: unfinishedFolder)
  }

  /// Where files lie that are not complete: where they stay, so that they only have to get a name there, or off the disk, where
  /// ``newPlace()`` makes it first.
  var unfinishedFolder: String { vault?.scratch ?? path }

  /// Takes in a file that was written to a path of ``newPlace()``, and returns its name; on disk when this returns.
  ///
  /// Whatever goes wrong, the file is not there any more.
  func adopt(_ file: String) throws -> String {
    do {
      let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { throw WholeFile.failure(file, "cannot be opened", errno) }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw WholeFile.failure(path, "cannot be written", errno) }
      let name = try AssetFolder.digest(descriptor: descriptor, name: file)
      try adopt(file, descriptor, name)
      return name
    } catch {
      unlink(file)
      throw error
    }
  }

  /// The same for a file whose digest is known.
  func adopt(_ file: String, digest: String) throws {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw WholeFile.failure(file, "cannot be opened", errno) }
    defer { close(descriptor) }
    try adopt(file, descriptor, digest)
  }

  private func adopt(_ file: String, _ descriptor: Int32, _ name: String) throws {
    guard vault != nil else { return try AssetWriter.name(file, name, in: self) }
    try seal(descriptor, file, as: name)
    unlink(file)
  }

  /// Seals what a descriptor holds, and gives the sealed file its name.
  func seal(_ descriptor: Int32, _ source: String, as name: String) throws {
    guard let vault else { return }
    let sealed = AssetWriter.unfinishedPath(in: path)
    try vault.seal(descriptor, source, digest: name, to: sealed)
    do { try AssetWriter.name(sealed, name, in: self) } catch {
      unlink(sealed)
      throw error
    }
  }

  /// Keeps bytes that are known by their name. What is here already and sound is not written again.
  ///
  /// - Throws: ``CommandFailure`` where the bytes are not those of the name, or cannot be written.
  package func write(_ bytes: [UInt8], name: String) throws {
    if try keepsSound(name) { return }
    try AssetFolder.require(try keep(bytes), name)
  }

  /// The same for bytes that come piece by piece.
  ///
  /// - Throws: ``CommandFailure`` where the bytes are not those of the name, or cannot be written; the error of `pieces`.
  func write(name: String, _ pieces: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    if try keepsSound(name) { return }
    let writer = try AssetWriter(self)
    try pieces { try writer.write($0) }
    try AssetFolder.require(try writer.finish(), name)
  }

  private static func require(_ kept: String, _ name: String) throws {
    guard kept == name else {
      throw CommandFailure(.badFile, "A picture’s bytes are not those that its name says (\(name)).")
    }
  }

  /// Renews a file that is here and sound, so that nothing takes it away as forgotten.
  private func keepsSound(_ name: String) throws -> Bool {
    guard AssetFolder.isName(name), try state(of: name) == .sound else { return false }
    return try AssetLock(folder: path).sharing { utimensat(AT_FDCWD, path(of: name), nil, 0) == 0 }
  }

  // MARK: Reading

  /// How a file is.
  package enum State: Hashable, Sendable {
    case sound, missing
    /// Its bytes are not those of its name.
    case damaged
  }

  /// Whether a file is here; its bytes are not looked at.
  package func contains(_ name: String) -> Bool { AssetFolder.isName(name) && access(path(of: name), R_OK) == 0 }

  /// Reads a whole file, a piece at a time, and compares it with its name.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be read.
  package func state(of name: String) throws -> State {
    guard contains(name) else { return .missing }
    guard vault == nil else {
      do {
        try forEachPiece(of: name) { _ in }
        return .sound
      } catch is SealFailure {
        return .damaged
      }
    }
    return try AssetFolder.digest(ofFile: path(of: name)) == name ? .sound : .damaged
  }

  /// The bytes under a name; nil where they are not on this machine.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be read, or is larger than 1 GiB.
  package func read(_ name: String) throws -> [UInt8]? {
    guard contains(name) else { return nil }
    guard vault != nil else { return try WholeFile.read(path(of: name), atMost: AssetFolder.limit) }
    var bytes: [UInt8] = []
    try forEachPiece(of: name) { piece in
      guard bytes.count + piece.count <= AssetFolder.limit else {
        throw WholeFile.tooLarge(path(of: name), AssetFolder.limit)
      }
      bytes += piece
    }
    return bytes
  }

  /// Gives a picture's true bytes piece by piece; where they are sealed, they are sound only once this has returned.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be read, ``SealFailure`` where it is damaged; the error of `body`.
  func forEachPiece(of name: String, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    guard let vault else { return try AssetFolder.forEachPiece(of: path(of: name), body) }
    try vault.forEachPiece(of: path(of: name), digest: name, body)
  }

  /// The true bytes under a name, for what reads a file at a path.
  ///
  /// - Throws: ``CommandFailure`` where they cannot be read or are damaged.
  package func bytes(of name: String) throws -> AssetBytes {
    guard vault != nil else { return AssetBytes(path: path(of: name)) }
    do { return try AssetBytes { body in try forEachPiece(of: name, body) } } catch is SealFailure {
      throw CommandFailure(.damaged, "The picture is damaged on the disk. “cloudjournal doctor” says more.")
    }
  }

  /// The length of a picture in bytes.
  ///
  /// - Throws: ``CommandFailure`` where its file cannot be read, ``SealFailure`` where it is damaged.
  func length(of name: String) throws -> Int64 {
    if let vault { return Int64(clamping: try vault.length(of: path(of: name), digest: name)) }
    var status = stat()
    guard stat(path(of: name), &status) == 0 else { throw WholeFile.failure(path(of: name), "cannot be read", errno) }
    return Int64(status.st_size)
  }

  /// Notes that a picture was looked at, so that others go before it where room is wanted. Once an hour is enough.
  package func noteViewed(_ name: String, at now: Instant) {
    guard AssetFolder.isName(name), let stamp = WholeFile.stamp(of: path(of: name)) else { return }
    if now.milliseconds - Int64(stamp.seconds) * 1000 > 3_600_000 { setViewed(name, at: now) }
  }

  /// Sets when a file was last looked at. Failing costs it its place in an order, and is nothing to speak of.
  package func setViewed(_ name: String, at moment: Instant) { setViewed(path: path(of: name), at: moment) }

  func setViewed(path: String, at moment: Instant) {
    let seconds = moment.milliseconds / 1000
    let rest = (moment.milliseconds % 1000) * 1_000_000
    let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    _ = utimensat(AT_FDCWD, path, [time, time], 0)
  }

  /// The SHA-256 of a file in lower-case hexadecimal.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be read.
  package static func digest(ofFile path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw WholeFile.failure(path, "cannot be opened", errno) }
    defer { close(descriptor) }
    return try digest(descriptor: descriptor, name: path)
  }

  /// The SHA-256 of what an open file holds from where it stands.
  static func digest(descriptor: Int32, name: String) throws -> String {
    var hash = SHA256()
    try forEachPiece(descriptor: descriptor, name: name) { piece in
      piece.withUnsafeBytes { hash.update(bufferPointer: $0) }
    }
    return Hexadecimal.text(hash.finalize())
  }

  static func forEachPiece(of path: String, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw WholeFile.failure(path, "cannot be opened", errno) }
    defer { close(descriptor) }
    try forEachPiece(descriptor: descriptor, name: path, body)
  }

  static func forEachPiece(descriptor: Int32, name: String, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw WholeFile.failure(name, "cannot be read", errno)
      }
      if count == 0 { return }
      try body(piece[..<count])
    }
  }

  // MARK: What is in the folder

  /// A file in the folder.
  package struct File: Hashable, Sendable {
    /// The name without the folder: a SHA-256 for a picture.
    package var name: String
    /// The file's size in bytes.
    package var bytes: Int64
    /// When it was last kept or looked at.
    package var viewedAt: Instant
  }

  /// The files by name: pictures, and whatever else lies there.
  ///
  /// - Throws: ``CommandFailure`` where the folder cannot be read.
  package func files() throws -> (pictures: [File], others: [File]) {
    guard access(path, F_OK) == 0 else { return ([], []) }
    let files = try FolderFiles.all(in: path, atMost: .max, followsLinks: false)
      .filter { $0.isRegular && $0.name != AssetLock.fileName }
      .map { File(name: pictureName($0.name), bytes: $0.bytes, viewedAt: $0.modifiedAt) }
      .sorted { $0.name < $1.name }
    return (files.filter { AssetFolder.isName($0.name) }, files.filter { !AssetFolder.isName($0.name) })
  }

  /// The picture's name for a file's; other files have their own.
  func pictureName(_ file: String) -> String {
    guard let vault else { return file }
    // What lies plain in a vault is no picture of it.
    return vault.seal.digest(of: file) ?? (AssetFolder.isName(file) ? "plain-" + file : file)
  }

  /// Removes a file; one that is gone already is no error.
  func remove(_ name: String) throws {
    guard unlink(path(of: name)) == 0 || errno == ENOENT else {
      throw WholeFile.failure(path(of: name), "cannot be removed", errno)
    }
  }

  /// Takes a damaged file out of the way, so that a sound one can come; returns where it is then.
  func setAside(_ name: String) throws -> String {
    let target = "\(path)/\(AssetFolder.damagedPrefix)\(fileName(name))"
    try WholeFile.saying("cannot be moved", about: path(of: name)) { () throws(SystemError) in
      try SystemFile.move(path(of: name), to: target)
    }
    return target
  }

  static let damagedPrefix = "damaged-"
}
