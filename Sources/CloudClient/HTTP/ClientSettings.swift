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
  /// Seconds that a person waits for an answer.
  package var interactiveSeconds = 10.0
  /// Seconds that anything else waits, for an answer or for the next bytes of one.
  package var backgroundSeconds = 30.0
  /// Seconds for making a connection.
  package var connectSeconds = 8.0
  /// The body of an answer that comes more slowly is given up.
  var slowestBody = BodyRate.Rule()
  /// Bytes of an answer in JSON, after expansion.
  package var replyLimit = 256 << 20
  /// Bytes of a file that CloudKit Web Services take at Apple's.
  package static let appleAssetLimit: Int64 = 15 << 20
  /// Bytes of a file.
  package var assetLimit: Int64 = 250 << 20
  /// Milliseconds since 1970 by this machine's clock.
  package var now: @Sendable () -> Int64

  package init(now: @escaping @Sendable () -> Int64) { self.now = now }
}
