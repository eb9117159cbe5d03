import CloudRecord
import JournalSeal
import SyncCore

extension VectorBook {
  /// The known answers of sharing (`sharing.json`). The wraps of rings have chance of the library's in them, so two books
  /// differ there.
  package static func sharing() throws -> VectorFile {
    var book = VectorBook()
    let circle = try Circle()
    for (name, pair) in [
      ("anna", circle.anna), ("annaLater", circle.annaLater), ("ben", circle.ben), ("cleo", circle.cleo),
      ("mallory", circle.mallory),
    ] {
      book.pieces[name] = hex(pair.publicKeys.agreement)
      book.pieces["\(name)Signing"] = hex(pair.publicKeys.signing)
      book.pieces["\(name)Seeds"] = seeds(pair)
    }
    try book.addPeople(circle)
    try book.addShares(circle)
    try book.addLinks(circle)
    try book.addJoins(circle)
    try book.addSigned(circle)
    try book.addNotes(circle)
    try book.addFiling(circle)
    return book.file
  }

  private static func seeds(_ pair: KeyPair) -> String { hex(pair.agreementSeed.copied + pair.signingSeed.copied) }
  private static func keys(_ pair: KeyPair) -> String { hex(pair.publicKeys.agreement + pair.publicKeys.signing) }

  private func values(_ share: OpenedShare, bytes: [UInt8]? = nil) -> [String: String] {
    [
      "share": VectorBook.hex(bytes ?? share.verified.ring.encoded),
      "newest": VectorBook.hex(share.box.keys.newest.secret.copied),
    ]
  }

  /// What a share has that is long stands once.
  private mutating func note(_ share: ShareRing) {
    for wrap in share.wraps {
      let text = VectorBook.hex(wrap.key.encapsulated)
      if !pieces.values.contains(text) { pieces["enc\(pieces.count)"] = text }
    }
  }

  private mutating func add(_ name: String, _ share: OpenedShare, by owner: KeyPair) {
    note(share.verified.ring)
    add("share", name, values(share))
    add("ownersBox", name, values(share).merging(["seeds": VectorBook.seeds(owner)]) { $1 })
  }

  private mutating func addPeople(_ circle: Circle) throws {
    for (name, pair) in [("Anna", circle.anna), ("Ben", circle.ben)] {
      add("person", name, ["keys": VectorBook.keys(pair)])
    }
    add("person", "cut", ["keys": String(VectorBook.keys(circle.ben).dropLast(2))])
    for (name, one, other) in [
      ("Anna and Ben", circle.anna, circle.ben), ("Ben and Anna", circle.ben, circle.anna),
      ("Anna and Mallory", circle.anna, circle.mallory), ("Anna and herself", circle.anna, circle.anna),
    ] { add("identityWords", name, ["one": VectorBook.keys(one), "other": VectorBook.keys(other)]) }
  }

  // MARK: Shares

  private mutating func addShares(_ circle: Circle) throws {
    let founded = try circle.founded()
    let invited = try circle.changed(founded) {
      try $0.invite("ben@journal.example", .write)
      try $0.invite("", .read)
    }
    let shared = try circle.shared()
    let ben = circle.ben.publicKeys.person
    let (removed, readOnly) = (
      try circle.changed(shared) { try $0.remove(ben) },
      try circle.changed(shared) { try $0.setPermission(of: ben, to: .read) }
    )
    let back = try circle.changed(removed) {
      try $0.add(circle.ben.publicKeys, at: "ben@elsewhere.example", .write, trust: .words)
    }
    let promoted = try circle.changed(shared) { try $0.setPermission(of: circle.cleo.publicKeys.person, to: .write) }
    let later = try circle.changed(shared) { try $0.changeOwner(to: circle.annaLater) }
    let closed = try circle.changed(invited) { try $0.withdraw("") }
    for (name, share) in [
      ("founded", founded), ("invited", invited), ("with two people", shared), ("one removed", removed),
      ("one reads only", readOnly), ("one came back", back), ("one may write", promoted),
      ("the public link ended", closed),
    ] { add(name, share, by: circle.anna) }
    add("another identity of the owner's", later, by: circle.annaLater)
    add("ownersBox", "by another", values(shared).merging(["seeds": VectorBook.seeds(circle.ben)]) { $1 })
    add(
      "ownersBox", "by the identity of before", values(later).merging(["seeds": VectorBook.seeds(circle.anna)]) { $1 })
    let renamed = try circle.changed(shared) { $0.setTitle("Trip", category: "") }
    let forked = try circle.changed(shared) { try $0.rotate() }
    for (name, known, shown) in [
      ("the same", shared, shared), ("longer", shared, removed), ("older", removed, shared),
      ("renamed", shared, renamed), ("before renaming", renamed, shared), ("forked", removed, forked),
      ("another share", shared, try Circle(seed: 17).founded()), ("another identity of the owner's", shared, later),
    ] {
      note(shown.verified.ring)
      add(
        "shareVerdict", name,
        ["known": VectorBook.hex(known.verified.ring.encoded), "shown": VectorBook.hex(shown.verified.ring.encoded)])
    }
    for broken in try BrokenShare.all(circle) {
      do { note(try ShareRing(decoding: broken.bytes)) } catch {}
      add(
        "share", broken.name,
        ["share": VectorBook.hex(broken.bytes), "newest": VectorBook.hex(broken.key.secret.copied)])
    }
    try addBadBytes(shared)
    try addWraps(circle, shared)
  }

  private mutating func addBadBytes(_ share: OpenedShare) throws {
    let bytes = share.verified.ring.encoded
    for (name, changed) in [
      ("magic", bytes.with(0x4B, at: 2)), ("version 2", bytes.with(2, at: 3)), ("serial 0", bytes.with(0, at: 27)),
      ("no entries", bytes.with(0, at: 31)), ("an unknown kind", bytes.with(7, at: 36)),
      ("suite 2", bytes.with(2, at: 77)), ("cut", Array(bytes.dropLast())), ("a byte more", bytes + [0]),
      ("a signature changed", bytes.with(bytes[bytes.count - 1] ^ 1, at: bytes.count - 1)),
    ] { add("share", name, values(share, bytes: changed)) }
    add("share", "another key", values(share).merging(["newest": VectorBook.hex(VectorBook.ek)]) { $1 })
  }

  private mutating func addWraps(_ circle: Circle, _ share: OpenedShare) throws {
    let ring = share.verified.ring
    guard let wrap = ring.wraps.first(where: { $0.to == circle.ben.publicKeys.person }) else { return }
    let base = [
      "seeds": VectorBook.seeds(circle.ben), "ring": "\(ring.id)", "number": "1", "key": "\(share.box.keys.newest.id)",
      "to": "\(wrap.to)", "enc": VectorBook.hex(wrap.key.encapsulated), "sealed": VectorBook.hex(wrap.key.sealed),
    ]
    for (name, change) in [
      ("to Ben", [:]), ("of another ring", ["ring": "\(RingID.none)"]), ("of another number", ["number": "2"]),
      ("of another key", ["key": "\(RingID.none)"]), ("to Cleo", ["to": "\(circle.cleo.publicKeys.person)"]),
      ("with Cleo's seeds", ["seeds": VectorBook.seeds(circle.cleo)]),
    ] { add("shareWrap", name, base.merging(change) { $1 }) }
  }

  // MARK: Links and joining

  private mutating func addLinks(_ circle: Circle) throws {
    let share = try circle.changed(circle.shared()) {
      try $0.invite("dora@journal.example", .write)
      try $0.invite("", .read)
    }
    note(share.verified.ring)
    let later = try circle.changed(share) { try $0.rotate() }
    note(later.verified.ring)
    let owner = ["seeds": VectorBook.seeds(circle.anna)]
    for (name, address) in [("of Dora", "dora@journal.example"), ("public", ""), ("of no one", "emil@journal.example")]
    {
      add("link", name, values(share).merging(owner.merging(["address": address]) { $1 }) { $1 })
    }
    guard let link = share.link(for: "dora@journal.example"), let open = share.link(for: "") else { return }
    for (name, text) in [
      ("as shown", link.fragment), ("without its name", String(link.fragment.dropFirst(2))),
      ("cut", String(link.fragment.dropLast())), ("padded", link.fragment + "="),
      ("with another end", String(link.fragment.dropLast()) + "_"),
      ("with a space", link.fragment + " "),
    ] { add("fragment", name, ["text": text]) }
    let secret = VectorBook.hex(link.secret.copied)
    add("linkOpen", "Dora's", values(share).merging(["secret": secret]) { $1 })
    add("linkOpen", "the public one", values(share).merging(["secret": VectorBook.hex(open.secret.copied)]) { $1 })
    add("linkOpen", "after a new key", values(later).merging(["secret": secret]) { $1 })
    add("linkOpen", "another secret", values(share).merging(["secret": VectorBook.hex(VectorBook.ek)]) { $1 })
    // The wrap of the former log within the later one, under the owner's signature.
    let mixed = try ShareRing.encoded(
      id: later.verified.ring.id, serial: 9, log: later.verified.ring.log, wraps: later.verified.ring.wraps,
      middle: ShareMiddle(links: share.verified.ring.middle.links, ownersBox: later.verified.ring.middle.ownersBox),
      box: later.box.encoded, key: later.box.keys.newest, signer: PersonKeys(circle.anna), random: circle.random)
    add("linkOpen", "a wrap of a former log", values(later, bytes: mixed).merging(["secret": secret]) { $1 })
    add("ownersBox", "links of a former key", values(later, bytes: mixed).merging(owner) { $1 })
  }

  private mutating func addJoins(_ circle: Circle) throws {
    let dora = circle.mallory
    let share = try circle.changed(circle.shared()) {
      try $0.invite("dora@journal.example", .write)
      try $0.invite("", .read)
    }
    note(share.verified.ring)
    guard let link = share.link(for: "dora@journal.example"), let open = share.link(for: "") else { return }
    func join(
      _ pair: KeyPair, _ address: String, _ link: ShareLink?, to other: OpenedShare? = nil
    ) throws -> [UInt8] {
      try ShareJoin(pair, at: address, to: (other ?? share).verified, time: circle.time, link: link).encoded
    }
    let good = try join(dora, "dora@journal.example", link)
    let base = values(share).merging(["seeds": VectorBook.seeds(circle.anna), "from": "dora@journal.example"]) { $1 }
    for (name, bytes, from) in [
      ("by her link", good, nil), ("by the public link", try join(dora, "emil@x", open), "emil@x"),
      ("by the public link as Dora", try join(dora, "dora@journal.example", open), nil),
      ("without a link", try join(dora, "dora@journal.example", nil), nil),
      ("by the link of another", try join(dora, "emil@x", link), "emil@x"),
      ("from another address", good, "emil@x"), ("as the owner", try join(circle.anna, "emil@x", open), "emil@x"),
      ("as one who is in", try join(circle.ben, "emil@x", open), "emil@x"),
      ("is in", try join(circle.ben, "ben@journal.example", nil), "ben@journal.example"),
      ("another identity", try join(dora, "ben@journal.example", open), "ben@journal.example"),
      ("to another share", try join(dora, "dora@journal.example", link, to: Circle(seed: 17).founded()), nil),
      ("magic", good.with(0, at: 0), nil), ("version 2", good.with(2, at: 3), nil),
      ("suite 2", good.with(2, at: 52), nil),
      ("ring changed", good.with(good[5] ^ 1, at: 5), nil), ("head changed", good.with(good[25] ^ 1, at: 25), nil),
      ("identity changed", good.with(good[700] ^ 1, at: 700), nil),
      ("proof changed", good.with(good[good.count - 1] ^ 1, at: good.count - 1), nil),
      ("cut", Array(good.dropLast()), nil), ("a byte more", good + [0], nil),
      ("proof taken away", Array(good.dropLast(33)) + [0], nil),
    ] as [(String, [UInt8], String?)] {
      add("join", name, base.merging(["join": VectorBook.hex(bytes), "from": from ?? "dora@journal.example"]) { $1 })
    }
  }

  // MARK: Signed records

  private mutating func addSigned(_ circle: Circle) throws {
    let share = try circle.shared()
    note(share.verified.ring)
    let (ben, cleo) = (circle.ben.publicKeys.person, circle.cleo.publicKeys.person)
    let key = share.box.keys.newest
    let nonce = [UInt8](0x20..<0x2C)
    func seal(
      by pair: KeyPair, as id: PersonID? = nil, at place: RecordPlace = Sample.entry, origin: [UInt8]? = nil,
      _ content: SealedContent = Sample.content()
    ) throws -> [UInt8] {
      try SharedSeal.seal(
        bytes: content.encoded(), at: place, origin: origin ?? share.state.origin, under: key, by: pair, as: id
      ) { _ in nonce }
    }
    func at(_ place: RecordPlace, _ sealed: [UInt8], in other: OpenedShare? = nil) -> [String: String] {
      values(other ?? share).merging(VectorBook.at(place)) { $1 }.merging(["sealed": VectorBook.hex(sealed)]) { $1 }
    }
    let good = try seal(by: circle.ben)
    let made = ["plain": VectorBook.hex(try Sample.content().encoded()), "nonce": VectorBook.hex(nonce)]
    add(
      "signed", "made by Ben",
      values(share).merging(VectorBook.at(Sample.entry)) { $1 }.merging(made) { $1 }
        .merging(["seeds": VectorBook.seeds(circle.ben)]) { $1 })
    let removed = try circle.changed(share) { try $0.remove(ben) }
    let readOnly = try circle.changed(share) { try $0.setPermission(of: ben, to: .read) }
    let promoted = try circle.changed(share) { try $0.setPermission(of: cleo, to: .write) }
    let other = try circle.changed(circle.founded(title: "Another")) {
      try $0.add(circle.ben.publicKeys, at: "ben@journal.example", .write, trust: .link)
    }
    for share in [removed, readOnly, promoted, other] { note(share.verified.ring) }
    for (name, values) in [
      ("by Ben", at(Sample.entry, good)), ("by the owner", at(Sample.entry, try seal(by: circle.anna))),
      ("a removal", at(Sample.entry, try seal(by: circle.ben, Sample.removed()))),
      ("by Cleo, who reads", at(Sample.entry, try seal(by: circle.cleo))),
      ("by Cleo, who may write now", at(Sample.entry, try seal(by: circle.cleo), in: promoted)),
      ("by a stranger", at(Sample.entry, try seal(by: circle.mallory))),
      ("by a stranger in Ben's name", at(Sample.entry, try seal(by: circle.mallory, as: ben))),
      ("by Cleo in Ben's name", at(Sample.entry, try seal(by: circle.cleo, as: ben))),
      ("by Ben, who was removed", at(Sample.entry, good, in: removed)),
      ("by Ben, who reads only now", at(Sample.entry, good, in: readOnly)),
      ("by Ben in another share", at(Sample.entry, good, in: other)),
      ("signed for another share", at(Sample.entry, try seal(by: circle.ben, origin: other.state.origin))),
      ("at another name", at(Sample.picture, good)),
      (
        "a journal's seal",
        at(Sample.entry, try RecordSeal.seal(Sample.content(), at: Sample.entry, under: key) { _ in nonce })
      ),
      ("key id", at(Sample.entry, good.with(good[7] ^ 1, at: 7))),
      ("nonce", at(Sample.entry, good.with(good[25] ^ 1, at: 25))),
      ("the last byte", at(Sample.entry, good.with(good[good.count - 1] ^ 1, at: good.count - 1))),
      ("suite 3", at(Sample.entry, good.with(3, at: 4))), ("suite 0", at(Sample.entry, good.with(0, at: 4))),
      ("version 2", at(Sample.entry, good.with(2, at: 3))), ("cut", at(Sample.entry, Array(good.dropLast()))),
    ] { add("signed", name, values) }
    for (name, origin, place) in [
      ("a signature of another record", share.state.origin, Sample.picture),
      ("a signature of another share", other.state.origin, Sample.entry),
    ] {
      let lifted = try SharedSeal.seal(
        bytes: Sample.content().encoded(), at: Sample.entry, origin: share.state.origin, under: key, by: circle.ben,
        signedFor: (origin, place)
      ) { _ in nonce }
      add("signed", name, at(Sample.entry, lifted))
    }
  }
}
