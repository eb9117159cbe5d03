import CloudServer
import CloudStore
import Encodings
import Foundation
import Testing

@Suite struct SignInTests {
  private func form(_ page: TestAnswer) throws -> (cookie: String, proof: String) {
    let cookie = try #require(page.headers["set-cookie"]?.split(separator: ";").first)
    let start = try #require(page.text.range(of: #"name="proof" value=""#)).upperBound
    return (String(cookie), String(page.text[start...].prefix { $0 != "\"" }))
  }

  private func path(_ server: TestServer, callback: String? = nil) -> String {
    "/sign-in?container=\(StoredContainer.defaultID)&ckAPIToken=\(server.apiToken)"
      + (callback.map { "&callback=" + PercentCoding.encode($0) } ?? "")
  }

  private func submit(
    _ server: TestServer, _ page: TestAnswer, name: String = "ann", password: String = TestServer.password,
    callback: String? = nil, cookie: String? = nil
  ) async throws -> TestAnswer {
    let (given, proof) = try form(page)
    var fields = [
      "ckAPIToken": server.apiToken, "container": StoredContainer.defaultID, "proof": proof, "name": name,
      "password": password,
    ]
    fields["callback"] = callback
    let body = fields.map { "\($0.key)=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
      .replacingOccurrences(of: "%20", with: "+")
    return try await server.client.post(
      "/sign-in", body,
      headers: ["Cookie": cookie ?? given, "Content-Type": "application/x-www-form-urlencoded"])
  }

  @Test func theWayFromARefusalToATokenInALoopbackAddress() async throws {
    try await TestServer.run { server in
      let refused = try await server.client.post(server.path("zones/list", token: nil))
      let redirect = try #require(try refused.json()["redirectURL"] as? String)
      let callback = "http://127.0.0.1:50123/done?state=1"
      let page = try await server.client.get(
        TestServer.path(of: redirect) + "&callback=" + PercentCoding.encode(callback))
      #expect(page.status == 200)
      let policy = try #require(page.headers["content-security-policy"])
      #expect(policy.contains("default-src 'none'"))
      #expect(policy.contains("form-action 'self' http://127.0.0.1:50123;"))
      #expect(!page.text.contains("<script"))
      let done = try await submit(server, page, callback: callback)
      #expect(done.status == 303)
      let location = try #require(done.headers["location"])
      #expect(location.hasPrefix(callback + "&ckWebAuthToken="))
      let token = String(location.split(separator: "=").last ?? "")
      #expect(try await server.client.get(server.path("zones/list", token: token)).status == 200)
      let sessions = try server.runtime.backend.accounts.sessions(
        ofUser: server.ann.userRecordName, at: server.clock.now)
      #expect(sessions.map(\.kind) == [.browser])
    }
  }

  @Test func withoutACallbackTheTokenIsShown() async throws {
    try await TestServer.run { server in
      let page = try await submit(server, try await server.client.get(path(server)))
      #expect(page.status == 200)
      let start = try #require(page.text.range(of: "aria-label=\"Code\">")).upperBound
      let token = String(page.text[start...].prefix { $0 != "<" })
      #expect(try await server.client.get(server.path("zones/list", token: token)).status == 200)
    }
  }

  @Test func aWrongPasswordLeadsBackToTheForm() async throws {
    try await TestServer.run { server in
      let page = try await server.client.get(path(server))
      let again = try await submit(server, page, name: "<b>\"ann", password: "wrong")
      #expect(again.status == 401)
      #expect(again.text.contains("The account or the password is wrong."))
      #expect(again.text.contains("&lt;b&gt;&quot;ann"))
      #expect(!again.text.contains("<b>\"ann"))
    }
  }

  @Test func aFormFromElsewhereIsNotTaken() async throws {
    try await TestServer.run { server in
      let (page, other) = (try await server.client.get(path(server)), try await server.client.get(path(server)))
      #expect(try await submit(server, page, cookie: "").status == 403)
      #expect(try await submit(server, page, cookie: try form(other).cookie).status == 403)
      #expect(
        try server.runtime.backend.accounts.sessions(
          ofUser: server.ann.userRecordName, at: server.clock.now
        ).isEmpty)
    }
  }

  @Test(arguments: [
    "https://evil.example/", "http://evil.example:80/", "http://127.0.0.1@evil.example:80/", "javascript:alert(1)",
    "http://127.0.0.1/", "http://127.0.0.1:0/", "http://localhost:80#x", "http://127.0.0.1:80\r\nX: y",
    "//127.0.0.1:80/", "http://127.0.0.2.evil.example:80/", "http://[::1]:99999/", "http://127.0.0.1:80/\";x",
  ]) func noTokenGoesToAnotherMachine(_ address: String) async throws {
    #expect(CallbackAddress(address) == nil)
    try await TestServer.run { server in
      let page = try await server.client.get(path(server, callback: address))
      #expect(page.status == 400)
      #expect(!page.text.contains("<form"))
    }
  }

  @Test(arguments: ["http://127.0.0.1:1/", "http://localhost:65535/a/b?c=d", "http://[::1]:8080"])
  func loopbackAddressesAreTaken(_ address: String) throws {
    let callback = try #require(CallbackAddress(address))
    #expect(callback.carrying("a/b").hasSuffix("ckWebAuthToken=a%2Fb"))
  }

  @Test func aProgramThatIsNotKnownGetsNoForm() async throws {
    try await TestServer.run { server in
      let page = try await server.client.get("/sign-in?container=iCloud.other&ckAPIToken=\(server.apiToken)")
      #expect(page.status == 400)
      #expect(!page.text.contains("<form"))
    }
  }

  @Test func aSessionOfThePageOpensTheContainerThatItNamesAndNoOther() async throws {
    try await TestServer.run { server in
      let accounts = server.runtime.backend.accounts
      try accounts.add(StoredContainer(id: "iCloud.other", createdAt: 1))
      let otherToken = try AccountAdministration(accounts: accounts, surroundings: server.runtime.surroundings)
        .addAPIToken(container: "iCloud.other").value
      let other = "/database/1/iCloud.other/production/private/zones/list?ckAPIToken=\(otherToken)&ckWebAuthToken="
      let form = try await server.client.get(path(server))
      #expect(form.text.contains("<b>CloudJournal</b> wants to sign in to your account, and gets your journal only."))
      let page = try await submit(server, form)
      let start = try #require(page.text.range(of: "aria-label=\"Code\">")).upperBound
      let token = String(page.text[start...].prefix { $0 != "<" })
      #expect(try await server.client.get(server.path("zones/list", token: token)).status == 200)
      let refused = try await server.client.get(other + token)
      #expect(refused.status == 421)
      #expect(try #require(try refused.json()["redirectURL"] as? String).contains("container=iCloud.other"))
      #expect(refused.headers["x-apple-cloudkit-web-auth-token"] == nil)
      // One without a container goes on opening all of them: `session add` without one, and sessions of before.
      #expect(try await server.client.get(other + (try server.session())).status == 200)

      // It sees the sessions of its own container only.
      let list = try await server.client.get("/account/1/sessions?ckWebAuthToken=\(token)")
      let sessions = try #require(try list.json()["sessions"] as? [[String: Any]])
      #expect(sessions.count == 1)
      #expect(sessions.first?["container"] as? String == StoredContainer.defaultID)
      let own = try #require(sessions.first?["sessionID"] as? String)
      let ended = try await server.client.send("DELETE", "/account/1/sessions/\(own)?ckWebAuthToken=\(token)")
      #expect(ended.status == 200)
    }
  }

  @Test func aProgramMaySignInForOneContainer() async throws {
    try await TestServer.run { server in
      func signIn(_ container: String) async throws -> TestAnswer {
        try await server.client.post(
          "/account/1/sessions",
          #"{"name":"ann","password":"\#(TestServer.password)","container":"\#(container)"}"#)
      }
      let answer = try await signIn(StoredContainer.defaultID)
      #expect(try answer.json()["container"] as? String == StoredContainer.defaultID)
      #expect(try await signIn("iCloud.none").status == 404)
    }
  }

  @Test func sessionsLiveAsLongAsIsConfigured() async throws {
    let day: Int64 = 86_400_000
    try await TestServer.run({ $0.sessionDays = 2 }) { server in
      let answer = try await server.client.post(
        "/account/1/sessions", #"{"name":"ann","password":"\#(TestServer.password)"}"#)
      let token = try #require(try answer.json()["webAuthToken"] as? String)
      #expect(try answer.json()["expiresAt"] as? Int64 == server.clock.now + 2 * day)
      for _ in 0..<3 {
        server.clock.advance(2 * day - 1)
        #expect(try await server.client.get(server.path("zones/list", token: token)).status == 200)
      }
      server.clock.advance(2 * day)
      #expect(try await server.client.get(server.path("zones/list", token: token)).status == 421)
    }
  }

  @Test func signingInWithoutABrowser() async throws {
    try await TestServer.run { server in
      let answer = try await server.client.post(
        "/account/1/sessions", #"{"name":"Ann","password":"\#(TestServer.password)","device":"laptop"}"#)
      #expect(answer.status == 200)
      let token = try #require(try answer.json()["webAuthToken"] as? String)
      #expect(try answer.json()["userRecordName"] as? String == server.ann.userRecordName)
      #expect(try await server.client.get(server.path("zones/list", token: token)).status == 200)

      server.clock.advance(1)
      let other = try server.session()
      let list = try await server.client.get("/account/1/sessions?ckWebAuthToken=\(token)")
      let sessions = try #require(try list.json()["sessions"] as? [[String: Any]])
      #expect(sessions.compactMap { $0["device"] as? String } == ["laptop", "test"])
      let id = try #require(sessions.last?["sessionID"] as? String)
      let ended = try await server.client.send("DELETE", "/account/1/sessions/\(id)?ckWebAuthToken=\(token)")
      #expect(ended.status == 200)
      #expect(try await server.client.get(server.path("zones/list", token: other)).status == 421)
      let again = try await server.client.send("DELETE", "/account/1/sessions/\(id)?ckWebAuthToken=\(token)")
      #expect(again.status == 404)
      #expect(try await server.client.get("/account/1/sessions").status == 421)
    }
  }

  @Test func nobodyEndsAnothersSession() async throws {
    try await TestServer.run { server in
      let (ann, bob) = (try server.session(), try server.session(try server.add("bob")))
      let id = try server.sessionID(ann)
      let answer = try await server.client.send("DELETE", "/account/1/sessions/\(id)?ckWebAuthToken=\(bob)")
      #expect(answer.status == 404)
      #expect(try await server.client.get(server.path("zones/list", token: ann)).status == 200)
    }
  }

  @Test func aDeviceIsGivenAnotherName() async throws {
    try await TestServer.run { server in
      let token = try server.session()
      let path = "/account/1/sessions/\(try server.sessionID(token))?ckWebAuthToken=\(token)"
      #expect(try await server.client.post(path, #"{"device":"desk"}"#).status == 200)
      let list = try await server.client.get("/account/1/sessions?ckWebAuthToken=\(token)")
      #expect(list.text.contains(#""device":"desk""#), "\(list.text)")
      for body in [#"{}"#, #"{"device":""}"#, #"{"device":1}"#] {
        #expect(try await server.client.post(path, body).status == 400)
      }
    }
  }

  @Test(arguments: [
    #"{}"#, #"{"name":"ann"}"#, #"{"name":1,"password":"x"}"#, "[", #"{"name":"ann","password":null}"#,
  ]) func malformedSignInsAreBadRequests(_ body: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.client.post("/account/1/sessions", body)
      #expect(answer.status == 400)
      #expect(try answer.code() == "BAD_REQUEST")
    }
  }

  @Test func guessingIsSlowedDownAndTheOwnerElsewhereIsNot() async throws {
    try await TestServer.run({ $0.behindProxy = true }) { server in
      func attempt(_ password: String, from address: String) async throws -> TestAnswer {
        try await server.client.post(
          "/account/1/sessions", #"{"name":"ann","password":"\#(password)"}"#,
          headers: ["X-Forwarded-For": "1.1.1.1, \(address)"])
      }
      for _ in 0..<5 { #expect(try await attempt("wrong", from: "192.0.2.1").status == 401) }
      let refused = try await attempt(TestServer.password, from: "192.0.2.77")
      #expect(refused.status == 429)
      #expect(try refused.json()["retryAfter"] as? Int == 15)
      #expect(try await attempt(TestServer.password, from: "198.51.100.1").status == 200)
      server.clock.advance(15_000)
      #expect(try await attempt(TestServer.password, from: "192.0.2.1").status == 200)
    }
  }

  private func attempt(_ server: TestServer, _ password: String) async throws -> Int {
    try await server.client.post("/account/1/sessions", #"{"name":"ann","password":"\#(password)"}"#).status
  }

  /// It costs the server no hashing, and the one who sends it a try.
  @Test func aPasswordThatIsTooLongIsATryThatFailed() async throws {
    try await TestServer.run { server in
      let long = String(repeating: "x", count: 4097)
      for _ in 0...SignInLimiter.freeFailures {
        let status = try await attempt(server, long)
        #expect(status == 401)
      }
      #expect(try await attempt(server, TestServer.password) == 429)
    }
  }

  @Test func settingTheTimeGivesNoAttempts() async throws {
    try await TestServer.run { server in
      for _ in 0...SignInLimiter.freeFailures {
        let status = try await attempt(server, "wrong")
        #expect(status == 401)
      }
      server.clock.set(ahead: 3_600_000)
      #expect(try await attempt(server, TestServer.password) == 429)
      server.clock.set(ahead: -7_200_000)
      server.clock.advance(15_000)
      #expect(try await attempt(server, TestServer.password) == 200)
    }
  }

  @Test func aSuspendedUserCannotSignIn() async throws {
    try await TestServer.run { server in
      try server.runtime.backend.accounts.setSuspended(named: "ann", at: 1)
      let answer = try await server.client.post(
        "/account/1/sessions", #"{"name":"ann","password":"\#(TestServer.password)"}"#)
      #expect(answer.status == 403)
      #expect(try answer.code() == "ACCESS_DENIED")
    }
  }

  @Test func aHashWithOtherNumbersIsRenewed() async throws {
    let small = PasswordCost(logRounds: 14, parallelism: 2)
    try await TestServer.run({ $0.passwordCost = small }) { server in
      let old = try PasswordHash(of: TestServer.password, cost: .least, salt: Array(repeating: 1, count: 16)).text
      let accounts = server.runtime.backend.accounts
      try accounts.setPassword(named: "ann", hash: old, keepingSession: nil)
      let body = #"{"name":"ann","password":"\#(TestServer.password)"}"#
      #expect(try await server.client.post("/account/1/sessions", body).status == 200)
      let renewed = try #require(try accounts.user(named: "ann")?.passwordHash)
      #expect(renewed.hasPrefix("$scrypt$ln=14,r=8,p=2$"))
      #expect(try await server.client.post("/account/1/sessions", body).status == 200)
    }
  }
}
