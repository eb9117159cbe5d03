import Crypto
import Encodings
import Glibc

/// What a backup holds, one line each, and the SHA-256 of those lines at the end: they show a reader that it is whole.
struct BackupManifest: Hashable, Sendable {
  static let fileName = "manifest"
  private static let title = "cloudjournal-server backup 1"

  struct File: Hashable, Sendable {
    var name: String
    /// In bytes.
    var size: Int64
    /// In hexadecimal.
    var sha256: String
  }

  /// Milliseconds since 1970.
  var createdAt: Int64
  var database: File
  /// By key.
  var objects: [File]

  var text: String {
    var lines = [Self.title, "created \(createdAt)", Self.line("database", database)]
    lines += objects.map { Self.line("object", $0) }
    let body = lines.joined(separator: "\n") + "\n"
    return body + "whole \(Hexadecimal.text(SHA256.hash(data: Array(body.utf8))))\n"
  }

  private static func line(_ kind: String, _ file: File) -> String {
    "\(kind) \(file.name) \(file.size) \(file.sha256)"
  }
}

extension BackupManifest {
  /// Reads what ``text`` wrote; the error says what is wrong, for a person.
  init(text: String) throws(ManifestError) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard lines.first == Self.title else { throw ManifestError("the manifest is of another kind or version") }
    guard lines.count >= 5, lines.last == "" else { throw ManifestError("the manifest is cut short") }
    let body = lines.dropLast(2).joined(separator: "\n") + "\n"
    guard lines[lines.count - 2] == "whole \(Hexadecimal.text(SHA256.hash(data: Array(body.utf8))))" else {
      throw ManifestError("the manifest is not as it was written")
    }
    let created = lines[1].split(separator: " ")
    guard created.count == 2, created[0] == "created", let createdAt = Int64(created[1]) else {
      throw ManifestError("the manifest has no date")
    }
    self.createdAt = createdAt
    database = try Self.file("database", lines[2])
    guard database.name == ServiceFile.name else { throw ManifestError("the manifest names another database") }
    objects = []
    for line in lines[3..<(lines.count - 2)] {
      let object = try Self.file("object", line)
      guard ObjectFiles.isKey(object.name) else { throw ManifestError("the manifest names a strange object") }
      objects.append(object)
    }
  }

  private static func file(_ kind: String, _ line: String) throws(ManifestError) -> File {
    let words = line.split(separator: " ")
    guard words.count == 4, words[0] == kind, let size = Int64(words[2]) else {
      throw ManifestError("a line of the manifest is not as expected")
    }
    return File(name: String(words[1]), size: size, sha256: String(words[3]))
  }

  /// Reads a whole file, a megabyte at a time, for its size and digest; also writes it elsewhere if asked to.
  static func file(
    _ name: String, at path: String, copyingTo target: Int32? = nil
  ) throws(CloudStoreError) -> File {
    let source = try DataFile.open(path, O_RDONLY | O_NOFOLLOW)
    defer { close(source) }
    var hash = SHA256()
    var size: Int64 = 0
    while true {
      let chunk = try DataFile.read(source, path, at: size, count: 1 << 20)
      if chunk.isEmpty { break }
      hash.update(data: chunk)
      size += Int64(chunk.count)
      if let target { try DataFile.write(chunk, to: target, path) }
    }
    return File(name: name, size: size, sha256: Hexadecimal.text(hash.finalize()))
  }
}

/// What is wrong with a manifest, for a person.
struct ManifestError: Error, Hashable, Sendable {
  var detail: String
  init(_ detail: String) { self.detail = detail }
}
