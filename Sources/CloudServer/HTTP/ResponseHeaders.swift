import HTTPTypes
import Hummingbird

extension HTTPField.Name {
  static let requestUUID = named("X-Apple-Request-UUID")
  static let cloudKitVersion = named("X-Apple-CloudKit-Version")
  static let webAuthToken = named("X-Apple-CloudKit-Web-Auth-Token")
  /// The same token by the name that CloudKit JS reads.
  static let cloudKitSession = named("X-Apple-CloudKit-Session")
  static let forwardedFor = named("X-Forwarded-For")
  static let forwardedProto = named("X-Forwarded-Proto")
  static let forwardedHost = named("X-Forwarded-Host")
  static let referrerPolicy = named("Referrer-Policy")

  private static func named(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is no name of a header") }
    return name
  }
}

/// Lets scripts of any page call the service: it is its tokens that give rights, and none of them is a cookie.
enum CrossOrigin {
  private static let exposed =
    "X-Apple-Request-UUID,X-Apple-CloudKit-Web-Auth-Token,X-Apple-CloudKit-Session,X-Responding-Instance,Via"
  private static let headers =
    "Content-Type,Content-Encoding,X-Apple-CloudKit-Request-KeyID,X-Apple-CloudKit-Request-ISO8601Date,"
    + "X-Apple-CloudKit-Request-SignatureV1"

  static func decorate(_ response: inout Response, origin: String?) {
    guard let origin else { return }
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.accessControlExposeHeaders] = exposed
    response.headers.append(HTTPField(name: .vary, value: "Origin"))
  }

  /// The answer to a browser that asks whether it may ask.
  static func preflight(_ route: Route) -> Response {
    let methods = route.methods.map(\.rawValue) + ["OPTIONS"]
    return Response(
      status: .ok,
      headers: [
        .allow: methods.joined(separator: ", "), .accessControlAllowMethods: methods.joined(separator: ", "),
        .accessControlAllowHeaders: headers, .accessControlMaxAge: "86400",
      ])
  }
}
