import Foundation
import Glibc
import SystemKit
import Testing

@Suite struct SystemFileTests {
  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func aFileIsReplacedAsAWhole() throws {
    try withFolder { folder in
      let path = folder + "/file"
      try SystemFile.replace(path, with: Array("one".utf8))
      try SystemFile.replace(path, with: Array("two".utf8))
      #expect(try text(path) == "two")
      #expect(try mode(of: path) == 0o600)
      #expect(try names(folder) == ["file"])
    }
  }

  @Test func aReplacementThatFailsLeavesTheOldFileAndNothingElse() throws {
    try withFolder { folder in
      // A folder in the place of the file: the new one cannot get its name.
      try SystemFile.makeFolder(folder + "/file")
      #expect(throws: SystemError(folder + "/file", EISDIR)) { try SystemFile.replace(folder + "/file", with: [1]) }
      #expect(try names(folder) == ["file"])
      #expect(throws: SystemError.self) { try SystemFile.replace(folder + "/none/file", with: [1]) }
    }
  }

  @Test func whatACrashLeftBehindIsRemoved() throws {
    try withFolder { folder in
      close(try SystemFile.create("\(folder)/file.\(getpid()).new"))
      try SystemFile.replace(folder + "/file", with: [1])
      #expect(try names(folder) == ["file"])
    }
  }

  @Test func aNewNameTakesNothingAway() throws {
    try withFolder { folder in
      try SystemFile.replace(folder + "/old", with: Array("old".utf8))
      try SystemFile.replace(folder + "/new", with: Array("new".utf8))
      #expect(throws: SystemError(folder + "/old", EEXIST)) {
        try SystemFile.move(folder + "/new", to: folder + "/old", replaces: false)
      }
      #expect(try text(folder + "/old") == "old")
      try SystemFile.move(folder + "/new", to: folder + "/third", replaces: false)
      try SystemFile.move(folder + "/third", to: folder + "/old")
      #expect(try text(folder + "/old") == "new")
      #expect(try names(folder) == ["old"])
    }
  }

  @Test func aCompleteFileGetsItsName() throws {
    try withFolder { folder in
      let descriptor = try SystemFile.create(folder + "/part")
      defer { close(descriptor) }
      try SystemFile.write(Array(repeating: 7, count: 1 << 20), to: descriptor, "part")
      try SystemFile.place(folder + "/part", descriptor, at: folder + "/whole")
      #expect(try Data(contentsOf: URL(filePath: folder + "/whole")).count == 1 << 20)
      #expect(try names(folder) == ["whole"])
      #expect(throws: SystemError(folder + "/whole", EEXIST)) { try SystemFile.create(folder + "/whole") }
    }
  }

  @Test func writingToWhatIsNotOpenForItIsSaid() throws {
    try withFolder { folder in
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY)
      defer { close(descriptor) }
      #expect(throws: SystemError("name", EBADF)) { try SystemFile.write([1], to: descriptor, "name") }
      // Nothing to write is no call.
      try SystemFile.write([], to: descriptor, "name")
    }
  }

  @Test func foldersAreMadeForTheirOwner() throws {
    try withFolder { folder in
      try SystemFile.makeFolder(folder + "/a//b/c/")
      try SystemFile.makeFolder(folder + "/a/b")
      #expect(try mode(of: folder + "/a") == 0o700)
      #expect(try mode(of: folder + "/a/b/c") == 0o700)
      try SystemFile.replace(folder + "/file", with: [])
      #expect(throws: SystemError(folder + "/file/x", ENOTDIR)) { try SystemFile.makeFolder(folder + "/file/x/y") }
    }
  }

  @Test func aFolderGoesWithAllThatIsInItAndNothingElse() throws {
    try withFolder { folder in
      try SystemFile.makeFolder(folder + "/a/b/c")
      try SystemFile.makeFolder(folder + "/kept")
      for path in ["/a/one", "/a/b/.two", "/a/b/c/three", "/kept/four"] {
        try SystemFile.replace(folder + path, with: [1])
      }
      #expect(symlink(folder + "/kept", folder + "/a/link") == 0 && symlink("nowhere", folder + "/a/b/broken") == 0)
      try SystemFile.removeFolder(folder + "/a")
      #expect(SystemFile.names(in: folder, prefix: "") == [".", "..", "kept"])
      #expect(access(folder + "/kept/four", F_OK) == 0)
      // One that is not there is removed already; a link to one, and a file, are none.
      try SystemFile.removeFolder(folder + "/a")
      #expect(symlink(folder + "/kept", folder + "/link") == 0)
      #expect(throws: SystemError.self) { try SystemFile.removeFolder(folder + "/link") }
      #expect(throws: SystemError(folder + "/kept/four", ENOTDIR)) {
        try SystemFile.removeFolder(folder + "/kept/four")
      }
    }
  }

  /// SQLite takes its files away as its last connection closes, which may be at the same moment.
  @Test func whatAnotherTakesAwayOrPutsThereMeanwhileIsNoFailure() async throws {
    let folder = "/tmp/systemkit-\(getpid())-race"
    for round in 0..<40 {
      try SystemFile.makeFolder(folder + "/inner")
      for number in 0..<60 { try SystemFile.replace("\(folder)/inner/\(number)", with: []) }
      async let other: Void = {
        for number in 0..<60 {
          unlink("\(folder)/inner/\(59 - number)")
          if number == round { close(open("\(folder)/inner/new", O_CREAT | O_WRONLY, 0o600)) }
        }
      }()
      try SystemFile.removeFolder(folder)
      await other
      try SystemFile.removeFolder(folder)
      #expect(access(folder, F_OK) != 0)
    }
  }

  @Test(arguments: [
    ("/a/b", "/a"), ("/a/b/", "/a"), ("/a//b", "/a"), ("/a", "/"), ("/", "/"), ("a", "."), ("a/b", "a"), ("", "."),
    ("./a", "."), ("é/b", "é"),
  ])
  func aPathLiesInAFolder(path: String, folder: String) {
    #expect(SystemFile.folder(of: path) == folder)
  }

  @Test func timeRunsForwards() {
    let first = MonotonicClock.milliseconds
    #expect(first > 0 && MonotonicClock.milliseconds >= first)
  }
}
