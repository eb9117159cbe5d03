import CloudRecord

extension Comparator {
  init(_ node: JSONNode) throws(ServiceError) {
    let name = try node.string()
    // CONTAINS_ANY is what clients of Apple's own containers send.
    guard let comparator = Comparator(rawValue: name == "CONTAINS_ANY" ? "LIST_CONTAINS_ANY" : name) else {
      throw node.failure("unknown comparator \"\(name)\"")
    }
    self = comparator
  }
}

/// The names that filters and orders have for the fields of every record.
enum SystemFieldName {
  /// The field that a filter or an order names, by `fieldName` or by `systemFieldName`.
  static func read(_ object: JSONObject) throws(ServiceError) -> String {
    if let node = object["systemFieldName"] {
      let name = try node.string()
      guard let field = field(name) ?? related(name) else { throw node.failure("unknown system field \"\(name)\"") }
      return field
    }
    let name = try object.required("fieldName").string()
    return field(name) ?? name
  }

  /// The system field for a record's parent or share. A record type may have a field `parent` or `share` of its own, so
  /// these readable names count only under `systemFieldName`.
  private static func related(_ name: String) -> String? {
    switch name {
    case "parent": SystemField.parent.rawValue
    case "share": SystemField.share.rawValue
    default: nil
    }
  }

  /// A system field by its own name or its readable one; nil for a field of the record's type.
  private static func field(_ name: String) -> String? {
    switch name {
    case "recordName", "___recordID", "___recordId": SystemField.recordName.rawValue
    case "createdTimestamp", "___createTime": SystemField.createTime.rawValue
    case "createdUserRecordName", "___createdBy": SystemField.createdBy.rawValue
    case "modifiedTimestamp", "___modTime": SystemField.modTime.rawValue
    case "modifiedUserRecordName", "___modifiedBy": SystemField.modifiedBy.rawValue
    case "recordChangeTag", "___etag": SystemField.changeTag.rawValue
    case "___parent": SystemField.parent.rawValue
    case "___share": SystemField.share.rawValue
    default: nil
    }
  }
}

extension Filter {
  init(_ node: JSONNode) throws(ServiceError) {
    let object = try node.object(expecting: "a filter")
    let comparator = try Comparator(object.required("comparator"))
    let fieldName = try SystemFieldName.read(object)
    let fieldValue = try object.required("fieldValue")
    let typed = try fieldValue.object(expecting: "an object with value and type")
    let reader = FieldReader(direction: .request)
    let type = try reader.type(of: typed)
    if comparator == .in || comparator == .notIn, let type, !type.isList {
      throw fieldValue.failure(
        "BadRequestException: Unexpected input: \(comparator.rawValue) needs a list with its type")
    }
    _ = try object["distance"]?.double()
    self.init(
      fieldName, comparator, try reader.value(typed.required("value"), type),
      isTyped: type.map { $0.base != .unknown } ?? false)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("comparator", comparator.rawValue)
      json.member("fieldName", fieldName)
      json.key("fieldValue")
      FieldWriter.request.write(typed: value, to: &json)
    }
  }
}

extension Sort {
  init(_ node: JSONNode) throws(ServiceError) {
    let object = try node.object(expecting: "an order")
    var relativeLocation: Location?
    if let given = object["relativeLocation"] {
      // Bare, or in a field dictionary as other values are.
      let wrapped = try given.object(expecting: "LOCATION")["value"]
      relativeLocation = try Location(wrapped ?? given)
    }
    self.init(
      try SystemFieldName.read(object), isAscending: try object["ascending"]?.bool() ?? true,
      relativeLocation: relativeLocation)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("fieldName", fieldName)
      json.member("ascending", isAscending)
      if let relativeLocation {
        json.key("relativeLocation")
        relativeLocation.write(to: &json)
      }
    }
  }
}

extension Query {
  init(_ node: JSONNode) throws(ServiceError) {
    let object = try node.object(expecting: "a query")
    self.init(
      recordType: try object.required("recordType").string(),
      filters: try object["filterBy"]?.array { node throws(ServiceError) in try Filter(node) } ?? [],
      sorts: try object["sortBy"]?.array { node throws(ServiceError) in try Sort(node) } ?? [])
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("recordType", recordType)
      if !filters.isEmpty {
        json.array("filterBy", filters) { filter, json in filter.write(to: &json) }
      }
      if !sorts.isEmpty {
        json.array("sortBy", sorts) { sort, json in sort.write(to: &json) }
      }
    }
  }
}
