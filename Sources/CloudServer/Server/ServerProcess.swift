import CloudStore
import Glibc
package import Logging
import NIOCore

/// A server from its configuration: opens the data, takes the lock, serves, and lets go again.
package struct ServerProcess: Sendable {
  private let configuration: ServerConfiguration
  private let surroundings: ServerSurroundings
  private let logger: Logger

  package init(configuration: ServerConfiguration, surroundings: ServerSurroundings, logger: Logger) {
    (self.configuration, self.surroundings, self.logger) = (configuration, surroundings, logger)
  }

  /// Serves until the process is told to end.
  ///
  /// - Throws: ``ServerRefusal`` where it cannot begin.
  package func run(onListening: @escaping @Sendable (String) async -> Void) async throws {
    for warning in configuration.warnings { logger.warning("\(warning)") }
    let lock = try DataLock(directory: configuration.dataDirectory)
    if try OwnCertificate.renew(for: configuration, now: surroundings.now()) {
      logger.notice("certificate made anew; its key stays")
    }
    let certificates = try certificateStore()
    if let warning = certificates?.keyWarning { logger.warning("\(warning)") }
    for finding in try FolderModes.close(configuration.dataDirectory) { logger.warning("\(finding)") }
    var backend: ServerBackend
    var folder: DataFolder?
    switch configuration.storage {
    case .sqlite:
      let opened = try DataFolder(configuration.dataDirectory, surroundings: surroundings)
      backend = opened.backend
      folder = opened
    case .memory:
      backend = try .memory(files: configuration.dataDirectory + "/objects", surroundings: surroundings)
    }
    try backend.beginRun(surroundings)
    try backend.files.removeLeftovers()
    try AccountAdministration(accounts: backend.accounts, surroundings: surroundings).prepare()
    try backend.accounts.shortenSessions(to: configuration.sessionLifetime)
    if try backend.accounts.users().isEmpty {
      logger.notice(
        "No account is here yet. “cloudjournal-server init” makes one, with all that other computers need; “user add NAME” one alone."
      )
    }
    let runtime = ServerRuntime(
      configuration: configuration, backend: backend, surroundings: surroundings, logger: logger)
    do {
      try await CloudServerApplication(runtime, certificates: certificates).run(onListening: onListening)
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw ServerRefusal("Port \(configuration.port) on \(configuration.host) is taken by another program.")
    } catch let error as IOError {
      throw ServerRefusal("The server cannot listen on \(configuration.host):\(configuration.port): \(error).")
    }
    try folder?.database.close()
    withExtendedLifetime(lock) {}
  }

  private func certificateStore() throws(ServerRefusal) -> CertificateStore? {
    guard let certificate = configuration.tlsCertificate, let key = configuration.tlsKey else { return nil }
    for file in [certificate, key] where access(file, F_OK) != 0 && errno == ENOENT {
      if file.hasPrefix(configuration.dataDirectory + "/tls/") { throw OwnCertificate.missing(file) }
      throw ServerRefusal("\(file) is missing. Correct tls-certificate and tls-key in the configuration.")
    }
    return try CertificateStore(certificate: certificate, key: key)
  }
}
