import CloudRecord

/// A record's content as a participant of a share signed it.
package struct SignedContent: Hashable, Sendable {
  /// What was sealed.
  package let content: SealedContent
  /// Who signed it: the author of this version, whatever a server says.
  package let by: PersonID
}

/// What a reader may do with a sealed record of a share.
package enum SharedOpening: Hashable, Sendable {
  /// It was signed by a person who could write under its key and still may: it is taken in.
  case taken(SignedContent)
  /// It was signed by a person who could write under its key and may no more. It may be from before or after the removal, so it
  /// is not taken in; what was taken in before stays. The owner seals anew what it holds of that person's.
  case former(SignedContent)
  /// It was signed by a person who could not write under its key, or by none who takes part: it is never taken in.
  case forbidden(PersonID)
}

/// Seals a record of a share, signed by the one who writes it, and opens it again (suite 2).
///
/// The form: `CJS`, 1 | suite 2 | key id 16 | nonce 12 | ciphertext | tag 16, with content ‖ by 16 ‖ signature 64 inside.
/// Seal and signature are bound to the head, to the share as its owner founded it, and to the record's place.
package enum SharedSeal {
  private static let suite: UInt8 = 2
  private static let purpose = "cloudjournal/signed/1"
  private static let trailerLength = 16 + signatureLength

  /// Whether a seal is one of a share; a journal's is not.
  package static func isShared(_ sealed: [UInt8]) -> Bool {
    sealed.count > 4 && sealed[4] == suite && RecordSeal.isSeal(sealed)
  }

  /// The name of the key that a seal of a share was made under.
  ///
  /// - Throws: ``SealFailure`` as ``open(_:at:in:)`` for another form.
  package static func keyID(of sealed: [UInt8]) throws(SealFailure) -> KeyID {
    try RecordSeal.keyID(of: sealed, suite: suite)
  }

  /// Seals and signs a content under the share's newest key.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` for a content that could not be read back, and for a person who may not write: what
  ///   readers refuse is not made.
  package static func seal(
    _ content: SealedContent, at place: RecordPlace, in share: OpenedShare, by person: KeyPair, random: SealRandom
  ) throws(SealFailure) -> [UInt8] {
    try RecordSeal.check(content, at: place)
    let id = person.publicKeys.person
    guard share.state.permission(of: id) == .write, share.state.people[id] == person.publicKeys else {
      throw .damaged("signed by a person who may not write")
    }
    return try seal(
      bytes: content.encoded(), at: place, origin: share.state.origin, under: share.box.keys.newest, by: person,
      random: random)
  }

  /// Seals and signs any bytes; for tests of what a reader does with them.
  ///
  /// - Parameters:
  ///   - id: Who is said to have signed, where that is not the person.
  ///   - signedFor: Another share and place that the signature is for.
  package static func seal(
    bytes: [UInt8], at place: RecordPlace, origin: [UInt8], under key: JournalKey, by person: KeyPair,
    as id: PersonID? = nil, signedFor: (origin: [UInt8], place: RecordPlace)? = nil, random: SealRandom
  ) throws(SealFailure) -> [UInt8] {
    let (head, nonce) = RecordSeal.head(suite: suite, key: key.id, random)
    let bound = head + origin + place.bound
    let signed = bytes + (id ?? person.publicKeys.person).bytes
    let subject = signedFor.map { head + $0.origin + $0.place.bound } ?? bound
    let signature = try person.signature(purpose, subject + signed)
    let secret = recordKey(key, origin: origin, at: place)
    return try head + Cipher.seal(signed + signature, key: secret, nonce: nonce, authenticating: bound)
  }

  /// Opens a record of a share and says whether it is to be taken in.
  ///
  /// - Throws: ``SealFailure``: no such key in the share; damaged, where anything of seal, place or signature is not as it
  ///   was, and for a seal of a journal; newer, where a newer version of this program made it.
  package static func open(
    _ sealed: [UInt8], at place: RecordPlace, in share: OpenedShare
  ) throws(SealFailure) -> SharedOpening {
    let keyID = try RecordSeal.keyID(of: sealed, suite: suite)
    guard sealed.count <= SealedContent.maximumLength + RecordSeal.overhead + trailerLength else {
      throw .damaged("a seal that is too long")
    }
    let (state, keys) = (share.state, share.box.keys)
    guard let key = keys[keyID], let number = keys.number(of: keyID) else { throw .noKey(keyID) }
    let head = Array(sealed[..<RecordSeal.headLength])
    let bound = head + state.origin + place.bound
    let plain = try Cipher.open(
      sealed[RecordSeal.headLength...], key: recordKey(key, origin: state.origin, at: place),
      nonce: Array(head.suffix(Cipher.nonceLength)), authenticating: bound)
    guard plain.count >= trailerLength else { throw .damaged("no signature") }
    let end = plain.count - signatureLength
    guard let by = PersonID(plain[(end - 16)..<end]) else { throw .damaged("no signature") }
    guard let signer = state.people[by] else { return .forbidden(by) }
    guard signer.isSigned(Array(plain[end...]), purpose, bound + plain[..<end]) else { throw .damaged("signature") }
    let content = try SealedContent(decoding: Array(plain[..<(end - 16)]))
    try RecordSeal.check(content, at: place)
    guard state.couldWrite(by, under: number) else { return .forbidden(by) }
    let signed = SignedContent(content: content, by: by)
    return state.permission(of: by) == .write ? .taken(signed) : .former(signed)
  }

  /// The key of one record of one share alone.
  package static func recordKey(_ key: JournalKey, origin: [UInt8], at place: RecordPlace) -> SecretBytes {
    Derivation.expand(key.secret, info: Derivation.domain("cloudjournal/shared-record/1") + origin + place.name)
  }
}
