import Encodings

/// Which web pages may use an API token: their scheme, host and port, as a browser writes them.
package struct WebOrigin: Hashable, Sendable {
  /// Such as `https://app.example` or `http://localhost:3000`: in lower case, without the port that the scheme implies.
  package let text: String

  /// nil for anything but `https://host[:port]`, and `http://` for this machine alone: what is sent in the clear to
  /// another one can be read on its way.
  package init?(_ text: String) {
    let lowered = text.hasSuffix("/") ? String(text.dropLast()).lowercased() : text.lowercased()
    let isSecure = lowered.hasPrefix("https://")
    guard isSecure || lowered.hasPrefix("http://") else { return nil }
    let authority = lowered.dropFirst(isSecure ? 8 : 7)
    guard let (host, port) = Self.split(authority), Self.isHost(host) else { return nil }
    guard isSecure || ServerConfiguration.isLoopback(host.filter { $0 != "[" && $0 != "]" }) else { return nil }
    let isImplied = port == nil || port == (isSecure ? 443 : 80)
    self.text = (isSecure ? "https://" : "http://") + host + (isImplied ? "" : ":\(port ?? 0)")
  }

  private static func split(_ authority: Substring) -> (host: String, port: UInt16?)? {
    guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else {
      return (String(authority), nil)
    }
    let digits = authority[authority.index(after: colon)...]
    guard digits.utf8.allSatisfy(\.isASCIIDigit), let port = UInt16(digits), port > 0 else {
      return nil
    }
    return (String(authority[..<colon]), port)
  }

  private static func isHost(_ host: String) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      return host.utf8.count <= 41 && host.dropFirst().dropLast().contains(":")
        && host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    return (1...253).contains(host.utf8.count) && !host.hasPrefix(".") && !host.hasPrefix("-")
      && host.utf8.allSatisfy { $0.isASCIILetterOrDigit(or: "-.") }
  }
}
