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
@Suite struct TurningTests: KeyedJournalSuite {
  let journal: KeyedJournal

  /// So many requests does either direction need at most, the ring's last word among them.
  private static let mostRequests = 18

  init() throws { journal = try KeyedJournal() }

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
    #expect(laptop.files.bytes(Self.pictureDigest) == Self.picture)
  }

  /// What the top line counts while everything goes up again.
  @Test func theCountOfRecordsToEncryptStaysWhatItWas() async throws {
    for number in 0..<450 { try laptop.write("zq\(number)") }
    sync()
    _ = try await keysOfLaptop.desk.turnOn(account: KeyHolder.account)
    var counts: [[Int]] = []
    laptop.beforeRequest = { [laptop] request in
      guard case .modify(let modify) = request, modify.zoneID?.zoneName == "JournalZone" else { return }
      laptop.runner.count(at: laptop.world.now)
      guard case .sending(let done, let all) = laptop.runner.status(at: laptop.world.now).activity else { return }
      counts.append([done, all])
    }
    hear(laptop)
    settle(laptop)
    #expect(try mode() == .sealed)
    #expect(counts.count >= 3 && Set(counts.map { $0[1] }).count == 1, "\(counts)")
    #expect(counts.map { $0[0] } == counts.map { $0[0] }.sorted() && counts[0][0] == 0, "\(counts)")
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
    try attic.revive(number: 22, keysOfAttic, mayBePlain: true)
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
    hear(laptop)
    settle(laptop)
    if step == Self.mostRequests { #expect(try mode() == .sealed) }
    // Meanwhile the other device, plain still, writes.
    if step % 3 == 0 {
      try attic.edit(names[1], .body("zqmeanwhile"))
      attic.sync()
    }
    try laptop.revive(number: UInt64(100 + step), keysOfLaptop)
    settle(laptop)
    #expect(try mode() == .sealed)
    for name in names { #expect(try form(name) == .sealed) }
    try await letAtticIn()
    sync()
    try expectEqual(names)
    if step % 3 == 0 { #expect(try laptop.entry(names[1])?.body == "zqmeanwhile") }
  }

  @Test func aPictureThatNoDeviceHasHoldsItUpUntilItIsRemoved() async throws {
    let names = try fill()
    world.state.withLock { $0.files = $0.files.filter { $0.value.count != Self.picture.count } }
    try await turnOn()
    settle(laptop)
    #expect(try mode() == .sealing && form(names[3]) == .plain)
    #expect(try world.record(names[3].rawValue)?.fields["imageAsset"] != nil)
    #expect(try laptop.overview().waiting.map(\.recordName) == [names[3]])
    try laptop.perform(.editImage(names[3], [.trashedAt(Instant(milliseconds: world.now))]))
    _ = try laptop.store.purgePictures([names[3]])
    settle(laptop)
    #expect(try mode() == .sealed)
    #expect(try [.sealed, .gone].contains(form(names[3])))
    try await letAtticIn()
    sync()
    #expect(try laptop.overview().unsent == 0 && attic.overview().unsent == 0)
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
    hear(attic)
    settle(attic)
    #expect(try mode() == .sealed)
    for name in names { #expect(try form(name) == .sealed) }
    try laptop.revive(number: 31, keysOfLaptop)
    sync()
    try expectEqual(names)
  }

  @Test func anotherDeviceGoesOnAtOnceWhereTheOneThatBeganIsNotInAnyMore() async throws {
    let names = try fill()
    _ = try await keysOfLaptop.desk.turnOn(account: KeyHolder.account)
    try await letAtticIn()
    try await keysOfAttic.desk.remove(keysOfLaptop.kept.device.id)
    hear(attic)
    settle(attic)
    #expect(try mode() == .sealed)
    for name in names { #expect(try form(name) == .sealed) }
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
    hear(attic)
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
    hear(attic)
    sync()
    try expectEqual(names)
  }

  @Test(arguments: 1...Self.mostRequests)
  func turningOffGoesOnWhereverItWasKilled(step: Int) async throws {
    let names = try await sealed()
    _ = try await keysOfLaptop.desk.turnOff()
    laptop.requestsLeft = step
    laptop.isCutAfterwards = step % 2 == 0
    hear(laptop)
    settle(laptop)
    if step == Self.mostRequests { #expect(try mode() == .open) }
    if step % 3 == 0 {
      try attic.edit(names[1], .body("zqmeanwhile"))
      attic.sync()
    }
    try laptop.revive(number: UInt64(200 + step), keysOfLaptop)
    hear(attic)
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
    hear(laptop)
    settle(laptop)
    _ = try await keysOfLaptop.desk.turnOff()
    try laptop.revive(number: 41, keysOfLaptop)
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
    hear(attic)
    try expectEqual(names)
  }

  // MARK: Another key

  @Test func everythingIsSealedAnewUnderAnotherKey() async throws {
    let names = try fill()
    try await turnOn()
    settle(laptop)
    let number = try await keysOfLaptop.desk.newKey()
    hear(laptop)
    #expect(try laptop.store.reseal(to: .sealed(keyNumber: number)).left == names.count)
    laptop.requestsLeft = 1
    laptop.settle(laptop.runner.handle(.localChange, at: world.now))
    settle(laptop)
    try laptop.revive(number: 51, keysOfLaptop)
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

  /// The server's guard begins with turning on: what a device that has not heard of it sends plain is refused, and sealed then.
  @Test func whatIsSentPlainAfterTurningOnBeganIsRefusedAndGoesUpSealed() async throws {
    let names = try await sealed()
    try await turnOffOnBoth()
    _ = try await keysOfLaptop.desk.turnOn(account: KeyHolder.account)
    // The attic has not heard of it, and sends another entry when all others are sealed already.
    var late: RecordName?
    laptop.beforeRequest = { [attic, world] request in
      guard case .modify(let modify) = request, modify.zoneID?.zoneName == "KeyZone", late == nil else { return }
      do {
        late = try attic.write("zqlate")
        attic.settle(attic.runner.handle(.localChange, at: world.now))
        attic.settle(attic.runner.handle(.syncNow, at: world.now))
      } catch { Issue.record(error) }
    }
    hear(laptop)
    settle(laptop)
    #expect(try mode() == .sealed)
    sync()
    let entry = try #require(late)
    if try world.record(entry.rawValue) != nil { #expect(try form(entry) == .sealed) }
    // The push of the keys' zone says that they are others.
    hear(attic)
    sync()
    sync()
    #expect(try form(entry) == .sealed)
    #expect(try laptop.title(entry) == "zqlate")
    try expectEqual(names + [entry])
  }
}
