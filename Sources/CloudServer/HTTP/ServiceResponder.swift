import CloudRecord
import CloudStore
import CloudWire
import GzipKit
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Answers every request: finds its route, has it carried out, and turns whatever comes of it into HTTP.
package struct ServiceResponder: HTTPResponder {
  /// The context that carries the connection's channel.
  package typealias Context = CallContext

  let runtime: ServerRuntime
  private let database: DatabaseRoutes
  private let accounts: AccountRoutes
  private let signIn: SignInRoutes
  private let codes: CodeRoutes
  private let push: PushRoutes
  private let assets: AssetRoutes
  private let about: AboutRoutes

  /// Makes the handlers of all routes, which share the runtime.
  package init(_ runtime: ServerRuntime) {
    self.runtime = runtime
    push = PushRoutes(runtime)
    database = DatabaseRoutes(runtime, push)
    accounts = AccountRoutes(runtime)
    signIn = SignInRoutes(runtime)
    codes = CodeRoutes(runtime)
    assets = AssetRoutes(runtime)
    about = AboutRoutes(runtime)
  }

  /// Answers, counts and logs a request; turns every error into a JSON answer and throws none.
  package func respond(to request: Request, context: CallContext) async throws -> Response {
    let started = ContinuousClock.now
    let target = request.head.path ?? "/"
    let question = target.firstIndex(of: "?")
    let call = ServerCall(
      request: request, route: Route(path: target[..<(question ?? target.endIndex)]),
      parameters: QueryParameters(question.map { target[target.index(after: $0)...] } ?? ""),
      channel: context.channel, id: runtime.surroundings.freshName(),
      base: runtime.listener.base(for: request.headers, authority: request.head.authority),
      address: address(of: request, context.channel))
    var trace = CallTrace()
    var response: Response
    do {
      response = try await answer(call, &trace)
    } catch {
      response = refusal(error, call)
    }
    finish(&response, call: call, trace: trace)
    note(call, response: response, trace: trace, time: started.duration(to: .now))
    return response
  }

  private func answer(_ call: ServerCall, _ trace: inout CallTrace) async throws -> Response {
    if let origin = call.request.headers[.origin], CrossOrigin.isOffered(call.route) {
      // Beside what the session pays: the origin is looked up before it is known who asks, for a preflight as well.
      try CallGate(runtime).throttle(nil, address: call.address)
      let accounts = runtime.backend.accounts
      trace.isOriginRegistered = try await runtime.blocking { try accounts.isRegistered(origin: origin) }
    }
    let method = call.request.method
    // A browser reports a refused preflight as a network failure, so that its page could not read the reason.
    if method == .options, call.route != .unknown || isOfDatabase(call) { return CrossOrigin.preflight(call.route) }
    switch call.route {
    case .unknownOperation:
      throw ServiceError(.notFound, "could not find handler for endpoint")
    case .unknown:
      if method == .get, !isOfDatabase(call), AboutRoutes.isBrowser(call) { return try about.nothing(call) }
      throw ServiceError(.notFound, "there is nothing at this address")
    default: break
    }
    guard call.route.methods.contains(method) else {
      let allowed = (call.route.methods.map(\.rawValue) + ["OPTIONS"]).joined(separator: ", ")
      throw HTTPRefusal(
        status: .methodNotAllowed,
        error: ServiceError(.badRequest, "this address takes \(allowed) and not \(method.rawValue)"),
        headers: [.allow: allowed])
    }
    switch call.route {
    case .database(let operation, let container, let environment, let scope):
      return try await database.answer(
        call, operation, container: container, environment: environment, scope: scope, &trace)
    case .sessions, .session: return try await accounts.answer(call, &trace)
    case .profile: return try await ProfileRoutes(runtime).answer(call, &trace)
    case .signIn: return try await signIn.answer(call, &trace)
    case .code: return try await codes.page(call, &trace)
    case .codes: return try await codes.begin(call)
    case .codeClaim: return try await codes.claim(call, &trace)
    case .webcourier: return try await push.poll(call, &trace)
    case .upload(let token): return try await assets.upload(call, token: token)
    case .download(let ticket): return try await assets.download(call, ticket: ticket)
    case .home: return try about.home(call)
    case .wellKnown: return try await about.wellKnown(call)
    case .health: return try await about.health(call)
    case .metrics: return try about.metrics(call)
    case .unknownOperation, .unknown: throw ServiceError(.notFound, "there is nothing at this address")
    }
  }

  /// Whether an address begins as those of databases do, however it goes on.
  private func isOfDatabase(_ call: ServerCall) -> Bool {
    let path = call.request.head.path ?? ""
    return path.hasPrefix("/database/") || path.hasPrefix("/device/")
  }

  // MARK: Refusals

  /// Every failure as JSON with a code that clients know.
  private func refusal(_ error: any Error, _ call: ServerCall) -> Response {
    switch error {
    case let error as HTTPRefusal:
      var response = refusal(error.error, status: error.status, call)
      for field in error.headers { response.headers[field.name] = field.value }
      if error.closesConnection { response.headers[.connection] = "close" }
      return response
    case let error as ServiceError:
      return refusal(error, status: HTTPResponse.Status(code: error.code.httpStatus), call)
    case is HTTPParserError:
      // Of the body, since the head was read; what follows on this connection cannot be made out any more.
      var response = refusal(
        ServiceError(.badRequest, "the body is not what HTTP allows: a chunk's size is wrong, or it breaks off"),
        status: .badRequest, call)
      response.headers[.connection] = "close"
      return response
    case CloudStoreError.busy:
      return refusal(
        ServiceError(.tryAgainLater, "the server is busy", retryAfter: 2), status: .serviceUnavailable, call)
    case CloudStoreError.diskFull:
      runtime.logger.error("disk full", metadata: ["request": "\(call.id)"])
      return refusal(
        ServiceError(.quotaExceeded, "the server's disk is full"),
        status: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"), call)
    default:
      let detail = (error as? CloudStoreError)?.description ?? String(describing: type(of: error))
      runtime.logger.error("internal error", metadata: ["request": "\(call.id)", "error": "\(detail)"])
      return refusal(
        ServiceError(.internalError, "internal error (request \(call.id))"), status: .internalServerError, call)
    }
  }

  private func refusal(_ error: ServiceError, status: HTTPResponse.Status, _ call: ServerCall) -> Response {
    var response = JSONAnswer.make(ReplyWriter.error(error, uuid: call.id), status: status)
    if let wait = error.retryAfter { response.headers[.retryAfter] = String(wait) }
    return response
  }

  // MARK: What every answer has

  private func finish(_ response: inout Response, call: ServerCall, trace: CallTrace) {
    response.headers[.requestUUID] = call.id
    response.headers[.cloudKitVersion] = "1.0"
    response.headers[.xContentTypeOptions] = "nosniff"
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    if let history = trace.history { response.headers[.history] = history.header }
    if let token = trace.webAuthToken {
      response.headers[.webAuthToken] = token
      response.headers[.cloudKitSession] = token
    }
    if CrossOrigin.isOffered(call.route) {
      CrossOrigin.decorate(
        &response, origin: call.request.headers[.origin], isRegistered: trace.isOriginRegistered)
    }
  }

  private func note(_ call: ServerCall, response: Response, trace: CallTrace, time: Duration) {
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    let status = response.status.code
    runtime.metrics.answered(
      route: call.route.label, status: status, seconds: call.route == .webcourier ? nil : seconds)
    runtime.metrics.sent(bytes: response.body.contentLength ?? 0)
    let level: Logger.Level = status >= 500 ? .warning : .info
    guard runtime.logger.logLevel <= level else { return }
    var metadata: Logger.Metadata = [
      "request": "\(call.id)", "route": "\(call.route.label)", "status": "\(status)",
      "ms": "\((seconds * 10_000).rounded() / 10)",
    ]
    if let user = trace.userRecordName { metadata["user"] = "\(user)" }
    runtime.logger.log(level: level, "request", metadata: metadata)
  }

  /// The client's address: behind a proxy the last one in its header, since those before may be forged.
  private func address(of request: Request, _ channel: any Channel) -> String {
    if runtime.configuration.behindProxy, let forwarded = request.headers[values: .forwardedFor].last,
      let last = forwarded.split(separator: ",").last
    {
      // Sixty-four bytes, not characters: one character may have any number of marks.
      return String(decoding: last.utf8.drop { $0 == UInt8(ascii: " ") }.prefix(64), as: UTF8.self)
    }
    return channel.remoteAddress?.ipAddress ?? "unknown"
  }
}

/// Answers in JSON.
enum JSONAnswer {
  static let contentType = "application/json; charset=UTF-8"

  static func make(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: contentType], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// An answer of status 200 with one object; `write` writes its members.
  static func object(_ write: (inout JSONWriter) -> Void) -> Response { make(JSONWriter.object(write)) }

  /// The same, compressed where the client accepts that and it makes the answer smaller.
  static func make(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, for request: Request) -> Response {
    guard bytes.count > Gzip.threshold, accepts(request.headers[.acceptEncoding]),
      let deflated = Gzip.deflated(ByteBuffer(bytes: bytes))
    else { return make(bytes, status: status) }
    return Response(
      status: status, headers: [.contentType: contentType, .contentEncoding: "gzip", .vary: "Accept-Encoding"],
      body: ResponseBody(byteBuffer: deflated))
  }

  private static func accepts(_ header: String?) -> Bool {
    for coding in (header ?? "").lowercased().split(separator: ",") {
      let parts = coding.filter { $0 != " " }.split(separator: ";")
      if parts.first == "gzip" { return !parts.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" } }
    }
    return false
  }
}
