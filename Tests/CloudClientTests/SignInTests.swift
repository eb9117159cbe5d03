import CloudRecord
import Foundation
import Testing

@testable import CloudClient

@Suite("Signing in")
struct SignInTests {
  @Test("a service of ours tells what a client has to know")
  func discovery() async throws {
    let answer = """
      {"version":1,"baseURL":"http://x","container":"iCloud.org.cloudjournal","environment":"production",\
      "apiToken":"t","incarnation":"abc","limits":{"requestBytes":4194304,"assetBytes":1000}}
      """
    try await withClient(script: { _ in .json(answer) }) { client, server in
      let found = try await ServiceDiscovery(client.transport).describe()
      #expect(
        found
          == ServiceDescription(
            container: "iCloud.org.cloudjournal", environment: .production, apiToken: "t", incarnation: "abc",
            baseURL: "http://x"))
      #expect(server.requests[0].path == "/.well-known/cloudjournal")
    }
  }

  @Test(
    "what is no service of ours is said to be none",
    arguments: [
      #"{"version":2,"container":"c","environment":"production","apiToken":"t"}"#, #"{"hello":"world"}"#,
      #"{"version":1,"container":"c","environment":"moon","apiToken":"t"}"#,
    ])
  func noService(answer: String) async throws {
    try await withClient(script: { _ in .json(answer) }) { client, _ in
      do throws(CloudFailure) {
        _ = try await ServiceDiscovery(client.transport).describe()
        Issue.record("taken")
      } catch {
        #expect(error.code == .badContainer)
        #expect(error.reason.contains("no CloudJournal server"))
      }
    }
  }

  /// As Apple's service and any web server answer.
  @Test(
    "an address at which there is nothing is no service of ours",
    arguments: [
      (404, "text/html", "<html>Not found</html>"), (404, "text/plain", ""), (410, "text/html", "gone"),
    ])
  func nothingThere(status: Int, type: String, body: String) async throws {
    let answer = ScriptedServer.Answer.reply(status, [("Content-Type", type)], Array(body.utf8))
    try await withClient(script: { _ in answer }) { client, _ in
      for (urgency, code) in [(.interactive, .badContainer), (.background, .networkFailure)]
        as [(RequestUrgency, CloudErrorCode)]
      {
        let failure = await #expect(throws: CloudFailure.self) {
          try await ServiceDiscovery(client.transport).describe(urgency)
        }
        #expect(failure?.code == code)
        #expect(failure?.reason.contains("is no CloudJournal server") == (code == .badContainer))
      }
    }
  }

  @Test("name and password go in the body, never in the address")
  func password() async throws {
    let answer = """
      {"webAuthToken":"T","name":"ada","userRecordName":"_u","sessionID":"s1","expiresAt":1795263600000}
      """
    try await withClient(script: { _ in .json(answer) }) { client, server in
      let signedIn = try await SessionSignIn(client.transport).signIn(
        name: "ada", password: "p\"ä", device: "laptop")
      #expect(
        signedIn
          == SignedIn(
            webAuthToken: "T", name: "ada", userRecordName: "_u", sessionID: "s1", expiresAt: 1_795_263_600_000))
      let request = server.requests[0]
      #expect(request.path == "/account/1/sessions")
      #expect(request.query.isEmpty)
      #expect(request.text == #"{"name":"ada","password":"p\"ä","device":"laptop"}"#)
    }
  }

  @Test("a wrong password is not this program's API token being wrong")
  func wrongPassword() async throws {
    let answer = #"{"serverErrorCode":"AUTHENTICATION_FAILED","reason":"the account or the password is wrong"}"#
    try await withClient(script: { _ in .json(answer, status: 401) }) { client, _ in
      do throws(CloudFailure) {
        _ = try await SessionSignIn(client.transport).signIn(name: "ada", password: "x", device: "d")
        Issue.record("signed in")
      } catch {
        #expect(error.code == .notAuthenticated)
        #expect(error.reason == "the account or the password is wrong")
      }
    }
  }

  @Test("devices are listed and ended, and one that is gone is told of")
  func devices() async throws {
    let list = """
      {"sessions":[{"sessionID":"s1","device":"laptop","kind":"password","createdAt":1,"lastUsedAt":2,\
      "expiresAt":3,"current":true},{"sessionID":"s/2"}]}
      """
    try await withClient(script: { request in
      request.method == "GET"
        ? .json(list) : .json(#"{"serverErrorCode":"NOT_FOUND","reason":"no session"}"#, status: 404)
    }) { client, server in
      let desk = SessionSignIn(client.transport)
      let devices = try await desk.devices(webAuthToken: "a+b")
      #expect(devices.map(\.sessionID) == ["s1", "s/2"])
      #expect(devices.map(\.isCurrent) == [true, false])
      // A device that is not there is not said to be signed out.
      await #expect { try await desk.end(sessionID: "s/2", webAuthToken: "a+b") } throws: {
        ($0 as? CloudFailure)?.code == .badContainer
      }
      #expect(server.requests[1].method == "DELETE")
      #expect(server.requests[1].path == "/account/1/sessions/s%2F2")
      #expect(server.requests[1].query == "ckWebAuthToken=a%2Bb")
    }
  }

  private static let redirect: ScriptedServer.Script = { request in
    if request.query.contains("ckWebAuthToken=good") { return .json(callerAnswer) }
    let page = "http://\(request.headers["host"] ?? "")/sign-in?container=c"
    return .json(
      #"{"serverErrorCode":"AUTHENTICATION_REQUIRED","reason":"no","redirectURL":"\#(page)"}"#, status: 421)
  }

  @Test("the page to sign in at brings the browser back to this computer, with a state of its own")
  func browser() async throws {
    try await withClient(token: nil, script: Self.redirect) { client, server in
      let listener = try await CallbackListener.open(state: "s+1")
      let flow = BrowserSignIn(client.container, transport: client.transport)
      let page = try await flow.page(callback: listener.address)
      #expect(page.hasPrefix("\(server.base)/sign-in?container=c&callback=http%3A%2F%2F127.0.0.1%3A"))
      #expect(page.hasSuffix("%2Fsigned-in%3Fstate%3Ds%252B1"))
      #expect(try await flow.page(callback: nil) == "\(server.base)/sign-in?container=c")
      // Strangers first: another path, another method, another state, no token.
      let place = listener.address.prefix { $0 != "?" }
      for address in [
        "\(place)/x?state=s%2B1&ckWebAuthToken=evil", "\(place)?ckWebAuthToken=evil",
        "\(place)?state=other&ckWebAuthToken=evil", "\(listener.address)",
      ] {
        #expect(try await fetch(address).status >= 400)
      }
      let answer = try await fetch("\(listener.address)&ckWebAuthToken=good")
      #expect(answer.status == 200)
      #expect(!answer.text.contains("good"))
      let token = try await listener.token()
      #expect(token == "good")
      await listener.close()
      await listener.close()
      let signedIn = try await flow.finish(code: " \(token)\n")
      #expect(signedIn == SignedIn(webAuthToken: "good", name: "ada", userRecordName: "_ada"))
    }
  }

  @Test("a code that is none is refused, here or there", arguments: ["", "  ", "wrong", "two words"])
  func wrongCode(code: String) async throws {
    try await withClient(token: nil, script: Self.redirect) { client, _ in
      do throws(CloudFailure) {
        _ = try await BrowserSignIn(client.container, transport: client.transport).finish(code: code)
        Issue.record("signed in")
      } catch {
        #expect(error.code == .notAuthenticated)
      }
    }
  }

  @Test("who does not wait for the browser any more is let go")
  func givenUp() async throws {
    let listener = try await CallbackListener.open(state: "s")
    let waiting = Task { try await listener.token() }
    waiting.cancel()
    await #expect(throws: CloudFailure.self) { try await waiting.value }
    await listener.close()
  }

  private func fetch(_ address: String) async throws -> (status: Int, text: String) {
    let address = try HTTPAddress(address)
    let transport = try HTTPTransport(service: address, settings: ClientSettings(now: { 0 }))
    let answer = try await transport.send(HTTPCall(method: .get, address: address, seconds: 5, answerLimit: 1 << 16))
    try await transport.shutDown()
    return (answer.status, String(decoding: answer.body, as: UTF8.self))
  }
}

@Suite("The file of a session")
struct SessionFileTests {
  private static let session = KeptSession(
    service: "https://journal.example.org",
    SignedIn(webAuthToken: "a+b/c==", name: "ada", userRecordName: "_u", sessionID: "s", expiresAt: 5))

  @Test("what is written is read, for the owner alone, and replaced as a whole")
  func roundTrip() async throws {
    try await withFolder { folder in
      let file = SessionFile(path: folder + "/session.json")
      #expect(try file.read() == nil)
      try file.write(Self.session)
      #expect(try file.read() == Self.session)
      var other = Self.session
      other.webAuthToken = "next"
      other.name = nil
      try file.write(other)
      #expect(try file.read() == other)
      let facts = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(facts[.posixPermissions] as? Int == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["session.json"])
      try file.remove()
      try file.remove()
      #expect(try file.read() == nil)
    }
  }

  @Test("a file that others may read, a link, a damaged or a newer one is not used")
  func refused() async throws {
    try await withFolder { folder in
      let file = SessionFile(path: folder + "/session.json")
      try file.write(Self.session)
      #expect(chmod(file.path, 0o644) == 0)
      #expect(throws: PrivateFileError.self) { try file.read() }
      #expect(chmod(file.path, 0o600) == 0)
      let link = SessionFile(path: folder + "/link.json")
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: file.path)
      #expect(throws: PrivateFileError.self) { try link.read() }
      for content in ["", "{}", #"{"version":2,"service":"s","webAuthToken":"t","userRecordName":"u"}"#, "\0"] {
        let damaged = folder + "/damaged.json"
        #expect(
          FileManager.default.createFile(
            atPath: damaged, contents: Data(content.utf8), attributes: [.posixPermissions: 0o600]))
        #expect(throws: PrivateFileError.self) { try SessionFile(path: damaged).read() }
      }
    }
  }

  @Test("what cannot be written says why, and leaves nothing behind")
  func unwritable() async throws {
    try await withFolder { folder in
      let file = SessionFile(path: folder + "/missing/session.json")
      #expect(throws: PrivateFileError.self) { try file.write(Self.session) }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left.isEmpty)
    }
  }
}

@Suite("The file of an account's settings")
struct AccountFileTests {
  @Test("all settings come back, those that are not set among them")
  func roundTrip() async throws {
    try await withFolder { folder in
      let file = AccountFile(path: folder + "/account.json")
      var settings = AccountSettings(
        service: "https://journal.example.org", container: "c", environment: .development, apiToken: "t", isOurs: true,
        deviceName: "Ada’s laptop", deviceID: "d")
      try file.write(settings)
      #expect(try file.read() == settings)
      settings.userRecordName = "_u"
      settings.name = "ada"
      settings.incarnation = "i"
      settings.authorities = "/etc/ca.pem"
      settings.pin = TestCertificates.pin
      settings.proxy = ""
      try file.write(settings)
      #expect(try file.read() == settings)
      try FileManager.default.removeItem(atPath: folder + "/account.json")
      #expect(try file.read() == nil)
    }
  }
}
