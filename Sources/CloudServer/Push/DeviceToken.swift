package import CloudRecord
import Crypto
import Encodings

/// What a push token stands for: one device's wish to be told of changes in one container.
///
/// It is signed and carries its meaning, so that a device goes on polling the same address after the server was
/// restarted; it says nothing secret, and holds only as long as its session does.
package struct DeviceToken: Hashable, Sendable {
  /// The container whose changes are told.
  package var containerID: String
  /// The environment whose changes are told.
  package var environment: CloudEnvironment
  /// The user whose databases are meant.
  package var userRecordName: String
  /// The session for which it was made; its own changes are not told, and the token ends with it.
  package var sessionID: String
  /// Tells apart the programs that share a session: each hears of everything.
  package var nonce: String

  package init(
    containerID: String, environment: CloudEnvironment, userRecordName: String, sessionID: String, nonce: String
  ) {
    (self.containerID, self.environment, self.userRecordName) = (containerID, environment, userRecordName)
    (self.sessionID, self.nonce) = (sessionID, nonce)
  }

  /// The token as clients get it: letters, digits, `-` and `_`.
  package func text(key: [UInt8]) -> String {
    let payload = Array(
      [containerID, environment.rawValue, userRecordName, sessionID, nonce].joined(separator: "\n").utf8)
    return Base64.text(Self.mac(payload, key) + payload, .forURLs)
  }

  /// Reads what ``text(key:)`` wrote; nil for a text that this server has not signed.
  package init?(text: String, key: [UInt8]) {
    guard let bytes = Base64.decode(text.utf8, .forURLs), bytes.count > Self.macLength else { return nil }
    let payload = Array(bytes[Self.macLength...])
    guard SymmetricKey(data: bytes[..<Self.macLength]) == SymmetricKey(data: Self.mac(payload, key)),
      let content = String(validating: payload, as: UTF8.self)
    else { return nil }
    let parts = content.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, let environment = CloudEnvironment(rawValue: parts[1]) else { return nil }
    self.init(
      containerID: parts[0], environment: environment, userRecordName: parts[2], sessionID: parts[3], nonce: parts[4])
  }

  private static let macLength = 16

  private static func mac(_ payload: [UInt8], _ key: [UInt8]) -> [UInt8] {
    let code = HMAC<SHA256>.authenticationCode(for: Array("push 1\n".utf8) + payload, using: SymmetricKey(data: key))
    return Array(Array(code)[..<macLength])
  }
}
