import CloudServer
import CloudStore
import Encodings
import Foundation
import Testing

/// Signing a device in by a short code that a person types in a browser.
@Suite struct SignInCodeTests {
  /// A device that asks, and a browser with a form.
  private struct Scene {
    let server: TestServer
    let code: String
    let secret: String

    init(_ server: TestServer, device: String = "laptop") async throws {
      self.server = server
      let answer = try await server.client.post("/account/1/codes", #"{"device":"\#(device)"}"#).json()
      code = try #require(answer["code"] as? String)
      secret = try #require(answer["ticket"] as? String)
      #expect((answer["address"] as? String)?.hasSuffix("/code") == true)
      #expect(answer["expiresIn"] as? Int == 600)
    }

    func claim() async throws -> [String: Any] {
      try await server.client.post("/account/1/codes/claim", #"{"ticket":"\#(secret)"}"#).json()
    }

    /// Sends the page's form, with the proof and the cookie that a fresh page gave.
    func submit(_ fields: [String: String], cookie: String? = nil) async throws -> TestAnswer {
      let page = try await server.client.get("/code")
      let start = try #require(page.text.range(of: #"name="proof" value=""#)).upperBound
      let given = try #require(page.headers["set-cookie"]?.split(separator: ";").first)
      var fields = fields
      fields["proof"] = String(page.text[start...].prefix { $0 != "\"" })
      let body = fields.map { "\($0.key)=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
      return try await server.client.post("/code", body, headers: ["Cookie": cookie ?? String(given)])
    }

    func grant(name: String = "ann", password: String = TestServer.password) async throws -> TestAnswer {
      try await submit(["code": code, "name": name, "password": password, "grant": "1"])
    }
  }

  @Test func theDeviceIsNamedAndGetsOneSession() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server, device: "<b>laptop</b>")
      #expect(scene.code.wholeMatch(of: /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/) != nil)
      #expect(try await scene.claim()["state"] as? String == "waiting")
      // However it is typed.
      let page = try await scene.submit(["code": " " + scene.code.lowercased().replacing("-", with: "")])
      #expect(page.status == 200 && page.text.contains("CloudJournal on “&lt;b&gt;laptop&lt;/b&gt;”"), "\(page.text)")
      #expect(page.text.contains("127.0.0.1") && page.text.contains(scene.code))
      #expect(try await scene.claim()["state"] as? String == "waiting")
      #expect(try await scene.grant().text.contains("continues in a moment"))
      let session = try await scene.claim()
      let token = try #require(session["webAuthToken"] as? String)
      #expect(session["name"] as? String == "ann")
      #expect(try await server.client.get(server.path("zones/list", token: token)).status == 200)
      // One use: neither the secret nor the code is good for anything now.
      #expect(try await scene.claim()["state"] as? String == "ended")
      #expect(try await scene.grant().status == 404)
    }
  }

  @Test func aWrongPasswordLetsNothingInAndMayBeTypedAgain() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      let wrong = try await scene.grant(password: "wrong password")
      #expect(wrong.status == 401 && wrong.text.contains("role=\"alert\"") && wrong.text.contains("laptop"))
      #expect(try await scene.claim()["state"] as? String == "waiting")
      #expect(try await scene.grant().status == 200)
      #expect(try await scene.claim()["webAuthToken"] is String)
    }
  }

  @Test func whatIsRefusedOnThePageIsToldToTheDevice() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      #expect(try await scene.submit(["code": scene.code, "cancel": "1"]).text.contains("Not let in"))
      #expect(try await scene.claim()["state"] as? String == "refused")
      #expect(try await scene.claim()["state"] as? String == "ended")
    }
  }

  @Test func aCodeHoldsForTenMinutes() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      server.clock.advance(SignInCodes.lifetime - 1)
      #expect(try await scene.claim()["state"] as? String == "waiting")
      server.clock.advance(1)
      #expect(try await scene.claim()["state"] as? String == "ended")
      #expect(try await scene.grant().status == 404)
    }
  }

  /// A form of another site brings no cookie; one without its proof is not taken.
  @Test func aFormThatWasNotMadeForTheBrowserIsRefused() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      let body = "code=\(scene.code)&name=ann&password=\(PercentCoding.encode(TestServer.password))&grant=1"
      #expect(try await server.client.post("/code", body).status == 403)
      let strange = try await scene.submit(
        ["code": scene.code, "name": "ann", "password": TestServer.password, "grant": "1"],
        cookie: "\(FormProof.cookie)=\(String(repeating: "x", count: 43))")
      #expect(strange.status == 403)
      #expect(try await scene.claim()["state"] as? String == "waiting")
    }
  }

  @Test func codesCannotBeGuessedOneAfterTheOther() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      for _ in 0..<SignInCodes.tries { #expect(try await scene.submit(["code": "BBBB-BBBB"]).status == 404) }
      let refused = try await scene.submit(["code": scene.code])
      #expect(refused.status == 429 && refused.headers["retry-after"] != nil)
      server.clock.advance(SignInCodes.lifetime / Int64(SignInCodes.tries))
      #expect(try await scene.submit(["code": scene.code]).status == 200)
    }
  }

  @Test func aSuspendedAccountGetsNoSession() async throws {
    try await TestServer.run { server in
      let scene = try await Scene(server)
      #expect(try await scene.grant().status == 200)
      try server.runtime.backend.accounts.setSuspended(named: "ann", at: 1)
      let answer = try await server.client.post("/account/1/codes/claim", #"{"ticket":"\#(scene.secret)"}"#)
      #expect(answer.status == 403)
    }
  }

  @Test func fewDevicesOfOneNetworkWaitAtATime() {
    let codes = SignInCodes()
    func begin(_ number: UInt8, from address: String, at now: Int64 = 0) -> String? {
      codes.begin(
        SignInCodes.Asking(device: "x", container: nil, address: address), secret: [number], now: now,
        randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } })
    }
    for number in 0..<UInt8(SignInCodes.mostOfNetwork) { #expect(begin(number, from: "192.0.2.\(number)") != nil) }
    #expect(begin(200, from: "192.0.2.77") == nil)
    #expect(begin(201, from: "198.51.100.1") != nil)
    #expect(begin(202, from: "192.0.2.77", at: SignInCodes.lifetime) != nil)
  }

  /// Above the largest multiple of twenty in a byte, some letters would be likelier than others.
  @Test func everyLetterIsAsLikely() throws {
    let codes = SignInCodes()
    var stream = (0..<16).map { UInt8(240 + $0) } + (0..<8).map { UInt8($0) }
    let code = codes.begin(
      SignInCodes.Asking(device: "", container: nil, address: "::1"), secret: [1], now: 0,
      randomBytes: { count in
        defer { stream.removeFirst(count) }
        return Array(stream.prefix(count))
      })
    #expect(code == "BCDF-GHJK")
  }
}
