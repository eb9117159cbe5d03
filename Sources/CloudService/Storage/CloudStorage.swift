package import CloudRecord

/// Where the service keeps its databases: transactions over rows, and no rule of CloudKit's.
///
/// Implementations run one writing transaction at a time for a database; what it commits is seen by every transaction
/// that begins later. An error that a transaction's body throws undoes all of the transaction.
package protocol CloudStorage: Sendable {
  /// Runs `body` on a state that does not change meanwhile.
  func read<Result>(_ body: (any CloudTransaction) throws -> Result) throws -> Result
  /// Runs `body` alone; returns when what it wrote would survive a loss of power.
  func write<Result>(_ body: (any CloudTransaction) throws -> Result) throws -> Result
}

/// Rows, read and written within one transaction.
///
/// Ids are the storage's own and never leave the service. Names are compared by bytes.
package protocol CloudTransaction: SharingRows {
  // MARK: Databases

  /// The database of this key; nil where nothing was ever written to it.
  func database(_ key: DatabaseKey) throws -> StoredDatabase?
  /// The record name of the user whose database it is; nil where there is none of this id (any more).
  func owner(ofDatabase id: Int64) throws -> String?
  /// Makes a database without zones; its ``StoredDatabase/id`` is new.
  func makeDatabase(_ key: DatabaseKey) throws -> StoredDatabase
  /// Writes sequence and bytes.
  func save(_ database: StoredDatabase) throws

  /// Every database.
  func databases() throws -> [StoredDatabase]

  // MARK: Runs

  /// The run of this name.
  func run(_ id: Int64) throws -> StoredRun?
  /// Notes that a run begins; its number follows the latest one's.
  func addRun(_ id: Int64) throws -> StoredRun
  /// Where a database stood when a run began, as it was noted for that run or for the latest one before; 0 where it never
  /// was.
  func sequence(of database: Int64, atStartOf run: Int64) throws -> Int64
  /// Notes where a database stands when a run begins; replaces an earlier note for the same run.
  func setSequence(_ sequence: Int64, of database: Int64, atStartOf run: Int64) throws
  /// The commit with the highest numbers among those kept; nil where none is kept.
  func latestCommit(in database: Int64) throws -> StoredCommit?
  /// The earliest of those kept whose last number is this one or a later one.
  func commit(in database: Int64, endingAtOrAfter sequence: Int64) throws -> StoredCommit?
  /// Adds a commit, whose numbers follow those of the latest one.
  func add(_ commit: StoredCommit) throws
  /// Removes commits by their number.
  func removeCommits(in database: Int64, upTo number: Int64) throws

  // MARK: Zones

  /// The zone of this name, deleted or not; nil where there never was one.
  func zone(_ name: String, in database: Int64) throws -> StoredZone?
  /// Every zone, by name, those deleted included.
  func zones(in database: Int64) throws -> [StoredZone]
  /// Zones whose last change is after `sequence`, by that change, at most `limit`.
  func zones(in database: Int64, after sequence: Int64, limit: Int) throws -> [StoredZone]
  /// Makes a zone; its ``StoredZone/id`` is new. The given one is ignored. A deleted zone of the same name loses
  /// its row to the new one.
  func makeZone(_ zone: StoredZone) throws -> StoredZone
  /// Writes everything but the zone's id, database and name, which never change.
  func save(_ zone: StoredZone) throws
  /// Removes every record, reference, asset reference and tombstone of a zone; the zone's own row stays.
  func empty(zone: Int64) throws

  // MARK: Records

  /// The row of this name, a tombstone included.
  func record(_ name: String, in zone: Int64) throws -> StoredRecord?
  /// The rows of these names in any order, tombstones included; names without a row are left out.
  func records(_ names: [String], in zone: Int64) throws -> [StoredRecord]
  /// Puts the row in the place of the one of its zone and name.
  func save(_ record: StoredRecord) throws
  /// Rows with `after < sequence`, by sequence, tombstones included, at most `limit`.
  func changes(in zone: Int64, after sequence: Int64, limit: Int) throws -> [StoredRecord]
  /// Rows with `sequence < before`, the last first, tombstones included, at most `limit`.
  func changesReversed(in zone: Int64, before sequence: Int64, limit: Int) throws -> [StoredRecord]
  /// Living records of a type by name, beginning after `name`, at most `limit`.
  func records(ofType type: String, in zone: Int64, afterName name: String?, limit: Int) throws -> [StoredRecord]
  /// The distinct types of the living records of a database, by name.
  func recordTypes(in database: Int64) throws -> [String]
  /// Removes tombstones deleted before this time, and raises the horizon of each zone that lost one to the highest
  /// sequence removed from it.
  func removeTombstones(deletedBefore time: Int64) throws

  // MARK: Types

  /// What is known of the types of a record type's fields, by field.
  func fieldTypes(of recordType: String, in database: Int64) throws -> [String: FieldType]
  /// Keeps the types of fields of which nothing was known.
  func keep(_ kinds: [String: FieldShape], of recordType: String, in database: Int64) throws
  /// Of how many fields something is known.
  func fieldTypeCount(in database: Int64) throws -> Int

  // MARK: References

  /// Replaces what is known of the references that a record holds; only those that bind its target are kept.
  func setReferences(_ references: [StoredReference], from recordName: String, in zone: Int64) throws
  /// Who refers to this record with this action, by name, at most `limit`.
  func referrers(to target: String, in zone: Int64, action: Reference.Action, limit: Int) throws -> [String]
  /// How many records ``referrers(to:in:action:limit:)`` would name without a limit.
  func referrerCount(to target: String, in zone: Int64, action: Reference.Action) throws -> Int

  // MARK: Subscriptions

  /// Every subscription of a database, by id.
  func subscriptions(in database: Int64) throws -> [Subscription]
  /// The subscription of this id; nil where there is none.
  func subscription(_ id: String, in database: Int64) throws -> Subscription?
  /// Adds a subscription, or replaces the one with the same id in this database.
  func save(_ subscription: Subscription, in database: Int64) throws
  /// Removes a subscription; one that is not there is no error.
  func removeSubscription(_ id: String, in database: Int64) throws

  // MARK: Assets

  /// The file with this checksum, if this database has it.
  func asset(_ fileChecksum: String, in database: Int64) throws -> StoredAsset?
  /// Puts the row in the place of the one with the same database and checksum.
  func save(_ asset: StoredAsset) throws
  /// Replaces what is known of the files that a record names.
  func setAssetReferences(_ fileChecksums: [String], from recordName: String, in zone: Int64) throws
  /// Whether any record of the database names this file.
  func isReferenced(asset fileChecksum: String, in database: Int64) throws -> Bool
  /// Files that no record names: each is marked with `time` when it is first seen so, and the mark of one that is named
  /// again is removed. Returns those marked before `expiry` and removes their rows; their objects are the caller's to
  /// remove, after the commit.
  func collectAssets(at time: Int64, markedBefore expiry: Int64) throws -> [StoredAsset]
  /// Every object that a row names, for finding objects that none names.
  func assetObjectKeys() throws -> Set<String>
  /// Puts the row in the place of the one with the same token digest.
  func save(_ upload: StoredUpload) throws
  /// The upload of this token's digest, used or not.
  func upload(_ tokenDigest: [UInt8]) throws -> StoredUpload?
  /// Removes the uploads, used or not, that expired before this time in milliseconds since 1970.
  func removeUploads(expiredBefore time: Int64) throws
}

/// Which database: one for each user in each environment of a container; the public one has no owner.
package struct DatabaseKey: Hashable, Sendable {
  /// The container's id, such as `iCloud.org.cloudjournal`.
  package var containerID: String
  /// Development or production; each has databases of its own.
  package var environment: CloudEnvironment
  /// Private, public or shared.
  package var scope: DatabaseScope
  /// The record name of the user whose database it is; empty where it has no owner.
  package var ownerRecordName: String

  package init(containerID: String, environment: CloudEnvironment, scope: DatabaseScope, ownerRecordName: String) {
    (self.containerID, self.environment) = (containerID, environment)
    (self.scope, self.ownerRecordName) = (scope, ownerRecordName)
  }
}
