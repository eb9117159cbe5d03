import CloudRecord

/// One item of an answer's `records`.
enum RecordItem {
  case record(Record)
  case tombstone(recordName: String, zoneID: ZoneID)
  case failure(recordName: String?, ServiceError)

  /// Reads an item; one that does not say in which zone it is, is in `zoneID`.
  init(_ node: JSONNode, zoneID: ZoneID) throws(ServiceError) {
    let object = try node.object(expecting: "a record")
    let zoneID = try object["zoneID"].map(ZoneID.init) ?? zoneID
    // A tombstone may carry all kinds of keys, a type among them: that it is deleted is asked first.
    if try object["deleted"]?.bool() == true {
      self = .tombstone(recordName: try object.required("recordName").string(), zoneID: zoneID)
    } else if let error = try ServiceError(object) {
      self = .failure(recordName: try object["recordName"]?.string(), error)
    } else {
      self = .record(try Record(object, zoneID: zoneID))
    }
  }
}

extension Record {
  init(_ object: JSONObject, zoneID: ZoneID) throws(ServiceError) {
    var fields: [String: Field] = [:]
    let reader = FieldReader(direction: .answer)
    if let members = try object["fields"]?.object() {
      fields.reserveCapacity(members.count)
      try members.forEach { name, value throws(ServiceError) in
        if let field = try reader.field(value) { fields[name] = field }
      }
    }
    self.init(
      recordName: try object.required("recordName").string(), recordType: try object.required("recordType").string(),
      zoneID: zoneID, fields: fields, recordChangeTag: try object.required("recordChangeTag").string(),
      created: try RecordStamp(object["created"]), modified: try RecordStamp(object["modified"]))
    if let parent = object["parent"] { self.parent = try parent.object().required("recordName").string() }
    try readSharing(object)
  }
}

extension RecordStamp {
  /// Some services leave out who it was, or all of it.
  init(_ node: JSONNode?) throws(ServiceError) {
    let object = try node?.object()
    self.init(
      timestamp: try object?["timestamp"]?.int64() ?? 0,
      userRecordName: try object?["userRecordName"]?.string() ?? "",
      deviceID: try object?["deviceID"]?.string() ?? "")
  }
}

extension Zone {
  /// Some services leave out whether a zone is atomic: custom zones are.
  init(_ object: JSONObject) throws(ServiceError) {
    let zoneID = try ZoneID(object.required("zoneID"))
    self.init(
      zoneID: zoneID, syncToken: try ChangeToken.read(object["syncToken"]),
      isAtomic: try object["atomic"]?.bool() ?? !zoneID.isDefault, isDeleted: try object["deleted"]?.bool() ?? false)
  }
}
