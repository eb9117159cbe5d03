package import CloudRecord
package import JournalCore

/// What ``SyncRunner`` wants from the world.
package enum SyncStep: Hashable, Sendable {
  /// Find out who is signed in; answer with ``SyncRunner/discovered(_:_:at:)``.
  case discover(ticket: Int)
  /// Send it; answer with ``SyncRunner/finished(_:_:at:)``. Never more than one is without an answer.
  case request(CloudRequest, urgency: RequestUrgency, ticket: Int)
  /// Send a file beside the requests; answer with ``SyncRunner/uploadFinished(_:_:at:)``, and tell how far it is by
  /// ``SyncRunner/uploadProgressed(_:_:at:)``.
  case upload(CloudRequest, ticket: Int)
  /// Nobody waits for this upload any more; it needs no answer.
  case cancelUpload(ticket: Int)
  /// Call ``SyncRunner/handle(_:at:)`` with ``SyncEvent/timerFired`` then: milliseconds since 1970.
  case wake(at: Int64)
  /// Something to tell.
  case report(SyncStatus.LogLine)
}
