package import CloudRecord
package import JournalCore

/// One order of ``SyncRunner`` to the code that drives it.
package enum SyncStep: Hashable, Sendable {
  /// Find out which account is signed in; answer with ``SyncRunner/discovered(_:_:at:)``.
  case discover(ticket: Int)
  /// Send it; answer with ``SyncRunner/finished(_:_:prepared:clockOffset:at:)``. At most one is without an answer.
  case request(CloudRequest, urgency: RequestUrgency, ticket: Int)
  /// Send a file beside the requests; answer with ``SyncRunner/uploadFinished(_:_:at:)``, and tell how far it is by
  /// ``SyncRunner/uploadProgressed(_:_:at:)``.
  case upload(CloudRequest, ticket: Int)
  /// Stop this upload; it needs no answer.
  case cancelUpload(ticket: Int)
  /// Call ``SyncRunner/handle(_:at:)`` with ``SyncEvent/timerFired`` then: milliseconds since 1970.
  case wake(at: Int64)
  /// A line for the log that a person reads.
  case report(SyncStatus.LogLine)
}
