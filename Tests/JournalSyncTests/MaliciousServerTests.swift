import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Testing

/// A server that shows rings of its own, older and forked ones or none, and a plain journal beside: no word here goes or changes, nothing
/// leaves a device, and the status says it (I-E4). What it does with single records is in ``HostileServerTests``.
@Suite struct MaliciousServerTests {
  enum Trick: CaseIterable, Sendable { case own, ownOfTheSameName, forked, unsigned, newer, damaged, truncated }

  let world = CloudWorld()
  let keysOfLaptop: KeyHolder
  let keysOfAttic: KeyHolder
  let laptop: SealedDevice
  let attic: SealedDevice
  let entry: RecordName

  init() async throws {
    keysOfLaptop = KeyHolder("laptop", world, seed: 1)
    keysOfAttic = KeyHolder("attic", world, seed: 2)
    _ = try await keysOfLaptop.desk.found(account: KeyHolder.account)
    _ = try await keysOfAttic.desk.enter(#require(keysOfLaptop.kept.recovery), account: KeyHolder.account)
    laptop = try SealedDevice("laptop", world, number: 1, keys: keysOfLaptop.round(seed: 11))
    attic = try SealedDevice("attic", world, number: 2, keys: keysOfAttic.round(seed: 12))
    laptop.start()
    attic.start()
    entry = try laptop.write("one", "the first text")
    sync()
    #expect(try attic.title(entry) == "one")
  }

  private func sync() {
    for _ in 0..<2 {
      laptop.sync()
      attic.sync()
    }
  }

  private func lookAtKeys() {
    for device in [laptop, attic] { device.settle(device.runner.handle(.keysDoubted, at: world.now)) }
  }

  private func status(of device: SealedDevice) throws -> SyncStatus {
    device.runner.status(try device.overview(), at: world.now)
  }

  /// What went to the zone of the journal since some request.
  private func sent(since count: Int) -> [String] {
    world.requests[count...].compactMap { request in
      switch request {
      case .modify(let modify) where modify.zoneID?.zoneName != "KeyZone": "\(modify)"
      case .uploadAsset: "\(request)"
      default: nil
      }
    }
  }

  // MARK: Rings

  private func ring(_ trick: Trick) async throws -> [UInt8] {
    let right = try #require(world.ring)
    switch trick {
    case .own:
      let home = try Household()
      return try home.changed(home.founded()) { draft in
        try draft.add(keysOfLaptop.kept.device.identity, named: "laptop")
        try draft.add(keysOfAttic.kept.device.identity, named: "attic")
      }.verified.ring.encoded
    case .ownOfTheSameName:
      let (home, name, isNamed) = (try Household(), try KeyRing(decoding: right).id, Flag())
      let random: SealRandom = { count in count == 16 && isNamed.raise() ? name.bytes : home.random(count) }
      var draft = try RingDraft.found(
        by: home.laptop, named: "server", recovery: home.recovery, mode: .sealed, at: home.time, random: random)
      try draft.add(keysOfLaptop.kept.device.identity, named: "laptop")
      try draft.add(keysOfAttic.kept.device.identity, named: "attic")
      let ring = try draft.encoded(wrapping: home.wrapping)
      #expect(try KeyRing(decoding: ring).id == name)
      return ring
    case .forked:
      // A copy of the laptop's folder, from before anything of this, made another key on a server that went back as well.
      let back = KeyHolder("laptop", CloudWorld(), seed: 1)
      _ = try await back.desk.found(account: KeyHolder.account)
      #expect(try back.kept.ring?.id == keysOfLaptop.kept.ring?.id)
      try await back.desk.rotate()
      return try #require(back.world.ring)
    case .unsigned: return try unsigned(right)
    case .newer:
      var bytes = right
      bytes[3] = 2
      return bytes
    case .damaged:
      var bytes = right
      bytes[bytes.count - 100] ^= 1
      return bytes
    case .truncated: return Array(right.dropLast(7))
    }
  }

  /// A device more, let in by an entry that the server signed itself; with the journal key all else is as it should be.
  private func unsigned(_ right: [UInt8]) throws -> [UInt8] {
    let known = try VerifiedRing(decoding: right)
    let key = try #require(try keysOfLaptop.kept.ring).keys.newest
    let spy = try DeviceKeys.fresh(seeded(66))
    let entry = try RingEntry(
      .added(spy.identity), after: known.state.head, at: UInt64(world.now),
      by: .device(DeviceKeys(id: keysOfLaptop.kept.device.id, pair: spy.pair)), in: known.ring.id)
    var holders = known.state.active.map { ($0.key, $0.value) } + [(spy.id, spy.identity.keys)]
    holders.append((.recovery, try #require(known.state.recovery)))
    let wraps = try holders.sorted { $0.0 < $1.0 }.map { id, keys in
      let purpose = KeyRing.purpose(ring: known.ring.id, number: 1, key: key.id, to: id)
      return KeyRing.Wrap(to: id, key: try HybridWrapping().wrap(key, to: keys, purpose: purpose))
    }
    let bytes = try KeyRing.encoded(
      id: known.ring.id, serial: known.ring.serial + 1, log: known.ring.log + [entry], wraps: wraps,
      box: OpenedRing(known, newest: key).box.encoded, key: key, signer: .device(spy), random: seeded(67))
    // But for the signature it would be taken.
    let believed = try VerifiedRing(KeyRing(decoding: bytes), known: known.state.heads + [entry.digest])
    #expect(RingVerdict(believed, by: known.known) == .taken)
    return bytes
  }

  @Test(arguments: [Trick.own, .ownOfTheSameName, .forked, .newer])
  func aRingThatNoDeviceMadeStopsEverythingAndIsSaid(trick: Trick) async throws {
    let right = try #require(world.ring)
    let shown = try await ring(trick)
    world.putRing(shown)
    lookAtKeys()
    let before = world.requests.count
    try laptop.edit(entry, .title("two"))
    try attic.edit(entry, .body("another text"))
    sync()
    for (device, keys) in [(laptop, keysOfLaptop), (attic, keysOfAttic)] {
      guard case .stopped(.keys) = device.runner.machine.phase else {
        Issue.record("\(device.name) goes on: \(device.runner.machine.phase)")
        continue
      }
      let status = try status(of: device)
      #expect(status.encryption?.state == .refused, "\(device.name)")
      #expect(device.runner.obstacle != nil)
      #expect(try device.overview().unsent == 1)
      #expect(try keys.keeper.held()?.ring == right)
    }
    #expect(sent(since: before).isEmpty)
    #expect(world.ring == shown)
    #expect(try laptop.title(entry) == "two" && attic.entry(entry)?.body == "another text")
    // The right one comes back: all goes on.
    world.putRing(right)
    lookAtKeys()
    sync()
    for device in [laptop, attic] {
      #expect(try device.title(entry) == "two" && device.entry(entry)?.body == "another text")
      #expect(try device.overview().unsent == 0)
      #expect(try status(of: device).encryption?.state == .ready)
    }
  }

  @Test(arguments: [Trick.unsigned, .damaged, .truncated])
  func aRingThatBreaksARuleIsReplacedByOursAndThatIsSaid(trick: Trick) async throws {
    let right = try VerifiedRing(decoding: #require(world.ring))
    world.putRing(try await ring(trick))
    lookAtKeys()
    let now = try VerifiedRing(decoding: #require(world.ring))
    #expect(now.state.heads == right.state.heads && now.ring.serial > right.ring.serial)
    #expect(laptop.log.contains("The server showed damaged keys; yours were saved over it"), "\(laptop.log)")
    #expect(try status(of: laptop).encryption?.setback?.isKept == false)
    try laptop.edit(entry, .title("two"))
    sync()
    #expect(try attic.title(entry) == "two")
  }

  /// A server that goes back for ever: this device goes on, and says that not all is well.
  @Test func anOlderRingThatTheServerKeepsIsNotSafe() async throws {
    let old = try #require(world.ring)
    try await keysOfLaptop.desk.rotate()
    lookAtKeys()
    for _ in 0..<4 {
      world.putRing(old)
      laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    }
    laptop.sync()
    #expect(world.ring == old)
    let status = try status(of: laptop)
    #expect(status.encryption?.state == .ready && status.encryption?.setback?.isKept == true)
    #expect(!status.isSafe && status.overview.unsent == 0)
    // A day later it is saved over the older one again.
    world.advance(86_400_000)
    lookAtKeys()
    lookAtKeys()
    #expect(try self.status(of: laptop).encryption?.setback?.isKept == false)
  }

  @Test(arguments: [true, false])
  func anOlderRingAndNoneAreReplacedByOursAndThatIsSaid(isHidden: Bool) async throws {
    let old = try #require(world.ring)
    try await keysOfLaptop.desk.rotate()
    lookAtKeys()
    let right = try VerifiedRing(decoding: #require(world.ring))
    if isHidden { world.deleteKeyZone() } else { world.putRing(old) }
    lookAtKeys()
    let now = try VerifiedRing(decoding: #require(world.ring))
    #expect(now.state.heads == right.state.heads)
    #expect(laptop.log.contains("The ring of keys was saved"))
    try laptop.edit(entry, .title("two"))
    sync()
    #expect(try attic.title(entry) == "two")
    guard case .bytes(let bytes)? = try world.record(entry.rawValue)?.fields["sealed"]?.value else {
      Issue.record("plain")
      return
    }
    #expect(try RecordSeal.keyID(of: bytes) == keysOfLaptop.kept.ring?.keys.newest.id)
  }

  @Test func aHiddenRingAndAPlainJournalInItsPlaceChangeNothing() async throws {
    world.deleteKeyZone()
    let forged = RecordOperation(
      .forceUpdate, recordName: entry.rawValue, recordType: "JournalEntry",
      fields: ["sealed": nil, "title": Field(.string("forged")), "formatVersion": Field(.int64(1))])
    #expect(try world.modify(forged) != nil)
    sync()
    lookAtKeys()
    sync()
    for device in [laptop, attic] {
      #expect(try device.title(entry) == "one")
      #expect(try status(of: device).encryption?.state == .ready)
    }
    #expect(world.ring != nil)
    #expect(Set(try #require(try world.record(entry.rawValue)).fields.keys) == ["sealed", "formatVersion"])
    #expect(try laptop.history(entry).contains("forged") || attic.history(entry).contains("forged"))
    #expect((laptop.log + attic.log).contains { $0.contains("older") || $0.contains("sent again") }, "\(laptop.log)")
  }

  // MARK: A new device

  @Test func aForgedPlainJournalIsNotReadByANewDeviceAndNothingIsSent() async throws {
    let other = CloudWorld()
    try other.zones(.create(ZoneID(zoneName: "JournalZone")))
    _ = try other.modify(
      RecordOperation(
        .create, recordName: entry.rawValue, recordType: "JournalEntry", fields: ["title": Field(.string("forged"))]))
    let keys = KeyHolder("phone", other, seed: 3)
    #expect(try await !keys.desk.sight().isJournalEmpty)
    let phone = try SealedDevice("phone", other, number: 3, keys: keys.round(seed: 13))
    let own = try phone.write("written here")
    let before = other.requests.count
    phone.start()
    phone.sync()
    #expect(phone.runner.machine.phase == .stopped(.keys(.noRing)))
    #expect(try phone.entry(entry) == nil)
    #expect(try phone.title(own) == "written here")
    for request in other.requests[before...] {
      switch request {
      case .zoneChanges, .modify, .uploadAsset: Issue.record("\(request)")
      default: break
      }
    }
  }

  @Test func aNewDeviceThatWaitsTakesNoRingWithoutAnAnswer() async throws {
    let keys = KeyHolder("phone", world, seed: 3)
    let joining = try await keys.desk.ask(account: KeyHolder.account)
    let phone = try SealedDevice("phone", world, number: 3, keys: keys.round(seed: 13))
    let own = try phone.write("written here")
    let home = try Household()
    let trap = try home.changed(home.founded()) { try $0.add(keys.kept.device.identity, named: "phone") }
    world.putRing(trap.verified.ring.encoded)
    // The answer of another request, of the right length.
    let name = "request-\(try keys.kept.device.id)"
    world.putKeyRecord(name, type: "KeyRequest", ["answer": Field(.bytes([UInt8](repeating: 7, count: 32)))])
    guard case .waiting = try await keys.desk.finish(joining) else {
      Issue.record("it took the server's ring")
      return
    }
    let before = world.requests.count
    phone.start()
    phone.sync()
    #expect(phone.runner.machine.phase == .stopped(.keys(.waiting)))
    #expect(sent(since: before).isEmpty)
    #expect(try phone.title(own) == "written here")
    #expect(try keys.kept.ring == nil)
  }

  // MARK: Deletions

  @Test func deletionsByTheServerLieInTheTrashWithTheirReason() throws {
    let names = try (0..<3).map { try laptop.write("entry \($0)", "words \($0)") }
    for number in 0..<9 { try laptop.write("more \(number)") }
    sync()
    for name in names {
      _ = try world.modify(RecordOperation(.forceDelete, recordName: name.rawValue))
    }
    sync()
    for device in [laptop, attic] {
      for (number, name) in names.enumerated() {
        let kept = try #require(try device.entry(name))
        #expect(kept.body == "words \(number)")
        #expect(kept.trashedAt != nil)
        #expect(try device.store.remark(of: name).removalReason == "removed by the server; no device of yours said so")
      }
    }
  }
}
