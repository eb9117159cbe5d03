import Encodings
package import HTTPTypes
import Synchronization

/// Where the server is, as clients are to be told.
package final class ListenerAddress: Sendable {
  private let configuration: ServerConfiguration
  private let port: Mutex<Int>

  /// Begins with the configured port.
  package init(_ configuration: ServerConfiguration) {
    self.configuration = configuration
    port = Mutex(configuration.port)
  }

  /// Notes the port on which the server listens: the one that the system chose, where the configured one is 0.
  package func bound(to number: Int) { port.withLock { $0 = number } }

  private var scheme: String { configuration.usesTLS ? "https" : "http" }

  /// The address it listens on, for the person who started it.
  package var listening: String {
    let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    return "\(scheme)://\(host):\(port.withLock { $0 })"
  }

  /// What links begin with, without a slash at the end.
  ///
  /// A request's own headers are believed in two cases only: behind a proxy, which sets them; and on a server that only
  /// this machine reaches, where they tell which of this machine's own names the client used.
  package func base(for headers: HTTPFields, authority: String?) -> String {
    if let baseURL = configuration.baseURL { return baseURL }
    if configuration.behindProxy {
      let named = headers[.forwardedHost].map(Self.nearest) ?? authority
      guard let named, Self.isAuthority(named) else { return listening }
      let proto = headers[.forwardedProto].map(Self.nearest) == "http" ? "http" : "https"
      return "\(proto)://\(named)\(Self.port(headers, for: named, proto))"
    }
    if ServerConfiguration.isLoopback(configuration.host), let authority, Self.isAuthority(authority) {
      let host = authority.hasPrefix("[") ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
      if ServerConfiguration.isLoopback(String(host)) { return "\(scheme)://\(authority)" }
    }
    return listening
  }

  /// Of several proxies' values the last: those before may be made up.
  private static func nearest(_ value: String) -> String {
    String((value.split(separator: ",").last ?? "").drop { $0 == " " })
  }

  /// The port that a proxy names by itself, for a host that comes without one.
  private static func port(_ headers: HTTPFields, for host: String, _ proto: String) -> String {
    let isNamed = host.hasPrefix("[") ? host.contains("]:") : host.contains(":")
    guard !isNamed, let text = headers[.forwardedPort].map(nearest), let port = UInt16(text), port > 0,
      port != (proto == "https" ? 443 : 80)
    else { return "" }
    return ":\(port)"
  }

  private static func isAuthority(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isASCIILetterOrDigit(or: "-._:[]") }
  }
}
