package import CloudRecord

// The dictionaries of sharing, each read and written in one place for requests and answers.
//
// Source: Apple, "CloudKit Web Services Reference", Types and Dictionaries, Share, Participant and ShortGUID Dictionary.

extension SharePermission {
  init(_ node: JSONNode) throws(ServiceError) { self = try node.choice("NONE, READ_ONLY or READ_WRITE") }
}

extension ProtectionInfo {
  init(_ node: JSONNode) throws(ServiceError) {
    let object = try node.object(expecting: "an object with bytes")
    let bytes = try object.required("bytes")
    guard let data = bytes.base64() else { throw bytes.failure("expected base64") }
    self.init(bytes: data, changeTag: try object["pcsChangeTag"]?.string())
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("bytes")
      json.string(base64: bytes)
      json.member("pcsChangeTag", changeTag)
    }
  }
}

extension ShareParticipant {
  /// What is not known, as some clients send it, counts as not said.
  init(_ node: JSONNode) throws(ServiceError) {
    let object = try node.object(expecting: "a participant")
    let identity = try object["userIdentity"]?.object()
    let lookup = try identity?["lookupInfo"]?.object()
    let user = try (identity?["userRecordName"] ?? lookup?["userRecordName"])?.string()
    let name = try identity?["nameComponents"]?.object()["givenName"]?.string()
    self.init(
      participantID: try object["participantId"]?.string(), userRecordName: user == "" ? nil : user,
      givenName: name == "" ? nil : name, emailAddress: try lookup?["emailAddress"]?.string(),
      kind: try Self.kind(object["type"]), status: try Self.status(object["acceptanceStatus"]),
      permission: try object["permission"].map(SharePermission.init) ?? .readOnly,
      protectionInfo: try object["protectionInfo"].map(ProtectionInfo.init))
  }

  private static func kind(_ node: JSONNode?) throws(ServiceError) -> Kind {
    guard let node else { return .user }
    let name = try node.string()
    if name == "ADMINISTRATOR" { throw node.failure("administrators are not offered") }
    guard let kind = Kind(rawValue: name) ?? (name == "UNKNOWN" ? .user : nil) else {
      throw node.failure("expected OWNER, USER or PUBLIC_USER")
    }
    return kind
  }

  private static func status(_ node: JSONNode?) throws(ServiceError) -> Status {
    guard let node else { return .invited }
    let name = try node.string()
    if name == "PENDING" || name == "UNKNOWN" { return .invited }
    guard let status = Status(rawValue: name) else { throw node.failure("expected INVITED, ACCEPTED or REMOVED") }
    return status
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("participantId", participantID)
      json.key("userIdentity")
      writeIdentity(to: &json)
      json.member("type", kind.rawValue)
      json.member("acceptanceStatus", status.rawValue)
      json.member("permission", permission.rawValue)
      if let protectionInfo {
        json.key("protectionInfo")
        protectionInfo.write(to: &json)
      }
    }
  }

  /// The names are always an object, for clients that read it without a check.
  func writeIdentity(to json: inout JSONWriter) {
    json.object { json in
      json.member("userRecordName", userRecordName)
      json.object("nameComponents") { $0.member("givenName", givenName) }
      guard emailAddress != nil else { return }
      json.object("lookupInfo") { $0.member("emailAddress", emailAddress) }
    }
  }
}

extension ShareEdit {
  /// What a record in a request says of a share; nil where it says nothing.
  init?(_ record: JSONObject) throws(ServiceError) {
    let root = try record["forRecord"]?.object(expecting: "an object with recordName")
    let (permission, list) = (record["publicPermission"], record["participants"])
    guard root != nil || permission != nil || list != nil else { return nil }
    self.init(
      root: try root?.required("recordName").string(), rootChangeTag: try root?["recordChangeTag"]?.string(),
      publicPermission: try permission.map(SharePermission.init),
      participants: try list?.array(ShareParticipant.init))
  }

  func write(to json: inout JSONWriter) {
    if let root {
      json.object("forRecord") { json in
        json.member("recordName", root)
        json.member("recordChangeTag", rootChangeTag)
      }
    }
    json.member("publicPermission", publicPermission?.rawValue)
    if let participants { json.array("participants", participants) { $0.write(to: &$1) } }
  }
}

extension Record {
  /// Reads what a record in an answer says of sharing.
  mutating func readSharing(_ object: JSONObject) throws(ServiceError) {
    shortGUID = try object["shortGUID"]?.string()
    share = try object["share"]?.object().required("recordName").string()
    guard let permission = object["publicPermission"] else { return }
    sharing = ShareDescription(
      publicPermission: try SharePermission(permission),
      participants: try object["participants"]?.array(ShareParticipant.init) ?? [],
      owner: try object["owner"].map(ShareParticipant.init),
      currentUser: try object["currentUserParticipant"].map(ShareParticipant.init))
  }

  func writeSharing(_ fields: FieldWriter, to json: inout JSONWriter) {
    json.member("shortGUID", shortGUID)
    if let share {
      json.object("share") { json in
        json.member("recordName", share)
        fields.member("zoneID", zoneID, to: &json)
      }
    }
    guard let sharing else { return }
    json.member("publicPermission", sharing.publicPermission.rawValue)
    json.array("participants", sharing.participants) { $0.write(to: &$1) }
    if let owner = sharing.owner {
      json.key("owner")
      owner.write(to: &json)
    }
    if let user = sharing.currentUser {
      json.key("currentUserParticipant")
      user.write(to: &json)
    }
  }
}

extension ShortGUIDRequest {
  init(_ node: JSONNode) throws(ServiceError) {
    guard node.kind != .string else {
      self.init(try node.string())
      return
    }
    let object = try node.object(expecting: "an object with value")
    self.init(
      try object.required("value").string(), fetchesRoot: try object["shouldFetchRootRecord"]?.bool() ?? false,
      rootDesiredKeys: try object["rootRecordDesiredKeys"]?.strings(),
      protectionInfo: try object["protectionInfo"].map(ProtectionInfo.init))
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("value", value)
      json.member("shouldFetchRootRecord", fetchesRoot)
      json.member("rootRecordDesiredKeys", rootDesiredKeys)
      if let protectionInfo {
        json.key("protectionInfo")
        protectionInfo.write(to: &json)
      }
    }
  }
}

extension RequestReader {
  /// Reads `records/resolve` and `records/accept`.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func shortGUIDs() throws(ServiceError) -> [ShortGUIDRequest] {
    try root.required("shortGUIDs").array(ShortGUIDRequest.init)
  }
}

extension RequestWriter {
  /// `records/resolve` and `records/accept`.
  package static func shortGUIDs(_ requests: [ShortGUIDRequest]) -> [UInt8] {
    JSONWriter.object { json in json.array("shortGUIDs", requests) { $0.write(to: &$1) } }
  }
}

extension ReplyWriter {
  /// `records/resolve` and `records/accept`.
  package static func shortGUIDs(_ outcomes: [ShortGUIDOutcome], format: ReplyFormat = ReplyFormat()) -> [UInt8] {
    let writer = RecordWriter(format: format)
    return JSONWriter.object { json in
      json.objects("results", outcomes) { outcome, json in
        switch outcome {
        case .found(let request, let information):
          shortGUID(request, to: &json)
          information.write(writer, to: &json)
        case .failed(let request, let error, let matches):
          shortGUID(request, to: &json)
          members(of: error, to: &json)
          if !matches.isEmpty { potentialMatches(matches, to: &json) }
        }
      }
    }
  }

  private static func shortGUID(_ request: ShortGUIDRequest, to json: inout JSONWriter) {
    json.object("shortGUID") { json in
      json.member("value", request.value)
      json.member("shouldFetchRootRecord", request.fetchesRoot)
    }
  }

  fileprivate static func potentialMatches(_ addresses: [String], to json: inout JSONWriter) {
    json.objects("potentialMatchList", addresses) { address, json in
      json.object("userIdentity") { json in
        json.object("nameComponents") { _ in }
        json.object("lookupInfo") { $0.member("emailAddress", address) }
      }
    }
  }
}

extension ShareInformation {
  fileprivate func write(_ writer: RecordWriter, to json: inout JSONWriter) {
    json.member("containerIdentifier", containerID)
    json.member("environment", environment.rawValue)
    json.member("databaseScope", scope.rawValue.uppercased())
    writer.fields.member("zoneID", zoneID, to: &json)
    json.member("rootRecordName", rootRecordName)
    if let rootRecord {
      json.key("rootRecord")
      writer.write(rootRecord, to: &json)
    }
    json.key("share")
    writer.write(share, to: &json)
    if let keys {
      json.key("shareKeys")
      writer.write(keys, to: &json)
    }
    json.key("ownerIdentity")
    owner.writeIdentity(to: &json)
    json.member("participantType", participant.kind.rawValue)
    json.member("participantStatus", participant.status.rawValue)
    json.member("participantPermission", participant.permission.rawValue)
    ReplyWriter.potentialMatches([], to: &json)
  }
}

extension ReplyReader {
  /// Reads `records/resolve` and `records/accept`.
  ///
  /// - Throws: ``ReplyFailure/unreadable(_:)`` if the answer has another form.
  package func shortGUIDs() throws(ReplyFailure) -> [ShortGUIDOutcome] {
    try Self.reading { () throws(ServiceError) in
      try root.required("results").array { node throws(ServiceError) -> ShortGUIDOutcome in
        let object = try node.object(expecting: "a result")
        let request = try ShortGUIDRequest(object.required("shortGUID"))
        if let error = try ServiceError(object) {
          let matches = try object["potentialMatchList"]?.array { node throws(ServiceError) -> String? in
            try node.object()["userIdentity"]?.object()["lookupInfo"]?.object()["emailAddress"]?.string()
          }
          return .failed(request, error, matches: (matches ?? []).compactMap { $0 })
        }
        return .found(request, try ShareInformation(object))
      }
    }
  }
}

extension ShareInformation {
  fileprivate init(_ object: JSONObject) throws(ServiceError) {
    let zoneID = try ZoneID(object.required("zoneID"))
    func record(_ node: JSONNode) throws(ServiceError) -> Record { try Record(node.object(), zoneID: zoneID) }
    let scope = try object.required("databaseScope")
    guard let known = DatabaseScope(rawValue: try scope.string().lowercased()) else {
      throw scope.failure("expected PRIVATE or SHARED")
    }
    let share = try record(object.required("share"))
    let identity = try object["ownerIdentity"]?.object()
    var owner = share.sharing?.owner ?? ShareParticipant(kind: .owner, status: .accepted, permission: .readWrite)
    owner.userRecordName = try identity?["userRecordName"]?.string() ?? owner.userRecordName
    var participant = share.sharing?.currentUser ?? ShareParticipant()
    participant.kind = try object.required("participantType").choice("OWNER, USER or PUBLIC_USER")
    participant.status = try object.required("participantStatus").choice("INVITED, ACCEPTED or REMOVED")
    participant.permission = try SharePermission(object.required("participantPermission"))
    self.init(
      containerID: try object.required("containerIdentifier").string(),
      environment: try object.required("environment").choice("development or production"), scope: known,
      zoneID: zoneID, rootRecordName: try object["rootRecordName"]?.string(),
      rootRecord: try object["rootRecord"].map(record), share: share, keys: try object["shareKeys"].map(record),
      owner: owner, participant: participant)
  }
}
