import Glibc
import SystemKit

/// The service's file before SQLite opens it.
enum ServiceFile {
  static let name = "service.sqlite"

  /// Makes the file (0600) and its folder (0700) if need be, and says in a sentence why it cannot be opened.
  static func prepare(_ path: String, knownVersion: Int64) throws(CloudStoreError) {
    switch try DataFile.kind(of: path) {
    case nil:
      try DataFile.makeFolder(SystemFile.folder(of: path))
      close(try DataFile.open(path, O_CREAT | O_RDWR | O_NOFOLLOW))
      try DataFile.sync(folder: SystemFile.folder(of: path))
    case .file:
      try checkHeader(path, knownVersion)
      guard access(path, W_OK) == 0 else {
        throw errno == EROFS ? .readOnly(path: path) : DataFile.failure(path, errno)
      }
    case .folder, .other:
      throw .notAService(path: path)
    }
  }

  /// Takes everybody else's rights from a file that is known to be the service's own; SQLite gives the files beside it
  /// the same mode.
  static func makePrivate(_ path: String) throws(CloudStoreError) {
    guard chmod(path, SystemFile.fileMode) == 0 || errno == EPERM else { throw DataFile.failure(path, errno) }
  }

  /// Looks at the file's header before SQLite does, since opening a file for writing may change it.
  ///
  /// Source: https://www.sqlite.org/fileformat2.html, section 1.3.
  static func checkHeader(_ path: String, _ knownVersion: Int64) throws(CloudStoreError) {
    let descriptor = try DataFile.open(path, O_RDONLY)
    defer { close(descriptor) }
    let header = try DataFile.read(descriptor, path, at: 0, count: 100)
    if header.isEmpty { return }
    guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw .notAService(path: path)
    }
    func number(_ offset: Int) -> Int64 { header[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int64($1) } }
    let application = number(68)
    // Zero marks a file whose first transaction is not in it yet, and one of a program that does not mark its files;
    // its tables tell which of the two it is, once it is open.
    guard application == 0 || application == ServiceSchema.applicationID else { throw .notAService(path: path) }
    let version = number(60)
    if application != 0, version > knownVersion {
      throw .newerFormat(path: path, found: Int(version), known: Int(knownVersion))
    }
  }
}
