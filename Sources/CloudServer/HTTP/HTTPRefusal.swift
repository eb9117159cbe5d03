package import CloudRecord
package import HTTPTypes

/// A refusal whose status is not the one that its code usually has.
package struct HTTPRefusal: Error, Sendable {
  /// Sent in the place of the status of ``error``'s code.
  package var status: HTTPResponse.Status
  /// The code and the reason, sent as JSON.
  package var error: ServiceError
  /// Added to those that every answer has.
  package var headers: HTTPFields
  /// Whether the rest of the request is not worth reading.
  package var closesConnection: Bool

  package init(
    _ status: HTTPResponse.Status, _ error: ServiceError, headers: HTTPFields = [:], closesConnection: Bool = false
  ) {
    self.status = status
    self.error = error
    self.headers = headers
    self.closesConnection = closesConnection
  }
}
