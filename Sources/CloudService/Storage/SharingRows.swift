/// The rows of shares, read and written within one transaction.
package protocol SharingRows: AnyObject {
  // MARK: Shares

  /// The share of this id, ended or not.
  func share(_ id: Int64) throws -> StoredShare?
  /// The living shares of a zone, by id.
  func shares(in zone: Int64) throws -> [StoredShare]
  /// Makes a share; its ``StoredShare/id`` is new.
  func makeShare(_ share: StoredShare) throws -> StoredShare
  /// Writes everything but id, zone, names and time of creation, which never change.
  func save(_ share: StoredShare) throws

  // MARK: Participants

  /// Every row of a share, in the order in which they were made.
  func participants(of share: Int64) throws -> [StoredParticipant]
  /// A user's rows in a zone, those of the owner and of ended shares included, by share.
  func participations(of user: String, in zone: Int64) throws -> [StoredParticipant]
  /// All of a user's rows, by zone and share.
  func participations(of user: String) throws -> [StoredParticipant]
  /// Rows that name this address and no user, by share.
  func invitations(to address: String) throws -> [StoredParticipant]
  /// Puts the row in the place of the one with its share and id.
  func save(_ participant: StoredParticipant) throws
  /// Removes a row; one that is not there is no error.
  func removeParticipant(_ id: String, of share: Int64) throws
  /// Gives the rows of a user another name.
  func setName(_ name: String?, ofParticipant user: String) throws
  /// Whether two users are in one living share, the owner counted.
  func isTogether(_ user: String, with other: String) throws -> Bool

  // MARK: Members

  /// Rows with `after < sequence`, by sequence, those that left included, at most `limit`.
  func members(of share: Int64, after sequence: Int64, limit: Int) throws -> [StoredMember]
  /// Rows by name, beginning after `name`, those that left included, at most `limit`.
  func members(of share: Int64, afterName name: String, limit: Int) throws -> [StoredMember]
  /// The row of one record.
  func member(_ recordName: String, of share: Int64) throws -> StoredMember?
  /// Puts the row in the place of the one with its share and name, but keeps that one's ``StoredMember/enteredAt``.
  func save(_ member: StoredMember) throws
  /// The living records whose parent is this one, by name, at most `limit`.
  func children(of recordName: String, in zone: Int64, limit: Int) throws -> [StoredChild]
  /// Changes nothing of a record's row but its share.
  func setShare(_ share: Int64?, of recordName: String, in zone: Int64) throws
  /// Living records by name, beginning after `name`, at most `limit`.
  func records(in zone: Int64, afterName name: String, limit: Int) throws -> [StoredRecord]

  // MARK: Shared databases

  /// The zone of this id, deleted or not.
  func zone(id: Int64) throws -> StoredZone?
  /// The database of this id.
  func database(id: Int64) throws -> StoredDatabase?
  func sharedZone(_ zone: Int64, in database: Int64) throws -> StoredSharedZone?
  /// Zones whose last change is after `position`, by that change, at most `limit`.
  func sharedZones(in database: Int64, after position: Int64, limit: Int) throws -> [StoredSharedZone]
  /// Puts the row in the place of the one with its database and zone; others of the same owner and name go.
  func save(_ zone: StoredSharedZone) throws
  /// The rows of all participants that have this zone, by database.
  func sharedZones(of zone: Int64) throws -> [StoredSharedZone]

  // MARK: Links

  func shortGUID(_ guid: String) throws -> StoredShortGUID?
  func shortGUID(of recordName: String, in zone: Int64) throws -> StoredShortGUID?
  func save(_ guid: StoredShortGUID) throws
  func removeShortGUID(of recordName: String, in zone: Int64) throws

  // MARK: What goes

  /// Removes every share, participant, member and link of a zone.
  func removeSharing(in zone: Int64) throws
  /// Removes what left or ended before this time, and raises ``StoredZone/shareHorizon`` of each zone that lost
  /// something to the highest number removed from it.
  func removeSharing(endedBefore time: Int64) throws
}
