import CloudServer
import CloudStore
import Foundation
import Testing

/// What accounts are to each other: addresses, names, and who may know of whom.
@Suite struct PeopleTests {
  private func found(_ server: TestServer, _ address: String, by token: String) async throws -> [[String: Any]] {
    let answer = try await server.client.post(
      server.path("users/lookup/email", token: token), #"{"users":[{"emailAddress":"\#(address)"}]}"#)
    return try answer.json()["users"] as? [[String: Any]] ?? []
  }

  @Test func anAccountIsFoundByItsAddressIfItSaysSo() async throws {
    try await TestServer.run { server in
      let (ann, ben) = (try server.session(), try server.session(try server.add("ben")))
      #expect(try await found(server, "ann@localhost", by: ben).isEmpty)
      let profile = "/account/1/profile?ckWebAuthToken=\(ann)"
      let answer = try await server.client.post(profile, #"{"displayName":"Anna M.","discoverable":true}"#)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try answer.json()["addresses"] as? [String] == ["ann@localhost"])
      let user = try #require(try await found(server, "ANN@LOCALHOST", by: ben).first)
      #expect((user["nameComponents"] as? [String: Any])?["givenName"] as? String == "Anna M.")
      #expect(try await found(server, "ann@elsewhere.example", by: ben).isEmpty)
      for bad in [#"{"displayName":7}"#, #"{"displayName":"a\u001bb"}"#, #"{"discoverable":"yes"}"#] {
        #expect(try await server.client.post(profile, bad).status == 400, "\(bad)")
      }
      let long = try await server.client.post(
        profile, #"{"displayName":"\#(String(repeating: "x", count: 65))"}"#)
      #expect(long.status == 400)
      let back = try await server.client.post(profile, #"{"displayName":"","discoverable":false}"#)
      #expect(try back.json()["displayName"] == nil)
      #expect(try await found(server, "ann@localhost", by: ben).isEmpty)
    }
  }

  @Test func theServersOwnerRecordsAddresses() async throws {
    try await TestServer.run { server in
      let desk = AccountAdministration(
        accounts: server.runtime.backend.accounts, surroundings: server.runtime.surroundings)
      _ = try server.add("ben")
      try desk.record(address: " Ann@Example.org", ofUserNamed: "ann")
      #expect(throws: AccountError.addressTaken("ann@example.org")) {
        try desk.record(address: "ann@example.org", ofUserNamed: "ben")
      }
      #expect(throws: ServerRefusal.self) { try desk.record(address: "ann", ofUserNamed: "ann") }
      #expect(throws: ServerRefusal.self) { try desk.remove(address: "ann@example.org", ofUserNamed: "ben") }
      let ann = try server.session()
      #expect(try await found(server, "ann@example.org", by: ann).count == 1)
      try desk.remove(address: "ann@example.org", ofUserNamed: "ann")
      #expect(try await found(server, "ann@example.org", by: ann).isEmpty)
    }
  }

  /// An account's address has the host of the configuration, whatever a request calls the server.
  @Test func theHostOfAnAddressIsNotTheRequests() async throws {
    try await TestServer.run { server in
      let answer = try await server.client.get(
        server.path("users/caller", token: try server.session()), headers: ["X-Forwarded-Host": "evil.example"])
      #expect(answer.text.contains("ann@localhost") && !answer.text.contains("evil"), "\(answer.text)")
    }
    var configuration = ServerConfiguration(dataDirectory: "/d")
    configuration.baseURL = "https://Journal.Example.org:8443"
    #expect(configuration.addressHost == "journal.example.org")
    configuration.baseURL = "https://[2001:db8::1]:8443/x"
    #expect(configuration.addressHost == "2001:db8::1")
  }
}
