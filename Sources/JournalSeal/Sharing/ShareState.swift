/// What the log of a share's ring says after its last entry: whose the share is, who takes part, and who could write under
/// which key.
///
/// Made entry by entry, each of which has to keep the rules.
package struct ShareState: Hashable, Sendable {
  /// A person who takes part.
  package struct Member: Hashable, Sendable {
    /// The identity.
    package let keys: PublicKeys
    /// What the person may do now.
    package var permission: ShareRight
    /// Milliseconds since 1970 by the clock of the owner's device that added the person.
    package let since: UInt64
  }

  /// The ring's name.
  package let ring: RingID
  /// What is shared; nil before the founding. A record is sealed in a share, and taken in from it, only where this is the root
  /// that it hangs on: a server could show the ring of another share of the same owner.
  package private(set) var root: ShareRoot?
  /// The owner's identity now.
  package private(set) var owner: PublicKeys?
  /// Who takes part, without the owner.
  package private(set) var members: [PersonID: Member] = [:]
  /// Everyone who ever took part, and every identity that the owner had.
  package private(set) var people: [PersonID: PublicKeys] = [:]
  /// Every identity that the owner had, the present one among them.
  package private(set) var owners: Set<PersonID> = []
  /// The names of all keys, of number 1 first.
  package private(set) var keys: [KeyID] = []
  /// Who could write while each key was the newest one, the owner among them. Within one key's time people are only added:
  /// who may write no more is the reason for another key.
  package private(set) var writers: [Set<PersonID>] = []
  /// The digests of all entries; the last is the log's head.
  package private(set) var heads: [[UInt8]] = []
  private var isRenewalDue = false
  private var personOfKey: [[UInt8]: PersonID] = [:]

  /// Entries that a log may have.
  package static let mostEntries = RingState.mostEntries
  /// Entries after which no person is added: there is always room to remove those who are in.
  package static let openEntries = RingState.openEntries
  /// People beside the owner.
  package static let mostMembers = 100

  /// The digest of the last entry; zeros before the first.
  package var head: [UInt8] { heads.last ?? [UInt8](repeating: 0, count: 32) }
  /// The digest of the first entry, which the owner signed: what is sealed and signed for this share is bound to it. Zeros
  /// before the founding.
  package var origin: [UInt8] { heads.first ?? [UInt8](repeating: 0, count: 32) }
  /// The number of the newest key; 0 before the founding.
  package var keyNumber: UInt32 { UInt32(keys.count) }

  init(ring: RingID) { self.ring = ring }

  /// Takes in a whole log.
  ///
  /// - Parameter known: Heads of a log that was verified before; entries whose digest it has at their place are not
  ///   verified by signature again.
  /// - Throws: ``RingFailure/broken(_:_:)`` with the rule that an entry breaks.
  init(ring: RingID, log: [ShareEntry], known: [[UInt8]] = []) throws(RingFailure) {
    self.init(ring: ring)
    guard !log.isEmpty, log.count <= ShareState.mostEntries else { throw .broken(.form, "\(log.count) entries") }
    for (index, entry) in log.enumerated() {
      try apply(entry, isKnown: index < known.count && known[index] == entry.digest)
    }
    guard !isRenewalDue else { throw .broken(.renewal, "no new key at the end") }
  }

  // MARK: Who may do what

  /// What a person may do now; the owner may write. Nil for others.
  package func permission(of person: PersonID) -> ShareRight? {
    person == owner?.person ? .write : members[person]?.permission
  }

  /// Whether a person could write under the key of a number, from 1.
  package func couldWrite(_ person: PersonID, under number: UInt32) -> Bool {
    (1...keyNumber).contains(number) && writers[Int(number) - 1].contains(person)
  }

  /// Whether a removal (kind 2) that a person signed is taken in: the owner's, and that of the person who made the record.
  ///
  /// - Parameter author: Who signed the first version that this device took in; nil where it knows none, so that there is nothing
  ///   to lose.
  package func mayRemove(_ person: PersonID, author: PersonID?) -> Bool {
    guard permission(of: person) == .write else { return false }
    return person == owner?.person || author == nil || person == author
  }

  // MARK: Rules

  /// Takes in one entry.
  mutating func apply(_ entry: ShareEntry, isKnown: Bool = false) throws(RingFailure) {
    var signer = owner
    if case .founded(let owner, _, _) = entry.body {
      guard heads.isEmpty else { throw .broken(.founding, "a share is founded once") }
      signer = owner
    } else if heads.isEmpty {
      throw .broken(.founding, "the first entry founds the share")
    }
    guard entry.previous == head else { throw .broken(.chain, "entry \(heads.count + 1)") }
    try checkRoom(for: entry.body)
    if isRenewalDue, !entry.body.isDuringRenewal {
      throw .broken(.renewal, "no new key before entry \(heads.count + 1)")
    }
    guard let signer, entry.by == signer.person, isKnown || entry.isSigned(by: signer, in: ring) else {
      throw .broken(.signer, "entry \(heads.count + 1)")
    }
    try take(entry)
    heads.append(entry.digest)
  }

  private mutating func take(_ entry: ShareEntry) throws(RingFailure) {
    switch entry.body {
    case .founded(let owner, let root, let key):
      self.root = root
      try bringIn(owner: owner)
      begin(key)
    case .added(let keys, let permission):
      let person = keys.person
      guard members[person] == nil, !owners.contains(person) else { throw .broken(.devices, "\(person) came again") }
      guard members.count < ShareState.mostMembers else { throw .broken(.form, "too many people") }
      try use(keys, of: person)
      members[person] = Member(keys: keys, permission: permission, since: entry.at)
      if permission == .write { writers[writers.count - 1].insert(person) }
    case .removed(let person):
      guard members.removeValue(forKey: person) != nil else { throw .broken(.devices, "\(person) takes no part") }
      isRenewalDue = true
    case .newKey(let number, let key):
      guard number == keyNumber + 1 else { throw .broken(.numbers, "number \(number) after \(keyNumber)") }
      guard !keys.contains(key) else { throw .broken(.numbers, "a key came again") }
      begin(key)
      isRenewalDue = false
    case .owner(let owner):
      guard people[owner.person] == nil else { throw .broken(.devices, "\(owner.person) came again") }
      try bringIn(owner: owner)
      isRenewalDue = true
    case .permission(let person, let permission):
      guard let before = members[person]?.permission, before != permission else {
        throw .broken(.devices, "\(person) takes no part, or may do that")
      }
      members[person]?.permission = permission
      if permission == .write { writers[writers.count - 1].insert(person) } else { isRenewalDue = true }
    }
  }

  private mutating func begin(_ key: KeyID) {
    keys.append(key)
    var able = Set(members.filter { $0.value.permission == .write }.keys)
    if let owner { able.insert(owner.person) }
    writers.append(able)
  }

  private mutating func bringIn(owner: PublicKeys) throws(RingFailure) {
    try use(owner, of: owner.person)
    owners.insert(owner.person)
    self.owner = owner
  }

  /// No key is ever in two identities: what one person signs is never another's.
  private mutating func use(_ keys: PublicKeys, of person: PersonID) throws(RingFailure) {
    for key in [keys.agreement, keys.signing] {
      guard personOfKey.updateValue(person, forKey: key) ?? person == person else {
        throw .broken(.devices, "keys of another")
      }
    }
    people[person] = keys
  }

  /// Whether the log has room, for what the entry owes as well.
  private func checkRoom(for body: ShareAct) throws(RingFailure) {
    let isIn =
      switch body {
      case .founded: true
      case .added, .permission(_, .write): heads.count < ShareState.openEntries
      case .newKey: heads.count < ShareState.mostEntries
      case .removed, .owner, .permission(_, .read): heads.count + 1 < ShareState.mostEntries
      }
    guard isIn else { throw .broken(.form, RingState.isFull) }
  }
}

extension ShareAct {
  /// Whether it may come between a removal and the new key that follows.
  fileprivate var isDuringRenewal: Bool {
    switch self {
    case .removed, .newKey, .owner, .permission(_, .read): true
    case .founded, .added, .permission(_, .write): false
    }
  }
}
