import JournalSeal
import SealKit
import Testing

/// The files of pictures and the small files of a vault: each bound to its vault, its place and all of its bytes.
@Suite struct VaultPictureTests {
  private let key: VaultKey
  private let vault: VaultID
  private let digest: String

  init() throws {
    key = try #require(VaultKey([UInt8](0..<32)))
    vault = try #require(VaultID([UInt8](1...16)))
    // Of the letter a.
    digest = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
  }

  @Test func aNameSaysNothingAndCanBeUndoneWithTheKey() throws {
    let seal = key.pictures(of: vault)
    let name = try #require(seal.name(of: digest))
    #expect(name.count == PictureSeal.nameLength && !name.contains(digest.prefix(8)))
    #expect(seal.digest(of: name) == digest)
    #expect(seal.name(of: digest) == name)
    #expect(seal.name(of: "short") == nil && seal.name(of: digest.uppercased()) == nil)
    #expect(seal.digest(of: digest) == nil && seal.digest(of: name.uppercased()) == nil)
    let other = try #require(VaultKey([UInt8](1..<33)))
    #expect(other.pictures(of: vault).digest(of: name) == nil)
    for place in name.indices {
      var changed = name
      changed.replaceSubrange(place...place, with: name[place] == "0" ? "1" : "0")
      #expect(seal.digest(of: changed) == nil)
    }
  }

  private func sealed(_ bytes: [UInt8]) throws -> [UInt8] {
    var (sealed, sealer) = try key.pictures(of: vault).sealer(
      of: digest, length: UInt64(bytes.count), random: seeded(1))
    sealed += try sealer.seal(bytes)
    while let tail = try sealer.tail() { sealed += tail }
    return sealed
  }

  private func open(_ sealed: [UInt8], _ seal: PictureSeal? = nil, digest: String? = nil) throws -> [UInt8] {
    let seal = seal ?? key.pictures(of: vault)
    let file = try seal.file(head: Array(sealed.prefix(PictureSeal.headLength)), digest: digest ?? self.digest)
    var opener = try FileOpener(file)
    let bytes = try opener.open(sealed.dropFirst(PictureSeal.headLength))
    try opener.finish()
    return bytes
  }

  @Test func eachByteOfAPictureCounts() throws {
    let sealed = try sealed(Array("a".utf8))
    #expect(try open(sealed) == Array("a".utf8))
    for place in sealed.indices {
      #expect(throws: SealFailure.self, "\(place)") { try open(sealed.with(sealed[place] ^ 1, at: place)) }
      #expect(throws: SealFailure.self, "\(place)") { try open(Array(sealed[..<place])) }
    }
    #expect(throws: SealFailure.self) { try open(sealed + [0]) }
    #expect(throws: SealFailure.newer) { try open(sealed.with(2, at: 3)) }
    let other = try #require(VaultID([UInt8](2...17)))
    #expect(throws: SealFailure.self) { try open(sealed, key.pictures(of: other)) }
    #expect(throws: SealFailure.self) { try open(sealed, digest: String(digest.reversed())) }
    // Other bytes than the digest's, sealed by a program that has the key.
    #expect(throws: SealFailure.self) { try open(self.sealed(Array("b".utf8))) }
  }

  @Test func eachByteOfASmallFileCounts() throws {
    let seal = key.smallFiles(of: vault)
    let sealed = try seal.seal(Array("zqsecret".utf8), name: "keys.json", random: seeded(2))
    #expect(sealed.count == 8 + SmallFileSeal.overhead)
    #expect(try seal.open(sealed, name: "keys.json") == Array("zqsecret".utf8))
    for place in sealed.indices {
      #expect(throws: SealFailure.self) { try seal.open(sealed.with(sealed[place] ^ 1, at: place), name: "keys.json") }
      #expect(throws: SealFailure.self) { try seal.open(Array(sealed[..<place]), name: "keys.json") }
    }
    #expect(throws: SealFailure.newer) { try seal.open(sealed.with(2, at: 3), name: "keys.json") }
    #expect(throws: SealFailure.self) { try seal.open(sealed, name: "session.json") }
    let other = try #require(VaultID([UInt8](2...17)))
    #expect(throws: SealFailure.self) { try key.smallFiles(of: other).open(sealed, name: "keys.json") }
  }
}
