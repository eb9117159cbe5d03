import CloudRecord
import CloudWire
import Glibc
import SystemKit

/// Why one of this program's own files cannot be read, written or removed, in words for a person.
package struct PrivateFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Names the file; without a full stop at its end.
  package var description: String
}

/// How the bytes of private files lie on the disk, where they do not lie there as they are.
package struct PrivateFileSeal: Sendable {
  /// Bytes that a sealed file is longer than what it holds, at most.
  let overhead: Int
  /// Makes of a file's bytes those that lie on the disk; `name` is the file's, without its folder.
  let seal: @Sendable (_ bytes: [UInt8], _ name: String) throws -> [UInt8]
  /// Makes the file's bytes of those on the disk.
  let open: @Sendable (_ bytes: [UInt8], _ name: String) throws -> [UInt8]

  package init(
    overhead: Int, seal: @escaping @Sendable (_ bytes: [UInt8], _ name: String) throws -> [UInt8],
    open: @escaping @Sendable (_ bytes: [UInt8], _ name: String) throws -> [UInt8]
  ) {
    (self.overhead, self.seal, self.open) = (overhead, seal, open)
  }
}

/// A small file for its owner's eyes alone (0600), that is replaced as a whole and durably.
package struct PrivateFile: Sendable {
  /// Its place.
  package let path: String
  /// What it means that others could read or change it, and what to do: an end of the sentence without a full stop.
  let exposure: String
  /// The longest file that is read, in bytes.
  private let sizeLimit: Int
  private let seal: PrivateFileSeal?

  package init(path: String, exposure: String, sizeLimit: Int = 64 << 10, seal: PrivateFileSeal? = nil) {
    (self.path, self.exposure, self.sizeLimit, self.seal) = (path, exposure, sizeLimit, seal)
  }

  private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// A file of the same kind whose name goes on so, after a point.
  package func beside(_ ending: String) -> PrivateFile { at("\(path).\(ending)") }

  /// A file of the same kind.
  package func at(_ path: String) -> PrivateFile {
    PrivateFile(path: path, exposure: exposure, sizeLimit: sizeLimit, seal: seal)
  }

  /// Removes the file, if there is one, and what processes that were killed have left of it; durably.
  package func remove() throws(PrivateFileError) {
    do { try SystemFile.remove(path) } catch { throw failure("removed", error.code) }
  }

  /// Reads the file; nil if there is none.
  ///
  /// - Throws: ``PrivateFileError`` for a link, for a file that belongs to others or that others may read, and for one
  ///   of more than the limit.
  package func contents() throws(PrivateFileError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("read")
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw failure("read") }
    guard facts.st_mode & S_IFMT == S_IFREG, Int(facts.st_size) <= limitOnDisk else {
      throw PrivateFileError(description: "\(path) is no file that this program has made")
    }
    guard facts.st_mode & 0o077 == 0, facts.st_uid == geteuid() else {
      throw PrivateFileError(
        description: "\(path) is not for your eyes alone, as it has to be: \(exposure)")
    }
    let bytes: [UInt8]?
    do { bytes = try SystemFile.rest(of: descriptor, path, limit: limitOnDisk) } catch {
      throw failure("read", error.code)
    }
    guard let bytes else { throw PrivateFileError(description: "\(path) is no file that this program has made") }
    return try sealing("opened") { try $0.open(bytes, name) } ?? bytes
  }

  private var limitOnDisk: Int { sizeLimit + (seal?.overhead ?? 0) }

  /// nil where nothing is sealed.
  private func sealing(
    _ verb: String, _ body: (PrivateFileSeal) throws -> [UInt8]
  ) throws(PrivateFileError) -> [UInt8]? {
    guard let seal else { return nil }
    do { return try body(seal) } catch {
      var reason = "\(error)"
      if reason.hasSuffix(".") { reason.removeLast() }
      throw PrivateFileError(description: "\(path) cannot be \(verb): \(reason)")
    }
  }

  /// Reads the JSON object in the file, as `read` takes it; nil if there is no file.
  ///
  /// - Throws: ``PrivateFileError`` as ``contents()``, and for a damaged file or one of a newer program.
  func object<Content>(
    _ read: (JSONObject) throws(ServiceError) -> Content
  ) throws(PrivateFileError) -> Content? {
    guard let bytes = try contents() else { return nil }
    do throws(ServiceError) {
      let root = try JSONDocument(bytes).root.object()
      let version = try root.required("version").int64()
      guard version == 1 else { throw ServiceError(.badRequest, "it is of a newer program (version \(version))") }
      return try read(root)
    } catch {
      throw PrivateFileError(description: "\(path) cannot be used: \(error.reason); sign in again")
    }
  }

  /// Replaces the file by one with a JSON object, whose members besides the version `write` writes.
  func replace(_ write: (inout JSONWriter) -> Void) throws(PrivateFileError) {
    let text = JSONWriter.object { json in
      json.member("version", Int64(1))
      write(&json)
    }
    try replace(with: text)
  }

  /// Writes a new file beside this one and moves it into its place, so that one of the two is there at any time.
  /// What processes that were killed have left of such new files goes first.
  ///
  /// - Parameter isAlone: Whether a lock keeps all other processes from writing it.
  /// - Throws: ``PrivateFileError``; the former file is there then.
  package func replace(with bytes: [UInt8], isAlone: Bool = false) throws(PrivateFileError) {
    let sealed = try sealing("sealed") { try $0.seal(bytes, name) } ?? bytes
    do {
      try SystemFile.removeDrafts(of: path, isAlone: isAlone)
      try SystemFile.replace(path, with: sealed)
    } catch { throw failure("written", error.code) }
  }

  private func failure(_ verb: String, _ code: Int32 = errno) -> PrivateFileError {
    PrivateFileError(description: "\(path) cannot be \(verb): \(SystemError.words(code))")
  }
}
