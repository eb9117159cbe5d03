import Encodings

/// The proxy through which a service is reached.
package struct ProxySetting: Hashable, Sendable {
  /// The protocols that a proxy can have; `socks` is version 5.
  package enum Kind: Hashable, Sendable { case http, socks }

  /// The protocol that the proxy speaks.
  package let kind: Kind
  /// In lower case; an IPv6 address without its brackets.
  package let host: String
  /// 1...65535; 3128, or 1080 for SOCKS, if the text names none.
  package let port: Int
  /// nil if the proxy asks for none; always nil for SOCKS.
  package let credentials: Credentials?

  /// Name and password for the proxy, sent as Basic authentication.
  package struct Credentials: Hashable, Sendable {
    /// Without percent-encoding.
    package let name: String
    /// Without percent-encoding; empty if the text has none.
    package let password: String
  }

  /// Parses `http://[name:password@]host[:port]`, `socks5://host[:port]`, or a host and port alone.
  ///
  /// - Throws: ``AddressRefusal`` for any other text, and for SOCKS with a name and a password.
  package init(_ text: String) throws(AddressRefusal) {
    var rest = Substring(text)
    var kind = Kind.http
    if let end = rest.firstRange(of: "://") {
      switch rest[..<end.lowerBound].lowercased() {
      case "http": kind = .http
      case "socks5", "socks5h": kind = .socks
      default: throw AddressRefusal("a proxy is reached by http:// or socks5://, not by “\(rest[..<end.lowerBound])”")
      }
      rest = rest[end.upperBound...]
    }
    rest = rest.prefix { $0 != "/" }
    var credentials: Credentials?
    if let at = rest.lastIndex(of: "@") {
      let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentCoding.decode(parts[0].utf8),
        let password = parts.count > 1 ? PercentCoding.decode(parts[1].utf8) : ""
      else { throw AddressRefusal("the name and password of the proxy are not percent-encoded as they should be") }
      credentials = Credentials(name: name, password: password)
      rest = rest[rest.index(after: at)...]
    }
    guard kind == .http || credentials == nil else {
      throw AddressRefusal("a SOCKS proxy with a name and a password is not supported")
    }
    // The rules for hosts and ports are those of any address.
    let address: HTTPAddress
    do throws(AddressRefusal) {
      address = try HTTPAddress("https://\(rest)")
    } catch {
      throw AddressRefusal("the proxy has no host that can be reached")
    }
    self.kind = kind
    host = address.host
    // The colons of an address in brackets are before its end.
    let hasPort = (rest.lastIndex(of: "]").map { rest[$0...] } ?? rest).contains(":")
    port = hasPort ? address.port : kind == .socks ? 1080 : 3128
    self.credentials = credentials
  }

  /// Returns the proxy that the environment names for a host, by the variables that curl reads; nil for none.
  ///
  /// No proxy is used for this machine itself.
  ///
  /// - Throws: ``AddressRefusal`` that names the variable.
  package static func from(
    environment: [String: String], for address: HTTPAddress
  ) throws(AddressRefusal) -> ProxySetting? {
    guard !address.isLoopback else { return nil }
    let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    guard let name = names.first(where: { environment[$0]?.isEmpty == false }), let value = environment[name] else {
      return nil
    }
    let exceptions = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    guard !isException(address, in: exceptions) else { return nil }
    do throws(AddressRefusal) {
      return try ProxySetting(value)
    } catch {
      throw AddressRefusal("\(name): \(error)")
    }
  }

  static func isException(_ address: HTTPAddress, in list: String) -> Bool {
    list.split(whereSeparator: { $0 == "," || $0 == " " }).contains { item in
      var pattern = item.lowercased()
      if pattern == "*" { return true }
      if let colon = pattern.lastIndex(of: ":"), let port = Int(pattern[pattern.index(after: colon)...]),
        !address.host.contains(":")
      {
        guard port == address.port else { return false }
        pattern = String(pattern[..<colon])
      }
      if pattern.hasPrefix("*.") { pattern.removeFirst() }
      let suffix = pattern.hasPrefix(".") ? pattern : "." + pattern
      return address.host == suffix.dropFirst() || address.host.hasSuffix(suffix)
    }
  }
}
