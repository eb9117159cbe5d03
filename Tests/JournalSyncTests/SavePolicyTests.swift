import CloudRecord
import JournalSync
import SyncCore
import Synchronization
import Testing

/// The guide's example: one device changes the mood, the other, which has not seen it, the title.
@Suite final class SavePolicyTests: TwoDevices {
  override init() {
    super.init()
    laptop.start()
    desktop.start()
    laptop.save(
      "run", ["title": .text("Morning Run"), "mood": .text("happy"), "body": .text("Ran 5 miles")])
    desktop.pull()
    desktop.save("run", ["mood": .text("excited")])
    laptop.store.edit("run", ["title": .text("Morning Jog")])
    world.advance(2000)
  }

  private func serverHas(_ title: String, _ mood: String) throws {
    let fields = try #require(try world.record("run")).fields
    #expect(fields["title"]?.value == .text(title))
    #expect(fields["mood"]?.value == .text(mood))
    #expect(fields["body"]?.value == .text("Ran 5 miles"))
    #expect(laptop.store.text("run", "title") == title)
    #expect(laptop.store.text("run", "mood") == mood)
    #expect(laptop.store.unsentNames == [])
    desktop.pull()
    #expect(desktop.store.text("run", "title") == title)
    #expect(desktop.store.text("run", "mood") == mood)
    #expect(desktop.store.unsentNames == [])
  }

  @Test func morningRunIfUnchangedMergesAfterAConflict() throws {
    laptop.tell(.localChange)
    let kinds = world.modifies.suffix(2).flatMap { $0.operations.map(\.kind) }
    #expect(kinds == [.update, .update])
    try serverHas("Morning Jog", "excited")
  }

  @Test func morningRunWithChangedKeysOverwritesTheTitleOnly() throws {
    let before = world.modifies.count
    laptop.settle(laptop.runner.save("run", policy: .changedKeys, at: world.now))
    #expect(world.modifies.count == before + 1)
    let operation = try #require(world.modifies.last?.operations.first)
    #expect(operation.kind == .forceUpdate)
    #expect(operation.fields.keys.sorted() == ["fieldStamps", "modifiedAt", "title"])
    try serverHas("Morning Jog", "excited")
  }

  @Test func morningRunWithAllKeysOverwritesEverythingAndKeepsWhatItOverwrote() throws {
    try world.modify(
      RecordOperation(
        .forceUpdate, recordName: "run", recordType: "JournalEntry", fields: ["weather": Field(.string("sunny"))]))
    laptop.settle(laptop.runner.save("run", policy: .allKeys, at: world.now))
    #expect(world.modifies.last?.operations.first?.kind == .forceReplace)
    #expect(try world.record("run")?.fields["weather"]?.value == .text("sunny"))
    try serverHas("Morning Jog", "happy")
    let excited = FakeStore.Lost(record: "run", field: "mood", value: .text("excited"))
    #expect(laptop.store.state.withLock { $0.history.contains(excited) })
  }
}
