import CloudRecord
import JournalCore
import JournalSync
import SyncCore
import Synchronization
import Testing

/// A server whose data went back, or are a copy that goes on by itself: nothing is taken from it before the person has
/// said which history holds.
@Suite struct OtherHistoryTests {
  private func start() throws -> (CloudWorld, Device, Device) {
    let world = CloudWorld()
    try world.begin(run: 1)
    let devices = (Device("laptop", world, number: 1), Device("desktop", world, number: 2))
    devices.0.start()
    devices.1.start()
    devices.0.save("kept", ["title": .text("kept")])
    devices.1.pull()
    return (world, devices.0, devices.1)
  }

  private func expectAsked(_ device: Device, _ place: SourceLocation = #_sourceLocation) {
    #expect(device.phase == .asking(.otherIncarnation), sourceLocation: place)
    #expect(device.store.state.withLock { $0.trash }.isEmpty, sourceLocation: place)
  }

  private func expectEqualAfterUploadingAgain(
    _ world: CloudWorld, _ devices: [Device], _ names: [String], _ place: SourceLocation = #_sourceLocation
  ) throws {
    for device in devices where device.phase == .asking(.otherIncarnation) {
      device.tell(.answered(.uploadAgain))
    }
    for device in devices {
      device.pull()
      #expect(device.runner.machine.isAtRest, "\(device.phase)", sourceLocation: place)
    }
    devices[0].pull()
    for device in devices {
      #expect(device.store.names == names, sourceLocation: place)
      #expect(device.store.unsentNames == [], sourceLocation: place)
    }
    for name in names { #expect(try world.record(name) != nil, sourceLocation: place) }
  }

  /// Another device has sent its journal again already: what only this one has was removed by no person.
  @Test func aZoneThatWasDeletedAndMadeAgainIsAskedAbout() throws {
    let (world, laptop, desktop) = try start()
    for number in 1...3 { desktop.save("later \(number)", ["title": .text("not here yet")]) }
    try world.zones(.delete(ZoneID(zoneName: "JournalZone")))
    laptop.pull()
    #expect(laptop.phase == .asking(.zoneGone))
    laptop.tell(.answered(.uploadAgain))
    #expect(laptop.phase == .resting)
    desktop.pull()
    #expect(desktop.phase == .asking(.zoneGone))
    #expect(desktop.store.state.withLock { $0.trash }.isEmpty)
    desktop.tell(.answered(.uploadAgain))
    try expectEqualAfterUploadingAgain(world, [laptop, desktop], ["kept", "later 1", "later 2", "later 3"])
  }

  /// The token is from before the push, and what was pushed is not there.
  @Test func aFolderThatWentBackIsNoticedAtTheNextAnswer() throws {
    let (world, laptop, desktop) = try start()
    world.copyFolder()
    laptop.save("lost", ["title": .text("acknowledged")])
    try world.putBack(run: 2)
    laptop.pull()
    expectAsked(laptop)
    try expectEqualAfterUploadingAgain(world, [laptop, desktop], ["kept", "lost"])
  }

  /// Numbers alone do not tell: the server says that it never was where this device saw it.
  @Test(arguments: [1, 2, 5]) func alsoWhereOthersWroteAsMuchSince(_ count: Int) throws {
    let (world, laptop, desktop) = try start()
    world.copyFolder()
    laptop.save("lost", ["title": .text("acknowledged")])
    try world.putBack(run: 2)
    for number in 0..<count { desktop.save("other \(number)", ["title": .text("since")]) }
    #expect(desktop.runner.machine.isAtRest)
    laptop.save("mine", ["title": .text("not sent yet")])
    expectAsked(laptop)
    // Nothing of it was written into the other history.
    #expect(try world.record("mine") == nil)
    try expectEqualAfterUploadingAgain(
      world, [laptop, desktop], ["kept", "lost", "mine"] + (0..<count).map { "other \($0)" })
  }

  /// An acknowledgement from another history is not kept: what was sent is unsent.
  @Test(arguments: [true, false]) func anAnswerToASaveIsLookedAtBeforeItIsKept(_ isRefused: Bool) throws {
    let (world, laptop, desktop) = try start()
    world.state.withLock { $0.checksPast = isRefused }
    world.copyFolder()
    laptop.save("gone", ["title": .text("acknowledged")])
    laptop.save("lost", ["title": .text("acknowledged")])
    laptop.beforeRequest = { request in
      guard case .modify = request else { return }
      do { try world.putBack(run: 2) } catch { Issue.record("\(error)") }
    }
    laptop.save("late", ["title": .text("sent while the folder went back")])
    laptop.beforeRequest = { _ in }
    expectAsked(laptop)
    #expect(laptop.store.unsentNames == ["late"])
    try expectEqualAfterUploadingAgain(world, [laptop, desktop], ["gone", "kept", "late", "lost"])
  }

  @Test func takingWhatTheServerHasMovesTheRestToTheTrash() throws {
    let (world, laptop, _) = try start()
    world.copyFolder()
    laptop.save("lost", ["title": .text("acknowledged")])
    try world.putBack(run: 2)
    laptop.pull()
    expectAsked(laptop)
    laptop.tell(.answered(.takeServers))
    #expect(laptop.runner.machine.isAtRest, "\(laptop.phase)")
    #expect(laptop.store.names == ["kept"])
    #expect(laptop.store.state.withLock { $0.trash } == ["lost"])
  }

  /// The question is asked again by the next process, until it is answered.
  @Test func theQuestionOutlivesTheProcess() throws {
    let (world, laptop, _) = try start()
    world.copyFolder()
    laptop.save("lost", ["title": .text("acknowledged")])
    try world.putBack(run: 2)
    laptop.pull()
    laptop.restart()
    laptop.start()
    expectAsked(laptop)
    laptop.tell(.answered(.stayLocal))
    #expect(laptop.phase == .stopped(.stayLocal))
  }

  /// A server of before, and Apple's, say nothing of their history.
  @Test func whoTellsNothingIsTakenAsBefore() throws {
    let world = CloudWorld()
    let laptop = Device("laptop", world, number: 1).start()
    laptop.save("a", ["title": .text("a")])
    #expect(laptop.runner.machine.isAtRest && laptop.runner.known == nil)
    // And from the first answer that does it is known.
    try world.begin(run: 1)
    laptop.save("b", ["title": .text("b")])
    laptop.pull()
    #expect(laptop.runner.machine.isAtRest)
    let (known, sequence) = (try laptop.store.syncPosition().history, try world.sequence())
    #expect(known?.sequence == sequence)
  }

  /// A server that only starts anew is the same.
  @Test func aStartIsNoOtherHistory() throws {
    let (world, laptop, desktop) = try start()
    for run in Int64(2)...5 {
      try world.begin(run: run)
      laptop.save("in \(run)", ["title": .text("\(run)")])
      desktop.pull()
      #expect(laptop.runner.machine.isAtRest && desktop.runner.machine.isAtRest)
    }
    #expect(desktop.store.names == laptop.store.names)
  }
}
