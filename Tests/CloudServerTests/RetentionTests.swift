import CloudServer
import Synchronization
import Testing

/// How long deletions are told is a setting, and housekeeping goes by it.
@Suite struct RetentionTests {
  private static let day: Int64 = 86_400_000

  /// The answer for a zone to a device that was away since `token`.
  private func changes(_ server: TestServer, since syncToken: String?, _ token: String) async throws -> TestAnswer {
    let since = syncToken.map { ",\"syncToken\":\"\($0)\"" } ?? ""
    return try await server.client.post(
      server.path("changes/zone", token: token), "{\"zones\":[{\"zoneID\":{\"zoneName\":\"Notes\"}\(since)}]}")
  }

  private func syncToken(_ answer: TestAnswer) throws -> String? {
    (try answer.json()["zones"] as? [[String: Any]])?.first?["syncToken"] as? String
  }

  /// - Returns: The body of the answer to a device that was away while a record was deleted and so much time went by.
  private func told(afterDays days: Int64, retentionDays: Int) async throws -> String {
    let found = Mutex("")
    try await TestServer.run({ $0.retentionDays = retentionDays }) { server in
      let token = try server.session()
      try await server.makeZone("Notes", token: token)
      _ = try await server.makeRecord("a", zone: "Notes", token: token)
      let away = try #require(try syncToken(try await changes(server, since: nil, token)))
      let deletion = """
        {"zoneID":{"zoneName":"Notes"},"operations":[{"operationType":"forceDelete","record":{"recordName":"a"}}]}
        """
      #expect(try await server.client.post(server.path("records/modify", token: token), deletion).status == 200)
      server.clock.advance(days * Self.day + 1)
      try await Housekeeper(server.runtime).keepHouse()
      let answer = try await changes(server, since: away, try server.session())
      found.withLock { $0 = answer.text }
    }
    return found.withLock { $0 }
  }

  @Test func aDeletionIsToldWithinTheRetention() async throws {
    let answer = try await told(afterDays: 3, retentionDays: 4)
    #expect(answer.contains("\"deleted\":true"), "\(answer)")
  }

  @Test func laterADeviceHasToReadEverythingAgain() async throws {
    let answer = try await told(afterDays: 4, retentionDays: 4)
    #expect(answer.contains("CHANGE_TOKEN_EXPIRED") && !answer.contains("\"deleted\":true"), "\(answer)")
  }

  @Test func aLongerRetentionKeepsItLonger() async throws {
    let answer = try await told(afterDays: 40, retentionDays: 41)
    #expect(answer.contains("\"deleted\":true"), "\(answer)")
  }
}
