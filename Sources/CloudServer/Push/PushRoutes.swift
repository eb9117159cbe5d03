import CloudRecord
import CloudStore
import CloudWire
import HTTPTypes
import Hummingbird
import NIOCore

/// Push tokens, and the long poll that delivers to them.
struct PushRoutes: Sendable {
  private let runtime: ServerRuntime

  init(_ runtime: ServerRuntime) { self.runtime = runtime }

  /// `tokens/create`.
  func create(_ call: ServerCall, _ request: PushTokenRequest, _ device: DeviceToken) throws -> Response {
    try register(device)
    return answer(call, environment: request.environment, token: device.text(key: runtime.backend.identity.signingKey))
  }

  /// `tokens/register`: registers the device of a token that `tokens/create` gave to the same user, in any session.
  func register(_ call: ServerCall, _ request: PushTokenRequest, _ device: DeviceToken) throws -> Response {
    let key = runtime.backend.identity.signingKey
    let token = request.token ?? ""
    guard let named = DeviceToken(text: token, key: key), named.userRecordName == device.userRecordName
    else { throw ServiceError(.badRequest, "apnsToken: not one that tokens/create has given to this user") }
    try register(named)
    return answer(call, environment: request.environment, token: token)
  }

  /// What both answer: the token, and where its notifications are polled for.
  private func answer(_ call: ServerCall, environment: CloudEnvironment, token: String) -> Response {
    JSONAnswer.make(
      ReplyWriter.pushToken(
        PushToken(
          environment: environment, token: token,
          webcourierURL: "\(call.base)/webcourier/1/aps?tok=\(token)&ttl=\(runtime.configuration.pollSeconds)")))
  }

  private func register(_ device: DeviceToken) throws(ServiceError) {
    guard runtime.hub.register(device, now: runtime.surroundings.now()) else {
      throw ServiceError(.throttled, "this user has too many devices that wait for notifications", retryAfter: 60)
    }
  }

  /// Waits for a notification, for as long as the configuration says; then an empty answer says to ask again.
  func poll(_ call: ServerCall, _ trace: inout CallTrace) async throws -> Response {
    let (runtime, accounts) = (runtime, runtime.backend.accounts)
    guard let token = DeviceToken(text: call.parameters["tok"] ?? "", key: runtime.backend.identity.signingKey) else {
      throw ServiceError(.authenticationFailed, "tok: not a push token of this server's")
    }
    trace.userRecordName = token.userRecordName
    try CallGate(runtime).throttle(sessionID: token.sessionID)
    let now = runtime.surroundings.now()
    let isSignedIn = try await runtime.blocking {
      guard let user = try accounts.user(recordName: token.userRecordName) else { return false }
      if user.suspendedAt != nil { throw CallGate.suspended }
      return try accounts.sessions(ofUser: token.userRecordName, at: now).contains { $0.id == token.sessionID }
    }
    guard isSignedIn else {
      runtime.hub.forget(sessionID: token.sessionID, userRecordName: token.userRecordName)
      throw CallGate(runtime).signInRequired(container: token.containerID, apiToken: nil, base: call.base)
    }
    try register(token)
    let hub = runtime.hub
    let connection = ObjectIdentifier(call.channel)
    let (poll, isFirst) = hub.beginPoll(on: connection)
    if isFirst { call.channel.closeFuture.whenComplete { _ in hub.closed(connection) } }
    let timer = call.channel.eventLoop.scheduleTask(in: .seconds(Int64(runtime.configuration.pollSeconds))) {
      hub.end(poll)
    }
    defer { timer.cancel() }
    let answer = await withTaskCancellationHandler {
      await hub.next(for: token, poll: poll, now: now)
    } onCancel: {
      hub.end(poll)
    }
    switch answer {
    case .notification(let notification):
      return JSONAnswer.make(NotificationCoding.encode(notification, id: runtime.surroundings.freshName()))
    case .nothing:
      return Response(status: .ok, headers: [.contentType: JSONAnswer.contentType])
    }
  }
}
