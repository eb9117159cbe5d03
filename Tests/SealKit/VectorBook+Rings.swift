import CloudRecord
import Encodings
import JournalSeal

extension VectorBook {
  mutating func addRings() throws {
    let home = try Household()
    for (name, keys) in [
      ("laptop", home.laptop.pair), ("attic", home.attic.pair), ("phone", home.phone.pair),
      ("recovery", home.recovery), ("otherRecovery", home.otherRecovery),
    ] { pieces[name] = VectorBook.hex(keys.publicKeys.agreement) }
    try addGoodRings(home)
    try addBadRings(home)
    try addWraps(home)
  }

  private mutating func add(_ name: String, _ ring: OpenedRing) {
    note(ring.verified.ring)
    add("ring", name, values(ring.verified.ring.encoded, ring))
  }

  /// The wraps of a ring stand once.
  private mutating func note(_ ring: KeyRing) {
    for wrap in ring.wraps {
      let text = VectorBook.hex(wrap.key.encapsulated)
      if !pieces.values.contains(text) { pieces["enc\(pieces.count)"] = text }
    }
  }

  private func values(_ bytes: [UInt8], _ ring: OpenedRing) -> [String: String] {
    ["ring": VectorBook.hex(bytes), "newest": VectorBook.hex(ring.box.keys.newest.secret.copied)]
  }

  private mutating func addGoodRings(_ home: Household) throws {
    let founded = try home.founded()
    let two = try home.changed(founded) { try $0.add(home.attic.identity, named: "attic", signInID: "S2") }
    let three = try home.changed(two) { try $0.add(home.phone.identity, named: "phone of Ada") }
    let removed = try home.changed(three) { try $0.remove(home.phone.id) }
    let left = try home.changed(two, by: .device(home.attic)) { try $0.leave() }
    let byRecovery = try home.changed(founded, by: .recovery(home.recovery)) {
      try $0.add(home.attic.identity, named: "attic")
    }
    let lostKeeper = try home.changed(two, by: .device(home.attic)) {
      try $0.remove(home.laptop.id, recovery: home.otherRecovery)
    }
    let renewed = try home.changed(founded) { try $0.changeRecovery(to: home.otherRecovery) }
    let confirmed = try home.changed(founded) { try $0.confirmRecovery(home.recovery.publicKeys) }
    let off = try home.changed(founded) { try $0.set(.opening) }
    let sealing = try home.founded(mode: .sealing)
    for (name, ring) in [
      ("founded", founded), ("two devices", two), ("three devices", three), ("one removed", removed),
      ("one left", left),
      ("entered by recovery key", byRecovery), ("keeper removed", lostKeeper), ("another recovery key", renewed),
      ("confirmed", confirmed), ("being turned off", off), ("being turned on", sealing),
    ] { add(name, ring) }
    let renamed = try home.changed(two) { $0.setName(of: home.attic.id, to: "loft", signInID: "") }
    let forked = try home.changed(founded) { try $0.add(home.phone.identity, named: "phone") }
    for (name, known, shown) in [
      ("the same", two, two), ("longer", founded, two), ("older", two, founded), ("forked", two, forked),
      ("renamed", two, renamed), ("before renaming", renamed, two), ("another ring", two, sealing),
    ] {
      note(known.verified.ring)
      note(shown.verified.ring)
      add(
        "verdict", name,
        [
          "known": VectorBook.hex(known.verified.ring.encoded), "shown": VectorBook.hex(shown.verified.ring.encoded),
        ])
    }
  }

  // MARK: Broken rules

  /// Rings that break one rule each, made without looking at any.
  private mutating func addBadRings(_ home: Household) throws {
    let founded = try home.founded()
    for broken in try BrokenRing.all(home, founded) {
      if let ring = broken.parsed { note(ring) }
      add(
        "ring", broken.name,
        values(broken.bytes, founded).merging(["newest": VectorBook.hex(broken.key.secret.copied)]) { $1 })
    }
    let bytes = founded.verified.ring.encoded
    for (name, changed) in [
      ("version 2", bytes.with(2, at: 3)), ("magic", bytes.with(0, at: 0)), ("serial 0", bytes.with(0, at: 27)),
      ("no entries", bytes.with(0, at: 31)),
      ("a signature changed", bytes.with(bytes[bytes.count - 1] ^ 1, at: bytes.count - 1)),
      ("cut", Array(bytes.dropLast())), ("a byte more", bytes + [0]),
      ("an unknown kind", bytes.with(7, at: 36)), ("suite 2", bytes.with(2, at: 93)),
      ("401 entries", bytes.with(1, at: 30).with(0x91, at: 31)),
    ] { add("ring", name, values(changed, founded)) }
    add(
      "ring", "another key", ["ring": VectorBook.hex(bytes), "newest": VectorBook.hex(VectorBook.ek)])
  }

  // MARK: Wraps

  private mutating func addWraps(_ home: Household) throws {
    let ring = try home.founded()
    note(ring.verified.ring)
    guard let wrap = ring.verified.ring.wraps.first(where: { $0.to == home.laptop.id }) else { return }
    let key = ring.box.keys.newest
    let base = [
      "seed": VectorBook.hex(home.laptop.pair.agreementSeed.copied), "ring": "\(ring.verified.ring.id)", "number": "1",
      "key": "\(key.id)", "to": "\(home.laptop.id)", "enc": VectorBook.hex(wrap.key.encapsulated),
      "sealed": VectorBook.hex(wrap.key.sealed),
    ]
    add("wrap", "to the laptop", base)
    if let other = ring.verified.ring.wraps.first(where: { $0.to == .recovery }) {
      let values = [
        "seed": VectorBook.hex(home.recovery.agreementSeed.copied), "to": "\(DeviceID.recovery)",
        "enc": VectorBook.hex(other.key.encapsulated), "sealed": VectorBook.hex(other.key.sealed),
      ]
      add("wrap", "to the recovery key", base.merging(values) { $1 })
    }
    let none = "\(RingID.none)"
    var enc = wrap.key.encapsulated
    enc[600] ^= 1
    var curve = wrap.key.encapsulated
    curve[1100] ^= 1
    for (name, change) in [
      ("another ring", ["ring": none]), ("another number", ["number": "2"]), ("another key", ["key": none]),
      ("another holder", ["to": "\(home.attic.id)"]), ("another seed", ["seed": VectorBook.hex(VectorBook.ek)]),
      ("ML-KEM's part changed", ["enc": VectorBook.hex(enc)]),
      ("X25519's part changed", ["enc": VectorBook.hex(curve)]),
      ("the key changed", ["sealed": VectorBook.hex(wrap.key.sealed.with(wrap.key.sealed[0] ^ 1, at: 0))]),
      ("cut", ["sealed": VectorBook.hex(Array(wrap.key.sealed.dropLast()))]),
    ] { add("wrap", name, base.merging(change) { $1 }) }
  }

  // MARK: Requests and answers

  mutating func addJoining() throws {
    let home = try Household()
    let founded = try home.founded()
    note(founded.verified.ring)
    let words = Words.fresh(seeded(8))
    let key = try words.key(for: home.attic.id)
    let request = try KeyRequest(
      of: home.attic, named: "attic", to: founded.verified.ring.id, head: founded.verified.state.head, at: home.time,
      key: key)
    let base = ["request": VectorBook.hex(request.encoded), "key": VectorBook.hex(key.copied)]
    let typed = words.shown.joined(separator: " ")
    add("words", "of a request", ["typed": typed, "device": "\(home.attic.id)"])
    add("request", "from the attic", base)
    let named = try KeyRequest(
      of: home.phone, named: String(repeating: "é", count: 80), to: founded.verified.ring.id, head: request.head, at: 0,
      key: key)
    add("request", "with a long name", ["request": VectorBook.hex(named.encoded), "key": VectorBook.hex(key.copied)])
    let bytes = request.encoded
    for (name, changed) in [
      ("magic", bytes.with(0, at: 0)), ("version 2", bytes.with(2, at: 3)),
      ("ring changed", bytes.with(bytes[5] ^ 1, at: 5)),
      ("head changed", bytes.with(bytes[25] ^ 1, at: 25)), ("suite 2", bytes.with(2, at: 68)),
      ("agreement key changed", bytes.with(bytes[700] ^ 1, at: 700)),
      ("signing key changed", bytes.with(bytes[1290] ^ 1, at: 1290)),
      ("cut", Array(bytes.dropLast())), ("a byte more", bytes + [0]),
      ("proof changed", bytes.with(bytes[bytes.count - 1] ^ 1, at: bytes.count - 1)),
    ] { add("request", name, base.merging(["request": VectorBook.hex(changed)]) { $1 }) }
    add("request", "other words", base.merging(["key": VectorBook.hex(VectorBook.ek)]) { $1 })

    let letIn = try home.changed(founded) { try $0.add(home.attic.identity, named: "attic") }
    note(letIn.verified.ring)
    let answer = request.answer(adding: letIn.verified.state.head, key: key)
    let answered = base.merging(
      ["ring": VectorBook.hex(letIn.verified.ring.encoded), "answer": VectorBook.hex(answer)]) { $1 }
    add("answer", "holds", answered)
    let other = try home.changed(founded, at: 2000) { try $0.add(home.attic.identity, named: "attic") }
    note(other.verified.ring)
    for (name, change) in [
      ("another entry", ["ring": VectorBook.hex(other.verified.ring.encoded)]),
      ("not added yet", ["ring": VectorBook.hex(founded.verified.ring.encoded)]),
      ("other words", ["key": VectorBook.hex(VectorBook.ek)]),
      ("changed", ["answer": VectorBook.hex(answer.with(answer[0] ^ 1, at: 0))]),
      ("cut", ["answer": VectorBook.hex(Array(answer.dropLast()))]),
    ] { add("answer", name, answered.merging(change) { $1 }) }
  }
}
