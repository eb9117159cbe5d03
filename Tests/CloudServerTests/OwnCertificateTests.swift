import CloudServer
import Foundation
import NIOSSL
import Testing

/// The certificate that a server makes for itself: its key stays, whatever happens to the certificate.
@Suite struct OwnCertificateTests {
  private static let day: Int64 = 86_400_000
  private static let now: Int64 = 1_795_267_800_000

  private let folder: String
  private let certificate: OwnCertificate

  init() {
    folder = FileManager.default.temporaryDirectory.appending(path: "own-certificate-\(UUID().uuidString)").path
    certificate = OwnCertificate(dataDirectory: folder)
  }

  private func remove() {
    do { try FileManager.default.removeItem(atPath: folder) } catch { print("left behind: \(folder)") }
  }

  private func chain() throws -> [NIOSSLCertificate] { try NIOSSLCertificate.fromPEMFile(certificate.certificatePath) }

  @Test func itIsForTheNamesAndSignedByItsAuthority() throws {
    defer { remove() }
    let pin = try certificate.make(names: ["box.example.org", "192.168.1.20", "fd00::20"], now: Self.now)
    #expect(try certificate.pin() == pin)
    let chain = try chain()
    #expect(chain.count == 2)
    let names = chain[0]._subjectAlternativeNames().map { name in
      name.nameType == .dnsName ? String(decoding: name.contents, as: UTF8.self) : "\(name.contents.count) bytes"
    }
    #expect(names == ["box.example.org", "4 bytes", "16 bytes"])
    #expect(Int64(chain[0].notValidAfter) * 1000 < Self.now + 398 * Self.day)
    #expect(try NIOSSLCertificate.fromPEMFile(certificate.authorityPath) == [chain[1]])
    // Both make a pair that a server can use.
    _ = try CertificateStore(certificate: certificate.certificatePath, key: certificate.keyPath)
    for name in ["server-key.pem", "authority-key.pem"] {
      let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/tls/\(name)")[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }

  @Test func itIsMadeAnewThirtyDaysBeforeItsEnd() throws {
    defer { remove() }
    let pin = try certificate.make(names: ["box.example.org"], now: Self.now)
    let first = try chain()
    #expect(try !certificate.renew(now: Self.now + 360 * Self.day))
    #expect(try chain() == first)
    let later = Self.now + 367 * Self.day
    #expect(try certificate.renew(now: later))
    let second = try chain()
    #expect(second[0] != first[0] && second[1] == first[1])
    #expect(Int64(second[0].notValidAfter) * 1000 > later + 390 * Self.day)
    #expect(second[0]._subjectAlternativeNames().count == 1)
    #expect(try certificate.pin() == pin)
    #expect(try first[0].extractPublicKey().toSPKIBytes() == second[0].extractPublicKey().toSPKIBytes())
  }

  @Test func aFolderWithoutOneHasNothingToMakeAnew() throws {
    #expect(try !certificate.renew(now: Self.now))
    #expect(throws: ServerRefusal.self) { try certificate.pin() }
  }

  @Test func aDamagedKeyIsNamedAndNothingIsReplaced() throws {
    defer { remove() }
    _ = try certificate.make(names: ["box.example.org"], now: Self.now)
    let before = try chain()
    try Data("nonsense".utf8).write(to: URL(filePath: certificate.keyPath))
    #expect { try certificate.renew(now: Self.now + 390 * Self.day) } throws: { "\($0)".contains(certificate.keyPath) }
    #expect(throws: ServerRefusal.self) { try certificate.make(names: ["box.example.org"], now: Self.now) }
    #expect(try chain() == before)
  }

  @Test(arguments: ["", "no host", "-x.org", "a..b", "box_1"])
  func whatIsNoNameIsRefused(name: String) {
    let setup = ServerSetup(directory: folder, hosts: [name], port: 8443)
    #expect(throws: ServerRefusal.self) { try setup.run(program: "/bin/server", configuration: { nil }, now: Self.now) }
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  /// The second of two that begin at once waits for the first, and tells what that one made.
  @Test func twoAtOnceMakeOneServer() async throws {
    let folder = folder
    let outcomes = try await withThrowingTaskGroup(of: ServerSetup.Outcome.self) { group in
      for name in ["a.example.org", "b.example.org", "c.example.org", "d.example.org"] {
        group.addTask {
          try ServerSetup(directory: folder, hosts: [name], port: 8443).run(
            program: "/bin/server", configuration: { () throws(ServerRefusal) in try Self.configuration(in: folder) },
            now: Self.now)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0.isNew } == 1)
    #expect(Set(outcomes.map(\.address)).count == 1 && Set(outcomes.map(\.pin)).count == 1)
  }

  private static func configuration(in folder: String) throws(ServerRefusal) -> ServerConfiguration? {
    let path = folder + "/" + ServerSetup.configurationName
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try ServerConfiguration.resolve(
      flags: [.data: folder], file: nil, environment: [:],
      isThere: { FileManager.default.fileExists(atPath: $0) },
      read: { path throws(ServerRefusal) in
        do { return try String(contentsOfFile: path, encoding: .utf8) } catch {
          throw ServerRefusal("\(path): \(error)")
        }
      })
  }
}
