package import CloudRecord
package import JournalCore
package import SyncCore

/// How far the journal's zone is; ``SyncPosition`` without the account.
package struct ZoneState: Hashable, Sendable {
  package var token: String?
  package var epoch: Int64 = 0
  package var isSweeping = false
  package var isKnown = false
  /// Counts the transactions that learnt something of the server.
  package var revision: Int64 = 0
  /// The furthest that the server is known to have been.
  package var history: ServerHistory?

  package init(
    token: String? = nil, epoch: Int64 = 0, isSweeping: Bool = false, isKnown: Bool = false, revision: Int64 = 0,
    history: ServerHistory? = nil
  ) {
    (self.token, self.epoch, self.isSweeping) = (token, epoch, isSweeping)
    (self.isKnown, self.revision, self.history) = (isKnown, revision, history)
  }
}

/// The account that a file belongs to; it stays known while signed out, so that signing in again goes on where
/// it was.
package struct KnownAccount: Hashable, Sendable {
  package var binding: AccountBinding
  package var isSignedIn: Bool
}

/// A value that was replaced, as history keeps it.
package struct KeptValue: Hashable, Sendable {
  package var record: String
  package var field: String
  package var value: FieldValue?
  package var stamp: HybridTime?
  package var group: Int64
  /// The device whose version came in, as the server calls it; nil where the server did not say.
  package var savedBy: String?
  /// The person who signed that version, by an address; nil for this person and for what is not signed.
  package var sender: String?
  /// Why it is kept: ``EditCause/refused`` where it came and was never here.
  package var cause = EditCause.merge

  /// What history notes as the device: the person who signed, or else the device by the server's word.
  package var device: String { sender ?? SavingDevice.text(of: savedBy) }
}

/// A merge that did not keep every value, with the fields of both sides, and of what they had in common, that differed.
package struct StoredMerge: Hashable, Sendable {
  package var group: Int64
  package var record: String
  package var recordType: String
  package var at: Instant
  /// Fields of which a value was not kept.
  package var fields: [String]
  package var isConflict: Bool
  package var base: RecordVersion?
  package var local: RecordVersion
  package var server: RecordVersion
}

/// The numbers of the status view.
package struct SyncCounts: Hashable, Sendable {
  package var unsent = 0
  /// Of those, images.
  package var unsentImages = 0
  package var parked = 0
  package var drafts = 0
  package var conflicts = 0
  package var records = 0
  package var unreadable = 0

  package init(
    unsent: Int = 0, unsentImages: Int = 0, parked: Int = 0, drafts: Int = 0, conflicts: Int = 0, records: Int = 0,
    unreadable: Int = 0
  ) {
    (self.unreadable, self.unsent, self.unsentImages, self.parked) = (unreadable, unsent, unsentImages, parked)
    (self.drafts, self.conflicts, self.records) = (drafts, conflicts, records)
  }
}

/// The access to a store's tables that the rules of sync need within one transaction.
///
/// The rules are written once, over this; SQLite and memory differ only below it.
package protocol SyncTables {
  // MARK: The zone, the account, the clock

  /// The zone that the tables are of.
  var address: ZoneAddress { get }
  /// When the transaction began, by this machine's clock.
  var now: Instant { get }
  func zone() throws -> ZoneState
  mutating func setZone(_ zone: ZoneState) throws
  func account() throws -> KnownAccount?
  mutating func setAccount(_ account: KnownAccount) throws
  func clock() throws -> HybridClock
  mutating func setClock(_ latest: HybridTime) throws
  /// Puts the clock where it belongs, backwards too.
  mutating func correct(_ clock: HybridClock) throws
  /// Whether the person chose to keep the journal on this machine alone.
  func staysLocal() throws -> Bool
  mutating func setStaysLocal(_ staysLocal: Bool) throws
  /// What a person calls a device of the account, by the server's word for it; nil where that is not known.
  func deviceName(of id: String) throws -> String?
  mutating func setDeviceName(_ name: String, of id: String) throws
  /// Notes that a version of a device came in, so that its name is asked for where it is not known.
  mutating func noteDevice(_ id: String) throws
  func latestSavers() throws -> LatestSavers
  /// The devices of the account, as stamps name them: this one, and those that have filed entries or chosen favourites, or made them,
  /// outside of what is shared, and that have made categories.
  func ownDevices() throws -> Set<UInt64>
  /// Notes that a device is another person's.
  mutating func noteOthersDevice(_ device: UInt64) throws
  mutating func setLatestSavers(_ savers: LatestSavers) throws

  // MARK: Records

  /// How many entries there are outside of the trash.
  func liveEntryCount() throws -> Int
  /// The entries outside of the trash that changed last, the latest first, each with the device whose version came in last
  /// and replaced something (``SavingDevice``); empty where none did (see ``LatestSavers``).
  func latestEntries(limit: Int) throws -> [(name: String, device: String)]
  /// The places of those names of which nothing is here, neither a record nor its removal. A name that comes more than once
  /// is none of them.
  func unknown(among names: [String]) throws -> Set<Int>
  func isNameTaken(_ name: String) throws -> Bool
  /// Of which types there are records of a name: one at most, unless a server is up to something.
  func recordTypes(of name: String) throws -> [String]
  func state(of name: String, _ type: String) throws -> SyncState?
  func row(of name: String, _ type: String) throws -> SyncedRow?
  mutating func insert(_ row: SyncedRow) throws
  mutating func replace(_ old: SyncedRow, with new: SyncedRow) throws
  mutating func setState(_ state: SyncState, of name: String, _ type: String) throws
  /// Notes that the server has a record just as it is here, if that is what this digest was taken of; false where it is
  /// not, and nothing was noted.
  mutating func acknowledge(
    _ name: String, _ type: String, digest: [UInt8], changeTag: String, epoch: Int64
  ) throws -> Bool
  /// Removes a record with all that is said about it; its history stays.
  mutating func remove(_ row: SyncedRow) throws
  func images(of entry: String) throws -> [SyncedRow]
  /// Images that have a file, in the order of their names; of these names, or all.
  func pictures(_ names: [String]?) throws -> [KnownPicture]
  func hasDraft(of entry: String) throws -> Bool
  /// Unsent records, entries in the order of their dates, others in that of their names; parked ones left out.
  func unsent(_ type: String, limit: Int, excluding: Set<String>) throws -> [SyncedRow]
  /// The names of all unsent records, in their order; parked ones too.
  func unsentNames(_ type: String) throws -> [String]
  /// Records that the server had and that the epoch has not seen.
  func unseen(before epoch: Int64) throws -> [(name: String, type: String)]
  /// Forgets every base and tag, what was to be removed, and what was parked.
  mutating func forgetServer() throws

  // MARK: What is said about some records

  mutating func setParked(_ reason: ParkedReason?, _ name: String) throws
  mutating func unparkAll() throws
  func parked(limit: Int) throws -> [(name: String, reason: ParkedReason)]
  mutating func setNewerFormat(_ isNewer: Bool, _ name: String) throws

  // MARK: What the server removed

  mutating func setRemoval(_ mark: RemovalMark?, _ name: String) throws
  /// How many removals count towards the question of how much goes: those later than `time` by the server's clock, and
  /// those that this journal was told of later than `here` by this machine's.
  func countedRemovals(since time: Int64, learntSince here: Int64) throws -> Int
  /// No removal until now counts: the person was asked.
  mutating func forgetCountedRemovals() throws
  /// The names of those that lie in the trash since then or longer.
  func removals(before time: Int64) throws -> [String]
  /// The number of entries outside of the trash that was kept last before a time; nil where none was.
  func liveEntries(at time: Int64) throws -> Int?
  /// When their number was kept last.
  func latestLiveCount() throws -> Int64?
  /// Keeps their number, and no older one than is needed to tell it at `earliest`; times that have not come yet were wrong.
  mutating func setLiveEntries(_ count: Int, at time: Int64, forgettingBefore earliest: Int64) throws

  // MARK: Removals

  func intent(_ name: String) throws -> PurgeIntent?
  func intents(ownedBy entry: String) throws -> [PurgeIntent]
  /// Those that are to be sent, parked ones left out.
  func intents(limit: Int, excluding: Set<String>) throws -> [PurgeIntent]
  mutating func setIntent(_ intent: PurgeIntent) throws
  /// Removes an intent with those of the images that went along.
  mutating func removeIntent(_ name: String) throws
  mutating func removeIntents(unseenBefore epoch: Int64) throws
  mutating func postponeRemoval(of name: String) throws
  mutating func cancelRemoval(of name: String) throws
  mutating func takePostponedRemovals() throws -> [String]

  // MARK: Foreign records

  mutating func keepForeign(_ record: Record, epoch: Int64) throws
  /// Those that an epoch has not seen, parked ones left out, by name.
  func foreign(unseenBefore epoch: Int64, limit: Int, excluding: Set<String>) throws -> [Record]
  /// The one of a name.
  func foreignRecord(_ name: String) throws -> Record?
  /// Notes that the server has it.
  mutating func setForeignSeen(_ name: String, epoch: Int64) throws
  mutating func removeForeign(_ name: String) throws
  mutating func removeForeign(unseenBefore epoch: Int64) throws
  /// What becomes of an entry's parent on the server: it hangs on its category while that is shared, unless it is shared by
  /// itself.
  ///
  /// - Parameter isNew: Whether the server never had it.
  func parentEdit(of entry: Entry, isNew: Bool) throws -> ParentEdit

  // MARK: Sealed records

  /// Why a record cannot be opened here; nil where nothing is known against it.
  mutating func setUnreadable(_ reason: ClosedReason?, keyID: String, _ name: String) throws
  /// The names of those that cannot be opened, in their order; for one reason, or all.
  func unreadable(_ reason: ClosedReason?) throws -> [String: ClosedReason]
  /// The names of those that need one of these keys, which are given in hexadecimal digits; in their order.
  func unreadable(under keys: Set<String>) throws -> [String]
  /// The id of the ring that the numbers of keys in all seals are of; nil before one was noted.
  func ring() throws -> String?
  mutating func setRing(_ id: String) throws
  /// Replaces what is known of each seal: of records, of removals that wait, and of those that are remembered.
  mutating func mapSeals(_ change: (SealMark) -> SealMark) throws
  /// Whether a person takes what the server has, for the full fetch under way.
  func takesServers() throws -> Bool
  mutating func setTakesServers(_ takes: Bool) throws
  /// Whether all that the server had was forgotten, and is not read again to its end: a ring of a share that is not here may be there.
  func awaitsRings() throws -> Bool
  mutating func setAwaitsRings(_ awaits: Bool) throws
  /// Since when there has been a record whose key is not here: milliseconds since 1970. It holds as long as there is one.
  func keylessSince() throws -> Int64?
  mutating func setKeylessSince(_ time: Int64) throws
  /// Has a record go up again though nothing of it changed, or no longer.
  mutating func setResealing(_ isResealing: Bool, _ name: String, _ type: String) throws
  /// Those that go up again, parked ones left out, by name.
  func resealing(limit: Int, excluding: Set<String>) throws -> [(name: String, type: String)]
  /// Records that the server has, with what is kept beside each: those of which `isWanted` is true of the latter.
  func onServer(where isWanted: ([UInt8]?) throws -> Bool) throws -> [(name: String, type: String)]
  /// Records that the server has and of which a seal is known, type after type; of each type in the order of the rows.
  ///
  /// - Parameters:
  ///   - place: Where the reading before ended; nil for the first one.
  ///   - limit: How many rows are read, from 1.
  /// - Returns: With where the next reading goes on; nil at the end.
  func sealedRecords(after place: SealedPlace?, limit: Int) throws -> (records: [SealedRecord], next: SealedPlace?)
  /// By which keys of shares all records were seen to last (``SharedForm/encoded(_:)``); nil before that.
  func sortedShares() throws -> [UInt8]?
  mutating func setSortedShares(_ forms: [UInt8]?) throws
  /// Whether a record is to go up again though nothing of it changed.
  func isResealing(_ name: String) throws -> Bool
  /// Counts a copy that was not taken in.
  ///
  /// - Parameters:
  ///   - time: Milliseconds since 1970.
  ///   - start: Copies before this time are forgotten.
  /// - Returns: How many there were since `start`, this one included.
  mutating func countRefusal(of name: String, at time: Int64, since start: Int64) throws -> Int
  func sealedRemoval(_ name: String) throws -> SealedRemoval?
  mutating func setSealedRemoval(_ removal: SealedRemoval) throws
  mutating func removeSealedRemoval(_ name: String) throws
  /// Removals that were noted before a time by the server's clock, in milliseconds since 1970; by name, parked ones left out.
  func sealedRemovals(before time: Int64, limit: Int, excluding: Set<String>) throws -> [SealedRemoval]

  // MARK: History and merges

  func latestGroup() throws -> Int64
  mutating func keep(_ value: KeptValue) throws
  /// Whether a value with this stamp, or one that was brought down to it, was ever here and was replaced.
  ///
  /// - Parameter orRefused: Whether one counts, too, that came and was not taken in. In a merge it never does: what others made up
  ///   would be taken for what both sides started from.
  func hasKept(
    _ value: FieldValue?, of field: String, in record: String, stamp: HybridTime, orRefused: Bool
  ) throws -> Bool
  /// Whether what another device sent moved it to the trash, later than `time` by this machine's clock, in milliseconds
  /// since 1970.
  func wasTrashedElsewhere(_ name: String, since time: Int64) throws -> Bool
  /// How many entries lie in the trash of which ``wasTrashedElsewhere(_:since:)`` is true, and which the server still has;
  /// reads all that lie there.
  func trashedElsewhere(since time: Int64) throws -> Int
  mutating func add(_ merge: StoredMerge) throws
  func merge(group: Int64) throws -> StoredMerge?
  /// Conflicts first, then the latest; those of records that are gone left out.
  func merges(limit: Int) throws -> [StoredMerge]
  mutating func dismissConflict(group: Int64) throws

  func counts() throws -> SyncCounts
}

extension SyncTables {
  /// Leaves it alone, for tables of a journal that is not shared.
  package func parentEdit(of entry: Entry, isNew: Bool) throws -> ParentEdit { .unchanged }

  /// Awaits none, for tables of a journal that shares nothing.
  package func awaitsRings() throws -> Bool { false }
  package mutating func setAwaitsRings(_ awaits: Bool) throws {}

  /// Knows of none, for tables of a journal that shares nothing.
  package func ownDevices() throws -> Set<UInt64> { [] }
  package mutating func noteOthersDevice(_ device: UInt64) throws {}
}
