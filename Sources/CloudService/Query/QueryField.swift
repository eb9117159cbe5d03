import CloudRecord

/// What a filter or an order looks at: a field of the records, or one that every record has.
enum QueryField: Hashable {
  case system(SystemField)
  case named(String)

  /// Takes a system field by its name in schemas, and by the readable one that some clients use.
  init(_ name: String, _ rules: NameRules) throws(ServiceError) {
    if let field = SystemField(named: name) {
      self = .system(field)
    } else {
      try rules.checkIdentifier(name, "fieldName")
      self = .named(name)
    }
  }

  /// Whether a name is that of a moment that every record has.
  static func isTime(_ name: String) -> Bool {
    switch SystemField(named: name) {
    case .createTime, .modTime: true
    default: false
    }
  }

  static func encrypted(_ name: String, _ kind: FieldShape) -> ServiceError {
    ServiceError(.badRequest, "Field '\(name)' has a value type of \(kind) and cannot be queried")
  }

  var name: String {
    switch self {
    case .system(let field): field.rawValue
    case .named(let name): name
    }
  }

  /// - Throws: BAD_REQUEST for an encrypted field, which the service must not look into.
  func value(of row: StoredRecord, _ fields: [String: Field]) throws(ServiceError) -> FieldValue? {
    switch self {
    case .system(.recordName): return .string(row.recordName)
    case .system(.createTime): return .date(row.created.timestamp)
    case .system(.createdBy): return .string(row.created.userRecordName)
    case .system(.modTime): return .date(row.modified.timestamp)
    case .system(.modifiedBy): return .string(row.modified.userRecordName)
    case .system(.changeTag): return .string(CloudService.changeTag(row))
    case .system(.parent): return row.parent.map { .reference(Reference(recordName: $0, action: .none)) }
    case .system(.share): return nil
    case .named(let name):
      guard let field = fields[name] else { return nil }
      guard !field.isEncrypted else {
        throw QueryField.encrypted(name, FieldShape(field) ?? FieldShape(.string, isList: true, isEncrypted: true))
      }
      return field.value
    }
  }
}
