import CloudRecord

/// A query, checked once and then asked of every record of its type.
struct QueryMatcher {
  let recordType: String
  private let filters: [QueryFilter]
  let sorts: [QuerySort]
  /// What of a record has to be read to tell whether it matches, and where it stands.
  let fieldNames: Set<String>

  /// - Throws: BAD_REQUEST, naming what is wrong.
  init(_ query: Query, limits: ServiceLimits) throws(ServiceError) {
    guard query.filters.count <= limits.filtersPerQuery else {
      throw ServiceError(
        .badRequest, "A query has at most \(limits.filtersPerQuery) filters; this one has \(query.filters.count)")
    }
    guard query.sorts.count <= limits.sortsPerQuery else {
      throw ServiceError(
        .badRequest, "A query has at most \(limits.sortsPerQuery) orders; this one has \(query.sorts.count)")
    }
    let rules = NameRules(limits: limits)
    if query.recordType != ShareRules.recordType { try rules.checkIdentifier(query.recordType, "recordType") }
    recordType = query.recordType
    var filters: [QueryFilter] = []
    for filter in query.filters { filters.append(try QueryFilter(filter, rules)) }
    var sorts: [QuerySort] = []
    for sort in query.sorts { sorts.append(try QuerySort(sort, rules)) }
    var names: Set<String> = []
    for field in filters.map(\.field) + sorts.map(\.field) {
      if case .named(let name) = field { names.insert(name) }
    }
    (self.filters, self.sorts) = (filters, sorts)
    fieldNames = names
  }

  func matches(_ row: StoredRecord, _ fields: [String: Field], zoneName: String) throws(ServiceError) -> Bool {
    for filter in filters {
      guard try filter.matches(row, fields, zoneName: zoneName) else { return false }
    }
    return true
  }

  /// Where a record stands in the query's order.
  func place(of row: StoredRecord, _ fields: [String: Field], zoneName: String) throws(ServiceError) -> QueryPlace {
    var keys: [OrderKey] = []
    for sort in sorts { keys.append(try sort.key(of: row, fields)) }
    return QueryPlace(keys: keys, recordName: row.recordName, zoneName: zoneName)
  }

  func isBefore(_ one: QueryPlace, _ two: QueryPlace) -> Bool {
    for (index, sort) in sorts.enumerated() where index < one.keys.count && index < two.keys.count {
      let order = one.keys[index].compare(two.keys[index])
      if order != 0 { return sort.isAscending == (order < 0) }
    }
    // Without an order of its own a query goes zone by zone; within one, names break ties.
    if sorts.isEmpty, one.zoneName != two.zoneName { return one.zoneName < two.zoneName }
    if one.recordName != two.recordName { return one.recordName < two.recordName }
    return one.zoneName < two.zoneName
  }
}

/// A place in a query's order: no two records have the same.
struct QueryPlace: Hashable {
  var keys: [OrderKey]
  var recordName: String
  var zoneName: String
}

/// What one level of an order compares.
enum OrderKey: Hashable {
  /// The record has no such field: before everything else.
  case absent
  case value(QueryValue)
  /// How far apart, as the square of a chord of the unit sphere.
  case distance(Double)

  /// Bytes of a text or of data that count for the order: a marker has to carry them.
  static let length = 1024

  func compare(_ other: OrderKey) -> Int {
    switch (self, other) {
    case (.absent, .absent): 0
    case (.absent, _): -1
    case (_, .absent): 1
    case (.value(let one), .value(let two)): one.compare(two)
    case (.distance(let one), .distance(let two)): one < two ? -1 : one > two ? 1 : 0
    case (.value, .distance): -1
    case (.distance, .value): 1
    }
  }
}

/// One level of a query's order.
struct QuerySort {
  let field: QueryField
  let isAscending: Bool
  private let origin: Place?

  init(_ sort: Sort, _ rules: NameRules) throws(ServiceError) {
    field = try QueryField(sort.fieldName, rules)
    isAscending = sort.isAscending
    origin = sort.relativeLocation.map { Place($0) }
  }

  /// - Throws: BAD_REQUEST where the record's field has no order, or is encrypted.
  func key(of row: StoredRecord, _ fields: [String: Field]) throws(ServiceError) -> OrderKey {
    guard let value = try field.value(of: row, fields) else { return .absent }
    if let origin {
      guard case .location(let location) = value else { throw refusal(value) }
      return .distance(Place(location).squaredChord(to: origin))
    }
    switch QueryValue(value) {
    case .text(let bytes): return .value(.text(Array(bytes.prefix(OrderKey.length))))
    case .data(let bytes): return .value(.data(Array(bytes.prefix(OrderKey.length))))
    case let comparable?: return .value(comparable)
    case nil: throw refusal(value)
    }
  }

  private func refusal(_ value: FieldValue) -> ServiceError {
    let how = origin == nil ? "sorted by" : "sorted by distance"
    return ServiceError(
      .badRequest, "Field '\(field.name)' has a value type of \(ValueKind(value).rawValue) and cannot be \(how)")
  }
}
