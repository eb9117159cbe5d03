import CloudRecord
import Encodings

/// What a link to a share carries behind `#`, which no program sends to a server: it opens the share's newest key, and
/// proves to the owner who was invited.
///
/// Each invited person has a link of their own, and so has the public link. They follow from one secret of the owner's.
package struct ShareLink: Hashable, Sendable {
  /// Thirty-two bytes.
  package let secret: SecretBytes

  /// The number of bytes of a secret.
  package static let length = 32
  private static let prefix = "k="

  /// Takes thirty-two bytes; nil for any other number.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == ShareLink.length else { return nil }
    secret = SecretBytes(bytes)
  }

  /// The link of one invitation.
  ///
  /// - Parameters:
  ///   - root: The owner's secret of the share's newest key.
  ///   - address: The invited person's; empty for the public link.
  init(root: SecretBytes, ring: RingID, address: String) {
    var encoder = CanonicalEncoder(reservingCapacity: 128)
    encoder.append(raw: Derivation.domain("cloudjournal/link/1"))
    encoder.append(raw: ring.bytes)
    encoder.append(address)
    secret = Derivation.expand(root, info: encoder.bytes)
  }

  /// What stands behind `#`: `k=` and 43 characters.
  package var fragment: String { ShareLink.prefix + Base64.text(secret.copied, .forURLs) }

  /// Reads what ``fragment`` writes; nil for anything else.
  package init?(fragment: String) {
    guard fragment.hasPrefix(ShareLink.prefix) else { return nil }
    let text = Array(fragment.utf8.dropFirst(ShareLink.prefix.utf8.count))
    guard text.count == 43, let bytes = Base64.decode(text, .forURLs), let link = ShareLink(bytes),
      link.fragment == fragment
    else { return nil }
    self = link
  }

  /// The link's name within a share's ring, which tells nothing of the secret.
  package func id(in ring: RingID) -> LinkID {
    Derivation.name(secret, info: Derivation.domain("cloudjournal/link-id/1") + ring.bytes)
  }

  // MARK: The wrap

  /// Wraps the newest key of a share for who has this link. Only the owner and the invited person can: so the wrap also
  /// says that the owner stands for the log up to its head.
  func wrap(_ key: JournalKey, in state: ShareState, random: SealRandom) throws(SealFailure) -> LinkWrap {
    let box = try NonceBox.seal(
      key.secret.copied, under: wrapKey(in: state.ring), authenticating: bound(to: state), random: random)
    return LinkWrap(to: id(in: state.ring), box: box)
  }

  /// Takes the newest key out.
  ///
  /// - Returns: nil where the share has no wrap for this link: it has ended, or was never one of this share.
  /// - Throws: ``RingFailure/broken(_:_:)`` with ``RingRule/keys`` for a wrap of another log, or another key than the log names.
  func key(of share: VerifiedShare) throws(RingFailure) -> JournalKey? {
    let (state, id) = (share.state, id(in: share.ring.id))
    guard let wrap = share.ring.middle.links.first(where: { $0.to == id }) else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try NonceBox.open(wrap.box, under: wrapKey(in: state.ring), authenticating: bound(to: state))
    } catch {
      throw .broken(.keys, "the link's wrap: \(error)")
    }
    return JournalKey(bytes)
  }

  private func wrapKey(in ring: RingID) -> SecretBytes {
    Derivation.expand(secret, info: Derivation.domain("cloudjournal/link-key/1") + ring.bytes)
  }

  /// Ring, head of the log, number and name of the newest key, the link's name.
  private func bound(to state: ShareState) -> [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 128)
    encoder.append(raw: Derivation.domain("cloudjournal/link-wrap/1"))
    encoder.append(raw: state.ring.bytes)
    encoder.append(raw: state.head)
    encoder.append(state.keyNumber)
    encoder.append(raw: state.keys.last?.bytes ?? [])
    encoder.append(raw: id(in: state.ring).bytes)
    return encoder.bytes
  }
}

/// The newest key of a share for who has a link.
package struct LinkWrap: Hashable, Sendable {
  /// The link.
  package let to: LinkID
  /// Nonce, ciphertext and tag, 60 bytes.
  package let box: [UInt8]

  /// Bytes of ``box``.
  package static let length = JournalKey.length + 28

  package init(to: LinkID, box: [UInt8]) {
    (self.to, self.box) = (to, box)
  }
}
