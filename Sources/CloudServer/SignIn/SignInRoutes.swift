import CloudRecord
import CloudStore
import HTTPTypes
import Hummingbird

/// The sign-in page: a form, and what becomes of it.
struct SignInRoutes: Sendable {
  private static let bodyLimit = 16 << 10

  private let runtime: ServerRuntime
  private let forms: SignInForms

  init(_ runtime: ServerRuntime) {
    self.runtime = runtime
    forms = SignInForms(runtime, path: "/sign-in")
  }

  /// - Throws: THROTTLED for a network that asks too much, as every address does.
  func answer(_ call: ServerCall, _ trace: inout CallTrace) async throws -> Response {
    try CallGate(runtime).throttle(nil, address: call.address)
    guard call.request.method == .post else {
      return try await show(call, call.parameters, complaint: nil, status: .ok)
    }
    let form = try await forms.content(call, limit: Self.bodyLimit)
    guard forms.isOurs(form, call) else {
      return try await show(call, form, complaint: SignInForms.expired, status: .forbidden)
    }
    let (target, refusal) = try await check(form)
    if let refusal { return refusal }
    if form["cancel"] != nil, case .opener(let origins, _) = target {
      return handOver(.failure("The sign-in was cancelled."), origins: origins, address: nil)
    }
    do {
      let caller = try await SignInDesk(runtime).signIn(
        name: form["name"] ?? "", password: form["password"] ?? "",
        device: call.request.headers[.userAgent] ?? "browser", kind: .browser, container: form.present("container"),
        address: call.address)
      trace.userRecordName = caller.user.userRecordName
      return finish(caller, target)
    } catch let error as ServiceError {
      var response = try await show(
        call, form, complaint: SignInForms.sentence(of: error),
        status: HTTPResponse.Status(code: error.code.httpStatus))
      if let wait = error.retryAfter { response.headers[.retryAfter] = String(wait) }
      return response
    }
  }

  private func finish(_ caller: Caller, _ target: SignInTarget) -> Response {
    switch target {
    case .code: return SignInForms.page(SignInPage.code(caller.webAuthToken), status: .ok)
    case .opener(let origins, let address):
      return handOver(.token(caller.webAuthToken), origins: origins, address: address)
    case .address(let address):
      return Response(
        status: .seeOther,
        headers: [
          .location: address.carrying(caller.webAuthToken), .referrerPolicy: "no-referrer", .cacheControl: "no-store",
        ])
    }
  }

  private func handOver(_ message: SignInPage.Message, origins: [String], address: CallbackAddress?) -> Response {
    SignInForms.page(
      SignInPage.handOver(message, origins: origins, address: address), status: .ok, handsOver: true)
  }

  private func show(
    _ call: ServerCall, _ parameters: QueryParameters, complaint: String?, status: HTTPResponse.Status
  ) async throws -> Response {
    let (target, refusal) = try await check(parameters)
    if let refusal { return refusal }
    let isForPage = if case .opener = target { true } else { false }
    return forms.page(call, status: status, callback: target.address) { proof in
      SignInPage.form(
        SignInPage.Form(
          apiToken: parameters.present("ckAPIToken") ?? "", container: parameters.present("container") ?? "",
          callback: parameters.present("callback"), isForPage: isForPage,
          name: complaint == nil ? "" : parameters["name"] ?? "", proof: proof, complaint: complaint))
    }
  }

  /// Whether the page is for a program that may send people here, and where the token would go.
  private func check(_ parameters: QueryParameters) async throws -> (SignInTarget, Response?) {
    func refuse(_ sentence: String) -> (SignInTarget, Response?) {
      (.code, SignInForms.page(SignInPage.refusal(sentence), status: .badRequest))
    }
    let accounts = runtime.backend.accounts
    let given = StoredAPIToken.normalized(parameters.present("ckAPIToken") ?? "")
    let container = parameters.present("container") ?? ""
    let token = try await runtime.blocking { try accounts.apiToken(given) }
    guard let token, token.containerID == container else {
      return refuse("The program that sent you here is not known to this server: its API token is missing or wrong.")
    }
    do throws(SignInTarget.Refusal) {
      return (try SignInTarget(token, callback: parameters.present("callback")), nil)
    } catch {
      return refuse(error.sentence)
    }
  }
}
