import CloudRecord
import Encodings
import Testing

@testable import CloudService

/// Data that went back, that were copied and go on twice, or that were resumed with a machine: nothing that was given in
/// the life that is lost holds in the one that goes on.
@Suite struct HistoryTests {
  private let storage = MemoryCloudStorage()
  private let world: World

  init() throws {
    let first = World(withoutRuns: storage)
    world = try World(first, run: 11)
    try world.zones([.create(World.journal)])
    try world.modify([.create("old", ["n": .int64(1)])])
  }

  private func code(_ body: () throws -> Void) throws -> ServerErrorCode? { try refusal(body)?.code }

  private func expectAnotherHistory(
    _ token: ChangeToken, _ known: ServerHistory, in world: World, _ place: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try code { _ = try world.page(token) } == .changeTokenExpired, sourceLocation: place)
    let refused = try code { try world.storage.read { try world.service.requirePast(known, world.call(), in: $0) } }
    #expect(refused == .changeTokenExpired, sourceLocation: place)
  }

  private func expectOurs(_ known: ServerHistory, in world: World, _ place: SourceLocation = #_sourceLocation) throws {
    let refused = try refusal { try world.storage.read { try world.service.requirePast(known, world.call(), in: $0) } }
    #expect(refused == nil, sourceLocation: place)
  }

  @Test func whatIsGivenHoldsAfterEveryStart() throws {
    let (early, known) = (try world.changes().token, try world.history())
    try world.modify([.create("new")])
    let (late, knownLate) = (try world.changes().token, try world.history())
    var next = world
    for run in Int64(12)...15 {
      next = try World(next, run: run)
      #expect(try next.changes(since: early).changes.map(\.recordName).first == "new")
      try expectOurs(known, in: next)
      try expectOurs(knownLate, in: next)
      try next.modify([.create("in run \(run)")])
    }
    #expect(try next.changes(since: late).changes.count == 4)
    #expect(try next.history().sequence > knownLate.sequence)
  }

  /// As many or more records may have come since: numbers alone do not tell.
  @Test(arguments: [0, 1, 5]) func aFolderThatWasPutBackIsAnotherHistory(_ others: Int) throws {
    let (early, knownEarly) = (try world.changes().token, try world.history())
    let copy = storage.copy()
    // The copy was taken of a server at work, or of one that had stopped.
    for started in try [world, World(world, run: 12)] {
      try started.modify([.create("acknowledged, and lost \(started.service.runID)")])
      let (late, knownLate) = (try started.changes().token, try started.history())
      let back = try World(started, on: copy.copy(), run: 13)
      for number in 0..<others { try back.modify([.create("other \(number)")]) }
      try expectAnotherHistory(late, knownLate, in: back)
      #expect(try back.changes(since: early).changes.count == others)
      try expectOurs(knownEarly, in: back)
      // A second start changes nothing of it.
      try expectAnotherHistory(late, knownLate, in: try World(back, run: 14))
    }
  }

  @Test func twoCopiesThatBothGoOnAreTwoHistories() throws {
    let early = try world.changes().token
    let worlds = try [World(world, run: 12), World(world, on: storage.copy(), run: 13)]
    for one in worlds { try one.modify([.create("same name", ["n": .int64(one.service.runID)])]) }
    for (one, other) in [(worlds[0], worlds[1]), (worlds[1], worlds[0])] {
      try expectAnotherHistory(try one.changes().token, try one.history(), in: other)
      #expect(try other.changes(since: early).changes.count == 1)
    }
  }

  /// The process goes on as if nothing had been: within one run the commits' digests tell.
  @Test func aMachineThatWasResumedFromMemoryIsAnotherHistory() throws {
    let early = try world.changes().token
    let copy = storage.copy()
    try world.modify([.create("acknowledged"), .create("and lost")])
    let (late, knownLate) = (try world.changes().token, try world.history())
    let resumed = try World(world, on: copy, run: nil)
    try resumed.modify([.create("others"), .create("came"), .create("since")])
    #expect(try resumed.history().sequence > knownLate.sequence)
    try expectAnotherHistory(late, knownLate, in: resumed)
    #expect(try resumed.changes(since: early).changes.count == 3)
  }

  /// A tag with the same number twice: a client's `update` must not pass over words that it has not seen.
  @Test func aTagThatIsGivenTwiceIsAConflict() throws {
    let copy = storage.copy()
    func update(_ world: World, _ number: Int64, tag: String? = nil) throws -> RecordOutcome? {
      let tag = try tag ?? world.record("old")?.recordChangeTag
      return try world.modify([.update("old", tag: tag, ["n": .int64(number)])]).outcomes.first
    }
    let before = try #require(try update(world, 2)?.record)
    let back = try World(world, on: copy, run: 13)
    let after = try #require(try update(back, 3)?.record)
    #expect(try world.database()?.sequence == back.database()?.sequence)
    #expect(before.recordChangeTag != after.recordChangeTag)
    #expect(try update(back, 4, tag: before.recordChangeTag)?.error?.code == .conflict)
    #expect(try back.record("old")?.fields["n"]?.value == .int64(3))
    // Tags are short, and of letters and digits as Apple's are.
    #expect(after.recordChangeTag.utf8.count <= 26 && after.recordChangeTag.allSatisfy { $0.isLetter || $0.isNumber })
  }

  /// What the service gave out before it kept runs holds, unless the data go back to before that.
  @Test func whatWasGivenBeforeRunsWereKeptHolds() throws {
    let old = MemoryCloudStorage()
    let before = World(withoutRuns: old)
    try before.zones([.create(World.journal)])
    let tag = try #require(try before.modify([.create("a")]).outcomes.first?.record?.recordChangeTag)
    // As the token was then: sixty-four bytes, no run.
    let database = try #require(try before.database())
    let zone = try #require(try old.read { try $0.zone("JournalZone", in: database.id) })
    var payload = Digest(of: before.service.settings.incarnation).short
    for number in [database.id, zone.id, zone.sequence, 0, 0] { payload += HistoryPosition.bytes(number) }
    payload += Digest(of: Array("JournalZone".utf8)).bytes.prefix(8)
    let token = ChangeToken(Base64.text(before.service.seal.seal(.zoneChanges, payload)))
    let copy = old.copy()

    let now = try World(before, run: 11)
    #expect(try now.changes(since: token).changes.isEmpty)
    #expect(try now.modify([.update("a", tag: tag, ["n": .int64(1)])]).outcomes.first?.record != nil)
    #expect(try now.changes(since: token).changes.map(\.recordName) == ["a"])
    // What is given from now on is told from what another life gave.
    let back = try World(before, on: copy, run: 12)
    #expect(try back.changes(since: token).changes.isEmpty)
    #expect(try code { _ = try back.page(now.changes().token) } == .changeTokenExpired)
    #expect(try back.record("a")?.recordChangeTag == tag)
  }

  @Test func whoKnowsNothingOfThisDatabaseIsRefused() throws {
    let known = try world.history()
    var other = known
    other.incarnation = Digest(of: [1]).description
    #expect(try code { try require(other) } == .changeTokenExpired)
    other = known
    other.sequence += 1
    #expect(try code { try require(other) } == .changeTokenExpired)
    for run in ["0", "", "zz", "000000000000000b.0000000000000001", "000000000000000c"] {
      other = ServerHistory(incarnation: known.incarnation, run: run, sequence: known.sequence)
      #expect(try code { try require(other) } == .changeTokenExpired, "\(run)")
    }
    #expect(try code { try require(known) } == nil)
    #expect(ServerHistory(header: known.header) == known)
    for header in ["", "a", "a,b", "a,b,-1", "a,b,x", "a,b,1,2", ",b,1", "a b,c,1"] {
      #expect(ServerHistory(header: header) == nil, "\(header)")
    }
  }

  private func require(_ known: ServerHistory) throws {
    try storage.read { try world.service.requirePast(known, world.call(), in: $0) }
  }

  /// Old commits are forgotten; then the run alone is looked at.
  @Test func commitsAreKeptForAWhileOnly() throws {
    let early = try world.changes().token
    let database = try #require(try world.database())
    try storage.write { transaction in
      for number in 0..<Int64(11_500) {
        try world.service.noteCommit([(database.sequence + number + 1, "r", [])], in: database.id, transaction)
      }
    }
    let kept = try storage.read { try $0.commit(in: database.id, endingAtOrAfter: 0) }
    let latest = try storage.read { try $0.latestCommit(in: database.id) }
    #expect((kept?.number ?? 0) > 1000)
    #expect((latest?.number ?? 0) - (kept?.number ?? 0) >= CloudService.keptCommits)
    #expect(try world.page(early).changes.isEmpty)
  }
}
