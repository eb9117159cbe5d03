/// How a service is reached.
package struct ClientSettings: Sendable {
  /// How the program calls itself to services.
  package var userAgent = "cloudjournal"
  /// nil reaches it directly.
  package var proxy: ProxySetting?
  /// A file of certificates in PEM that are trusted beside the system's.
  package var authorities: String?
  /// The one key that the service itself may have; other hosts that it names are trusted as usual.
  package var pin: KeyPin?
  /// Seconds without progress before a request fails that a person waits for.
  package var interactiveSeconds = 10.0
  /// Seconds without progress before any other request fails.
  package var backgroundSeconds = 30.0
  /// Seconds for making a connection.
  package var connectSeconds = 8.0
  /// The slowest speed of an answer's body; a slower one is given up.
  var slowestBody = BodyRate.Rule()
  /// The largest answer in JSON, in bytes after expansion.
  package var replyLimit = 256 << 20
  /// The largest file for Apple's CloudKit Web Services, in bytes.
  package static let appleAssetLimit: Int64 = 15 << 20
  /// The largest file that is sent or fetched, in bytes.
  package var assetLimit: Int64 = 250 << 20
  /// Milliseconds since 1970 by this machine's clock.
  package var now: @Sendable () -> Int64

  package init(now: @escaping @Sendable () -> Int64) { self.now = now }
}
