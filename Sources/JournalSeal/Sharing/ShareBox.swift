import CloudRecord

/// What those who take part can read of a share's ring: every key, what the share is called, and who is behind the identities.
package struct ShareBox: Hashable, Sendable {
  /// Oldest first, the newest included.
  package var keys: JournalKeys
  /// The true title; at most 512 characters.
  package var title: String
  /// The name of the category that is shared; empty for an entry.
  package var category: String
  /// The address of the owner and of all who take part; of those who took part, too.
  package var addresses: [PersonID: String]

  /// Characters of a title.
  package static let longestTitle = 512
  private static let mostBytes = 2048
  private static let formatVersion: UInt8 = 1

  package init(keys: JournalKeys, title: String, category: String, addresses: [PersonID: String]) {
    (self.keys, self.title, self.category, self.addresses) = (keys, title, category, addresses)
  }

  /// The box before it is sealed.
  package var encoded: [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 1024)
    encoder.append(byte: ShareBox.formatVersion)
    keys.append(to: &encoder)
    encoder.append(title)
    encoder.append(category)
    encoder.append(UInt16(clamping: addresses.count))
    for (person, address) in addresses.sorted(by: { $0.key < $1.key }) {
      encoder.append(raw: person.bytes)
      encoder.append(address)
    }
    return encoder.bytes
  }

  /// - Throws: ``RingFailure``.
  init(decoding bytes: [UInt8]) throws(RingFailure) {
    var decoder = CanonicalDecoder(bytes)
    do {
      try decoder.version(ShareBox.formatVersion)
      keys = try JournalKeys(in: &decoder)
      title = try decoder.string()
      category = try decoder.string()
      guard max(title.count, category.count) <= ShareBox.longestTitle,
        max(title.utf8.count, category.utf8.count) <= ShareBox.mostBytes
      else { throw decoder.failure("a shorter title") }
      addresses = try decoder.people { decoder throws(CanonicalDecodingError) in try decoder.address() }
      guard decoder.isAtEnd else { throw decoder.failure("the end of the box") }
    } catch let failure as RingFailure {
      throw failure
    } catch {
      throw .broken(.keys, "\(error)")
    }
  }

  /// The keys are those of the log; all who are in have an address, which is theirs alone among them.
  func check(with state: ShareState) throws(RingFailure) {
    guard keys.all.map(\.id) == state.keys else { throw .broken(.keys, "other keys than the log names") }
    guard addresses.keys.allSatisfy({ state.people[$0] != nil }) else {
      throw .broken(.keys, "an address of a stranger")
    }
    let present = Array(state.members.keys) + [state.owner?.person].compactMap(\.self)
    let theirs = present.compactMap { addresses[$0] }
    guard theirs.count == present.count, Set(theirs).count == theirs.count else {
      throw .broken(.devices, "one address for each who takes part")
    }
  }

  /// A title as long as a box has it.
  static func shortened(_ title: String) -> String {
    var title = String(title.prefix(longestTitle))
    while title.utf8.count > mostBytes { title.removeLast() }
    return title
  }
}

/// What only the owner's devices can read of a share's ring: the newest key, what links follow from, who is invited, and
/// how sure the owner is of those who are in.
package struct OwnersBox: Hashable, Sendable {
  /// How a person's identity came here.
  package enum Trust: UInt8, Hashable, Sendable, Comparable, CaseIterable {
    /// By the public link: the address is the server's word.
    case publicLink = 1
    /// By the person's own link, which the server does not know.
    case link = 2
    /// The twelve words were compared.
    case words = 3

    /// In the order of certainty.
    package static func < (a: Trust, b: Trust) -> Bool { a.rawValue < b.rawValue }
  }

  /// Thirty-two bytes, new with each key; all links follow from it.
  package var root: SecretBytes
  /// By address; the empty one is the public link.
  package var invitations: [String: ShareRight]
  /// Of each who takes part.
  package var trust: [PersonID: Trust]

  /// Invitations at once: as many people as a share has, and the public link.
  package static let mostInvitations = ShareState.mostMembers + 1
  private static let formatVersion: UInt8 = 1

  package init(root: SecretBytes, invitations: [String: ShareRight] = [:], trust: [PersonID: Trust] = [:]) {
    (self.root, self.invitations, self.trust) = (root, invitations, trust)
  }

  /// The box before it is sealed.
  func encoded(newest key: JournalKey) -> [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 512)
    encoder.append(byte: OwnersBox.formatVersion)
    encoder.append(secret: key.secret)
    encoder.append(secret: root)
    encoder.append(UInt16(clamping: invitations.count))
    for (address, permission) in invitations.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      encoder.append(address)
      encoder.append(byte: permission.rawValue)
    }
    encoder.append(UInt16(clamping: trust.count))
    for (person, trust) in trust.sorted(by: { $0.key < $1.key }) {
      encoder.append(raw: person.bytes)
      encoder.append(byte: trust.rawValue)
    }
    return encoder.bytes
  }

  /// Reads a box and the newest key.
  ///
  /// - Throws: ``RingFailure``.
  static func decode(_ bytes: [UInt8]) throws(RingFailure) -> (box: OwnersBox, newest: JournalKey) {
    var decoder = CanonicalDecoder(bytes)
    do {
      try decoder.version(formatVersion)
      guard let key = JournalKey(try decoder.raw(JournalKey.length)) else { throw decoder.failure("a key") }
      var box = OwnersBox(root: SecretBytes(try decoder.raw(ShareLink.length)))
      let count = try decoder.uint16()
      guard count <= mostInvitations else { throw decoder.failure("at most 101 invitations") }
      var last: String?
      for _ in 0..<count {
        let address = try decoder.address(isPublic: last == nil)
        if let last { guard last.utf8.lexicographicallyPrecedes(address.utf8) else { throw decoder.failure("order") } }
        box.invitations[address] = try decoder.permission()
        last = address
      }
      box.trust = try decoder.people { decoder throws(CanonicalDecodingError) in
        guard let trust = Trust(rawValue: try decoder.byte("a trust")) else { throw decoder.failure("a trust") }
        return trust
      }
      guard decoder.isAtEnd else { throw decoder.failure("the end of the box") }
      return (box, key)
    } catch let failure as RingFailure {
      throw failure
    } catch {
      throw .broken(.keys, "\(error)")
    }
  }

  /// The links of all invitations, in the order of their names.
  func links(in ring: RingID) -> [ShareLink] {
    invitations.keys.map { ShareLink(root: root, ring: ring, address: $0) }.sorted { $0.id(in: ring) < $1.id(in: ring) }
  }

  /// Each who is in came somehow, and each invitation has its wrap.
  func check(with share: VerifiedShare) throws(RingFailure) {
    guard Set(trust.keys) == Set(share.state.members.keys) else { throw .broken(.keys, "trust in others") }
    guard links(in: share.ring.id).map({ $0.id(in: share.ring.id) }) == share.ring.middle.links.map(\.to) else {
      throw .broken(.wraps, "links of others than those who are invited")
    }
  }

  /// What the box is bound to beside its key.
  static func bound(to state: ShareState) -> [UInt8] { state.ring.bytes + state.head }
}

extension KeyPair {
  /// The key of the owner's box within one share. X-Wing takes the seed through SHAKE, this through HKDF: neither tells of
  /// the other.
  func ownersKey(in ring: RingID) -> SecretBytes {
    Derivation.expand(agreementSeed, info: Derivation.domain("cloudjournal/owners-box/1") + ring.bytes)
  }
}

/// Addresses of people, as shares name them.
package enum ShareAddress {
  /// Bytes of an address.
  package static let longest = 320

  /// Whether a text is one: visible ASCII characters without capital letters.
  package static func isValid(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !(0x41...0x5A).contains($0) }
  }
}

extension CanonicalDecoder {
  /// - Throws: ``RingFailure/newer`` for a version above ours.
  mutating func version(_ known: UInt8) throws {
    let format = try byte()
    guard format <= known else { throw RingFailure.newer }
    guard format == known else { throw failure("version \(known)") }
  }

  /// An address; an empty one only where the public link may stand.
  mutating func address(isPublic: Bool = false) throws(CanonicalDecodingError) -> String {
    let text = try string()
    guard ShareAddress.isValid(text) || isPublic && text.isEmpty else { throw failure("an address") }
    return text
  }

  /// Something about people, in the order of their names, each once.
  fileprivate mutating func people<Value>(
    _ read: (inout CanonicalDecoder) throws(CanonicalDecodingError) -> Value
  ) throws(CanonicalDecodingError) -> [PersonID: Value] {
    let count = try uint16()
    guard count <= RingState.mostEntries else { throw failure("at most \(RingState.mostEntries) people") }
    var values: [PersonID: Value] = [:]
    var last: PersonID?
    for _ in 0..<count {
      let person: PersonID = try identifier()
      if let last { guard last < person else { throw failure("people in order") } }
      values[person] = try read(&self)
      last = person
    }
    return values
  }
}
