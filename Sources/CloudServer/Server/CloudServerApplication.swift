import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
package import UnixSignals

/// A server that can be run: listener, long polls, housekeeping, certificate, and how they end together.
package struct CloudServerApplication: Sendable {
  /// Seconds that requests under way get when the server is asked to end.
  private static let grace = 1.5

  private let runtime: ServerRuntime
  private let certificates: CertificateStore?
  private let limits: ConnectionGuard.Limits

  package init(
    _ runtime: ServerRuntime, certificates: CertificateStore?, limits: ConnectionGuard.Limits = ConnectionGuard.Limits()
  ) {
    (self.runtime, self.certificates, self.limits) = (runtime, certificates, limits)
  }

  /// Serves until a signal, or the cancellation of the task, ends it.
  ///
  /// - Parameters:
  ///   - signals: Those that end it.
  ///   - onListening: Told the address once connections are accepted.
  /// - Throws: The system's error where the address cannot be listened on.
  package func run(
    signals: [UnixSignal] = [.sigterm, .sigint], onListening: @escaping @Sendable (String) async -> Void
  ) async throws {
    let runtime = runtime
    let application = Application(
      responder: ServiceResponder(runtime), server: server(),
      configuration: ApplicationConfiguration(
        address: .hostname(runtime.configuration.host, port: runtime.configuration.port), backlog: 1024),
      onServerRunning: { channel in
        if let port = channel.localAddress?.port { runtime.listener.bound(to: port) }
        await onListening(runtime.listener.listening)
      },
      logger: quiet(runtime.logger))
    // They end in the reverse order: polls first, since the listener waits for every request under way.
    var services: [any Service] = [
      Housekeeper(runtime, certificates: certificates), application, PollDrain(hub: runtime.hub),
    ]
    if let certificates { services.append(CertificateReload(certificates: certificates, logger: runtime.logger)) }
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: signals, logger: quiet(runtime.logger))
    configuration.maximumGracefulShutdownDuration = .seconds(Self.grace)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch {
      try await runtime.shutDown()
      throw error
    }
    try await runtime.shutDown()
  }

  private func server() -> HTTPServerBuilder {
    let (limits, idle) = (limits, runtime.configuration.idleSeconds)
    let settings = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(limits: limits)], idleTimeout: .seconds(Int64(idle)),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 100))
    guard let certificates else { return .http1(configuration: settings) }
    return HTTPServerBuilder { responder in
      RenewableTLSChannel(base: HTTP1Channel(responder: responder, configuration: settings), certificates: certificates)
    }
  }

  /// A logger for the libraries: only errors, unless the level is debug or trace.
  private func quiet(_ logger: Logger) -> Logger {
    var logger = logger
    if logger.logLevel > .debug { logger.logLevel = max(logger.logLevel, .error) }
    return logger
  }
}

/// Ends all long polls when the server is to end.
private struct PollDrain: Service {
  let hub: NotificationHub

  func run() async throws {
    // Throws when the task is cancelled, which ends the polls as well.
    defer { hub.shutDown() }
    try await gracefulShutdown()
  }
}

/// Reads the certificate again at SIGHUP.
private struct CertificateReload: Service {
  let certificates: CertificateStore
  let logger: Logger

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      do {
        try certificates.reload()
        logger.notice("certificate renewed")
        if let warning = certificates.keyWarning { logger.warning("\(warning)") }
      } catch { logger.error("certificate not renewed", metadata: ["reason": "\(error)"]) }
    }
  }
}
