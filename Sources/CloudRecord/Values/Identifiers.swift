/// Which of a container's two worlds is meant.
package enum CloudEnvironment: String, Hashable, Sendable, CaseIterable {
  /// Types and fields come into being when they are first written.
  case development
  /// The schema is fixed.
  case production
}

/// Which of a container's databases is meant.
package enum DatabaseScope: String, Hashable, Sendable, CaseIterable {
  case `public`
  case `private`
  case shared
}

/// The name of a zone, and whose it is.
package struct ZoneID: Hashable, Sendable {
  package static let defaultName = "_defaultZone"

  package var zoneName: String
  /// The user whose zone it is; nil means the caller.
  package var ownerRecordName: String?

  package init(zoneName: String, ownerRecordName: String? = nil) {
    self.zoneName = zoneName
    self.ownerRecordName = ownerRecordName
  }

  /// The zone that every database has.
  package static let `default` = ZoneID(zoneName: defaultName)

  package var isDefault: Bool { zoneName == ZoneID.defaultName }
}

/// One zone as the service tells it.
package struct Zone: Hashable, Sendable {
  package var zoneID: ZoneID
  /// Where the zone's changes are at present; nil in requests.
  package var syncToken: ChangeToken?
  /// Whether several records can be changed all or none: so in custom zones.
  package var isAtomic: Bool
  package var isDeleted: Bool

  package init(zoneID: ZoneID, syncToken: ChangeToken? = nil, isAtomic: Bool = true, isDeleted: Bool = false) {
    self.zoneID = zoneID
    self.syncToken = syncToken
    self.isAtomic = isAtomic
    self.isDeleted = isDeleted
  }
}

/// A position in a feed of changes, as the service hands it out: padded base64, opaque to clients.
package struct ChangeToken: Hashable, Sendable {
  package var text: String
  package init(_ text: String) { self.text = text }
}
