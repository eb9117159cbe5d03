/// One request to a database that the signed-in user may ask, in CloudKit's own words.
package enum CloudRequest: Hashable, Sendable {
  /// Who is signed in.
  case caller
  case modifyZones([ZoneOperation])
  case modifySubscriptions([SubscriptionOperation])
  case zoneChanges([ZoneChangesRequest])
  /// The database's zones that changed; of the shared database those in which others share something with the user.
  case databaseChanges(DatabaseChangesRequest)
  /// What links lead to, without accepting anything; whatever the database, since links are of none.
  case resolve([ShortGUIDRequest])
  /// Accepts what links lead to.
  case accept([ShortGUIDRequest])
  case modify(ModifyRequest)
  case lookup(LookupRequest)
  /// Asks for an upload address and sends the bytes there.
  case uploadAsset(AssetUploadToken, ZoneID, AssetSource)
  /// Fetches an asset's bytes by its short-lived address.
  case downloadAsset(Asset)
  /// Fetches an asset's bytes into a new file of this path, which is on the disk when the reply comes and removed if
  /// there is no reply.
  case downloadFile(Asset, path: String)
}

/// Where the bytes of an upload are.
package enum AssetSource: Hashable, Sendable {
  case bytes([UInt8])
  /// A file's path, and the SHA-256 that its bytes must have (lower-case hexadecimal): others are not sent whole.
  case file(String, digest: String? = nil)
}

/// A file that was downloaded.
package struct StoredFile: Hashable, Sendable {
  /// In bytes.
  package var size: Int64
  /// The SHA-256 of its bytes, lower-case hexadecimal.
  package var digest: String

  package init(size: Int64, digest: String) {
    (self.size, self.digest) = (size, digest)
  }
}

/// The answer to a ``CloudRequest``; failures of single items are part of it.
package enum CloudReply: Hashable, Sendable {
  case caller(UserIdentity)
  case zones([ZoneOutcome])
  case subscriptions([SubscriptionOutcome])
  case zoneChanges([ZoneChangesOutcome])
  case databaseChanges(DatabaseChangesReply)
  case links([ShortGUIDOutcome])
  case records(RecordsReply)
  case asset(Asset)
  case bytes([UInt8])
  case file(StoredFile)

  /// All records that it shows whole, in its order: looked up, saved, or of pages of changes.
  package var shownRecords: [Record] {
    switch self {
    case .records(let reply):
      reply.outcomes.compactMap { outcome in
        if case .saved(let record) = outcome { record } else { nil }
      }
    case .zoneChanges(let zones):
      zones.flatMap { zone -> [Record] in
        guard case .page(let page) = zone else { return [] }
        return page.changes.compactMap { change in
          if case .changed(let record) = change { record } else { nil }
        }
      }
    default: []
    }
  }
}

/// Why there is no reply.
package struct CloudFailure: Error, Hashable, Sendable {
  /// The kind of failure; its remedy says how to go on.
  package var code: CloudErrorCode
  /// For a person: the server's words, or what the network said; never content.
  package var reason: String
  /// Seconds that the server asks to wait.
  package var retryAfter: Double?
  /// The server's name of this failure, for a report to the server's owner.
  package var uuid: String?
  /// The address of the sign-in page, if the service asks for a sign-in.
  package var redirectURL: String?
  /// Whether the server may have carried the request out although there is no answer.
  package var isOutcomeUnknown: Bool
  /// Whether the server refused because its data do not have the history that the client knows.
  package var isOtherHistory: Bool
  /// The key of a server for which no authority vouches, `sha256/…`; a person may trust it. nil for other failures.
  package var untrustedKey: String?
  /// The keys of a server that has another than the one that it has to have; nil for other failures.
  package var otherKey: OtherKey?

  package init(
    code: CloudErrorCode, reason: String, retryAfter: Double? = nil, uuid: String? = nil, redirectURL: String? = nil,
    isOutcomeUnknown: Bool = false, isOtherHistory: Bool = false
  ) {
    (self.code, self.reason, self.retryAfter, self.uuid) = (code, reason, retryAfter, uuid)
    (self.redirectURL, self.isOutcomeUnknown) = (redirectURL, isOutcomeUnknown)
    self.isOtherHistory = isOtherHistory
  }
}

/// A server's key that is not the trusted one.
package struct OtherKey: Hashable, Sendable {
  /// `sha256/…` as the server showed it; nil where it could not be looked at.
  package var shown: String?
  /// `sha256/…` of the key that is trusted.
  package var trusted: String

  package init(shown: String?, trusted: String) {
    (self.shown, self.trusted) = (shown, trusted)
  }
}

/// How soon an answer is wanted.
package enum RequestUrgency: Hashable, Sendable {
  /// A person waits: it goes before others, and fails after 10 seconds without progress unless settings differ.
  case interactive
  /// No person waits: it fails after 30 seconds without progress unless settings differ.
  case background
}
