import CloudRecord

/// What a record's fields may be.
struct FieldRules {
  let names: NameRules
  let zone: StoredZone

  /// Checks the fields that an operation names.
  ///
  /// - Parameter isShare: Whether they are a share's, whose names may have points.
  /// - Throws: BAD_REQUEST, naming the field.
  func check(_ fields: [String: Field?], isShare: Bool = false) throws(ServiceError) {
    // Of several that are wrong, the first by name is told, whatever the dictionary's order.
    var wrong: (name: String, error: ServiceError)?
    for (name, field) in fields {
      do throws(ServiceError) {
        if isShare { try names.checkShareField(name) } else { try names.checkIdentifier(name, "The field name") }
        if let field { try check(field, name) }
      } catch {
        if wrong.map({ name < $0.name }) ?? true { wrong = (name, error) }
      }
    }
    if let wrong { throw wrong.error }
  }

  private func check(_ field: Field, _ name: String) throws(ServiceError) {
    switch field.value {
    case .list(let members):
      let kind = members.first.map(ValueKind.init)
      for member in members {
        guard ValueKind(member) == kind else { throw refusal(name, "its members are not all of one type") }
        guard kind != .list else { throw refusal(name, "a list cannot hold lists") }
        try checkScalar(member, name)
      }
      if field.isEncrypted, let kind { try checkEncryption(of: kind, name) }
    default:
      try checkScalar(field.value, name)
      if field.isEncrypted { try checkEncryption(of: ValueKind(field.value), name) }
    }
  }

  private func checkEncryption(of kind: ValueKind, _ name: String) throws(ServiceError) {
    guard kind != .reference, kind != .asset else {
      throw refusal(name, "a value of type \(kind.rawValue) cannot be encrypted")
    }
  }

  private func checkScalar(_ value: FieldValue, _ name: String) throws(ServiceError) {
    switch value {
    case .double(let number):
      guard number.isFinite else { throw refusal(name, "a number must be finite") }
    case .reference(let reference):
      try check(reference, name)
    case .location(let location):
      try check(location, name)
    case .asset(let asset):
      guard !asset.fileChecksum.isEmpty else { throw refusal(name, "the file has no fileChecksum") }
    case .string, .int64, .date, .bytes, .list: break
    }
  }

  private func check(_ reference: Reference, _ name: String) throws(ServiceError) {
    try names.check(reference.recordName, "The recordName in the reference of the field '\(name)'")
    guard let target = reference.zoneID else { return }
    if !target.isDefault { try names.check(target.zoneName, "The zoneName in the reference of the field '\(name)'") }
    guard reference.action == .none || target.zoneName == zone.name else {
      throw refusal(name, "a reference with an action must stay within its zone")
    }
  }

  private func check(_ location: Location, _ name: String) throws(ServiceError) {
    guard (-90...90).contains(location.latitude), (-180...180).contains(location.longitude) else {
      throw refusal(name, "latitude must be -90 to 90 and longitude -180 to 180")
    }
    let measures = [
      location.altitude, location.horizontalAccuracy, location.verticalAccuracy, location.course, location.speed,
    ]
    guard measures.allSatisfy({ $0?.isFinite ?? true }) else { throw refusal(name, "a number must be finite") }
  }

  private func refusal(_ name: String, _ reason: String) -> ServiceError {
    ServiceError(.badRequest, "The field '\(name)': \(reason)")
  }

  // MARK: What fields bind

  /// The references of a record that bind their targets, each once, by target.
  ///
  /// A parent is bound as by VALIDATE: it has to be there when its child is saved, and goes only together with it.
  static func bindings(_ fields: [String: Field], parent: String?) -> [StoredReference] {
    var found: Set<StoredReference> = []
    if let parent { found.insert(StoredReference(target: parent, action: .validate)) }
    forEachScalar(fields) { value in
      if case .reference(let reference) = value, reference.action != .none {
        found.insert(StoredReference(target: reference.recordName, action: reference.action))
      }
    }
    guard found.count > 1 else { return Array(found) }
    return found.sorted { ($0.target, $0.action.rawValue) < ($1.target, $1.action.rawValue) }
  }

  /// The files among fields, each once, by checksum.
  static func fileChecksums(_ fields: [String: Field]) -> [String] {
    var found: Set<String> = []
    forEachScalar(fields) { value in
      if case .asset(let asset) = value { found.insert(asset.fileChecksum) }
    }
    return found.count > 1 ? found.sorted() : Array(found)
  }

  /// Visits every value that is no list, and the members of those that are; in no particular order.
  private static func forEachScalar(_ fields: [String: Field], _ body: (FieldValue) -> Void) {
    for field in fields.values { forEachScalar(field, body) }
  }

  static func forEachScalar(_ field: Field, _ body: (FieldValue) -> Void) {
    if case .list(let members) = field.value { members.forEach(body) } else { body(field.value) }
  }
}
