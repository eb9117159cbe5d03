import Crypto
import CryptoExtras
import Encodings

/// A journal that jrnl has encrypted, in any of its three ways.
///
/// jrnl 4 writes `JRNLv3`, a head with a salt, and a Fernet token; jrnl 2 to 4.2 the token alone, under a salt that is the same
/// for all; jrnl 1 AES-CBC under the hash of the password, which no beginning tells from noise.
package struct EncryptedJrnl: Sendable {
  private enum Form {
    case token(salt: [UInt8], ArraySlice<UInt8>)
    case block(iv: ArraySlice<UInt8>, ArraySlice<UInt8>)
  }

  private let form: Form

  /// - Parameter bytes: of the whole file.
  /// - Throws: ``ImportError`` where it was cut or is something else.
  package init(_ bytes: [UInt8]) throws(ImportError) {
    switch FileKind(bytes) {
    case .encryptedJrnl where bytes.starts(with: EncryptedJrnl.mark.utf8):
      let start = EncryptedJrnl.mark.utf8.count + 2
      guard bytes.count > start else { throw EncryptedJrnl.damaged }
      let length = Int(bytes[start - 2]) << 8 | Int(bytes[start - 1])
      guard bytes.count > start + length, let head = Base64.decode(bytes[start..<start + length]),
        let salt = EncryptedJrnl.salt(in: head)
      else { throw EncryptedJrnl.damaged }
      form = .token(salt: salt, bytes[(start + length)...])
    case .encryptedJrnl: form = .token(salt: EncryptedJrnl.usualSalt, bytes[...])
    default:
      guard bytes.count >= 32, bytes.count % 16 == 0 else {
        throw ImportError(
          "this is no journal that jrnl has encrypted", remedy: "Give the file without --password-stdin.")
      }
      form = .block(iv: bytes[..<16], bytes[16...])
    }
  }

  private static let mark = "JRNLv3"
  private static let damaged = ImportError(
    "the encrypted journal is cut, or damaged",
    remedy: "Give the file as jrnl wrote it, or decrypt it with: jrnl --decrypt journal.txt.")

  /// jrnl’s salt where a file has none.
  private static let usualSalt: [UInt8] = [
    0xF2, 0xD5, 0x71, 0x0E, 0xC1, 0x8D, 0x2E, 0xDE, 0xDC, 0x8E, 0x36, 0x74, 0x89, 0x04, 0xCE, 0xF8,
  ]
  private static let rounds = 100_000

  /// The text of the journal; nil where the password is another.
  ///
  /// - Throws: ``ImportError`` where the file is damaged.
  package func text(password: String) throws(ImportError) -> [UInt8]? {
    switch form {
    case .token(let salt, let token): return try opened(token, salt: salt, password)
    case .block(let iv, let sealed):
      let key = SymmetricKey(data: SHA256.hash(data: Array(password.utf8)))
      guard let padded = EncryptedJrnl.decrypted(sealed, key, iv), let text = EncryptedJrnl.withoutPadding(padded)
      else { return nil }
      // Nothing else tells the right password from another one.
      return text.withUnsafeBytes { TextBytes.firstInvalidByte($0) == nil } ? text : nil
    }
  }

  /// A token is the version, eight bytes of time, the first vector, the text, and a code over all of that.
  private func opened(_ token: ArraySlice<UInt8>, salt: [UInt8], _ password: String) throws(ImportError) -> [UInt8]? {
    let (first, code) = (9, 32)
    let sealed = token.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
    guard let bytes = Base64.decode(sealed, .forURLs), bytes.count >= first + 16 + 16 + code, bytes[0] == 0x80,
      let key = EncryptedJrnl.key(password, salt)
    else { throw EncryptedJrnl.damaged }
    let end = bytes.count - code
    guard
      HMAC<SHA256>.isValidAuthenticationCode(
        Array(bytes[end...]), authenticating: Array(bytes[..<end]), using: SymmetricKey(data: key[..<16]))
    else { return nil }
    let padded = EncryptedJrnl.decrypted(
      bytes[(first + 16)..<end], SymmetricKey(data: key[16...]), bytes[first..<(first + 16)])
    guard let text = padded.flatMap(EncryptedJrnl.withoutPadding) else { throw EncryptedJrnl.damaged }
    return text
  }

  /// 16 bytes for the code, and 16 for the text.
  private static func key(_ password: String, _ salt: [UInt8]) -> [UInt8]? {
    do {
      let key = try KDF.Insecure.PBKDF2.deriveKey(
        from: Array(password.utf8), salt: salt, using: .sha256, outputByteCount: 32, unsafeUncheckedRounds: rounds)
      return key.withUnsafeBytes { Array($0) }
    } catch { return nil }
  }

  private static func decrypted(
    _ sealed: ArraySlice<UInt8>, _ key: SymmetricKey, _ iv: ArraySlice<UInt8>
  ) -> [UInt8]? {
    do {
      return Array(
        try AES._CBC.decrypt(Array(sealed), using: key, iv: AES._CBC.IV(ivBytes: Array(iv)), noPadding: true))
    } catch { return nil }
  }

  /// Without what fills the last block: as many bytes as each of them says, or blanks, which the first jrnl wrote.
  private static func withoutPadding(_ bytes: [UInt8]) -> [UInt8]? {
    guard let last = bytes.last else { return nil }
    if last == 0x20 { return Array(bytes[..<((bytes.lastIndex { $0 != 0x20 } ?? -1) + 1)]) }
    guard (1...16).contains(last), bytes.count >= Int(last), bytes.suffix(Int(last)).allSatisfy({ $0 == last }) else {
      return nil
    }
    return Array(bytes.dropLast(Int(last)))
  }

  /// The salt of a head such as `{"salt": "…"}`.
  private static func salt(in head: [UInt8]) -> [UInt8]? {
    do {
      let json = try head.withUnsafeBytes { try JSONReader.object($0) }
      return Base64.decode(Array(try json.string("salt").utf8).filter { $0 != UInt8(ascii: "=") }, .forURLs)
    } catch { return nil }
  }
}
