/// One operation of `records/modify`.
///
/// Source: Apple, "CloudKit Web Services Reference", Modifying Records.
package struct RecordOperation: Hashable, Sendable {
  /// The ways to save or delete a record.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A new record; refused where one of this name exists.
    case create
    /// Named fields of a record whose change tag is the given one.
    case update
    /// Named fields, whatever the change tag; makes the record where there is none.
    case forceUpdate
    /// All fields of a record whose change tag is the given one; those not named are removed.
    case replace
    /// All fields, whatever the change tag; makes the record where there is none.
    case forceReplace
    /// Removes a record; if a change tag is given, the record has to have it.
    case delete
    /// Removes a record, whatever the change tag; one that does not exist counts as removed.
    case forceDelete

    /// Whether the record is removed and not saved.
    package var isDeletion: Bool { self == .delete || self == .forceDelete }
    /// Whether fields that are not named are removed.
    package var isReplacement: Bool { self == .replace || self == .forceReplace }
  }

  /// Decides which of the other properties count.
  package var kind: Kind
  /// nil lets the service choose a name, for ``Kind/create`` only.
  package var recordName: String?
  /// nil in deletions, and where the record's own type is meant.
  package var recordType: String?
  /// The tag that the record has to have: update and replace need it, delete checks it if it is there.
  package var recordChangeTag: String?
  /// The fields named; nil removes a field.
  package var fields: [String: Field?]
  /// Those of ``fields`` whose type was not given but taken from the value's form.
  package var untypedFields: Set<String>
  /// What becomes of the record's parent.
  package var parentEdit: ParentEdit
  /// What is said of a share; nil for any other record.
  package var sharing: ShareEdit?
  /// Whether the record is to have an address by which it can be shared.
  package var createsShortGUID = false
  /// The fields that the answer carries; nil for those of the request.
  package var desiredKeys: [String]?

  package init(
    _ kind: Kind, recordName: String?, recordType: String? = nil, recordChangeTag: String? = nil,
    fields: [String: Field?] = [:], untypedFields: Set<String> = [], parent: String? = nil,
    desiredKeys: [String]? = nil
  ) {
    (self.kind, self.recordName, self.recordType) = (kind, recordName, recordType)
    (self.recordChangeTag, self.fields, self.untypedFields) = (recordChangeTag, fields, untypedFields)
    (parentEdit, self.desiredKeys) = (parent.map { .set($0) } ?? .unchanged, desiredKeys)
  }

  /// The record that this one is to belong to; nil leaves that as it is, or removes it in a replacement.
  package var parent: String? {
    get { if case .set(let name) = parentEdit { name } else { nil } }
    set { parentEdit = newValue.map { .set($0) } ?? .unchanged }
  }
}

/// `records/modify`.
package struct ModifyRequest: Hashable, Sendable {
  /// Executed in this order, at most 200.
  package var operations: [RecordOperation]
  /// nil for the default zone. A zone inside a record is ignored.
  package var zoneID: ZoneID?
  /// Whether the request changes everything or nothing.
  package var isAtomic: Bool
  /// The fields that the answer carries of records whose operation does not say; nil for all, empty for none.
  package var desiredKeys: [String]?
  /// Whether the answer is to hold the zone's present change token.
  package var wantsSyncToken: Bool

  package init(
    operations: [RecordOperation], zoneID: ZoneID? = nil, isAtomic: Bool = false, desiredKeys: [String]? = nil,
    wantsSyncToken: Bool = false
  ) {
    (self.operations, self.zoneID, self.isAtomic) = (operations, zoneID, isAtomic)
    (self.desiredKeys, self.wantsSyncToken) = (desiredKeys, wantsSyncToken)
  }
}

/// The outcome of one item of a request.
package enum RecordOutcome: Hashable, Sendable {
  case saved(Record)
  case deleted(recordName: String)
  case failed(recordName: String?, ServiceError)
}

/// The answer to ``ModifyRequest`` or ``LookupRequest``: one outcome for each item asked.
package struct RecordsReply: Hashable, Sendable {
  /// One for each item, in the order of the request.
  package var outcomes: [RecordOutcome]
  /// Set where an atomic request changed nothing.
  package var atomicFailure: ServiceError?
  /// The zone's present change token, if it was asked for.
  package var syncToken: ChangeToken?

  package init(outcomes: [RecordOutcome], atomicFailure: ServiceError? = nil, syncToken: ChangeToken? = nil) {
    (self.outcomes, self.atomicFailure, self.syncToken) = (outcomes, atomicFailure, syncToken)
  }
}

/// `records/lookup`.
package struct LookupRequest: Hashable, Sendable {
  /// One record to look up.
  package struct Item: Hashable, Sendable {
    /// The record's name within the zone of the request.
    package var recordName: String
    /// The fields wanted of this record; nil for those of the request.
    package var desiredKeys: [String]?

    package init(recordName: String, desiredKeys: [String]? = nil) {
      (self.recordName, self.desiredKeys) = (recordName, desiredKeys)
    }
  }

  /// At most 200.
  package var items: [Item]
  /// The zone of all items; nil for the default zone.
  package var zoneID: ZoneID?
  /// The fields wanted of records whose item does not say; nil for all, empty for none.
  package var desiredKeys: [String]?
  /// Whether the answer is to hold the zone's present change token.
  package var wantsSyncToken: Bool

  package init(
    items: [Item], zoneID: ZoneID? = nil, desiredKeys: [String]? = nil, wantsSyncToken: Bool = false
  ) {
    (self.items, self.zoneID, self.desiredKeys, self.wantsSyncToken) = (items, zoneID, desiredKeys, wantsSyncToken)
  }
}
