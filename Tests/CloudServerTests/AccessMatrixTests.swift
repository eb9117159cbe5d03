import CloudRecord
import CloudServer
import CloudStore
import Encodings
import Foundation
import Testing

/// Every address that the server has, with every way of not having the right to it.
///
/// The rows follow from ``Operation`` and ``Route``: a route that is added does not compile here until it has a row.
@Suite struct AccessMatrixTests {
  /// Not Foundation's.
  typealias Operation = CloudServer.Operation

  enum Address: Hashable, CustomTestStringConvertible {
    case operation(Operation)
    case place(Place)

    var testDescription: String {
      switch self {
      case .operation(let operation): operation.rawValue
      case .place(let place): "\(place)"
      }
    }

    /// Whether something has to lie there that its address leads to.
    fileprivate var needsFiles: Bool { self == .place(.upload) || self == .place(.download) }
  }

  /// Addresses beside the operations on databases.
  enum Place: CaseIterable {
    case home, wellKnown, health, metrics, signInPage, signInForm, signInByProgram, codePage, codes, codeClaim,
      sessions,
      session, profile, webcourier, upload, download, unknownOperation, unknown

    /// Complains at compile time of a route without a place.
    init(_ route: Route) {
      switch route {
      case .home: self = .home
      case .wellKnown: self = .wellKnown
      case .health: self = .health
      case .metrics: self = .metrics
      case .signIn: self = .signInPage
      case .code: self = .codePage
      case .codes: self = .codes
      case .codeClaim: self = .codeClaim
      case .sessions: self = .sessions
      case .session: self = .session
      case .profile: self = .profile
      case .webcourier: self = .webcourier
      case .upload: self = .upload
      case .download: self = .download
      case .unknownOperation, .database: self = .unknownOperation
      case .unknown: self = .unknown
      }
    }
  }

  enum Credential: CaseIterable {
    /// None at all, one that was never given out, one that has ended, another account's, a suspended account's, and one
    /// that its owner has for another container.
    case none, wrong, expired, otherUser, suspended, otherContainer
  }

  /// What an address has to answer: status and code, nil for no refusal.
  struct Answer: Equatable, CustomStringConvertible {
    var status: Int
    var code: String?
    init(_ status: Int, _ code: String? = nil) {
      (self.status, self.code) = (status, code)
    }
    var description: String { "\(status) \(code ?? "")" }

    static let signIn = Answer(421, "AUTHENTICATION_REQUIRED")
    static let suspended = Answer(403, "ACCESS_DENIED")
    static let unknown = Answer(404, "NOT_FOUND")
  }

  static let addresses: [Address] = Operation.allCases.map { .operation($0) } + Place.allCases.map { .place($0) }

  @Test(arguments: addresses) func nothingIsDoneWithoutTheRightToIt(address: Address) async throws {
    try await TestServer.run { server in
      let ann = try server.session()
      try await server.makeZone("diary", token: ann)
      _ = try await server.makeRecord("secret", zone: "diary", token: ann)
      for credential in Credential.allCases {
        let scene = try await Scene(server, credential, hasFiles: address.needsFiles)
        switch address {
        case .operation(let operation): try await scene.ask(operation)
        case .place(let place): try await scene.ask(place)
        }
      }
    }
  }

  @Test func everyKindOfRouteHasARow() {
    let paths = [
      "/.well-known/cloudjournal", "/health", "/metrics", "/sign-in", "/code", "/account/1/codes",
      "/account/1/codes/claim", "/account/1/sessions", "/account/1/sessions/x", "/account/1/profile",
      "/webcourier/1/aps", "/assets/1/upload/x", "/assets/1/download/x", "/database/1/x", "/", "/nowhere",
    ]
    let reached = Set(paths.map { Place(Route(path: $0)) })
    #expect(reached.union([.signInForm, .signInByProgram]) == Set(Place.allCases))
  }
}

/// One account's words, and a client that wants to get at them with a credential of one kind.
private struct Scene {
  typealias Answer = AccessMatrixTests.Answer
  typealias Operation = AccessMatrixTests.Operation

  let server: TestServer
  let credential: AccessMatrixTests.Credential
  /// What stands for a web auth token in addresses; nil for none.
  let token: String?
  /// A session, an upload, a file and a push token that a credential's own account has, by address.
  let own: (session: String, upload: String, download: String, courier: String)
  private let name: String

  init(_ server: TestServer, _ credential: AccessMatrixTests.Credential, hasFiles: Bool) async throws {
    (self.server, self.credential) = (server, credential)
    name = "\(credential)".lowercased()
    let user = try server.add(name)
    let session = try server.session(user)
    own = (
      try server.sessionID(session), hasFiles ? try await Self.upload(server, session) : "",
      hasFiles ? try await Self.file(server, session) : "", try await Self.courier(server, session)
    )
    let accounts = server.runtime.backend.accounts
    switch credential {
    case .none: token = nil
    case .wrong: token = "nonsense"
    case .expired:
      token = session
      server.clock.advance(StoredSession.lifetime + 1)
    case .otherUser: token = session
    case .suspended:
      token = session
      try accounts.setSuspended(named: name, at: 1)
    case .otherContainer:
      try accounts.add(StoredContainer(id: "iCloud.other", createdAt: 1))
      token = try server.session(user, container: "iCloud.other")
    }
  }

  private static func upload(_ server: TestServer, _ session: String) async throws -> String {
    try await server.makeZone("files", token: session)
    let answer = try await server.client.post(
      server.path("assets/upload", token: session),
      #"{"zoneID":{"zoneName":"files"},"tokens":[{"recordType":"Image","fieldName":"file","recordName":"i"}]}"#)
    let items = try answer.json()["tokens"] as? [[String: Any]]
    return TestServer.path(of: items?.first?["url"] as? String ?? "")
  }

  private static func file(_ server: TestServer, _ session: String) async throws -> String {
    let uploaded = try await server.client.send("PUT", try await upload(server, session), body: [1, 2, 3])
    let file = try JSONSerialization.data(withJSONObject: try uploaded.json()["singleFile"] ?? [:])
    let saved = try await server.client.post(
      server.path("records/modify", token: session),
      """
      {"zoneID":{"zoneName":"files"},"operations":[{"operationType":"forceReplace","record":{"recordName":"i",\
      "recordType":"Image","fields":{"file":{"value":\(String(decoding: file, as: UTF8.self))}}}}]}
      """)
    let record = (try saved.json()["records"] as? [[String: Any]])?.first?["fields"] as? [String: Any]
    let value = (record?["file"] as? [String: Any])?["value"] as? [String: Any]
    return TestServer.path(of: value?["downloadURL"] as? String ?? "")
  }

  private static func courier(_ server: TestServer, _ session: String) async throws -> String {
    let answer = try await server.client.post(
      server.path("tokens/create", token: session), #"{"apnsEnvironment":"production"}"#)
    return TestServer.path(of: try answer.json()["webcourierURL"] as? String ?? "")
  }

  /// Answers of others say nothing of the words that are not theirs, and every refusal says why.
  private func expect(_ answer: TestAnswer, _ expected: Answer, _ what: String) throws {
    let isJSON = answer.headers["content-type"]?.hasPrefix("application/json") == true && !answer.body.isEmpty
    #expect(
      Answer(answer.status, isJSON ? try answer.code() : nil) == expected, "\(what) with \(credential): \(answer.text)")
    #expect(!answer.text.contains("secret") && !answer.text.contains("hello"), "\(what) with \(credential)")
    if expected.status == 421 { #expect(try answer.json()["redirectURL"] is String) }
  }

  // MARK: Databases

  func ask(_ operation: Operation) async throws {
    let path = server.path(operation.rawValue, token: token)
    let body = #"{"zoneID":{"zoneName":"diary"},"records":[{"recordName":"secret"}]}"#
    let answer = try await server.client.post(path, body)
    switch credential {
    case .none, .wrong, .expired, .otherContainer: try expect(answer, .signIn, operation.rawValue)
    case .suspended: try expect(answer, .suspended, operation.rawValue)
    case .otherUser:
      // Whatever it is, it is about the other user's own database: there is no zone of that name.
      #expect([200, 400, 404].contains(answer.status), "\(operation): \(answer.text)")
      #expect(!answer.text.contains("hello") && !answer.text.contains(server.ann.userRecordName))
    }
    let wrong = server.path(operation.rawValue, token: token, apiToken: String(repeating: "0", count: 64))
    try expect(
      try await server.client.post(wrong, body), Answer(401, "AUTHENTICATION_FAILED"), "\(operation), API token")
  }

  // MARK: Everything else

  func ask(_ place: AccessMatrixTests.Place) async throws {
    let client = server.client
    let query = token.map { "?ckWebAuthToken=\($0)" } ?? ""
    switch place {
    case .home: try expect(try await client.get("/" + query), Answer(200), "\(place)")
    case .wellKnown: try expect(try await client.get("/.well-known/cloudjournal" + query), Answer(200), "\(place)")
    case .health: try expect(try await client.get("/health" + query), Answer(200), "\(place)")
    case .metrics: try expect(try await client.get("/metrics" + query), Answer(200), "\(place)")
    case .unknown: try expect(try await client.get("/nowhere" + query), .unknown, "\(place)")
    case .unknownOperation:
      try expect(
        try await client.post(server.path("records/burn", token: token)), .unknown, "\(place)")
    case .signInPage:
      try expect(try await client.get("/sign-in" + query), Answer(400), "\(place)")
    case .signInForm: try await submit()
    case .signInByProgram: try await signIn()
    case .codePage: try expect(try await client.get("/code" + query), Answer(200), "\(place)")
    // A code gives no right to anything; one that was not decided about gives no session.
    case .codes: try expect(try await client.post("/account/1/codes" + query, "{}"), Answer(200), "\(place)")
    case .codeClaim:
      let answer = try await client.post("/account/1/codes/claim" + query, #"{"ticket":"\#(token ?? "none")"}"#)
      try expect(answer, Answer(200), "\(place)")
      #expect(try answer.json()["state"] as? String == "ended" && !answer.text.contains("webAuthToken"))
    case .sessions: try expect(try await client.get("/account/1/sessions" + query), sessions(Answer(200)), "\(place)")
    case .session: try await endSession(query)
    case .profile:
      try expect(try await client.get("/account/1/profile" + query), sessions(Answer(200)), "\(place)")
      let answer = try await client.post("/account/1/profile" + query, #"{"displayName":"Mallory"}"#)
      try expect(answer, sessions(Answer(200)), "\(place)")
      let ann = try server.runtime.backend.accounts.user(recordName: server.ann.userRecordName)
      #expect(ann?.displayName == nil)
    case .webcourier: try await poll()
    case .upload: try await upload()
    case .download: try await download()
    }
  }

  /// What addresses under `/account` say to a session that is none, or that is another's.
  private func sessions(_ own: Answer) -> Answer {
    switch credential {
    case .none, .wrong, .expired: .signIn
    case .suspended: .suspended
    case .otherUser, .otherContainer: own
    }
  }

  private func endSession(_ query: String) async throws {
    let ann = try server.sessionID(try server.session())
    let answer = try await server.client.send("DELETE", "/account/1/sessions/\(ann)\(query)")
    try expect(answer, sessions(.unknown), "another's session")
    let renaming = try await server.client.post("/account/1/sessions/\(ann)\(query)", #"{"device":"mine"}"#)
    try expect(renaming, sessions(.unknown), "the name of another's device")
    guard credential == .otherContainer else { return }
    // Nor may a program that was let into one container end the sessions of the journal beside it.
    try expect(
      try await server.client.send("DELETE", "/account/1/sessions/\(own.session)\(query)"), .unknown, "own session")
  }

  private func signIn() async throws {
    func attempt(_ body: String) async throws -> TestAnswer {
      try await server.client.post("/account/1/sessions", body)
    }
    switch credential {
    case .none: try expect(try await attempt("{}"), Answer(400, "BAD_REQUEST"), "sign-in")
    case .wrong:
      try expect(
        try await attempt(#"{"name":"\#(name)","password":"wrong"}"#), Answer(401, "AUTHENTICATION_FAILED"), "sign-in")
    case .suspended:
      try expect(
        try await attempt(#"{"name":"\#(name)","password":"\#(TestServer.password)"}"#), .suspended, "sign-in")
    case .otherContainer:
      let body = #"{"name":"\#(name)","password":"\#(TestServer.password)","container":"iCloud.none"}"#
      try expect(try await attempt(body), .unknown, "sign-in")
    case .expired, .otherUser:
      // A password does not expire; the one who knows it is its account, and no other.
      let answer = try await attempt(#"{"name":"\#(name)","password":"\#(TestServer.password)"}"#)
      try expect(answer, Answer(200), "sign-in")
      #expect(try answer.json()["userRecordName"] as? String != server.ann.userRecordName)
    }
  }

  private func submit() async throws {
    let page = try await server.client.get(
      "/sign-in?container=\(StoredContainer.defaultID)&ckAPIToken=\(server.apiToken)")
    let start = try #require(page.text.range(of: #"name="proof" value=""#)).upperBound
    let cookie = try #require(page.headers["set-cookie"]?.split(separator: ";").first)
    func answer(
      proof: String, container: String = StoredContainer.defaultID, password: String = TestServer.password
    ) async throws -> TestAnswer {
      let body = [
        "ckAPIToken=\(server.apiToken)", "container=\(container)", "name=\(name)",
        "password=" + PercentCoding.encode(password), "proof=\(proof)", "ckWebAuthToken=\(token ?? "")",
      ].joined(separator: "&")
      return try await server.client.post("/sign-in", body, headers: ["Cookie": String(cookie)])
    }
    let proof = String(page.text[start...].prefix { $0 != "\"" })
    let answered =
      switch credential {
      // Without the page's own proof not even a right password is taken.
      case .none: (try await answer(proof: ""), Answer(403))
      case .wrong: (try await answer(proof: proof, password: "wrong password"), Answer(401))
      case .suspended: (try await answer(proof: proof), Answer(403))
      // The program that sends people to the page has no business with that container.
      case .otherContainer: (try await answer(proof: proof, container: "iCloud.other"), Answer(400))
      case .expired, .otherUser: (try await answer(proof: proof), Answer(200))
      }
    try expect(answered.0, answered.1, "sign-in form")
    let sessions = try server.runtime.backend.accounts.sessions(
      ofUser: server.ann.userRecordName, at: server.clock.now)
    #expect(sessions.allSatisfy { $0.kind == .owner }, "\(credential) is signed in as another")
  }

  private func poll() async throws {
    let path: String
    switch credential {
    case .none: path = "/webcourier/1/aps"
    case .wrong: path = "/webcourier/1/aps?tok=nonsense"
    default: path = own.courier
    }
    let answer = try await server.client.get(path)
    switch credential {
    case .none, .wrong: try expect(answer, Answer(401, "AUTHENTICATION_FAILED"), "poll")
    case .expired: try expect(answer, .signIn, "poll")
    case .suspended: try expect(answer, .suspended, "poll")
    case .otherUser, .otherContainer: try expect(answer, Answer(200), "poll")
    }
  }

  /// The address alone gives the right, as long as it holds and its account may do anything.
  private func upload() async throws {
    let path: String
    switch credential {
    case .none: path = "/assets/1/upload/"
    case .wrong: path = "/assets/1/upload/nonsense"
    default: path = own.upload
    }
    let answer = try await server.client.send("PUT", path, body: [1, 2, 3])
    switch credential {
    case .none, .wrong: try expect(answer, .unknown, "upload")
    case .expired: try expect(answer, Answer(400, "BAD_REQUEST"), "upload")
    case .suspended: try expect(answer, .suspended, "upload")
    case .otherUser, .otherContainer:
      try expect(answer, Answer(200), "upload")
      try await receiptIsForItsOwnDatabase(answer)
    }
  }

  /// What one account has uploaded cannot be named in another's database.
  private func receiptIsForItsOwnDatabase(_ answer: TestAnswer) async throws {
    let file = try JSONSerialization.data(withJSONObject: try answer.json()["singleFile"] ?? [:])
    let stolen = try await server.client.post(
      server.path("records/modify", token: try server.session()),
      """
      {"zoneID":{"zoneName":"diary"},"operations":[{"operationType":"forceReplace","record":{"recordName":"stolen",\
      "recordType":"Image","fields":{"file":{"value":\(String(decoding: file, as: UTF8.self))}}}}]}
      """)
    #expect(stolen.text.contains("serverErrorCode"), "\(stolen.text)")
  }

  private func download() async throws {
    let path: String
    switch credential {
    case .none: path = "/assets/1/download/"
    case .wrong: path = "/assets/1/download/nonsense"
    default: path = own.download
    }
    let answer = try await server.client.get(path)
    switch credential {
    case .none: try expect(answer, .unknown, "download")
    case .wrong, .expired: try expect(answer, Answer(403, "ACCESS_DENIED"), "download")
    case .suspended: try expect(answer, .suspended, "download")
    case .otherUser, .otherContainer: #expect(answer.status == 200 && answer.body == [1, 2, 3])
    }
  }
}
