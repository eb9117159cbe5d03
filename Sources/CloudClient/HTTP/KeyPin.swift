import Crypto
import NIOSSL

/// The one public key that a service may have: `sha256/` and the base64 of the SHA-256 of its SubjectPublicKeyInfo.
///
/// It takes the place of authorities: whoever has the key is the service, whatever the certificate says, so that a
/// self-signed one serves as well.
package struct KeyPin: Hashable, Sendable, CustomStringConvertible {
  /// Thirty-two bytes.
  private let digest: [UInt8]

  /// - Throws: ``AddressRefusal`` for anything but `sha256/` and 32 bytes in base64.
  package init(_ text: String) throws(AddressRefusal) {
    let prefix = "sha256/"
    guard text.hasPrefix(prefix), let digest = Base64.decode(text.dropFirst(prefix.utf8.count)), digest.count == 32
    else { throw AddressRefusal("a pin is sha256/ followed by 44 characters of base64") }
    self.digest = digest
  }

  init(of certificate: NIOSSLCertificate) throws {
    digest = Array(SHA256.hash(data: try certificate.extractPublicKey().toSPKIBytes()))
  }

  package var description: String { "sha256/" + Base64.encode(digest) }
}

/// Base64 with padding, and nothing else.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= UInt32(8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * index)) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// nil for anything that ``encode(_:)`` does not make.
  static func decode(_ text: Substring) -> [UInt8]? {
    let characters = text.utf8.prefix { $0 != UInt8(ascii: "=") }
    var (bytes, bits, count) = ([UInt8](), UInt32(0), 0)
    for character in characters {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return encode(bytes) == text ? bytes : nil
  }
}
