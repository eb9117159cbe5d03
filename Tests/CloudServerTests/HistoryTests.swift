import CloudRecord
import CloudServer
import Testing

/// Every answer of a database operation says how far the database is, and who knows of another past is refused.
@Suite struct HistoryTests {
  @Test func everyDatabaseOperationTellsHowFarTheDatabaseIs() async throws {
    try await TestServer.run { server in
      let token = try server.session()
      try await server.makeZone("Notes", token: token)
      var last: Int64 = 0
      for operation in Operation.allCases where !operation.isAboutCaller && !operation.isAboutLinks {
        // What it makes of an empty request is of no interest here.
        let answer = try await server.client.post(server.path(operation.rawValue, token: token))
        let header = try #require(answer.headers["x-cloudjournal-history"], "\(operation)")
        let history = try #require(ServerHistory(header: header), "\(header)")
        #expect(history.sequence >= last && history.sequence > 0)
        last = history.sequence
        #expect(!answer.text.contains(history.incarnation))
      }
      let before = last
      let saved = try await server.makeRecord("a", zone: "Notes", token: token)
      let history = try #require(saved.headers["x-cloudjournal-history"].flatMap { ServerHistory(header: $0) })
      #expect(saved.status == 200 && history.sequence == before + 1)
      let about = try await server.client.get("/.well-known/cloudjournal")
      #expect(try about.json()["incarnation"] as? String == history.incarnation)
    }
  }

  @Test func whoKnowsOfAnotherPastIsRefusedBeforeAnythingIsDone() async throws {
    try await TestServer.run { server in
      let token = try server.session()
      try await server.makeZone("Notes", token: token)
      let body = """
        {"zoneID":{"zoneName":"Notes"},"operations":[{"operationType":"create","record":{"recordName":"a",\
        "recordType":"Note","fields":{}}}]}
        """
      let path = server.path("records/modify", token: token)
      let listed = try await server.client.get(server.path("zones/list", token: token))
      let known = try #require(listed.headers["x-cloudjournal-history"].flatMap { ServerHistory(header: $0) })
      var other = known
      other.run = "0000000000000007"
      let refused = try await server.client.post(path, body, headers: [ServerHistory.headerName: other.header])
      #expect(refused.status == 400)
      #expect(try refused.code() == "CHANGE_TOKEN_EXPIRED")
      // No key that other clients would not know.
      #expect(Set(try refused.json().keys) == ["uuid", "serverErrorCode", "reason"])
      #expect(refused.headers["x-cloudjournal-history"] == known.header)
      let taken = try await server.client.post(path, body, headers: [ServerHistory.headerName: known.header])
      #expect(taken.status == 200)
      // What cannot be read counts as not said.
      let nonsense = try await server.client.post(
        server.path("zones/list", token: token), headers: [ServerHistory.headerName: "no, such, thing"])
      #expect(nonsense.status == 200)
    }
  }
}
