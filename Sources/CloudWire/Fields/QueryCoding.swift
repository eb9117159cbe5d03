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

extension SystemField {
  /// The field that a filter or an order names, by `fieldName` or by `systemFieldName`.
  ///
  /// `parent` and `share` alone mean those of the record under `systemFieldName` only.
  static func name(in object: JSONObject) throws(ServiceError) -> String {
    guard let node = object["systemFieldName"] else {
      let name = try object.required("fieldName").string()
      return SystemField(named: name)?.rawValue ?? name
    }
    let name = try node.string()
    switch name {
    case "parent": return SystemField.parent.rawValue
    case "share": return SystemField.share.rawValue
    default:
      guard let field = SystemField(named: name) else { throw node.failure("unknown system field \"\(name)\"") }
      return field.rawValue
    }
  }
}

extension Filter {
  init(_ node: JSONNode) throws(ServiceError) {
    let object = try node.object(expecting: "a filter")
    let comparator = try Comparator(object.required("comparator"))
    let fieldName = try SystemField.name(in: object)
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
      isTyped: type?.kind != nil)
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
      try SystemField.name(in: object), isAscending: try object["ascending"]?.bool() ?? true,
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
      filters: try object["filterBy"]?.array(Filter.init) ?? [],
      sorts: try object["sortBy"]?.array(Sort.init) ?? [])
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
