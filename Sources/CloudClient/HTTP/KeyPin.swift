import Crypto
import Encodings
import NIOSSL

/// The one public key that a service may have: `sha256/` and the base64 of the SHA-256 of its SubjectPublicKeyInfo.
///
/// It takes the place of authorities: a host with this key is the service, whatever its certificate says, so that a
/// self-signed certificate serves as well.
package struct KeyPin: Hashable, Sendable, CustomStringConvertible {
  /// Thirty-two bytes.
  private let digest: [UInt8]

  /// Parses a pin.
  ///
  /// - Throws: ``AddressRefusal`` for anything but `sha256/` and 32 bytes in base64.
  package init(_ text: String) throws(AddressRefusal) {
    let prefix = "sha256/"
    guard text.hasPrefix(prefix), let digest = Base64.decode(text.utf8.dropFirst(prefix.utf8.count)), digest.count == 32
    else { throw AddressRefusal("a pin is sha256/ followed by 44 characters of base64") }
    self.digest = digest
  }

  init(of certificate: NIOSSLCertificate) throws {
    digest = Array(SHA256.hash(data: try certificate.extractPublicKey().toSPKIBytes()))
  }

  /// As settings hold it: `sha256/` and 44 characters of base64.
  package var description: String { "sha256/" + Base64.text(digest) }
}
