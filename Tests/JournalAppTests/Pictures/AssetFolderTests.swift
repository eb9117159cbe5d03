import Foundation
import JournalApp
import JournalCore
import Testing

@Suite struct AssetFolderTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func bytesAreKeptUnderTheirHash() throws {
    let name = try folder.assets.keep(Array("picture".utf8))
    // sha256sum says so.
    #expect(name == "2cea274d0bedc39ec4ab6ba9e59ec889e3ed6fb56a1cf088a64d9b383378dc97")
    #expect(try folder.assets.read(name) == Array("picture".utf8))
    #expect(try folder.mode("images") == 0o700 && folder.mode("images/\(name)") == 0o600)
  }

  @Test func theSamePictureIsKeptOnce() throws {
    let first = try folder.assets.keep(Array("picture".utf8))
    let second = try folder.assets.keep(Array("picture".utf8))
    #expect(first == second)
    let files = try folder.assets.files()
    #expect(files.pictures.map(\.name) == [first] && files.others.isEmpty)
  }

  @Test func aLargeFileComesBackWhole() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let name = try folder.assets.keep(bytes)
    #expect(try folder.assets.read(name) == bytes)
    #expect(try folder.assets.state(of: name) == .sound)
  }

  @Test func aDamagedFileIsSeenAndReplaced() throws {
    let name = try folder.assets.keep(Array("picture".utf8))
    try folder.write("pictura", to: "images/\(name)")
    #expect(try folder.assets.state(of: name) == .damaged)
    try folder.assets.write(Array("picture".utf8), name: name)
    #expect(try folder.assets.state(of: name) == .sound)
  }

  @Test func bytesOfAnotherNameAreRefused() throws {
    let name = String(repeating: "a", count: 64)
    #expect(throws: CommandFailure.self) { try folder.assets.write(Array("picture".utf8), name: name) }
    #expect(try folder.assets.state(of: name) == .missing)
  }

  @Test(arguments: [
    "", "..", "../journal.sqlite", String(repeating: "A", count: 64), String(repeating: "a", count: 63),
  ])
  func namesAreHashesOnly(name: String) throws {
    #expect(!AssetFolder.isName(name))
    #expect(try folder.assets.read(name) == nil)
  }
}
