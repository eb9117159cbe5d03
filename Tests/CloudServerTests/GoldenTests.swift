import CloudStore
import Foundation
import Testing

/// What the wire looks like, request by request, as the files in `Golden` have it.
///
/// In a file, a text that begins with `$` stands for what cannot be known before: in an answer `$` alone for any text, and
/// `$name` for a text that is the same wherever the name stands; in a later request it is replaced by that text. Known from
/// the beginning are `$container`, `$user` (the account's record name), `$host` and `$api` (the API token); the record name of
/// another account, `ben`, is `$ben` from its first request on.
@Suite struct GoldenTests {
  struct Exchange: Decodable, Sendable {
    /// What the file is about, for its reader.
    var about: String
    var steps: [Step]
  }

  struct Step: Decodable, Sendable {
    var request: Request
    var reply: Reply
  }

  struct Request: Decodable, Sendable {
    /// POST without it.
    var method: String?
    /// Such as `records/modify`; or else ``path`` is there.
    var operation: String?
    /// private without it.
    var scope: String?
    /// The whole address, or its path and query.
    var path: String?
    /// What is added to the query.
    var query: String?
    var headers: [String: String]?
    /// `none`, or another of the account's devices; the first one without it.
    var session: String?
    /// Another account than ann's, by its name; it is there from its first request on.
    var account: String?
    var body: JSONValue?
    /// The body, if it is no JSON.
    var text: String?
  }

  struct Reply: Decodable, Sendable {
    var status: Int
    /// Headers that have to be there.
    var headers: [String: String]?
    var body: JSONValue?
    var text: String?
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted()
  }()

  @Test func thereAreFiles() { #expect(Self.names.count >= 10) }

  @Test(arguments: names) func theWireIsAsWrittenDown(_ name: String) async throws {
    let data = try Data(contentsOf: Self.folder.appending(path: name))
    let exchange = try JSONDecoder().decode(Exchange.self, from: data)
    #expect(!exchange.about.isEmpty)
    try await TestServer.run { server in
      var run = try GoldenRun(server)
      for (index, step) in exchange.steps.enumerated() {
        let answer = try await run.send(step.request)
        let place = "\(name), step \(index + 1)"
        #expect(answer.status == step.reply.status, "\(place): \(answer.text)")
        for (header, value) in step.reply.headers ?? [:] {
          let found = answer.headers[header.lowercased()]
          #expect(found.map { run.matches($0, value) } == true, "\(place): \(header) is \(found ?? "missing")")
        }
        if let text = step.reply.text { #expect(answer.text == text, "\(place)") }
        guard let expected = step.reply.body else { continue }
        for difference in run.differences(try JSONValue.read(answer.body), expected, "") {
          Issue.record("\(place): \(difference)")
        }
      }
    }
  }
}

/// One file's requests against one server.
private struct GoldenRun {
  let server: TestServer
  private var known: [String: String]
  private var sessions: [String: String] = [:]

  init(_ server: TestServer) throws {
    self.server = server
    known = [
      "$container": StoredContainer.defaultID, "$user": server.ann.userRecordName, "$api": server.apiToken,
      "$host": "http://127.0.0.1:\(server.client.port)",
    ]
  }

  mutating func send(_ request: GoldenTests.Request) async throws -> TestAnswer {
    let body = try request.text.map { fill($0) } ?? request.body.map { try $0.mapTexts { fill($0) }.text() } ?? "{}"
    let method = request.method ?? "POST"
    return try await server.client.send(
      method, try path(request), headers: request.headers ?? [:], body: method == "POST" ? Array(body.utf8) : nil)
  }

  private mutating func path(_ request: GoldenTests.Request) throws -> String {
    let extra = request.query.map { "&" + $0 } ?? ""
    if let path = request.path { return TestServer.path(of: fill(path)) + extra }
    let name = request.account ?? request.session ?? "first"
    var token = sessions[name]
    if token == nil, name != "none" {
      var user: StoredUser?
      if let account = request.account {
        let added = try server.add(account)
        (user, known["$" + account]) = (added, added.userRecordName)
      }
      token = try server.session(user)
      sessions[name] = token
    }
    return server.path(request.operation ?? "", token: token, scope: request.scope ?? "private") + extra
  }

  /// A text with the names in it replaced.
  private func fill(_ text: String) -> String {
    // The longest first, since one name may begin as another does.
    known.sorted { $0.key.count > $1.key.count }.reduce(text) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
  }

  /// Whether a text is the expected one; a name that is new stands for it from now on.
  mutating func matches(_ found: String, _ expected: String) -> Bool {
    guard expected.hasPrefix("$") else { return found == expected }
    if expected == "$" { return true }
    if let value = known[expected] { return found == value }
    guard expected.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber }) else { return found == fill(expected) }
    known[expected] = found
    return true
  }

  /// Where two differ, each with its path.
  mutating func differences(_ found: JSONValue, _ expected: JSONValue, _ path: String) -> [String] {
    switch (found, expected) {
    case (.string(let found), .string(let text)):
      return matches(found, text) ? [] : ["\(path) is “\(found)” instead of “\(text)”"]
    case (.array(let members), .array(let wanted)):
      guard members.count == wanted.count else { return ["\(path) has \(members.count) members: \(found)"] }
      var all: [String] = []
      for (index, pair) in zip(members, wanted).enumerated() {
        all += differences(pair.0, pair.1, "\(path)[\(index)]")
      }
      return all
    case (.object(let members), .object(let wanted)):
      var all: [String] = []
      for key in Set(members.keys).union(wanted.keys).sorted() {
        switch (members[key], wanted[key]) {
        case (let one?, let other?): all += differences(one, other, "\(path).\(key)")
        case (let one?, nil): all.append("\(path).\(key) is there: \(one)")
        default: all.append("\(path).\(key) is missing")
        }
      }
      return all
    default: return found == expected ? [] : ["\(path) is \(found) instead of \(expected)"]
    }
  }
}
