package import CloudRecord
import SyncCore

/// Where somebody is signed in, as the client found it: what an account is compared with.
package struct SyncSession: Hashable, Sendable {
  /// The service's base URL.
  package var service: String
  package var containerID: String
  package var environment: CloudEnvironment
  /// Names the history of the server's data; nil where the service does not tell.
  package var incarnation: String?
  /// For the screen: “anna@journal.example.org”.
  package var who: String?
  /// Until when the session holds unless it is ended, in milliseconds since 1970; nil where the service does not say
  /// so, and a refusal says only that it is over.
  package var holdsUntil: Int64?

  package init(
    service: String, containerID: String, environment: CloudEnvironment, incarnation: String?, who: String? = nil,
    holdsUntil: Int64? = nil
  ) {
    self.holdsUntil = holdsUntil
    self.service = service
    self.containerID = containerID
    self.environment = environment
    self.incarnation = incarnation
    self.who = who
  }

  func binding(of userRecordName: String) -> AccountBinding {
    AccountBinding(
      userRecordName: userRecordName, service: service, containerID: containerID, environment: environment,
      incarnation: incarnation)
  }
}

/// Tells who is signed in, asking the server for its history's name afresh.
package protocol SessionSource: Sendable {
  /// nil: nobody is signed in.
  func session() async throws(CloudFailure) -> SyncSession?
}
