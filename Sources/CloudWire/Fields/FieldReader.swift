import CloudRecord

/// Which way a text goes: this decides which forms are accepted, and which parts of a value count.
enum WireDirection { case request, answer }

/// Reads the values of fields.
struct FieldReader {
  var direction: WireDirection

  /// A field dictionary `{value, type?, isEncrypted?}`; nil for one whose value is null, which removes the field in a
  /// request and says in an answer that there is none.
  ///
  /// A dictionary without a value counts as null if it is empty or typed: some clients leave every null out of what
  /// they send.
  func field(_ node: JSONNode) throws(ServiceError) -> Field? { try reading(node)?.field }

  /// Reads a field as ``field(_:)`` does, and tells whether its type was given.
  func reading(_ node: JSONNode) throws(ServiceError) -> (field: Field, isTyped: Bool)? {
    let object = try node.object(expecting: "an object with value and type")
    guard let value = object.member("value") else {
      guard direction == .answer || object["type"] != nil || object.count == 0 else { throw object.missing("value") }
      return nil
    }
    guard !value.isNull else { return nil }
    let type = try type(of: object)
    let isEncrypted = try object["isEncrypted"]?.bool() ?? false
    let field = Field(try self.value(value, type), isEncrypted: isEncrypted || type?.isEncrypted == true)
    return (field, type?.kind != nil)
  }

  /// nil where no type is given, or in an answer one that is newer than this program: the value itself has to tell.
  func type(of object: JSONObject) throws(ServiceError) -> WireFieldType? {
    guard let node = object["type"] else { return nil }
    let tag = try node.string()
    if let type = WireFieldType(tag: tag) { return type }
    guard direction == .answer else { throw node.failure("unknown type \"\(tag)\"") }
    return nil
  }

  func value(_ node: JSONNode, _ type: WireFieldType?) throws(ServiceError) -> FieldValue {
    let isList = type?.isList ?? (node.kind == .array)
    guard isList else { return try scalar(node, type?.kind) }
    guard let members = node.members else {
      throw node.failure(type.map { "expected \($0.kind?.rawValue ?? "STRING")_LIST" } ?? "expected a list")
    }
    let kind = if let known = type?.kind { known } else { try inferredKind(of: members) }
    var values: [FieldValue] = []
    values.reserveCapacity(members.count)
    for member in members { values.append(try scalar(member, kind)) }
    return .list(values)
  }

  private func scalar(_ node: JSONNode, _ kind: ValueKind?) throws(ServiceError) -> FieldValue {
    switch kind {
    case .string: return .string(try node.string(expecting: "STRING"))
    case .int64: return .int64(try node.int64(expecting: "INT64"))
    case .double: return .double(try node.double(expecting: "DOUBLE"))
    case .date: return .date(try timestamp(node))
    case .bytes: return .bytes(try bytes(node))
    case .reference:
      guard node.kind == .object else { throw node.failure("could not decode reference object") }
      return .reference(try Reference(node))
    case .asset: return .asset(try asset(node))
    case .location: return .location(try Location(node))
    case nil, .list: return try scalar(node, try inferredKind(node))
    }
  }

  private func timestamp(_ node: JSONNode) throws(ServiceError) -> Int64 {
    // Every number may be in quotes; a date in words is none.
    guard let milliseconds = try node.wholeNumber(orIn: .string, "TIMESTAMP") else {
      throw node.failure("Invalid value, expected type TIMESTAMP")
    }
    return milliseconds
  }

  private func bytes(_ node: JSONNode) throws(ServiceError) -> [UInt8] {
    guard node.kind == .string, let data = node.base64() else { throw node.failure("expected BYTES in base64") }
    return data
  }

  private func asset(_ node: JSONNode) throws(ServiceError) -> Asset {
    var asset = try Asset(node)
    // The address comes from the service alone; a client cannot set it.
    if direction == .request { asset.downloadURL = nil }
    return asset
  }

  // MARK: Without a type

  /// The type that a value without one is read as.
  private func inferredKind(_ node: JSONNode) throws(ServiceError) -> ValueKind {
    switch node.kind {
    case .string: return .string
    case .integer: return .int64
    case .real: return .double
    case .object:
      let object = try node.object()
      if object["recordName"] != nil { return .reference }
      if object["latitude"] != nil { return .location }
      if object["fileChecksum"] != nil || object["receipt"] != nil { return .asset }
      throw node.failure("expected a reference, a location or an asset")
    case .bool: throw node.failure("there is no Boolean type: expected 0 or 1")
    case .array: throw node.failure("a list within a list")
    case .null: throw node.failure("null within a list")
    }
  }

  /// One type for all members: whole numbers and others together are DOUBLE, everything else has to agree.
  private func inferredKind(of members: [JSONNode]) throws(ServiceError) -> ValueKind {
    guard let first = members.first else { return .string }
    var kind = try inferredKind(first)
    for member in members.dropFirst() {
      let other = try inferredKind(member)
      if other == kind { continue }
      guard [kind, other].allSatisfy({ $0 == .int64 || $0 == .double }) else {
        throw member.failure("expected \(kind.rawValue), as the members before it")
      }
      kind = .double
    }
    return kind
  }
}
