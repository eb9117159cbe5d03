import Foundation
import FuzzTargets
import TestKit
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

  /// Damage that a person does with an editor, or a disk: the program's own bytes are refused, or come back as what they say.
  @Test(arguments: ["markdown", "json", "sealed", "file", "request", "recovery", "joining", "approving"])
  func changedFilesAreTaken(name: String) throws {
    var random = SeededGenerator(seed: 44)
    let target = try #require(FuzzTarget.named(name))
    let folder = Self.folder.appending(path: name)
    let pieces = ["---\n", "\ntitle: ", "\n  - ", "\"", "\\", "\n", "\r", ",", "{", "]", ":", "#", "é"].map {
      Array($0.utf8)
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let whole = [UInt8](try Data(contentsOf: folder.appending(path: file)))
      for _ in 0..<150 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          guard !bytes.isEmpty else { break }
          let index = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0...3, using: &random) {
          case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...20, using: &random)))
          default: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: index)
          }
        }
        target.run(bytes)
      }
    }
  }

  @Test func everyCorpusHasItsTarget() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
  }
}
