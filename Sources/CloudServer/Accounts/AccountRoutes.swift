import CloudRecord
import CloudStore
import CloudWire
import HTTPTypes
import Hummingbird
import NIOCore

/// `/account/1/sessions`: signing in without a browser, and looking after one's devices.
struct AccountRoutes: Sendable {
  /// Bytes that the body of a sign-in may have.
  private static let bodyLimit = 64 << 10
  /// Bytes that the name of a device may have where it is changed.
  private static let nameLimit = 255

  private let runtime: ServerRuntime

  init(_ runtime: ServerRuntime) { self.runtime = runtime }

  func answer(_ call: ServerCall, _ trace: inout CallTrace) async throws -> Response {
    if call.route == .sessions, call.request.method == .post { return try await begin(call, &trace) }
    let gate = CallGate(runtime)
    let caller = try await runtime.blocking { try gate.caller(call.parameters) }
    trace.note(caller)
    try gate.throttle(caller, address: call.address)
    guard let caller else {
      throw gate.signInRequired(container: StoredContainer.defaultID, apiToken: nil, base: call.base)
    }
    if case .session(let id) = call.route {
      return call.request.method == .post
        ? try await renameDevice(id, caller: caller, call: call) : try await revoke(id, caller)
    }
    return try await list(caller)
  }

  private func begin(_ call: ServerCall, _ trace: inout CallTrace) async throws -> Response {
    try CallGate(runtime).throttle(nil, address: call.address)
    let asked = try await BodyReader.object(call.request, limit: Self.bodyLimit)
    let (name, password) = (try asked.required("name").string(), try asked.required("password").string())
    let container = try asked["container"]?.string()
    if let container { try await Self.checkContainer(container, runtime) }
    let caller = try await SignInDesk(runtime).signIn(
      name: name, password: password, device: try asked["device"]?.string() ?? "", kind: .password,
      container: container, address: call.address)
    trace.note(caller)
    return Self.answer(for: caller)
  }

  /// What a device is told that a session began for.
  static func answer(for caller: Caller) -> Response {
    JSONAnswer.object { json in
      json.member("webAuthToken", caller.webAuthToken)
      json.member("name", caller.user.name)
      json.member("userRecordName", caller.user.userRecordName)
      json.member("sessionID", caller.session.id)
      json.member("expiresAt", caller.session.expiresAt)
      json.member("container", caller.session.containerID)
    }
  }

  /// - Throws: NOT_FOUND for a container that is not here.
  static func checkContainer(_ id: String, _ runtime: ServerRuntime) async throws {
    let accounts = runtime.backend.accounts
    guard try await runtime.blocking({ try accounts.container(id) != nil }) else {
      throw ServiceError(.notFound, "there is no such container on this server")
    }
  }

  /// The sessions that a caller may see and end: all of the account, or those for the container that the caller's is for.
  private func sessions(_ caller: Caller) async throws -> [StoredSession] {
    let (accounts, now) = (runtime.backend.accounts, runtime.surroundings.now())
    let all = try await runtime.blocking { try accounts.sessions(ofUser: caller.user.userRecordName, at: now) }
    guard let container = caller.session.containerID else { return all }
    return all.filter { $0.containerID == container }
  }

  private func list(_ caller: Caller) async throws -> Response {
    let sessions = try await sessions(caller)
    return JSONAnswer.object { json in
      json.objects("sessions", sessions) { session, json in
        json.member("sessionID", session.id)
        json.member("device", session.deviceName)
        json.member("kind", session.kind.rawValue)
        json.member("createdAt", session.createdAt)
        json.member("lastUsedAt", session.lastUsedAt)
        json.member("expiresAt", session.expiresAt)
        json.member("container", session.containerID)
        json.member("current", session.id == caller.session.id)
      }
    }
  }

  /// Gives a device another name: the `device` of the body.
  private func renameDevice(_ id: String, caller: Caller, call: ServerCall) async throws -> Response {
    let body = try await BodyReader.collect(call.request, limit: Self.bodyLimit)
    let name = try RequestReader(Array(body.readableBytesView)).root.required("device").string()
    guard !name.isEmpty, name.utf8.count <= Self.nameLimit else {
      throw ServiceError(.badRequest, "device: a name has 1 to \(Self.nameLimit) bytes")
    }
    let (accounts, user) = (runtime.backend.accounts, caller.user.userRecordName)
    let isSeen = try await sessions(caller).contains { $0.id == id }
    guard isSeen, try await runtime.blocking({ try accounts.renameSession(id, ofUser: user, to: name) }) else {
      throw ServiceError(.notFound, "there is no session of this id")
    }
    return JSONAnswer.make(ReplyWriter.empty)
  }

  private func revoke(_ id: String, _ caller: Caller) async throws -> Response {
    let (accounts, user) = (runtime.backend.accounts, caller.user.userRecordName)
    let isSeen = try await sessions(caller).contains { $0.id == id }
    guard isSeen, try await runtime.blocking({ try accounts.revokeSession(id, ofUser: user) }) else {
      throw ServiceError(.notFound, "there is no session of this id")
    }
    runtime.hub.forget(sessionID: id, userRecordName: user)
    return JSONAnswer.make(ReplyWriter.empty)
  }
}
