import CloudStore
import Foundation
import Testing

/// Objects: whole and durable or not there, and never outside their folder.
@Suite struct AssetFilesTests {
  let folder: TemporaryFolder
  let files: ObjectFiles
  let key = "abcdef0123456789-_XY"

  init() throws {
    folder = try TemporaryFolder()
    files = try ObjectFiles(folder: folder("objects"))
  }

  func incoming() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder("objects/.incoming"))
  }

  @Test func anObjectIsWrittenInPiecesAndReadInRanges() throws {
    let writer = try files.write(key, sizeLimit: 300_000)
    var all: [UInt8] = []
    for piece in 0..<30 {
      let bytes = [UInt8](repeating: UInt8(piece), count: 10_000)
      try writer.append(bytes)
      all += bytes
      #expect(try files.size(key) == nil)
    }
    let written = try writer.finish()
    #expect(written.key == key)
    #expect(written.size == 300_000)
    let reader = try files.open(key)
    #expect(reader.size == 300_000)
    #expect(try reader.read(at: 0, count: .max) == all)
    #expect(try reader.read(at: 9_999, count: 2) == [0, 1])
    #expect(try reader.read(at: 299_999, count: 100) == [29])
    for (offset, count) in [(300_000, 1), (-1, 5), (Int64.max, 5), (0, 0), (0, -4)] as [(Int64, Int)] {
      #expect(try reader.read(at: offset, count: count) == [])
    }
    #expect(try incoming() == [])
    #expect(try folder.mode("objects/ab/" + key) == 0o600)
    #expect(try folder.mode("objects/ab") == 0o700)
    #expect(try files.keys() == [key])
  }

  /// The example of FIPS 180-2, in pieces.
  @Test func theDigestIsOfAllPieces() throws {
    let writer = try files.write(key, sizeLimit: 3)
    for letter in "abc".utf8 { try writer.append([letter]) }
    let digest = try writer.finish().sha256.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func anEmptyFileIsAFile() throws {
    #expect(try files.write(key, sizeLimit: 0).finish().size == 0)
    #expect(try files.open(key).read(at: 0, count: 10) == [])
  }

  @Test func aByteTooManyLeavesNothing() throws {
    let writer = try files.write(key, sizeLimit: 10)
    try writer.append([UInt8](repeating: 1, count: 10))
    #expect(throws: CloudStoreError.objectTooLarge(limit: 10)) { try writer.append([1]) }
    #expect(throws: CloudStoreError.closed) { try writer.append([1]) }
    #expect(throws: CloudStoreError.closed) { try writer.finish() }
    #expect(try incoming() == [])
    #expect(try files.size(key) == nil)
  }

  @Test func anUploadThatIsGivenUpLeavesNothing() throws {
    let aborted = try files.write(key, sizeLimit: 10)
    try aborted.append([1])
    try aborted.abort()
    try aborted.abort()
    do {
      let dropped = try files.write(key, sizeLimit: 10)
      try dropped.append([1])
      #expect(try incoming() == [key])
    }
    #expect(try incoming() == [])
    #expect(try files.keys() == [])
  }

  @Test func aNameIsGivenOnce() throws {
    let first = try files.write(key, sizeLimit: 10)
    #expect(throws: CloudStoreError.objectExists(key: key)) { try files.write(key, sizeLimit: 10) }
    try first.append([1])
    _ = try first.finish()
    #expect(throws: CloudStoreError.objectExists(key: key)) { try files.write(key, sizeLimit: 10) }
    #expect(try files.open(key).read(at: 0, count: 10) == [1])
  }

  @Test func whatACrashLeftIsRemoved() throws {
    try Data([1, 2]).write(to: URL(filePath: folder("objects/.incoming/" + key)))
    let again = try ObjectFiles(folder: folder("objects"))
    #expect(try again.keys() == [])
    try again.removeLeftovers()
    #expect(try incoming() == [])
    _ = try again.write(key, sizeLimit: 10).finish()
  }

  @Test func aRemovedObjectIsGoneForNewReaders() throws {
    let writer = try files.write(key, sizeLimit: 10)
    try writer.append([1, 2, 3])
    _ = try writer.finish()
    let reader = try files.open(key)
    try files.remove(key)
    try files.remove(key)
    #expect(try reader.read(at: 1, count: 5) == [2, 3])
    #expect(throws: CloudStoreError.missingObject(key: key)) { try files.open(key) }
    #expect(try files.keys() == [])
  }

  @Test func onlyOldObjectsAreOrphans() throws {
    _ = try files.write(key, sizeLimit: 10).finish()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: folder("objects/ab/" + key))
    _ = try files.write("zz" + key, sizeLimit: 10).finish()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 3000)], ofItemAtPath: folder("objects/zz/zz" + key))
    #expect(try files.keys(writtenBefore: 1_000_001) == [key])
    #expect(try files.keys(writtenBefore: 1_000_000) == [])
    #expect(try files.keys() == [key, "zz" + key])
  }

  @Test func strangeFilesAreNotObjects() throws {
    try FileManager.default.createDirectory(atPath: folder("objects/ab"), withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: folder("objects/ab/lost+found")))
    try Data().write(to: URL(filePath: folder("objects/ab/zz" + key)))
    #expect(try files.keys() == [])
  }

  @Test(arguments: [
    "", "a", "../../../../etc/passwd", "ab/../../../etc/passwd0", "..aaaaaaaaaaaaaaaaaa", "/etc/passwd/aaaaaaaaa",
    "abcdefgh\0ijklmnopqrs", "aaaaaaaaaaaaaaaaaaaé", ".incoming/aaaaaaaaaa", "-aaaaaaaaaaaaaaaaaaa",
    "a b c d e f g h i j k", "ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐ",
  ])
  func noKeyLeadsOutOfTheFolder(key: String) throws {
    #expect(!ObjectFiles.isKey(key))
    #expect(throws: CloudStoreError.invalidObjectKey(key)) { try files.write(key, sizeLimit: 10) }
    #expect(throws: CloudStoreError.invalidObjectKey(key)) { try files.open(key) }
    #expect(throws: CloudStoreError.invalidObjectKey(key)) { try files.remove(key) }
    #expect(throws: CloudStoreError.invalidObjectKey(key)) { try files.size(key) }
    #expect(!ObjectFiles.isKey(String(repeating: "a", count: 129)))
  }
}
