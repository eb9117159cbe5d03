package import CloudRecord
package import SyncCore

/// The owner's signed word that an entry is filed under a shared category, and not in the trash, as of one version of it.
///
/// It lies within the content of the entry, so that each who may write carries it along: a person has the category's key, and could
/// sign an entry of any name as filed there otherwise. The form: `CJW`, 1 | counter 8 | time of the category 17 or 1 | time of the
/// trash 17 or 1 | signature 64.
package struct FilingWord: Hashable, Sendable {
  /// The counter of the owner's version that says so, from 1.
  package let counter: UInt64
  /// When the entry was filed there, by the owner's stamp.
  package let filedAt: HybridTime?
  /// When it was last taken out of the trash, or put there; nil for one that never was.
  package let restoredAt: HybridTime?

  private static let magic = Array("CJW".utf8)
  private static let version: UInt8 = 1
  private static let purpose = "cloudjournal/filed/1"

  package init(counter: UInt64, filedAt: HybridTime?, restoredAt: HybridTime?) {
    (self.counter, self.filedAt, self.restoredAt) = (counter, filedAt, restoredAt)
  }

  private var said: [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 48)
    encoder.append(raw: FilingWord.magic)
    encoder.append(byte: FilingWord.version)
    encoder.append(counter)
    for time in [filedAt, restoredAt] {
      encoder.append(byte: time == nil ? 0 : 1)
      if let time { encoder.append(time) }
    }
    return encoder.bytes
  }

  private static func subject(_ said: [UInt8], at place: RecordPlace, origin: [UInt8]) -> [UInt8] {
    origin + place.name + said
  }

  /// The word with its owner's signature.
  ///
  /// - Parameters:
  ///   - place: Of the entry.
  ///   - origin: Of the share, which names the category.
  /// - Throws: ``SealFailure/damaged(_:)`` where the library cannot sign.
  package func signed(by owner: KeyPair, at place: RecordPlace, origin: [UInt8]) throws(SealFailure) -> [UInt8] {
    try said + owner.signature(FilingWord.purpose, FilingWord.subject(said, at: place, origin: origin))
  }

  /// Reads a word; by whom it is signed shows ``isSigned(_:by:at:origin:)``.
  ///
  /// - Throws: ``SealFailure/newer`` for a version above ours, otherwise ``SealFailure/damaged(_:)``.
  package init(decoding bytes: [UInt8]) throws(SealFailure) {
    var decoder = CanonicalDecoder(bytes)
    do {
      guard try decoder.raw(3) == FilingWord.magic else { throw decoder.failure("a word of filing") }
      let version = try decoder.byte()
      guard version <= FilingWord.version else { throw SealFailure.newer }
      guard version == FilingWord.version else { throw decoder.failure("version 1") }
      counter = try decoder.uint64()
      guard (1...SealedContent.maximumCounter).contains(counter) else { throw decoder.failure("a counter from 1") }
      filedAt = try FilingWord.time(in: &decoder)
      restoredAt = try FilingWord.time(in: &decoder)
      _ = try decoder.raw(signatureLength)
      guard decoder.isAtEnd else { throw decoder.failure("the end") }
    } catch let failure as SealFailure {
      throw failure
    } catch {
      throw .damaged("\(error)")
    }
  }

  private static func time(in decoder: inout CanonicalDecoder) throws(CanonicalDecodingError) -> HybridTime? {
    switch try decoder.byte() {
    case 0: return nil
    case 1: return try decoder.hybridTime()
    default: throw decoder.failure("0 or 1")
    }
  }

  /// Whether a word is signed by an identity, for one entry in one share.
  package static func isSigned(
    _ bytes: [UInt8], by owner: PublicKeys, at place: RecordPlace, origin: [UInt8]
  ) -> Bool {
    guard bytes.count > signatureLength else { return false }
    let said = Array(bytes.dropLast(signatureLength))
    return owner.isSigned(
      Array(bytes.suffix(signatureLength)), purpose, subject(said, at: place, origin: origin))
  }

  /// The counter of the word within a content; nil for none, and for bytes that are none.
  package static func counter(in content: SealedContent) -> UInt64? {
    guard case .bytes(let bytes)? = content.version.values[SealMark.filedField] else { return nil }
    do { return try FilingWord(decoding: bytes).counter } catch {
      // Bytes that are no word say nothing.
      return nil
    }
  }

  /// What an entry holds in the place of the owner's word that a participant has made, until the owner gives one, and a picture until the
  /// owner seals it: of the counter 0, so that any version of the owner's is later, whatever its maker counts on. It has no signature but
  /// that of the version.
  package static let makers: [UInt8] = magic + [version] + [UInt8](repeating: 0, count: 10)

  /// Whether a version holds that in the place of the owner's word.
  package static func isMakers(_ value: FieldValue?) -> Bool {
    if case .bytes(let bytes)? = value { bytes == makers } else { false }
  }

  /// What a word that a version carries along is worth.
  package enum Worth: Hashable, Sendable {
    /// The owner's identity in force said so.
    case valid
    /// A former identity of the owner's did, which a device that was removed has.
    case former
    /// None did, or the version says something else than the word.
    case none
  }

  /// What the word within a version is worth that a participant signed: it has to be the owner's, of this entry in this share, with
  /// the times that the version has for its category and the trash, and older than the version. Before there is one, the entry's name
  /// has to say that it is the signer's own.
  ///
  /// - Parameters:
  ///   - person: Who signed the version.
  ///   - share: In which it came.
  package static func worth(
    in content: SealedContent, by person: PersonID, at place: RecordPlace, of share: ShareState
  ) -> Worth {
    if isMakers(content.version.values[SealMark.filedField]) {
      return AddedName.isMade(place, by: person, origin: share.origin) ? .valid : .none
    }
    guard case .bytes(let bytes)? = content.version.values[SealMark.filedField], let owner = share.owner else {
      return .none
    }
    let word: FilingWord
    do { word = try FilingWord(decoding: bytes) } catch {
      // Bytes that are no word say nothing.
      return .none
    }
    guard word.counter < content.counter, word.filedAt == content.version.stamps["category"],
      word.restoredAt == content.version.stamps["trashedAt"]
    else { return .none }
    if isSigned(bytes, by: owner, at: place, origin: share.origin) { return .valid }
    let former = share.owners.compactMap { share.people[$0] }
    return former.contains { isSigned(bytes, by: $0, at: place, origin: share.origin) } ? .former : .none
  }
}
