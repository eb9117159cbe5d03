package import CloudRecord
package import JournalCore

/// A record of the journal as it came from the server, mapped and with believable stamps.
package struct FetchedRecord: Hashable, Sendable {
  /// Unique within the journal's zone.
  package var recordName: String
  /// The server's version of the record; opaque.
  package var changeTag: String
  /// References have no zone here, and assets only their digest.
  package var version: RecordVersion
  /// When the record was last changed, by its author's clock or else by the server's. Milliseconds since 1970.
  package var modifiedAt: Int64
  /// Fields that this program does not know, to be kept and left alone.
  package var foreignFields: [String: Field]
  /// Whether a newer program wrote it: it is kept and shown, and not edited.
  package var isNewerFormat: Bool
  /// Of a record that came sealed; nil for a plain one.
  package var seal: SealMark?
  /// When the server got it, in milliseconds since 1970, for a record whose stamps are not yet believable; nil where they
  /// are.
  package var savedAt: Int64?
  /// The device that saved it, as the server calls devices; nil where the server does not say.
  package var savedBy: String?
  /// Of a plain one, the number of the newest key when encryption was turned on last: what was sealed here since then does not
  /// become plain. nil for a sealed one, and where plain records are as good as any.
  package var sealedSince: UInt32?
  /// Of one that was sealed in a share, who signed it.
  package var signer: RecordSigner?
  /// The account that saved it, by the server's word; nil where the server does not say.
  package var account: String?
  /// The account that made it, by the server's word; nil where the server does not say.
  package var maker: String?
  /// The record that it hangs on for sharing, as far as is told.
  package var parent: String?
  /// Whether it is at the top of a share.
  package var isShareRoot = false

  /// Who sent it, where that is another person and a signature says so.
  package var sender: String? { signer.flatMap { $0.isSelf ? nil : $0.address } }

  package init(
    recordName: String, changeTag: String, version: RecordVersion, modifiedAt: Int64,
    foreignFields: [String: Field] = [:], isNewerFormat: Bool = false, seal: SealMark? = nil, savedAt: Int64? = nil,
    savedBy: String? = nil
  ) {
    (self.recordName, self.changeTag, self.version, self.modifiedAt) = (recordName, changeTag, version, modifiedAt)
    (self.foreignFields, self.isNewerFormat, self.seal, self.savedAt) = (foreignFields, isNewerFormat, seal, savedAt)
    self.savedBy = savedBy
  }
}

/// One item of a page, as the store takes it.
package enum FetchedChange: Hashable, Sendable {
  case record(FetchedRecord)
  /// A record of a type that this program does not know; kept raw.
  case foreign(Record)
  /// A record that cannot be opened, or may not be taken in.
  case closed(ClosedRecord)
  /// A record that another device removed for good, by its sealed word.
  case removed(FetchedRemoval)
  /// A tombstone, which is the server's word alone; of a look-up, a record that the server does not have.
  case deleted(recordName: String)

  /// Unique within the journal's zone.
  package var recordName: String {
    switch self {
    case .record(let record): record.recordName
    case .foreign(let record): record.recordName
    case .closed(let closed): closed.record.recordName
    case .removed(let removal): removal.recordName
    case .deleted(let name): name
    }
  }
}

/// A page of the zone's feed.
package struct FetchedPage: Hashable, Sendable {
  /// In the order of the feed.
  package var changes: [FetchedChange]
  /// Where the next fetch goes on.
  package var token: ChangeToken
  /// Whether another page is ready; an empty page can be followed by one too.
  package var moreComing: Bool
  /// The journal's ``SyncPosition/revision`` when the page was asked for: at any other revision it is not applied. nil
  /// for a page that is applied at any.
  package var asOf: Int64?
  /// How far the server was when it gave the page; nil where it does not tell.
  package var history: ServerHistory?

  package init(
    changes: [FetchedChange], token: ChangeToken, moreComing: Bool, asOf: Int64? = nil, history: ServerHistory? = nil
  ) {
    (self.changes, self.token, self.moreComing, self.asOf, self.history) = (changes, token, moreComing, asOf, history)
  }
}

/// A record whose local version is not the one that the server acknowledged.
package struct UnsentRecord: Hashable, Sendable {
  /// Unique within the journal's zone.
  package var recordName: String
  /// nil: the record was deleted forever here, and the server is to delete it.
  package var local: RecordVersion?
  /// The version that the server last acknowledged; nil for a record that it never had.
  package var base: RecordVersion?
  /// The change tag of ``base``; nil for a record that the server never had.
  package var changeTag: String?
  /// The type of the record, which a deletion keeps.
  package var recordType: String
  /// When it was last changed here. Milliseconds since 1970.
  package var modifiedAt: Int64
  /// Fields that this program does not know, for a record that goes up as new after the server lost it; else empty,
  /// since an update leaves them alone.
  package var foreignFields: [String: Field]
  /// A record that this program cannot read, as the server last had it: it goes up as it was.
  package var raw: Record?
  /// The store's own digest of `local`, by which it recognises this version; nil if it gave none.
  package var digest: [UInt8]?
  /// What is known of the record's seal on the server, or was before the server lost it; nil for one that never had one.
  package var seal: SealMark?
  /// Whether the record is the sealed word of a removal that has been there long enough: it goes without another word.
  package var isRemovalOver = false
  /// The entry of a picture that the server never had, where that entry lies in this device's trash alone and the server has
  /// the sealed word of its removal: it is looked up first, and goes up over that word with its picture.
  package var goneEntry: String?
  /// Whether it is a new picture for another person's entry that its owner has deleted forever: it does not go.
  package var hasLostEntry = false
  /// What becomes of the record's parent, by which it is in a share; images hang on their entries whatever this says.
  package var parentEdit = ParentEdit.unchanged
  /// The category that an entry is filed under, or the entry of a picture: where that is shared, so are they. nil for none, and
  /// for all other records.
  package var category: String?
  /// The counter of the latest known seal; 0 for a record that never had one.
  package var counter: UInt64 { seal?.counter ?? 0 }

  package init(
    recordName: String, recordType: String, local: RecordVersion?, base: RecordVersion? = nil,
    changeTag: String? = nil, modifiedAt: Int64, foreignFields: [String: Field] = [:], raw: Record? = nil,
    digest: [UInt8]? = nil, seal: SealMark? = nil
  ) {
    (self.recordName, self.recordType, self.local, self.base) = (recordName, recordType, local, base)
    (self.changeTag, self.modifiedAt, self.foreignFields, self.raw) = (changeTag, modifiedAt, foreignFields, raw)
    (self.digest, self.seal) = (digest, seal)
  }

  /// Makes the row of a record that this program cannot read and that the server no longer has.
  package init(raw record: Record) {
    self.init(
      recordName: record.recordName, recordType: record.recordType,
      local: RecordVersion(recordType: record.recordType), modifiedAt: record.modified.timestamp, raw: record)
  }
}

/// Records that wait to be sent, and how far the journal is, from one reading.
package struct UnsentRecords: Hashable, Sendable {
  /// In the order in which they go.
  package var records: [UnsentRecord]
  package var position: SyncPosition
  /// What the status counts; nil where that was not asked for.
  package var overview: SyncOverview?

  package init(records: [UnsentRecord], position: SyncPosition, overview: SyncOverview? = nil) {
    (self.records, self.position, self.overview) = (records, position, overview)
  }
}

/// The outcome of one record that was sent.
package struct SendResult: Hashable, Sendable {
  /// The decision about one version.
  package enum Outcome: Hashable, Sendable {
    /// The server has `version` under this tag: exactly what was sent, which need not be what is here by now.
    case saved(version: RecordVersion, changeTag: String)
    case deleted
    /// The server has the sealed word of the removal under this tag.
    case removed(changeTag: String)
    /// `version`, or the deletion if that is nil, will not be taken as it is; it waits until the person or a new edit
    /// changes that. Another version that is here by now is not parked.
    case parked(ParkedReason, version: RecordVersion?)
  }

  /// Unique within the journal's zone.
  package var recordName: String
  /// The decision; it is about the version that was sent.
  package var outcome: Outcome
  /// The ``UnsentRecord/digest`` of the version that was sent; nil if it had none.
  package var digest: [UInt8]?
  /// Of what was saved or removed, where it was sealed.
  package var seal: SealMark?

  package init(recordName: String, outcome: Outcome, digest: [UInt8]? = nil, seal: SealMark? = nil) {
    (self.recordName, self.outcome, self.digest, self.seal) = (recordName, outcome, digest, seal)
  }
}

/// Why a record is parked.
package struct ParkedReason: Hashable, Sendable {
  /// The kind of refusal; after a reference violation a picture goes again once its entry is on the server.
  package var code: CloudErrorCode
  /// The server's words or ours; never content.
  package var reason: String

  package init(code: CloudErrorCode, reason: String) {
    self.code = code
    self.reason = reason
  }
}

/// An image of the journal that has a file.
package struct KnownPicture: Hashable, Sendable {
  /// Unique within the journal's zone.
  package var recordName: String
  /// The SHA-256 of its bytes, lower-case hexadecimal.
  package var digest: String
  /// The image's caption, for a person; empty if it has none.
  package var caption: String

  package init(recordName: String, digest: String, caption: String) {
    (self.recordName, self.digest, self.caption) = (recordName, digest, caption)
  }
}

/// The account that a journal belongs to: one file, one account (rule 8 of docs/sync.md).
package struct AccountBinding: Hashable, Sendable {
  /// The account, by the service's name for it.
  package var userRecordName: String
  /// The service's base URL.
  package var service: String
  /// Such as `iCloud.org.cloudjournal`.
  package var containerID: String
  /// The container's environment that the journal is in.
  package var environment: CloudEnvironment
  /// Names the history of the server's data; another one means a restored backup or a new server. nil where the service
  /// does not tell, as Apple's.
  package var incarnation: String?

  package init(
    userRecordName: String, service: String, containerID: String, environment: CloudEnvironment, incarnation: String?
  ) {
    (self.userRecordName, self.service, self.containerID) = (userRecordName, service, containerID)
    (self.environment, self.incarnation) = (environment, incarnation)
  }
}

/// How far a journal is with its zone.
package struct SyncPosition: Hashable, Sendable {
  /// The account that the file belongs to; nil while there is none.
  package var account: AccountBinding?
  /// Where the next fetch goes on; nil to read the whole zone.
  package var token: ChangeToken?
  /// Counts full fetches begun; rows remember the one that last saw them.
  package var epoch: Int64
  /// Whether a full fetch is under way whose end removes what it did not see.
  package var isSweeping: Bool
  /// Whether the zone was ever on the server: its absence is then a question, not a start.
  package var isZoneKnown: Bool
  /// Whether the person chose to keep the journal on this machine alone.
  package var staysLocal: Bool
  /// The server's clock less this machine's in milliseconds, as edits are stamped; nil before a server was ever asked.
  package var clockOffset: Int64?
  /// Counts the transactions that learnt something of the server: the answer to a request from before the latest of
  /// them may be older than what is known.
  package var revision: Int64
  /// The furthest point of the server's history that its answers told; nil if they never told any.
  package var history: ServerHistory?

  package init(
    account: AccountBinding? = nil, token: ChangeToken? = nil, epoch: Int64 = 0, isSweeping: Bool = false,
    isZoneKnown: Bool = false, staysLocal: Bool = false, clockOffset: Int64? = nil, revision: Int64 = 0,
    history: ServerHistory? = nil
  ) {
    (self.account, self.token, self.epoch) = (account, token, epoch)
    (self.isSweeping, self.isZoneKnown, self.staysLocal) = (isSweeping, isZoneKnown, staysLocal)
    (self.clockOffset, self.revision, self.history) = (clockOffset, revision, history)
  }
}

/// The effect of a page, or of records that were looked up.
package struct ApplySummary: Hashable, Sendable {
  /// Records taken as the server has them.
  package var taken = 0
  /// Records merged with unsent edits.
  package var merged = 0
  /// Merged records in which both texts of a place were kept.
  package var conflicts = 0
  /// Records that went to the trash or were removed at once.
  package var removed = 0
  /// Older or plain copies that the server showed of records that are here; these go up again.
  package var refused = 0
  /// Records that cannot be opened here.
  package var unreadable = 0
  /// Of those, the ones for which a key is missing.
  package var withoutKey = 0
  /// Whether nothing was changed, since the answer may be older than what is known of the server.
  package var isStale = false
  /// Whether all is read that the server has of shares, for the first time since what it had was forgotten.
  package var hasAllRings = false
  /// The journal's ``SyncPosition/revision`` from now on.
  package var revision: Int64 = 0

  /// Makes the summary of a page that changed nothing.
  package init() {}
}

/// The effect of what the server said of a batch, as it is kept.
package struct CommitSummary: Hashable, Sendable {
  /// How many pictures that waited for their entry may be sent now.
  package var released: Int
  /// The journal's ``SyncPosition/revision`` from now on.
  package var revision: Int64
  /// The furthest point of the server's history that is known from now on.
  package var history: ServerHistory?
  /// What the status counts from now on; nil where that was not asked for.
  package var overview: SyncOverview?

  package init(released: Int, revision: Int64, history: ServerHistory?, overview: SyncOverview? = nil) {
    (self.released, self.revision, self.history, self.overview) = (released, revision, history, overview)
  }
}

/// A page or the end of a sweep would remove so much that a person must be asked first; nothing was changed.
package struct MassRemoval: Error, Hashable, Sendable {
  /// How many entries the server has removed within a day, the present ones included.
  package var removals: Int
  /// How many entries were outside of the trash a day ago, or are with those removed since; whichever is fewer.
  package var records: Int

  package init(removals: Int, records: Int) {
    self.removals = removals
    self.records = records
  }
}
