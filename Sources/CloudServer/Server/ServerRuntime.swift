import CloudRecord
package import CloudService
package import CloudStore
import Crypto
import Encodings
package import Logging
import NIOPosix
import Synchronization
import SystemKit

/// Where a server keeps what it serves.
package struct ServerBackend: Sendable {
  /// Databases with their zones, records and subscriptions.
  package var storage: any CloudStorage
  /// Users, sessions, containers and API tokens.
  package var accounts: any AccountStoring
  /// The bytes of assets.
  package var files: ObjectFiles
  /// The name of this history of the data, and the key that signs tokens.
  package var identity: ServerIdentity
  /// The present run; nil until it was begun.
  package private(set) var run: StoredRun?

  /// Begins a run, before anything is answered: what is given from now on is told from what was given in any other life
  /// of these data.
  ///
  /// - Throws: ``CloudStoreError`` where the data cannot be written.
  package mutating func beginRun(_ surroundings: ServerSurroundings) throws {
    // Zero means none; the chance of it is no worse than that of two runs with one name.
    let id = surroundings.randomBytes(8).reduce(Int64(0)) { $0 << 8 | Int64($1) } | 1
    run = try storage.write { try CloudService.beginRun(id, in: $0) }
  }
}

/// Time and chance, as they come from outside.
package struct ServerSurroundings: Sendable {
  /// Milliseconds since 1970.
  package var now: @Sendable () -> Int64
  /// Milliseconds of a clock that only runs forwards, for limits: setting the time neither gives nor takes attempts.
  package var uptime: @Sendable () -> Int64
  /// Returns as many random bytes as it is asked for; secrets are made of them.
  package var randomBytes: @Sendable (Int) -> [UInt8]

  package init(
    now: @escaping @Sendable () -> Int64, uptime: @escaping @Sendable () -> Int64 = { MonotonicClock.milliseconds },
    randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    (self.now, self.uptime, self.randomBytes) = (now, uptime, randomBytes)
  }

  /// 128 random bits as a UUID in upper case.
  package func freshName() -> String {
    var bytes = randomBytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Hexadecimal.text(bytes).uppercased()
    var name = ""
    for (place, digit) in digits.enumerated() {
      if place == 8 || place == 12 || place == 16 || place == 20 { name += "-" }
      name.append(digit)
    }
    return name
  }

  /// A secret of 256 bits in letters, digits, `-` and `_`.
  package func freshToken() -> String { Base64.text(randomBytes(32), .forURLs) }
}

/// Everything that requests share.
package final class ServerRuntime: Sendable {
  /// Does not change while the server runs.
  package let configuration: ServerConfiguration
  /// The stores; without a ``ServerBackend/run`` the service does not keep runs.
  package let backend: ServerBackend
  /// The clock and the random numbers of every request.
  package let surroundings: ServerSurroundings
  /// The rules, with the limits of the configuration.
  package let service: CloudService
  /// The address that links in answers begin with.
  package let listener: ListenerAddress
  /// The devices that wait for notifications; forgotten when the server ends.
  package let hub = NotificationHub()
  /// Counted from the start of the server.
  package let metrics = ServerMetrics()
  /// Gets a line for each request and for each internal error.
  package let logger: Logger
  let passwords = PasswordPool()
  let signInLimiter = SignInLimiter()
  /// The devices that wait to be let in by a short code.
  package let codes = SignInCodes()
  let requestLimiter: RequestLimiter
  /// Thirty requests a minute for what links lead to.
  let linkLimiter = RequestLimiter(rate: 0.5, burst: 30)
  /// Sixty requests a minute for accounts by their addresses.
  let lookupLimiter = RequestLimiter(rate: 1, burst: 60)
  /// The host in the addresses of accounts.
  let addressHost: String
  let hasher: PasswordHasher
  private let threads: NIOThreadPool

  /// Starts the threads that wait for the disk and that hash passwords; ``shutDown()`` ends them.
  package init(
    configuration: ServerConfiguration, backend: ServerBackend, surroundings: ServerSurroundings, logger: Logger,
    hasher: PasswordHasher = .scrypt
  ) {
    (self.configuration, self.hasher, self.backend) = (configuration, hasher, backend)
    (self.surroundings, self.logger) = (surroundings, logger)
    var limits = ServiceLimits()
    limits.assetSize = configuration.assetLimit
    limits.tombstoneRetention = Int64(configuration.retentionDays) * 86_400_000
    service = CloudService(
      settings: ServiceSettings(
        incarnation: backend.identity.incarnation, signingKey: backend.identity.signingKey, run: backend.run,
        limits: limits, schemas: ServiceSettings.builtInSchemas))
    listener = ListenerAddress(configuration)
    addressHost = configuration.addressHost
    requestLimiter = RequestLimiter(
      rate: Double(configuration.requestRate), burst: Double(configuration.requestBurst))
    threads = NIOThreadPool(numberOfThreads: 8)
    threads.start()
  }

  /// Makes sessions that live as long as is configured.
  var accountDesk: AccountAdministration {
    AccountAdministration(
      accounts: backend.accounts, surroundings: surroundings, sessionLifetime: configuration.sessionLifetime)
  }

  /// Runs work that waits for the disk on threads that are there for it, never on those that serve connections.
  func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await threads.runIfActive(work)
  }

  /// Lets the threads go, once nothing runs on them any more.
  ///
  /// - Throws: The error of the thread pools.
  package func shutDown() async throws {
    try await passwords.shutDown()
    try await threads.shutdownGracefully()
  }

  /// What is kept of a secret.
  static func digest(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }
}
