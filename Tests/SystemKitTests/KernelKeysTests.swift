import Foundation
import Glibc
import Testing

@testable import SystemKit

/// Secrets that the kernel keeps, where it does: some containers refuse the calls.
@Suite struct KernelKeysTests {
  private let name = "cloudjournal-test:\(UUID().uuidString)"

  /// Whether the kernel of this computer lets a process keep keys at all.
  private static let isAllowed: Bool = {
    do throws(SystemError) {
      return try KernelKeys.bytes("cloudjournal-test:none") == nil
    } catch {
      return ![ENOSYS, EPERM, EACCES].contains(error.code)
    }
  }()

  @Test(.enabled(if: isAllowed)) func whatIsKeptIsReadAndGoesWhenItIsRevoked() throws {
    #expect(try KernelKeys.bytes(name) == nil)
    #expect(try !KernelKeys.renew(name, seconds: 60))
    #expect(try !KernelKeys.revoke(name))
    try KernelKeys.keep([1, 2, 3], as: name, seconds: 60)
    #expect(try KernelKeys.bytes(name) == [1, 2, 3])
    try KernelKeys.keep([4, 5, 6, 7], as: name, seconds: 60)
    #expect(try KernelKeys.bytes(name) == [4, 5, 6, 7])
    #expect(try KernelKeys.bytes(name, limit: 3) == nil)
    #expect(try KernelKeys.renew(name, seconds: 120))
    #expect(try KernelKeys.revoke(name))
    #expect(try KernelKeys.bytes(name) == nil)
    #expect(try !KernelKeys.revoke(name))
  }
}
