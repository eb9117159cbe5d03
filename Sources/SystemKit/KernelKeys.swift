import CLinux
import Glibc

/// Secrets that the kernel keeps for a user (keyrings(7)): all processes of the user share them, no disk holds them, and they
/// end with their time, and with the user's last process.
package enum KernelKeys {
  /// Keeps some bytes under a name, in the place of what was there.
  ///
  /// - Parameters:
  ///   - bytes: 1 to 32,767.
  ///   - seconds: How long; from 1 on.
  /// - Throws: ``SystemError`` with the name, where the kernel refuses, as it does in some containers.
  package static func keep(_ bytes: [UInt8], as name: String, seconds: UInt32) throws(SystemError) {
    if clinux_key_add(name, bytes, bytes.count, seconds) != 0 { throw SystemError(name, errno) }
  }

  /// What is kept under a name; nil where it was never kept, or has gone.
  ///
  /// - Parameter limit: The most bytes that are read; more are none of ours.
  /// - Throws: ``SystemError`` with the name, where the kernel refuses.
  package static func bytes(_ name: String, limit: Int = 4096) throws(SystemError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = clinux_key_read(name, &bytes, limit)
    if count < 0 {
      if isGone(errno) { return nil }
      throw SystemError(name, errno)
    }
    return count <= limit ? Array(bytes[..<count]) : nil
  }

  /// Has a secret stay for so many seconds from now on; false where there is none.
  ///
  /// - Throws: ``SystemError`` with the name, where the kernel refuses.
  package static func renew(_ name: String, seconds: UInt32) throws(SystemError) -> Bool {
    try did(clinux_key_renew(name, seconds), name)
  }

  /// Has a secret go, for all processes; false where there was none.
  ///
  /// - Throws: ``SystemError`` with the name, where the kernel refuses.
  package static func revoke(_ name: String) throws(SystemError) -> Bool { try did(clinux_key_revoke(name), name) }

  private static func did(_ result: Int32, _ name: String) throws(SystemError) -> Bool {
    if result == 0 { return true }
    if isGone(errno) { return false }
    throw SystemError(name, errno)
  }

  /// Never there, out of its time, or revoked.
  private static func isGone(_ code: Int32) -> Bool { code == ENOKEY || code == EKEYEXPIRED || code == EKEYREVOKED }

  /// Sees to it that no image of this process is written to a file, and that no other process of the user looks into it.
  package static func forbidDumps() { _ = clinux_forbid_dumps() }
}
