package import CloudRecord

/// Sends requests; retries nothing by itself.
package protocol CloudTransport: Sendable {
  func send(_ request: CloudRequest, urgency: RequestUrgency) async throws(CloudFailure) -> CloudReply
  /// The server's clock less this machine's, in milliseconds, by the answers so far; nil where nothing is known of it.
  var clockOffset: Int64? { get }

  /// The same of a file, with word of how many of its bytes have come or gone; from any thread, many times a second.
  ///
  /// - Parameter known: What is known of the server's history; another one is a failure that says so.
  func send(
    _ request: CloudRequest, urgency: RequestUrgency, known: ServerHistory?,
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudFailure) -> CloudReply

  /// The same with what is known of the server's history, for servers that refuse to go on from another one; and what the
  /// answer says of it.
  func exchange(_ request: CloudRequest, urgency: RequestUrgency, known: ServerHistory?) async -> CloudAnswer
}

extension CloudTransport {
  package var clockOffset: Int64? { nil }

  /// Of a server that tells nothing.
  package func exchange(_ request: CloudRequest, urgency: RequestUrgency, known: ServerHistory?) async -> CloudAnswer {
    do throws(CloudFailure) {
      return CloudAnswer(.success(try await send(request, urgency: urgency)))
    } catch {
      return CloudAnswer(.failure(error))
    }
  }

  package func send(
    _ request: CloudRequest, urgency: RequestUrgency, known: ServerHistory?,
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudFailure) -> CloudReply {
    try await send(request, urgency: urgency)
  }
}
