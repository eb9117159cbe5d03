package import CloudRecord
import SyncCore

/// The service and account that the client is signed in to; sync compares it with the journal's account.
package struct SyncSession: Hashable, Sendable {
  /// The service's base URL.
  package var service: String
  /// Such as `iCloud.org.cloudjournal`.
  package var containerID: String
  /// The container's environment: development or production.
  package var environment: CloudEnvironment
  /// Names the history of the server's data; nil where the service does not tell.
  package var incarnation: String?
  /// The account as the screen shows it, such as “anna@journal.example.org”; nil where its name is not known.
  package var who: String?
  /// Until when the session holds unless it is ended, in milliseconds since 1970; nil where the service does not say
  /// so, and a refusal says only that it is over.
  package var holdsUntil: Int64?

  package init(
    service: String, containerID: String, environment: CloudEnvironment, incarnation: String?, who: String? = nil,
    holdsUntil: Int64? = nil
  ) {
    (self.holdsUntil, self.service, self.containerID) = (holdsUntil, service, containerID)
    (self.environment, self.incarnation, self.who) = (environment, incarnation, who)
  }

  func binding(of userRecordName: String) -> AccountBinding {
    AccountBinding(
      userRecordName: userRecordName, service: service, containerID: containerID, environment: environment,
      incarnation: incarnation)
  }
}

/// Tells who is signed in, asking the server for its history's name afresh.
package protocol SessionSource: Sendable {
  /// Returns the present session; nil if no account is signed in.
  ///
  /// - Throws: A ``CloudFailure`` if the server does not answer.
  func session() async throws(CloudFailure) -> SyncSession?
}
