import CloudRecord
import HTTPTypes

/// A refusal whose status is not the one that its code usually has.
struct HTTPRefusal: Error, Sendable {
  /// Sent in the place of the status of ``error``'s code.
  var status: HTTPResponse.Status
  /// The code and the reason, sent as JSON.
  var error: ServiceError
  /// Added to those that every answer has.
  var headers: HTTPFields = [:]
  /// Whether the rest of the request is not worth reading.
  var closesConnection = false

  /// BAD_REQUEST, after which the connection is closed: the rest of the request is not worth reading.
  static func closing(_ status: HTTPResponse.Status, _ reason: String) -> HTTPRefusal {
    HTTPRefusal(status: status, error: ServiceError(.badRequest, reason), closesConnection: true)
  }
}
