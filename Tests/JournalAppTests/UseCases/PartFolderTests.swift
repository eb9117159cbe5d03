import Foundation
import Testing

@testable import JournalApp

/// A folder that is not seen before it is complete.
@Suite struct PartFolderTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file(path)).sorted()
  }

  /// Until it is complete nothing has its name, or the folder of that name shows nothing.
  @Test(arguments: [true, false]) func itAppearsAsAWhole(isNew: Bool) throws {
    if !isNew {
      try FileManager.default.createDirectory(atPath: folder.file("kept"), withIntermediateDirectories: true)
    }
    let part = try PartFolder(for: folder.file("kept/"))
    try FolderMaker.make("\(part.path)/entry")
    try WholeFile.write([1], to: "\(part.path)/entry/a.mov")
    #expect(FileManager.default.fileExists(atPath: folder.file("kept")) != isNew)
    if !isNew { #expect(try names("kept").allSatisfy { $0.hasPrefix(".part-") }) }
    try part.finish()
    #expect(try names("kept") == ["entry"] && names("kept/entry") == ["a.mov"] && names("") == ["kept"])
    #expect(throws: CommandFailure.self) { try PartFolder(for: folder.file("kept")) }
  }

  /// What a killed process left goes with the next one; what another process writes at this moment stays.
  @Test(arguments: [true, false]) func whatWasKilledIsSwept(isNew: Bool) throws {
    if !isNew {
      try FileManager.default.createDirectory(atPath: folder.file("kept"), withIntermediateDirectories: true)
    }
    let prefix = isNew ? "kept.part-" : "kept/.part-"
    for name in ["\(prefix)1f", "kept.part-own"] {
      try FileManager.default.createDirectory(atPath: folder.file("\(name)/entry"), withIntermediateDirectories: true)
      try folder.write("half", to: "\(name)/entry/a.mov")
    }
    let other = isNew ? try PartFolder(for: folder.file("kept")) : nil
    let part = try PartFolder(for: folder.file("kept"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("\(prefix)1f")))
    if let other { #expect(FileManager.default.fileExists(atPath: other.path)) }
    try part.finish()
    try other?.abandon()
    #expect(try names("") == ["kept", "kept.part-own"], "a name that is not ours stays")
    #expect(try names("kept").isEmpty)
  }

  /// Something that takes the name meanwhile is not replaced.
  @Test func nothingIsReplaced() throws {
    let part = try PartFolder(for: folder.file("kept"))
    try folder.write("mine", to: "kept")
    #expect(throws: CommandFailure.self) { try part.finish() }
    try part.abandon()
    #expect(try folder.text("kept") == "mine" && names("") == ["kept"])
  }
}
