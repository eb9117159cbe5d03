import CloudRecord
import CloudServer
import CloudStore
import Crypto
import Encodings
import Foundation
import HTTPTypes
import Testing

/// What a web page needs that is not this server's: signing in through a window, and a browser that lets it ask.
@Suite struct WebPageTests {
  static let origin = "https://app.example"

  private static func desk(_ server: TestServer) -> AccountAdministration {
    AccountAdministration(accounts: server.runtime.backend.accounts, surroundings: server.runtime.surroundings)
  }

  private static func token(
    _ server: TestServer, origins: [String] = [origin], callback: String? = nil
  ) throws -> String {
    try desk(server).addAPIToken(container: StoredContainer.defaultID, origins: origins, callback: callback).value
  }

  private func path(_ apiToken: String, callback: String? = nil) -> String {
    "/sign-in?container=\(StoredContainer.defaultID)&ckAPIToken=\(apiToken)"
      + (callback.map { "&callback=" + PercentCoding.encode($0) } ?? "")
  }

  /// Fills in the form of a page as ann would.
  private func submit(
    _ server: TestServer, _ page: TestAnswer, _ apiToken: String, callback: String? = nil, cancel: Bool = false
  ) async throws -> TestAnswer {
    let cookie = try #require(page.headers["set-cookie"]?.split(separator: ";").first)
    let start = try #require(page.text.range(of: #"name="proof" value=""#)).upperBound
    var fields = [
      "ckAPIToken": apiToken, "container": StoredContainer.defaultID,
      "proof": String(page.text[start...].prefix { $0 != "\"" }), "name": "ann", "password": TestServer.password,
    ]
    fields["callback"] = callback
    if cancel { fields["cancel"] = "1" }
    let body = fields.map { "\($0.key)=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
    return try await server.client.post("/sign-in", body, headers: ["Cookie": String(cookie)])
  }

  private func attribute(_ name: String, _ page: TestAnswer) -> String? {
    guard let start = page.text.range(of: "\(name)=\"")?.upperBound else { return nil }
    return String(page.text[start...].prefix { $0 != "\"" })
  }

  /// The scripts of a page, and the digests that its policy lets through.
  private func scripts(_ page: TestAnswer) -> (digests: [String], allowed: String?) {
    let texts = page.text.components(separatedBy: "<script>").dropFirst().map {
      $0.components(separatedBy: "</script>")[0]
    }
    let policy = page.headers["content-security-policy"]?.components(separatedBy: "; ") ?? []
    return (
      texts.map { "'sha256-\(Data(SHA256.hash(data: Data($0.utf8))).base64EncodedString())'" },
      policy.first { $0.hasPrefix("script-src ") }
    )
  }

  // MARK: Signing in

  @Test func theWindowHandsTheTokenToPagesOfTheRegisteredOriginsOnly() async throws {
    try await TestServer.run { server in
      let apiToken = try Self.token(server, origins: [Self.origin, "http://localhost:3000/"])
      let page = try await server.client.get(path(apiToken))
      #expect(page.status == 200)
      #expect(!page.text.contains("<script"))
      #expect(page.text.contains(#"name="cancel""#))
      let done = try await submit(server, page, apiToken)
      #expect(done.status == 200)
      #expect(attribute("data-origins", done) == "https://app.example http://localhost:3000")
      let token = try #require(attribute("data-token", done))
      #expect(try await server.client.get(server.path("zones/list", token: token)).status == 200)
      let (digests, allowed) = scripts(done)
      #expect(digests.count == 1)
      #expect(allowed == digests.first.map { "script-src \($0)" })
      #expect(done.text.contains("postMessage(message, origin)"))
      #expect(!done.text.contains("postMessage(message, \"*\")"))
      #expect(done.headers["referrer-policy"] == "no-referrer")
      // Where no page waits, the code is there to be copied.
      #expect(attribute("data-address", done) == nil)
      #expect(done.text.contains("aria-label=\"Code\">\(token)</textarea>"))
    }
  }

  @Test func aSignInThatIsCancelledIsToldToThePage() async throws {
    try await TestServer.run { server in
      let apiToken = try Self.token(server)
      let done = try await submit(server, try await server.client.get(path(apiToken)), apiToken, cancel: true)
      #expect(done.status == 200)
      #expect(attribute("data-error", done) == "The sign-in was cancelled.")
      #expect(attribute("data-token", done) == nil)
      #expect(scripts(done).allowed != nil)
      let sessions = try server.runtime.backend.accounts.sessions(
        ofUser: server.ann.userRecordName, at: server.clock.now)
      #expect(sessions.isEmpty)
    }
  }

  @Test func theRegisteredCallbackGetsTheToken() async throws {
    try await TestServer.run { server in
      let callback = "https://app.example/done?state=1"
      let apiToken = try Self.token(server, origins: [], callback: callback)
      for asked in [nil, callback] {
        let page = try await server.client.get(path(apiToken, callback: asked))
        #expect(page.headers["content-security-policy"]?.contains("form-action 'self' https://app.example;") == true)
        let done = try await submit(server, page, apiToken, callback: asked)
        #expect(done.status == 303)
        let location = try #require(done.headers["location"])
        #expect(location.hasPrefix(callback + "&ckWebAuthToken="))
        let token = String(location.split(separator: "=").last ?? "")
        #expect(try await server.client.get(server.path("zones/list", token: token)).status == 200)
      }
      for other in ["https://app.example/", "https://app.example/done", "https://evil.example/done?state=1"] {
        #expect(try await server.client.get(path(apiToken, callback: other)).status == 400)
      }
      // With an origin as well, it is for the browser where no page waits.
      let both = try Self.token(server, callback: callback)
      let done = try await submit(server, try await server.client.get(path(both)), both)
      #expect(done.status == 200)
      #expect(
        attribute("data-address", done)?.hasPrefix("https://app.example/done?state=1&amp;ckWebAuthToken=") == true)
    }
  }

  @Test(
    arguments: [
      ("https://App.Example", "https://app.example"), ("https://a.example:443/", "https://a.example"),
      ("https://a.example:8443", "https://a.example:8443"), ("http://localhost:3000", "http://localhost:3000"),
      ("http://127.0.0.1", "http://127.0.0.1"), ("http://[::1]:8080", "http://[::1]:8080"),
      ("http://a.example", nil), ("https://", nil), ("https://a b", nil), ("https://a.example/x", nil), ("*", nil),
      ("null", nil), ("https://a.example:0", nil), ("https://a.example:99999", nil), ("https://u@a.example", nil),
      ("ftp://a.example", nil), ("https://a.example?x", nil), ("https://*.example", nil), ("https://é.example", nil),
    ] as [(String, String?)]) func originsAreAsBrowsersWriteThem(_ given: String, _ expected: String?)
  {
    #expect(WebOrigin(given)?.text == expected)
  }

  @Test(arguments: [
    "http://a.example/x", "javascript:alert(1)", "https://a.example/\"x", "https://u@a.example/", "//a.example/",
    "https://a.example/#x", "https://a.example:0/", "a.example",
  ]) func noTokenIsSentInTheClearOrNowhere(_ address: String) async throws {
    #expect(CallbackAddress(registered: address) == nil)
    try await TestServer.run { server in
      #expect(throws: ServerRefusal.self) { try Self.token(server, callback: address) }
    }
  }

  // MARK: API tokens

  @Test func aTokenOfOnesChoiceIsTakenInEitherCase() async throws {
    try await TestServer.run { server in
      let value = String(repeating: "AbC0", count: 16)
      let made = try Self.desk(server).addAPIToken(container: StoredContainer.defaultID, value: value)
      #expect(made.value == value.lowercased())
      let session = try server.session()
      for given in [value, value.lowercased()] {
        let path = server.path("zones/list", token: session, apiToken: given)
        #expect(try await server.client.get(path).status == 200)
      }
      #expect(try await server.client.get(path(value)).status == 200)
      for bad in ["", "abc", value + "0", String(repeating: "g", count: 64), value] {
        #expect(throws: ServerRefusal.self) {
          try Self.desk(server).addAPIToken(container: StoredContainer.defaultID, value: bad)
        }
      }
    }
  }

  @Test func aTokenIsForItsEnvironment() async throws {
    try await TestServer.run { server in
      let session = try server.session()
      func status(_ token: String, _ environment: String) async throws -> Int {
        let path = server.path("zones/list", token: session, apiToken: token)
        let address = path.replacingOccurrences(of: "/production/", with: "/\(environment)/")
        let answer = try await server.client.get(address)
        if answer.status == 401 { #expect(answer.text.contains("is not for the environment \(environment)")) }
        return answer.status
      }
      for (environment, expected) in [
        (CloudEnvironment?.none, [200, 200]), (.development, [200, 401]), (.production, [401, 200]),
      ] {
        let token = try Self.desk(server).addAPIToken(
          container: StoredContainer.defaultID, environment: environment
        ).value
        #expect(try await [status(token, "development"), status(token, "production")] == expected)
      }
    }
  }

  @Test func programsAreToldATokenForProduction() async throws {
    try await TestServer.run { server in
      let accounts = server.runtime.backend.accounts
      let development = try Self.desk(server).addAPIToken(
        container: StoredContainer.defaultID, environment: .development)
      #expect(try accounts.removeAPIToken(server.apiToken))
      #expect(try await server.client.get("/.well-known/cloudjournal").status == 404)
      let made = try Self.desk(server).addAPIToken(container: StoredContainer.defaultID, environment: .production)
      let known = try await server.client.get("/.well-known/cloudjournal").json()
      #expect(known["apiToken"] as? String == made.value)
      #expect(development.value != made.value)
    }
  }

  // MARK: Other origins

  @Test(arguments: [
    "/database/1/iCloud.a/production/private/records/query", "/database/1/iCloud.a/production/private/no/such",
    "/database/2/x", "/database/1/%zz", "/device/1/iCloud.a/production/tokens/create", "/assets/1/upload/x",
    "/account/1/sessions",
  ]) func aBrowserMayAskAnywhere(_ path: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.client.send(
        "OPTIONS", path, headers: ["Origin": Self.origin, "Access-Control-Request-Method": "POST"])
      #expect(answer.status == 204)
      #expect(answer.headers["access-control-allow-origin"] == Self.origin)
      #expect(answer.headers["access-control-allow-methods"]?.contains("OPTIONS") == true)
      for header in ["Authorization", "X-Requested-With", "Content-Type", "X-Apple-CloudKit-Request-SignatureV1"] {
        #expect(answer.headers["access-control-allow-headers"]?.contains(header) == true)
      }
      #expect(answer.headers["access-control-allow-credentials"] == nil)
    }
  }

  @Test func credentialsAreForRegisteredOrigins() async throws {
    try await TestServer.run { server in
      _ = try Self.token(server)
      let path = server.path("zones/list", token: try server.session())
      func allowed(_ method: String, _ origin: String) async throws -> String? {
        let answer = try await server.client.send(method, path, headers: ["Origin": origin])
        #expect(answer.headers["access-control-allow-origin"] == origin)
        #expect(answer.headers["vary"]?.contains("Origin") == true)
        return answer.headers["access-control-allow-credentials"]
      }
      for method in ["OPTIONS", "GET"] {
        #expect(try await allowed(method, Self.origin) == "true")
        for other in ["https://app.example.evil", "https://app.exampl", "null", "http://app.example"] {
          #expect(try await allowed(method, other) == nil)
        }
      }
    }
  }

  @Test(arguments: ["/metrics", "/health", "/sign-in"])
  func whatIsForTheOwnerIsNotForPages(_ path: String) async throws {
    try await TestServer.run { server in
      _ = try Self.token(server)
      for method in ["GET", "OPTIONS"] {
        let answer = try await server.client.send(method, path, headers: ["Origin": Self.origin])
        #expect(!answer.headers.keys.contains { $0.hasPrefix("access-control-") })
      }
    }
  }

  @Test("a person in a browser gets a page at any address, a program an answer that it can read")
  func whatIsNotThereIsAPageForPeople() async throws {
    try await TestServer.run { server in
      let page = try await server.client.get(
        "/journal", headers: ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"])
      #expect(page.status == 404 && page.headers["content-type"]?.hasPrefix("text/html") == true)
      #expect(page.text.contains("There is no page at this address") && page.text.contains("href=\"/code\""))
      let answer = try await server.client.get("/journal", headers: ["Accept": "application/json"])
      #expect(answer.status == 404 && answer.text.contains("serverErrorCode"))
      let data = try await server.client.get("/database/1/x", headers: ["Accept": "text/html"])
      #expect(data.status == 404 && data.text.contains("serverErrorCode"))
    }
  }

  // MARK: Behind a proxy

  @Test(
    arguments: [
      ("a.example", "8443", "https", "https://a.example:8443"), ("a.example", "443", "https", "https://a.example"),
      ("a.example:9", "8443", "https", "https://a.example:9"), ("a.example", "80", "http", "http://a.example"),
      ("a.example", "443", "http", "http://a.example:443"), ("a.example", "x", "https", "https://a.example"),
      ("a.example", "0", "https", "https://a.example"), ("[::1]", "8443", "https", "https://[::1]:8443"),
      ("evil.example, a.example", "1, 8443", "http, https", "https://a.example:8443"),
    ]) func theProxySaysTheHostWithItsPort(_ host: String, _ port: String, _ proto: String, _ expected: String) throws
  {
    var configuration = ServerConfiguration(dataDirectory: "/d")
    configuration.behindProxy = true
    var headers = HTTPFields()
    headers[try #require(HTTPField.Name("X-Forwarded-Host"))] = host
    headers[try #require(HTTPField.Name("X-Forwarded-Port"))] = port
    headers[try #require(HTTPField.Name("X-Forwarded-Proto"))] = proto
    #expect(ListenerAddress(configuration).base(for: headers, authority: "inner:8080") == expected)
  }

  @Test func aProxyWithoutABaseURLIsWarnedOf() {
    var configuration = ServerConfiguration(dataDirectory: "/d")
    #expect(configuration.warnings.isEmpty)
    configuration.behindProxy = true
    #expect(configuration.warnings.count == 1)
    #expect(configuration.warnings.first?.contains("base-url is not set") == true)
    configuration.baseURL = "https://a.example"
    #expect(configuration.warnings.isEmpty)
  }
}
