import CloudRecord
import CloudWire

/// A session as a file keeps it.
package struct KeptSession: Hashable, Sendable {
  /// The origin of the service that the token is for: it is never sent anywhere else.
  package var service: String
  /// The secret that gives access to the account's data.
  package var webAuthToken: String
  /// The account that is signed in, by the service's name for it.
  package var userRecordName: String
  /// The account's name, for a person; nil if the service does not tell it.
  package var name: String?
  /// Names the session, so that it can be ended; nil after a sign-in by a page.
  package var sessionID: String?
  /// Milliseconds since 1970; nil if the service does not tell.
  package var expiresAt: Int64?

  /// Makes the session that a sign-in gave; `service` is the origin of the service.
  package init(service: String, _ signedIn: SignedIn) {
    self.service = service
    webAuthToken = signedIn.webAuthToken
    userRecordName = signedIn.userRecordName
    name = signedIn.name
    sessionID = signedIn.sessionID
    expiresAt = signedIn.expiresAt
  }
}

/// The file that keeps a session: for its owner's eyes alone (0600), and replaced as a whole.
package struct SessionFile: Sendable {
  /// The path of the file, which need not exist.
  package let path: String

  private let seal: PrivateFileSeal?

  /// - Parameter seal: nil where its bytes lie on the disk as they are.
  package init(path: String, seal: PrivateFileSeal? = nil) { (self.path, self.seal) = (path, seal) }

  private var file: PrivateFile {
    PrivateFile(
      path: path,
      exposure: "anyone who has read it can sign in as you. End the session from another device, remove the file and "
        + "sign in again", seal: seal)
  }

  /// Reads the session; nil if there is no file.
  ///
  /// - Throws: ``PrivateFileError`` for a file that others may read, a damaged one, and one of a newer program.
  package func read() throws(PrivateFileError) -> KeptSession? {
    try file.object { root throws(ServiceError) in
      KeptSession(service: try root.required("service").string(), try SignedIn(root))
    }
  }

  /// Replaces the whole file, or makes it; after a crash there is the old one or the new one.
  ///
  /// - Throws: ``PrivateFileError`` if the file cannot be written.
  package func write(_ session: KeptSession) throws(PrivateFileError) {
    try file.replace { json in
      json.member("service", session.service)
      json.member("webAuthToken", session.webAuthToken)
      json.member("userRecordName", session.userRecordName)
      json.member("name", session.name)
      json.member("sessionID", session.sessionID)
      json.member("expiresAt", session.expiresAt)
    }
  }

  /// Removes the file, if there is one.
  ///
  /// - Throws: ``PrivateFileError`` if the file cannot be removed.
  package func remove() throws(PrivateFileError) {
    try file.remove()
  }
}
