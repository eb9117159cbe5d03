package import CloudRecord

/// Sends requests; retries nothing by itself.
package protocol CloudTransport: Sendable {
  func send(_ request: CloudRequest, urgency: RequestUrgency) async throws(CloudFailure) -> CloudReply
}
