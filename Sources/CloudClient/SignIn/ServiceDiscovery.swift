package import CloudRecord
import CloudWire

/// The description that a service of ours gives of itself to any client.
package struct ServiceDescription: Hashable, Sendable {
  /// The container for journals, such as `iCloud.org.cloudjournal`.
  package var container: String
  /// The one environment that the service has.
  package var environment: CloudEnvironment
  /// The token with which clients ask for that container.
  package var apiToken: String
  /// Names the history of the service's data; if it changes, the service may no longer have what it acknowledged.
  package var incarnation: String?
  /// The address that the service gives itself.
  package var baseURL: String?
}

/// Asks a service of ours for its description.
package struct ServiceDiscovery: Sendable {
  private let transport: HTTPTransport

  package init(_ transport: HTTPTransport) { self.transport = transport }

  /// Fetches `/.well-known/cloudjournal`.
  ///
  /// - Throws: A failure `badContainer` where something answers that is no service of ours; in the background only where it
  ///   says so in words, and `networkFailure` where it says nothing.
  package func describe(_ urgency: RequestUrgency = .interactive) async throws(CloudFailure) -> ServiceDescription {
    let service = transport.service
    // What a person waits for is a sentence about the address; what syncs by itself tries again, since something on the way
    // may have answered.
    let missing = urgency == .interactive ? "\(Self.refusal(service)): it says nothing of itself" : nil
    let root = try await AccountCall(transport).object(
      .get, path: "/.well-known/cloudjournal", query: [], body: nil, urgency, judge: ReplyJudge(missing: missing))
    do throws(ServiceError) {
      let version = try root.required("version").int64()
      guard version == 1 else {
        throw ServiceError(.badRequest, "it speaks version \(version), which this program is too old for")
      }
      return ServiceDescription(
        container: try root.required("container").string(),
        environment: try root.required("environment").choice("development or production"),
        apiToken: try root.required("apiToken").string(), incarnation: try root["incarnation"]?.string(),
        baseURL: try root["baseURL"]?.string())
    } catch {
      throw CloudFailure(code: .badContainer, reason: "\(Self.refusal(service)): \(error.reason)")
    }
  }

  private static func refusal(_ service: HTTPAddress) -> String {
    "\(service.name) is no CloudJournal server that this program knows"
  }
}
