import CloudRecord
package import JournalSeal
package import SyncCore
import Synchronization
import TestKit

/// Bytes from a seed, one after the other.
package func seeded(_ seed: UInt64) -> SealRandom {
  let state = SeedState(seed: seed)
  return { count in state.bytes(count) }
}

private final class SeedState: Sendable {
  private let generator: Mutex<SeededGenerator>

  init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

  func bytes(_ count: Int) -> [UInt8] { generator.withLock { $0.bytes(count) } }
}

/// The real wrapping, which gives the same wrap for the same key, holder and purpose again: rings that share wraps share
/// bytes.
package final class RememberingWrapping: KeyWrapping {
  private let made = Mutex<[[UInt8]: WrappedKey]>([:])

  package init() {}

  package func wrap(_ key: JournalKey, to keys: PublicKeys, purpose: [UInt8]) throws(SealFailure) -> WrappedKey {
    let name = key.secret.copied + keys.agreement + purpose
    if let known = made.withLock({ $0[name] }) { return known }
    let wrapped = try HybridWrapping().wrap(key, to: keys, purpose: purpose)
    made.withLock { $0[name] = wrapped }
    return wrapped
  }

  package func unwrap(_ wrapped: WrappedKey, with pair: KeyPair, purpose: [UInt8]) throws(SealFailure) -> JournalKey {
    try HybridWrapping().unwrap(wrapped, with: pair, purpose: purpose)
  }
}

/// A person's three computers, recovery keys, and the rings that they make, always the same.
package struct Household: Sendable {
  package let random: SealRandom
  package let laptop: DeviceKeys
  package let attic: DeviceKeys
  package let phone: DeviceKeys
  package let recoveryKey: RecoveryKey
  package let recovery: KeyPair
  package let otherRecovery: KeyPair
  package let wrapping: RememberingWrapping
  /// Milliseconds since 1970.
  package let time: UInt64 = 1_763_700_000_000

  package init(seed: UInt64 = 15, wrapping: RememberingWrapping = RememberingWrapping()) throws {
    random = seeded(seed)
    laptop = try .fresh(random)
    attic = try .fresh(random)
    phone = try .fresh(random)
    recoveryKey = .fresh(random)
    recovery = try recoveryKey.pair()
    otherRecovery = try RecoveryKey.fresh(random).pair()
    self.wrapping = wrapping
  }

  /// A ring that the laptop founded.
  package func founded(mode: RingMode = .sealed) throws -> OpenedRing {
    let draft = try RingDraft.found(
      by: laptop, named: "laptop", signInID: "S1", recovery: recovery, mode: mode, at: time, random: random)
    return try open(draft)
  }

  /// A change of a ring, signed by the laptop or another.
  package func changed(
    _ ring: OpenedRing, by signer: RingSigner? = nil, at step: UInt64 = 1000, _ change: (inout RingDraft) throws -> Void
  ) throws -> OpenedRing {
    var draft = RingDraft(ring, by: signer ?? .device(laptop), at: time + step, random: random)
    try change(&draft)
    return try open(draft)
  }

  private func open(_ draft: RingDraft) throws -> OpenedRing {
    let bytes = try draft.encoded(wrapping: wrapping)
    return try OpenedRing(VerifiedRing(decoding: bytes), newest: draft.box.keys.newest)
  }
}

/// A record as a journal has it.
package enum Sample {
  package static let entry = RecordPlace(
    zone: "JournalZone", recordType: "JournalEntry", recordName: "019a9f1e-5b1c-7c3d-9d2e-1234567890ab")
  package static let picture = RecordPlace(
    zone: "JournalZone", recordType: "EntryImage", recordName: "019a9f1e-5b1c-7c3d-9d2e-1234567890ac",
    entry: "019a9f1e-5b1c-7c3d-9d2e-1234567890ab")
  package static let stamp = HybridTime(milliseconds: 1_763_700_000_000, counter: 3, device: 0x0102_0304_0506_0708)

  package static func version(body: String = "zqfirst words", title: String? = nil) -> RecordVersion {
    var version = RecordVersion(recordType: "JournalEntry")
    version.set("body", .string(body), at: stamp)
    version.set("title", title.map { .string($0) }, at: stamp)
    version.set("isFavorite", .int64(1), at: stamp)
    version.set("tags", .list([.string("garden"), .string("été")]), at: stamp)
    version.set("category", .reference(Reference(recordName: "c-1", action: .none)), at: stamp)
    return version
  }

  package static func pictureVersion(entry: String = picture.entry) -> RecordVersion {
    var version = RecordVersion(recordType: "EntryImage")
    version.set("entry", .reference(Reference(recordName: entry, action: .deleteSelf)), at: stamp)
    version.set("caption", .string("at the lake"), at: stamp)
    version.set("sortOrder", .int64(-2), at: stamp)
    return version
  }

  package static func content(body: String = "zqfirst words", counter: UInt64 = 1) -> SealedContent {
    SealedContent(counter: counter, modifiedAt: 1_763_700_000_123, version: version(body: body))
  }

  package static func pictureContent(_ random: SealRandom) -> SealedContent {
    let file = SealedContent.File(
      field: "imageAsset", digest: Digest(of: pattern(1000)).bytes, length: 1000, key: .fresh(random))
    return SealedContent(counter: 7, modifiedAt: -1, version: pictureVersion(), files: [file])
  }

  package static func removed() -> SealedContent {
    SealedContent(
      kind: .removed, counter: 1 << 32, modifiedAt: 1_763_700_000_999,
      version: RecordVersion(recordType: "JournalEntry", stamps: ["body": stamp, "trashedAt": stamp]))
  }

  /// The SHA-256 of some bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] { Digest(of: bytes).bytes }

  /// Bytes that stand for a file: byte i is 7 i + 3, and where 256 of them are over, one more.
  package static func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3 &+ $0 >> 8) }
  }
}
