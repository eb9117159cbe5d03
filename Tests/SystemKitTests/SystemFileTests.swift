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
