package import CloudRecord

/// Sends requests to one database of a container; retries nothing by itself.
package protocol CloudTransport: Sendable {
  func send(_ request: CloudRequest, urgency: RequestUrgency) async throws(CloudFailure) -> CloudReply
  /// The server's clock less this machine's, in milliseconds, by the answers so far; nil where nothing is known of it.
  var clockOffset: Int64? { get }

  /// The same for a file; `progress` gets the bytes that have come or gone so far, from any thread and often.
  ///
  /// - Parameter known: The server's history as the journal knows it; the failure says if the server has another one.
  func send(
    _ request: CloudRequest, urgency: RequestUrgency, known: ServerHistory?,
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudFailure) -> CloudReply

  /// The same with what is known of the server's history, which a server with another one refuses to go on from; the
  /// answer has what the server says of its own.
  func exchange(_ request: CloudRequest, urgency: RequestUrgency, known: ServerHistory?) async -> CloudAnswer
}

extension CloudTransport {
  /// nil, for a transport that does not read the server's clock.
  package var clockOffset: Int64? { nil }

  /// Sends the request without `known`, for a transport whose server says nothing of its history.
  package func exchange(_ request: CloudRequest, urgency: RequestUrgency, known: ServerHistory?) async -> CloudAnswer {
    do throws(CloudFailure) {
      return CloudAnswer(.success(try await send(request, urgency: urgency)))
    } catch {
      return CloudAnswer(.failure(error))
    }
  }

  /// Sends the request without word of progress and without `known`.
  package func send(
    _ request: CloudRequest, urgency: RequestUrgency, known: ServerHistory?,
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudFailure) -> CloudReply {
    try await send(request, urgency: urgency)
  }
}
