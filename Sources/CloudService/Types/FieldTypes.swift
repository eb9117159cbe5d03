import CloudRecord

/// The types of a database's fields as one request learns of them: a schema's, and those that were kept of what came first.
///
/// What the request itself is the first to write is kept with it, or not at all.
struct FieldTypes {
  let schema: ContainerSchema?
  /// 0 where nothing was ever written.
  let database: Int64
  let limits: ServiceLimits
  private var known: [String: [String: FieldType]] = [:]
  private var learnt: [String: [String: FieldShape]] = [:]

  init(schema: ContainerSchema?, database: Int64, limits: ServiceLimits) {
    (self.schema, self.database, self.limits) = (schema, database, limits)
  }

  private mutating func type(
    of field: String, in recordType: String, _ transaction: any CloudTransaction
  ) throws -> FieldType? {
    if let kind = schema?.recordTypes[recordType]?[field] { return .kept(kind) }
    if recordType == ShareRules.recordType { return ShareRules.fields[field].map { .kept($0) } ?? .free }
    if let all = known[recordType] { return all[field] }
    let all = try database == 0 ? [:] : transaction.fieldTypes(of: recordType, in: database)
    known[recordType] = all
    return all[field]
  }

  // MARK: Writing

  /// The fields that an operation names, each in the type that its field has.
  ///
  /// - Throws: BAD_REQUEST, naming the type that was given and the one that the field has.
  mutating func read(
    _ operation: RecordOperation, _ recordType: String, _ transaction: any CloudTransaction
  ) throws -> [String: Field?] {
    var fields = operation.fields
    for (name, field) in operation.fields.sorted(by: { $0.key < $1.key }) {
      guard let field, case .kept(let kind)? = try type(of: name, in: recordType, transaction) else { continue }
      if operation.untypedFields.contains(name) {
        guard let read = kind.reading(field.value) else {
          throw refusal(name, recordType: recordType, field: field, kind: kind)
        }
        fields[name] = read
      } else if let given = FieldShape(field) {
        guard given == kind else { throw refusal(name, recordType: recordType, field: field, kind: kind) }
      } else if !kind.isList || field.isEncrypted != kind.isEncrypted {
        throw refusal(name, recordType: recordType, field: field, kind: kind)
      }
    }
    return fields
  }

  private func refusal(_ name: String, recordType: String, field: Field, kind: FieldShape) -> ServiceError {
    let given = FieldShape(field)?.description ?? "LIST"
    return ServiceError(
      .badRequest,
      "invalid attempt to set value type \(given) for field '\(NameRules.shown(name))' for type "
        + "'\(NameRules.shown(recordType))', defined to be: \(kind)")
  }

  /// Takes the types of what has been saved for those of its fields, where nothing was known of them.
  mutating func learn(
    _ fields: [String: Field?], _ recordType: String, _ transaction: any CloudTransaction
  ) throws {
    for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
      guard let field, let kind = FieldShape(field), try type(of: name, in: recordType, transaction) == nil,
        known[recordType, default: [:]].count < limits.keptFieldsPerType
      else { continue }
      known[recordType, default: [:]][name] = .kept(kind)
      learnt[recordType, default: [:]][name] = kind
    }
  }

  /// Writes down what was learnt.
  func write(_ transaction: any CloudTransaction) throws {
    guard !learnt.isEmpty, try transaction.fieldTypeCount(in: database) < limits.keptFieldsPerDatabase else { return }
    for (recordType, kinds) in learnt.sorted(by: { $0.key < $1.key }) {
      try transaction.keep(kinds, of: recordType, in: database)
    }
  }

  // MARK: Queries

  /// A query with what it compares with in the types of the fields.
  ///
  /// - Throws: BAD_REQUEST for a filter of another type than its field, and for an order that the type does not have.
  mutating func read(_ query: Query, _ transaction: any CloudTransaction) throws -> Query {
    var query = query
    for index in query.filters.indices {
      query.filters[index] = try read(query.filters[index], query.recordType, transaction)
    }
    for sort in query.sorts { try check(sort, recordType: query.recordType, transaction: transaction) }
    return query
  }

  /// The same for a query that was taken when less was known: what does not fit is left as it is, and matches nothing.
  mutating func readLeniently(_ query: Query, _ transaction: any CloudTransaction) throws -> Query {
    var query = query
    for index in query.filters.indices {
      var filter = query.filters[index]
      filter.isTyped = false
      do { query.filters[index] = try read(filter, query.recordType, transaction) } catch is ServiceError { continue }
    }
    return query
  }

  private mutating func read(
    _ filter: Filter, _ recordType: String, _ transaction: any CloudTransaction
  ) throws -> Filter {
    var filter = filter
    if QueryField.isTime(filter.fieldName) {
      if !filter.isTyped, let value = converted(filter.value, FieldShape(.date)) { filter.value = value }
      return filter
    }
    guard case .kept(let kind)? = try type(of: filter.fieldName, in: recordType, transaction) else { return filter }
    guard !kind.isEncrypted else { throw QueryField.encrypted(filter.fieldName, kind) }
    guard !filter.isTyped else {
      try checkType(filter, kind)
      return filter
    }
    guard let value = converted(filter.value, kind) else { throw mismatch(filter, kind) }
    filter.value = value
    return filter
  }

  /// What a filter compares with: a value, or a list of them, each as a member of the field.
  private func converted(_ value: FieldValue, _ kind: FieldShape) -> FieldValue? {
    guard case .list(let members) = value else { return kind.scalar(value) }
    let read = members.compactMap { kind.scalar($0) }
    return read.count == members.count ? .list(read) : nil
  }

  private func checkType(_ filter: Filter, _ kind: FieldShape) throws {
    let samples = if case .list(let members) = filter.value { members } else { [filter.value] }
    for sample in samples where !kind.isComparable(with: ValueKind(sample)) { throw mismatch(filter, kind) }
  }

  private func mismatch(_ filter: Filter, _ kind: FieldShape) -> ServiceError {
    let given = FieldShape(Field(filter.value))?.description ?? "LIST"
    return ServiceError(
      .badRequest,
      "Field '\(NameRules.shown(filter.fieldName))' has a value type of \(kind) and cannot be queried using filter value "
        + "type \(given)")
  }

  private mutating func check(_ sort: Sort, recordType: String, transaction: any CloudTransaction) throws {
    guard case .kept(let kind)? = try type(of: sort.fieldName, in: recordType, transaction) else { return }
    guard !kind.isEncrypted else { throw QueryField.encrypted(sort.fieldName, kind) }
    let isPossible = sort.relativeLocation == nil ? kind.hasOrder : kind == FieldShape(.location)
    guard isPossible else {
      let how = sort.relativeLocation == nil ? "sorted by" : "sorted by distance"
      throw ServiceError(
        .badRequest, "Field '\(NameRules.shown(sort.fieldName))' has a value type of \(kind) and cannot be \(how)")
    }
  }
}

extension FieldShape {
  /// Whether a query can compare its values, or members, with one of this type: numbers with numbers, else the same.
  fileprivate func isComparable(with other: ValueKind) -> Bool {
    let numbers: Set<ValueKind> = [.int64, .double]
    return base == other || numbers.contains(base) && numbers.contains(other)
  }

  fileprivate var hasOrder: Bool { !isList && base != .asset && base != .location }
}
