import CloudRecord
import Encodings

/// Why an address, a proxy, a pin or a file of certificates is refused.
package struct AddressRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// Words for a person, without a full stop.
  package var description: String

  package init(_ description: String) { self.description = description }
}

/// The address of a service or of something that a service names: `https`, or `http` to this machine alone.
///
/// Tokens and words travel to it, so plain HTTP is refused for any host but loopback, and so are addresses with a name
/// and a password.
package struct HTTPAddress: Hashable, Sendable {
  /// The protocols that an address can have.
  package enum Scheme: String, Hashable, Sendable { case http, https }

  /// Plain `http` for a loopback host only.
  package let scheme: Scheme
  /// In lower case; an IPv6 address without its brackets.
  package let host: String
  /// 1...65535; 443 or 80 if the address names none.
  package let port: Int
  /// The part between authority and query, without a slash at its end; may be empty.
  package let path: String
  /// As it was given: an address that a service names is asked for letter by letter.
  package let text: String

  /// Parses an address of printable ASCII, at most 8192 bytes long.
  ///
  /// - Throws: ``AddressRefusal`` for any other text, and for plain HTTP to another machine.
  package init(_ text: String) throws(AddressRefusal) {
    let shown = text.utf8.count > 200 ? String(text.prefix(200)) + "…" : text
    guard text.utf8.count <= 8192, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
    else { throw AddressRefusal("“\(shown)” isn’t a valid address: it has characters that addresses do not have") }
    guard let colon = text.firstRange(of: "://"), let scheme = Scheme(rawValue: text[..<colon.lowerBound].lowercased())
    else { throw AddressRefusal("“\(shown)” isn’t a valid address. It should start with https://") }
    let rest = text[colon.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else {
      throw AddressRefusal("an address has no name or password in it; sign in instead")
    }
    guard let (host, port) = Self.split(authority, defaultPort: scheme == .https ? 443 : 80) else {
      throw AddressRefusal("“\(shown)” isn’t a valid address: there is no host in it that can be reached")
    }
    guard scheme == .https || Self.isLoopback(host) else {
      throw AddressRefusal(
        "“\(host)” would be reached without encryption: use https://, or http:// for this machine alone")
    }
    var path = rest.dropFirst(authority.count).prefix { !"?#".contains($0) }
    while path.hasSuffix("/") { path = path.dropLast() }
    (self.scheme, self.host, self.port) = (scheme, host, port)
    self.path = String(path)
    self.text = text
  }

  /// Whether the host is this machine: `localhost`, a name below it, 127.0.0.0/8 or ::1.
  package var isLoopback: Bool { Self.isLoopback(host) }

  /// Scheme, host and port, in one spelling.
  package var origin: String {
    let name = host.contains(":") ? "[\(host)]" : host
    let isUsual = port == (scheme == .https ? 443 : 80)
    return "\(scheme.rawValue)://\(name)" + (isUsual ? "" : ":\(port)")
  }

  /// The origin and the path, to which further paths are appended.
  package var base: String { origin + path }

  /// Host, and port where it is not the usual one: for a person.
  package var name: String { String(origin.dropFirst(scheme.rawValue.utf8.count + 3)) }

  /// Parses an address that this service named, and returns it if it may be followed.
  ///
  /// A service says where its files are, and could otherwise choose any host for this machine to ask. So it may name
  /// itself, the address that it gave itself at the sign-in, and, if it is Apple's, Apple's hosts for files. A service
  /// of this machine may name this machine's ports only.
  ///
  /// - Parameter known: The address that the service gave itself at the sign-in.
  /// - Throws: ``AddressRefusal`` for any other address.
  package func following(_ text: String, known: HTTPAddress? = nil) throws(AddressRefusal) -> HTTPAddress {
    let address = try HTTPAddress(text)
    guard scheme == .http || address.scheme == .https else {
      throw AddressRefusal("\(name) names an address without encryption, which is not followed")
    }
    if address.origin == origin { return address }
    if isLoopback, address.isLoopback { return address }
    // A service on the net may have named an address on the net, and one of this machine may not.
    if let known, address.origin == known.origin, known.isLoopback == isLoopback { return address }
    if isApples, address.isApples, address.scheme == .https { return address }
    throw AddressRefusal(
      "\(name) names \(address.name) for its files, which it did not name when you signed in; sign in again if that is right"
    )
  }

  /// Parses the address of a page to sign in on, which a browser opens: this service's own, as ``following(_:known:)``.
  ///
  /// - Throws: `badContainer` for any other address, with the one to sign in at.
  func page(_ text: String) throws(CloudFailure) -> HTTPAddress {
    do throws(AddressRefusal) {
      return try following(text)
    } catch {
      let reason: String
      do throws(AddressRefusal) {
        let other = try HTTPAddress(text)
        reason =
          "the server at \(name) has its page for signing in at \(other.origin): give that address as the server’s"
      } catch {
        reason = "the page for signing in cannot be used: \(error.description)"
      }
      throw CloudFailure(code: .badContainer, reason: reason)
    }
  }

  /// Hosts of CloudKit Web Services and of the files that they name.
  private static let apples = ["apple-cloudkit.com", "icloud.com", "icloud-content.com", "icloud.com.cn"]

  /// Whether the host is Apple's; a service of Apple's has no description that could be fetched.
  package var isApples: Bool {
    port == 443 && HTTPAddress.apples.contains { host == $0 || host.hasSuffix("." + $0) }
  }

  private static func split(_ authority: Substring, defaultPort: Int) -> (host: String, port: Int)? {
    var (host, port) = (authority, Substring())
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[authority.index(after: authority.startIndex)..<end]
      port = authority[authority.index(after: end)...]
      let isAddress = host.utf8.allSatisfy { Hexadecimal.value($0) != nil || $0 == 0x2E || $0 == 0x3A }
      guard isAddress, host.contains(":") else {
        return nil
      }
    } else if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      port = authority[colon...]
    }
    guard !host.isEmpty, host.utf8.count <= 253 else { return nil }
    if !host.contains(":") {
      guard host.utf8.allSatisfy({ $0.isASCIILetterOrDigit(or: "-._") }), !host.hasPrefix("."), !host.contains("..")
      else { return nil }
    }
    guard !port.isEmpty else { return (host.lowercased(), defaultPort) }
    let digits = port.dropFirst()
    guard port.hasPrefix(":"), digits.utf8.allSatisfy(\.isASCIIDigit), let number = UInt16(digits),
      number > 0
    else { return nil }
    return (host.lowercased(), Int(number))
  }

  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension CloudFailure {
  /// Runs `body`; an address that it refuses becomes a failure of this code, with the refusal's words.
  static func refusing<Value>(
    as code: CloudErrorCode, retryAfter: Double? = nil,
    _ body: () throws(AddressRefusal) -> Value
  ) throws(CloudFailure) -> Value {
    do throws(AddressRefusal) {
      return try body()
    } catch {
      throw CloudFailure(code: code, reason: error.description, retryAfter: retryAfter)
    }
  }
}
