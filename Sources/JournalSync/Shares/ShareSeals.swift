import CloudRecord
package import JournalSeal
package import SyncCore

/// Why nothing of a share is sealed on this device at present.
package enum ShareTrouble: Hashable, Sendable {
  /// The owner's identity was replaced, and the share does not have the new one and another key yet.
  case renewalDue
  /// It is this person's own, and the server's ring and the known one differ in an entry.
  case forked
  /// It is another person's, and the server's ring and the known one differ in an entry.
  case ownerForked
  /// The server shows a ring of another share under this one's name.
  case another
  /// The owner has another identity, and the words were not compared.
  case ownerChanged
  /// The owner has another identity, and under that this person is not in: nothing is to be compared.
  case notLetIn
  /// It is this person's own, and goes on under keys of theirs that are not known here yet.
  case ownKeysChanged
  /// The owner has not let this person in yet.
  case notIn
  /// The ring says that this person takes part no more.
  case removed
  /// This person's identity was replaced since.
  case identityChanged
  /// A newer version of this program wrote the server's ring.
  case newer

  /// What a person reads of a change that waits for it.
  package var sentence: String {
    switch self {
    case .renewalDue: "A device of yours was removed, and this share has no new key yet: synchronise again."
    case .forked:
      "Another computer of yours changed its keys beside this one, or the server shows others; nothing is sent under them. Stop it "
        + "with “cloudjournal share stop”, synchronise your other computers, and share it again."
    case .ownerForked:
      "Its owner’s computers changed its keys beside each other, or the server shows others; nothing is sent under them. Ask "
        + "its owner to stop it and to share it again, and open the new link."
    case .another: "The server shows the keys of another share in this one’s place; nothing is sent under them."
    case .ownKeysChanged: "Another device of yours goes on with it under keys that are not here yet: synchronise again."
    case .ownerChanged:
      "Whose it is has other keys since: compare twelve words with them before you write, with “cloudjournal share verify”."
    case .notLetIn:
      "Whose it is has other keys since, and by those you do not take part, so there are no words to compare. Once all their "
        + "computers have synchronised you are in again, or they send you a new link."
    case .notIn: "You can write here as soon as its owner has let you in, which happens when they synchronise."
    case .removed: "You take part in this no more."
    case .identityChanged:
      "Your own keys were replaced: its owner compares twelve words with you anew, with “cloudjournal share verify”, or invites you again."
    case .newer: "Its keys were written by a newer version of this program: update it."
    }
  }
}

/// The shares whose keys are known here, and what each of them seals: what hangs on its root.
package struct ShareSeals: Hashable, Sendable {
  /// A share that is open here.
  package struct Share: Hashable, Sendable {
    /// The name of the share's record.
    package let name: String
    /// Its ring, opened.
    package let opened: OpenedShare
    /// Who reads and signs here.
    package let person: KeyPair
    /// Whether it is this person's own.
    package let isOwn: Bool
    /// Whether what hangs on its root is sealed in it; one that is being ended opens only.
    package let isInForce: Bool
    /// Why nothing of it is sealed at present; nil where it is.
    package let trouble: ShareTrouble?

    package init(
      name: String, opened: OpenedShare, person: KeyPair, isOwn: Bool, isInForce: Bool, trouble: ShareTrouble? = nil
    ) {
      (self.name, self.opened, self.person) = (name, opened, person)
      (self.isOwn, self.isInForce, self.trouble) = (isOwn, isInForce, trouble)
    }

    /// The record that is shared.
    package var root: String { opened.state.root?.recordName ?? "" }
    /// Whether that is a category, by the owner's signed word: anything else holds no more than its own pictures.
    var isCategory: Bool { !opened.box.category.isEmpty }
    /// The newest key's number under the share's origin.
    package var form: SharedForm {
      SharedForm(origin: opened.state.origin, keyNumber: opened.state.keyNumber)
    }
    /// Whether there is a person who has it or is invited; one that is about to end has none.
    var isGiven: Bool { !opened.state.members.isEmpty || opened.own?.invitations.isEmpty == false }
    /// The owner's address, by the owner's word.
    package var ownersAddress: String? { opened.state.owner.flatMap { opened.address(of: $0.person) } }
    /// Whether this person may write, by the owner's word.
    package var mayWrite: Bool { opened.state.permission(of: person.publicKeys.person) == .write }
  }

  /// All of them.
  package let all: [Share]
  private let places: [String: [Int]]

  package init(_ all: [Share] = []) {
    self.all = all
    places = Dictionary(grouping: all.indices) { all[$0].root }
  }

  /// The record on which one hangs: an entry on itself, a picture on its entry; nil for others.
  private static func root(of place: RecordPlace) -> String? {
    switch place.recordType {
    case JournalSchema.entryType, JournalSchema.categoryType: place.recordName
    case JournalSchema.imageType: place.entry.isEmpty ? nil : place.entry
    default: nil
    }
  }

  /// The shares that a record may be in, its own first, then that of the category that it is filed under.
  private func shares(at place: RecordPlace, in category: String?) -> [Share] {
    let isCategory = place.recordType == JournalSchema.categoryType
    let own = shares(of: ShareSeals.root(of: place)).filter { $0.isCategory == isCategory }
    // Who may write in an entry could say that it is filed under another shared entry.
    return isCategory ? own : own + shares(of: category).filter(\.isCategory)
  }

  private func shares(of root: String?) -> [Share] { (root.flatMap { places[$0] } ?? []).map { all[$0] } }

  /// Whether a record is in a share, one that is being ended among them.
  func isAny(at place: RecordPlace, in category: String?) -> Bool { !shares(at: place, in: category).isEmpty }

  /// The share in which a record is sealed; nil for one that is in none. What is shared by itself is in no other.
  func inForce(at place: RecordPlace, in category: String?) -> Share? {
    shares(at: place, in: category).first { $0.isInForce }
  }

  /// The share that has a key: one of the record's root, or else one of another, such as the category that an entry is filed under.
  /// A server could show a record under the key of any; what is not at the top of its share is there by its owner's signature alone.
  func share(of key: KeyID, at place: RecordPlace) -> (share: Share, isAtTop: Bool)? {
    let known = { (share: Share) in share.opened.box.keys.number(of: key) != nil }
    if let own = shares(at: place, in: nil).first(where: known) { return (own, true) }
    // Neither a category nor a preference is ever in the share of another record.
    guard place.recordType == JournalSchema.entryType || place.recordType == JournalSchema.imageType else { return nil }
    // In a zone of another person what is shared by itself is in that share alone.
    guard !shares(at: place, in: nil).contains(where: { $0.isInForce && !$0.isOwn }) else { return nil }
    return all.first { known($0) && $0.isCategory }.map { ($0, false) }
  }

  /// The record at the top of the share that has an origin; nil where none has.
  func root(ofOrigin origin: [UInt8]) -> String? { all.first { $0.opened.state.origin == origin }?.root }

  /// By the root of each that is this person's own and in force: how its records are to be sealed.
  package var wanted: [String: SharedForm] {
    var wanted: [String: SharedForm] = [:]
    for share in all where share.isOwn && share.isInForce {
      wanted[share.root] = SharedForm(
        origin: share.form.origin, keyNumber: share.form.keyNumber, isGiven: share.isGiven)
    }
    return wanted
  }

  /// Whether a ring is of the person whose zone this is, by the rings that were taken there: a second person could put words in the
  /// place of the first one's otherwise, with the server's help.
  ///
  /// Another identity of that person's is one that a known ring's owner brought in, or one whose words were compared under the
  /// same address.
  ///
  /// - Parameters:
  ///   - address: The owner's, by the ring's box.
  ///   - isCompared: Whether the twelve words of the ring's owner were compared under that address.
  package func admits(_ share: VerifiedShare, of address: String, isCompared: Bool) -> Bool {
    guard !all.isEmpty else { return true }
    let owners = all.compactMap { $0.opened.state.owner?.person }
    guard share.state.owners.isDisjoint(with: owners) else { return true }
    return isCompared && all.contains { $0.ownersAddress == address }
  }

  /// The names of all keys in hexadecimal digits.
  var keyNames: Set<String> { all.reduce(into: []) { $0.formUnion($1.opened.box.keys.names) } }
}
