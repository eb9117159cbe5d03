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
      return try KernelKeys.find("cloudjournal-test:none") == nil
    } catch {
      return ![ENOSYS, EPERM, EACCES].contains(error.code)
    }
  }()

  private func keep(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try KernelKeys.keep($0, as: name, seconds: 60) }
  }

  private func bytes(limit: Int = 4096) throws -> [UInt8]? {
    try KernelKeys.reading(name, limit: limit) { _, bytes in Array(bytes) }
  }

  private func replace(_ found: KernelKeys.Found, with bytes: [UInt8]) throws -> Bool {
    try bytes.withUnsafeBytes { try found.replace(with: $0, seconds: 60) }
  }

  @Test(.enabled(if: isAllowed)) func whatIsKeptIsReadAndGoesWhenItIsRevoked() throws {
    #expect(try bytes() == nil && KernelKeys.find(name) == nil)
    #expect(try !KernelKeys.revoke(name))
    try keep([1, 2, 3])
    #expect(try bytes() == [1, 2, 3])
    try keep([4, 5, 6, 7])
    #expect(try bytes() == [4, 5, 6, 7])
    #expect(try bytes(limit: 3) == nil)
    let found = try #require(try KernelKeys.find(name))
    #expect(try found.renew(seconds: 120))
    #expect(try KernelKeys.revoke(name))
    #expect(try bytes() == nil)
    #expect(try !found.renew(seconds: 60))
    #expect(try !KernelKeys.revoke(name))
  }

  @Test(.enabled(if: isAllowed)) func othersTakeThePlaceOfWhatIsThereStill() throws {
    try keep([1, 2, 3])
    let found = try #require(try KernelKeys.find(name))
    #expect(try replace(found, with: [4, 5]))
    #expect(try bytes() == [4, 5])
    // It is another key now: what was found before is not there any more.
    #expect(try !replace(found, with: [6]))
    #expect(try bytes() == [4, 5])
    let second = try #require(try KernelKeys.find(name))
    #expect(try KernelKeys.revoke(name))
    // What was locked is not unlocked by that.
    #expect(try !replace(second, with: [7]))
    #expect(try bytes() == nil)
  }
}
