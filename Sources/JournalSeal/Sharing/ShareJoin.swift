import CloudRecord
import SyncCore

/// What a person who accepts a share gives to its owner: the identity, signed by itself, and the proof that the person has
/// the link. It lies on the server as the participant's `protectionInfo`.
package struct ShareJoin: Hashable, Sendable {
  /// The share's ring.
  package let ring: RingID
  /// The end of the ring's log as the server showed it to the person.
  package let head: [UInt8]
  /// The person's identity.
  package let identity: PublicKeys
  /// Milliseconds since 1970 by the person's clock.
  package let at: UInt64
  /// The address under which the person accepts.
  package let address: String
  /// The whole of it.
  package let encoded: [UInt8]
  private let proved: Int

  /// The longest one, in bytes.
  package static let maximumLength = 4096
  /// Bytes of a proof.
  package static let proofLength = 32
  private static let magic: [UInt8] = [0x43, 0x4A, 0x4A]
  private static let formatVersion: UInt8 = 1
  private static let purpose = "cloudjournal/join/1"
  private static let proofPurpose = "cloudjournal/join-proof/1"

  /// Makes and signs one.
  ///
  /// - Parameters:
  ///   - time: Milliseconds since 1970.
  ///   - link: The one that the person came by; without it, the owner compares words first.
  /// - Throws: ``SealFailure/damaged(_:)`` for an address that is none, and where the library cannot sign.
  package init(
    _ identity: KeyPair, at address: String, to share: VerifiedShare, time: UInt64, link: ShareLink?
  ) throws(SealFailure) {
    guard ShareAddress.isValid(address) else { throw .damaged("no address") }
    var encoder = CanonicalEncoder(reservingCapacity: 2048)
    let time = min(time, HybridTime.maximumMilliseconds)
    encoder.append(raw: ShareJoin.magic + [ShareJoin.formatVersion])
    encoder.append(raw: share.ring.id.bytes)
    encoder.append(raw: share.state.head)
    identity.publicKeys.append(to: &encoder)
    encoder.append(time)
    encoder.append(address)
    encoder.append(raw: try identity.signature(ShareJoin.purpose, encoder.bytes))
    proved = encoder.bytes.count
    encoder.append(byte: link == nil ? 0 : 1)
    if let link {
      encoder.append(raw: Derivation.authenticate(ShareJoin.proven(encoder.bytes[..<proved]), link.secret))
    }
    (ring, head, self.identity) = (share.ring.id, share.state.head, identity.publicKeys)
    (at, self.address, encoded) = (time, address, encoder.bytes)
  }

  /// Reads one whose signature is the identity's.
  ///
  /// - Throws: ``SealFailure/newer`` or ``SealFailure/damaged(_:)``.
  package init(decoding bytes: [UInt8]) throws(SealFailure) {
    guard bytes.count <= ShareJoin.maximumLength else { throw .damaged("too long") }
    var decoder = CanonicalDecoder(bytes)
    do {
      guard try decoder.raw(3) == ShareJoin.magic else { throw decoder.failure("a person who joins") }
      try decoder.version(ShareJoin.formatVersion)
      ring = try decoder.ringID()
      head = try decoder.raw(32)
      identity = try PublicKeys(in: &decoder)
      at = try decoder.uint64()
      guard at <= HybridTime.maximumMilliseconds else { throw decoder.failure("a time of 48 bits") }
      address = try decoder.address()
      let signed = decoder.offset
      let signature = try decoder.raw(signatureLength)
      guard identity.isSigned(signature, ShareJoin.purpose, Array(bytes[..<signed])) else {
        throw decoder.failure("the identity's signature")
      }
      proved = decoder.offset
      switch try decoder.byte() {
      case 0: break
      case 1: _ = try decoder.raw(ShareJoin.proofLength)
      default: throw decoder.failure("a proof or none")
      }
      guard decoder.isAtEnd else { throw decoder.failure("the end") }
      encoded = bytes
    } catch let failure as SealFailure {
      throw failure
    } catch RingFailure.newer {
      throw .newer
    } catch {
      throw .damaged("\(error)")
    }
  }

  /// Whether it comes with a proof at all.
  package var hasProof: Bool { encoded.count > proved + 1 }

  /// Whether the person has this link.
  package func isProved(by link: ShareLink) -> Bool {
    hasProof
      && Derivation.isAuthentic(
        Array(encoded[(proved + 1)...]), bytes: ShareJoin.proven(encoded[..<proved]), key: link.secret)
  }

  private static func proven(_ bytes: ArraySlice<UInt8>) -> [UInt8] { Derivation.domain(proofPurpose) + bytes }
}

/// What the owner's device does with a person who accepted.
package enum JoinVerdict: Hashable, Sendable {
  /// It is for another share or another address, or the identity is another person's: nothing is done.
  case refused
  /// The person takes part already.
  case isIn
  /// The person has the link of this invitation, and is taken in with its permission.
  case invited(ShareRight, OwnersBox.Trust)
  /// Without proof: the owner compares the twelve words first.
  case unproved
  /// Another identity than the one that is known under the address: nothing is done before the words were compared.
  case changed(known: PersonID)
}

extension OpenedShare {
  /// Judges a person who accepted, for the owner.
  ///
  /// - Parameters:
  ///   - address: The participant's in the server's list.
  ///   - pin: What is known of the identity at that address from other shares.
  /// - Returns: ``JoinVerdict/refused`` where this was not opened by the owner.
  package func verdict(on join: ShareJoin, from address: String, pin: IdentityPin? = nil) -> JoinVerdict {
    guard let own, join.ring == state.ring, state.heads.contains(join.head), join.address == address else {
      return .refused
    }
    let id = join.identity.person
    if let present = person(at: address) { return present == id ? .isIn : .changed(known: present) }
    // One identity is one person: not the owner, and not one who is in under another address.
    guard !state.owners.contains(id), state.members[id] == nil else { return .refused }
    if let pin, pin.address == address, pin.identity != join.identity { return .changed(known: pin.identity.person) }
    let former = box.addresses.filter { $0.value == address }.map(\.key)
    guard former.isEmpty || former.contains(id) else { return .changed(known: former.sorted()[0]) }
    // Where a person has an invitation of their own, the public link does not take its place.
    let isOwn = own.invitations[address] != nil
    let invited = isOwn ? address : ""
    if let permission = own.invitations[invited], let link = link(for: invited), join.isProved(by: link) {
      return .invited(permission, isOwn ? .link : .publicLink)
    }
    return .unproved
  }
}
