package import CloudRecord

/// A record of the journal as it came from the server, mapped and with believable stamps.
package struct FetchedRecord: Hashable, Sendable {
  package var recordName: String
  package var changeTag: String
  package var version: RecordVersion
  /// When the record was last changed as its author has it. Milliseconds since 1970.
  package var modifiedAt: Int64
  /// Fields that this program does not know, to be kept and left alone.
  package var foreignFields: [String: Field]
  /// Whether a newer program wrote it: it is kept and shown, and not edited.
  package var isNewerFormat: Bool

  package init(
    recordName: String, changeTag: String, version: RecordVersion, modifiedAt: Int64,
    foreignFields: [String: Field] = [:], isNewerFormat: Bool = false
  ) {
    self.recordName = recordName
    self.changeTag = changeTag
    self.version = version
    self.modifiedAt = modifiedAt
    self.foreignFields = foreignFields
    self.isNewerFormat = isNewerFormat
  }
}

/// One item of a page, as the store takes it.
package enum FetchedChange: Hashable, Sendable {
  case record(FetchedRecord)
  /// A record of a type that this program does not know; kept raw.
  case foreign(Record)
  /// A tombstone. In answer to a look-up: the server does not have the record.
  case deleted(recordName: String)

  package var recordName: String {
    switch self {
    case .record(let record): record.recordName
    case .foreign(let record): record.recordName
    case .deleted(let name): name
    }
  }
}

/// A page of the zone's feed with the token that stands behind it.
package struct FetchedPage: Hashable, Sendable {
  package var changes: [FetchedChange]
  package var token: ChangeToken
  package var moreComing: Bool
  /// The journal's ``SyncPosition/revision`` when the page was asked for: it is of no use once there is another one. nil for
  /// a page that belongs anywhere.
  package var asOf: Int64?
  /// How far the server was when it gave the page; nil where it does not tell.
  package var history: ServerHistory?

  package init(
    changes: [FetchedChange], token: ChangeToken, moreComing: Bool, asOf: Int64? = nil, history: ServerHistory? = nil
  ) {
    self.changes = changes
    self.token = token
    self.moreComing = moreComing
    self.asOf = asOf
    self.history = history
  }
}

/// A record whose local version is not the one that the server acknowledged.
package struct UnsentRecord: Hashable, Sendable {
  package var recordName: String
  /// nil: the record was deleted for good here, and the server is to delete it.
  package var local: RecordVersion?
  /// What the server last acknowledged; nil for a record that it never had.
  package var base: RecordVersion?
  package var changeTag: String?
  package var recordType: String
  /// When it was last changed here. Milliseconds since 1970.
  package var modifiedAt: Int64
  /// Fields that this program does not know, of a record that goes up as new after the server lost it; else none, as an
  /// update leaves them alone.
  package var foreignFields: [String: Field]
  /// A record that this program cannot read, as the server last had it: it goes up as it was.
  package var raw: Record?
  /// The store's own digest of `local`, by which it knows it again; nil where it gave none.
  package var digest: [UInt8]?

  package init(
    recordName: String, recordType: String, local: RecordVersion?, base: RecordVersion? = nil,
    changeTag: String? = nil, modifiedAt: Int64, foreignFields: [String: Field] = [:], raw: Record? = nil,
    digest: [UInt8]? = nil
  ) {
    self.recordName = recordName
    self.recordType = recordType
    self.local = local
    self.base = base
    self.changeTag = changeTag
    self.modifiedAt = modifiedAt
    self.foreignFields = foreignFields
    self.raw = raw
    self.digest = digest
  }

  /// A record that this program cannot read and the server has no longer.
  package init(raw record: Record) {
    self.init(
      recordName: record.recordName, recordType: record.recordType,
      local: RecordVersion(recordType: record.recordType), modifiedAt: record.modified.timestamp, raw: record)
  }
}

/// What the server said to one record that was sent.
package struct SendResult: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    /// The server has `version` under this tag: exactly what was sent, which need not be what is here by now.
    case saved(version: RecordVersion, changeTag: String)
    case deleted
    /// `version` will not be taken as it is (nil: the deletion); named until the person or a new edit changes that. What
    /// is here otherwise by now is another edit, and not parked.
    case parked(ParkedReason, version: RecordVersion?)
  }

  package var recordName: String
  package var outcome: Outcome
  /// The digest that came with what was sent.
  package var digest: [UInt8]?

  package init(recordName: String, outcome: Outcome, digest: [UInt8]? = nil) {
    self.recordName = recordName
    self.outcome = outcome
    self.digest = digest
  }
}

/// Why a record is not sent for the time being.
package struct ParkedReason: Hashable, Sendable {
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
  package var recordName: String
  /// The SHA-256 of its bytes, lower-case hexadecimal.
  package var digest: String
  package var caption: String

  package init(recordName: String, digest: String, caption: String) {
    self.recordName = recordName
    self.digest = digest
    self.caption = caption
  }
}

/// Which account a journal belongs to. One file, one account (rule 8).
package struct AccountBinding: Hashable, Sendable {
  package var userRecordName: String
  /// The service's base URL.
  package var service: String
  package var containerID: String
  package var environment: CloudEnvironment
  /// Names the history of the server's data; another one means a restored backup or a new server. nil where the service
  /// does not tell, as Apple's.
  package var incarnation: String?

  package init(
    userRecordName: String, service: String, containerID: String, environment: CloudEnvironment, incarnation: String?
  ) {
    self.userRecordName = userRecordName
    self.service = service
    self.containerID = containerID
    self.environment = environment
    self.incarnation = incarnation
  }
}

/// How far a journal's zone is.
package struct SyncPosition: Hashable, Sendable {
  package var account: AccountBinding?
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
  /// Counts the transactions that learnt something of the server: an answer to what was asked before the latest of them may
  /// be older than what is known.
  package var revision: Int64
  /// The furthest that the server is known to have been, by what it acknowledged and sent; nil where it never told.
  package var history: ServerHistory?

  package init(
    account: AccountBinding? = nil, token: ChangeToken? = nil, epoch: Int64 = 0, isSweeping: Bool = false,
    isZoneKnown: Bool = false, staysLocal: Bool = false, clockOffset: Int64? = nil, revision: Int64 = 0,
    history: ServerHistory? = nil
  ) {
    self.account = account
    self.token = token
    self.epoch = epoch
    self.isSweeping = isSweeping
    self.isZoneKnown = isZoneKnown
    self.staysLocal = staysLocal
    self.clockOffset = clockOffset
    self.revision = revision
    self.history = history
  }
}

/// What taking in a page did.
package struct ApplySummary: Hashable, Sendable {
  package var taken = 0
  package var merged = 0
  package var conflicts = 0
  package var removed = 0
  /// Something was learnt of the server after this was asked for; nothing was changed.
  package var isStale = false
  /// The journal's ``SyncPosition/revision`` from now on.
  package var revision: Int64 = 0

  package init() {}
}

/// A page that would remove so much that a person must be asked first; nothing was changed.
package struct MassRemoval: Error, Hashable, Sendable {
  package var removals: Int
  /// How many records the journal has.
  package var records: Int

  package init(removals: Int, records: Int) {
    self.removals = removals
    self.records = records
  }
}
