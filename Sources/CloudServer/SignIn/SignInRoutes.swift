import CloudRecord
import CloudStore
import HTTPTypes
import Hummingbird
import NIOCore

/// The sign-in page: a form, and what becomes of it.
struct SignInRoutes: Sendable {
  private static let bodyLimit = 16 << 10

  private let runtime: ServerRuntime
  private let proof: FormProof

  init(_ runtime: ServerRuntime) {
    self.runtime = runtime
    proof = FormProof(key: runtime.backend.identity.signingKey)
  }

  func answer(_ call: ServerCall, _ trace: inout CallTrace) async throws -> Response {
    guard call.request.method == .post else {
      return try await show(call, call.parameters, complaint: nil, status: .ok)
    }
    let body = try await BodyReader.collect(call.request, limit: Self.bodyLimit)
    let form = QueryParameters(String(decoding: body.readableBytesView, as: UTF8.self), plusIsSpace: true)
    guard let secret = FormProof.secret(in: call.request.headers[.cookie]),
      proof.accepts(form["proof"] ?? "", secret: secret)
    else {
      return try await show(
        call, form, complaint: "The page had expired, or cookies are off. Please try again.", status: .forbidden)
    }
    let (target, refusal) = try await check(form)
    if let refusal { return refusal }
    do {
      let caller = try await SignInDesk(runtime).signIn(
        name: form["name"] ?? "", password: form["password"] ?? "",
        device: call.request.headers[.userAgent] ?? "browser", kind: .browser, address: call.address)
      trace.userRecordName = caller.user.userRecordName
      return finish(caller, target)
    } catch let error as ServiceError {
      var sentence = error.reason.prefix(1).uppercased() + error.reason.dropFirst()
      if !sentence.hasSuffix(".") { sentence += "." }
      var response = try await show(
        call, form, complaint: sentence, status: HTTPResponse.Status(code: error.code.httpStatus))
      if let wait = error.retryAfter { response.headers[.retryAfter] = String(wait) }
      return response
    }
  }

  private func finish(_ caller: Caller, _ target: CallbackAddress?) -> Response {
    guard let target else { return page(SignInPage.code(caller.webAuthToken), status: .ok, callback: nil) }
    var response = Response(
      status: .seeOther, headers: [.location: target.carrying(caller.webAuthToken), .referrerPolicy: "no-referrer"])
    response.headers[.cacheControl] = "no-store"
    return response
  }

  private func show(
    _ call: ServerCall, _ parameters: QueryParameters, complaint: String?, status: HTTPResponse.Status
  ) async throws -> Response {
    let (target, refusal) = try await check(parameters)
    if let refusal { return refusal }
    let known = FormProof.secret(in: call.request.headers[.cookie])
    let secret = known ?? runtime.surroundings.freshToken()
    let form = SignInPage.Form(
      apiToken: parameters.present("ckAPIToken") ?? "", container: parameters.present("container") ?? "",
      callback: parameters.present("callback"), name: complaint == nil ? "" : parameters["name"] ?? "",
      proof: proof.seal(secret), complaint: complaint)
    var response = page(SignInPage.form(form), status: status, callback: target)
    if known == nil {
      let secure = call.base.hasPrefix("https:") ? "; Secure" : ""
      response.headers[.setCookie] =
        "\(FormProof.cookie)=\(secret); Path=/sign-in; HttpOnly; SameSite=Strict; Max-Age=3600\(secure)"
    }
    return response
  }

  /// Whether the page is for a program that may send people here, and where the token would go.
  private func check(_ parameters: QueryParameters) async throws -> (CallbackAddress?, Response?) {
    func refuse(_ sentence: String) -> (CallbackAddress?, Response?) {
      (nil, page(SignInPage.refusal(sentence), status: .badRequest, callback: nil))
    }
    let accounts = runtime.backend.accounts
    let (given, container) = (parameters.present("ckAPIToken") ?? "", parameters.present("container") ?? "")
    let token = try await runtime.blocking { try accounts.apiToken(given) }
    guard let token, token.containerID == container else {
      return refuse("The program that sent you here is not known to this server: its API token is missing or wrong.")
    }
    guard let address = parameters.present("callback") else {
      guard token.callbacks.contains(.code) else {
        return refuse("The program that sent you here has not said where to go on.")
      }
      return (nil, nil)
    }
    guard token.callbacks.contains(.loopback), let callback = CallbackAddress(address) else {
      return refuse(
        "The program that sent you here wants the sign-in to go to an address that is not on this computer.")
    }
    return (callback, nil)
  }

  private func page(_ html: String, status: HTTPResponse.Status, callback: CallbackAddress?) -> Response {
    Response(
      status: status,
      headers: [
        .contentType: "text/html; charset=utf-8", .contentSecurityPolicy: SignInPage.policy(callback: callback),
        .referrerPolicy: "no-referrer", .cacheControl: "no-store",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }
}
