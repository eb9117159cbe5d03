import CloudRecord
import Encodings
import Foundation
import Testing

@testable import CloudClient

@Suite("What can go wrong")
struct FailureTests {
  struct Refusal: Sendable {
    var status: Int
    var body: String
    var code: CloudErrorCode
    var retryAfter: Double?
    var isOutcomeUnknown = false
    var headers: [(String, String)] = []
  }

  static let refusals: [Refusal] = [
    .init(status: 401, body: #"{"serverErrorCode":"AUTHENTICATION_FAILED","reason":"no"}"#, code: .missingEntitlement),
    .init(
      status: 403, body: #"{"serverErrorCode":"ACCESS_DENIED","reason":"suspended"}"#, code: .managedAccountRestricted),
    .init(status: 404, body: #"{"serverErrorCode":"NOT_FOUND","reason":"no container"}"#, code: .badContainer),
    .init(status: 404, body: #"{"serverErrorCode":"ZONE_NOT_FOUND","reason":"no zone"}"#, code: .zoneNotFound),
    .init(status: 400, body: #"{"serverErrorCode":"BAD_REQUEST","reason":"mood: no"}"#, code: .invalidArguments),
    .init(
      status: 400, body: #"{"serverErrorCode":"BAD_REQUEST","reason":"container iCloud.org.example"}"#,
      code: .badContainer),
    .init(status: 413, body: #"{"serverErrorCode":"BAD_REQUEST","reason":"too large"}"#, code: .limitExceeded),
    .init(status: 413, body: #"{"serverErrorCode":"QUOTA_EXCEEDED","reason":"full"}"#, code: .quotaExceeded),
    .init(
      status: 429, body: #"{"serverErrorCode":"THROTTLED","reason":"slow","retryAfter":20}"#,
      code: .requestRateLimited, retryAfter: 20),
    .init(
      status: 503, body: #"{"serverErrorCode":"TRY_AGAIN_LATER","reason":"later"}"#, code: .serviceUnavailable,
      retryAfter: 7, headers: [("Retry-After", "7")]),
    .init(
      status: 500, body: #"{"serverErrorCode":"INTERNAL_ERROR","reason":"oh"}"#, code: .internalError,
      isOutcomeUnknown: true),
    .init(status: 503, body: #"{"serverErrorCode":"ZONE_BUSY","reason":"busy"}"#, code: .zoneBusy),
    .init(
      status: 400, body: #"{"serverErrorCode":"CHANGE_TOKEN_EXPIRED","reason":"old"}"#, code: .changeTokenExpired),
    .init(
      status: 412, body: #"{"serverErrorCode":"VALIDATING_REFERENCE_ERROR","reason":"r"}"#, code: .referenceViolation),
    .init(status: 409, body: #"{"serverErrorCode":"UNIQUE_FIELD_ERROR","reason":"u"}"#, code: .constraintViolation),
    // Without a word of the service: something in between.
    .init(status: 502, body: "<html>", code: .serviceUnavailable, isOutcomeUnknown: true),
    .init(status: 413, body: "", code: .limitExceeded),
    .init(status: 429, body: "", code: .requestRateLimited, retryAfter: 3, headers: [("Retry-After", "3")]),
    .init(status: 401, body: "<html>", code: .networkFailure),
    .init(status: 403, body: "", code: .networkFailure),
    .init(status: 302, body: "", code: .networkFailure, headers: [("Location", "https://elsewhere.example/?t=secret")]),
    .init(status: 200, body: #"{"records":[{"recordName":"#, code: .networkFailure, isOutcomeUnknown: true),
    .init(status: 200, body: "<html>Welcome to the hotel</html>", code: .networkFailure, isOutcomeUnknown: true),
    .init(status: 200, body: "", code: .networkFailure, isOutcomeUnknown: true),
  ]

  @Test("each refusal is the failure that the table of errors has for it", arguments: refusals.indices)
  func refusal(index: Int) async throws {
    let refusal = Self.refusals[index]
    let type = refusal.body.hasPrefix("{") ? "application/json" : "text/html"
    try await withClient(
      token: "tellnobody",
      script: { _ in
        .reply(
          refusal.status, [("Content-Type", type), ("X-Apple-Request-UUID", "U1")] + refusal.headers,
          Array(refusal.body.utf8))
      }
    ) { client, _ in
      let modification = CloudRequest.modify(ModifyRequest(operations: [.init(.create, recordName: "r")]))
      let failure = try await failure(of: modification, client)
      #expect(failure.code == refusal.code)
      #expect(failure.retryAfter == refusal.retryAfter)
      #expect(failure.isOutcomeUnknown == refusal.isOutcomeUnknown)
      #expect(failure.uuid == "U1")
      #expect(!failure.reason.isEmpty)
      #expect(!failure.reason.contains("tellnobody"))
      #expect(!failure.reason.contains("secret"))
    }
  }

  static let breaks: [(String, ScriptedServer.Answer)] = [
    ("dropped", .drop), ("cut in the head", .raw(Array("HTTP/1.1 200 OK\r\nConte".utf8))),
    ("cut in the body", .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"records\":[".utf8))),
    ("cut in a chunk", .raw(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{\"rec".utf8))),
    ("no HTTP", .raw(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))),
    ("cut gzip", .reply(200, [("Content-Encoding", "gzip")], [0x1F, 0x8B, 8, 0, 0])),
    ("false gzip", .reply(200, [("Content-Encoding", "gzip")], Array("{\"records\":[]}".utf8))),
    ("unknown coding", .reply(200, [("Content-Encoding", "br")], Array("{\"records\":[]}".utf8))),
    ("silence", .silence),
  ]

  @Test("an answer that does not come whole leaves open what became of the request", arguments: breaks.indices)
  func broken(index: Int) async throws {
    let answer = Self.breaks[index].1
    let seconds = Self.breaks[index].0 == "silence" ? 3.0 : 30
    try await withClient(settings: { $0.interactiveSeconds = seconds }, script: { _ in answer }) { client, server in
      let failure = try await failure(
        of: .modify(ModifyRequest(operations: [.init(.create, recordName: "r")])), client)
      #expect(failure.code == .networkFailure, "\(Self.breaks[index].0): \(failure.reason)")
      #expect(failure.isOutcomeUnknown, "\(failure.reason)")
      #expect(!failure.reason.isEmpty)
      #expect(server.requests.count == 1)
    }
  }

  @Test("refused: nothing was asked, and a person reads who could not be reached")
  func connectionRefused() async throws {
    let port = try RefusingPort()
    let address = try HTTPAddress("http://localhost:\(port.number)")
    let transport = try HTTPTransport(service: address, settings: ClientSettings(now: { 0 }))
    let container = CloudContainer(
      service: address, container: "c", environment: .production, apiToken: "t", compression: .requestsAndAnswers)
    let failure = try await failure(
      of: .caller, CloudClient(container, database: .private, transport: transport, webAuthToken: "tellnobody"))
    #expect(failure == CloudFailure(code: .networkFailure, reason: "refused"))
    try await transport.shutDown()
    port.close()
  }

  @Test("refused at an address without a name as well")
  func addressRefused() async throws {
    let port = try RefusingPort()
    let address = try HTTPAddress("http://127.0.0.1:\(port.number)")
    let transport = try HTTPTransport(service: address, settings: ClientSettings(now: { 0 }))
    let container = CloudContainer(
      service: address, container: "c", environment: .production, apiToken: "t", compression: .requestsAndAnswers)
    let failure = try await failure(
      of: .caller, CloudClient(container, database: .private, transport: transport, webAuthToken: nil))
    #expect(failure == CloudFailure(code: .networkFailure, reason: "refused"))
    try await transport.shutDown()
    port.close()
  }

  @Test("a name that nobody has")
  func unknownName() async throws {
    let address = try HTTPAddress("https://journal.invalid")
    var settings = ClientSettings(now: { 0 })
    // The system is asked for the name on a thread that busy tests may keep it waiting for.
    (settings.connectSeconds, settings.interactiveSeconds) = (300, 300)
    let transport = try HTTPTransport(service: address, settings: settings)
    let container = CloudContainer(
      service: address, container: "c", environment: .production, apiToken: "t", compression: .requestsAndAnswers)
    let failure = try await failure(
      of: .caller, CloudClient(container, database: .private, transport: transport, webAuthToken: nil))
    #expect(failure.code == .networkFailure)
    #expect(failure.reason == "its name is not known here")
    #expect(!failure.isOutcomeUnknown)
    try await transport.shutDown()
  }

  @Test("a request that nobody waits for any more ends at once")
  func cancellation() async throws {
    try await withClient(script: { _ in .silence }) { client, server in
      let asking = Task { try await failure(of: .caller, client, urgency: .background) }
      for await _ in server.arrivals { break }
      asking.cancel()
      let ended = try await asking.value
      #expect(ended.code == .operationCancelled)
    }
  }
}

@Suite("Trust")
struct TrustTests {
  @Test("a certificate of nobody that is known is named, with what is wrong")
  func untrusted() async throws {
    try await withClient(certificate: TestCertificates.local, script: { _ in .json(callerAnswer) }) { client, server in
      let failure = try await failure(of: .caller, client)
      #expect(failure.code == .networkFailure)
      #expect(failure.reason.contains("no authority that is trusted here has signed it"), "\(failure.reason)")
      #expect(failure.reason.contains("for localhost, 127.0.0.1, until 2120-01-01"), "\(failure.reason)")
      #expect(failure.reason.contains(TestCertificates.pin))
      #expect(failure.retryAfter == NetworkWords.certificatePause)
      #expect(!failure.isOutcomeUnknown)
      #expect(server.requests.isEmpty)
    }
  }

  @Test("an authority of one's own is trusted beside the system's")
  func ownAuthority() async throws {
    try await withFolder { folder in
      let path = folder + "/authority.pem"
      try TestCertificates.authority.write(toFile: path, atomically: true, encoding: .utf8)
      try await withClient(
        certificate: TestCertificates.local, settings: { $0.authorities = path }, script: { _ in .json(callerAnswer) }
      ) { client, _ in
        _ = try await client.send(.caller, urgency: .interactive)
      }
      for (certificate, words) in [
        (TestCertificates.stranger, "it is for other names (for other.example.org"),
        (TestCertificates.expired, "it ended on 2020-02-01"),
      ] {
        try await withClient(
          certificate: certificate, settings: { $0.authorities = path }, script: { _ in .json(callerAnswer) }
        ) { client, server in
          let failure = try await failure(of: .caller, client)
          #expect(failure.reason.contains(words), "\(failure.reason)")
          #expect(server.requests.isEmpty)
        }
      }
    }
  }

  @Test("a pinned key is enough, whatever the certificate")
  func pin() async throws {
    try await withClient(
      certificate: TestCertificates.stranger, settings: { $0.pin = try KeyPin(TestCertificates.pin) },
      script: { _ in .json(callerAnswer) }
    ) { client, _ in
      _ = try await client.send(.caller, urgency: .interactive)
      _ = try await client.send(.caller, urgency: .interactive)
    }
  }

  @Test("another key than the pinned one is asked nothing, though an authority signed it")
  func pinMismatch() async throws {
    try await withFolder { folder in
      let path = folder + "/authority.pem"
      try TestCertificates.authority.write(toFile: path, atomically: true, encoding: .utf8)
      let other = "sha256/" + Base64.text([UInt8](repeating: 7, count: 32))
      try await withClient(
        certificate: TestCertificates.local,
        settings: {
          $0.pin = try KeyPin(other)
          $0.authorities = path
        }, script: { _ in .json(callerAnswer) }
      ) { client, server in
        let failure = try await failure(of: .caller, client)
        #expect(
          failure.reason
            == "its key is not the trusted one: it is \(TestCertificates.pin), trusted is \(other); nothing was sent. "
            + "If its key was replaced, sign in again with --pin \(TestCertificates.pin)")
        #expect(
          failure.otherKey == OtherKey(shown: "\(TestCertificates.pin)", trusted: other) && failure.untrustedKey == nil)
        #expect(server.requests.isEmpty)
      }
    }
  }

  @Test("a proxy that wants a password is said to, and gets no token")
  func proxy() async throws {
    let proxy = try await ScriptedServer.start { _ in .reply(407, [("Connection", "close")], []) }
    var settings = ClientSettings(now: { 0 })
    // Busy tests may keep it waiting.
    (settings.connectSeconds, settings.interactiveSeconds) = (300, 300)
    settings.proxy = try ProxySetting("http://127.0.0.1:\(proxy.port)")
    let address = try HTTPAddress("https://journal.example.org")
    let transport = try HTTPTransport(service: address, settings: settings)
    let container = CloudContainer(
      service: address, container: "c", environment: .production, apiToken: "t", compression: .requestsAndAnswers)
    let failure = try await failure(
      of: .caller, CloudClient(container, database: .private, transport: transport, webAuthToken: "tellnobody"))
    #expect(failure.reason == "the proxy wants a name and a password")
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
    #expect(proxy.requests.allSatisfy { !"\($0)".contains("tellnobody") })
    try await transport.shutDown()
    try await proxy.stop()
  }
}
