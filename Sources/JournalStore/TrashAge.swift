package import JournalCore
package import SyncCore

/// Says what has lain in the trash long enough to go by itself.
package struct TrashAge: Sendable {
  /// Milliseconds that everything stays in the trash at least: 30 days.
  package static let limit: Int64 = 30 * 86_400_000

  private let latest: Int64

  /// - Parameter offset: How far the server's clock is ahead of this one, in milliseconds; nil where no server was asked.
  ///   A server whose clock is ahead does not bring anything forward.
  package init(now: Instant, offset: Int64?) {
    latest = now.milliseconds.addingReportingOverflow(min(offset ?? 0, 0)).partialValue - TrashAge.limit
  }

  /// Whether a record goes: the time that the trashing says, which is the clock's of the device that did it, its stamp,
  /// which is the server's, and the moment at which this journal learnt of it all have to be old enough. So neither
  /// another device's clock nor a server that says what it likes takes anything earlier.
  ///
  /// - Parameter learnt: When this journal was told or did it, as its history says; nil for what was in the trash when it
  ///   came here. Asked only where the rest is old enough.
  package func isOver(
    _ trashedAt: Instant?, stamps: FieldStamps?, learnt: () throws -> Instant?
  ) rethrows -> Bool {
    guard let trashedAt, trashedAt.milliseconds < latest else { return false }
    if let stamp = stamps?.marks["trashedAt"]?.stamp, Int64(clamping: stamp.milliseconds) >= latest { return false }
    return try learnt().map { $0.milliseconds < latest } ?? true
  }
}
