import NIOCore
import NIOPosix
import NIOSSL

/// The facts that a certificate states.
struct CertificateFacts: Hashable, Sendable {
  /// The names that it is for.
  var names: [String]
  /// Seconds since 1970.
  var notBefore: Int
  var notAfter: Int
  var pin: KeyPin?

  init(_ certificate: NIOSSLCertificate) {
    var names = certificate._subjectAlternativeNames().compactMap { name -> String? in
      switch name.nameType {
      case .dnsName: String(decoding: name.contents, as: UTF8.self)
      case .ipAddress: Self.address(Array(name.contents))
      default: nil
      }
    }
    if names.isEmpty, let common = Self.commonName(in: certificate.description) { names = [common] }
    self.names = names
    notBefore = Int(certificate.notValidBefore)
    notAfter = Int(certificate.notValidAfter)
    do { pin = try KeyPin(of: certificate) } catch { pin = nil }
  }

  private static func address(_ bytes: [UInt8]) -> String? {
    do {
      return try SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0).ipAddress
    } catch {
      return nil
    }
  }

  private static func commonName(in description: String) -> String? {
    guard let start = description.firstRange(of: ";common_name=") else { return nil }
    return String(description[start.upperBound...].prefix { $0 != ";" && $0 != ">" })
  }
}

/// Looks at the certificate of a service that is not trusted, to tell a person what is wrong with it.
///
/// The connection ends with the handshake: nothing is asked over it.
enum CertificateProbe {
  static func look(at address: HTTPAddress, settings: ClientSettings) async -> CertificateFacts? {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.certificateVerification = .none
    do {
      let context = try NIOSSLContext(configuration: tls)
      let isName = address.host.contains { $0.isLetter } && !address.host.contains(":")
      return try await withTimeLimit(seconds: settings.connectSeconds) { _ in
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .connectTimeout(.milliseconds(Int64(settings.connectSeconds * 1000)))
          .channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
              let handler = try NIOSSLClientHandler(context: context, serverHostname: isName ? address.host : nil)
              try channel.pipeline.syncOperations.addHandler(handler)
              try channel.pipeline.syncOperations.addHandler(HandshakeWatch(channel.eventLoop.makePromise()))
            }
          }
          .connect(host: address.host, port: address.port).get()
        let watch = try await channel.pipeline.handler(type: HandshakeWatch.self).map(\.certificate).get()
        let certificate = try await watch.get()
        try await channel.close()
        return certificate.map { CertificateFacts($0) }
      }
    } catch {
      // The probe only adds words to a failure that the person sees anyway.
      return nil
    }
  }

  /// Tells the certificate once there is one.
  private final class HandshakeWatch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let promise: EventLoopPromise<NIOSSLCertificate?>

    init(_ promise: EventLoopPromise<NIOSSLCertificate?>) { self.promise = promise }

    var certificate: EventLoopFuture<NIOSSLCertificate?> { promise.futureResult }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      context.channel.nioSSL_peerCertificate().cascade(to: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      promise.fail(error)
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { promise.fail(ChannelError.eof) }

    func handlerRemoved(context: ChannelHandlerContext) { promise.fail(ChannelError.eof) }
  }
}
