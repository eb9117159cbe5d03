import CloudRecord
import HTTPTypes
import Hummingbird

extension HTTPField.Name {
  static let history = named(ServerHistory.headerName)
  static let requestUUID = named("X-Apple-Request-UUID")
  static let cloudKitVersion = named("X-Apple-CloudKit-Version")
  static let webAuthToken = named("X-Apple-CloudKit-Web-Auth-Token")
  /// The same token by the name that CloudKit JS reads.
  static let cloudKitSession = named("X-Apple-CloudKit-Session")
  static let forwarded = named("Forwarded")
  static let forwardedFor = named("X-Forwarded-For")
  static let forwardedProto = named("X-Forwarded-Proto")
  static let forwardedHost = named("X-Forwarded-Host")
  static let forwardedPort = named("X-Forwarded-Port")
  static let signatureKeyID = named("X-Apple-CloudKit-Request-KeyID")
  static let signatureDate = named("X-Apple-CloudKit-Request-ISO8601Date")
  static let signature = named("X-Apple-CloudKit-Request-SignatureV1")
  static let referrerPolicy = named("Referrer-Policy")

  private static func named(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is no name of a header") }
    return name
  }
}

/// Lets scripts of any page call the service: it is its tokens that give rights, and none of them is a cookie. Only pages
/// of an origin that is registered with an API token may do so with `credentials: include`.
enum CrossOrigin {
  private static let exposed =
    "X-Apple-Request-UUID,X-Apple-CloudKit-Web-Auth-Token,X-Apple-CloudKit-Session,X-Responding-Instance,Via,"
    + ServerHistory.headerName
  private static let headers =
    "Content-Type,Content-Encoding,X-Apple-CloudKit-Request-KeyID,X-Apple-CloudKit-Request-ISO8601Date,"
    + "X-Apple-CloudKit-Request-SignatureV1,Authorization,X-Requested-With," + ServerHistory.headerName

  /// - Parameter isRegistered: Whether the origin is registered with an API token.
  static func decorate(_ response: inout Response, origin: String?, isRegistered: Bool) {
    guard let origin else { return }
    if isRegistered { response.headers[.accessControlAllowCredentials] = "true" }
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.accessControlExposeHeaders] = exposed
    response.headers.append(HTTPField(name: .vary, value: "Origin"))
  }

  /// Whether pages may read what is answered there: not the form, and not what is meant for the server's owner.
  static func isOffered(_ route: Route) -> Bool {
    ![.home, .signIn, .code, .codes, .codeClaim, .health, .metrics].contains(route)
  }

  /// The answer to a browser's preflight request.
  static func preflight(_ route: Route) -> Response {
    // An address that means nothing is still one that a script may ask for, and be told so.
    let known = route.methods.isEmpty ? [.get, .post] : route.methods
    let methods = (known.map(\.rawValue) + ["OPTIONS"]).joined(separator: ", ")
    guard isOffered(route) else { return Response(status: .noContent, headers: [.allow: methods]) }
    return Response(
      status: .noContent,
      headers: [
        .allow: methods, .accessControlAllowMethods: methods, .accessControlAllowHeaders: headers,
        .accessControlMaxAge: "86400",
      ])
  }
}
