import Foundation
import Glibc
import SystemKit
import Testing

@Suite struct FileLockTests {
  @Test func oneHolderAtATime() throws {
    try withFolder { folder in
      let path = folder + "/lock"
      let held = try #require(try FileLock.take(path))
      #expect(try FileLock.take(path) == nil)
      withExtendedLifetime(held) {}
    }
  }

  @Test func theEndOfTheValueFreesTheFile() throws {
    try withFolder { folder in
      let path = folder + "/lock"
      do {
        let held = try FileLock.wait(path)
        #expect(try FileLock.take(path) == nil)
        withExtendedLifetime(held) {}
      }
      #expect(try FileLock.take(path) != nil)
      #expect(try mode(of: path) == 0o600)
    }
  }

  @Test func sharersLetEachOtherInAndOthersWait() throws {
    try withFolder { folder in
      let path = folder + "/lock"
      let holders = [try FileLock.wait(path, .shared), try FileLock.wait(path, .shared)]
      #expect(try FileLock.take(path) == nil)
      withExtendedLifetime(holders) {}
    }
  }

  @Test func anOpenFileIsLockedUntilItIsClosed() throws {
    try withFolder { folder in
      let path = folder + "/file"
      let first = try SystemFile.create(path)
      let second = open(path, O_WRONLY | O_CLOEXEC)
      defer { close(second) }
      #expect(FileLock.attempt(first) == .taken)
      #expect(FileLock.attempt(second) == .heldElsewhere)
      close(first)
      #expect(FileLock.attempt(second) == .taken)
      #expect(FileLock.attempt(-1) == .refused(EBADF))
    }
  }

  @Test func aFolderThatIsNotThereIsSaid() throws {
    try withFolder { folder in
      let path = folder + "/none/lock"
      #expect(throws: FileLock.Failure.opening(SystemError(path, ENOENT))) { try FileLock.take(path) }
      #expect(throws: FileLock.Failure.opening(SystemError(path, ENOENT))) { try FileLock.wait(path) }
    }
  }

  @Test func linksAreNotFollowed() throws {
    try withFolder { folder in
      #expect(symlink(folder + "/elsewhere", folder + "/lock") == 0)
      #expect(throws: FileLock.Failure.opening(SystemError(folder + "/lock", ELOOP))) {
        try FileLock.take(folder + "/lock")
      }
    }
  }

  @Test func rangesOfThisProcessAreItsOwn() throws {
    try withFolder { folder in
      #expect(RangeLock.isPossible(folder + "/file"))
      #expect(!RangeLock.isHeldElsewhere(folder + "/file", start: 0, length: 1))
      #expect(!RangeLock.isHeldElsewhere(folder + "/none", start: 0, length: 1))
    }
  }
}

/// A folder of the test's own, which goes with it.
func withFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "system-kit-\(UUID().uuidString)").path
  try SystemFile.makeFolder(folder)
  defer { do { try FileManager.default.removeItem(atPath: folder) } catch { print("left behind: \(folder)") } }
  try body(folder)
}

func mode(of path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
