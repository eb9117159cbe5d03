import CloudRecord
import CloudService
import CloudStore
import CloudWire
import HTTPTypes
import Hummingbird
import NIOCore

/// What the server tells of itself.
struct AboutRoutes: Sendable {
  private let runtime: ServerRuntime

  init(_ runtime: ServerRuntime) { self.runtime = runtime }

  /// `/`: tells a person in a browser what this is, and what to type on a computer.
  ///
  /// - Throws: THROTTLED for a network that asks too much.
  func home(_ call: ServerCall) throws -> Response {
    try page(SignInPage.home(call.base), .ok, call)
  }

  /// Any address that there is not, for a person in a browser.
  ///
  /// - Throws: THROTTLED for a network that asks too much.
  func nothing(_ call: ServerCall) throws -> Response { try page(SignInPage.nothing(), .notFound, call) }

  /// Whether a person in a browser asks, and no program.
  static func isBrowser(_ call: ServerCall) -> Bool { call.request.headers[.accept]?.contains("text/html") == true }

  private func page(_ text: String, _ status: HTTPResponse.Status, _ call: ServerCall) throws -> Response {
    try CallGate(runtime).throttle(nil, address: call.address)
    return Response(
      status: status,
      headers: [
        .contentType: "text/html; charset=utf-8", .contentSecurityPolicy: SignInPage.policy(callback: nil),
        .referrerPolicy: "no-referrer", .cacheControl: "no-cache",
      ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// `/.well-known/cloudjournal`: all that a client has to know beside the server's address.
  func wellKnown(_ call: ServerCall) async throws -> Response {
    try CallGate(runtime).throttle(nil, address: call.address)
    let accounts = runtime.backend.accounts
    let container = StoredContainer.defaultID
    let token = try await runtime.blocking {
      try accounts.apiTokens(ofContainer: container).first { $0.isFor(.production) }
    }
    guard let token else {
      throw ServiceError(
        .notFound, "the container \(container) has no API token for production; the server's owner has removed it")
    }
    let limits = runtime.service.settings.limits
    var response = JSONAnswer.object { json in
      json.member("version", Int64(1))
      json.member("baseURL", call.base)
      json.member("container", container)
      json.member("environment", CloudEnvironment.production.rawValue)
      json.member("apiToken", token.value)
      json.member("signInURL", "\(call.base)/sign-in?container=\(container)&ckAPIToken=\(token.value)")
      json.member("sessionsURL", "\(call.base)/account/1/sessions")
      // Another one tells a client that what it knows of the data may never have happened here.
      json.member("incarnation", Digest(of: runtime.service.settings.incarnation).description)
      json.object("limits") { json in
        json.member("operations", Int64(limits.operationsPerRequest))
        json.member("records", Int64(limits.recordsPerPage))
        json.member("requestBytes", Int64(BodyReader.limit))
        json.member("recordBytes", Int64(limits.recordSize))
        json.member("assetBytes", limits.assetSize)
      }
    }
    response.headers[.cacheControl] = "no-cache"
    return response
  }

  /// Whether data can be read.
  func health(_ call: ServerCall) async throws -> Response {
    try CallGate(runtime).throttle(nil, address: call.address)
    let storage = runtime.backend.storage
    let accounts = runtime.backend.accounts
    do {
      try await runtime.blocking {
        _ = try accounts.containers()
        let key = DatabaseKey(
          containerID: StoredContainer.defaultID, environment: .production, scope: .private, ownerRecordName: "")
        _ = try storage.read { try $0.database(key) }
      }
    } catch {
      throw ServiceError(.tryAgainLater, "the data cannot be read", retryAfter: 10)
    }
    return JSONAnswer.make(Array(#"{"status":"ok"}"#.utf8))
  }

  /// Counters, for the programs that the configuration names.
  ///
  /// - Throws: ACCESS_DENIED for others.
  func metrics(_ call: ServerCall) throws -> Response {
    switch runtime.configuration.metrics {
    case .public: break
    case .local:
      guard call.isFromThisMachine else {
        throw ServiceError(
          .accessDenied,
          "the counters are told to programs on the server's own machine; its setting “metrics” opens them")
      }
    case .off: throw ServiceError(.accessDenied, "the server's setting “metrics” keeps the counters from everybody")
    }
    let text = runtime.metrics.text(openPolls: runtime.hub.openPolls)
    return Response(
      status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
