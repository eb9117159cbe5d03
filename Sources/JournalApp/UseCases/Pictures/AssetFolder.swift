import Crypto
import Encodings
import Glibc
package import JournalCore
import SystemKit

/// The bytes of a journal's pictures: files named by their SHA-256, in a folder beside the database.
///
/// A file's modification time says when it was last kept or looked at, since its bytes never change.
package struct AssetFolder: Hashable, Sendable {
  /// The folder's path; it is made when the first file is kept.
  package let path: String

  package init(path: String) { self.path = path }

  /// The largest file that is read as a whole.
  private static let limit = 1 << 30

  /// Where the file of a name is, or would be.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// Whether a text can be the name of a file here: 64 lower-case hexadecimal digits.
  package static func isName(_ text: String) -> Bool {
    Hexadecimal.isLowerCase(text, digits: 64)
  }

  // MARK: Keeping

  /// Refuses a file in a journal that is encrypted on the disk, where it would lie plain.
  func requirePlain() throws {
    guard FolderFiles.exists("\(SystemFile.folder(of: path))/vault.json") else { return }
    throw CommandFailure(
      .invalidInput,
      "The journal is encrypted on the disk, and such a journal cannot have pictures yet. Make it plain with: "
        + "cloudjournal lock --remove")
  }

  /// Keeps bytes and returns their name; on disk when this returns. A damaged file of that name is replaced.
  ///
  /// - Throws: ``CommandFailure`` where they cannot be written.
  package func keep(_ bytes: [UInt8]) throws -> String {
    let writer = try AssetWriter(self)
    try writer.write(bytes)
    return try writer.finish()
  }

  /// A path in the folder for a file that is not complete yet; what a crash leaves there goes after a day.
  func newPlace() throws -> String {
    try requirePlain()
    try FolderMaker.make(path)
    return AssetWriter.unfinishedPath(in: path)
  }

  /// Takes in a file that was written to a path of ``newPlace()``, and returns its name; on disk when this returns.
  ///
  /// Whatever goes wrong, the file is not there any more.
  func adopt(_ file: String) throws -> String {
    do {
      let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { throw WholeFile.failure(file, "cannot be opened", errno) }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw WholeFile.failure(path, "cannot be written", errno) }
      let name = try AssetFolder.digest(ofFile: file)
      try AssetWriter.name(file, name, in: self)
      return name
    } catch {
      unlink(file)
      throw error
    }
  }

  /// Keeps bytes that are known by their name. What is here already and sound is not written again.
  ///
  /// - Throws: ``CommandFailure`` where the bytes are not those of the name, or cannot be written.
  package func write(_ bytes: [UInt8], name: String) throws {
    if try keepsSound(name) { return }
    let kept = try keep(bytes)
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
    return try AssetFolder.digest(ofFile: path(of: name)) == name ? .sound : .damaged
  }

  /// The bytes under a name; nil where they are not on this machine.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be read, or is larger than 1 GiB.
  package func read(_ name: String) throws -> [UInt8]? {
    guard contains(name) else { return nil }
    return try WholeFile.read(path(of: name), atMost: AssetFolder.limit)
  }

  /// Notes that a picture was looked at, so that others go before it where room is wanted. Once an hour is enough.
  package func noteViewed(_ name: String, at now: Instant) {
    guard AssetFolder.isName(name), let stamp = WholeFile.stamp(of: path(of: name)) else { return }
    if now.milliseconds - Int64(stamp.seconds) * 1000 > 3_600_000 { setViewed(name, at: now) }
  }

  /// Sets when a file was last looked at. Failing costs it its place in an order, and is nothing to speak of.
  package func setViewed(_ name: String, at moment: Instant) {
    let seconds = moment.milliseconds / 1000
    let rest = (moment.milliseconds % 1000) * 1_000_000
    let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    _ = utimensat(AT_FDCWD, path(of: name), [time, time], 0)
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
      .map { File(name: $0.name, bytes: $0.bytes, viewedAt: $0.modifiedAt) }
      .sorted { $0.name < $1.name }
    return (files.filter { AssetFolder.isName($0.name) }, files.filter { !AssetFolder.isName($0.name) })
  }

  /// Removes a file; one that is gone already is no error.
  func remove(_ name: String) throws {
    guard unlink(path(of: name)) == 0 || errno == ENOENT else {
      throw WholeFile.failure(path(of: name), "cannot be removed", errno)
    }
  }

  /// Takes a damaged file out of the way, so that a sound one can come; returns where it is then.
  func setAside(_ name: String) throws -> String {
    let target = path(of: AssetFolder.damagedPrefix + name)
    try WholeFile.saying("cannot be moved", about: path(of: name)) { () throws(SystemError) in
      try SystemFile.move(path(of: name), to: target)
    }
    return target
  }

  static let damagedPrefix = "damaged-"
}
