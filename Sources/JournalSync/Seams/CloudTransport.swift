package import CloudRecord

/// Sends requests; retries nothing by itself.
package protocol CloudTransport: Sendable {
  func send(_ request: CloudRequest, urgency: RequestUrgency) async throws(CloudFailure) -> CloudReply
  /// The server's clock less this machine's, in milliseconds, by the answers so far; nil where nothing is known of it.
  var clockOffset: Int64? { get }
}

extension CloudTransport {
  package var clockOffset: Int64? { nil }
}
