import CloudRecord
import SyncCore

/// What an order under way needs next, or how it ended.
enum OrderStep {
  /// Find out which account is signed in.
  case discover
  case request(CloudRequest)
  case ended(SyncEvent)
}

/// An answer to the request of an order.
struct OrderAnswer {
  var outcome: Result<CloudReply, CloudFailure>
  /// What ``RecordMapping/prepared(_:)`` made of it, where that was done elsewhere.
  var prepared: [FetchedChange]?
}

extension CloudFailure {
  static let unexpected = CloudFailure(
    code: .internalError, reason: "an answer of another kind than was asked for")
}
