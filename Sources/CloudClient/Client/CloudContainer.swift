package import CloudRecord
import Encodings

/// Where records are kept: a service, and what of it is asked.
package struct CloudContainer: Hashable, Sendable {
  package var service: HTTPAddress
  /// Such as `iCloud.org.cloudjournal`.
  package var container: String
  package var environment: CloudEnvironment
  /// Says which program asks.
  package var apiToken: String
  /// What is packed on its way.
  package var compression: CloudCompression
  /// Whether the service is told a file's size before it comes; that is no part of CloudKit's request, so only ours is.
  package var announcesSizes: Bool
  /// Where the service said that it was when the person signed in; it may name files there.
  package var known: HTTPAddress?

  package init(
    service: HTTPAddress, container: String, environment: CloudEnvironment, apiToken: String,
    compression: CloudCompression, announcesSizes: Bool = false, known: HTTPAddress? = nil
  ) {
    self.known = known
    self.service = service
    self.container = container
    self.environment = environment
    self.apiToken = apiToken
    self.compression = compression
    self.announcesSizes = announcesSizes
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

/// What travels as gzip.
package enum CloudCompression: Hashable, Sendable, CaseIterable {
  /// Nothing: between processes of one computer packing takes longer than it saves.
  case none
  /// Answers alone, which any service may be asked for.
  case answers
  /// Requests as well, to a service that is known to expand them; of Apple's that is not known.
  case requestsAndAnswers
}
