import CLinux
import Glibc
import Synchronization

/// Secrets that the kernel keeps for a user (keyrings(7)): all processes of the user share them, no disk holds them, and they
/// end with their time, and with the user's last process.
package enum KernelKeys {
  /// A secret that the kernel has, as it was found.
  package struct Found: Sendable {
    fileprivate let name: String
    fileprivate let number: Int

    /// Has it stay for so many seconds from now on; false where it has gone.
    ///
    /// - Throws: ``SystemError`` with the name, where the kernel refuses.
    package func renew(seconds: UInt32) throws(SystemError) -> Bool {
      try KernelKeys.did(clinux_key_renew(number, seconds), name)
    }

    /// Keeps other bytes in its place, for so many seconds from now on; false where it has gone, or goes meanwhile.
    ///
    /// - Parameter bytes: 1 to 32,767.
    /// - Throws: ``SystemError`` with the name, where the kernel refuses, as it does without room.
    package func replace(with bytes: UnsafeRawBufferPointer, seconds: UInt32) throws(SystemError) -> Bool {
      try KernelKeys.did(clinux_key_replace(number, name, bytes.baseAddress, bytes.count, seconds), name)
    }
  }

  /// Keeps some bytes under a name, in the place of what was there.
  ///
  /// - Parameters:
  ///   - bytes: 1 to 32,767.
  ///   - seconds: How long; from 1 on.
  /// - Throws: ``SystemError`` with the name, where the kernel refuses, as it does in some containers.
  package static func keep(_ bytes: UnsafeRawBufferPointer, as name: String, seconds: UInt32) throws(SystemError) {
    if clinux_key_add(name, bytes.baseAddress, bytes.count, seconds) != 0 { throw SystemError(name, errno) }
  }

  /// What is kept under a name; nil where it was never kept, or has gone.
  ///
  /// - Throws: ``SystemError`` with the name, where the kernel refuses.
  package static func find(_ name: String) throws(SystemError) -> Found? {
    let number = clinux_key_find(name)
    if number >= 0 { return Found(name: name, number: number) }
    if isGone(errno) { return nil }
    throw SystemError(name, errno)
  }

  /// Gives what is kept under a name to a function; nil where it was never kept, or has gone.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that are read; more are none of ours.
  ///   - body: Gets bytes that are wiped when it returns.
  /// - Throws: ``SystemError`` with the name, where the kernel refuses.
  package static func reading<Value>(
    _ name: String, limit: Int = 4096, _ body: (Found, UnsafeRawBufferPointer) -> Value?
  ) throws(SystemError) -> Value? {
    guard let found = try find(name) else { return nil }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 1)
    var count = clinux_key_read(found.number, memory.baseAddress, limit)
    let error = errno
    // The kernel copies nothing where there is too little room.
    if count > limit { count = 0 }
    defer {
      if let start = memory.baseAddress { explicit_bzero(start, max(count, 0)) }
      memory.deallocate()
    }
    if count < 0 {
      if isGone(error) { return nil }
      throw SystemError(name, error)
    }
    return count == 0 ? nil : body(found, UnsafeRawBufferPointer(rebasing: memory[..<count]))
  }

  /// Has a secret go, for all processes; false where there was none.
  ///
  /// - Throws: ``SystemError`` with the name, where the kernel refuses.
  package static func revoke(_ name: String) throws(SystemError) -> Bool {
    var isRevoked = false
    // Another process may put a renewed one in its place meanwhile.
    for _ in 0..<16 {
      guard let found = try find(name) else { return isRevoked }
      isRevoked = try did(clinux_key_revoke(found.number), name) || isRevoked
    }
    throw SystemError(name, EBUSY)
  }

  private static func did(_ result: Int32, _ name: String) throws(SystemError) -> Bool {
    if result == 0 { return true }
    if isGone(errno) { return false }
    throw SystemError(name, errno)
  }

  /// Never there, out of its time, or revoked.
  private static func isGone(_ code: Int32) -> Bool { code == ENOKEY || code == EKEYEXPIRED || code == EKEYREVOKED }

  private static let isForbidden = Mutex(false)

  /// Sees to it that no image of this process is written to a file, and that no other process of the user looks into it.
  package static func forbidDumps() {
    isForbidden.withLock { isForbidden in
      if !isForbidden { isForbidden = clinux_forbid_dumps() == 0 }
    }
  }
}
