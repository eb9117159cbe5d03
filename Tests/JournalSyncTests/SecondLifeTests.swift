import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Synchronization
import Testing

/// Each start is another process, which begins with what its keys say: what one process left, the next one goes on with.
@Suite struct SecondLifeTests: KeyedJournalSuite {
  let journal: KeyedJournal

  init() throws { journal = try KeyedJournal() }

  /// Checks that a ring says that all is done only once everything has its form.
  private func watchTheEnd(_ mode: RingMode, _ form: RecordForm, of names: @escaping () -> [RecordName]) -> Flag {
    let wasEarly = Flag()
    let former = laptop.beforeRequest
    laptop.beforeRequest = { [world] request in
      former(request)
      guard case .modify(let modify) = request, modify.zoneID?.zoneName == "KeyZone",
        case .bytes(let ring)?? = modify.operations.first?.fields["ring"]?.map(\.value)
      else { return }
      do {
        guard try VerifiedRing(decoding: ring).state.mode == mode else { return }
        if !world.areAll(names(), form) { _ = wasEarly.raise() }
      } catch { Issue.record(error) }
    }
    return wasEarly
  }

  // MARK: Keys that came in another process

  @Test func whatCameClosedIsOpenedByTheProcessThatBeginsWithTheKeys() async throws {
    let names = try fill()
    try await turnOn()
    settle(laptop)
    try attic.edit(names[4], .body("zqwaits"))
    attic.settle(attic.runner.handle(.remoteHint, at: world.now))
    #expect(try attic.store.unreadable(.noKey).count == names.count)
    // A person lets the attic in, whose keys another process keeps.
    try await keysOfLaptop.letIn(keysOfAttic)
    try laptop.edit(names[1], .title("zqlater"))
    laptop.sync()
    let new = try attic.write("zqnew")
    try attic.revive(number: 22, keysOfAttic, mayBePlain: true)
    // There was something else to send; nothing is left closed by that.
    #expect(try form(new) == .sealed)
    #expect(try attic.overview().unreadable == 0)
    sync()
    try expectEqual(names)
    #expect(try attic.title(names[1]) == "zqlater")
    #expect(try laptop.entry(names[4])?.body == "zqwaits")
  }

  @Test func sealsCountFromTheKeyWithWhichItWasTurnedOnInTheNextProcess() async throws {
    let names = try await sealed()
    for number in 0..<5 {
      try laptop.edit(names[1], .title("zq \(number)"))
      sync()
    }
    try await turnOff()
    sync()
    // Another device comes in, which saw the entry only while it was plain.
    let keysOfShed = KeyHolder("shed", world, seed: 3)
    let shed = try SealedDevice("shed", world, number: 3, keys: keysOfShed.round(seed: 13, mayBePlain: true))
    shed.start()
    try await keysOfLaptop.letIn(keysOfShed)
    hear(shed)
    try shed.edit(names[1], .title("zqshed"))
    shed.sync()
    _ = try await keysOfShed.desk.turnOn(account: KeyHolder.account)
    hear(shed)
    settle(shed)
    #expect(try mode() == .sealed && form(names[1]) == .sealed)
    // A command of the laptop's looks at the keys; its next process synchronises.
    _ = try await keysOfLaptop.desk.look()
    try laptop.revive(number: 61, keysOfLaptop)
    for device in [laptop, shed, laptop, shed] { device.sync() }
    for device in [laptop, shed] {
      #expect(try device.title(names[1]) == "zqshed", "\(device.name)")
      #expect(try device.overview().unsent == 0)
    }
    #expect(laptop.log.allSatisfy { !$0.contains("older") })
  }

  @Test func whatAnEarlierVersionCouldNotReadIsReadByTheNextOne() async throws {
    let names = try await sealed()
    let record = try #require(try world.record(names[1].rawValue))
    _ = try attic.store.applyLookedUp(
      [.closed(ClosedRecord(record, reason: .newer))], asOf: nil, history: nil, rules: JournalSchema.mergeRules)
    try attic.edit(names[1], .title("zqwaits"))
    attic.sync()
    #expect(try attic.overview().unreadable == 1 && attic.overview().unsent == 1)
    try attic.revive(number: 23, keysOfAttic)
    sync()
    try expectEqual(names)
    #expect(try laptop.title(names[1]) == "zqwaits")
  }

  @Test func aPlainRecordThatWasLeftOutIsTakenInOnceTheJournalIsPlain() async throws {
    let names = try await sealed()
    try await turnOff()
    sync()
    let late = RecordName("019a9f1e-5b1c-7c3d-9d2e-00000000ffff")
    _ = try world.modify(
      RecordOperation(
        .create, recordName: late.rawValue, recordType: "JournalEntry", fields: ["title": Field(.string("zqlate"))]))
    // As if it had come while the journal was sealed still.
    attic.lie = { $0.recordName == late.rawValue ? nil : $0 }
    attic.sync()
    let record = try #require(try world.record(late.rawValue))
    _ = try attic.store.applyLookedUp(
      [.closed(ClosedRecord(record, reason: .unsealed))], asOf: nil, history: nil, rules: JournalSchema.mergeRules)
    attic.lie = { $0 }
    try attic.revive(number: 24, keysOfAttic)
    #expect(try attic.title(late) == "zqlate")
    #expect(try attic.overview().unreadable == 0)
    sync()
    try expectEqual(names + [late])
  }

  // MARK: Files on their way

  @Test func aFileThatWaitedToGoPlainDoesNotGoSoOnceItIsSealed() async throws {
    let names = try await sealed()
    try await turnOffOnBoth()
    attic.holdsUploads = true
    let bytes = Array("zqwaiting".utf8) + [UInt8](repeating: 7, count: 5000)
    for number in 0..<5 { _ = try attic.attach(bytes + [UInt8(number)], to: names[1], caption: "zq\(number)") }
    attic.sync()
    try await turnOn()
    settle(laptop)
    let before = world.requests.count
    hear(attic)
    attic.releaseUploads()
    sync()
    for case .uploadAsset(_, _, .file(let path, _)) in world.requests[before...] {
      #expect(path.contains("part-"), "plain: \(path)")
    }
    #expect(try attic.overview().unsent == 0 && laptop.store.pictures(nil).count == 6)
    for file in world.state.withLock({ Array($0.files.values) }) where file.starts(with: Array("zqwaiting".utf8)) {
      Issue.record("a file went plain")
    }
    try expectEqual(names)
  }

  // MARK: The end of turning

  @Test func whatIsFoundForOneDirectionDoesNotEndTheOther() async throws {
    let names = try await sealed()
    _ = try await keysOfLaptop.desk.turnOff()
    // Once all is plain, the look at the ring fails, and a person takes it back in another process.
    world.failing { [world] request in
      guard case .lookup(let lookup) = request, lookup.zoneID?.zoneName == "KeyZone", world.areAll(names, .plain)
      else { return nil }
      return .lost(CloudFailure(code: .networkFailure, reason: "away"))
    }
    hear(laptop)
    settle(laptop)
    world.failing { _ in nil }
    for name in names { #expect(try form(name) == .plain) }
    #expect(try mode() == .opening)
    _ = try await keysOfLaptop.desk.turnOn(account: KeyHolder.account)
    let wasEarly = watchTheEnd(.sealed, .sealed) { names }
    settle(laptop)
    hear(laptop)
    settle(laptop)
    #expect(wasEarly.raise())
    #expect(try mode() == .sealed)
    for name in names { #expect(try form(name) == .sealed) }
    hear(attic)
    sync()
    try expectEqual(names)
  }

  @Test func theServerIsReadOnceMoreBeforeItIsSaidThatAllIsSealed() async throws {
    let names = try await sealed()
    try await turnOffOnBoth()
    _ = try await keysOfLaptop.desk.turnOn(account: KeyHolder.account)
    // The attic has not heard of it, and sends another entry as soon as all others are sealed.
    let late = Mutex<[RecordName]>([])
    laptop.beforeRequest = { [attic, world] request in
      if case .modify = request { return }
      guard late.withLock({ $0.isEmpty }), world.areAll(names, .sealed) else { return }
      do {
        let entry = try attic.write("zqlate")
        late.withLock { $0 = [entry] }
        attic.settle(attic.runner.handle(.localChange, at: world.now))
        attic.settle(attic.runner.handle(.syncNow, at: world.now))
      } catch { Issue.record(error) }
    }
    let wasEarly = watchTheEnd(.sealed, .sealed) { names + late.withLock { $0 } }
    hear(laptop)
    settle(laptop)
    #expect(try mode() == .sealed && late.withLock { $0.count } == 1)
    #expect(wasEarly.raise())
    hear(attic)
    sync()
    try expectEqual(names + late.withLock { $0 })
  }
}
