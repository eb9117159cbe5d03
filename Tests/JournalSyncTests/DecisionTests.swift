import CloudRecord
import SyncCore
import Testing

@testable import JournalSync

/// How often the machine is asked what comes next: it decides which order is next, and nothing within one.
@Suite struct DecisionTests {
  let world = CloudWorld()

  @Test func aSavedEntryAsksTheMachineTwice() {
    let laptop = Device("laptop", world, number: 1).start()
    laptop.save("e1", ["title": .text("First")])
    let before = (laptop.runner.decisions, world.modifies.count)
    laptop.save("e1", ["title": .text("Second")])
    #expect(laptop.runner.decisions - before.0 == 2)
    #expect(world.modifies.count - before.1 == 1)
    #expect(laptop.store.unsentNames == [])
  }

  @Test func eachOfManyBatchesAsksTheMachineOnce() {
    let laptop = Device("laptop", world, number: 1, batch: 2).start()
    laptop.save("e0", ["title": .text("Entry 0")])
    for number in 1...20 { laptop.store.edit("e\(number)", ["title": .text("Entry \(number)")]) }
    let before = (laptop.runner.decisions, world.modifies.count)
    world.advance(2000)
    laptop.tell(.localChange)
    let batches = world.modifies.count - before.1
    #expect(batches == 10 && laptop.store.unsentNames == [])
    // What was saved, each batch, and that nothing is left.
    #expect(laptop.runner.decisions - before.0 <= batches + 2)
  }

  /// Conflicts, refusals and full space are settled within their batch.
  @Test func aRefusedRecordAsksTheMachineTwice() {
    let laptop = Device("laptop", world, number: 1).start()
    laptop.save("e1", ["title": .text("First")])
    world.failing { request in
      if case .modify = request { return .lost(CloudFailure(code: .invalidArguments, reason: "no")) }
      return nil
    }
    let before = laptop.runner.decisions
    laptop.save("e1", ["title": .text("Second")])
    // What was saved, the batch of which the only record was parked, and that nothing else waits.
    #expect(laptop.runner.decisions - before == 3)
  }
}
