import CloudServer
import CloudStore
import Foundation
import Testing

@Suite struct AuthenticationTests {
  @Test func everyOperationWantsCredentials() async throws {
    try await TestServer.run { server in
      let (good, old, ended) = (try server.session(), try server.session(), try server.session())
      let suspended = try server.session(try server.add("bob"))
      try server.runtime.backend.accounts.setSuspended(named: "bob", at: 1)
      let isRevoked = try server.runtime.backend.accounts.revokeSession(
        try server.sessionID(ended), ofUser: server.ann.userRecordName)
      #expect(isRevoked)
      let wrong = String(repeating: "0", count: 64)
      for operation in Operation.allCases.map(\.rawValue) {
        for (path, status, code) in [
          (server.path(operation, token: good, apiToken: wrong), 401, "AUTHENTICATION_FAILED"),
          (server.path(operation, token: good, apiToken: "x"), 401, "AUTHENTICATION_FAILED"),
          (server.path(operation, token: nil), 421, "AUTHENTICATION_REQUIRED"),
          (server.path(operation, token: "undefined"), 421, "AUTHENTICATION_REQUIRED"),
          (server.path(operation, token: "nonsense"), 421, "AUTHENTICATION_REQUIRED"),
          (server.path(operation, token: ended), 421, "AUTHENTICATION_REQUIRED"),
          (server.path(operation, token: suspended), 403, "ACCESS_DENIED"),
        ] {
          let answer = try await server.client.post(path)
          #expect(answer.status == status, "\(path)")
          #expect(try answer.code() == code)
          #expect(try answer.json()["reason"] is String)
          if status == 421 {
            let redirect = try #require(try answer.json()["redirectURL"] as? String)
            #expect(redirect.contains("/sign-in?"))
          }
        }
        let answer = try await server.client.post(server.path(operation, token: good))
        #expect([200, 400].contains(answer.status), "\(operation): \(answer.text)")
      }
      server.clock.advance(StoredSession.lifetime + 1)
      for operation in Operation.allCases.map(\.rawValue) {
        #expect(try await server.client.post(server.path(operation, token: old)).status == 421)
      }
    }
  }

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
}
