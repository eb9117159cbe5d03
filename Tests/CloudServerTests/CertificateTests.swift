import CloudServer
import CloudStore
import Foundation
import Testing

/// The files that TLS is made of.
@Suite struct CertificateTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "certificate-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(Self.certificate.utf8).write(to: URL(filePath: folder + "/chain.pem"))
    try Data(Self.key.utf8).write(to: URL(filePath: folder + "/key.pem"))
  }

  private func store(keyMode: Int) throws -> CertificateStore {
    try FileManager.default.setAttributes([.posixPermissions: keyMode], ofItemAtPath: folder + "/key.pem")
    return try CertificateStore(certificate: folder + "/chain.pem", key: folder + "/key.pem")
  }

  @Test(arguments: [(0o600, false), (0o640, false), (0o644, true), (0o604, true), (0o444, true)])
  func aKeyThatEverybodyCanReadIsToldOf(mode: Int, isOpen: Bool) throws {
    defer { remove() }
    let warning = try store(keyMode: mode).keyWarning
    #expect((warning != nil) == isOpen)
    if let warning {
      #expect(warning.contains(folder + "/key.pem"))
      #expect(warning.contains("chmod o="))
    }
  }

  @Test func whatIsNoCertificateIsRefusedAndARenewalThatFailsChangesNothing() throws {
    defer { remove() }
    let certificates = try store(keyMode: 0o600)
    try Data("nonsense".utf8).write(to: URL(filePath: folder + "/key.pem"))
    #expect(throws: ServerRefusal.self) { try certificates.reload() }
    #expect(throws: ServerRefusal.self) {
      try CertificateStore(certificate: folder + "/chain.pem", key: folder + "/key.pem")
    }
    try Data(Self.key.utf8).write(to: URL(filePath: folder + "/key.pem"))
    try certificates.reload()
  }

  private func remove() {
    do { try FileManager.default.removeItem(atPath: folder) } catch { print("left behind: \(folder)") }
  }

  /// For `localhost`, for a hundred years; it protects nothing.
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBgDCCASWgAwIBAgIUHZDyHSKQhEEiALf8wIR1r2yX8c8wCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE3MzcyNVoYDzIxMjYxMDI5
    MTczNzI1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAARursyef8tJQTeAGpN9sY1SknPfBSAfeB0YNDgkf2zVLlbvR9I3hzBB
    DlMTnwifFP29aMF6T6QCImqySPScKd8ro1MwUTAdBgNVHQ4EFgQU7DMp31Cfrbhg
    qpmBQZR1hSQdY9kwHwYDVR0jBBgwFoAU7DMp31CfrbhgqpmBQZR1hSQdY9kwDwYD
    VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAsJOIEiUDpNrkO+3/SgZg
    jXrw4ryffBVzXxtH1ORu+MYCIQClnDOuL3knB9BS+RIZD1GuPQ3gdkn2Ucmw+Oe+
    vKwGww==
    -----END CERTIFICATE-----

    """

  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgn7SX69wGHMAeCOSL
    5IHf9LKK339taXNCyi9zvTomYgihRANCAARursyef8tJQTeAGpN9sY1SknPfBSAf
    eB0YNDgkf2zVLlbvR9I3hzBBDlMTnwifFP29aMF6T6QCImqySPScKd8r
    -----END PRIVATE KEY-----

    """
}
