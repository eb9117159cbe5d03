import CloudRecord
import CloudService
import CloudStore
import CloudWire
import Hummingbird

/// `records/resolve` and `records/accept`: what links lead to, and coming into what is shared.
struct SharingRoutes: Sendable {
  private let runtime: ServerRuntime

  init(_ runtime: ServerRuntime) { self.runtime = runtime }

  /// - Parameter serviceCall: The caller's, for the shared database.
  /// - Throws: THROTTLED for a user who asks for too many links, and the errors of reading the body.
  func answer(_ operation: Operation, body: [UInt8], caller: Caller, _ serviceCall: ServiceCall) async throws
    -> Response
  {
    let user = caller.user
    if let wait = runtime.linkLimiter.take(user.userRecordName, now: runtime.surroundings.uptime()) {
      throw ServiceError(.throttled, "too many links were asked for; wait \(wait) seconds", retryAfter: wait)
    }
    let reader = try RequestReader(body)
    let (requests, format) = (try reader.shortGUIDs(), try reader.format())
    let (runtime, people) = (runtime, People(runtime))
    let links = ShareLinks(runtime.service)
    let answer = try await runtime.blocking {
      var call = serviceCall
      call.addresses = try people.addresses(of: user)
      let asked = call
      guard operation == .acceptRecords else {
        return OperationAnswer(
          body: ReplyWriter.shortGUIDs(
            try runtime.backend.storage.read { try links.resolve(requests, asked, in: $0) }, format: format))
      }
      var outbox = Outbox()
      let outcomes = try runtime.backend.storage.write { transaction in
        outbox = Outbox()
        return try links.accept(requests, asked, in: transaction, outbox: &outbox)
      }
      runtime.hub.publish(
        outbox.notifications, environment: asked.environment, writerDeviceID: caller.session.id)
      return OperationAnswer(
        body: ReplyWriter.shortGUIDs(outcomes, format: format), notifications: outbox.notifications)
    }
    runtime.metrics.notified(answer.notifications.count)
    return JSONAnswer.make(answer.body)
  }
}
