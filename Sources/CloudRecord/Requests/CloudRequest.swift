/// One request to the private database of the signed-in user, in CloudKit's own words.
package enum CloudRequest: Hashable, Sendable {
  /// Who is signed in.
  case caller
  case modifyZones([ZoneOperation])
  case modifySubscriptions([SubscriptionOperation])
  case zoneChanges([ZoneChangesRequest])
  case modify(ModifyRequest)
  case lookup(LookupRequest)
  /// Asks for an upload address and sends the bytes there.
  case uploadAsset(AssetUploadToken, ZoneID, AssetSource)
  /// Fetches an asset's bytes by its short-lived address.
  case downloadAsset(Asset)
  /// The same into a new file of this path, which is on the disk when the reply comes, and is not there if none does.
  case downloadFile(Asset, path: String)
}

/// Where the bytes of an upload are.
package enum AssetSource: Hashable, Sendable {
  case bytes([UInt8])
  /// A file's path, and the SHA-256 that its bytes must have (lower-case hexadecimal): others are not sent whole.
  case file(String, digest: String? = nil)
}

/// A file that came.
package struct StoredFile: Hashable, Sendable {
  /// In bytes.
  package var size: Int64
  /// The SHA-256 of its bytes, lower-case hexadecimal.
  package var digest: String

  package init(size: Int64, digest: String) {
    self.size = size
    self.digest = digest
  }
}

package enum CloudReply: Hashable, Sendable {
  case caller(UserIdentity)
  case zones([ZoneOutcome])
  case subscriptions([SubscriptionOutcome])
  case zoneChanges([ZoneChangesOutcome])
  case records(RecordsReply)
  case asset(Asset)
  case bytes([UInt8])
  case file(StoredFile)
}

/// Why there is no reply.
package struct CloudFailure: Error, Hashable, Sendable {
  package var code: CloudErrorCode
  /// For a person: the server's words, or what the network said; never content.
  package var reason: String
  /// Seconds that the server asks to wait.
  package var retryAfter: Double?
  /// The server's name of the failure, for a report.
  package var uuid: String?
  /// Where a person signs in, of an answer that asks for it.
  package var redirectURL: String?
  /// Whether the server may have done what was asked: the answer got lost.
  package var isOutcomeUnknown: Bool
  /// Whether the server refused because its data do not have the history that the client knows.
  package var isOtherHistory: Bool
  /// The key of a server for which no authority vouches, `sha256/…`; a person may trust it. nil for other failures.
  package var untrustedKey: String?

  package init(
    code: CloudErrorCode, reason: String, retryAfter: Double? = nil, uuid: String? = nil, redirectURL: String? = nil,
    isOutcomeUnknown: Bool = false, isOtherHistory: Bool = false
  ) {
    self.code = code
    self.reason = reason
    self.retryAfter = retryAfter
    self.uuid = uuid
    self.redirectURL = redirectURL
    self.isOutcomeUnknown = isOutcomeUnknown
    self.isOtherHistory = isOtherHistory
  }
}

/// How soon an answer is wanted.
package enum RequestUrgency: Hashable, Sendable {
  /// A person waits: 10 seconds, before others.
  case interactive
  /// 30 seconds.
  case background
}
