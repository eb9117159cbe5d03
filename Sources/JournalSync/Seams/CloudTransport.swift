package import CloudRecord

/// Sends requests; retries nothing by itself.
package protocol CloudTransport: Sendable {
  func send(_ request: CloudRequest, urgency: RequestUrgency) async throws(CloudFailure) -> CloudReply
  /// The server's clock less this machine's, in milliseconds, by the answers so far; nil where nothing is known of it.
  var clockOffset: Int64? { get }

  /// The same of a file, with word of how many of its bytes have come or gone; from any thread, many times a second.
  func send(
    _ request: CloudRequest, urgency: RequestUrgency, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudFailure) -> CloudReply
}

extension CloudTransport {
  package var clockOffset: Int64? { nil }

  package func send(
    _ request: CloudRequest, urgency: RequestUrgency, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudFailure) -> CloudReply {
    try await send(request, urgency: urgency)
  }
}
