/// Everything that the person who runs a server may choose.
package struct ServerConfiguration: Hashable, Sendable {
  /// Where rows are kept.
  package enum Storage: String, Hashable, Sendable, CaseIterable {
    /// One file in the data folder.
    case sqlite
    /// Gone when the server ends; for tests and trials.
    case memory
  }

  /// To whom `/metrics` answers.
  package enum Metrics: String, Hashable, Sendable, CaseIterable {
    /// Programs on this machine that ask directly, not through a proxy.
    case local
    /// Everybody who reaches the server.
    case `public`
    case off
  }

  /// Where accounts, records and files are kept.
  package var dataDirectory: String
  /// The address to listen on.
  package var host = "127.0.0.1"
  /// 0 lets the system choose one.
  package var port = 8080
  /// What clients reach the server by, where that is not the address it listens on; without a slash at the end.
  package var baseURL: String?
  /// A PEM file with the certificate and those it is signed with.
  package var tlsCertificate: String?
  /// A PEM file.
  package var tlsKey: String?
  /// Whether something before the server does TLS and says in `X-Forwarded-For` who calls.
  package var behindProxy = false
  /// Where rows are kept; files lie in the data folder in either case.
  package var storage = Storage.sqlite
  /// The least severe level that is logged, such as `debug`, `info` or `warning`.
  package var logLevel = "info"
  /// The cost of new hashes; an older hash gets it when its user signs in.
  package var passwordCost = PasswordCost.standard
  /// Bytes of the largest file.
  package var assetLimit: Int64 = 250 << 20
  /// Bytes that a new user may store.
  package var quota: Int64 = 5_000_000_000
  /// Requests a second that one session may send in the long run.
  package var requestRate = 200
  /// Requests that one session may send at once.
  package var requestBurst = 400
  /// Seconds for which a request for notifications waits.
  package var pollSeconds = 55
  /// Seconds after which a connection on which nothing happens is closed.
  package var idleSeconds = 30
  /// Days for which a session lives after its last use.
  package var sessionDays = 90
  /// Days for which the service remembers what was deleted; a device that was away longer reads everything again.
  package var retentionDays = 30
  /// The programs to which `/metrics` answers.
  package var metrics = Metrics.local

  /// Makes the default settings for a data folder.
  package init(dataDirectory: String) { self.dataDirectory = dataDirectory }

  /// Whether the server itself does TLS, with ``tlsCertificate``.
  package var usesTLS: Bool { tlsCertificate != nil }
  /// ``sessionDays`` in milliseconds.
  package var sessionLifetime: Int64 { Int64(sessionDays) * 86_400_000 }

  /// Whether an address is this machine's own and no other machine can reach it.
  package static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// What works and may still not be what was meant, each in a sentence, for the log.
  package var warnings: [String] {
    guard behindProxy, baseURL == nil else { return [] }
    return [
      "base-url is not set: links are made of X-Forwarded-Host, X-Forwarded-Port and X-Forwarded-Proto, or of the Host "
        + "that the proxy sends. If clients cannot follow them, give --base-url https://name:port."
    ]
  }

  /// Refuses what does not go together, in a sentence that says what to do.
  ///
  /// - Throws: ``ServerRefusal`` for a certificate without its key or a key without its certificate, for passwords in
  ///   the clear on a network, and for a base URL that is missing or malformed.
  package func validate() throws(ServerRefusal) {
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ServerRefusal("TLS needs both a certificate (--tls-certificate) and its key (--tls-key).")
    }
    guard ServerConfiguration.isLoopback(host) || usesTLS || behindProxy else {
      throw ServerRefusal(
        "Other machines can reach \(host), and passwords would go over the network in the clear: give a certificate "
          + "(--tls-certificate, --tls-key), say --behind-proxy if something before the server does TLS, or listen on "
          + "127.0.0.1.")
    }
    let isWildcard = host == "0.0.0.0" || host == "::"
    guard baseURL != nil || behindProxy || !isWildcard else {
      throw ServerRefusal(
        "Clients have to be told where the server is, and \(host) does not say it: give --base-url https://name:port.")
    }
    if let baseURL {
      let rest =
        baseURL.hasPrefix("https://") ? baseURL.dropFirst(8) : baseURL.hasPrefix("http://") ? baseURL.dropFirst(7) : ""
      guard !rest.isEmpty, !rest.hasSuffix("/"), rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
        !rest.contains(where: { "?#\"<>\\".contains($0) })
      else {
        throw ServerRefusal("The base URL \(baseURL) is not of the form https://name:port, without a slash at the end.")
      }
    }
  }
}

extension ServerConfiguration {
  /// The host in the addresses of accounts, in lower case and without a port: that of `base-url`, else the name by which this
  /// machine is known to itself.
  package var addressHost: String {
    guard let rest = baseURL?.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true).last else {
      return "localhost"
    }
    let authority = rest.drop { $0 == "/" }.prefix { $0 != "/" }
    let host = authority.hasPrefix("[") ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
    return host.lowercased()
  }
}

/// What scrypt is told to spend on a password.
package struct PasswordCost: Hashable, Sendable {
  /// The binary logarithm of the number of rounds, 14...18.
  package var logRounds: Int
  /// Always 8.
  package var blockSize: Int
  /// 1...4.
  package var parallelism: Int

  package init(logRounds: Int, blockSize: Int = 8, parallelism: Int) {
    (self.logRounds, self.blockSize, self.parallelism) = (logRounds, blockSize, parallelism)
  }

  /// 128 MiB for each of the passwords that are checked at once.
  package static let standard = PasswordCost(logRounds: 17, parallelism: 1)
  /// 32 MiB, for small machines; as much work as the standard.
  package static let small = PasswordCost(logRounds: 15, parallelism: 3)
  /// The least that is accepted.
  package static let least = PasswordCost(logRounds: 14, parallelism: 1)

  /// Whether the numbers are within what the server is ready to compute.
  package var isAcceptable: Bool {
    (14...18).contains(logRounds) && blockSize == 8 && (1...4).contains(parallelism)
  }
}
