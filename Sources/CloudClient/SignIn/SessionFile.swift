import CloudRecord
import CloudWire

/// A session as a file keeps it.
package struct StoredSession: Hashable, Sendable {
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

  package init(path: String) { self.path = path }

  private var file: PrivateFile {
    PrivateFile(
      path: path,
      exposure: "anyone who has read it can sign in as you. End the session from another device, remove the file and "
        + "sign in again")
  }

  /// Reads the session; nil if there is no file.
  ///
  /// - Throws: ``PrivateFileError`` for a file that others may read, a damaged one, and one of a newer program.
  package func read() throws(PrivateFileError) -> StoredSession? {
    guard let bytes = try file.contents() else { return nil }
    do throws(ServiceError) {
      let root = try JSONDocument(bytes).root.object()
      let version = try root.required("version").int64()
      guard version == 1 else { throw ServiceError(.badRequest, "it is of a newer program (version \(version))") }
      var session = StoredSession(
        service: try root.required("service").string(),
        SignedIn(
          webAuthToken: try root.required("webAuthToken").string(), name: try root["name"]?.string(),
          userRecordName: try root.required("userRecordName").string()))
      session.sessionID = try root["sessionID"]?.string()
      session.expiresAt = try root["expiresAt"]?.int64()
      return session
    } catch {
      throw PrivateFileError(description: "\(path) cannot be used: \(error.reason); sign in again")
    }
  }

  /// Replaces the whole file, or makes it; after a crash there is the old one or the new one.
  ///
  /// - Throws: ``PrivateFileError`` if the file cannot be written.
  package func write(_ session: StoredSession) throws(PrivateFileError) {
    let text = JSONWriter.object { json in
      json.member("version", Int64(1))
      json.member("service", session.service)
      json.member("webAuthToken", session.webAuthToken)
      json.member("userRecordName", session.userRecordName)
      json.member("name", session.name)
      json.member("sessionID", session.sessionID)
      json.member("expiresAt", session.expiresAt)
    }
    try file.replace(with: text)
  }

  /// Removes the file, if there is one.
  ///
  /// - Throws: ``PrivateFileError`` if the file cannot be removed.
  package func remove() throws(PrivateFileError) {
    try file.remove()
  }
}
