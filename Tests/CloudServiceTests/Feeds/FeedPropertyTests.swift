import CloudRecord
import CloudService
import TestKit
import Testing

/// What must hold for every history of writes and every way of reading it in pages meanwhile.
@Suite struct FeedPropertyTests {
  /// A device that reads pages while others write, and so has to end with what the service has.
  struct Reader {
    var token: ChangeToken?
    var seen: [String: Record] = [:]
    var isAtEnd = false
    let isReverse: Bool
    let limit: Int

    mutating func readPage(_ world: World) throws {
      let page: ZoneChangesReply
      do {
        page = try world.page(token, limit: limit, reverse: isReverse)
      } catch let error as ServiceError where error.code == .changeTokenExpired {
        token = nil
        seen = [:]
        isAtEnd = false
        return
      }
      var names: Set<String> = []
      for change in page.changes {
        #expect(names.insert(change.recordName).inserted, "each record once a page")
        switch change {
        case .changed(let record): seen[record.recordName] = record
        case .deleted(let name, _): seen[name] = nil
        }
      }
      #expect(page.changes.count <= limit)
      token = page.syncToken
      isAtEnd = !page.moreComing
    }
  }

  private func write(_ world: World, _ generator: inout SeededGenerator) throws {
    var operations: [RecordOperation] = []
    for _ in 0...generator.below(6) {
      let name = "r\(generator.below(40))"
      operations.append(
        generator.chance(35)
          ? RecordOperation(.forceDelete, recordName: name)
          : .force(name, ["n": .int64(Int64(generator.below(1000)))]))
    }
    if generator.chance(20) { operations.append(.update("r0", tag: "stale")) }
    try world.modify(operations, atomic: generator.chance(50))
  }

  private func living(_ world: World) throws -> [String: Record] {
    var all: [String: Record] = [:]
    for outcome in try world.lookup((0..<40).map { "r\($0)" }) {
      if let record = outcome.record { all[record.recordName] = record }
    }
    return all
  }

  /// Readers of every kind, writers between their pages, tombstones collected under them: all end with the same.
  @Test(arguments: TestStorage.allCases, 0..<25)
  func everyReaderEndsWithWhatTheServiceHas(storage: TestStorage, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let world = try World.withJournal(storage)
    var readers = (0..<6).map { Reader(isReverse: $0 % 2 == 1, limit: [1, 3, 10, 50, 2, 200][$0]) }
    for _ in 0..<60 {
      if generator.chance(50) { try write(world, &generator) }
      world.advance(Int64(generator.below(5)) * 86_400_000)
      if generator.chance(10) { _ = try world.housekeeping() }
      let index = generator.below(readers.count)
      try readers[index].readPage(world)
    }
    let expected = try living(world)
    for index in readers.indices {
      var pages = 0
      repeat {
        try readers[index].readPage(world)
        pages += 1
        try #require(pages < 500, "reading ends")
      } while !readers[index].isAtEnd
      #expect(readers[index].seen == expected)
    }
  }

  /// Between any two tokens lies exactly what was committed between them, each record once, as it is now.
  @Test(arguments: TestStorage.allCases, 0..<25)
  func theUnionOfPagesIsExactlyWhatWasCommitted(storage: TestStorage, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(1000 + seed))
    let world = try World.withJournal(storage)
    var marks: [(token: ChangeToken, state: [String: Record])] = []
    for _ in 0..<12 {
      for _ in 0..<generator.below(4) { try write(world, &generator) }
      marks.append((try world.changes().token, try living(world)))
    }
    let now = try living(world)
    for mark in marks {
      let limit = 1 + generator.below(20)
      let read = try world.changes(since: mark.token, limit: limit)
      let names = read.changes.map(\.recordName)
      #expect(Set(names).count == names.count)
      var replayed = mark.state
      for change in read.changes {
        switch change {
        case .changed(let record):
          #expect(replayed[record.recordName] != record, "nothing that was known is told again")
          replayed[record.recordName] = record
        case .deleted(let name, _): replayed[name] = nil
        }
      }
      #expect(replayed == now)
      #expect(read.token == marks[marks.count - 1].token)
    }
  }

  /// Tokens are positions: reading the same twice gives the same, in pages of any size.
  @Test(arguments: TestStorage.allCases, 0..<5)
  func readingAgainGivesTheSame(storage: TestStorage, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(2000 + seed))
    let world = try World.withJournal(storage)
    for _ in 0..<20 { try write(world, &generator) }
    let middle = try world.changes().token
    for _ in 0..<20 { try write(world, &generator) }
    let whole = try world.changes(since: middle)
    for limit in [1, 2, 7, 200] {
      let again = try world.changes(since: middle, limit: limit)
      #expect(again.changes == whole.changes && again.token == whole.token)
    }
  }

  /// A first fetch that is slower than the collection of tombstones must come to an end all the same.
  @Test(arguments: TestStorage.allCases)
  func aFirstFetchBelowTheHorizonEnds(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify((0..<20).map { .create("r\($0)") })
    try world.modify([.delete("r19")])
    world.advance(31 * 86_400_000)
    _ = try world.housekeeping()
    #expect(try world.changes(limit: 1).changes.count == 19)
  }

  /// What vanished without a trace while a first fetch was under way ends it, for it may have been told already.
  @Test(arguments: TestStorage.allCases, [false, true])
  func aFirstFetchEndsWhenTombstonesOfItsTimeAreGone(storage: TestStorage, isReverse: Bool) throws {
    let world = try World.withJournal(storage)
    try world.modify((0..<20).map { .create("r\($0)") })
    let page = try world.page(limit: 5, reverse: isReverse)
    try world.modify([.delete("r0"), .delete("r19")])
    world.advance(31 * 86_400_000)
    _ = try world.housekeeping()
    let error = try refusal { _ = try world.page(page.syncToken, limit: 5, reverse: isReverse) }
    #expect(error?.code == .changeTokenExpired)
  }
}
