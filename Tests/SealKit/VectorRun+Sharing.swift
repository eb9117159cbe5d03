import CloudRecord
import JournalSeal
import SyncCore

extension VectorRun {
  /// Kinds of `sharing.json`.
  static func sharing(_ kind: String, _ values: Values) throws -> [String: String] {
    switch kind {
    case "person": return ["person": "\(try values.publicKeys("keys").person)"]
    case "link": return try link(values)
    case "fragment":
      guard let link = ShareLink(fragment: try values.text("text")) else { throw VectorFailure(why: "damaged") }
      return ["secret": hex(link.secret.copied)]
    case "share": return shown(try OpenedShare(values.share("share"), newest: values.key("newest")))
    case "ownersBox": return try ownersBox(values)
    case "linkOpen":
      guard let link = ShareLink(try values.bytes("secret")) else { throw VectorFailure(why: "damaged") }
      guard let opened = try OpenedShare(values.share("share"), by: link) else { throw VectorFailure(why: "none") }
      return ["key": hex(opened.box.keys.newest.secret.copied)]
    case "shareWrap": return try shareWrap(values)
    case "shareVerdict":
      return ["verdict": "\(ShareVerdict(try values.share("shown"), by: try values.share("known")))"]
    case "join": return try join(values)
    case "identityWords":
      let words = try IdentityWords(values.publicKeys("one"), values.publicKeys("other"))
      return ["words": words.shown.joined(separator: " ")]
    case "signed": return try signed(values)
    case "guestNote": return try note(values)
    case "filing": return try filing(values)
    case "added":
      let chance = try values.bytes("chance")
      let name = try AddedName.fresh(
        by: values.publicKeys("keys").person, origin: values.bytes("origin"), zone: values.text("zone"),
        entry: values.has("entry") ? values.text("entry") : ""
      ) { _ in chance }
      return ["name": name, "word": hex(FilingWord.makers)]
    default: throw VectorFailure(why: "an unknown kind")
    }
  }

  private static func note(_ values: Values) throws -> [String: String] {
    let note = try GuestNote(values.bytes("sealed"), at: values.place, under: values.key("ek"))
    return [
      "zoneOwner": note.zoneOwner, "zone": note.zone, "share": note.share, "origin": hex(note.origin),
      "head": hex(note.head), "owner": "\(note.owner.person)", "address": note.address,
      "trust": String(note.trust.rawValue), "link": note.link.map { hex($0.secret.copied) } ?? "",
    ]
  }

  private static func filing(_ values: Values) throws -> [String: String] {
    let origin = try values.bytes("origin")
    guard values.has("word") else {
      let word = FilingWord(
        counter: try values.number("counter"), filedAt: try values.time("filedAt"),
        restoredAt: try values.time("restoredAt"))
      return ["word": hex(try word.signed(by: values.pair(), at: values.place, origin: origin))]
    }
    let bytes = try values.bytes("word")
    let word = try FilingWord(decoding: bytes)
    let isSigned = try FilingWord.isSigned(bytes, by: values.publicKeys("keys"), at: values.place, origin: origin)
    return [
      "counter": String(word.counter), "filedAt": hex(word.filedAt), "restoredAt": hex(word.restoredAt),
      "isSigned": isSigned ? "yes" : "no",
    ]
  }

  private static func hex(_ time: HybridTime?) -> String {
    guard let time else { return "" }
    var encoder = CanonicalEncoder()
    encoder.append(time)
    return hex(encoder.bytes)
  }

  private static func link(_ values: Values) throws -> [String: String] {
    let share = try values.owned()
    guard let link = share.link(for: try values.text("address")) else { throw VectorFailure(why: "none") }
    return [
      "secret": hex(link.secret.copied), "fragment": link.fragment, "id": "\(link.id(in: share.verified.ring.id))",
    ]
  }

  private static func shown(_ share: OpenedShare) -> [String: String] {
    let (state, box) = (share.state, share.box)
    return [
      "ring": "\(state.ring)", "serial": String(share.verified.ring.serial), "head": hex(state.head),
      "zone": state.root?.zone ?? "", "root": state.root?.recordName ?? "", "origin": hex(state.origin),
      "owner": "\(share.verified.ring.by)",
      "members": state.members.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.permission.rawValue)" }
        .joined(separator: ","),
      "writers": state.writers.map { $0.sorted().map(\.description).joined(separator: " ") }.joined(separator: ","),
      "keys": box.keys.all.map { hex($0.secret.copied) }.joined(separator: ","), "title": box.title,
      "category": box.category,
      "addresses": box.addresses.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ","),
      "links": share.verified.ring.middle.links.map { "\($0.to)" }.joined(separator: ","),
    ]
  }

  private static func ownersBox(_ values: Values) throws -> [String: String] {
    let share = try values.owned()
    guard let own = share.own else { throw VectorFailure(why: "owner") }
    return [
      "newest": hex(share.box.keys.newest.secret.copied), "root": hex(own.root.copied),
      "invitations": own.invitations.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rawValue)" }
        .joined(separator: ","),
      "trust": own.trust.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rawValue)" }.joined(separator: ","),
    ]
  }

  private static func shareWrap(_ values: Values) throws -> [String: String] {
    guard let wrapped = WrappedKey(encapsulated: try values.bytes("enc"), sealed: try values.bytes("sealed")) else {
      throw VectorFailure(why: "damaged")
    }
    guard let to = PersonID(try values.bytes("to")) else { throw VectorFailure(why: "damaged") }
    let purpose = ShareRing.purpose(
      ring: try values.ring("ring"), number: UInt32(try values.number("number")), key: try values.keyID("key"), to: to)
    return ["ek": hex(try HybridWrapping().unwrap(wrapped, with: values.pair(), purpose: purpose).secret.copied)]
  }

  private static func join(_ values: Values) throws -> [String: String] {
    let join = try ShareJoin(decoding: values.bytes("join"))
    let verdict =
      switch try values.owned().verdict(on: join, from: values.text("from")) {
      case .refused: "refused"
      case .isIn: "isIn"
      case .invited(let permission, let trust): "invited \(permission.rawValue) \(trust.rawValue)"
      case .unproved: "unproved"
      case .changed(let known): "changed \(known)"
      }
    return [
      "person": "\(join.identity.person)", "address": join.address, "at": String(join.at), "head": hex(join.head),
      "verdict": verdict,
    ]
  }

  private static func signed(_ values: Values) throws -> [String: String] {
    let share = try OpenedShare(values.share("share"), newest: values.key("newest"))
    if values.has("plain") {
      let nonce = try values.bytes("nonce")
      let sealed = try SharedSeal.seal(
        bytes: values.bytes("plain"), at: values.place, origin: share.state.origin, under: share.box.keys.newest,
        by: values.pair()
      ) { _ in nonce }
      return ["sealed": hex(sealed)]
    }
    let (what, signed): (String, SignedContent?) =
      switch try SharedSeal.open(values.bytes("sealed"), at: values.place, in: share) {
      case .taken(let signed): ("taken", signed)
      case .former(let signed): ("former", signed)
      case .forbidden(let person): ("forbidden \(person)", nil)
      }
    guard let signed else { return ["opening": what] }
    return ["opening": what, "by": "\(signed.by)", "content": hex(try signed.content.encoded())]
  }
}

extension Values {
  fileprivate func share(_ name: String) throws -> VerifiedShare { try VerifiedShare(decoding: bytes(name)) }

  /// The share, opened by the owner whose seeds are given.
  fileprivate func owned() throws -> OpenedShare {
    guard let opened = try OpenedShare(share("share"), ownedBy: [pair()]) else { throw VectorFailure(why: "owner") }
    return opened
  }

  fileprivate func pair() throws -> KeyPair {
    let seeds = try bytes("seeds")
    guard seeds.count == 64 else { throw VectorFailure(why: "seeds") }
    return try KeyPair(agreementSeed: SecretBytes(Array(seeds[..<32])), signingSeed: SecretBytes(Array(seeds[32...])))
  }

  /// A stamp of sixteen bytes; nil for none.
  fileprivate func time(_ name: String) throws -> HybridTime? {
    let bytes = try bytes(name)
    guard !bytes.isEmpty else { return nil }
    var decoder = CanonicalDecoder(bytes)
    return try decoder.hybridTime()
  }

  /// Both keys, one after the other.
  fileprivate func publicKeys(_ name: String) throws -> PublicKeys {
    let both = try bytes(name)
    guard
      let keys = PublicKeys(
        agreement: Array(both.prefix(PublicKeys.agreementLength)),
        signing: Array(both.dropFirst(PublicKeys.agreementLength)))
    else { throw VectorFailure(why: "damaged") }
    return keys
  }
}
