import CloudRecord
import SyncCore

/// One entry of a ring's log: who did what to the keys, signed, and chained to the entry before.
package struct SignedEntry<Scheme: RingScheme>: Hashable, Sendable {
  /// What an entry of such a ring can say.
  package typealias Body = Scheme.Act
  /// Who signs entries of such a ring.
  package typealias Signer = Identifier<Scheme.Holder>

  /// What was done.
  package let body: Body
  /// The digest of the whole entry before; zeros in the first.
  package let previous: [UInt8]
  /// Milliseconds since 1970 by the clock of the device that signed it, at most 48 bits.
  package let at: UInt64
  /// Who signed it: in a journal's ring a device, or ``Identifier/recovery``; in a share's its owner.
  package let by: Signer
  /// The whole entry.
  package let encoded: [UInt8]
  /// The digest of ``encoded``: the head of a log that ends here.
  package let digest: [UInt8]
  /// How many bytes the signatures are over.
  private let signedLength: Int

  /// The longest entry, in bytes; far above those that there are.
  static var maximumLength: Int { 8192 }

  // MARK: Making one

  /// Signs an entry; `incoming` signs too where the entry brings its keys in. No rule is looked at.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where the library cannot sign.
  package init(
    _ body: Body, after previous: [UInt8], at time: UInt64, by signer: HolderKeys<Scheme.Holder>,
    incoming: KeyPair? = nil, in ring: RingID
  ) throws(SealFailure) {
    var encoder = CanonicalEncoder(reservingCapacity: 3072)
    encoder.append(byte: body.kind)
    encoder.append(raw: previous)
    encoder.append(time)
    body.append(to: &encoder)
    encoder.append(raw: signer.id.bytes)
    let signed = ring.bytes + encoder.bytes
    signedLength = encoder.bytes.count
    encoder.append(raw: try signer.pair.signature(Scheme.logPurpose, signed))
    if let incoming { encoder.append(raw: try incoming.signature(Scheme.logPurpose, signed)) }
    (self.body, self.previous) = (body, previous)
    at = time
    by = signer.id
    encoded = encoder.bytes
    digest = Digest(of: encoder.bytes).bytes
  }

  // MARK: Reading one

  /// Reads a whole entry.
  ///
  /// - Throws: ``RingFailure/newer`` for a kind or suite above ours, ``CanonicalDecodingError`` for other bytes.
  init(decoding bytes: [UInt8]) throws {
    var decoder = CanonicalDecoder(bytes)
    let kind = try decoder.byte()
    previous = try decoder.raw(32)
    at = try decoder.uint64()
    guard at <= HybridTime.maximumMilliseconds else { throw decoder.failure("a time of 48 bits") }
    body = try Body(kind: kind, in: &decoder)
    by = try decoder.identifier()
    signedLength = decoder.offset
    _ = try decoder.raw(body.incoming != nil ? 2 * signatureLength : signatureLength, "signatures")
    guard decoder.isAtEnd else { throw decoder.failure("the end of an entry") }
    encoded = bytes
    digest = Digest(of: bytes).bytes
  }

  /// Whether the signatures are of these keys; keys that the entry brings in have to have signed as well.
  func isSigned(by keys: PublicKeys, in ring: RingID) -> Bool {
    let signed = ring.bytes + encoded[..<signedLength]
    let first = Array(encoded[signedLength..<(signedLength + signatureLength)])
    guard keys.isSigned(first, Scheme.logPurpose, signed) else { return false }
    guard let incoming = body.incoming else { return true }
    return incoming.isSigned(Array(encoded[(signedLength + signatureLength)...]), Scheme.logPurpose, signed)
  }
}
