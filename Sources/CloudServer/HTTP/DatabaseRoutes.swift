import CloudRecord
import CloudService
import CloudStore
import CloudWire
import HTTPTypes
import Hummingbird
import NIOCore

/// Requests to a database, and those about its users and their devices.
struct DatabaseRoutes: Sendable {
  private let runtime: ServerRuntime
  private let push: PushRoutes

  init(_ runtime: ServerRuntime, _ push: PushRoutes) {
    self.runtime = runtime
    self.push = push
  }

  func answer(
    _ call: ServerCall, _ operation: Operation, container: String, environment: CloudEnvironment,
    scope: DatabaseScope?, _ trace: inout CallTrace
  ) async throws -> Response {
    let runtime = runtime
    let gate = AccountGate(runtime)
    let ticket = try await runtime.blocking { try gate.admit(call.parameters, container: container) }
    trace.userRecordName = ticket.caller?.user.userRecordName
    trace.webAuthToken = ticket.caller?.webAuthToken
    try gate.throttle(ticket.caller, address: call.address)
    guard let caller = ticket.caller else {
      throw gate.signInRequired(container: container, apiToken: ticket.apiToken, base: call.base)
    }
    if scope == .public, !operation.isAboutCaller {
      throw ServiceError(.badRequest, "this server has no public database; use the private one")
    }
    let body = try await BodyReader.collect(call.request)
    runtime.metrics.received(bytes: body.readableBytes)
    let bytes = Array(body.readableBytesView)
    if operation.isAboutCaller {
      return try await answerAboutCaller(call, operation, caller, container, environment, bytes)
    }
    let operations = DatabaseOperations(
      service: runtime.service, storage: runtime.backend.storage,
      call: ServiceCall(
        containerID: container, environment: environment, scope: scope ?? .private,
        userRecordName: caller.user.userRecordName, deviceID: caller.session.id, now: runtime.surroundings.now(),
        quota: caller.user.quota == StoredUser.unlimited ? nil : caller.user.quota,
        assetBaseURL: call.base + "/assets/1", freshName: runtime.surroundings.freshName,
        randomBytes: runtime.surroundings.randomBytes),
      requestID: call.id)
    // What another device is to hear of is heard as soon as it is safe, before this device has its answer.
    let (answer, response) = try await runtime.blocking {
      let answer = try operations.perform(operation, body: bytes)
      runtime.hub.publish(
        answer.notifications, environment: environment, writerDeviceID: caller.session.id)
      let status = HTTPResponse.Status(code: answer.status)
      return (answer, JSONAnswer.make(answer.body, status: status, for: call.request))
    }
    runtime.metrics.wrote(records: answer.recordsWritten)
    runtime.metrics.notified(answer.notifications.count)
    return response
  }

  private func answerAboutCaller(
    _ call: ServerCall, _ operation: Operation, _ caller: Caller, _ container: String,
    _ environment: CloudEnvironment, _ body: [UInt8]
  ) async throws -> Response {
    let reader = try RequestReader(body)
    let identity = UserIdentity(userRecordName: caller.user.userRecordName, givenName: caller.user.name)
    switch operation {
    case .currentUser: return JSONAnswer.make(ReplyWriter.currentUser(identity))
    case .caller: return JSONAnswer.make(ReplyWriter.caller(identity))
    case .createToken, .registerToken:
      let device = DeviceToken(
        containerID: container, environment: environment, userRecordName: caller.user.userRecordName,
        sessionID: caller.session.id, nonce: Hexadecimal.text(runtime.surroundings.randomBytes(8)))
      return try operation == .createToken
        ? push.create(call, reader.tokensCreate(), device) : push.register(reader.tokensRegister(), device)
    default: return JSONAnswer.make(try await known(operation, reader))
    }
  }

  /// Those of the asked for that are known. Nobody is found by address: the server knows none.
  private func known(_ operation: Operation, _ reader: RequestReader) async throws -> [UInt8] {
    var names: [String] = []
    if operation == .discoverUsers || operation == .lookupIDs {
      let asked = operation == .discoverUsers ? reader.root["lookupInfos"] : reader.root["users"]
      names =
        try asked?.array { node throws(ServiceError) in try node.object()["userRecordName"]?.string() }
        .compactMap { $0 } ?? []
    }
    guard names.count <= 200 else { throw ServiceError(.badRequest, "more than 200 users in one request") }
    let (accounts, wanted) = (runtime.backend.accounts, names)
    let users = try await runtime.blocking { try wanted.compactMap { try accounts.user(recordName: $0) } }
    var json = JSONWriter()
    json.beginObject()
    json.key("users")
    json.array(users) { user, json in
      json.beginObject()
      json.member("userRecordName", user.userRecordName)
      json.endObject()
    }
    json.endObject()
    return json.bytes
  }
}
