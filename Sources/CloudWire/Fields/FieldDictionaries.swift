import CloudRecord

// The dictionaries that values are made of, each read in one place for requests and answers.

extension ZoneID {
  /// `{zoneName, ownerRecordName}`; one client calls the latter `ownerName`. Also a name alone.
  init(_ node: JSONNode) throws(ServiceError) {
    guard node.kind != .string else {
      self.init(zoneName: try node.string())
      return
    }
    let object = try node.object(expecting: "a zoneID")
    let owner = try (object["ownerRecordName"] ?? object["ownerName"])?.string()
    self.init(zoneName: try object.required("zoneName").string(), ownerRecordName: owner == "" ? nil : owner)
  }
}

extension Reference.Action {
  var tag: StaticString {
    switch self {
    case .none: "NONE"
    case .deleteSelf: "DELETE_SELF"
    case .validate: "VALIDATE"
    }
  }

  init(_ node: JSONNode) throws(ServiceError) {
    switch try node.string() {
    case "NONE": self = .none
    case "DELETE_SELF": self = .deleteSelf
    case "VALIDATE": self = .validate
    default: throw node.failure("expected NONE, DELETE_SELF or VALIDATE")
    }
  }
}

extension Reference {
  init(_ node: JSONNode) throws(ServiceError) {
    let object = try node.object(expecting: "REFERENCE")
    self.init(
      recordName: try object.required("recordName").string(), action: try object["action"].map(Action.init) ?? .none,
      zoneID: try object["zoneID"].map(ZoneID.init))
  }
}

extension Location {
  init(_ node: JSONNode) throws(ServiceError) {
    let object = try node.object(expecting: "LOCATION")
    self.init(
      latitude: try Location.degrees(object.required("latitude"), within: 90),
      longitude: try Location.degrees(object.required("longitude"), within: 180),
      altitude: try object["altitude"]?.double(),
      horizontalAccuracy: try object["horizontalAccuracy"]?.double(),
      verticalAccuracy: try object["verticalAccuracy"]?.double(),
      course: try object["course"]?.double(),
      speed: try object["speed"]?.double(),
      timestamp: try object["timestamp"]?.int64(expecting: "TIMESTAMP"))
  }

  private static func degrees(_ node: JSONNode, within limit: Double) throws(ServiceError) -> Double {
    let degrees = try node.double()
    guard degrees.magnitude <= limit else { throw node.failure("out of range: at most \(Int(limit)) degrees") }
    return degrees
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("latitude", latitude)
      json.member("longitude", longitude)
      json.member("altitude", altitude)
      json.member("horizontalAccuracy", horizontalAccuracy)
      json.member("verticalAccuracy", verticalAccuracy)
      json.member("course", course)
      json.member("speed", speed)
      json.member("timestamp", timestamp)
    }
  }
}

extension Asset {
  init(_ node: JSONNode) throws(ServiceError) {
    let object = try node.object(expecting: "ASSETID")
    let size = object["size"]
    self.init(
      fileChecksum: try object.required("fileChecksum").string(), size: try size?.int64(),
      wrappingKey: try object["wrappingKey"]?.string(),
      referenceChecksum: try object["referenceChecksum"]?.string(),
      receipt: try object["receipt"]?.string(),
      downloadURL: try object["downloadURL"]?.string())
    if let size, self.size ?? 0 < 0 { throw size.failure("out of range: a size is not negative") }
  }
}

extension ChangeToken {
  /// nil for an empty token, which some clients send when they have none.
  static func read(_ node: JSONNode?) throws(ServiceError) -> ChangeToken? {
    guard let text = try node?.string(), !text.isEmpty else { return nil }
    return ChangeToken(text)
  }
}
