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

/// The name of a zone and of its owner.
package struct ZoneID: Hashable, Sendable {
  /// The name of the zone that every database has.
  package static let defaultName = "_defaultZone"

  /// Unique among the zones of one owner.
  package var zoneName: String
  /// The user who owns the zone; nil means the caller.
  package var ownerRecordName: String?

  package init(zoneName: String, ownerRecordName: String? = nil) {
    (self.zoneName, self.ownerRecordName) = (zoneName, ownerRecordName)
  }

  /// The zone that every database has.
  package static let `default` = ZoneID(zoneName: defaultName)

  /// Whether the name is that of the default zone; the owner does not matter.
  package var isDefault: Bool { zoneName == ZoneID.defaultName }
}

/// One zone as a service describes it.
package struct Zone: Hashable, Sendable {
  /// The zone's name; a service names the owner too.
  package var zoneID: ZoneID
  /// The zone's present change token; nil in requests, and where the service does not tell it.
  package var syncToken: ChangeToken?
  /// Whether one request can change several records all or none; true for custom zones only.
  package var isAtomic: Bool
  /// Whether the zone was deleted; only the name counts then.
  package var isDeleted: Bool

  package init(zoneID: ZoneID, syncToken: ChangeToken? = nil, isAtomic: Bool = true, isDeleted: Bool = false) {
    (self.zoneID, self.syncToken, self.isAtomic, self.isDeleted) = (zoneID, syncToken, isAtomic, isDeleted)
  }
}

/// A position in a feed of changes, as the service hands it out: padded base64, opaque to clients.
package struct ChangeToken: Hashable, Sendable {
  /// Sent back exactly as it came.
  package var text: String
  package init(_ text: String) { self.text = text }
}
