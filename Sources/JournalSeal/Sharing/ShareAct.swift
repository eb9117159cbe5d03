package import CloudRecord

/// What a participant of a share may do.
package enum ShareRight: UInt8, Hashable, Sendable, CaseIterable {
  /// To read.
  case read = 1
  /// To read and to write: what is signed by that person is taken in by the others.
  case write = 2
}

/// What is shared: a record with all that hangs on it, or a zone.
package struct ShareRoot: Hashable, Sendable {
  /// The zone's name, without its owner.
  package let zone: String
  /// The name of the record; empty where the zone is shared.
  package let recordName: String

  /// Bytes of a name.
  package static let longestName = 255

  /// Takes names of 1 to 255 bytes; nil for others. A record's may be empty.
  package init?(zone: String, recordName: String) {
    guard (1...ShareRoot.longestName).contains(zone.utf8.count), recordName.utf8.count <= ShareRoot.longestName else {
      return nil
    }
    (self.zone, self.recordName) = (zone, recordName)
  }

  func append(to encoder: inout CanonicalEncoder) {
    encoder.append(zone)
    encoder.append(recordName)
  }

  init(in decoder: inout CanonicalDecoder) throws(CanonicalDecodingError) {
    guard let root = ShareRoot(zone: try decoder.string(), recordName: try decoder.string()) else {
      throw decoder.failure("a root")
    }
    self = root
  }
}

/// What an entry of a share's ring says; its owner signs each of them.
package enum ShareAct: Hashable, Sendable {
  /// The share of a root began with its owner's identity and the key number 1.
  case founded(PublicKeys, of: ShareRoot, key: KeyID)
  /// A person takes part from here on.
  case added(PublicKeys, ShareRight)
  /// A person takes part no more.
  case removed(PersonID)
  /// The key of another number is used from here on.
  case newKey(number: UInt32, KeyID)
  /// The owner has another identity from here on.
  case owner(PublicKeys)
  /// A person may do more, or less, from here on.
  case permission(PersonID, ShareRight)
}

extension ShareAct: SignedAct {
  package var kind: UInt8 {
    switch self {
    case .founded: 1
    case .added: 2
    case .removed: 3
    case .newKey: 4
    case .owner: 5
    case .permission: 6
    }
  }

  /// The owner's next identity: its own signature shows that it is there.
  package var incoming: PublicKeys? { if case .owner(let keys) = self { keys } else { nil } }

  /// The body's bytes.
  package func append(to encoder: inout CanonicalEncoder) {
    switch self {
    case .founded(let owner, let root, let key):
      owner.append(to: &encoder)
      root.append(to: &encoder)
      encoder.append(UInt32(1))
      encoder.append(raw: key.bytes)
    case .added(let keys, let permission):
      keys.append(to: &encoder)
      encoder.append(byte: permission.rawValue)
    case .removed(let person): encoder.append(raw: person.bytes)
    case .newKey(let number, let key):
      encoder.append(number)
      encoder.append(raw: key.bytes)
    case .owner(let keys): keys.append(to: &encoder)
    case .permission(let person, let permission):
      encoder.append(raw: person.bytes)
      encoder.append(byte: permission.rawValue)
    }
  }

  /// - Throws: ``RingFailure/newer`` for a kind above ours, ``CanonicalDecodingError`` for other bytes.
  package init(kind: UInt8, in decoder: inout CanonicalDecoder) throws {
    switch kind {
    case 0: throw decoder.failure("a kind")
    case 1:
      let owner = try PublicKeys(in: &decoder)
      let root = try ShareRoot(in: &decoder)
      guard try decoder.uint32() == 1 else { throw decoder.failure("number 1") }
      self = .founded(owner, of: root, key: try decoder.keyID())
    case 2: self = .added(try PublicKeys(in: &decoder), try decoder.permission())
    case 3: self = .removed(try decoder.identifier())
    case 4: self = .newKey(number: try decoder.uint32(), try decoder.keyID())
    case 5: self = .owner(try PublicKeys(in: &decoder))
    case 6: self = .permission(try decoder.identifier(), try decoder.permission())
    default: throw RingFailure.newer
    }
  }
}

extension CanonicalDecoder {
  mutating func permission() throws(CanonicalDecodingError) -> ShareRight {
    guard let permission = ShareRight(rawValue: try byte("a permission")) else { throw failure("a permission") }
    return permission
  }
}

/// The ring of a share: participants hold its keys, and its owner makes them.
package enum ShareScheme: RingScheme {
  package typealias Holder = PersonKind
  package typealias Act = ShareAct
  package typealias Middle = ShareMiddle

  package static let magic: [UInt8] = [0x43, 0x4A, 0x47]
  package static let ringPurpose = "cloudjournal/share-ring/1"
  package static let logPurpose = "cloudjournal/share-log/1"
  package static let wrapPurpose = "cloudjournal/share-wrap/1"
  package static let boxPurpose = "cloudjournal/share-box/1"
  package static let mostHolders = ShareState.mostMembers
}

/// A share's ring of keys.
package typealias ShareRing = SignedRing<ShareScheme>
/// An entry of a share's ring.
package typealias ShareEntry = SignedEntry<ShareScheme>
/// A person with the secret keys of an identity.
package typealias PersonKeys = HolderKeys<PersonKind>

extension HolderKeys<PersonKind> {
  /// A person by the identity, which names it.
  package init(_ identity: KeyPair) { self.init(id: identity.publicKeys.person, pair: identity) }
}

extension PublicKeys {
  /// The name of the person whose identity these keys are: it follows from both of them.
  package var person: PersonID {
    var encoder = CanonicalEncoder(reservingCapacity: 1280)
    encoder.append(raw: Derivation.domain("cloudjournal/person/1"))
    append(to: &encoder)
    guard let id = PersonID(Digest(of: encoder.bytes).bytes.prefix(16)) else {
      preconditionFailure("a digest has sixteen bytes and more")
    }
    return id
  }

  /// Suite, length, both keys.
  package var encoded: [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 1280)
    append(to: &encoder)
    return encoder.bytes
  }
}

extension PublicKeys {
  /// Reads what ``encoded`` makes; nil for other bytes.
  package init?(encoded: [UInt8]) {
    var decoder = CanonicalDecoder(encoded)
    do {
      self = try PublicKeys(in: &decoder)
    } catch {
      return nil
    }
    guard decoder.isAtEnd else { return nil }
  }
}

/// What a share's ring has between its wraps and its box.
package struct ShareMiddle: RingMiddle {
  /// The newest key for those who have a link, in the order of the links' names.
  package let links: [LinkWrap]
  /// What only the owner's devices open: nonce, ciphertext and tag.
  package let ownersBox: [UInt8]

  package init(links: [LinkWrap], ownersBox: [UInt8]) {
    (self.links, self.ownersBox) = (links, ownersBox)
  }

  /// Its bytes.
  package func append(to encoder: inout CanonicalEncoder) {
    encoder.append(UInt16(links.count))
    for link in links {
      encoder.append(raw: link.to.bytes)
      encoder.append(raw: link.box)
    }
    encoder.append(lengthPrefixed: ownersBox)
  }

  /// - Throws: ``CanonicalDecodingError``.
  package init(in decoder: inout CanonicalDecoder) throws {
    let count = try decoder.uint16()
    guard count <= OwnersBox.mostInvitations else { throw decoder.failure("at most 101 links") }
    var links: [LinkWrap] = []
    for _ in 0..<count {
      let link = LinkWrap(to: try decoder.identifier(), box: try decoder.raw(LinkWrap.length))
      if let last = links.last { guard last.to < link.to else { throw decoder.failure("links in order") } }
      links.append(link)
    }
    self.links = links
    ownersBox = try decoder.lengthPrefixed()
    guard ownersBox.count > NonceBox.overhead else { throw decoder.failure("an owner's box") }
  }
}
