import CloudRecord
import CloudService
import CloudStore
import CloudWire
import Encodings
import HTTPTypes
import Hummingbird
import NIOCore

/// Requests to a database, and those about its users and their devices.
struct DatabaseRoutes: Sendable {
  private let runtime: ServerRuntime
  private let push: PushRoutes

  init(_ runtime: ServerRuntime, _ push: PushRoutes) {
    (self.runtime, self.push) = (runtime, push)
  }

  func answer(
    _ call: ServerCall, _ operation: Operation, container: String, environment: CloudEnvironment,
    scope: DatabaseScope?, _ trace: inout CallTrace
  ) async throws -> Response {
    let runtime = runtime
    let gate = CallGate(runtime)
    try gate.refuseSignature(call)
    let ticket = try await runtime.blocking {
      try gate.admit(call.parameters, container: container, environment: environment, address: call.address)
    }
    trace.note(ticket.caller)
    if scope == .public, !operation.isAboutCaller, !operation.isAboutLinks {
      // Signing in would not help.
      throw ServiceError(.badRequest, "this server has no public database; use the private one")
    }
    guard let caller = ticket.caller else {
      throw gate.signInRequired(container: container, apiToken: ticket.apiToken, base: call.base)
    }
    if operation.isAboutLinks, scope != .public {
      throw ServiceError(.badRequest, "\(operation.rawValue) is asked of the public database")
    }
    let body = try await BodyReader.collect(call.request)
    runtime.metrics.received(bytes: body.readableBytes)
    let bytes = Array(body.readableBytesView)
    if operation.isAboutCaller {
      return try await answerAboutCaller(
        call, operation: operation, caller: caller, container: container, environment: environment, body: bytes)
    }
    let known = call.request.headers[.history].flatMap { ServerHistory(header: $0) }
    var serviceCall = ServiceCall(
      containerID: container, environment: environment, scope: operation.isAboutLinks ? .shared : scope ?? .private,
      userRecordName: caller.user.userRecordName, deviceID: caller.session.id, now: runtime.surroundings.now(),
      quota: caller.user.quota == StoredUser.unlimited ? nil : caller.user.quota,
      assetBaseURL: call.base + "/assets/1", freshName: runtime.surroundings.freshName,
      randomBytes: runtime.surroundings.randomBytes, keepsHistory: known != nil)
    let people = People(runtime)
    serviceCall.addresses = [people.handle(of: caller.user)]
    serviceCall.displayName = caller.user.shownName
    if operation.isAboutLinks {
      return try await SharingRoutes(runtime).answer(operation, body: bytes, caller: caller, serviceCall)
    }
    let storage = PastStorage(
      runtime.backend.storage, service: runtime.service, call: serviceCall, known: known)
    let operations = DatabaseOperations(
      service: runtime.service, storage: storage, call: serviceCall, requestID: call.id,
      wantsSyncToken: call.parameters["getCurrentSyncToken"] == "true", owner: people.owner)
    // Other devices are notified once the changes are durable, before this device has its answer.
    let (result, history) = try await runtime.blocking {
      let result = Result<(OperationAnswer, Response), any Error> {
        let answer = try operations.perform(operation, body: bytes)
        runtime.hub.publish(
          answer.notifications, environment: environment, writerDeviceID: caller.session.id)
        let status = HTTPResponse.Status(code: answer.status)
        return (answer, JSONAnswer.make(answer.body, status: status, for: call.request))
      }
      return (result, try storage.history())
    }
    trace.history = history
    let (answer, response) = try result.get()
    runtime.metrics.wrote(records: answer.recordsWritten)
    runtime.metrics.notified(answer.notifications.count)
    return response
  }

  private func answerAboutCaller(
    _ call: ServerCall, operation: Operation, caller: Caller, container: String,
    environment: CloudEnvironment, body: [UInt8]
  ) async throws -> Response {
    let reader = try RequestReader(body)
    let people = People(runtime)
    let identity = people.identity(of: caller.user)
    switch operation {
    case .currentUser: return JSONAnswer.make(ReplyWriter.currentUser(identity))
    case .caller: return JSONAnswer.make(ReplyWriter.caller(identity))
    case .createToken, .registerToken:
      let device = DeviceToken(
        containerID: container, environment: environment, userRecordName: caller.user.userRecordName,
        sessionID: caller.session.id, nonce: Hexadecimal.text(runtime.surroundings.randomBytes(8)))
      return try operation == .createToken
        ? push.create(call, reader.tokensCreate(), device) : push.register(call, reader.tokensRegister(), device)
    default:
      let asked = try operation == .discoverUsers ? reader.usersDiscover() : reader.usersLookup()
      return JSONAnswer.make(try await runtime.blocking { try people.found(asked, by: caller) })
    }
  }
}
