import CloudRecord
import JournalCore
import SyncCore
import Testing

@testable import JournalSync

/// How often the journal's file is asked: each call is a transaction.
@Suite struct StoreCallTests {
  let world = CloudWorld()

  /// Lets a device send what waits, and what its status shows be counted, as the actor does after each step.
  private func calls(_ device: Device, _ body: () -> Void) -> [String] {
    device.counts = true
    defer { device.counts = false }
    device.runner.count(at: world.now)
    // Long enough for what is counted to be due again.
    world.advance(2000)
    _ = device.store.takeCalls()
    body()
    return device.store.takeCalls()
  }

  /// A device that has sent an entry; twice, so that it knows the server's clock.
  private func started(batch: Int = 200) -> Device {
    let device = Device("laptop", world, number: 1, batch: batch).start()
    for title in ["First", "Again"] { device.save("e1", ["title": .text(title)]) }
    return device
  }

  /// One reading that finds and counts what waits, one transaction that keeps the answer and counts what is left.
  @Test func aSavedEntryTakesTwoCalls() {
    let laptop = started()
    let calls = calls(laptop) { laptop.save("e1", ["title": .text("Second")]) }
    #expect(calls == ["unsent", "commit"])
    #expect(laptop.store.unsentNames == [] && laptop.runner.counted.unsent == 0)
  }

  @Test func theStatusKnowsWhatWaitsBeforeItGoes() {
    let laptop = started()
    var seen: [Int] = []
    laptop.beforeRequest = { [unowned laptop] _ in seen.append(laptop.runner.counted.unsent) }
    _ = calls(laptop) { laptop.save("e1", ["title": .text("Second")]) }
    #expect(seen == [1])
  }

  /// Of many batches each is chosen while the one before it is on its way, and kept: two calls each. Only the last ones, which
  /// are not full, are chosen when it is their turn; what is left is counted once a second and at the end.
  @Test func eachOfManyBatchesTakesTwoCalls() {
    let laptop = started(batch: 2)
    for number in 1...20 { laptop.store.edit("e\(number)", ["title": .text("Entry \(number)")]) }
    let before = world.modifies.count
    let calls = calls(laptop) {
      world.advance(2000)
      laptop.tell(.localChange)
    }
    let batches = world.modifies.count - before
    #expect(batches == 10 && laptop.store.unsentNames == [])
    #expect(calls.count(where: { $0 == "commit" }) == batches)
    #expect(calls.count(where: { $0 == "unsent" }) <= batches + 2)
    #expect(Set(calls) == ["commit", "unsent", "syncOverview"])
    #expect(laptop.runner.counted.unsent == 0)
  }

  /// It is asked for, taken in, and what it merged is looked for.
  @Test func aPageTakesThreeCallsAndOneWithNothingInItTwo() {
    let laptop = started()
    let desktop = Device("desktop", world, number: 2).start()
    desktop.save("e2", ["title": .text("From afar")])
    #expect(calls(laptop) { laptop.pull() } == ["syncPosition", "apply", "unsent"])
    #expect(laptop.store.text("e2", "title") == "From afar" && laptop.runner.counted.records == 2)
    #expect(calls(laptop) { laptop.pull() } == ["syncPosition", "apply"])
  }

  /// What is wrong with the file while it is counted stops nothing, and is counted again.
  @Test func aCountThatFailsIsTriedAgain() {
    let laptop = Device("laptop", world, number: 1).start()
    laptop.store.edit("e1", ["title": .text("First")])
    laptop.store.fail("syncOverview")
    laptop.runner.count(isChanged: true, at: world.now)
    #expect(laptop.runner.counted.unsent == 0)
    laptop.runner.count(at: world.now)
    #expect(laptop.runner.counted.unsent == 1)
  }
}
