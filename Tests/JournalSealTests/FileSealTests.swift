import CloudRecord
import JournalSeal
import SealKit
import TestKit
import Testing

@Suite struct FileSealTests {
  private func file(_ plain: [UInt8], _ key: FileKey) -> SealedContent.File {
    SealedContent.File(field: "imageAsset", digest: Digest(of: plain).bytes, length: UInt64(plain.count), key: key)
  }

  private func sealed(_ plain: [UInt8], _ key: FileKey, pieces: Int = .max, _ random: SealRandom) throws -> [UInt8] {
    var sealer = try FileSealer(length: UInt64(plain.count), key: key, random: random)
    var bytes: [UInt8] = []
    var rest = plain[...]
    while !rest.isEmpty {
      bytes += try sealer.seal(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
    }
    while let more = try sealer.tail() { bytes += more }
    return bytes
  }

  @Test(arguments: [0, 1, 511, 512, 513, 65_535, 65_536, 65_537, 131_072, 150_001])
  func filesComeBackInPiecesOfAnySize(length: Int) throws {
    let key = FileKey.fresh(seeded(1))
    let plain = Sample.pattern(length)
    let whole = try sealed(plain, key, seeded(2))
    #expect(whole.count == FileSeal.sealedLength(of: UInt64(length)))
    #expect(try sealed(plain, key, pieces: 7001, seeded(2)) == whole)
    for pieces in [1009, 65_552, whole.count] {
      var opener = try FileOpener(file(plain, key))
      var opened: [UInt8] = []
      var rest = whole[...]
      while !rest.isEmpty {
        opened += try opener.open(rest.prefix(pieces))
        rest = rest.dropFirst(pieces)
      }
      try opener.finish()
      #expect(opened == plain)
    }
  }

  /// Sealing again under the same key uses another key for the stream, whatever the bytes: no keystream comes twice.
  @Test func anotherSaltIsAnotherKey() throws {
    let key = FileKey.fresh(seeded(1))
    let (plain, other) = (Sample.pattern(600), [UInt8](repeating: 0, count: 600))
    let (a, b) = (try sealed(plain, key, seeded(2)), try sealed(other, key, seeded(3)))
    let streams = zip(a[38..<638], b[38..<638]).map { $0 ^ $1 }
    #expect(streams != zip(plain, other).map { $0 ^ $1 })
  }

  @Test func aFileThatChangesItsLengthIsNotSealed() throws {
    let key = FileKey.fresh(seeded(1))
    var grows = try FileSealer(length: 10, key: key, random: seeded(2))
    #expect(throws: SealFailure.self) { try grows.seal([UInt8](repeating: 1, count: 11)) }
    var shrinks = try FileSealer(length: 10, key: key, random: seeded(2))
    _ = try shrinks.seal([UInt8](repeating: 1, count: 9))
    #expect(throws: SealFailure.self) { try shrinks.tail() }
    #expect(throws: SealFailure.self) { try FileSealer(length: 1 << 41, key: key, random: seeded(2)) }
    #expect(FileSeal.sealedLength(of: .max) == nil)
  }

  /// Each chunk is authentic before any of it is given; an end that is missing is noticed at the end.
  @Test func aCutAtAChunkIsNoticed() throws {
    let key = FileKey.fresh(seeded(1))
    let plain = Sample.pattern(150_001)
    let whole = try sealed(plain, key, seeded(2))
    for end in [38, 38 + 65_552, 38 + 2 * 65_552] {
      var opener = try FileOpener(file(plain, key))
      let opened = try opener.open(whole[..<end])
      #expect(plain.starts(with: opened))
      #expect(throws: SealFailure.self) { try opener.finish() }
    }
  }

  /// A short file whose one chunk is offered as the beginning of a longer one.
  @Test func aLastChunkIsNoOther() throws {
    let key = FileKey.fresh(seeded(1))
    let plain = Sample.pattern(65_536)
    let one = try sealed(plain, key, seeded(2))
    let longer = SealedContent.File(field: "f", digest: Digest(of: plain).bytes, length: 131_072, key: key)
    var opener = try FileOpener(longer)
    #expect(throws: SealFailure.self) { try opener.open(one) }
  }

  @Test func headsOfNewerFormsSaySo() throws {
    let key = FileKey.fresh(seeded(1))
    let whole = try sealed(Sample.pattern(10), key, seeded(2))
    for place in [3, 4] {
      var opener = try FileOpener(file(Sample.pattern(10), key))
      #expect(throws: SealFailure.newer) { try opener.open(whole.with(2, at: place)) }
    }
  }
}
