package import JournalCore

/// How a run that ends by itself ended.
package enum SyncOutcome: Hashable, Sendable {
  /// Everything is on the server and here.
  case safe(SyncStatus)
  /// Why not.
  case notSafe(String, SyncStatus)
}
