package import CloudRecord

/// Reads the requests of clients, operation by operation.
///
/// One reader holds one body. Unknown keys are ignored, a member that is null counts as absent, and every refusal is
/// BAD_REQUEST with the path of the wrong value.
package struct RequestReader: Sendable {
  /// The body as a whole, for operations that have no method here.
  package let root: JSONObject

  /// Opens a body; an empty one is an empty object.
  ///
  /// - Throws: BAD_REQUEST for anything but a JSON object within the limits.
  package init(_ body: [UInt8], limits: JSONLimits = .request) throws(ServiceError) {
    root = try JSONDocument(body, limits: limits).root.object()
  }

  /// Reads how the client wants the answer; `numbersAsStrings` may also be spelled `numberAsStrings`.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func format() throws(ServiceError) -> ReplyFormat { try Self.format(of: root, default: false) }

  static func format(of object: JSONObject, default inherited: Bool) throws(ServiceError) -> ReplyFormat {
    let wish = object["numbersAsStrings"] ?? object["numberAsStrings"]
    return ReplyFormat(numbersAsStrings: try wish?.bool() ?? inherited)
  }

  // MARK: Records

  /// Reads `records/modify`. Without `atomic`, a request is atomic if it names a custom zone.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func modify() throws(ServiceError) -> ModifyRequest {
    let zoneID = try zoneID()
    let operations = try root.required("operations").array(RecordOperation.init)
    return ModifyRequest(
      operations: operations, zoneID: zoneID,
      isAtomic: try root["atomic"]?.bool() ?? (zoneID?.isDefault == false), desiredKeys: try desiredKeys(),
      wantsSyncToken: try wantsSyncToken())
  }

  /// Reads `records/lookup`; a name may stand alone or in a dictionary.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func lookup() throws(ServiceError) -> LookupRequest {
    let items = try root.required("records").array { node throws(ServiceError) in
      guard node.kind != .string else { return LookupRequest.Item(recordName: try node.string()) }
      let object = try node.object(expecting: "an object with recordName")
      return LookupRequest.Item(
        recordName: try object.required("recordName").string(), desiredKeys: try object["desiredKeys"]?.strings())
    }
    return LookupRequest(
      items: items, zoneID: try zoneID(), desiredKeys: try desiredKeys(), wantsSyncToken: try wantsSyncToken())
  }

  /// Reads `records/query`.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func query() throws(ServiceError) -> QueryRequest {
    let marker = try root["continuationMarker"]?.string()
    return QueryRequest(
      query: try Query(root.required("query")), zoneID: try zoneID(),
      isZoneWide: try root["zoneWide"]?.bool() ?? false, resultsLimit: try Self.resultsLimit(of: root),
      continuationMarker: marker == "" ? nil : marker, desiredKeys: try desiredKeys(),
      wantsSyncToken: try wantsSyncToken())
  }

  // MARK: Changes

  /// Reads `changes/zone`; a zone's own keys win over those of the body. There is one format for each zone.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func zoneChanges() throws(ServiceError) -> (requests: [ZoneChangesRequest], formats: [ReplyFormat]) {
    var common = ZoneChangesRequest(zoneID: .default)
    try Self.read(root, into: &common)
    let inherited = try format()
    var formats: [ReplyFormat] = []
    let requests = try root.required("zones").array { node throws(ServiceError) in
      let object = try node.object(expecting: "an object with zoneID")
      var request = common
      request.zoneID = try ZoneID(object.required("zoneID"))
      request.syncToken = try ChangeToken.read(object["syncToken"])
      try Self.read(object, into: &request)
      formats.append(try Self.format(of: object, default: inherited.numbersAsStrings))
      return request
    }
    return (requests, formats)
  }

  /// Reads `records/changes`; without a zone it names the default one, which the service refuses.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func recordChanges() throws(ServiceError) -> ZoneChangesRequest {
    var request = ZoneChangesRequest(
      zoneID: try zoneID() ?? .default, syncToken: try ChangeToken.read(root["syncToken"]))
    try Self.read(root, into: &request)
    return request
  }

  /// Reads `changes/database`.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func databaseChanges() throws(ServiceError) -> DatabaseChangesRequest {
    DatabaseChangesRequest(
      syncToken: try ChangeToken.read(root["syncToken"]), resultsLimit: try Self.resultsLimit(of: root))
  }

  /// Reads `zones/changes`; its token is `metaSyncToken`, and `syncToken` is ignored, as by Apple's service.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func zonesChanges() throws(ServiceError) -> DatabaseChangesRequest {
    DatabaseChangesRequest(
      syncToken: try ChangeToken.read(root["metaSyncToken"]), resultsLimit: try Self.resultsLimit(of: root))
  }

  /// Reads those keys that a zone's dictionary and the body have in common; absent ones change nothing.
  private static func read(_ object: JSONObject, into request: inout ZoneChangesRequest) throws(ServiceError) {
    if let limit = try resultsLimit(of: object) { request.resultsLimit = limit }
    if let keys = try object["desiredKeys"]?.strings() { request.desiredKeys = keys }
    if let types = try object["desiredRecordTypes"]?.strings() { request.desiredRecordTypes = types }
    if let isReverse = try object["reverse"]?.bool() { request.isReverse = isReverse }
  }

  // MARK: Common keys

  func zoneID() throws(ServiceError) -> ZoneID? { try root["zoneID"].map(ZoneID.init) }

  private func desiredKeys() throws(ServiceError) -> [String]? { try root["desiredKeys"]?.strings() }

  private func wantsSyncToken() throws(ServiceError) -> Bool { try root["getCurrentSyncToken"]?.bool() ?? false }

  private static func resultsLimit(of object: JSONObject) throws(ServiceError) -> Int? {
    guard let node = object["resultsLimit"] else { return nil }
    let limit = try node.int64()
    guard limit > 0 else { throw node.failure("out of range: at least 1") }
    // More than a page holds is a page: how much that is, the service knows.
    return Int(min(limit, Int64(Int32.max)))
  }
}

extension RecordOperation {
  init(_ node: JSONNode) throws(ServiceError) {
    let object = try node.object(expecting: "an operation")
    let type = try object.required("operationType")
    let name = try type.string()
    guard let kind = Kind(rawValue: name) else { throw type.failure("unknown operationType \"\(name)\"") }
    let record = try object.required("record").object(expecting: "a record")
    self.init(
      kind, recordName: try record["recordName"]?.string(), recordType: try record["recordType"]?.string(),
      recordChangeTag: try record["recordChangeTag"]?.string(), desiredKeys: try object["desiredKeys"]?.strings())
    if let parent = record.member("parent") {
      parentEdit = parent.isNull ? .cleared : .set(try parent.object().required("recordName").string())
    }
    createsShortGUID = try record["createShortGUID"]?.bool() ?? false
    // Records of other types may come back with keys that the service has added.
    if recordType.map({ $0.lowercased() == "cloudkit.share" }) ?? true { sharing = try ShareEdit(record) }
    guard let node = record["fields"] else { return }
    let reader = FieldReader(direction: .request)
    var fields: [String: Field?] = [:]
    var untyped: Set<String> = []
    let members = try node.object()
    fields.reserveCapacity(members.count)
    try members.forEach { name, value throws(ServiceError) in
      let reading = try reader.reading(value)
      // Names that differ in their bytes only, not in what they spell, are one name to a dictionary.
      guard fields.updateValue(reading?.field, forKey: name) == nil else {
        throw value.failure("the key is given twice")
      }
      if reading?.isTyped == false { untyped.insert(name) }
    }
    self.fields = fields
    untypedFields = untyped
  }
}
