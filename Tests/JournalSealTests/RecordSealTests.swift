import CloudRecord
import JournalSeal
import SealKit
import SyncCore
import TestKit
import Testing

@Suite struct RecordSealTests {
  private let random = seeded(1)

  @Test func whatIsSealedComesBack() throws {
    let key = JournalKey.fresh(random)
    let keys = try #require(JournalKeys([key]))
    for (content, place) in [
      (Sample.content(), Sample.entry), (Sample.pictureContent(random), Sample.picture),
      (Sample.removed(), Sample.entry),
    ] {
      let sealed = try RecordSeal.seal(content, at: place, under: key, random: random)
      #expect(try RecordSeal.open(sealed, at: place, under: keys) == content)
      #expect(try RecordSeal.keyID(of: sealed) == key.id)
    }
  }

  @Test func equalContentsLookDifferentAndEquallyLong() throws {
    let key = JournalKey.fresh(random)
    let short = try RecordSeal.seal(Sample.content(body: "a"), at: Sample.entry, under: key, random: random)
    let again = try RecordSeal.seal(Sample.content(body: "a"), at: Sample.entry, under: key, random: random)
    let longer = try RecordSeal.seal(
      Sample.content(body: String(repeating: "b", count: 40)), at: Sample.entry, under: key, random: random)
    #expect(short != again)
    #expect(short.count == longer.count && short.count == Padding.least + RecordSeal.overhead)
  }

  @Test func noNonceComesTwice() throws {
    let key = JournalKey.fresh(random)
    var nonces: Set<[UInt8]> = []
    for _ in 0..<2000 {
      let sealed = try RecordSeal.seal(bytes: [1], at: Sample.entry, under: key, random: random)
      #expect(nonces.insert(Array(sealed[21..<33])).inserted)
    }
  }

  @Test func anUnknownKeyIsNamed() throws {
    let (key, other) = (JournalKey.fresh(random), JournalKey.fresh(random))
    let keys = try #require(JournalKeys([other]))
    let sealed = try RecordSeal.seal(Sample.content(), at: Sample.entry, under: key, random: random)
    #expect(throws: SealFailure.noKey(key.id)) { try RecordSeal.open(sealed, at: Sample.entry, under: keys) }
  }

  /// A field that this version does not know is kept with its value and its stamp.
  @Test func unknownFieldsComeBack() throws {
    var content = Sample.content()
    content.version.set("locationName", .string("home"), at: Sample.stamp)
    #expect(try SealedContent(decoding: content.encoded()) == content)
  }

  @Test func whatCouldNotBeReadIsNotSealed() throws {
    let key = JournalKey.fresh(random)
    var many = Sample.content()
    for index in 0..<201 { many.version.set("field\(index)", .int64(1), at: Sample.stamp) }
    var zero = Sample.content()
    zero.counter = 0
    var file = Sample.pictureContent(random)
    file.files += file.files
    var removed = Sample.removed()
    removed.version = Sample.version()
    var nested = Sample.content()
    nested.version.set("tags", .list([.list([])]), at: Sample.stamp)
    var short = Sample.pictureContent(random)
    short.files[0].digest.removeLast()
    #expect(throws: SealFailure.self) { try RecordSeal.seal(short, at: Sample.picture, under: key, random: random) }
    let long = Sample.content(body: String(repeating: "x", count: 5 << 20))
    for content in [many, zero, removed, nested, long] {
      #expect(throws: SealFailure.self) { try RecordSeal.seal(content, at: Sample.entry, under: key, random: random) }
    }
    #expect(throws: SealFailure.self) { try RecordSeal.seal(file, at: Sample.picture, under: key, random: random) }
    #expect(throws: SealFailure.self) {
      try RecordSeal.seal(Sample.content(), at: Sample.picture, under: key, random: random)
    }
  }

  /// Fields in another order, or one of them twice, would be a second encoding of the same content.
  @Test func thereIsOneEncoding() throws {
    var version = RecordVersion(recordType: "T")
    version.set("a", .int64(1), at: Sample.stamp)
    version.set("b", .int64(1), at: Sample.stamp)
    let content = SealedContent(counter: 1, modifiedAt: 0, version: version)
    var bytes = try content.encoded()
    let a = try #require(bytes.firstRange(of: [0, 0, 0, 1, UInt8(ascii: "a")])).upperBound - 1
    let b = try #require(bytes.firstRange(of: [0, 0, 0, 1, UInt8(ascii: "b")])).upperBound - 1
    bytes.swapAt(a, b)
    #expect(throws: SealFailure.self) { try SealedContent(decoding: bytes) }
    bytes[a] = UInt8(ascii: "a")
    bytes[b] = UInt8(ascii: "a")
    #expect(throws: SealFailure.self) { try SealedContent(decoding: bytes) }
  }

  @Test func countersEnd() {
    #expect(SealedContent.counter(after: 1) == 2)
    #expect(SealedContent.counter(after: SealedContent.maximumCounter) == nil)
    #expect(SealedContent.counter(ofNewLifeAfter: 5) == 1 << 32)
    #expect(SealedContent.counter(ofNewLifeAfter: 1 << 32) == 2 << 32)
    #expect(SealedContent.counter(ofNewLifeAfter: SealedContent.maximumCounter) == nil)
    #expect(SealedContent.counter(after: .max) == nil && SealedContent.counter(ofNewLifeAfter: .max) == nil)
  }

  @Test func paddingAddsLittleAndShowsLess() {
    var random = SeededGenerator(seed: 9)
    var lengths: Set<Int> = []
    var last = 0
    for count in 0..<5000 {
      let padded = Padding.length(of: count)
      #expect(padded >= count && padded >= last)
      #expect(count < Padding.least || padded * 100 <= count * 112)
      last = padded
      lengths.insert(padded)
    }
    #expect(lengths.count < 60)
    for _ in 0..<1000 {
      let count = random.below(1 << 40)
      let padded = Padding.length(of: count)
      #expect(padded >= count && Padding.length(of: padded) == padded)
    }
    #expect(Padding.length(of: .max) == .max)
  }

  @Test func importedNamesNeedTheKey() throws {
    let (one, other) = (SecretBytes(random(32)), SecretBytes(random(32)))
    let name = "2ed6657d-e927-568b-95e1-2665a8aea6a2"
    let keyed = try #require(KeyedName.name(for: name, key: one))
    #expect(keyed == KeyedName.name(for: name, key: one))
    #expect(keyed != KeyedName.name(for: name, key: other))
    #expect(Array(keyed)[14] == "8" && "89ab".contains(Array(keyed)[19]))
    #expect(KeyedName.name(for: keyed, key: one) == nil)
    for text in [
      "", "x", "2ed6657d-e927-568b-95e1-2665a8aea6a", name.uppercased(), name + "0", "é" + name.dropFirst(2),
    ] {
      #expect(KeyedName.name(for: text, key: one) == nil)
    }
  }
}
