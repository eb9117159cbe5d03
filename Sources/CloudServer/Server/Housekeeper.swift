import CloudService
import CloudStore
import Logging
import ServiceLifecycle

/// Once in a while removes what has had its time: tombstones, uploads never made, files that no record names, expired
/// sessions, devices that have not asked for a day.
package struct Housekeeper: Service {
  /// Milliseconds after which a file that no row names is an orphan: no upload takes so long.
  private static let orphanAge: Int64 = 24 * 3_600_000

  private let runtime: ServerRuntime
  private let interval: Duration
  private let certificates: CertificateStore?

  /// - Parameter certificates: Of the listener; a certificate of the server's own is made anew before it ends.
  package init(
    _ runtime: ServerRuntime, certificates: CertificateStore? = nil, interval: Duration = .seconds(3600)
  ) {
    (self.runtime, self.certificates, self.interval) = (runtime, certificates, interval)
  }

  /// Keeps house after each interval until the server ends; logs a failure, and throws none.
  package func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do {
          try await Task.sleep(for: interval)
          try await keepHouse()
        } catch is CancellationError {
          return
        } catch {
          // The next hour may be better; what was not removed is still there then.
          runtime.logger.error("housekeeping failed", metadata: ["error": "\(error)"])
        }
      }
    }
  }

  /// Keeps house once.
  ///
  /// - Throws: ``CloudStoreError`` where the data cannot be read or written, ``ServerRefusal`` for the certificate.
  package func keepHouse() async throws {
    let (runtime, now) = (runtime, runtime.surroundings.now())
    let (backend, service) = (runtime.backend, runtime.service)
    runtime.hub.forgetIdle(now: now)
    let removed = try await runtime.blocking {
      try backend.accounts.removeExpired(at: now)
      let assets = try backend.storage.write { try service.housekeeping(now: now, in: $0) }
      for asset in assets { try backend.files.remove(asset.objectKey) }
      let old = try backend.files.keys(writtenBefore: now - Self.orphanAge)
      guard !old.isEmpty else { return assets.count }
      let named = try backend.storage.read { try $0.assetObjectKeys() }
      let orphans = old.filter { !named.contains($0) }
      for orphan in orphans { try backend.files.remove(orphan) }
      return assets.count + orphans.count
    }
    runtime.logger.debug("housekeeping", metadata: ["files": "\(removed)"])
    guard let certificates else { return }
    let isRenewed = try await runtime.blocking { try OwnCertificate.renew(for: runtime.configuration, now: now) }
    guard isRenewed else { return }
    try certificates.reload()
    runtime.logger.notice("certificate made anew; its key stays")
  }
}
