import CloudRecord
import JournalSeal
import SealKit
import Testing

@Suite struct RingTests {
  private let home: Household
  private let founded: OpenedRing

  init() throws {
    home = try Household()
    founded = try home.founded()
  }

  private func opened(_ ring: OpenedRing, as signer: RingSigner) throws -> OpenedRing? {
    try OpenedRing(VerifiedRing(decoding: ring.verified.ring.encoded), as: signer, wrapping: HybridWrapping())
  }

  // MARK: Who can read

  @Test func thoseWhoAreInOpenIt() throws {
    let ring = try home.changed(founded) { try $0.add(home.attic.identity, named: "attic", signInID: "S2") }
    for signer in [RingSigner.device(home.laptop), .device(home.attic), .recovery(home.recovery)] {
      #expect(try opened(ring, as: signer) == ring)
    }
    #expect(try opened(ring, as: .device(home.phone)) == nil)
    #expect(try opened(ring, as: .recovery(home.otherRecovery)) == nil)
    #expect(ring.box.notes.map(\.name).sorted() == ["attic", "laptop"])
    #expect(ring.box.nameKey == founded.box.nameKey)
  }

  @Test func aRemovedDeviceReadsNothingNew() throws {
    let both = try home.changed(founded) { try $0.add(home.attic.identity, named: "attic") }
    let ring = try home.changed(both) { try $0.remove(home.attic.id) }
    #expect(try opened(ring, as: .device(home.attic)) == nil)
    #expect(ring.verified.state.keyNumber == 2)
    #expect(ring.box.identities.count == 2)
    let sealed = try RecordSeal.seal(
      Sample.content(), at: Sample.entry, under: ring.box.keys.newest, random: home.random)
    #expect(throws: SealFailure.noKey(ring.box.keys.newest.id)) {
      try RecordSeal.open(sealed, at: Sample.entry, under: both.box.keys)
    }
    // What was sealed before is read by those who stay.
    let old = try RecordSeal.seal(Sample.content(), at: Sample.entry, under: both.box.keys.newest, random: home.random)
    #expect(try RecordSeal.open(old, at: Sample.entry, under: ring.box.keys) == Sample.content())
  }

  @Test func aRemovedDeviceChangesNothing() throws {
    let both = try home.changed(founded) { try $0.add(home.attic.identity, named: "attic") }
    let ring = try home.changed(both) { try $0.remove(home.attic.id) }
    #expect(throws: RingFailure.broken(.signer, "entry 5")) {
      try home.changed(ring, by: .device(home.attic)) { try $0.add(home.phone.identity, named: "phone") }
    }
    #expect(throws: RingFailure.self) {
      try home.changed(ring, by: .device(home.attic)) { $0.setName(of: home.attic.id, to: "x", signInID: "") }
    }
  }

  /// The device that still keeps the recovery key takes it along: another one has to come.
  @Test func removingTheKeeperNeedsAnotherRecoveryKey() throws {
    let both = try home.changed(founded) { try $0.add(home.attic.identity, named: "attic") }
    #expect(both.box.keeper == home.laptop.id)
    #expect(throws: RingFailure.broken(.renewal, "the removed device has the recovery key")) {
      try home.changed(both, by: .device(home.attic)) { try $0.remove(home.laptop.id) }
    }
    let ring = try home.changed(both, by: .device(home.attic)) {
      try $0.remove(home.laptop.id, recovery: home.otherRecovery)
    }
    #expect(ring.box.keeper == home.attic.id)
    #expect(try opened(ring, as: .recovery(home.recovery)) == nil)
    #expect(try opened(ring, as: .recovery(home.otherRecovery)) == ring)
    let confirmed = try home.changed(both) { try $0.confirmRecovery(home.recovery.publicKeys) }
    #expect(confirmed.box.keeper == .none)
    let later = try home.changed(confirmed, by: .device(home.attic)) { try $0.remove(home.laptop.id) }
    #expect(try opened(later, as: .recovery(home.recovery)) == later)
  }

  @Test func aDeviceThatLeavesSignsTheLastTime() throws {
    let both = try home.changed(founded) { try $0.add(home.attic.identity, named: "attic") }
    let left = try home.changed(both, by: .device(home.attic)) { try $0.leave() }
    #expect(left.verified.state.active.keys.sorted() == [home.laptop.id])
    #expect(left.verified.state.keyNumber == 1)
    // A later ring of it is refused as soon as anyone has gone on.
    let next = try home.changed(left) { try $0.rotate() }
    #expect(next.verified.state.keyNumber == 2)
    #expect(throws: RingFailure.self) {
      try home.changed(next, by: .device(home.attic)) { try $0.confirmRecovery(home.recovery.publicKeys) }
    }
  }

  @Test func aDeviceThatCameLastMaySaveTheRing() throws {
    let both = try home.changed(founded) { try $0.add(home.attic.identity, named: "attic") }
    let renamed = try home.changed(both, by: .device(home.attic)) {
      $0.setName(of: home.attic.id, to: "loft", signInID: "S9")
    }
    #expect(renamed.verified.state.head == both.verified.state.head)
    #expect(renamed.box.notes.contains { $0.name == "loft" && $0.signInID == "S9" })
  }

  @Test func theRecoveryKeyLetsIn() throws {
    let ring = try home.changed(founded, by: .recovery(home.recovery)) {
      try $0.add(home.attic.identity, named: "attic")
    }
    #expect(try opened(ring, as: .device(home.attic)) == ring)
    #expect(ring.verified.ring.by == .recovery)
    let changed = try home.changed(ring, by: .recovery(home.recovery)) {
      try $0.changeRecovery(to: home.otherRecovery)
    }
    #expect(changed.verified.state.recovery == home.otherRecovery.publicKeys)
    #expect(changed.verified.state.keyNumber == 2)
  }

  @Test func aRemovedDeviceComesBackAsAnother() throws {
    let both = try home.changed(founded) { try $0.add(home.attic.identity, named: "attic") }
    let ring = try home.changed(both) { try $0.remove(home.attic.id) }
    #expect(throws: RingFailure.self) { try home.changed(ring) { try $0.add(home.attic.identity, named: "attic") } }
    let sameKeys = DeviceIdentity(id: .fresh(home.random), keys: home.attic.pair.publicKeys)
    #expect(throws: RingFailure.self) { try home.changed(ring) { try $0.add(sameKeys, named: "attic") } }
    _ = try home.changed(ring) { try $0.add(DeviceKeys.fresh(home.random).identity, named: "attic") }
  }

  // MARK: Rules

  @Test func everyBrokenRuleIsFound() throws {
    let broken = try BrokenRing.all(home, founded)
    #expect(broken.count > 25)
    for ring in broken {
      var found: RingRule?
      do {
        _ = try OpenedRing(VerifiedRing(decoding: ring.bytes), newest: ring.key)
      } catch RingFailure.broken(let rule, _) {
        found = rule
      } catch {}
      #expect(found == ring.rule, "\(ring.name)")
    }
  }

  @Test func modesComeInTheirOrder() throws {
    let allowed: [(RingMode, RingMode)] = [
      (.open, .sealing), (.sealing, .sealed), (.sealing, .opening), (.sealed, .opening), (.opening, .open),
      (.opening, .sealing),
    ]
    for from in RingMode.allCases {
      for to in RingMode.allCases {
        #expect(from.leads(to: to) == allowed.contains { $0 == (from, to) })
      }
    }
    let off = try home.changed(home.changed(founded) { try $0.set(.opening) }) { try $0.set(.open) }
    #expect(off.verified.state.mode == .open && off.verified.state.modeSet?.by == home.laptop.id)
    #expect(throws: RingFailure.self) { try home.founded(mode: .open) }
  }

  @Test func thereAreLimits() throws {
    var ring = founded
    for _ in 1..<8 {
      ring = try home.changed(ring) { draft in
        for _ in 0..<7 { try draft.add(DeviceKeys.fresh(home.random).identity, named: "x") }
      }
    }
    #expect(ring.verified.state.active.count == RingState.mostDevices)
    #expect(ring.verified.ring.encoded.count < KeyRing.maximumLength)
    #expect(throws: RingFailure.broken(.form, "too many devices")) {
      try home.changed(ring) { try $0.add(home.phone.identity, named: "one more") }
    }
  }

  @Test func aLogEnds() throws {
    let full = try home.changed(founded) { draft in
      for device in [home.attic, home.phone] { try draft.add(device.identity, named: "x") }
      while draft.state.heads.count < RingState.openEntries { try draft.rotate() }
    }
    let noRoom = RingFailure.broken(.form, RingState.isFull)
    for change: (inout RingDraft) throws -> Void in [
      { try $0.rotate() }, { try $0.set(.opening) }, { try $0.changeRecovery(to: home.otherRecovery) },
      { try $0.add(DeviceKeys.fresh(home.random).identity, named: "one more") },
    ] { #expect(throws: noRoom) { try home.changed(full, change) } }
    // A log that was verified before needs no signature of it again, and is read all the same.
    let again = try VerifiedRing(decoding: full.verified.ring.encoded, known: full.verified.state.heads)
    #expect(again == full.verified)
    // Whatever one that is in has done to the log: it is taken out, and who left owes a key that has room.
    let removed = try home.changed(full, by: .device(home.attic)) {
      try $0.remove(home.laptop.id, recovery: home.otherRecovery)
    }
    let left = try home.changed(removed, by: .device(home.phone)) { try $0.leave() }
    #expect(throws: noRoom) { try home.changed(left, by: .device(home.attic)) { try $0.set(.opening) } }
    let last = try home.changed(left, by: .device(home.attic)) { try $0.rotate() }
    #expect(last.verified.state.heads.count == RingState.openEntries + 5 && !last.verified.state.owesKey)
    #expect(throws: noRoom) { try home.changed(last, by: .device(home.attic)) { try $0.rotate() } }
  }

  /// What was begun before the room ended comes to its end.
  @Test func turningOffEndsInALogThatIsNearlyFull() throws {
    let full = try home.changed(founded) { draft in
      while draft.state.heads.count < RingState.openEntries - 1 { try draft.rotate() }
      try draft.set(.opening)
    }
    #expect(throws: RingFailure.broken(.form, RingState.isFull)) { try home.changed(full) { try $0.set(.sealing) } }
    #expect(try home.changed(full) { try $0.set(.open) }.verified.state.mode == .open)
  }

  /// Only entries that are the known ones to the last byte are taken without their signature.
  @Test func aKnownLogVouchesForNoOther() throws {
    let broken = try BrokenRing.all(home, founded).filter { $0.rule == .signer }
    for ring in broken {
      #expect(throws: RingFailure.self, "\(ring.name)") {
        try VerifiedRing(decoding: ring.bytes, known: founded.verified.state.heads)
      }
    }
  }

  @Test func whatANewerProgramWroteSaysSo() throws {
    let bytes = founded.verified.ring.encoded
    let kind = try #require(bytes.firstRange(of: founded.verified.ring.log[0].encoded)).lowerBound
    #expect(throws: RingFailure.newer) { try KeyRing(decoding: bytes.with(7, at: kind)) }
    #expect(throws: RingFailure.newer) { try KeyRing(decoding: bytes.with(2, at: kind + 1 + 32 + 8 + 16)) }
    #expect(throws: RingFailure.newer) { try KeyRing(decoding: bytes.with(2, at: 3)) }
  }

  @Test func hostileNamesAreShortened() throws {
    let ring = try home.changed(founded) {
      try $0.add(home.attic.identity, named: String(repeating: "👩‍👩‍👧‍👦", count: 200))
    }
    let name = try #require(ring.box.notes.first { $0.id == home.attic.id }).name
    #expect(name.count <= 64 && name.utf8.count <= 512 && !name.isEmpty)
  }

  // MARK: Verdicts

  @Test func ringsAreJudgedByTheirLogs() throws {
    let both = try home.changed(founded) { try $0.add(home.attic.identity, named: "attic") }
    let fork = try home.changed(founded) { try $0.add(home.phone.identity, named: "phone") }
    let renamed = try home.changed(both) { $0.setName(of: home.attic.id, to: "loft", signInID: "") }
    let otherwise = try home.changed(both, by: .device(home.attic)) {
      $0.setName(of: home.attic.id, to: "roof", signInID: "")
    }
    func judge(_ shown: OpenedRing, _ known: OpenedRing) -> RingVerdict {
      RingVerdict(shown.verified, by: known.verified.known)
    }
    #expect(judge(both, both) == .same)
    #expect(judge(both, founded) == .taken)
    #expect(judge(founded, both) == .older)
    #expect(judge(fork, both) == .forked && judge(both, fork) == .forked)
    #expect(judge(renamed, both) == .taken && judge(both, renamed) == .older)
    // Two saves of names after the server went back: the same people are in, and nothing stops.
    #expect(judge(otherwise, renamed) == .taken)
    #expect(judge(try Household(seed: 99).founded(), both) == .another)
  }

  /// A server that went back, and a device that let another in from there: the longer log counts, not the serial.
  @Test func aLongerLogWinsOverAHigherSerial() throws {
    var known = founded
    for index in 0..<5 {
      known = try home.changed(known) { $0.setName(of: home.laptop.id, to: "l\(index)", signInID: "") }
    }
    let longer = try home.changed(founded) { try $0.add(home.attic.identity, named: "attic") }
    #expect(longer.verified.ring.serial < known.verified.ring.serial)
    #expect(RingVerdict(longer.verified, by: known.verified.known) == .taken)
    var draft = RingDraft(longer, by: .device(home.laptop), at: home.time, random: home.random)
    try draft.confirmRecovery(home.recovery.publicKeys)
    let bytes = try draft.encoded(serialAbove: known.verified.ring.serial, wrapping: home.wrapping)
    #expect(try KeyRing(decoding: bytes).serial == known.verified.ring.serial + 1)
  }

  @Test func aModeOfAnOldRingIsNotBelieved() {
    for mode in RingMode.allCases {
      #expect(RingEntrance.vouched.asks(for: mode) == false)
      #expect(RingEntrance.recoveryKey.asks(for: mode) == (mode != .sealed))
    }
  }
}
