import CloudRecord
import CloudStore
import CloudWire
import HTTPTypes
import Hummingbird
import NIOCore

/// Signing in by a short code: `/account/1/codes` for the device that asks, `/code` for the person who lets it in.
struct CodeRoutes: Sendable {
  private static let bodyLimit = 16 << 10
  /// Seconds between two questions of a device that waits.
  private static let interval: Int64 = 2
  static let path = "/code"

  private let runtime: ServerRuntime
  private let forms: SignInForms

  init(_ runtime: ServerRuntime) {
    self.runtime = runtime
    forms = SignInForms(runtime, path: Self.path)
  }

  // MARK: The device

  /// Gives a device a code, and the secret by which it asks what became of the code.
  func begin(_ call: ServerCall) async throws -> Response {
    let asked = try await body(call)
    let container = try asked["container"]?.string()
    if let container { try await AccountRoutes.checkContainer(container, runtime) }
    let asking = SignInCodes.Asking(
      device: try asked["device"]?.string() ?? "", container: container, address: call.address)
    let secret = runtime.surroundings.freshToken()
    guard
      let code = runtime.codes.begin(
        asking, secret: ServerRuntime.digest(secret), now: runtime.surroundings.uptime(),
        randomBytes: runtime.surroundings.randomBytes)
    else {
      throw ServiceError(.throttled, "too many devices ask to be signed in; wait a minute", retryAfter: 60)
    }
    return JSONAnswer.object { json in
      json.member("code", code)
      json.member("ticket", secret)
      json.member("address", call.base + Self.path)
      json.member("expiresIn", SignInCodes.lifetime / 1000)
      json.member("interval", Self.interval)
    }
  }

  /// Tells a device what became of its code, with a session where the person let it in.
  func claim(_ call: ServerCall, _ trace: inout CallTrace) async throws -> Response {
    let secret = try await body(call).required("ticket").string()
    let now = runtime.surroundings.uptime()
    switch runtime.codes.claim(ServerRuntime.digest(secret), now: now) {
    case .waiting: return state("waiting")
    case .refused: return state("refused")
    case .ended: return state("ended")
    case .granted(let name, let asking):
      let (accounts, desk) = (runtime.backend.accounts, runtime.accountDesk)
      let caller = try await runtime.blocking { () throws -> Caller? in
        guard let user = try accounts.user(named: name) else { return nil }
        guard user.suspendedAt == nil else { throw CallGate.suspended }
        return try desk.beginSession(for: user, device: asking.device, kind: .browser, container: asking.container)
      }
      guard let caller else { return state("ended") }
      trace.note(caller)
      return AccountRoutes.answer(for: caller)
    }
  }

  private func body(_ call: ServerCall) async throws -> JSONObject {
    try CallGate(runtime).throttle(nil, address: call.address)
    return try await BodyReader.object(call.request, limit: Self.bodyLimit)
  }

  private func state(_ name: String) -> Response {
    JSONAnswer.object { $0.member("state", name) }
  }

  // MARK: The person

  func page(_ call: ServerCall, _ trace: inout CallTrace) async throws -> Response {
    try CallGate(runtime).throttle(nil, address: call.address)
    guard call.request.method == .post else { return ask(call, complaint: nil) }
    guard let form = try await forms.submitted(call, limit: Self.bodyLimit) else {
      return ask(call, complaint: SignInForms.expired, status: .forbidden)
    }
    let (code, now) = (form["code"] ?? "", runtime.surroundings.uptime())
    let isDecided = form["grant"] != nil || form["cancel"] != nil
    if !isDecided, let wait = runtime.codes.admit(address: call.address, now: now) {
      var response = ask(call, complaint: "Too many codes were typed. Wait \(wait) seconds.", status: .tooManyRequests)
      response.headers[.retryAfter] = String(wait)
      return response
    }
    guard let asking = runtime.codes.asking(code, now: now) else {
      return ask(
        call, complaint: "No device waits with this code. It may have ended: ask for a new one on the device.",
        status: .notFound)
    }
    guard isDecided else { return question(call, asking: asking, form: form, complaint: nil, status: .ok) }
    return try await decide(call, asking, form, &trace)
  }

  private func decide(
    _ call: ServerCall, _ asking: SignInCodes.Asking, _ form: QueryParameters, _ trace: inout CallTrace
  ) async throws -> Response {
    let code = form["code"] ?? ""
    var user: String?
    if form["cancel"] == nil {
      do {
        let known = try await SignInDesk(runtime).verified(
          name: form["name"] ?? "", password: form["password"] ?? "", address: call.address)
        trace.userRecordName = known.userRecordName
        user = known.name
      } catch let error as ServiceError {
        var response = question(
          call, asking: asking, form: form, complaint: SignInForms.sentence(of: error),
          status: HTTPResponse.Status(code: error.code.httpStatus))
        if let wait = error.retryAfter { response.headers[.retryAfter] = String(wait) }
        return response
      }
    }
    guard runtime.codes.decide(code, user: user, now: runtime.surroundings.uptime()) else {
      return ask(call, complaint: "The code has ended: ask for a new one on the device.", status: .notFound)
    }
    return SignInForms.page(SignInPage.codeDone(asking, isGranted: user != nil), status: .ok)
  }

  private func ask(_ call: ServerCall, complaint: String?, status: HTTPResponse.Status = .ok) -> Response {
    forms.page(call, status: status) { SignInPage.codeForm(proof: $0, complaint: complaint) }
  }

  private func question(
    _ call: ServerCall, asking: SignInCodes.Asking, form: QueryParameters, complaint: String?,
    status: HTTPResponse.Status
  ) -> Response {
    forms.page(call, status: status) { proof in
      SignInPage.codeQuestion(
        asking, code: form["code"] ?? "", name: complaint == nil ? "" : form["name"] ?? "", proof: proof,
        complaint: complaint)
    }
  }
}
