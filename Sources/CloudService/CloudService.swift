package import CloudRecord

/// The rules of CloudKit over rows: who may do what, change tags, batches, feeds, references, limits.
///
/// Every function is synchronous, runs within one transaction of the caller's, and takes clock, ids and chance from its
/// ``ServiceCall``: the same calls on the same rows give the same answers.
package struct CloudService: Sendable {
  /// The same for every call; holds the secret signing key.
  package let settings: ServiceSettings

  package init(settings: ServiceSettings) { self.settings = settings }
}

/// What holds for a service as long as it runs.
package struct ServiceSettings: Sendable {
  /// Names this history of the data; a restored backup is another one, so that clients notice. Sixteen bytes.
  package var incarnation: [UInt8]
  /// Signs change tokens, markers and receipts. Thirty-two bytes, secret.
  package var signingKey: [UInt8]
  /// The present run; nil where runs are not kept, so that histories with the same numbers are not told apart.
  package var run: StoredRun?
  /// Upper bounds and retention times; Apple's numbers where Apple names one.
  package var limits: ServiceLimits
  /// The types of fields that a container has by its schema, by the container's id.
  package var schemas: [String: ContainerSchema]

  package init(
    incarnation: [UInt8], signingKey: [UInt8], run: StoredRun? = nil, limits: ServiceLimits = ServiceLimits(),
    schemas: [String: ContainerSchema] = [:]
  ) {
    (self.incarnation, self.signingKey, self.run) = (incarnation, signingKey, run)
    (self.limits, self.schemas) = (limits, schemas)
  }
}

extension CloudService {
  /// What is known of the types of a database's fields.
  func fieldTypes(of database: StoredDatabase) -> FieldTypes {
    FieldTypes(schema: settings.schemas[database.key.containerID], database: database.id, limits: settings.limits)
  }
}

/// The numbers of the service; Apple's where Apple names one.
package struct ServiceLimits: Sendable {
  /// Operations, records, zones, tokens or subscriptions in one request; more are BAD_REQUEST.
  package var operationsPerRequest = 200
  /// Records or zones on one page, and the most that `resultsLimit` can ask for.
  package var recordsPerPage = 200
  /// Bytes of records after which a page ends, however few they are.
  package var bytesPerPage = 8 << 20
  /// Records on one page of a query that names no `resultsLimit`.
  package var queryDefault = 100
  /// Bytes of a record without its assets.
  package var recordSize = 1_048_576
  /// Bytes of one file.
  package var assetSize: Int64 = 250 << 20
  /// Subscriptions that one database may keep.
  package var subscriptionsPerDatabase = 4000
  /// Record types among the living records of one database.
  package var recordTypes = 200
  /// Fields of one record, including those that an update leaves unchanged.
  package var fieldsPerRecord = 200
  /// The fields of a record type whose types are kept; those beyond are free.
  package var keptFieldsPerType = 1000
  /// Fields of a database whose types are known; beyond this number, the types of new fields are not kept.
  package var keptFieldsPerDatabase = 50_000
  /// Records that may refer to one target with DELETE_SELF.
  package var deleteSelfReferrers = 750
  /// Filters that one query may combine.
  package var filtersPerQuery = 100
  /// Levels of order that one query may name.
  package var sortsPerQuery = 10
  /// The members of a list that a filter compares with.
  package var valuesPerFilter = 1000
  /// Living zones of one database, the default zone included.
  package var zonesPerDatabase = 1000
  /// Bytes of a record name, a zone name, a subscription's id; CloudKit's names are ASCII and at most this long.
  package var nameLength = 255
  /// Participants of one share, the owner and those invited counted.
  package var participantsPerShare = 100
  /// Shares that one zone may have at a time.
  package var sharesPerZone = 1000
  /// Records whose share one request may change.
  package var recordsPerWalk = 20_000
  /// Parents above one another.
  package var parentLevels = 50
  /// Bytes of a share's title.
  package var shareTitle = 1024
  /// Bytes of a share's picture.
  package var shareThumbnail = 100 << 10
  /// Bytes that programs may keep with a participant.
  package var protectionInfo = 16 << 10
  /// Bytes that participants may add to the owner's space within one share.
  package var guestBytes: Int64 = 1_000_000_000
  /// Milliseconds for which tombstones are kept: a device that has been away longer reads everything again.
  package var tombstoneRetention: Int64 = 30 * 86_400_000
  /// Milliseconds for which an upload's address holds.
  package var uploadLifetime: Int64 = 15 * 60_000
  /// Milliseconds for which a link to a file holds.
  package var downloadLifetime: Int64 = 60 * 60_000
  /// Milliseconds for which a file that no record names is kept.
  package var assetQuarantine: Int64 = 7 * 86_400_000

  /// Makes the limits with the values above.
  package init() {}
}

/// Who calls, for which database, and when.
package struct ServiceCall: Sendable {
  /// The container's id, such as `iCloud.org.cloudjournal`.
  package var containerID: String
  /// Development or production; each has databases of its own.
  package var environment: CloudEnvironment
  /// The caller's private database, or the shared one: what others have opened to the caller. The public one is BAD_REQUEST.
  package var scope: DatabaseScope
  /// The signed-in user.
  package var userRecordName: String
  /// The session: notifications do not go back to the device that wrote.
  package var deviceID: String
  /// Milliseconds since 1970.
  package var now: Int64
  /// Bytes; nil for no limit.
  package var quota: Int64?
  /// What links to assets begin with, without a slash at the end: `https://host:8443/assets/1`.
  package var assetBaseURL: String
  /// A fresh random name each time, for records and uploads without one: 128 bits, upper-case hexadecimal in groups.
  package var freshName: @Sendable () -> String
  /// Returns as many random bytes as it is asked for.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// Whether the client says what it knows of the history, as ``ServerHistory`` tells it.
  package var keepsHistory: Bool
  /// The addresses that the caller has, in lower case; the first is the one that others are told.
  package var addresses: [String] = []
  /// The name that others are told; nil for none.
  package var displayName: String?
  /// The account of the zone's owner, in the shared database; nil where it was not looked for or is not there.
  package var owner: ZoneOwner?

  package init(
    containerID: String, environment: CloudEnvironment, scope: DatabaseScope, userRecordName: String,
    deviceID: String, now: Int64, quota: Int64?, assetBaseURL: String, freshName: @escaping @Sendable () -> String,
    randomBytes: @escaping @Sendable (Int) -> [UInt8], keepsHistory: Bool = false
  ) {
    (self.containerID, self.environment, self.scope) = (containerID, environment, scope)
    (self.userRecordName, self.deviceID, self.now, self.quota) = (userRecordName, deviceID, now, quota)
    (self.assetBaseURL, self.freshName) = (assetBaseURL, freshName)
    (self.randomBytes, self.keepsHistory) = (randomBytes, keepsHistory)
  }
}

/// The account whose zone a participant asks for.
package struct ZoneOwner: Hashable, Sendable {
  package var userRecordName: String
  /// Bytes; nil for no limit.
  package var quota: Int64?
  package var isSuspended: Bool

  package init(userRecordName: String, quota: Int64?, isSuspended: Bool) {
    (self.userRecordName, self.quota, self.isSuspended) = (userRecordName, quota, isSuspended)
  }
}

/// What a call has to tell others, to be delivered once its transaction is durable.
package struct Outbox: Sendable {
  /// Each goes to every device of the database's subscribers but the one that wrote.
  package var notifications: [CloudNotification] = []

  package init() {}
}
