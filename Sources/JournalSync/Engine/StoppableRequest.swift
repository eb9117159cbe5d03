import CloudRecord

/// One request, sent once, whose caller may stop waiting for the answer.
struct StoppableRequest: Sendable {
  private let stopped: AsyncStream<Void>
  private let stopping: AsyncStream<Void>.Continuation

  init() { (stopped, stopping) = AsyncStream.makeStream(of: Void.self) }

  /// Ends the waiting: `send` returns nil, and its request is cancelled.
  func stop() { stopping.finish() }

  /// The outcome; nil where it was stopped before there was one.
  func send(
    _ request: CloudRequest, over transport: any CloudTransport, urgency: RequestUrgency,
    known: ServerHistory?, progress: @escaping @Sendable (Int64) -> Void
  ) async -> Result<CloudReply, CloudFailure>? {
    await withTaskGroup(of: Result<CloudReply, CloudFailure>?.self) { group in
      group.addTask {
        do throws(CloudFailure) {
          return .success(try await transport.send(request, urgency: urgency, known: known, progress: progress))
        } catch {
          return .failure(error)
        }
      }
      group.addTask { [stopped] in
        for await _ in stopped {}
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }
}
