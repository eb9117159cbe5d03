import CloudRecord

/// Operations and outcomes in few words.
extension RecordOperation {
  static func create(_ name: String, type: String = "Entry", _ fields: [String: FieldValue] = [:]) -> RecordOperation {
    RecordOperation(.create, recordName: name, recordType: type, fields: fields.mapValues { Field($0) })
  }

  static func child(_ name: String, of parent: String, _ fields: [String: FieldValue] = [:]) -> RecordOperation {
    RecordOperation(
      .create, recordName: name, recordType: "Image", fields: fields.mapValues { Field($0) }, parent: parent)
  }

  static func update(
    _ name: String, tag: String?, _ fields: [String: FieldValue] = [:], removing removed: [String] = []
  ) -> RecordOperation {
    var named: [String: Field?] = fields.mapValues { Field($0) }
    for name in removed { named.updateValue(nil, forKey: name) }
    return RecordOperation(.update, recordName: name, recordChangeTag: tag, fields: named)
  }

  static func force(_ name: String, type: String = "Entry", _ fields: [String: FieldValue] = [:]) -> RecordOperation {
    RecordOperation(.forceUpdate, recordName: name, recordType: type, fields: fields.mapValues { Field($0) })
  }

  static func delete(_ name: String, tag: String? = nil) -> RecordOperation {
    RecordOperation(.delete, recordName: name, recordChangeTag: tag)
  }
}

extension RecordOutcome {
  var record: Record? {
    if case .saved(let record) = self { record } else { nil }
  }

  var error: ServiceError? {
    if case .failed(_, let error) = self { error } else { nil }
  }

  var isDeleted: Bool {
    if case .deleted = self { true } else { false }
  }
}

extension RecordChange {
  var recordName: String {
    switch self {
    case .changed(let record): record.recordName
    case .deleted(let recordName, _): recordName
    }
  }

  var isDeleted: Bool {
    if case .deleted = self { true } else { false }
  }
}

extension FieldValue {
  static func reference(_ name: String, _ action: Reference.Action) -> FieldValue {
    .reference(Reference(recordName: name, action: action))
  }
}

extension ZoneOutcome {
  var zone: Zone? {
    if case .zone(let zone) = self { zone } else { nil }
  }

  var error: ServiceError? {
    if case .failed(_, let error) = self { error } else { nil }
  }
}

/// The refusal that `body` ends in; nil where it ends well.
func refusal(_ body: () throws -> Void) throws -> ServiceError? {
  do {
    try body()
    return nil
  } catch let error as ServiceError {
    return error
  }
}
