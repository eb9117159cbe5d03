import CloudRecord
import CloudWire

/// A session as a file keeps it.
package struct StoredSession: Hashable, Sendable {
  /// The origin of the service that the token is for: it is never sent anywhere else.
  package var service: String
  package var webAuthToken: String
  package var userRecordName: String
  package var name: String?
  package var sessionID: String?
  /// Milliseconds since 1970.
  package var expiresAt: Int64?

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
  package let path: String

  package init(path: String) { self.path = path }

  private var file: PrivateFile { PrivateFile(path: path) }

  /// The session; nil where there is no file.
  ///
  /// - Throws: ``PrivateFileError`` for a file that others may read, that is damaged or that is newer than this program.
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

  package func write(_ session: StoredSession) throws(PrivateFileError) {
    var json = JSONWriter()
    json.beginObject()
    json.member("version", Int64(1))
    json.member("service", session.service)
    json.member("webAuthToken", session.webAuthToken)
    json.member("userRecordName", session.userRecordName)
    json.member("name", session.name)
    json.member("sessionID", session.sessionID)
    json.member("expiresAt", session.expiresAt)
    json.endObject()
    try file.replace(with: json.bytes)
  }

  /// Removes the file, if there is one.
  package func remove() throws(PrivateFileError) {
    try file.remove()
  }
}
