import CloudServer
import CloudStore
import Crypto
import Foundation
import Logging
import Synchronization

/// A clock that goes only when told to.
final class TestClock: Sendable {
  private let time = Mutex<(now: Int64, uptime: Int64)>((1_800_000_000_000, 5_000))
  var now: Int64 { time.withLock { $0.now } }
  var uptime: Int64 { time.withLock { $0.uptime } }
  /// Time passes.
  func advance(_ milliseconds: Int64) {
    time.withLock { time in
      time.now += milliseconds
      time.uptime += milliseconds
    }
  }
  /// The owner sets another time, and none passes.
  func set(ahead milliseconds: Int64) { time.withLock { $0.now += milliseconds } }
}

/// A server in this process with everything in memory, and one user, `ann`.
final class TestServer: Sendable {
  static let password = "correct horse battery"

  let client: TestClient
  let clock: TestClock
  let runtime: ServerRuntime
  let apiToken: String
  let log: TestLog
  let ann: StoredUser

  private init(client: TestClient, clock: TestClock, runtime: ServerRuntime, log: TestLog, ann: StoredUser) throws {
    (self.client, self.clock, self.runtime, self.log, self.ann) = (client, clock, runtime, log, ann)
    apiToken = try runtime.backend.accounts.apiTokens(ofContainer: StoredContainer.defaultID).first?.value ?? ""
  }

  /// Runs a test against a server that ends with it.
  static func run(
    _ change: (inout ServerConfiguration) -> Void = { _ in },
    limits: ConnectionGuard.Limits = ConnectionGuard.Limits(), hasher: PasswordHasher = .scrypt,
    _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cloud-server-\(UUID().uuidString)").path
    defer { removeFolder(folder) }
    var configuration = ServerConfiguration(dataDirectory: folder)
    configuration.port = 0
    configuration.storage = .memory
    configuration.passwordCost = .least
    configuration.pollSeconds = 1
    change(&configuration)
    let clock = TestClock()
    let surroundings = ServerSurroundings(
      now: { clock.now }, uptime: { clock.uptime },
      randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } })
    var backend = try ServerBackend.memory(files: folder + "/objects", surroundings: surroundings)
    try backend.beginRun(surroundings)
    let desk = AccountAdministration(accounts: backend.accounts, surroundings: surroundings)
    try desk.prepare()
    let ann = try add("ann", to: backend, at: clock)
    let log = TestLog()
    let logger = Logger(label: "test") { _ in StandardErrorLog(level: .info, write: log.write) }
    let runtime = ServerRuntime(
      configuration: configuration, backend: backend, surroundings: surroundings, logger: logger, hasher: hasher)
    let application = CloudServerApplication(runtime, certificates: nil, limits: limits)
    let (addresses, continuation) = AsyncStream<String>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await application.run(signals: []) { continuation.yield($0) }
        } catch is CancellationError {}
        continuation.finish()
      }
      for await address in addresses {
        guard let port = Int(address.split(separator: ":").last ?? "") else { break }
        let server = try TestServer(
          client: TestClient(port: port), clock: clock, runtime: runtime, log: log, ann: ann)
        try await body(server)
        break
      }
      group.cancelAll()
    }
  }

  private static func removeFolder(_ folder: String) {
    do {
      if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
    } catch { print("left behind: \(folder)") }
  }

  // MARK: What tests need again and again

  /// A web auth token of a new session.
  func session(_ user: StoredUser? = nil, container: String? = nil) throws -> String {
    try AccountAdministration(
      accounts: runtime.backend.accounts, surroundings: runtime.surroundings,
      sessionLifetime: runtime.configuration.sessionLifetime
    ).beginSession(for: user ?? ann, device: "test", kind: .owner, container: container).webAuthToken
  }

  /// The name of a session in lists.
  func sessionID(_ token: String) throws -> String {
    let digest = Array(SHA256.hash(data: Data(token.utf8)))
    return try runtime.backend.accounts.session(
      tokenDigest: digest, usedAt: clock.now, lifetime: runtime.configuration.sessionLifetime)?.session.id ?? ""
  }

  func add(_ name: String) throws -> StoredUser { try Self.add(name, to: runtime.backend, at: clock) }

  private static func add(_ name: String, to backend: ServerBackend, at clock: TestClock) throws -> StoredUser {
    let digits = (0..<16).map { _ in String(UInt8.random(in: 16...255), radix: 16) }.joined()
    let user = StoredUser(
      name: name, userRecordName: "_" + digits, passwordHash: try hash.get(), quota: 1 << 30, createdAt: clock.now)
    try backend.accounts.add(user)
    return user
  }

  /// Computed once: it is slow by its nature.
  private static let hash = Result {
    try PasswordHash(of: password, cost: .least, salt: [UInt8](repeating: 1, count: 16)).text
  }

  /// The address of an operation on the private database.
  func path(_ operation: String, token: String?, apiToken: String? = nil, scope: String = "private") -> String {
    "/database/1/\(StoredContainer.defaultID)/production/\(scope)/\(operation)?ckAPIToken=\(apiToken ?? self.apiToken)"
      + (token.map { "&ckWebAuthToken=\($0)" } ?? "")
  }

  /// The path and query of an address that the server has given out.
  static func path(of address: String) -> String {
    guard let scheme = address.range(of: "://"), let slash = address[scheme.upperBound...].firstIndex(of: "/") else {
      return address
    }
    return String(address[slash...])
  }

  func makeZone(_ name: String, token: String) async throws {
    let body = #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"\#(name)"}}}]}"#
    let answer = try await client.post(path("zones/modify", token: token), body)
    guard answer.status == 200 else { throw TestClient.Failure(what: answer.text) }
  }

  func makeRecord(_ name: String, zone: String, token: String) async throws -> TestAnswer {
    let body = """
      {"zoneID":{"zoneName":"\(zone)"},"operations":[{"operationType":"create","record":{"recordName":"\(name)",\
      "recordType":"Note","fields":{"text":{"value":"hello"}}}}]}
      """
    return try await client.post(path("records/modify", token: token), body)
  }
}

/// What a server has logged.
final class TestLog: Sendable {
  private let lines = Mutex<[String]>([])
  var text: String { lines.withLock { $0.joined() } }
  var write: @Sendable (String) -> Void { { line in self.lines.withLock { $0.append(line) } } }
}
