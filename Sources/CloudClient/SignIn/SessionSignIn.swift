package import CloudRecord
import CloudWire
import Encodings

/// What a service gave to who signed in.
package struct SignedIn: Hashable, Sendable {
  package var webAuthToken: String
  /// The account's name, where the service tells it.
  package var name: String?
  package var userRecordName: String
  package var sessionID: String?
  /// Milliseconds since 1970.
  package var expiresAt: Int64?

  package init(
    webAuthToken: String, name: String?, userRecordName: String, sessionID: String? = nil, expiresAt: Int64? = nil
  ) {
    self.webAuthToken = webAuthToken
    self.name = name
    self.userRecordName = userRecordName
    self.sessionID = sessionID
    self.expiresAt = expiresAt
  }
}

/// A device that is signed in to an account.
package struct SignedInDevice: Hashable, Sendable {
  package var sessionID: String
  /// As the device calls itself; somebody else's words.
  package var device: String
  /// How it signed in, such as `password`.
  package var kind: String
  /// Milliseconds since 1970.
  package var createdAt: Int64
  package var lastUsedAt: Int64
  package var expiresAt: Int64
  /// Whether it is the one that asks.
  package var isCurrent: Bool
}

/// Signs in to a service of ours by name and password, and looks after the account's devices.
package struct SessionSignIn: Sendable {
  private static let path = "/account/1/sessions"

  private let transport: HTTPTransport

  package init(_ transport: HTTPTransport) { self.transport = transport }

  /// Begins a session.
  ///
  /// - Throws: `notAuthenticated` where name or password is wrong, `requestRateLimited` for who failed too often.
  package func signIn(
    name: String, password: String, device: String
  ) async throws(CloudFailure) -> SignedIn {
    var json = JSONWriter()
    json.beginObject()
    json.member("name", name)
    json.member("password", password)
    json.member("device", device)
    json.endObject()
    let root: JSONObject
    do throws(CloudFailure) {
      // Checking a password takes a server its time.
      root = try await AccountCall(transport).object(.post, path: Self.path, query: [], body: json.bytes, .background)
    } catch {
      var failure = error
      if failure.code == .missingEntitlement { failure.code = .notAuthenticated }
      throw failure
    }
    return try read { () throws(ServiceError) in
      SignedIn(
        webAuthToken: try root.required("webAuthToken").string(), name: try root["name"]?.string(),
        userRecordName: try root.required("userRecordName").string(), sessionID: try root["sessionID"]?.string(),
        expiresAt: try root["expiresAt"]?.int64())
    }
  }

  /// The devices that are signed in to the account.
  package func devices(webAuthToken: String) async throws(CloudFailure) -> [SignedInDevice] {
    let root = try await AccountCall(transport).object(
      .get, path: Self.path, query: [("ckWebAuthToken", webAuthToken)], body: nil, .interactive)
    return try read { () throws(ServiceError) in
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

  /// Ends a session, one's own or another device's.
  ///
  /// - Throws: ``CloudFailure`` with `badContainer` where there is no such session, and with `notAuthenticated` where the
  ///   token's own session has ended.
  package func end(sessionID: String, webAuthToken: String) async throws(CloudFailure) {
    _ = try await AccountCall(transport).object(
      .delete, path: "\(Self.path)/\(PercentCoding.encode(sessionID))", query: [("ckWebAuthToken", webAuthToken)],
      body: nil, .interactive)
  }

  private func read<Result>(_ body: () throws(ServiceError) -> Result) throws(CloudFailure) -> Result {
    do throws(ServiceError) {
      return try body()
    } catch {
      throw CloudFailure(
        code: .networkFailure, reason: "the answer cannot be read: \(error.reason)",
        isOutcomeUnknown: true)
    }
  }
}
