import Crypto
import Encodings
import Foundation
import SwiftASN1
import X509

/// The certificate that a server makes for itself: an authority of its own, the server's key, and a certificate for that key.
///
/// All three lie in the folder `tls` of the data folder. Clients pin the server's key, so it stays for as long as the folder
/// does; the certificate holds for 397 days, the longest that browsers take, and is made anew 30 days before its end.
package struct OwnCertificate: Sendable {
  /// Days for which a certificate holds.
  static let days = 397
  /// Days before its end at which a certificate is made anew.
  static let renewalDays = 30
  /// Days for which the authority holds.
  private static let authorityDays = 20 * 365

  private let folder: String

  /// - Parameter dataDirectory: The server's data folder; nothing is read yet.
  package init(dataDirectory: String) { folder = dataDirectory + "/" + OwnCertificate.folderName }

  static let folderName = "tls"
  /// Paths within the data folder, as `server.toml` names them.
  static let certificateName = folderName + "/server.pem"
  static let keyName = folderName + "/server-key.pem"

  /// PEM: the server's certificate, then the authority's.
  package var certificatePath: String { folder + "/server.pem" }
  /// PEM, readable by its owner only.
  package var keyPath: String { folder + "/server-key.pem" }
  /// PEM: for people who want their browser to trust the server.
  package var authorityPath: String { folder + "/authority.pem" }
  private var authorityKeyPath: String { folder + "/authority-key.pem" }

  /// Makes keys, authority and certificate. Keys that are there already are kept.
  ///
  /// - Parameters:
  ///   - names: Host names and IP addresses by which clients reach the server; at least one.
  ///   - now: Milliseconds since 1970.
  /// - Returns: The pin of the server's key: `sha256/` and 44 characters.
  /// - Throws: ``ServerRefusal`` where a file cannot be read or written.
  package func make(names: [String], now: Int64) throws(ServerRefusal) -> String {
    try SetupFile.makeFolder(folder)
    let authorityKey = try key(at: authorityKeyPath)
    let serverKey = try key(at: keyPath)
    do {
      let alternatives = try names.map { try OwnCertificate.name($0) }
      let authority = try OwnCertificate.authority(key: authorityKey, called: names.first ?? "server", now: now)
      try SetupFile.write(try authority.serializeAsPEM().pemString, to: authorityPath)
      try writeChain(authority, authorityKey: authorityKey, key: serverKey, names: alternatives, now: now)
    } catch let refusal as ServerRefusal {
      throw refusal
    } catch {
      throw ServerRefusal("The certificate cannot be made: \(error).")
    }
    return OwnCertificate.pin(of: serverKey)
  }

  /// The pin of the server's key.
  ///
  /// - Throws: ``ServerRefusal`` where there is no key that can be read.
  package func pin() throws(ServerRefusal) -> String { OwnCertificate.pin(of: try storedKey(at: keyPath)) }

  /// Makes the certificate anew where it ends within 30 days, for the same key and names.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Returns: Whether it was made anew; false too where this folder has no certificate of the server's own.
  /// - Throws: ``ServerRefusal`` where a file cannot be read or written; the old certificate stays then.
  package func renew(now: Int64) throws(ServerRefusal) -> Bool {
    guard access(authorityKeyPath, F_OK) == 0, access(certificatePath, F_OK) == 0 else { return false }
    do {
      let present = try Certificate(pemEncoded: try OwnCertificate.firstDocument(try text(of: certificatePath)))
      let left = present.notValidAfter.timeIntervalSince1970 * 1000 - Double(now)
      guard left < Double(OwnCertificate.renewalDays) * 86_400_000 else { return false }
      let names = try present.extensions.subjectAlternativeNames.map { Array($0) } ?? []
      let authority = try Certificate(pemEncoded: try text(of: authorityPath))
      try writeChain(
        authority, authorityKey: try storedKey(at: authorityKeyPath), key: try storedKey(at: keyPath), names: names,
        now: now)
      return true
    } catch let refusal as ServerRefusal {
      throw refusal
    } catch {
      throw ServerRefusal("\(certificatePath) cannot be made anew: \(error).")
    }
  }

  /// Makes the certificate of a server anew where `init` made it and it ends soon.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Returns: Whether it was made anew.
  /// - Throws: ``ServerRefusal`` where a file cannot be read or written.
  static func renew(for configuration: ServerConfiguration, now: Int64) throws(ServerRefusal) -> Bool {
    let own = OwnCertificate(dataDirectory: configuration.dataDirectory)
    guard configuration.tlsCertificate == own.certificatePath else { return false }
    return try own.renew(now: now)
  }

  // MARK: Certificates

  private func writeChain(
    _ authority: Certificate, authorityKey: P256.Signing.PrivateKey, key: P256.Signing.PrivateKey,
    names: [GeneralName], now: Int64
  ) throws {
    let extensions = try Certificate.Extensions {
      Critical(BasicConstraints.notCertificateAuthority)
      Critical(KeyUsage(digitalSignature: true))
      try ExtendedKeyUsage([.serverAuth])
      SubjectAlternativeNames(names)
    }
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key.publicKey),
      notValidBefore: OwnCertificate.date(now - 86_400_000),
      notValidAfter: OwnCertificate.date(now + Int64(OwnCertificate.days - 1) * 86_400_000), issuer: authority.subject,
      subject: try DistinguishedName { CommonName("CloudJournal server") }, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: extensions, issuerPrivateKey: Certificate.PrivateKey(authorityKey))
    let chain = try [certificate, authority].map { try $0.serializeAsPEM().pemString }
    try SetupFile.write(chain.joined(separator: "\n"), to: certificatePath)
  }

  private static func authority(key: P256.Signing.PrivateKey, called name: String, now: Int64) throws -> Certificate {
    let subject = try DistinguishedName { CommonName("CloudJournal authority of \(name.prefix(40))") }
    return try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key.publicKey),
      notValidBefore: date(now - 86_400_000), notValidAfter: date(now + Int64(authorityDays) * 86_400_000),
      issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
      }, issuerPrivateKey: Certificate.PrivateKey(key))
  }

  private static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  private static func name(_ text: String) throws(ServerRefusal) -> GeneralName {
    if let address = HostAddress(text) { return .ipAddress(ASN1OctetString(contentBytes: address.bytes[...])) }
    guard HostAddress.isName(text) else {
      throw ServerRefusal("“\(text)” is neither the name of a host nor an IP address.")
    }
    return .dnsName(text)
  }

  // MARK: Keys and files

  /// The base64 of the SHA-256 of the public key, as SubjectPublicKeyInfo.
  private static func pin(of key: P256.Signing.PrivateKey) -> String {
    "sha256/" + Base64.text(Array(SHA256.hash(data: key.publicKey.derRepresentation)))
  }

  private func key(at path: String) throws(ServerRefusal) -> P256.Signing.PrivateKey {
    if access(path, F_OK) == 0 { return try storedKey(at: path) }
    let key = P256.Signing.PrivateKey()
    try SetupFile.write(key.pemRepresentation + "\n", to: path)
    return key
  }

  private func storedKey(at path: String) throws(ServerRefusal) -> P256.Signing.PrivateKey {
    do {
      return try P256.Signing.PrivateKey(pemRepresentation: try text(of: path))
    } catch let refusal as ServerRefusal {
      throw refusal
    } catch {
      throw ServerRefusal("\(path) cannot be read as a key in PEM form: \(error).")
    }
  }

  private static func firstDocument(_ text: String) throws(ServerRefusal) -> String {
    let mark = "-----END CERTIFICATE-----"
    guard let end = text.firstRange(of: mark) else { throw ServerRefusal("There is no certificate in PEM form.") }
    return String(text[..<end.upperBound])
  }

  /// What to do where a file of the folder is gone: devices know the server by its key.
  static func missing(_ path: String) -> ServerRefusal {
    ServerRefusal(
      "\(path) is missing. Put the folder tls back from a backup: devices know this server by its key. Without one, remove "
        + "server.toml and run “cloudjournal-server init” again; accounts and journals stay, and each device signs in anew with the "
        + "new pin.")
  }

  private func text(of path: String) throws(ServerRefusal) -> String {
    guard access(path, F_OK) == 0 || errno != ENOENT else { throw OwnCertificate.missing(path) }
    do {
      return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    } catch {
      throw ServerRefusal("\(path) cannot be read: \(error.localizedDescription)")
    }
  }
}
