import CloudRecord
import CloudStore
import HTTPTypes
import Hummingbird
import NIOCore

/// What the pages with forms have in common: each form is tied to the browser that it was made for.
struct SignInForms: Sendable {
  static let expired = "The page had expired, or cookies are off. Try again."

  private let runtime: ServerRuntime
  private let proof: FormProof
  private let path: String

  /// - Parameter path: The address of the page, to which the cookie is kept.
  init(_ runtime: ServerRuntime, path: String) {
    (self.runtime, self.path) = (runtime, path)
    proof = FormProof(key: runtime.backend.identity.signingKey)
  }

  /// What a form of ours brings; nil for one that was not made for this browser.
  func submitted(_ call: ServerCall, limit: Int) async throws -> QueryParameters? {
    let form = try await content(call, limit: limit)
    return isOurs(form, call) ? form : nil
  }

  /// What a form brings, of whatever page it is.
  func content(_ call: ServerCall, limit: Int) async throws -> QueryParameters {
    let body = try await BodyReader.collect(call.request, limit: limit)
    return QueryParameters(String(decoding: body.readableBytesView, as: UTF8.self), plusIsSpace: true)
  }

  /// Whether a form was made for the browser that sends it.
  func isOurs(_ form: QueryParameters, _ call: ServerCall) -> Bool {
    guard let secret = FormProof.secret(in: call.request.headers[.cookie]) else { return false }
    return proof.accepts(form["proof"] ?? "", secret: secret)
  }

  /// A page with a form, made with the proof that it carries, and the cookie that belongs to the proof.
  func page(
    _ call: ServerCall, status: HTTPResponse.Status, callback: CallbackAddress? = nil, _ html: (String) -> String
  ) -> Response {
    let known = FormProof.secret(in: call.request.headers[.cookie])
    let secret = known ?? runtime.surroundings.freshToken()
    var response = Self.page(html(proof.seal(secret)), status: status, callback: callback)
    if known == nil {
      let secure = call.base.hasPrefix("https:") ? "; Secure" : ""
      response.headers[.setCookie] =
        "\(FormProof.cookie)=\(secret); Path=\(path); HttpOnly; SameSite=Strict; Max-Age=3600\(secure)"
    }
    return response
  }

  /// A page, with the headers that all of them have.
  static func page(
    _ html: String, status: HTTPResponse.Status, callback: CallbackAddress? = nil, handsOver: Bool = false
  ) -> Response {
    Response(
      status: status,
      headers: [
        .contentType: "text/html; charset=utf-8",
        .contentSecurityPolicy: SignInPage.policy(callback: callback, handsOver: handsOver),
        .referrerPolicy: "no-referrer", .cacheControl: "no-store",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }

  /// A refusal as a sentence above the form.
  static func sentence(of error: ServiceError) -> String {
    let sentence = error.reason.prefix(1).uppercased() + error.reason.dropFirst()
    return sentence.hasSuffix(".") ? sentence : sentence + "."
  }
}
