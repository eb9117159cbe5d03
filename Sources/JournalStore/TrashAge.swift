package import JournalCore
package import SyncCore

/// Says what has lain in the trash long enough to go by itself.
package struct TrashAge: Sendable {
  /// Milliseconds that everything stays in the trash at least: 30 days.
  package static let limit: Int64 = 30 * 86_400_000

  private let latest: Int64

  /// - Parameter offset: How far the server's clock is ahead of this one, in milliseconds; nil where no server was asked.
  package init(now: Instant, offset: Int64?) {
    latest = now.milliseconds.addingReportingOverflow(offset ?? 0).partialValue - TrashAge.limit
  }

  /// Whether a record goes: both the time that the trashing says, which is the clock's of the device that did it, and its
  /// stamp, which is the server's, have to be old enough. A wrong clock makes it stay longer, never go earlier.
  package func isOver(_ trashedAt: Instant?, stamps: FieldStamps?) -> Bool {
    guard let trashedAt, trashedAt.milliseconds < latest else { return false }
    guard let stamp = stamps?.marks["trashedAt"]?.stamp else { return true }
    return Int64(clamping: stamp.milliseconds) < latest
  }
}
