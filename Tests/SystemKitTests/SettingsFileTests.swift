import Foundation
import Glibc
import Testing

@testable import SystemKit

@Suite struct SettingsFileTests {
  @Test func aTextIsReadWhole() throws {
    try withFolder { folder in
      let text = String(repeating: "häuser = 1\n", count: 5_000)
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/a"))
      #expect(try SettingsFile.text(folder + "/a", limit: 1 << 20) == text)
      #expect(try SettingsFile.text(folder + "/a", limit: text.utf8.count) == text)
      #expect(throws: SettingsFile.Failure.isTooLarge(limit: 4096)) {
        try SettingsFile.text(folder + "/a", limit: 4096)
      }
    }
  }

  /// A pipe into which no program writes would hold the program for ever; a device has no end.
  @Test func whatIsNoFileIsNotWaitedFor() throws {
    try withFolder { folder in
      try #require(mkfifo(folder + "/pipe", 0o600) == 0)
      for path in [folder + "/pipe", "/dev/zero", folder] {
        #expect(throws: SettingsFile.Failure.isNoFile, "\(path)") { try SettingsFile.text(path, limit: 4096) }
      }
    }
  }

  @Test func whatCannotBeReadSaysWhy() throws {
    try withFolder { folder in
      #expect(throws: SettingsFile.Failure.isMissing) { try SettingsFile.text(folder + "/b", limit: 4096) }
      try Data([0xFF, 0xFE]).write(to: URL(fileURLWithPath: folder + "/c"))
      #expect(throws: SettingsFile.Failure.isNoText) { try SettingsFile.text(folder + "/c", limit: 4096) }
      #expect(throws: SettingsFile.Failure.cannotRead(ENOTDIR)) {
        try SettingsFile.text(folder + "/c/d", limit: 4096)
      }
    }
  }
}
