package import CloudRecord

/// Where records are kept: a service, and what of it is asked.
package struct CloudContainer: Hashable, Sendable {
  package var service: HTTPAddress
  /// Such as `iCloud.org.cloudjournal`.
  package var container: String
  package var environment: CloudEnvironment
  /// Says which program asks.
  package var apiToken: String
  /// Whether the service is known to expand compressed requests; of Apple's nobody has said so.
  package var takesGzip: Bool

  package init(
    service: HTTPAddress, container: String, environment: CloudEnvironment, apiToken: String, takesGzip: Bool
  ) {
    self.service = service
    self.container = container
    self.environment = environment
    self.apiToken = apiToken
    self.takesGzip = takesGzip
  }

  /// The address of an operation on the private database, with what gives the right to it.
  func database(_ operation: String, webAuthToken: String?) throws(AddressRefusal) -> HTTPAddress {
    try address("/database/1/\(place)/private/\(operation)", webAuthToken)
  }

  /// The address of an operation on push tokens.
  func device(_ operation: String, webAuthToken: String?) throws(AddressRefusal) -> HTTPAddress {
    try address("/device/1/\(place)/\(operation)", webAuthToken)
  }

  private var place: String { "\(PercentCoding.encode(container))/\(environment.rawValue)" }

  private func address(_ path: String, _ webAuthToken: String?) throws(AddressRefusal) -> HTTPAddress {
    var text = "\(service.base)\(path)?ckAPIToken=\(PercentCoding.encode(apiToken))"
    if let webAuthToken { text += "&ckWebAuthToken=\(PercentCoding.encode(webAuthToken))" }
    return try HTTPAddress(text)
  }
}
