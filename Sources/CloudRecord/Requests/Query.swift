/// How a filter compares a field with a value.
///
/// Source: Apple, "CloudKit Web Services Reference", Types and Dictionaries, Filter Dictionary.
package enum Comparator: String, Hashable, Sendable, CaseIterable {
  case equals = "EQUALS"
  case notEquals = "NOT_EQUALS"
  case lessThan = "LESS_THAN"
  case lessThanOrEquals = "LESS_THAN_OR_EQUALS"
  case greaterThan = "GREATER_THAN"
  case greaterThanOrEquals = "GREATER_THAN_OR_EQUALS"
  case near = "NEAR"
  case containsAllTokens = "CONTAINS_ALL_TOKENS"
  case containsAnyTokens = "CONTAINS_ANY_TOKENS"
  case `in` = "IN"
  case notIn = "NOT_IN"
  case listContains = "LIST_CONTAINS"
  case notListContains = "NOT_LIST_CONTAINS"
  case listContainsAny = "LIST_CONTAINS_ANY"
  case notListContainsAny = "NOT_LIST_CONTAINS_ANY"
  case listContainsAll = "LIST_CONTAINS_ALL"
  case notListContainsAll = "NOT_LIST_CONTAINS_ALL"
  case beginsWith = "BEGINS_WITH"
  case notBeginsWith = "NOT_BEGINS_WITH"
  case listMemberBeginsWith = "LIST_MEMBER_BEGINS_WITH"
  case notListMemberBeginsWith = "NOT_LIST_MEMBER_BEGINS_WITH"
}

/// One condition of a query.
package struct Filter: Hashable, Sendable {
  /// How the field is compared with the value.
  package var comparator: Comparator
  /// A field of the records, or a system field such as `___createTime`.
  package var fieldName: String
  /// The operand; a list for `IN`, `NOT_IN` and other comparators with several values.
  package var value: FieldValue
  /// Whether the value's type was given, and not taken from its form.
  package var isTyped: Bool

  package init(_ fieldName: String, _ comparator: Comparator, _ value: FieldValue, isTyped: Bool = true) {
    (self.comparator, self.fieldName, self.value, self.isTyped) = (comparator, fieldName, value, isTyped)
  }
}

/// One level of a query's order.
package struct Sort: Hashable, Sendable {
  /// A field of the records, or a system field such as `___createTime`.
  package var fieldName: String
  /// Whether the smallest value comes first.
  package var isAscending: Bool
  /// Nearest first, instead of by the field's own order.
  package var relativeLocation: Location?

  package init(_ fieldName: String, isAscending: Bool = true, relativeLocation: Location? = nil) {
    (self.fieldName, self.isAscending, self.relativeLocation) = (fieldName, isAscending, relativeLocation)
  }
}

/// Which records are wanted, and in which order.
package struct Query: Hashable, Sendable {
  /// The one type that is searched.
  package var recordType: String
  /// All of them have to hold; without any, every record of the type matches.
  package var filters: [Filter]
  /// The first one decides, and each further one orders what is equal so far.
  package var sorts: [Sort]

  package init(recordType: String, filters: [Filter] = [], sorts: [Sort] = []) {
    (self.recordType, self.filters, self.sorts) = (recordType, filters, sorts)
  }
}

/// The fields that every record has, by the names that filters and orders use.
package enum SystemField: String, Sendable, CaseIterable {
  case recordName = "___recordID"
  case createTime = "___createTime"
  case createdBy = "___createdBy"
  case modTime = "___modTime"
  case modifiedBy = "___modifiedBy"
  case changeTag = "___etag"
  case parent = "___parent"
  /// The share of a record, which none has where sharing is not offered.
  case share = "___share"

  /// Finds a field by its own name, or by the readable one that some clients use; nil for a field of the record's type.
  ///
  /// `parent` and `share` are not among the readable ones: a record type may have fields of these names.
  package init?(named name: String) {
    switch name {
    case "recordName", "___recordId": self = .recordName
    case "createdTimestamp": self = .createTime
    case "createdUserRecordName": self = .createdBy
    case "modifiedTimestamp": self = .modTime
    case "modifiedUserRecordName": self = .modifiedBy
    case "recordChangeTag": self = .changeTag
    default: self.init(rawValue: name)
    }
  }
}

/// `records/query`.
package struct QueryRequest: Hashable, Sendable {
  /// The same in every request of one search.
  package var query: Query
  /// nil with ``isZoneWide`` means every zone, without it the default zone.
  package var zoneID: ZoneID?
  /// Whether every zone of the database is searched; ignored if ``zoneID`` names one.
  package var isZoneWide: Bool
  /// 1...200; nil for the service's default.
  package var resultsLimit: Int?
  /// Where an earlier answer to the same query ended; nil for the first page.
  package var continuationMarker: String?
  /// The fields wanted; nil for all.
  package var desiredKeys: [String]?
  /// Whether the answer is to hold the zone's present change token.
  package var wantsSyncToken: Bool

  package init(
    query: Query, zoneID: ZoneID? = nil, isZoneWide: Bool = false, resultsLimit: Int? = nil,
    continuationMarker: String? = nil, desiredKeys: [String]? = nil, wantsSyncToken: Bool = false
  ) {
    (self.query, self.zoneID, self.isZoneWide, self.resultsLimit) = (query, zoneID, isZoneWide, resultsLimit)
    (self.continuationMarker, self.desiredKeys) = (continuationMarker, desiredKeys)
    self.wantsSyncToken = wantsSyncToken
  }
}

/// The answer to ``QueryRequest``.
package struct QueryReply: Hashable, Sendable {
  /// One page, in the query's order.
  package var records: [Record]
  /// nil at the end.
  package var continuationMarker: String?
  /// The zone's present change token, if it was asked for and one zone was searched.
  package var syncToken: ChangeToken?

  package init(records: [Record], continuationMarker: String? = nil, syncToken: ChangeToken? = nil) {
    (self.records, self.continuationMarker, self.syncToken) = (records, continuationMarker, syncToken)
  }
}
