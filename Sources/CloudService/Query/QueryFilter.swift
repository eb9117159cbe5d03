import CloudRecord

/// One condition, checked once and then asked of every record.
///
/// A record without the field answers no to every comparator, and so yes to those that negate.
struct QueryFilter {
  let field: QueryField
  private let test: Test
  private let isNegated: Bool
  /// What the client compares with, by its name on the wire, for reasons.
  private let kind: ValueKind

  private enum Test {
    case order(QueryValue, @Sendable (Int) -> Bool)
    case oneOf(Set<QueryValue>, rank: UInt8?)
    case begins([UInt8])
    case tokens([[UInt8]], all: Bool)
    case listHas(Set<QueryValue>, rank: UInt8?, all: Bool)
    case listBegins([UInt8])
  }

  init(_ filter: Filter, _ rules: NameRules) throws(ServiceError) {
    field = try QueryField(filter.fieldName, rules)
    kind = ValueKind(filter.value)
    let operand = Operand(filter: filter, field: field, limits: rules.limits)
    isNegated = filter.comparator.isNegation
    switch filter.comparator {
    case .equals, .notEquals:
      let value = try operand.scalar()
      test = .oneOf([value], rank: value.rank)
    case .lessThan: test = .order(try operand.ordered(), { $0 < 0 })
    case .lessThanOrEquals: test = .order(try operand.ordered(), { $0 <= 0 })
    case .greaterThan: test = .order(try operand.ordered(), { $0 > 0 })
    case .greaterThanOrEquals: test = .order(try operand.ordered(), { $0 >= 0 })
    case .in, .notIn:
      let values = try operand.list()
      test = .oneOf(Set(values), rank: values.first?.rank)
    case .beginsWith, .notBeginsWith: test = .begins(try operand.text())
    case .containsAllTokens, .containsAnyTokens:
      let tokens = TextTokens.split(String(decoding: try operand.text(), as: UTF8.self))
      test = .tokens(tokens, all: filter.comparator == .containsAllTokens)
    case .listContains, .notListContains:
      let value = try operand.scalar()
      test = .listHas([value], rank: value.rank, all: true)
    case .listContainsAny, .notListContainsAny, .listContainsAll, .notListContainsAll:
      let values = try operand.list()
      let all = filter.comparator == .listContainsAll || filter.comparator == .notListContainsAll
      test = .listHas(Set(values), rank: values.first?.rank, all: all)
    case .listMemberBeginsWith, .notListMemberBeginsWith: test = .listBegins(try operand.text())
    case .near:
      throw operand.refusal("NEAR is not offered by this service yet")
    }
  }

  /// - Throws: BAD_REQUEST where the record's field has another type than the filter, or is encrypted.
  func matches(_ row: StoredRecord, _ fields: [String: Field], zoneName: String) throws(ServiceError) -> Bool {
    guard let value = try field.value(of: row, fields) else { return isNegated }
    return try holds(value, zoneName) != isNegated
  }

  private func holds(_ value: FieldValue, _ zoneName: String) throws(ServiceError) -> Bool {
    switch test {
    case .order(let operand, let accepts):
      return accepts(try scalar(value, rank: operand.rank, zoneName).compare(operand))
    case .oneOf(let operands, let rank):
      return QueryFilter.contains(operands, try scalar(value, rank: rank, zoneName), zoneName)
    case .begins(let prefix):
      guard case .string(let text) = value else { throw mismatch(value) }
      return text.utf8.starts(with: prefix)
    case .tokens(let wanted, let all):
      let present = Set(try TextTokens.split(texts(value).joined(separator: " ")))
      return all ? wanted.allSatisfy(present.contains) : wanted.contains(where: present.contains)
    case .listHas(let operands, let rank, let all):
      var members: Set<QueryValue> = []
      for member in try list(value) { members.insert(try scalar(member, rank: rank, zoneName)) }
      let wanted = operands.map { $0.resolved(in: zoneName) }
      return all
        ? wanted.allSatisfy { QueryFilter.contains(members, $0, zoneName) }
        : wanted.contains { QueryFilter.contains(members, $0, zoneName) }
    case .listBegins(let prefix):
      let members = try list(value).isEmpty ? [] : texts(value)
      return members.contains { $0.utf8.starts(with: prefix) }
    }
  }

  private func scalar(_ value: FieldValue, rank: UInt8?, _ zoneName: String) throws(ServiceError) -> QueryValue {
    guard let found = QueryValue(value), rank == nil || found.rank == rank else { throw mismatch(value) }
    return found.resolved(in: zoneName)
  }

  private func list(_ value: FieldValue) throws(ServiceError) -> [FieldValue] {
    guard case .list(let members) = value else { throw mismatch(value) }
    return members
  }

  private func texts(_ value: FieldValue) throws(ServiceError) -> [String] {
    switch value {
    case .string(let text): return [text]
    case .list(let members):
      var texts: [String] = []
      for member in members {
        guard case .string(let text) = member else { throw mismatch(value) }
        texts.append(text)
      }
      return texts
    default: throw mismatch(value)
    }
  }

  /// Whether a set has a value, an integer being the same as the double that is its equal.
  private static func contains(_ values: Set<QueryValue>, _ value: QueryValue, _ zoneName: String) -> Bool {
    if values.contains(value) { return true }
    switch value {
    case .integer(let number):
      return values.contains(.double(Double(number))) && QueryValue.double(Double(number)).compare(value) == 0
    case .double(let number):
      return Int64(exactly: number).map { values.contains(.integer($0)) } ?? false
    case .reference(let name, let zone):
      return zone == zoneName && values.contains(.reference(name: name, zone: nil))
    case .date, .text, .data:
      return false
    }
  }

  private func mismatch(_ value: FieldValue) -> ServiceError {
    ServiceError(
      .badRequest,
      "Field '\(field.name)' has a value type of \(ValueKind(value).rawValue) and cannot be queried using filter value type \(kind.rawValue)"
    )
  }
}

/// What a filter compares with, in the shape that its comparator needs.
private struct Operand {
  let filter: Filter
  let field: QueryField
  let limits: ServiceLimits

  func refusal(_ reason: String) -> ServiceError {
    ServiceError(.badRequest, "The filter on '\(NameRules.shown(filter.fieldName))': \(reason)")
  }

  func scalar() throws(ServiceError) -> QueryValue { try scalar(filter.value) }

  private func scalar(_ value: FieldValue) throws(ServiceError) -> QueryValue {
    guard let operand = QueryValue(value) else {
      throw refusal("\(filter.comparator.rawValue) cannot compare with a value of type \(ValueKind(value).rawValue)")
    }
    guard case .system(let system) = field else { return operand }
    switch (system, operand) {
    case (.createTime, .date), (.modTime, .date): return operand
    case (.recordName, .text), (.createdBy, .text), (.modifiedBy, .text), (.changeTag, .text): return operand
    // Apple's clients compare names of records and users with references to them.
    case (.recordName, .reference(let name, _)), (.createdBy, .reference(let name, _)),
      (.modifiedBy, .reference(let name, _)):
      return .text(Array(name.utf8))
    case (.parent, .reference), (.share, .reference): return operand
    case (.parent, .text(let name)), (.share, .text(let name)):
      return .reference(name: String(decoding: name, as: UTF8.self), zone: nil)
    default: throw refusal("a value of type \(ValueKind(value).rawValue) is not the field's")
    }
  }

  func ordered() throws(ServiceError) -> QueryValue {
    let value = try scalar()
    switch value {
    case .integer, .double, .date, .text: return value
    case .data, .reference:
      throw refusal("\(filter.comparator.rawValue) needs a number, a text or a time")
    }
  }

  func text() throws(ServiceError) -> [UInt8] {
    guard case .text(let bytes) = try scalar() else { throw refusal("\(filter.comparator.rawValue) needs a text") }
    return bytes
  }

  func list() throws(ServiceError) -> [QueryValue] {
    guard case .list(let members) = filter.value else { throw refusal("\(filter.comparator.rawValue) needs a list") }
    guard members.count <= limits.valuesPerFilter else {
      throw refusal("a list has at most \(limits.valuesPerFilter) members here")
    }
    var values: [QueryValue] = []
    for member in members {
      let value = try scalar(member)
      guard values.first.map({ $0.rank == value.rank }) ?? true else {
        throw refusal("the members of the list are not all of one type")
      }
      values.append(value)
    }
    return values
  }
}

extension Comparator {
  /// Whether it holds where its counterpart without NOT does not.
  fileprivate var isNegation: Bool { rawValue.hasPrefix("NOT_") }
}
