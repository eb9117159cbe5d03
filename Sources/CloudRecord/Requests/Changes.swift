/// What of one zone `changes/zone` is asked for; `records/changes` asks for one.
package struct ZoneChangesRequest: Hashable, Sendable {
  package var zoneID: ZoneID
  /// Where the last answer ended; nil for everything.
  package var syncToken: ChangeToken?
  /// 1...200.
  package var resultsLimit: Int?
  package var desiredKeys: [String]?
  package var desiredRecordTypes: [String]?
  /// Newest first, for a first fetch that shows the latest at once.
  package var isReverse: Bool

  package init(
    zoneID: ZoneID, syncToken: ChangeToken? = nil, resultsLimit: Int? = nil, desiredKeys: [String]? = nil,
    desiredRecordTypes: [String]? = nil, isReverse: Bool = false
  ) {
    self.zoneID = zoneID
    self.syncToken = syncToken
    self.resultsLimit = resultsLimit
    self.desiredKeys = desiredKeys
    self.desiredRecordTypes = desiredRecordTypes
    self.isReverse = isReverse
  }
}

/// A page of a zone's changes.
package struct ZoneChangesReply: Hashable, Sendable {
  package var zoneID: ZoneID
  package var changes: [RecordChange]
  package var syncToken: ChangeToken
  /// A page may be empty and more come all the same.
  package var moreComing: Bool

  package init(zoneID: ZoneID, changes: [RecordChange], syncToken: ChangeToken, moreComing: Bool) {
    self.zoneID = zoneID
    self.changes = changes
    self.syncToken = syncToken
    self.moreComing = moreComing
  }
}

/// One zone's part of the answer to `changes/zone`: a page, or why there is none.
package enum ZoneChangesOutcome: Hashable, Sendable {
  case page(ZoneChangesReply)
  case failed(ZoneID, ServiceError)
}

/// `changes/database`, and `zones/changes` with its other name for the token.
package struct DatabaseChangesRequest: Hashable, Sendable {
  package var syncToken: ChangeToken?
  package var resultsLimit: Int?

  package init(syncToken: ChangeToken? = nil, resultsLimit: Int? = nil) {
    self.syncToken = syncToken
    self.resultsLimit = resultsLimit
  }
}

/// The zones that changed; their tokens are newer than the asker's position in them.
package struct DatabaseChangesReply: Hashable, Sendable {
  package var zones: [Zone]
  package var syncToken: ChangeToken
  package var moreComing: Bool

  package init(zones: [Zone], syncToken: ChangeToken, moreComing: Bool) {
    self.zones = zones
    self.syncToken = syncToken
    self.moreComing = moreComing
  }
}

/// One operation of `zones/modify`.
package enum ZoneOperation: Hashable, Sendable {
  case create(ZoneID)
  case delete(ZoneID)

  package var zoneID: ZoneID {
    switch self {
    case .create(let zoneID), .delete(let zoneID): zoneID
    }
  }
}

/// One item of the answer to `zones/list`, `zones/lookup` or `zones/modify`.
package enum ZoneOutcome: Hashable, Sendable {
  case zone(Zone)
  case failed(ZoneID, ServiceError)
}
