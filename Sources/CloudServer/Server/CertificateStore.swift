import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import Synchronization

/// The server's certificate, which can be renewed while it runs.
package final class CertificateStore: Sendable {
  private let certificate: String
  private let key: String
  private let context: Mutex<NIOSSLContext>

  /// - Parameters:
  ///   - certificate: The path of a PEM file: the server's certificate, then those that it is signed with.
  ///   - key: The path of a PEM file.
  /// - Throws: A sentence that names the file.
  package init(certificate: String, key: String) throws(ServerRefusal) {
    (self.certificate, self.key) = (certificate, key)
    context = Mutex(try Self.load(certificate, key))
  }

  /// Reads the files again; new connections get what they hold. On failure all stays as it is.
  ///
  /// - Throws: ``ServerRefusal``, a sentence that names the file.
  package func reload() throws(ServerRefusal) {
    let fresh = try Self.load(certificate, key)
    context.withLock { $0 = fresh }
  }

  func current() -> NIOSSLContext { context.withLock { $0 } }

  /// A sentence where every user of this machine can read the key; nil where they cannot.
  ///
  /// No refusal: what containers are given as secrets is mode 0444 as a rule, within reach of the container alone.
  package var keyWarning: String? {
    var status = stat()
    guard stat(key, &status) == 0, status.st_mode & 0o004 != 0 else { return nil }
    return "Every user of this computer can read the TLS key \(key): run chmod o= on it, and think of it as known."
  }

  private static func load(_ certificate: String, _ key: String) throws(ServerRefusal) -> NIOSSLContext {
    let chain: [NIOSSLCertificateSource]
    do {
      chain = try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) }
    } catch { throw ServerRefusal("\(certificate) cannot be read as a certificate in PEM form: \(error).") }
    guard !chain.isEmpty else { throw ServerRefusal("\(certificate) holds no certificate.") }
    let privateKey: NIOSSLPrivateKey
    do {
      privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
    } catch { throw ServerRefusal("\(key) cannot be read as a private key in PEM form: \(error).") }
    do {
      var settings = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain, privateKey: .privateKey(privateKey))
      settings.minimumTLSVersion = .tlsv12
      settings.applicationProtocols = ["http/1.1"]
      return try NIOSSLContext(configuration: settings)
    } catch { throw ServerRefusal("\(certificate) and \(key) do not make a pair: \(error).") }
  }
}

/// Puts TLS before a channel, with the certificate of the moment at which the connection comes in.
struct RenewableTLSChannel<Base: ServerChildChannel>: ServerChildChannel {
  typealias Value = Base.Value

  let base: Base
  let certificates: CertificateStore

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificates.current()))
    }.flatMap { base.setup(channel: channel, logger: logger) }
  }

  func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
