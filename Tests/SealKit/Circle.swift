package import JournalSeal

/// People who share something, and the shares that they make, always the same but for the wraps.
package struct Circle: Sendable {
  package let random: SealRandom
  /// The owner.
  package let anna: KeyPair
  /// The owner's identity after a device of hers was removed.
  package let annaLater: KeyPair
  package let ben: KeyPair
  package let cleo: KeyPair
  /// A stranger.
  package let mallory: KeyPair
  package let wrapping: RememberingWrapping
  /// The name of the category that is shared; empty for an entry.
  private let category: String
  /// Milliseconds since 1970.
  package let time: UInt64 = 1_764_000_000_000

  package static let address = "anna@journal.example"
  package static let root = {
    guard let root = ShareRoot(zone: Sample.entry.zone, recordName: Sample.entry.recordName) else {
      preconditionFailure("names of 1 to 255 bytes make a root")
    }
    return root
  }()

  package init(
    seed: UInt64 = 16, category: String = "Travel", wrapping: RememberingWrapping = RememberingWrapping()
  ) throws {
    self.category = category
    random = seeded(seed)
    anna = try .fresh(random)
    annaLater = try .fresh(random)
    ben = try .fresh(random)
    cleo = try .fresh(random)
    mallory = try .fresh(random)
    self.wrapping = wrapping
  }

  /// A share in which the owner is alone.
  package func founded(title: String = "Trip to Rügen") throws -> OpenedShare {
    let draft = try ShareDraft(
      foundedBy: anna, of: Circle.root, address: Circle.address, title: title, category: category, at: time,
      random: random)
    return try open(draft, as: anna)
  }

  /// A share with Ben, who writes, and Cleo, who reads.
  package func shared() throws -> OpenedShare {
    try changed(founded()) {
      try $0.add(ben.publicKeys, at: "ben@journal.example", .write, trust: .link)
      try $0.add(cleo.publicKeys, at: "cleo@journal.example", .read, trust: .words)
    }
  }

  /// A change of a share by its owner.
  package func changed(
    _ share: OpenedShare, by identity: KeyPair? = nil, at step: UInt64 = 1000,
    _ change: (inout ShareDraft) throws -> Void
  ) throws -> OpenedShare {
    var draft = try ShareDraft(share, by: identity ?? anna, at: time + step, random: random)
    try change(&draft)
    return try open(draft, as: draft.state.owner == annaLater.publicKeys ? annaLater : identity ?? anna)
  }

  private func open(_ draft: ShareDraft, as owner: KeyPair) throws -> OpenedShare {
    let share = try VerifiedShare(decoding: draft.encoded(wrapping: wrapping))
    guard let opened = try OpenedShare(share, ownedBy: [owner]) else { throw VectorFailure(why: "owner") }
    return opened
  }

  /// What a person who takes part sees of a share.
  package func seen(_ share: OpenedShare, by person: KeyPair) throws -> OpenedShare? {
    try OpenedShare(share.verified, as: person, wrapping: wrapping)
  }
}

/// A share that breaks one rule, put together and signed by its owner: only the rule can be what refuses it.
package struct BrokenShare: Sendable {
  package let name: String
  package let rule: RingRule
  package let bytes: [UInt8]
  /// The newest key.
  package let key: JournalKey

  /// One for each way to break a rule.
  package static func all(_ circle: Circle) throws -> [BrokenShare] {
    var maker = try Maker(circle: circle, founded: circle.founded())
    try maker.logs()
    try maker.people()
    try maker.keysAndBoxes()
    return maker.made
  }

  private struct Maker {
    let circle: Circle
    let founded: OpenedShare
    var made: [BrokenShare] = []
    var anna: PersonKeys { PersonKeys(circle.anna) }
    var first: [ShareEntry] { founded.verified.ring.log }
    var ring: RingID { founded.verified.ring.id }
    var ben: ShareAct { .added(circle.ben.publicKeys, .write) }
    var benID: PersonID { circle.ben.publicKeys.person }
    var next: JournalKey { JournalKey.fresh(seeded(77)) }

    func entry(
      _ body: ShareAct, after log: [ShareEntry], by signer: PersonKeys? = nil, incoming: KeyPair? = nil
    ) throws -> ShareEntry {
      try ShareEntry(
        body, after: log.last?.digest ?? [UInt8](repeating: 0, count: 32), at: circle.time, by: signer ?? anna,
        incoming: incoming, in: ring)
    }

    func log(_ bodies: [ShareAct], incoming: KeyPair? = nil) throws -> [ShareEntry] {
      try bodies.reduce(into: first) {
        $0.append(try entry($1, after: $0, incoming: $1.incoming == nil ? nil : incoming))
      }
    }

    mutating func add(
      _ name: String, _ rule: RingRule, _ log: [ShareEntry], to: [KeyPair] = [], key: JournalKey? = nil,
      signer: PersonKeys? = nil, _ change: (inout ShareBox) -> Void = { _ in }
    ) throws {
      let key = key ?? founded.box.keys.newest
      let wraps = try to.map { PersonKeys($0) }.sorted { $0.id < $1.id }.map { holder in
        let purpose = ShareRing.purpose(ring: ring, number: 1, key: key.id, to: holder.id)
        return ShareRing.Wrap(
          to: holder.id, key: try circle.wrapping.wrap(key, to: holder.pair.publicKeys, purpose: purpose))
      }
      var box = founded.box
      for pair in to { box.addresses[pair.publicKeys.person] = "\(pair.publicKeys.person)@x" }
      change(&box)
      let bytes = try ShareRing.encoded(
        id: ring, serial: 2, log: log, wraps: wraps, middle: founded.verified.ring.middle, box: box.encoded, key: key,
        signer: signer ?? anna, random: circle.random)
      made.append(BrokenShare(name: name, rule: rule, bytes: bytes, key: key))
    }

    mutating func logs() throws {
      let key = founded.box.keys.newest.id
      try add("founded twice", .founding, try log([.founded(circle.annaLater.publicKeys, of: Circle.root, key: key)]))
      try add("not founded", .founding, [try entry(ben, after: [])], to: [circle.ben])
      try add("another entry before", .chain, first + [try entry(ben, after: [])], to: [circle.ben])
      let byBen = try entry(.added(circle.cleo.publicKeys, .read), after: log([ben]), by: PersonKeys(circle.ben))
      try add("signed by one who takes part", .signer, try log([ben]) + [byBen], to: [circle.ben, circle.cleo])
      let feigned = PersonKeys(id: anna.id, pair: circle.ben)
      try add(
        "signed in the owner's name", .signer, first + [try entry(ben, after: first, by: feigned)], to: [circle.ben])
      let wrong = try ShareEntry(ben, after: first[0].digest, at: circle.time, by: anna, in: .none)
      try add("signed for another ring", .signer, first + [wrong], to: [circle.ben])
      let unproved: [ShareAct] = [.owner(circle.annaLater.publicKeys), .newKey(number: 2, next.id)]
      try add(
        "an identity of the owner's that did not sign", .signer,
        try log(Array(unproved.prefix(1)), incoming: circle.mallory))
      try add("signed by the identity of before", .signer, try log(unproved, incoming: circle.annaLater), key: next)
      try add(
        "the ring signed by one who takes part", .signer, try log([ben]), to: [circle.ben],
        signer: PersonKeys(circle.ben))
      try add(
        "the ring signed in the owner's name", .signer, try log([ben]), to: [circle.ben], signer: feigned)
    }

    mutating func people() throws {
      try add("added twice", .devices, try log([ben, ben]), to: [circle.ben])
      try add("the owner added", .devices, try log([.added(circle.anna.publicKeys, .write)]), to: [circle.anna])
      if let mixed = PublicKeys(
        agreement: circle.mallory.publicKeys.agreement, signing: circle.ben.publicKeys.signing)
      {
        try add("the signing key of another", .devices, try log([ben, .added(mixed, .write)]), to: [circle.ben])
      }
      if let mixed = PublicKeys(
        agreement: circle.ben.publicKeys.agreement, signing: circle.mallory.publicKeys.signing)
      {
        try add("the agreement key of another", .devices, try log([ben, .added(mixed, .write)]), to: [circle.ben])
      }
      try add("a stranger removed", .devices, try log([.removed(benID)]))
      try add("a stranger may write", .devices, try log([.permission(benID, .write)]))
      try add("may write already", .devices, try log([ben, .permission(benID, .write)]), to: [circle.ben])
      try add("the owner may read only", .devices, try log([.permission(anna.id, .read)]))
      try add(
        "a member becomes the owner", .devices, try log([ben, .owner(circle.ben.publicKeys)], incoming: circle.ben),
        to: [circle.ben])
    }

    mutating func keysAndBoxes() throws {
      try add("number 3 after 1", .numbers, try log([.newKey(number: 3, next.id)]), key: next)
      try add("the same key", .numbers, try log([.newKey(number: 2, founded.box.keys.newest.id)]))
      try add("removed without a new key", .renewal, try log([ben, .removed(benID)]))
      try add("may read only without a new key", .renewal, try log([ben, .permission(benID, .read)]), to: [circle.ben])
      try add(
        "another owner's identity without a new key", .renewal,
        try log([.owner(circle.annaLater.publicKeys)], incoming: circle.annaLater))
      try add(
        "removed, then another comes", .renewal,
        try log([ben, .removed(benID), .added(circle.cleo.publicKeys, .read)]),
        to: [circle.cleo])
      try add("no wrap", .wraps, try log([ben]))
      try add("a wrap for a stranger", .wraps, first, to: [circle.ben])
      try add("another key than the log names", .keys, first, key: next)
      try add("another key in the box", .keys, first) { [next] in if let keys = JournalKeys([next]) { $0.keys = keys } }
      try add("an address of a stranger", .keys, first) { [benID] in $0.addresses[benID] = "ben@x" }
      try add("no address of the owner", .devices, first) { $0.addresses = [:] }
      try add("one address for two", .devices, try log([ben]), to: [circle.ben]) { [benID] in
        $0.addresses[benID] = Circle.address
      }
      try add("an address with capitals", .keys, first) { [anna] in $0.addresses[anna.id] = "Anna@x" }
    }
  }
}
