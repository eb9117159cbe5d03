import CloudRecord
import CloudService
import Testing

@Suite struct TokenTests {
  private func expectRefusal(
    _ code: ServerErrorCode, _ reason: String? = nil, _ body: () throws -> Void,
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    let error = try refusal(body)
    #expect(error?.code == code, sourceLocation: place)
    if let reason { #expect(error?.reason == reason, sourceLocation: place) }
  }

  @Test(arguments: TestStorage.allCases, ["x", "nonsense", "AAAA", "AQ", "!!!!", "=", "é", "AQ==", "////"])
  func nonsenseIsToldAsSuch(storage: TestStorage, text: String) throws {
    let world = try World.withJournal(storage)
    try expectRefusal(.badRequest, "Unknown sync continuation type") { _ = try world.page(ChangeToken(text)) }
    try expectRefusal(.badRequest, "Unknown sync continuation type") {
      _ = try world.databaseChanges(ChangeToken(text))
    }
  }

  @Test(arguments: TestStorage.allCases)
  func everyDamageIsNoticed(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a")])
    let text = try world.changes().token.text
    for count in 4..<text.count {
      try expectRefusal(.badRequest, "Invalid continuation format") {
        _ = try world.page(ChangeToken(String(text.prefix(count))))
      }
    }
    for index in text.indices.dropFirst(4) {
      var forged = text
      forged.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
      let error = try refusal { _ = try world.page(ChangeToken(forged)) }
      #expect(error == ServiceError(.badRequest, "Invalid continuation format"))
    }
    try expectRefusal(.badRequest, "Invalid continuation format") { _ = try world.page(ChangeToken(text + "AAAA")) }
  }

  @Test(arguments: TestStorage.allCases)
  func anEmptyTokenIsNone(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a")])
    #expect(try world.page(ChangeToken("")) == world.page())
    #expect(try world.databaseChanges(ChangeToken("")) == world.databaseChanges())
  }

  @Test(arguments: TestStorage.allCases)
  func aTokenHoldsInItsOwnFeedOnly(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let other = ZoneID(zoneName: "Other")
    try world.zones([.create(other)])
    try world.zones([.create(World.journal)], world.call("_bob"))
    let zoneToken = try world.changes().token
    let databaseToken = try world.databaseChanges().syncToken
    try expectRefusal(.badRequest) { _ = try world.page(databaseToken) }
    try expectRefusal(.badRequest) { _ = try world.databaseChanges(zoneToken) }
    try expectRefusal(.badRequest) { _ = try world.page(zoneToken, zone: other) }
    try expectRefusal(.badRequest) { _ = try world.page(zoneToken, world.call("_bob")) }
    try expectRefusal(.badRequest) { _ = try world.databaseChanges(databaseToken, world.call("_bob")) }
    #expect(try world.page(zoneToken).syncToken == zoneToken)
  }

  @Test(arguments: TestStorage.allCases)
  func anotherHistoryEndsEveryToken(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let (zone, database) = (try world.changes().token, try world.databaseChanges().syncToken)
    let restored = World(over: world, incarnation: 2)
    try expectRefusal(.changeTokenExpired) { _ = try restored.page(zone) }
    try expectRefusal(.changeTokenExpired) { _ = try restored.databaseChanges(database) }
    #expect(try restored.changes().token != zone)
  }

  @Test(arguments: TestStorage.allCases)
  func aZoneMadeAgainHasNothingToDoWithTheOldTokens(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a")])
    let token = try world.changes().token
    try world.zones([.delete(World.journal)])
    try expectRefusal(.zoneNotFound) { _ = try world.page(token) }
    try world.zones([.create(World.journal)])
    try expectRefusal(.changeTokenExpired) { _ = try world.page(token) }
    // A client that keeps the history asks its person, rather than take what it does not find for removed.
    var call = world.call()
    call.keepsHistory = true
    try expectRefusal(.zoneNotFound) { _ = try world.page(token, call) }
    #expect(try world.changes().changes.isEmpty)
  }

  @Test(arguments: TestStorage.allCases)
  func aTokenEndsWhenTombstonesThatItHasNotSeenAreGone(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a"), .create("b")])
    let old = try world.changes().token
    try world.modify([.delete("a")])
    let recent = try world.changes().token
    world.advance(31 * 86_400_000)
    _ = try world.housekeeping()
    try expectRefusal(.changeTokenExpired) { _ = try world.page(old) }
    #expect(try world.page(recent).syncToken == recent)
    #expect(try world.changes().changes.map(\.recordName) == ["b"])
  }

  @Test(arguments: TestStorage.allCases)
  func everyTokenIsPaddedBase64(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify((0..<5).map { .create("r\($0)") })
    let tokens = [
      try world.page(limit: 2).syncToken, try world.changes().token, try world.page(limit: 2, reverse: true).syncToken,
      try world.databaseChanges().syncToken,
    ]
    for token in tokens {
      #expect(token.text.utf8.count % 4 == 0)
      #expect(token.text.wholeMatch(of: /[A-Za-z0-9+\/]+={0,2}/) != nil)
    }
  }

  @Test(arguments: TestStorage.allCases)
  func aReaderOfNothingYetGetsATokenThatHoldsLater(storage: TestStorage) throws {
    let world = try World(storage)
    let token = try world.databaseChanges().syncToken
    #expect(try world.database() == nil)
    try world.zones([.create(World.journal)])
    #expect(try world.databaseChanges(token).zones.map(\.zoneID.zoneName) == ["JournalZone"])
  }
}
