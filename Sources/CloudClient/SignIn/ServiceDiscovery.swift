package import CloudRecord
import CloudWire

/// What a service of ours tells of itself to whoever asks.
package struct ServiceDescription: Hashable, Sendable {
  package var container: String
  package var environment: CloudEnvironment
  package var apiToken: String
  /// Names the history of the service's data; another one says that what is known of it may never have happened.
  package var incarnation: String?
  /// Where it says that it is.
  package var baseURL: String?
  /// Bytes of a request and of a file that the service takes.
  package var requestBytes: Int64?
  package var assetBytes: Int64?
}

/// Asks a service of ours what a client has to know beside its address.
package struct ServiceDiscovery: Sendable {
  private let transport: HTTPTransport

  package init(_ transport: HTTPTransport) { self.transport = transport }

  /// `/.well-known/cloudjournal`.
  ///
  /// - Throws: A failure `badContainer` where something answers that is no service of ours.
  package func describe(_ urgency: RequestUrgency = .interactive) async throws(CloudFailure) -> ServiceDescription {
    let service = transport.service
    let root = try await AccountCall(transport).object(
      .get, path: "/.well-known/cloudjournal", query: [], body: nil, urgency)
    do throws(ServiceError) {
      let version = try root.required("version").int64()
      guard version == 1 else {
        throw ServiceError(.badRequest, "it speaks version \(version), which this program is too old for")
      }
      let name = try root.required("environment").string()
      guard let environment = CloudEnvironment(rawValue: name) else {
        throw ServiceError(.badRequest, "its environment is neither development nor production")
      }
      let limits = try root["limits"]?.object()
      return ServiceDescription(
        container: try root.required("container").string(), environment: environment,
        apiToken: try root.required("apiToken").string(), incarnation: try root["incarnation"]?.string(),
        baseURL: try root["baseURL"]?.string(), requestBytes: try limits?["requestBytes"]?.int64(),
        assetBytes: try limits?["assetBytes"]?.int64())
    } catch {
      throw CloudFailure(
        code: .badContainer,
        reason: "\(service.name) is no CloudJournal server that this program knows: \(error.reason)")
    }
  }
}
