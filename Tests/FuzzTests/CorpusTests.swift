import Foundation
import FuzzTargets
import Testing

/// The committed inputs of every fuzz target are taken without a fault.
@Suite struct CorpusTests {
  static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "Corpora", directoryHint: .isDirectory)

  @Test(arguments: FuzzTarget.all.map(\.name))
  func everyInputIsTaken(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let folder = Self.folder.appending(path: name)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files.count >= 3, "the corpus of \(name) is too small to begin with")
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: file)))
      target.run(bytes)
      // What is cut off is the most usual damage; each input is tried at some lengths.
      for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 16)) {
        target.run(Array(bytes[..<length]))
      }
    }
  }

  @Test func everyCorpusHasItsTarget() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
  }
}
