import Encodings
import Foundation

/// Where the sign-in page may send a web auth token: to a program on the same machine, by plain HTTP, or to the address
/// that is registered with the program's API token.
///
/// A token is as good as a password; a page that sent it wherever an address says would give it to the one who made up
/// the address.
package struct CallbackAddress: Hashable, Sendable {
  /// Such as `http://127.0.0.1:49152`, for the page's policy.
  package let origin: String
  private let text: String

  /// nil for anything but `http://127.0.0.1:PORT/…`, `http://[::1]:PORT/…` or `http://localhost:PORT/…`.
  package init?(_ text: String) {
    guard text.hasPrefix("http://"), Self.isPlain(text) else { return nil }
    let rest = text.dropFirst(7)
    let authority = rest.prefix { !"/?".contains($0) }
    guard let colon = authority.lastIndex(of: ":") else { return nil }
    let (host, port) = (authority[..<colon], authority[authority.index(after: colon)...])
    guard ["127.0.0.1", "localhost", "[::1]"].contains(String(host)),
      port.utf8.allSatisfy(\.isASCIIDigit),
      let number = UInt16(port), number > 0
    else { return nil }
    self.text = text
    origin = "http://\(authority)"
  }

  /// An address that the server's owner registers; nil for anything but `https://host…`, or this machine by `http://`.
  package init?(registered text: String) {
    guard Self.isPlain(text), let scheme = text.range(of: "://") else { return nil }
    let authority = text[scheme.upperBound...].prefix { !"/?".contains($0) }
    guard let origin = WebOrigin(String(text[..<scheme.upperBound] + authority)) else { return nil }
    self.text = text
    self.origin = origin.text
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= 2048 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !forbidden.contains($0) }
  }

  /// The address with the token added to its query.
  package func carrying(_ token: String) -> String {
    text + (text.contains("?") ? "&" : "?") + "ckWebAuthToken=" + PercentCoding.encode(token)
  }

  /// `"`, `#`, `'`, `<`, `>`, `@`, `\`, `^`, `` ` ``, `{`, `|`, `}`.
  private static let forbidden = Set("\"#'<>@\\^`{|}".utf8)
}
