import CloudServer
import CloudStore
import Foundation
import Testing

@Suite struct AuthenticationTests {
  @Test func bothNamesOfTheTokenAreTakenAndItIsToldBack() async throws {
    try await TestServer.run { server in
      let token = try server.session()
      let path = server.path("zones/list", token: nil)
      for name in ["ckSession", "ckWebAuthToken"] {
        let answer = try await server.client.get("\(path)&\(name)=\(token)")
        #expect(answer.status == 200)
        #expect(answer.headers["x-apple-cloudkit-web-auth-token"] == token)
        #expect(answer.headers["x-apple-cloudkit-session"] == token)
        #expect(answer.headers["x-apple-request-uuid"] != nil)
        #expect(answer.headers["x-apple-cloudkit-version"] == "1.0")
      }
    }
  }

  @Test func nobodySeesAnothersRecords() async throws {
    try await TestServer.run { server in
      let (ann, bob) = (try server.session(), try server.session(try server.add("bob")))
      try await server.makeZone("diary", token: ann)
      #expect(try await server.makeRecord("secret", zone: "diary", token: ann).status == 200)
      let owner = server.ann.userRecordName
      for zone in [#"{"zoneName":"diary"}"#, #"{"zoneName":"diary","ownerRecordName":"\#(owner)"}"#] {
        let answer = try await server.client.post(
          server.path("records/lookup", token: bob), #"{"zoneID":\#(zone),"records":[{"recordName":"secret"}]}"#)
        #expect(!answer.text.contains("hello"))
        let fed = try await server.client.post(
          server.path("changes/zone", token: bob), #"{"zones":[{"zoneID":\#(zone)}]}"#)
        #expect(!fed.text.contains("hello"))
      }
    }
  }

  @Test func aContainerThatIsNotHereIsNamed() async throws {
    try await TestServer.run { server in
      let answer = try await server.client.post(
        "/database/1/iCloud.com.other/production/private/zones/list?ckAPIToken=\(server.apiToken)")
      #expect(answer.status == 404)
      #expect(answer.text.contains("iCloud.com.other"))
    }
  }

  @Test func thePublicDatabaseIsRefusedClearlyButUsersAreKnownThere() async throws {
    try await TestServer.run { server in
      let token = try server.session()
      let refused = try await server.client.post(server.path("zones/list", token: token, scope: "public"))
      #expect(refused.status == 400)
      #expect(refused.text.contains("public database"))
      let user = try await server.client.get(server.path("users/current", token: token, scope: "public"))
      #expect(try user.json()["userRecordName"] as? String == server.ann.userRecordName)
      let caller = try await server.client.get(server.path("users/caller", token: token))
      #expect((try caller.json()["users"] as? [Any])?.count == 1)
    }
  }

  @Test func tooManyRequestsAreToldWhenToComeBack() async throws {
    try await TestServer.run({ configuration in
      configuration.requestRate = 1
      configuration.requestBurst = 2
    }) { server in
      let token = try server.session()
      let path = server.path("zones/list", token: token)
      #expect(try await server.client.get(path).status == 200)
      #expect(try await server.client.get(path).status == 200)
      let refused = try await server.client.get(path)
      #expect(refused.status == 429)
      #expect(try refused.code() == "THROTTLED")
      #expect(try refused.json()["retryAfter"] as? Int == 1)
      #expect(refused.headers["retry-after"] == "1")
      server.clock.advance(1000)
      #expect(try await server.client.get(path).status == 200)
    }
  }

  /// Who guesses API tokens or sessions is counted as well, though every guess is refused.
  @Test(arguments: ["ckAPIToken=\(String(repeating: "0", count: 64))", "ckWebAuthToken=guess", ""])
  func guessesAreLimited(query: String) async throws {
    try await TestServer.run({ ($0.requestRate, $0.requestBurst) = (1, 2) }) { server in
      let path = "/database/1/\(StoredContainer.defaultID)/production/private/zones/list?" + query
      for _ in 0..<2 {
        let refused = try await server.client.get(path)
        #expect(try refused.code() == "AUTHENTICATION_FAILED")
      }
      #expect(try await server.client.get(path).status == 429)
      // A session has its own limit, wherever it asks from.
      let own = server.path("zones/list", token: try server.session())
      #expect(try await server.client.get(own).status == 200)
    }
  }

  /// Looking up an origin, showing the form and waiting for news ask the disk, as everything else does.
  @Test func noWayInIsWithoutLimit() async throws {
    try await TestServer.run({ ($0.requestRate, $0.requestBurst) = (1, 2) }) { server in
      let session = try server.session()
      let path = server.path("zones/list", token: session)
      let origin = ["Origin": "https://app.example"]
      for _ in 0..<2 { #expect(try await server.client.send("OPTIONS", path, headers: origin).status == 204) }
      for method in ["OPTIONS", "GET"] {
        #expect(try await server.client.send(method, path, headers: origin).status == 429)
      }
      let form = "/sign-in?container=\(StoredContainer.defaultID)&ckAPIToken=\(server.apiToken)"
      #expect(try await server.client.get(form).status == 429)
      #expect(try await server.client.post("/account/1/sessions", "{}").status == 429)
      // A session that is not a page's has what it had, and without an origin nothing is looked up.
      #expect(try await server.client.send("OPTIONS", path).status == 204)
      #expect(try await server.client.get(path).status == 200)
      let made = try await server.client.post(
        server.path("tokens/create", token: session), #"{"apnsEnvironment":"production"}"#)
      let poll = TestServer.path(of: try #require(try made.json()["webcourierURL"] as? String))
      #expect(try await server.client.get(poll).status == 429)
      server.clock.advance(1000)
      #expect(try await server.client.get(form).status == 200)
    }
  }
}
