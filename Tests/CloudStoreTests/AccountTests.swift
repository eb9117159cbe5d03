import CloudRecord
import CloudService
import CloudStore
import Testing

@Suite struct AccountTests {
  static let recordName = "_0123456789abcdef0123456789abcdef"
  static let otherName = "_ffffffffffffffffffffffffffffffff"

  private let accounts: SQLiteAccounts

  init() throws { accounts = SQLiteAccounts(try TestService().database) }

  static func user(_ name: String = "anna", _ recordName: String = recordName) -> StoredUser {
    StoredUser(name: name, userRecordName: recordName, passwordHash: "$scrypt$x", createdAt: 5)
  }

  static func session(_ number: UInt8, at time: Int64 = 1000, of user: String = recordName) -> StoredSession {
    StoredSession(
      id: "device\(number)", tokenDigest: [UInt8](repeating: number, count: 32), userRecordName: user,
      deviceName: "Laptop é", kind: .browser, createdAt: time)
  }

  @Test func usersComeBackAsTheyWere() throws {
    var anna = Self.user("Anna.B-1")
    anna.suspendedAt = 7
    anna.quota = StoredUser.unlimited
    try accounts.add(anna)
    anna.name = "anna.b-1"
    #expect(try accounts.user(named: "ANNA.b-1") == anna)
    #expect(try accounts.user(recordName: Self.recordName) == anna)
    #expect(try accounts.user(named: "bert") == nil)
    try accounts.add(Self.user("aaron", Self.otherName))
    #expect(try accounts.users().map(\.name) == ["aaron", "anna.b-1"])
    #expect(try accounts.users()[0].quota == 5 << 30)
  }

  @Test func aNameIsTakenInAnyCase() throws {
    try accounts.add(Self.user())
    #expect(throws: AccountError.nameTaken("anna")) { try accounts.add(Self.user("ANNA", Self.otherName)) }
    #expect(throws: AccountError.self) { try accounts.add(Self.user("bert")) }
    #expect(try accounts.users().count == 1)
  }

  @Test func namesAreChecked() throws {
    let names = [
      "", ".a", "-a", "_a", "a b", "a/b", "ä", "a\0", "a\n", "\u{212A}", "a@b", String(repeating: "a", count: 65),
    ]
    for name in names {
      #expect(throws: AccountError.invalidName(name)) { try accounts.add(Self.user(name)) }
      #expect(throws: AccountError.invalidName(name)) { try accounts.user(named: name) }
      let text = AccountError.invalidName(name).description
      #expect(!text.unicodeScalars.contains { $0.value < 32 })
    }
    for name in ["a", "0", "a._-", String(repeating: "a", count: 64)] { #expect(try accounts.user(named: name) == nil) }
    for recordName in ["", "_", "_0123", "_0123456789ABCDEF0123456789abcdef", "00123456789abcdef0123456789abcdef"] {
      #expect(throws: AccountError.self) { try accounts.add(Self.user("anna", recordName)) }
    }
  }

  @Test func usersAreSuspendedAndLimited() throws {
    try accounts.add(Self.user())
    try accounts.setSuspended(named: "Anna", at: 99)
    try accounts.setQuota(named: "anna", bytes: 0)
    #expect(try accounts.user(named: "anna")?.suspendedAt == 99)
    #expect(try accounts.user(named: "anna")?.quota == 0)
    try accounts.setSuspended(named: "anna", at: nil)
    #expect(try accounts.user(named: "anna")?.suspendedAt == nil)
    #expect(throws: AccountError.self) { try accounts.setQuota(named: "anna", bytes: -1) }
    #expect(try accounts.usage(named: "anna") == 0)
    let changes: [(String) throws -> Void] = [
      { try accounts.setSuspended(named: $0, at: 1) }, { try accounts.setQuota(named: $0, bytes: 1) },
      { try accounts.removeUser(named: $0) }, { _ = try accounts.usage(named: $0) },
      { try accounts.setPassword(named: $0, hash: "h", keepingSession: nil) },
    ]
    for change in changes { #expect(throws: AccountError.unknownUser("bert")) { try change("bert") } }
  }

  @Test func aNewPasswordEndsTheOtherSessions() throws {
    try accounts.add(Self.user())
    try accounts.add(Self.user("bert", Self.otherName))
    for number in 1...3 as ClosedRange<UInt8> { try accounts.add(Self.session(number)) }
    try accounts.add(Self.session(4, of: Self.otherName))
    try accounts.setPassword(named: "anna", hash: "$new", keepingSession: "device2")
    #expect(try accounts.user(named: "anna")?.passwordHash == "$new")
    #expect(try accounts.sessions(ofUser: Self.recordName, at: 1000).map(\.id) == ["device2"])
    #expect(try accounts.sessions(ofUser: Self.otherName, at: 1000).count == 1)
    try accounts.rehash(named: "anna", from: "$other", to: "$no")
    #expect(try accounts.user(named: "anna")?.passwordHash == "$new")
    try accounts.rehash(named: "anna", from: "$new", to: "$stronger")
    #expect(try accounts.user(named: "anna")?.passwordHash == "$stronger")
    try accounts.setPassword(named: "anna", hash: "$newer", keepingSession: nil)
    #expect(try accounts.sessions(ofUser: Self.recordName, at: 1000).isEmpty)
  }

  @Test func sessionsSlide() throws {
    try accounts.add(Self.user())
    let session = Self.session(1)
    try accounts.add(session)
    let digest = session.tokenDigest
    // Within the hour nothing is written down.
    let soon = try #require(try accounts.session(tokenDigest: digest, usedAt: 1000 + 3_599_999))
    #expect(soon.session == session)
    #expect(soon.user == Self.user())
    let later = try #require(try accounts.session(tokenDigest: digest, usedAt: 1000 + 3_600_000))
    #expect(later.session.lastUsedAt == 3_601_000)
    #expect(later.session.expiresAt == 3_601_000 + StoredSession.lifetime)
    #expect(try accounts.sessions(ofUser: Self.recordName, at: 3_601_000) == [later.session])
    #expect(try accounts.session(tokenDigest: digest, usedAt: later.session.expiresAt - 1) != nil)
    #expect(try accounts.session(tokenDigest: digest, usedAt: later.session.expiresAt * 2) == nil)
    #expect(try accounts.session(tokenDigest: [UInt8](repeating: 2, count: 32), usedAt: 1) == nil)
  }

  @Test func sessionsLiveAsLongAsTheServerIsTold() throws {
    try accounts.add(Self.user())
    let day: Int64 = 86_400_000
    let short = StoredSession(
      id: "short", tokenDigest: [UInt8](repeating: 1, count: 32), userRecordName: Self.recordName, deviceName: "d",
      kind: .owner, createdAt: 0, lifetime: day)
    #expect(short.expiresAt == day)
    try accounts.add(short)
    try accounts.add(Self.session(2, at: 0))
    #expect(try accounts.session(tokenDigest: short.tokenDigest, usedAt: day, lifetime: day) == nil)
    let used = try accounts.session(tokenDigest: short.tokenDigest, usedAt: day - 1, lifetime: 7 * day)
    #expect(used?.session.expiresAt == 8 * day - 1)
    // A shorter life holds for sessions that were promised a longer one, from their last use.
    try accounts.shortenSessions(to: 3 * day)
    #expect(try accounts.sessions(ofUser: Self.recordName, at: 0).map(\.expiresAt) == [3 * day, 4 * day - 1])
    try accounts.shortenSessions(to: 30 * day)
    #expect(try accounts.sessions(ofUser: Self.recordName, at: 0).map(\.expiresAt) == [3 * day, 4 * day - 1])
  }

  @Test func aSessionKeepsWhatItIsFor() throws {
    try accounts.add(Self.user())
    var bound = Self.session(1)
    bound.containerID = "iCloud.org.example"
    try accounts.add(bound)
    try accounts.add(Self.session(2))
    #expect(try accounts.session(tokenDigest: bound.tokenDigest, usedAt: 1001)?.session == bound)
    #expect(try accounts.sessions(ofUser: Self.recordName, at: 0).map(\.containerID) == ["iCloud.org.example", nil])
    #expect(bound.isFor("iCloud.org.example") && !bound.isFor("iCloud.other"))
    #expect(Self.session(2).isFor("iCloud.other"))
  }

  @Test func sessionsAreRevokedByTheirUserOnly() throws {
    try accounts.add(Self.user())
    try accounts.add(Self.user("bert", Self.otherName))
    try accounts.add(Self.session(1))
    #expect(try !accounts.revokeSession("device1", ofUser: Self.otherName))
    #expect(try accounts.revokeSession("device1", ofUser: Self.recordName))
    #expect(try !accounts.revokeSession("device1", ofUser: Self.recordName))
    #expect(try accounts.session(tokenDigest: Self.session(1).tokenDigest, usedAt: 1001) == nil)
  }

  @Test func devicesAreRenamedByTheirUserOnly() throws {
    try accounts.add(Self.user())
    try accounts.add(Self.user("bert", Self.otherName))
    try accounts.add(Self.session(1))
    #expect(try !accounts.renameSession("device1", ofUser: Self.otherName, to: "theirs"))
    #expect(try !accounts.renameSession("device9", ofUser: Self.recordName, to: "none"))
    #expect(try accounts.renameSession("device1", ofUser: Self.recordName, to: "desk"))
    #expect(try accounts.sessions(ofUser: Self.recordName, at: 0).map(\.deviceName) == ["desk"])
    #expect(try accounts.session(tokenDigest: Self.session(1).tokenDigest, usedAt: 1001)?.session.deviceName == "desk")
  }

  @Test func strangeSessionsAreRefused() throws {
    #expect(throws: AccountError.unknownUser(Self.recordName)) { try accounts.add(Self.session(1)) }
    try accounts.add(Self.user())
    try accounts.add(Self.session(1))
    #expect(throws: AccountError.self) { try accounts.add(Self.session(1)) }
    var sameID = Self.session(2)
    sameID.id = "device1"
    var short = Self.session(3)
    short.tokenDigest = [1]
    for session in [sameID, short] { #expect(throws: AccountError.self) { try accounts.add(session) } }
  }

  @Test func aRemovedUserIsSignedOut() throws {
    try accounts.add(Self.user())
    try accounts.add(Self.session(1))
    try accounts.removeUser(named: "ANNA")
    #expect(try accounts.users() == [])
    #expect(try accounts.session(tokenDigest: Self.session(1).tokenDigest, usedAt: 1001) == nil)
    try accounts.add(Self.user("anna", Self.otherName))
  }

  @Test func containersHaveTokens() throws {
    let value = String(repeating: "0a", count: 32)
    let token = StoredAPIToken(
      value: value, containerID: StoredContainer.defaultID, createdAt: 3, callbacks: [.url, .code],
      callbackURL: "https://example.org/cb?x=1", origins: ["https://a.example", "http://localhost:3000"],
      environment: .development)
    #expect(throws: AccountError.unknownContainer("iCloud.org.cloudjournal")) { try accounts.add(token) }
    try accounts.add(StoredContainer(createdAt: 1))
    try accounts.add(StoredContainer(createdAt: 2))
    #expect(try accounts.containers() == [StoredContainer(createdAt: 1)])
    #expect(try accounts.container("iCloud.other") == nil)
    try accounts.add(token)
    #expect(throws: AccountError.self) { try accounts.add(token) }
    #expect(try accounts.apiToken(value) == token)
    #expect(try accounts.apiTokens(ofContainer: StoredContainer.defaultID) == [token])
    for origin in token.origins { #expect(try accounts.isRegistered(origin: origin)) }
    for origin in ["", "https://a", "a.example", "https://a.example http://localhost:3000", "https://a.example "] {
      #expect(try !accounts.isRegistered(origin: origin))
    }
    for bad in ["", "0a", value.uppercased(), value + "0", String(repeating: "g", count: 64)] {
      var other = token
      other.value = bad
      #expect(throws: AccountError.self) { try accounts.add(other) }
    }
    #expect(try accounts.removeAPIToken(value))
    #expect(try !accounts.removeAPIToken(value))
    #expect(try accounts.apiToken(value) == nil)
  }

  @Test func whatHasExpiredGoes() throws {
    try accounts.add(Self.user())
    try accounts.add(Self.session(1, at: 0))
    try accounts.add(Self.session(2, at: 10))
    try accounts.removeExpired(at: StoredSession.lifetime)
    #expect(try accounts.sessions(ofUser: Self.recordName, at: 0).map(\.id) == ["device2"])
  }

  @Test func aRemovedUsersDataGoesAndOthersStay() throws {
    let service = try TestService()
    let accounts = SQLiteAccounts(service.database)
    try accounts.add(Self.user())
    try accounts.add(Self.user("bert", Self.otherName))
    var zones: [StoredZone] = []
    for owner in [Self.recordName, Self.otherName] {
      let zone = try service.makeZone(owner: owner)
      zones.append(zone)
      let name = owner == Self.recordName ? "a" : "b"
      _ = try service.addAsset(name, [1, 2], in: zone.database)
      try service.storage.write { transaction in
        try transaction.save(StoredDatabase(id: zone.database, key: .sample(owner: owner), sequence: 1, bytes: 12))
        try transaction.save(.sample("r", 1, in: zone.id))
        try transaction.setAssetReferences([name], from: "r", in: zone.id)
        try transaction.setReferences([StoredReference(target: "t", action: .validate)], from: "r", in: zone.id)
      }
    }
    #expect(try accounts.usage(named: "anna") == 12)
    try accounts.removeUser(named: "anna")
    try service.storage.read { (transaction) throws in
      #expect(try transaction.database(.sample(owner: Self.recordName)) == nil)
      #expect(try transaction.record("r", in: zones[0].id) == nil)
      #expect(try transaction.record("r", in: zones[1].id) != nil)
      #expect(try transaction.referrerCount(to: "t", in: zones[0].id, action: .validate) == 0)
      #expect(try transaction.referrerCount(to: "t", in: zones[1].id, action: .validate) == 1)
    }
    let collected = try service.storage.write {
      _ = try $0.collectAssets(at: 5, markedBefore: 0)
      return try $0.collectAssets(at: 20, markedBefore: 10)
    }
    #expect(collected.map(\.fileChecksum) == ["a"])
    // Ids are not given again: what is left of the old ones cannot come to belong to somebody else.
    #expect(try service.makeZone(owner: Self.recordName).database > zones[1].database)
  }
}
