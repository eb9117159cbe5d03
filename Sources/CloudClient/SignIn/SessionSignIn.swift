package import CloudRecord
import CloudWire
import Encodings

/// A new session, as the service gave it.
package struct SignedIn: Hashable, Sendable {
  /// The secret that gives access to the account's data.
  package var webAuthToken: String
  /// The account's name, for a person; nil if the service does not tell it.
  package var name: String?
  /// The account, by the service's name for it.
  package var userRecordName: String
  /// Names the session, so that it can be ended; nil after a sign-in by a page.
  package var sessionID: String?
  /// Milliseconds since 1970; nil if the service does not tell.
  package var expiresAt: Int64?

  package init(
    webAuthToken: String, name: String?, userRecordName: String, sessionID: String? = nil, expiresAt: Int64? = nil
  ) {
    (self.webAuthToken, self.name, self.userRecordName) = (webAuthToken, name, userRecordName)
    (self.sessionID, self.expiresAt) = (sessionID, expiresAt)
  }
}

extension SignedIn {
  /// Reads a sign-in from an answer of the service, or from the file that keeps it.
  init(_ object: JSONObject) throws(ServiceError) {
    self.init(
      webAuthToken: try object.required("webAuthToken").string(), name: try object["name"]?.string(),
      userRecordName: try object.required("userRecordName").string(), sessionID: try object["sessionID"]?.string(),
      expiresAt: try object["expiresAt"]?.int64())
  }
}

/// A device that is signed in to an account.
package struct SignedInDevice: Hashable, Sendable {
  /// Names the session that the device has.
  package var sessionID: String
  /// The name that the device gave itself: foreign text, empty if there is none.
  package var device: String
  /// The way of the sign-in, such as `password`; empty if the service does not tell.
  package var kind: String
  /// Milliseconds since 1970; 0 if the service does not tell.
  package var createdAt: Int64
  /// Milliseconds since 1970; 0 if the service does not tell.
  package var lastUsedAt: Int64
  /// Milliseconds since 1970; 0 if the service does not tell.
  package var expiresAt: Int64
  /// Whether it is this device, by the token of the request.
  package var isCurrent: Bool
}

/// Signs in to a service of ours by name and password, and lists and ends the account's sessions.
package struct SessionSignIn: Sendable {
  private static let path = "/account/1/sessions"

  private let transport: HTTPTransport

  package init(_ transport: HTTPTransport) { self.transport = transport }

  /// Begins a session.
  ///
  /// - Parameter device: The name of this device, for the account's list of devices.
  /// - Throws: `notAuthenticated` for a wrong name or password, `requestRateLimited` after too many failures, or the
  ///   failure of the request.
  package func signIn(
    name: String, password: String, device: String
  ) async throws(CloudFailure) -> SignedIn {
    let question = JSONWriter.object { json in
      json.member("name", name)
      json.member("password", password)
      json.member("device", device)
    }
    let root: JSONObject
    do throws(CloudFailure) {
      // Checking a password takes a server its time.
      root = try await AccountCall(transport).object(.post, path: Self.path, query: [], body: question, .background)
    } catch {
      var failure = error
      if failure.code == .missingEntitlement { failure.code = .notAuthenticated }
      throw failure
    }
    return try Self.signedIn(root)
  }

  /// Reads what a service says of a session that began.
  static func signedIn(_ root: JSONObject) throws(CloudFailure) -> SignedIn {
    try read { () throws(ServiceError) in try SignedIn(root) }
  }

  /// Returns the devices that are signed in to the account, in the service's order.
  ///
  /// - Throws: `notAuthenticated` if the session has ended, or the failure of the request.
  package func devices(webAuthToken: String) async throws(CloudFailure) -> [SignedInDevice] {
    let root = try await AccountCall(transport).object(
      .get, path: Self.path, query: [("ckWebAuthToken", webAuthToken)], body: nil, .interactive)
    return try Self.read { () throws(ServiceError) in
      try root.required("sessions").array { node throws(ServiceError) in
        let object = try node.object()
        return SignedInDevice(
          sessionID: try object.required("sessionID").string(), device: try object["device"]?.string() ?? "",
          kind: try object["kind"]?.string() ?? "", createdAt: try object["createdAt"]?.int64() ?? 0,
          lastUsedAt: try object["lastUsedAt"]?.int64() ?? 0, expiresAt: try object["expiresAt"]?.int64() ?? 0,
          isCurrent: try object["current"]?.bool() ?? false)
      }
    }
  }

  /// Gives a device another name, this one or another one.
  ///
  /// - Throws: ``CloudFailure`` with `badContainer` where there is no such session, or the service is too old to rename
  ///   one; with `notAuthenticated` where the token's own session has ended.
  package func renameDevice(sessionID: String, to name: String, webAuthToken: String) async throws(CloudFailure) {
    let question = JSONWriter.object { $0.member("device", name) }
    _ = try await AccountCall(transport).object(
      .post, path: "\(Self.path)/\(PercentCoding.encode(sessionID))", query: [("ckWebAuthToken", webAuthToken)],
      body: question, .interactive)
  }

  /// Ends a session, this device's or another one's.
  ///
  /// - Throws: ``CloudFailure`` with `badContainer` where there is no such session, and with `notAuthenticated` where the
  ///   token's own session has ended.
  package func end(sessionID: String, webAuthToken: String) async throws(CloudFailure) {
    _ = try await AccountCall(transport).object(
      .delete, path: "\(Self.path)/\(PercentCoding.encode(sessionID))", query: [("ckWebAuthToken", webAuthToken)],
      body: nil, .interactive)
  }

  /// What a closure reads of an answer; what it cannot read is a failure on the way.
  static func read<Result>(_ body: () throws(ServiceError) -> Result) throws(CloudFailure) -> Result {
    do throws(ServiceError) {
      return try body()
    } catch {
      throw CloudFailure(
        code: .networkFailure, reason: "the answer cannot be read: \(error.reason)",
        isOutcomeUnknown: true)
    }
  }
}
