import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// What a link to a share of an encrypted journal opened: the ring of its keys, for which the link vouches.
struct SealedInvitation: Sendable {
  /// The zone with its owner.
  let zoneID: ZoneID
  /// What is kept here once the person accepts.
  let kept: KeptShare
  private let opened: OpenedShare
  private let person: KeyPair
  private let link: ShareLink

  /// The true title.
  var title: String { opened.box.title.isEmpty ? "An entry" : opened.box.title }

  /// Opens what the server shows by the link's key.
  ///
  /// - Parameters:
  ///   - link: What the link carries; nil for one without a key.
  ///   - identities: The person's, oldest first.
  ///   - known: What is kept here of shares in the zone: a link that has ended since leads to one in which the person is by now.
  /// - Throws: ``CommandFailure`` for a link without a key, one that has ended, and where the server shows something else than
  ///   what the link is of.
  init(
    _ information: ShareInformation, _ link: ShareLink?, identities: [KeyPair], known: [KeptShare] = []
  ) throws {
    guard let link else { throw SealedInvitation.noKey }
    guard let person = identities.last else { throw SealedInvitation.needsKeys }
    guard let record = information.keys, case .bytes(let ring)? = record.fields["ring"]?.value else {
      throw SealedInvitation.noRing
    }
    let verified: VerifiedShare
    do { verified = try VerifiedShare(decoding: ring) } catch {
      throw error == .newer ? SealedInvitation.newer : SealedInvitation.noRing
    }
    let opened: OpenedShare?
    do {
      // Where the answer to a link was lost, its owner may have let the person in meanwhile.
      let isKnown = known.contains { $0.origin == verified.state.origin && $0.phase == .inForce }
      opened =
        try OpenedShare(verified, by: link)
        ?? (isKnown ? OpenedShare(verified, as: person, wrapping: HybridWrapping()) : nil)
    } catch { throw SealedInvitation.noRing }
    guard let opened else { throw SealedInvitation.ended }
    guard let root = verified.state.root, root.zone == information.zoneID.zoneName, !root.recordName.isEmpty,
      root.recordName == information.rootRecordName,
      information.share.recordName == StoredShares.prefix + root.recordName
    else { throw SealedInvitation.other }
    (zoneID, self.opened, self.person, self.link) = (information.zoneID, opened, person, link)
    let isIn = verified.state.members[person.publicKeys.person] != nil
    kept = KeptShare(
      name: information.share.recordName, origin: verified.state.origin, ring: ring,
      link: isIn ? nil : link.secret.copied)
  }

  /// What is kept where the share is known here already: the known ring stays, unless the one that the link opens goes on from it.
  ///
  /// - Parameter pins: What is known of owners: another identity of this one's is taken where it was compared under the address.
  /// - Throws: ``CommandFailure`` where the server shows one that does not belong to it.
  func over(_ known: KeptShare, _ pins: StoredShareRings) throws -> KeptShare {
    let verified: VerifiedShare
    do { verified = try VerifiedShare(decoding: known.ring) } catch { return kept }
    var next = kept
    switch ShareVerdict(opened.verified, by: verified) {
    case .same, .taken: break
    case .older: next.ring = known.ring
    case .ownerChanged, .forked, .another:
      let isCalledFor =
        ShareVerdict(opened.verified, by: verified) == .ownerChanged || opened.verified.replaces(verified)
      guard try isCalledFor && isCompared(in: pins) else { throw SealedInvitation.other }
    }
    return next
  }

  /// The owner's address and identity, as the link vouches for them.
  private var owner: (address: String, identity: PublicKeys)? {
    guard let identity = opened.state.owner, let address = opened.address(of: identity.person) else { return nil }
    return (address, identity)
  }

  /// - Parameter typed: Twelve words that a person typed.
  /// - Throws: ``CommandFailure`` where another identity is known under the owner's address, and no words were compared.
  func check(with rings: StoredShareRings, typed: String?) throws {
    guard let owner, let (known, _) = try rings.pin(at: owner.address), known != owner.identity.encoded else { return }
    let comparison = try ShareComparison(person.publicKeys, owner.identity, at: owner.address, typed: typed)
    if comparison.isConfirmed {
      return try rings.pin(owner.identity.encoded, at: owner.address, trust: OwnersBox.Trust.words.rawValue)
    }
    throw CommandFailure(
      .invalidInput,
      "\(owner.address) has other keys than those that are known here from before. Compare these words with them, by a way that "
        + "this server has no part in (they see theirs with “cloudjournal share verify ENTRY” and your address): "
        + "\(comparison.words.joined(separator: " ")). If theirs are the same, open the link again with --words and the words. "
        + "Nothing was accepted.")
  }

  /// - Parameter seals: What is known of shares in the same zone.
  /// - Throws: ``CommandFailure`` where another person shares there.
  func check(beside seals: ShareSeals?, _ rings: StoredShareRings) throws {
    guard let seals, let owner else { return }
    guard try !seals.admits(opened.verified, of: owner.address, isCompared: isCompared(in: rings)) else { return }
    let others = seals.all.lazy.compactMap(\.ownersAddress).first ?? "another person"
    throw CommandFailure(
      .invalidInput,
      "This link is of \(owner.address), and the server leads it to where \(others) shares with you: words of one could take the "
        + "place of the other’s. Nothing was accepted.")
  }

  /// Whether a person has compared the twelve words of the owner's identity, under the owner's address.
  private func isCompared(in rings: StoredShareRings) throws -> Bool {
    guard let owner, let pin = try rings.pin(at: owner.address) else { return false }
    return pin.identity == owner.identity.encoded && pin.trust == OwnersBox.Trust.words.rawValue
  }

  /// Notes the owner's identity, for other shares.
  func pin(in rings: StoredShareRings) throws {
    guard let owner, let pin = IdentityPin(owner.identity, at: owner.address, trust: .link) else { return }
    guard try rings.pin(at: owner.address) == nil else { return }
    try rings.pin(pin.identity.encoded, at: owner.address, trust: pin.trust.rawValue)
  }

  /// What the owner judges the person by.
  ///
  /// - Throws: ``CommandFailure`` for an account without an address.
  func join(at address: String) throws -> ShareJoin {
    do {
      let time = UInt64(max(0, World.now().milliseconds))
      return try ShareJoin(person, at: address, to: opened.verified, time: time, link: link)
    } catch {
      throw CommandFailure(
        .inputOutput, "The server does not say which address your account has. Nothing was accepted.")
    }
  }

  /// Said to a person whose journal travels plain.
  static let needsEncryption = CommandFailure(
    .notEncrypted,
    "This is shared from an encrypted journal, and yours is not. Turn encryption on first: cloudjournal account keys --turn-on"
  )
  private static let noKey = CommandFailure(
    .invalidInput,
    "This link has no key (#k=…): your journal is encrypted, and takes in only what is shared encrypted. Ask for the whole link, "
      + "or have it shared from an encrypted journal.")
  private static let needsKeys = CommandFailure(
    .needsKey, "This computer does not have the keys of your journal. “cloudjournal account keys” says what to do.")
  private static let newer = CommandFailure(
    .invalidInput, "This was shared by a newer version of this program: update it.")
  private static let noRing = CommandFailure(
    .invalidInput, "The server shows no keys that belong to this link. Nothing was accepted.")
  private static let ended = CommandFailure(
    .notShared, "This link has ended: it was used, or another was made since. Ask for a new one.")
  private static let other = CommandFailure(
    .invalidInput, "The server leads this link to something else than it is of. Nothing was accepted.")
}
