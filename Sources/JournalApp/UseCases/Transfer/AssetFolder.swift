import Glibc

/// The bytes of a journal's pictures: files named by their SHA-256, in a folder beside the database.
package struct AssetFolder: Hashable, Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// Keeps bytes under their name; on disk when this returns. A file that is there already has the same bytes.
  package func write(_ bytes: [UInt8], name: String) throws {
    let target = "\(path)/\(name)"
    guard access(target, F_OK) != 0 else { return }
    try FolderMaker.make(path)
    let file = try OutputFile(path: target, replaces: true)
    try file.write(bytes)
    try file.finish()
    try synchronise()
  }

  /// The bytes under a name; nil where they are not on this machine.
  package func read(_ name: String) throws -> [UInt8]? {
    let source = "\(path)/\(name)"
    guard access(source, F_OK) == 0 else { return nil }
    return try WholeFile.read(source, atMost: 1 << 30)
  }

  /// A new name lasts only once the folder itself is on disk.
  private func synchronise() throws {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw WholeFile.failure(path, "cannot be opened", errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw WholeFile.failure(path, "cannot be written", errno) }
  }
}
