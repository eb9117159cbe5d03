package import JournalSeal

/// A ring that breaks one rule, put together and signed by people who are in: only the rule can be what refuses it.
package struct BrokenRing: Sendable {
  package let name: String
  /// The rule that refuses it; nil where a newer program could have made it.
  package let rule: RingRule?
  package let bytes: [UInt8]
  /// The newest key.
  package let key: JournalKey

  /// The ring as it is read; nil where it is not.
  package var parsed: KeyRing? {
    do { return try KeyRing(decoding: bytes) } catch { return nil }
  }

  /// One for each way to break a rule.
  package static func all(_ home: Household, _ founded: OpenedRing) throws -> [BrokenRing] {
    var maker = Maker(home: home, founded: founded)
    try maker.chains()
    try maker.devices()
    try maker.keys()
    try maker.wrapsAndBoxes()
    return maker.made
  }

  private struct Maker {
    let home: Household
    let founded: OpenedRing
    var made: [BrokenRing] = []
    var laptop: RingSigner { .device(home.laptop) }
    var first: [RingEntry] { founded.verified.ring.log }
    var ring: RingID { founded.verified.ring.id }

    func entry(
      _ body: RingAct, after log: [RingEntry], by signer: RingSigner? = nil, recovery: KeyPair? = nil
    ) throws -> RingEntry {
      let previous = log.last?.digest ?? [UInt8](repeating: 0, count: 32)
      return try RingEntry(
        body, after: previous, at: home.time, by: signer ?? laptop, recovery: recovery, in: ring)
    }

    func log(_ bodies: [RingAct], by signer: RingSigner? = nil, recovery: KeyPair? = nil) throws -> [RingEntry] {
      try bodies.reduce(into: first) {
        $0.append(try entry($1, after: $0, by: signer, recovery: $1.isRecovery ? recovery : nil))
      }
    }

    /// - Parameter to: Holders of wraps where they are not the laptop, the attic (if it was added) and recovery.
    mutating func add(
      _ name: String, _ rule: RingRule?, _ log: [RingEntry], to: [(DeviceID, PublicKeys)]? = nil,
      key: JournalKey? = nil,
      box: RingBox? = nil, signer: RingSigner? = nil
    ) throws {
      let key = key ?? founded.box.keys.newest
      let holders = to ?? [(home.laptop.id, home.laptop.pair.publicKeys), (.recovery, home.recovery.publicKeys)]
      let wraps = try holders.sorted { $0.0 < $1.0 }.map { id, keys in
        let purpose = KeyRing.purpose(ring: ring, number: 1, key: key.id, to: id)
        return KeyRing.Wrap(to: id, key: try home.wrapping.wrap(key, to: keys, purpose: purpose))
      }
      let bytes = try KeyRing.encoded(
        id: ring, serial: 2, log: log, wraps: wraps, box: (box ?? founded.box).encoded, key: key,
        signer: signer ?? laptop, random: home.random)
      made.append(BrokenRing(name: name, rule: rule, bytes: bytes, key: key))
    }

    var both: [(DeviceID, PublicKeys)] {
      [home.laptop, home.attic].map { ($0.id, $0.pair.publicKeys) } + [(.recovery, home.recovery.publicKeys)]
    }

    mutating func chains() throws {
      let founding = RingAct.founded(
        home.attic.identity, recovery: home.otherRecovery.publicKeys, key: .none, mode: .sealed)
      try add(
        "R1: founded twice", .founding,
        first + [try entry(founding, after: first, by: .device(home.attic), recovery: home.otherRecovery)])
      try add("R1: not founded", .founding, [try entry(.added(home.attic.identity), after: [])])
      let stray = try entry(.added(home.attic.identity), after: [])
      try add("R2: another entry before", .chain, first + [stray], to: both)
      let attic = RingSigner.device(home.attic)
      try add("R3: signed by a stranger", .signer, try log([.added(home.attic.identity)], by: attic), to: both)
      let wrong = try RingEntry(
        .added(home.attic.identity), after: first[0].digest, at: home.time, by: laptop, in: .none)
      try add("R3: signed for another ring", .signer, first + [wrong], to: both)
      let byOther = RingSigner.recovery(home.otherRecovery)
      try add("R3: another recovery key", .signer, try log([.added(home.attic.identity)], by: byOther), to: both)
      let unproved = try log([.recovery(home.otherRecovery.publicKeys)], recovery: home.recovery)
      try add("R3: a recovery key that did not sign", .signer, unproved)
      try add("R3: the ring signed by a stranger", .signer, first, signer: attic)
    }

    mutating func devices() throws {
      try add(
        "R4: added twice", .devices, try log([.added(home.attic.identity), .added(home.attic.identity)]), to: both)
      try add(
        "R4: the keys of another", .devices,
        try log([.added(DeviceIdentity(id: home.attic.id, keys: home.laptop.pair.publicKeys))]), to: both)
      try add(
        "R4: a reserved id", .devices, try log([.added(DeviceIdentity(id: .none, keys: home.attic.pair.publicKeys))]))
      try add("R4: a stranger removed", .devices, try log([.removed(home.attic.id, hasLeft: false)]))
      try add(
        "R4: left by another", .devices, try log([.added(home.attic.identity), .removed(home.attic.id, hasLeft: true)]))
      try add("R4: removed itself", .devices, try log([.removed(home.laptop.id, hasLeft: false)]))
      try add(
        "R4: the same recovery key", .devices, try log([.recovery(home.recovery.publicKeys)], recovery: home.recovery))
      try add("R10: sealed again", .modes, try log([.mode(.sealed)]))
      try add("R10: open at once", .modes, try log([.mode(.open)]))
    }

    mutating func keys() throws {
      let next = JournalKey.fresh(home.random)
      try add("R5: number 3 after 1", .numbers, try log([.newKey(number: 3, next.id)]), key: next)
      let again = founded.box.keys.newest
      try add("R5: the same key", .numbers, try log([.newKey(number: 2, again.id)]))
      let removed: [RingAct] = [.added(home.attic.identity), .removed(home.attic.id, hasLeft: false)]
      try add("R6: removed without a new key", .renewal, try log(removed))
      try add("R6: removed, then another thing", .renewal, try log(removed + [.mode(.opening)]))
      let renewed = try log([.recovery(home.otherRecovery.publicKeys)], recovery: home.otherRecovery)
      try add("R6: another recovery key without a new key", .renewal, renewed)
      var box = founded.box
      guard let all = JournalKeys(box.keys.all + [next]) else { return }
      box.keys = all
      let complete = try log(removed + [.newKey(number: 2, next.id)])
      try add("R6: no new identity", .renewal, complete, key: next, box: box)
    }

    mutating func wrapsAndBoxes() throws {
      let recovery = (DeviceID.recovery, home.recovery.publicKeys)
      try add("R7: no wrap for a device", .wraps, first, to: [recovery])
      try add("R7: no wrap for recovery", .wraps, first, to: Array(both.prefix(1)))
      try add("R7: a wrap for a stranger", .wraps, first, to: both)
      let other = JournalKey.fresh(home.random)
      try add("R9: another key than the log names", .keys, first, key: other)
      var box = founded.box
      guard let others = JournalKeys([other]) else { return }
      box.keys = others
      try add("R9: another key in the box", .keys, first, box: box)
      box = founded.box
      box.notes.append(RingBox.Note(id: .recovery, name: "x"))
      try add("R9: a name without a device", .keys, first, box: box)
      box = founded.box
      box.keeper = home.attic.id
      try add("R9: a keeper that is not in", .keys, first, box: box)
    }
  }
}

extension RingAct {
  fileprivate var isRecovery: Bool {
    if case .recovery = self { true } else { false }
  }
}
