import Crypto
import Encodings

/// Ties a form to the browser that it was made for: a secret in a cookie, and its seal in the form.
///
/// A page of another site can send our form, but it can neither read the cookie nor make the seal; so a person is
/// signed in only under a name that they typed.
package struct FormProof: Sendable {
  /// The name of the cookie that holds the secret.
  package static let cookie = "cloudjournal-form"

  private let key: SymmetricKey

  /// - Parameter key: The server's signing key.
  package init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

  /// What the form carries for a browser whose cookie has this secret.
  package func seal(_ secret: String) -> String {
    Base64.text(Array(HMAC<SHA256>.authenticationCode(for: Array("form 1\n\(secret)".utf8), using: key)), .forURLs)
  }

  /// Returns whether a form's proof is the seal of this secret; compares in constant time.
  package func accepts(_ proof: String, secret: String) -> Bool {
    guard let bytes = Base64.decode(proof.utf8, .forURLs) else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(
      bytes, authenticating: Array("form 1\n\(secret)".utf8), using: key)
  }

  /// The secret among the cookies of a request.
  package static func secret(in header: String?) -> String? {
    for part in (header ?? "").split(separator: ";") {
      let pair = part.drop { $0 == " " }
      guard pair.hasPrefix(cookie + "=") else { continue }
      let secret = String(pair.dropFirst(cookie.utf8.count + 1))
      return (16...128).contains(secret.utf8.count) ? secret : nil
    }
    return nil
  }
}
