package import CloudRecord
import Encodings

/// A container of a service, and the way to ask for it.
package struct CloudContainer: Hashable, Sendable {
  /// The address below which the service's operations lie.
  package var service: HTTPAddress
  /// Such as `iCloud.org.cloudjournal`.
  package var container: String
  /// A part of every operation's address.
  package var environment: CloudEnvironment
  /// Tells the service which program asks.
  package var apiToken: String
  /// Which bodies are packed on their way.
  package var compression: CloudCompression
  /// Whether requests announce the size of a file; true for a service of ours only, as CloudKit's request has no size.
  package var announcesSizes: Bool
  /// The address that the service gave itself at the sign-in; it may name files there.
  package var known: HTTPAddress?

  package init(
    service: HTTPAddress, container: String, environment: CloudEnvironment, apiToken: String,
    compression: CloudCompression, announcesSizes: Bool = false, known: HTTPAddress? = nil
  ) {
    (self.known, self.service, self.container, self.environment) = (known, service, container, environment)
    (self.apiToken, self.compression, self.announcesSizes) = (apiToken, compression, announcesSizes)
  }

  /// The address of an operation on a database, with what gives the right to it.
  func database(
    _ database: DatabaseScope, _ operation: String, webAuthToken: String?
  ) throws(AddressRefusal) -> HTTPAddress {
    try address("/database/1/\(place)/\(database.rawValue)/\(operation)", webAuthToken)
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

/// Which bodies travel as gzip.
package enum CloudCompression: Hashable, Sendable, CaseIterable {
  /// None: between processes of one computer packing takes longer than it saves.
  case none
  /// Answers only, which any service can be asked for.
  case answers
  /// Requests too, for a service that is known to expand them, as ours.
  case requestsAndAnswers
}
