import CloudRecord

/// What the devices of one person tell each other of a share of another person's: which one it is, whose, and how it is opened.
///
/// The device that opened the link writes it into the person's own zone, sealed under the journal's newest key. So the others need no
/// word of the server's for it: only devices that are in make such a seal, and one that was removed does not have the key.
package struct GuestNote: Hashable, Sendable {
  /// The zone's owner, as the server names accounts; 1 to 255 bytes.
  package var zoneOwner: String
  /// The zone's name; 1 to 255 bytes.
  package var zone: String
  /// The name of the share's record; 1 to 255 bytes.
  package var share: String
  /// The share's origin, 32 bytes.
  package var origin: [UInt8]
  /// The end of the share's log as it was known, 32 bytes: a ring without that entry is not taken.
  package var head: [UInt8]
  /// The owner's identity.
  package var owner: PublicKeys
  /// The owner's address.
  package var address: String
  /// How the owner's identity came here.
  package var trust: OwnersBox.Trust
  /// The secret of the link, as long as the owner has not let the person in.
  package var link: ShareLink?

  /// The type of the record that holds it on the server.
  package static let recordType = "GuestShare"
  /// The field of that record.
  package static let field = "sealed"
  /// Bytes of a name.
  package static let longestName = 255
  /// The longest one that is sealed, in bytes.
  package static let maximumLength = 4096
  private static let magic: [UInt8] = [0x43, 0x4A, 0x4E]
  private static let formatVersion: UInt8 = 1
  private static let purpose = "cloudjournal/guest-share/1"
  private static let headLength = 20

  package init(
    zoneOwner: String, zone: String, share: String, origin: [UInt8], head: [UInt8], owner: PublicKeys, address: String,
    trust: OwnersBox.Trust, link: ShareLink?
  ) {
    (self.zoneOwner, self.zone, self.share) = (zoneOwner, zone, share)
    (self.origin, self.head, self.owner) = (origin, head, owner)
    (self.address, self.trust, self.link) = (address, trust, link)
  }

  // MARK: Sealing

  /// Seals it for one place under the journal's newest key.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` for one that could not be read back.
  package func sealed(
    at place: RecordPlace, under key: JournalKey, random: SealRandom
  ) throws(SealFailure) -> [UInt8] {
    let names = [zoneOwner, zone, share]
    guard names.allSatisfy({ (1...GuestNote.longestName).contains($0.utf8.count) }), origin.count == 32,
      head.count == 32, ShareAddress.isValid(address)
    else { throw .damaged("a share that cannot be named") }
    var encoder = CanonicalEncoder(reservingCapacity: 2048)
    encoder.append(byte: GuestNote.formatVersion)
    for name in names { encoder.append(name) }
    encoder.append(raw: origin + head)
    owner.append(to: &encoder)
    encoder.append(address)
    encoder.append(byte: trust.rawValue)
    encoder.append(byte: link == nil ? 0 : 1)
    if let link { encoder.append(secret: link.secret) }
    let head = GuestNote.magic + [GuestNote.formatVersion] + key.id.bytes
    return try head
      + NonceBox.seal(
        encoder.bytes, under: GuestNote.key(key, place), authenticating: head, random: random)
  }

  /// Opens one.
  ///
  /// - Parameter key: The journal's newest key: one under an older key could be of a device that was removed.
  /// - Throws: ``SealFailure``: another key than that; damaged; newer.
  package init(_ sealed: [UInt8], at place: RecordPlace, under key: JournalKey) throws(SealFailure) {
    guard sealed.count <= GuestNote.maximumLength, sealed.starts(with: GuestNote.magic),
      sealed.count >= GuestNote.headLength + NonceBox.overhead
    else { throw .damaged("no note of a share") }
    guard sealed[3] <= GuestNote.formatVersion else { throw .newer }
    guard sealed[3] == GuestNote.formatVersion, let id = KeyID(Array(sealed[4..<GuestNote.headLength])) else {
      throw .damaged("version 1")
    }
    guard id == key.id else { throw .noKey(id) }
    let plain = try NonceBox.open(
      Array(sealed[GuestNote.headLength...]), under: GuestNote.key(key, place),
      authenticating: Array(sealed[..<GuestNote.headLength]))
    try self.init(decoding: plain)
  }

  private static func key(_ key: JournalKey, _ place: RecordPlace) -> SecretBytes {
    Derivation.expand(key.secret, info: Derivation.domain(purpose) + place.name)
  }

  private init(decoding bytes: [UInt8]) throws(SealFailure) {
    var decoder = CanonicalDecoder(bytes)
    do {
      try decoder.version(GuestNote.formatVersion)
      zoneOwner = try decoder.noteName()
      zone = try decoder.noteName()
      share = try decoder.noteName()
      origin = try decoder.raw(32)
      head = try decoder.raw(32)
      owner = try PublicKeys(in: &decoder)
      address = try decoder.address()
      guard let trust = OwnersBox.Trust(rawValue: try decoder.byte()) else { throw decoder.failure("a trust") }
      self.trust = trust
      switch try decoder.byte() {
      case 0: link = nil
      case 1: link = ShareLink(try decoder.raw(ShareLink.length))
      default: throw decoder.failure("a link or none")
      }
      guard decoder.isAtEnd else { throw decoder.failure("the end") }
    } catch let failure as SealFailure {
      throw failure
    } catch RingFailure.newer {
      throw .newer
    } catch {
      throw .damaged("\(error)")
    }
  }
}

extension CanonicalDecoder {
  fileprivate mutating func noteName() throws(CanonicalDecodingError) -> String {
    let name = try string()
    guard (1...GuestNote.longestName).contains(name.utf8.count) else { throw failure("a name") }
    return name
  }
}
