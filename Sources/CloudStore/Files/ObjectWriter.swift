import Crypto
import Glibc
import Synchronization

/// An object on its way to the disk: bytes as they come, their SHA-256, and a name at the end.
///
/// One that is dropped without ``finish()`` leaves nothing.
package final class ObjectWriter: Sendable {
  /// What ``ObjectWriter/finish()`` tells of the object.
  package struct Written: Hashable, Sendable {
    /// The object's name, as it was given to ``ObjectFiles/write(_:sizeLimit:)``.
    package var key: String
    /// In bytes.
    package var size: Int64
    /// Thirty-two bytes.
    package var sha256: [UInt8]
  }

  private struct State: Sendable {
    /// nil once the object is finished or given up.
    var descriptor: Int32?
    var size: Int64 = 0
    var hash = SHA256()
  }

  /// The object's name, as it was given to ``ObjectFiles/write(_:sizeLimit:)``.
  package let key: String
  private let temporary: String
  private let target: String
  private let sizeLimit: Int64
  private let state: Mutex<State>

  init(key: String, temporary: String, target: String, sizeLimit: Int64) throws(CloudStoreError) {
    (self.key, self.temporary, self.target, self.sizeLimit) = (key, temporary, target, sizeLimit)
    // Another request may be writing an object of this name; `O_EXCL` fails if it begins just now.
    guard try DataFile.kind(of: temporary) == nil else { throw .objectExists(key: key) }
    let descriptor = try DataFile.open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW)
    do {
      // Looked for only now: while the temporary file is ours, no other request can give an object this name.
      guard try DataFile.kind(of: target) == nil else { throw CloudStoreError.objectExists(key: key) }
    } catch {
      close(descriptor)
      try DataFile.remove(temporary)
      throw CloudStoreError(error, path: target)
    }
    state = Mutex(State(descriptor: descriptor))
  }

  /// Appends bytes; any error gives the object up.
  ///
  /// - Throws: ``CloudStoreError/objectTooLarge(limit:)``, ``CloudStoreError/closed`` after the end, and any failure of
  ///   the disk.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(CloudStoreError) {
    do {
      try state.withLock { state throws(CloudStoreError) in
        guard let descriptor = state.descriptor else { throw .closed }
        guard Int64(bytes.count) <= sizeLimit - state.size else { throw .objectTooLarge(limit: sizeLimit) }
        try DataFile.write(bytes, to: descriptor, temporary)
        state.hash.update(bufferPointer: bytes)
        state.size += Int64(bytes.count)
      }
    } catch {
      try abort()
      throw error
    }
  }

  /// Appends an array of bytes; any error gives the object up.
  ///
  /// - Throws: ``CloudStoreError/objectTooLarge(limit:)``, ``CloudStoreError/closed`` after the end, and any failure of
  ///   the disk.
  package func append(_ bytes: [UInt8]) throws(CloudStoreError) {
    do { try bytes.withUnsafeBytes { try append($0) } } catch { throw CloudStoreError(error, path: temporary) }
  }

  /// Makes the object durable under its name; any error gives it up.
  ///
  /// - Throws: ``CloudStoreError/closed`` where it has ended before, and any failure of the disk.
  package func finish() throws(CloudStoreError) -> Written {
    do {
      return try state.withLock { state throws(CloudStoreError) in
        guard let descriptor = state.descriptor else { throw .closed }
        try DataFile.place(temporary, descriptor, at: target)
        close(descriptor)
        state.descriptor = nil
        return Written(key: key, size: state.size, sha256: Array(state.hash.finalize()))
      }
    } catch {
      try abort()
      throw error
    }
  }

  /// Removes what was written; nothing happens to a finished object.
  ///
  /// - Throws: ``CloudStoreError`` where the temporary file cannot be removed.
  package func abort() throws(CloudStoreError) {
    try state.withLock { state throws(CloudStoreError) in
      guard let descriptor = state.descriptor else { return }
      state.descriptor = nil
      close(descriptor)
      try DataFile.remove(temporary)
    }
  }

  deinit {
    state.withLock { state in
      guard let descriptor = state.descriptor else { return }
      close(descriptor)
      // A name that cannot be removed now is one of the leftovers that the next start removes.
      unlink(temporary)
    }
  }
}

/// An object's bytes, in ranges; they stay readable while this is held, even if the object is removed meanwhile.
package final class AssetReader: Sendable {
  private let path: String
  private let descriptor: Int32
  /// In bytes.
  package let size: Int64

  init(path: String) throws(CloudStoreError) {
    self.path = path
    descriptor = try DataFile.open(path, O_RDONLY | O_NOFOLLOW)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let reason = errno
      close(descriptor)
      throw DataFile.failure(path, reason)
    }
    size = Int64(status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads up to `count` bytes from `offset`; fewer at the end, none behind it.
  ///
  /// - Throws: ``CloudStoreError`` where the disk fails.
  package func read(at offset: Int64, count: Int) throws(CloudStoreError) -> [UInt8] {
    guard offset >= 0, offset < size else { return [] }
    return try DataFile.read(descriptor, path, at: offset, count: Int(min(Int64(max(0, count)), size - offset)))
  }
}
