/// A person in a share, as the screen shows one.
package struct SharedPerson: Hashable, Sendable {
  /// The part that a person has in a share.
  package enum Role: Hashable, Sendable { case owner, invited, member, byLink }

  /// What the person goes by; the address where the server tells no name.
  package var name: String
  /// By which the server knows the person; nil where it does not tell.
  package var address: String?
  /// The part that the person has.
  package var role: Role
  /// Whether the person may change what is shared.
  package var mayWrite: Bool
  /// What the person may do, and whether it was accepted, in words.
  package var state: String
  /// The link that is for this person alone, as long as it is open: of what is shared encrypted; nil otherwise.
  package var link: String?

  package init(
    name: String, address: String?, role: Role, mayWrite: Bool, state: String, link: String? = nil
  ) {
    (self.name, self.address, self.role) = (name, address, role)
    (self.mayWrite, self.state, self.link) = (mayWrite, state, link)
  }
}

/// Something that is shared: the person's own, or what another person has opened to them.
package struct SharedItem: Hashable, Sendable, Identifiable {
  /// What is shared: one record with what hangs on it, a whole journal, or what another program has put into a share.
  package enum Kind: String, Hashable, Sendable { case entry, category, journal, other }

  /// What people may do who come by the link.
  package enum LinkAccess: Hashable, Sendable { case none, reads, writes }

  /// The record that is shared, as the screen names it.
  package var id: RecordName
  /// What is shared.
  package var kind: Kind
  /// Its title, without quotes; never empty.
  package var title: String
  /// Whether it is the person's own.
  package var isMine: Bool
  /// Its owner as people know them.
  package var owner: String
  /// Whether the person may change it.
  package var mayWrite: Bool
  /// What anyone with the link may do.
  package var linkAccess: LinkAccess
  /// Why the person changes nothing there at present though they may; nil where nothing stands in the way.
  package var obstacle: String?
  /// The link that leads to it; nil where the server did not say.
  package var link: String?
  /// Everyone in it as far as the person may know, the owner first.
  package var people: [SharedPerson]

  package init(
    id: RecordName, kind: Kind, title: String, isMine: Bool, owner: String, mayWrite: Bool, linkAccess: LinkAccess,
    obstacle: String? = nil, link: String?, people: [SharedPerson]
  ) {
    (self.id, self.kind, self.title, self.isMine, self.owner) = (id, kind, title, isMine, owner)
    (self.mayWrite, self.linkAccess, self.obstacle) = (mayWrite, linkAccess, obstacle)
    (self.link, self.people) = (link, people)
  }

  /// Those beside the owner.
  package var guests: [SharedPerson] { people.filter { $0.role != .owner } }

  /// How many of them have it: who is invited and has not accepted has seen nothing of it yet.
  package var holders: Int { guests.count { $0.role != .invited } }

  /// `Ben and Cleo`, `anyone with the link`: who has it beside its owner.
  package var audience: String {
    var names = guests.map(\.name)
    if linkAccess != .none { names.append("anyone with the link") }
    return names.isEmpty ? "people whom you invite" : NameList.words(names)
  }
}

/// Several names in a sentence.
package enum NameList {
  /// `Ben`, `Ben and Cleo`, `Ben, Cleo and 3 others`.
  package static func words(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    guard names.count > 3 else { return names.dropLast().joined(separator: ", ") + " and \(last)" }
    return "\(names[0]), \(names[1]) and \(names.count - 2) others"
  }
}

extension String {
  /// The same words at the beginning of a sentence.
  package var atSentenceStart: String { prefix(1).uppercased() + dropFirst() }
}

/// All that is shared, as this computer knows it.
package struct SharedShelf: Hashable, Sendable {
  /// What the person shares.
  package var mine: [SharedItem]
  /// What others share with the person.
  package var theirs: [SharedItem]
  /// Categories of others, under the names that the screen has for them.
  package var categories: [Category]
  /// How many entries others share.
  package var count: Int

  package init(
    mine: [SharedItem] = [], theirs: [SharedItem] = [], categories: [Category] = [], count: Int = 0
  ) {
    (self.mine, self.theirs, self.categories, self.count) = (mine, theirs, categories, count)
  }

  /// The share of the person's own that an entry is in: its own, or that of its category; nil where it is in none.
  package func ownShare(of entry: RecordName, in category: RecordName?) -> SharedItem? {
    mine.first { $0.id == entry } ?? category.flatMap { name in mine.first { $0.id == name } }
      ?? mine.first { $0.kind == .journal }
  }
}

/// Whose an entry is that another person shares.
package struct SharedBy: Hashable, Sendable {
  /// The owner as people know them.
  package var owner: String
  /// Whether the person may change it, as far as the server told last.
  package var mayWrite: Bool
  /// Whether pictures can be added, and those that are there are the owner's, as is the trash: so it is in a category of an encrypted
  /// journal.
  package var addsOnly: Bool
  /// Whether the person added it here and has not sent it: so far it is theirs alone, and theirs to throw away.
  package var isUnsent: Bool
  /// Why the person changes nothing there at present, beside that it is shared for reading; nil where nothing else stands in the way.
  package var obstacle: String?

  package init(
    owner: String, mayWrite: Bool, addsOnly: Bool = false, isUnsent: Bool = false, obstacle: String? = nil
  ) {
    (self.owner, self.mayWrite, self.addsOnly, self.isUnsent) = (owner, mayWrite, addsOnly, isUnsent)
    self.obstacle = obstacle
  }

  /// `Anna`, `Anna · read only`, or `Anna · waits`.
  package var words: String { mayWrite ? owner : "\(owner) · \(obstacle == nil ? "read only" : "waits")" }
}

/// What a link leads to, before it is accepted.
package struct SharedInvitation: Hashable, Sendable {
  /// The link as it was given.
  package var link: String
  /// `Ben shares with you: “Trip to Bergen”, an entry. You may read and change it.`
  package var sentence: String
  /// Whether it was accepted before.
  package var isAccepted: Bool
  /// Whether the person shares it.
  package var isMine: Bool

  package init(link: String, sentence: String, isAccepted: Bool, isMine: Bool) {
    (self.link, self.sentence, self.isAccepted, self.isMine) = (link, sentence, isAccepted, isMine)
  }
}
