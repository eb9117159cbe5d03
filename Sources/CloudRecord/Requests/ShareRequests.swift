/// What an operation does to a record's parent.
package enum ParentEdit: Hashable, Sendable {
  /// It stays, but is removed by a replacement.
  case unchanged
  case cleared
  case set(String)
}

/// What an operation on a share's record says beside the record's fields.
package struct ShareEdit: Hashable, Sendable {
  /// The record to share; nil for a share of the zone, and where the share is there already.
  package var root: String?
  /// The change tag that the root has to have; nil if any will do.
  package var rootChangeTag: String?
  /// nil leaves it as it is.
  package var publicPermission: SharePermission?
  /// The whole list; who is not in it is removed. nil leaves it as it is.
  package var participants: [ShareParticipant]?

  package init(
    root: String? = nil, rootChangeTag: String? = nil, publicPermission: SharePermission? = nil,
    participants: [ShareParticipant]? = nil
  ) {
    (self.root, self.rootChangeTag) = (root, rootChangeTag)
    (self.publicPermission, self.participants) = (publicPermission, participants)
  }
}

/// One link that `records/resolve` or `records/accept` is asked for.
package struct ShortGUIDRequest: Hashable, Sendable {
  /// The last part of the link's path.
  package var value: String
  /// Whether the answer is to hold the record that is shared.
  package var fetchesRoot: Bool
  /// The fields wanted of that record; nil for all.
  package var rootDesiredKeys: [String]?
  /// What the one who accepts keeps with their row of the list; nil leaves that as it is.
  package var protectionInfo: ProtectionInfo?

  package init(
    _ value: String, fetchesRoot: Bool = false, rootDesiredKeys: [String]? = nil, protectionInfo: ProtectionInfo? = nil
  ) {
    (self.value, self.fetchesRoot, self.rootDesiredKeys) = (value, fetchesRoot, rootDesiredKeys)
    self.protectionInfo = protectionInfo
  }
}

/// What a link leads to, for the one who asks.
package struct ShareInformation: Hashable, Sendable {
  package var containerID: String
  package var environment: CloudEnvironment
  /// Where the caller finds the records: private for the owner, else shared.
  package var scope: DatabaseScope
  /// With its owner.
  package var zoneID: ZoneID
  /// nil for a share of the zone.
  package var rootRecordName: String?
  /// nil unless it was asked for.
  package var rootRecord: Record?
  package var share: Record
  /// The share's keys, where its owner keeps any with it: a person who has the link's own key reads by them what is shared
  /// before accepting. nil where there are none, and from a service that does not tell.
  package var keys: Record?
  package var owner: ShareParticipant
  /// The caller, or what the caller would be after accepting.
  package var participant: ShareParticipant

  package init(
    containerID: String, environment: CloudEnvironment, scope: DatabaseScope, zoneID: ZoneID,
    rootRecordName: String?, rootRecord: Record?, share: Record, keys: Record? = nil, owner: ShareParticipant,
    participant: ShareParticipant
  ) {
    (self.containerID, self.environment, self.scope, self.zoneID) = (containerID, environment, scope, zoneID)
    (self.rootRecordName, self.rootRecord, self.share, self.keys) = (rootRecordName, rootRecord, share, keys)
    (self.owner, self.participant) = (owner, participant)
  }
}

/// One item of the answer to `records/resolve` or `records/accept`.
package enum ShortGUIDOutcome: Hashable, Sendable {
  case found(ShortGUIDRequest, ShareInformation)
  /// `matches` has the addresses by which others are invited and that the caller has not proved, masked.
  case failed(ShortGUIDRequest, ServiceError, matches: [String] = [])
}
