import Foundation
import JournalSeal
import SealKit
import TestKit
import Testing

/// What reads bytes from outside, with an input that it takes.
struct Reader: Sendable, CustomTestStringConvertible {
  let name: String
  let good: [UInt8]
  /// Throws for bytes that are refused; a crash is the fault that is looked for.
  let read: @Sendable ([UInt8]) throws -> Void

  var testDescription: String { name }

  static let all: [Reader] = {
    do { return try make() } catch { fatalError("no inputs: \(error)") }
  }()

  private static func make() throws -> [Reader] {
    let home = try Household()
    let key = JournalKey.fresh(home.random)
    let keys = JournalKeys([key])
    let sealed = try RecordSeal.seal(Sample.content(), at: Sample.entry, under: key, random: home.random)
    let picture = Sample.pictureContent(home.random)
    let ring = try home.changed(home.founded()) { try $0.add(home.attic.identity, named: "attic") }
    let words = Words.fresh(home.random)
    let request = try KeyRequest(
      of: home.attic, named: "attic", to: ring.verified.ring.id, head: ring.verified.state.head, at: home.time,
      key: SecretBytes(home.random(32)))
    let kept = KeptKeys(
      account: "a b c", device: home.laptop,
      ring: KeptKeys.Ring(
        id: ring.verified.ring.id, serial: 2, head: ring.verified.state.head, keys: ring.box.keys,
        nameKey: ring.box.nameKey, entrance: .vouched), recovery: home.recoveryKey, state: .ready)
    var sealer = try FileSealer(length: 1000, key: picture.files[0].key, random: home.random)
    var file = try sealer.seal(Sample.pattern(1000))
    while let more = try sealer.tail() { file += more }
    return [
      Reader(name: "content", good: try picture.encoded()) { _ = try SealedContent(decoding: $0) },
      Reader(name: "sealed", good: sealed) {
        _ = try RecordSeal.open($0, at: Sample.entry, under: #require(keys))
      },
      Reader(name: "file", good: file) {
        var opener = try FileOpener(picture.files[0])
        _ = try opener.open($0)
        try opener.finish()
      },
      Reader(name: "ring", good: ring.verified.ring.encoded) { _ = try VerifiedRing(decoding: $0) },
      Reader(name: "request", good: request.encoded) {
        let request = try KeyRequest(decoding: $0)
        try #require(request.isProved(by: SecretBytes([UInt8](repeating: 0, count: 32))) == false)
      },
      try share(), try join(), try signed(),
      Reader(name: "keys", good: try kept.encoded()) { _ = try KeptKeys(decoding: $0) },
      Reader(name: "recovery key", good: Array(home.recoveryKey.shown.joined(separator: "-").utf8)) {
        _ = try RecoveryKey(typed: String(decoding: $0, as: UTF8.self))
      },
      Reader(name: "words", good: Array(words.shown.joined(separator: " ").utf8)) {
        _ = try Words(typed: String(decoding: $0, as: UTF8.self))
      },
      Reader(name: "bech32m", good: Array("split1checkupstagehandshakeupstreamerranterredcaperredlc445v".utf8)) {
        _ = try Bech32m.decode(String(decoding: $0, as: UTF8.self))
      },
    ]
  }

  private static func share() throws -> Reader {
    let share = try Circle().shared()
    return Reader(name: "share", good: share.verified.ring.encoded) { _ = try VerifiedShare(decoding: $0) }
  }

  private static func join() throws -> Reader {
    let circle = try Circle()
    let share = try circle.changed(circle.founded()) { try $0.invite("ben@x", .write) }
    let link = try #require(share.link(for: "ben@x"))
    let join = try ShareJoin(circle.ben, at: "ben@x", to: share.verified, time: 1, link: link)
    return Reader(name: "join", good: join.encoded) {
      guard try ShareJoin(decoding: $0).isProved(by: link) else { throw SealFailure.newer }
    }
  }

  private static func signed() throws -> Reader {
    let circle = try Circle()
    let share = try circle.shared()
    let sealed = try SharedSeal.seal(
      Sample.content(), at: Sample.entry, in: share, by: circle.ben, random: circle.random)
    return Reader(name: "signed", good: sealed) {
      guard case .taken = try SharedSeal.open($0, at: Sample.entry, in: share) else { throw SealFailure.newer }
    }
  }

  func takes(_ bytes: [UInt8]) -> Bool {
    do {
      try read(bytes)
      return true
    } catch {
      return false
    }
  }
}

@Suite struct HostileBytesTests {
  /// Readers of forms in which every byte counts.
  static let strict = Reader.all.filter { !["words", "keys", "request"].contains($0.name) }
  private static let mutations = 7000

  @Test(arguments: Reader.all) func theirOwnBytesAreTaken(reader: Reader) {
    #expect(reader.takes(reader.good))
  }

  @Test(arguments: Reader.all.filter { $0.name != "words" })
  func everyTruncationIsRefused(reader: Reader) {
    for count in 0..<reader.good.count where !isOnlyWhiteSpace(reader.good[count...]) {
      #expect(!reader.takes(Array(reader.good[..<count])), "\(count) bytes")
    }
  }

  private func isOnlyWhiteSpace(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy { $0 == 0x0A } }

  /// One bit of each byte, another one at each place.
  @Test(arguments: strict.filter { $0.name != "recovery key" && $0.name != "bech32m" && $0.name != "content" })
  func everyChangedByteIsRefused(reader: Reader) {
    for index in reader.good.indices {
      var bytes = reader.good
      bytes[index] ^= 1 << UInt8(index % 8)
      #expect(!reader.takes(bytes), "byte \(index)")
    }
  }

  /// With the readers of all forms these are more than 60,000.
  @Test(arguments: Reader.all) func noChangeEndsTheProgram(reader: Reader) {
    var random = SeededGenerator(seed: 0x5EA1)
    let numbers: [[UInt8]] = [
      [255, 255, 255, 255], [0, 0, 0, 0], [0x7F, 255, 255, 255, 255, 255, 255, 255], [1, 144],
    ]
    var taken = 0
    for _ in 0..<Self.mutations {
      var bytes = reader.good
      for _ in 0...random.below(3) {
        guard !bytes.isEmpty else { break }
        let index = random.below(bytes.count)
        switch random.below(6) {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes[index] ^= 1 << UInt8(random.below(8))
        case 2: bytes.removeSubrange(index..<min(bytes.count, index + 1 + random.below(40)))
        case 3: bytes.insert(contentsOf: random.bytes(1 + random.below(40)), at: index)
        case 4: bytes.replaceSubrange(index..<min(bytes.count, index + 8), with: random.pick(numbers))
        default: bytes = Array(bytes[..<index])
        }
      }
      if bytes != reader.good, reader.takes(bytes) { taken += 1 }
    }
    let isForgiving = ["words", "keys", "recovery key", "content", "bech32m", "request"].contains(reader.name)
    #expect(isForgiving || taken == 0, "\(taken) changed inputs were taken")
  }

  @Test func whatIsSecretIsNotPrinted() throws {
    let home = try Household()
    let ring = try home.founded()
    var text = ""
    dump((home.laptop, home.recoveryKey, ring.box, JournalKey.fresh(home.random)), to: &text)
    text += "\(home.laptop) \(home.recoveryKey) \(ring.box) \(String(reflecting: home.laptop))"
    let secrets = [
      home.laptop.pair.agreementSeed, home.recoveryKey.secret, ring.box.nameKey, ring.box.keys.newest.secret,
    ]
    for secret in secrets {
      #expect(!text.contains(secret.copied.map { "\($0)" }.joined(separator: ", ")))
      #expect(!text.contains(secret.copied.map { "- \($0)" }.joined(separator: "\n")))
    }
    #expect(text.contains("secret"))
  }
}
