import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Synchronization
import Testing

/// Encryption is turned on and off for a journal with two devices, killed anywhere and going on.
@Suite struct TurningTests {
  private let world = CloudWorld()
  private let keysOfLaptop: KeyHolder
  private let keysOfAttic: KeyHolder
  private let laptop: SealedDevice
  private let attic: SealedDevice
  private static let picture = Array("zqpicture".utf8) + (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  private static let long = String(repeating: "zqlong text ", count: 44_000)

  /// So many requests does either direction need at most, the ring's last word among them.
  private static let mostRequests = 16

  init() throws {
    keysOfLaptop = KeyHolder("laptop", world, seed: 1)
    keysOfAttic = KeyHolder("attic", world, seed: 2)
    laptop = try SealedDevice("laptop", world, number: 1, keys: keysOfLaptop.round(seed: 11, mayBePlain: true))
    attic = try SealedDevice("attic", world, number: 2, keys: keysOfAttic.round(seed: 12, mayBePlain: true))
    laptop.start()
    attic.start()
  }

  /// A plain journal with all there is, known to both devices; the picture's bytes are in the attic alone.
  private func fill() throws -> [RecordName] {
    let category = JournalCore.Category(
      id: RecordName("019a9f1e-5b1c-7c3d-9d2e-000000000001"), name: "zqcategory",
      modifiedAt: Instant(milliseconds: world.now))
    try attic.perform(.createCategory(category))
    let entry = try attic.write("zqtitle", "zqbody", category: category.id)
    let long = try attic.write("zqother", Self.long)
    let picture = try attic.attach(Self.picture, to: entry, caption: "zqcaption")
    let laptopEntry = try laptop.write("zqlaptop")
    sync()
    let names = [category.id, entry, long, picture, laptopEntry]
    for name in names { #expect(try form(name) == .plain) }
    return names
  }

  private func sync() {
    for _ in 0..<3 {
      laptop.sync()
      attic.sync()
    }
  }

  /// One device goes on until it has nothing to do, as the wake-ups that it asks for let it.
  private func settle(_ device: SealedDevice) { for _ in 0..<4 { device.sync() } }

  private enum Form { case plain, sealed, both, gone }

  private func form(_ name: RecordName) throws -> Form {
    guard let record = try world.record(name.rawValue) else { return .gone }
    let isSealed = record.fields["sealed"] != nil
    let seen: Set<String> = ["sealed", "formatVersion", "entry", "bodyAsset", "imageAsset"]
    let isPlain = record.fields.keys.contains { !seen.contains($0) }
    return isSealed ? isPlain ? .both : .sealed : .plain
  }

  private func mode() throws -> RingMode { try VerifiedRing(decoding: #require(world.ring)).state.mode }

  private func sealedZones() -> FieldValue? { world.keyRecord("keyring")?.fields["sealedZones"]?.value }

  private func letAtticIn() async throws {
    try await keysOfLaptop.letIn(keysOfAttic)
    attic.settle(attic.runner.handle(.keysDoubted, at: world.now))
  }

  /// A journal as ``fill()`` makes it, sealed, with both devices in.
  private func sealed() async throws -> [RecordName] {
    let names = try fill()
    try await turnOn()
    settle(laptop)
    try await letAtticIn()
    sync()
    return names
  }

  private func expectEqual(_ names: [RecordName]) throws {
    for device in [laptop, attic] {
      #expect(try device.overview().unsent == 0, "\(device.name)")
      #expect(try device.overview().parked == 0 && device.overview().unreadable == 0, "\(device.name)")
      #expect(try device.entry(names[2])?.body == Self.long)
      #expect(device.files.leftovers.isEmpty)
    }
    for name in names { #expect(try laptop.entry(name) == attic.entry(name)) }
    #expect(try laptop.store.pictures(nil) == attic.store.pictures(nil))
  }

  /// Says it on the laptop, and has its engine hear of it.
  private func turnOn() async throws {
    _ = try await keysOfLaptop.desk.turnOn(account: KeyHolder.account)
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
  }

  private func turnOff() async throws {
    _ = try await keysOfLaptop.desk.turnOff()
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
  }

  // MARK: On

  @Test func aPlainJournalBecomesSealedAndTheOtherDeviceWaitsUntilItIsIn() async throws {
    let names = try fill()
    try await turnOn()
    settle(laptop)
    #expect(try mode() == .sealed)
    #expect(sealedZones() == .list([.string("JournalZone")]))
    for name in names { #expect(try form(name) == .sealed) }
    // What this device has not sent stays here until it is in, and goes sealed then.
    attic.settle(attic.runner.handle(.remoteHint, at: world.now))
    let unsent = try attic.write("zqunsent")
    attic.sync()
    #expect(attic.runner.machine.phase == .stopped(.keys(.waiting)))
    #expect(try form(unsent) == .gone)
    try await letAtticIn()
    sync()
    #expect(try form(unsent) == .sealed)
    try expectEqual(names + [unsent])
    try attic.edit(names[1], .title("zqnext"))
    sync()
    #expect(try laptop.title(names[1]) == "zqnext")
    #expect(try form(names[1]) == .sealed)
    // The picture, which was not on the laptop, lies sealed there.
    #expect(laptop.files.bytes(Digest(of: Self.picture).description) == Self.picture)
  }

  @Test func aPlainDeviceStopsAtTheFirstSealedRecordThatItMeets() async throws {
    let names = try fill()
    try await turnOn()
    settle(laptop)
    // It runs on, and was told nothing of the keys.
    let before = world.requests.count
    try attic.edit(names[1], .title("zqplain"))
    attic.settle(attic.runner.handle(.remoteHint, at: world.now))
    attic.sync()
    #expect(attic.runner.machine.phase == .stopped(.keys(.waiting)))
    for request in world.requests[before...] {
      guard case .modify(let modify) = request, modify.zoneID?.zoneName == "JournalZone" else { continue }
      for operation in modify.operations where operation.fields["title"] != nil { Issue.record("\(operation)") }
    }
    #expect(try attic.title(names[1]) == "zqplain")
    try await letAtticIn()
    sync()
    for device in [laptop, attic] { #expect(try device.title(names[1]) == "zqplain") }
    #expect(try form(names[1]) == .sealed)
    try expectEqual(names)
  }

  @Test func aPlainDeviceThatStartsLooksForARingBeforeAnythingIsSent() async throws {
    _ = try fill()
    try await turnOn()
    settle(laptop)
    _ = try attic.write("zqunsent")
    let before = world.requests.count
    attic.revive(number: 22, keys: keysOfAttic.round(seed: 22, mayBePlain: true))
    attic.sync()
    #expect(attic.runner.machine.phase == .stopped(.keys(.waiting)))
    for case .modify(let modify) in world.requests[before...] { #expect(modify.zoneID?.zoneName != "JournalZone") }
  }

  @Test(arguments: 1...Self.mostRequests)
  func turningOnGoesOnWhereverItWasKilled(step: Int) async throws {
    let names = try fill()
    _ = try await keysOfLaptop.desk.turnOn(account: KeyHolder.account)
    laptop.requestsLeft = step
    laptop.isCutAfterwards = step % 2 == 0
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    settle(laptop)
    if step == Self.mostRequests { #expect(try mode() == .sealed) }
    // Meanwhile the other device, plain still, writes.
    if step % 3 == 0 {
      try attic.edit(names[1], .body("zqmeanwhile"))
      attic.sync()
    }
    laptop.revive(number: UInt64(100 + step), keys: keysOfLaptop.round(seed: UInt64(100 + step)))
    settle(laptop)
    #expect(try mode() == .sealed)
    for name in names { #expect(try form(name) == .sealed) }
    try await letAtticIn()
    sync()
    try expectEqual(names)
    if step % 3 == 0 { #expect(try laptop.entry(names[1])?.body == "zqmeanwhile") }
  }

  @Test func aPictureThatNobodyHasKeepsItsDigest() async throws {
    let names = try fill()
    world.state.withLock { $0.files = $0.files.filter { $0.value.count != Self.picture.count } }
    try await turnOn()
    settle(laptop)
    #expect(try mode() == .sealed)
    #expect(try form(names[3]) == .sealed)
    #expect(try world.record(names[3].rawValue)?.fields["imageAsset"] == nil)
    try await letAtticIn()
    sync()
    try expectEqual(names)
    #expect(try laptop.store.pictures(nil).map(\.digest) == [Digest(of: Self.picture).description])
  }

  @Test func whatIsRemovedWhileItIsTurnedOnIsNotLeftPlain() async throws {
    let names = try fill()
    for number in 0..<6 { try laptop.write("other \(number)") }
    sync()
    try laptop.purge(names[1])
    let single = try laptop.attach([1, 2, 3], to: names[4], caption: "zqsingle")
    sync()
    try laptop.perform(.editImage(single, [.trashedAt(Instant(milliseconds: world.now))]))
    settle(laptop)
    _ = try laptop.store.purge([single])
    try await turnOn()
    settle(laptop)
    for name in [names[1], names[3], single] { #expect([.sealed, .gone].contains(try form(name))) }
    try await letAtticIn()
    sync()
    for device in [laptop, attic] {
      #expect(try device.overview().unsent == 0 && device.overview().unreadable == 0)
    }
  }

  @Test func anotherDeviceGoesOnAfterADay() async throws {
    let names = try fill()
    _ = try await keysOfLaptop.desk.turnOn(account: KeyHolder.account)
    try await letAtticIn()
    attic.sync()
    #expect(try mode() == .sealing)
    #expect(try form(names[1]) == .plain)
    world.advance(25 * 3_600_000)
    attic.settle(attic.runner.handle(.keysDoubted, at: world.now))
    settle(attic)
    #expect(try mode() == .sealed)
    for name in names { #expect(try form(name) == .sealed) }
    laptop.revive(number: 31, keys: keysOfLaptop.round(seed: 31))
    sync()
    try expectEqual(names)
  }

  // MARK: Off, and on again

  @Test func aSealedJournalBecomesPlainAndSealedAgainUnderAnotherKey() async throws {
    let names = try await sealed()
    try attic.edit(names[1], .title("zqedited"))
    sync()
    try await turnOff()
    sync()
    #expect(try mode() == .open)
    #expect(sealedZones() == nil)
    for name in names { #expect(try form(name) == .plain) }
    attic.settle(attic.runner.handle(.keysDoubted, at: world.now))
    try attic.edit(names[1], .title("zqopen"))
    sync()
    #expect(try form(names[1]) == .plain)
    try expectEqual(names)
    #expect(try laptop.title(names[1]) == "zqopen")
    // The picture and the long text lie there as they are.
    let files = world.state.withLock { Array($0.files.values) }
    #expect(files.contains(Self.picture) && files.contains(Array(Self.long.utf8)))

    let number = try keysOfLaptop.state.keyNumber
    try await turnOn()
    sync()
    #expect(try mode() == .sealed)
    #expect(try keysOfLaptop.state.keyNumber == number + 1)
    for name in names { #expect(try form(name) == .sealed) }
    attic.settle(attic.runner.handle(.keysDoubted, at: world.now))
    sync()
    try expectEqual(names)
  }

  @Test(arguments: 1...Self.mostRequests)
  func turningOffGoesOnWhereverItWasKilled(step: Int) async throws {
    let names = try await sealed()
    _ = try await keysOfLaptop.desk.turnOff()
    laptop.requestsLeft = step
    laptop.isCutAfterwards = step % 2 == 0
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    settle(laptop)
    if step == Self.mostRequests { #expect(try mode() == .open) }
    if step % 3 == 0 {
      try attic.edit(names[1], .body("zqmeanwhile"))
      attic.sync()
    }
    laptop.revive(number: UInt64(200 + step), keys: keysOfLaptop.round(seed: UInt64(200 + step)))
    attic.settle(attic.runner.handle(.keysDoubted, at: world.now))
    sync()
    #expect(try mode() == .open)
    for name in names { #expect(try form(name) == .plain) }
    try expectEqual(names)
    if step % 3 == 0 { #expect(try laptop.entry(names[1])?.body == "zqmeanwhile") }
  }

  @Test func turningOnIsTakenBackHalfWay() async throws {
    let names = try fill()
    _ = try await keysOfLaptop.desk.turnOn(account: KeyHolder.account)
    laptop.requestsLeft = 6
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    settle(laptop)
    _ = try await keysOfLaptop.desk.turnOff()
    laptop.revive(number: 41, keys: keysOfLaptop.round(seed: 41))
    settle(laptop)
    #expect(try mode() == .open)
    for name in names { #expect(try form(name) == .plain) }
    try await letAtticIn()
    sync()
    try expectEqual(names)
  }

  @Test func whatADeviceSealedThatHadNotHeardOfItIsMadePlain() async throws {
    let names = try await sealed()
    try await turnOff()
    // The attic seals once more.
    try attic.edit(names[1], .title("zqlate"))
    attic.sync()
    sync()
    #expect(try laptop.title(names[1]) == "zqlate")
    attic.settle(attic.runner.handle(.keysDoubted, at: world.now))
    try expectEqual(names)
  }

  // MARK: Another key

  @Test func everythingIsSealedAnewUnderAnotherKey() async throws {
    let names = try fill()
    try await turnOn()
    settle(laptop)
    let number = try await keysOfLaptop.desk.newKey()
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    #expect(try laptop.store.reseal(to: .sealed(keyNumber: number)).left == names.count)
    laptop.requestsLeft = 1
    laptop.settle(laptop.runner.handle(.localChange, at: world.now))
    settle(laptop)
    laptop.revive(number: 51, keys: keysOfLaptop.round(seed: 51))
    settle(laptop)
    let newest = try #require(keysOfLaptop.kept.ring?.keys.newest.id)
    for name in names {
      guard case .bytes(let bytes)? = try world.record(name.rawValue)?.fields["sealed"]?.value else {
        Issue.record("\(name) is plain")
        continue
      }
      #expect(try RecordSeal.keyID(of: bytes) == newest)
    }
    // Files go on as they are.
    #expect(try laptop.store.reseal(to: .sealed(keyNumber: number)) == SealProgress(left: 0, added: 0))
    try await letAtticIn()
    sync()
    try expectEqual(names)
  }

  @Test func whatWentPlainJustBeforeTheEndIsSealedByTheDeviceThatSentIt() async throws {
    let names = try await sealed()
    try await turnOff()
    sync()
    attic.settle(attic.runner.handle(.keysDoubted, at: world.now))
    sync()
    _ = try await keysOfLaptop.desk.turnOn(account: KeyHolder.account)
    // The attic has not heard of it, and sends another entry when all others are sealed already.
    var late: RecordName?
    laptop.beforeRequest = { [attic] request in
      guard case .modify(let modify) = request, modify.zoneID?.zoneName == "KeyZone", late == nil else { return }
      do {
        late = try attic.write("zqlate")
        attic.settle(attic.runner.handle(.localChange, at: self.world.now))
        attic.settle(attic.runner.handle(.syncNow, at: self.world.now))
      } catch { Issue.record(error) }
    }
    laptop.settle(laptop.runner.handle(.keysDoubted, at: world.now))
    settle(laptop)
    #expect(try mode() == .sealed)
    sync()
    let entry = try #require(late)
    #expect(try form(entry) == .plain)
    // The push of the keys' zone says that they are others.
    attic.settle(attic.runner.handle(.keysDoubted, at: world.now))
    sync()
    sync()
    #expect(try form(entry) == .sealed)
    #expect(try laptop.title(entry) == "zqlate")
    try expectEqual(names + [entry])
  }
}
