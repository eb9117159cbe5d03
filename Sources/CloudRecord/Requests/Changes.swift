/// A request for the changes of one zone; `changes/zone` holds several of these, `records/changes` holds one.
package struct ZoneChangesRequest: Hashable, Sendable {
  /// The zone that is asked about; services refuse the default zone, which has no feed.
  package var zoneID: ZoneID
  /// Where the last answer ended; nil for everything.
  package var syncToken: ChangeToken?
  /// The largest number of changes in the answer, 1...200; nil for the service's own limit.
  package var resultsLimit: Int?
  /// The fields wanted of each record; nil for all, empty for none.
  package var desiredKeys: [String]?
  /// The record types wanted; nil for all. Deletions of other types are left out too.
  package var desiredRecordTypes: [String]?
  /// Newest first, for a first fetch that shows the latest at once.
  package var isReverse: Bool

  package init(
    zoneID: ZoneID, syncToken: ChangeToken? = nil, resultsLimit: Int? = nil, desiredKeys: [String]? = nil,
    desiredRecordTypes: [String]? = nil, isReverse: Bool = false
  ) {
    (self.zoneID, self.syncToken, self.resultsLimit) = (zoneID, syncToken, resultsLimit)
    (self.desiredKeys, self.desiredRecordTypes, self.isReverse) = (desiredKeys, desiredRecordTypes, isReverse)
  }
}

/// A page of a zone's changes.
package struct ZoneChangesReply: Hashable, Sendable {
  /// The zone as the service names it.
  package var zoneID: ZoneID
  /// By their last change, the oldest first or as the request asked; each record at most once.
  package var changes: [RecordChange]
  /// Where the next request goes on.
  package var syncToken: ChangeToken
  /// Whether another page is ready; an empty page can be followed by one too.
  package var moreComing: Bool

  package init(zoneID: ZoneID, changes: [RecordChange], syncToken: ChangeToken, moreComing: Bool) {
    (self.zoneID, self.changes, self.syncToken, self.moreComing) = (zoneID, changes, syncToken, moreComing)
  }
}

/// One zone's part of the answer to `changes/zone`: a page, or why there is none.
package enum ZoneChangesOutcome: Hashable, Sendable {
  case page(ZoneChangesReply)
  case failed(ZoneID, ServiceError)
}

/// `changes/database`, and `zones/changes` with its other name for the token.
package struct DatabaseChangesRequest: Hashable, Sendable {
  /// Where the last answer ended; nil for every zone that exists.
  package var syncToken: ChangeToken?
  /// The largest number of zones in the answer, 1...200; nil for the service's own limit.
  package var resultsLimit: Int?

  package init(syncToken: ChangeToken? = nil, resultsLimit: Int? = nil) {
    (self.syncToken, self.resultsLimit) = (syncToken, resultsLimit)
  }
}

/// The zones that changed since the request's token, each once.
package struct DatabaseChangesReply: Hashable, Sendable {
  /// By their last change, the oldest first; the default zone is never among them.
  package var zones: [Zone]
  /// Where the next request goes on.
  package var syncToken: ChangeToken
  /// Whether another answer is ready.
  package var moreComing: Bool

  package init(zones: [Zone], syncToken: ChangeToken, moreComing: Bool) {
    (self.zones, self.syncToken, self.moreComing) = (zones, syncToken, moreComing)
  }
}

/// One operation of `zones/modify`.
package enum ZoneOperation: Hashable, Sendable {
  case create(ZoneID)
  case delete(ZoneID)

  /// The zone that the operation creates or deletes.
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
