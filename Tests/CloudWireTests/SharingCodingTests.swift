import CloudRecord
import CloudWire
import Testing

@Suite struct SharingCodingTests {
  private static let owner = ShareParticipant(
    participantID: "1", userRecordName: "_a", givenName: "Anna", emailAddress: "anna@host", kind: .owner,
    status: .accepted, permission: .readWrite)
  private static let ben = ShareParticipant(
    participantID: "2", userRecordName: "_b", emailAddress: "ben@host", status: .accepted, permission: .readWrite,
    protectionInfo: ProtectionInfo(bytes: [1, 2, 3], changeTag: "t"))
  private static let zone = ZoneID(zoneName: "z", ownerRecordName: "_a")

  private static func record(_ name: String) -> Record {
    let stamp = RecordStamp(timestamp: 1, userRecordName: "_a", deviceID: "d")
    return Record(
      recordName: name, recordType: "cloudkit.share", zoneID: zone, fields: ["cloudkit.title": Field(.string("Trip"))],
      recordChangeTag: "1", created: stamp, modified: stamp)
  }

  @Test func whatARequestSaysOfAShareComesBack() throws {
    var share = RecordOperation(.create, recordName: "S", recordType: "cloudkit.share")
    share.sharing = ShareEdit(
      root: "e", rootChangeTag: "7", publicPermission: SharePermission.none,
      participants: [Self.ben, ShareParticipant(emailAddress: "cleo@host", permission: .readOnly)])
    var root = RecordOperation(.create, recordName: "e", recordType: "Note")
    root.createsShortGUID = true
    var cleared = RecordOperation(.forceUpdate, recordName: "e", recordType: "Note")
    cleared.parentEdit = .cleared
    let request = ModifyRequest(operations: [root, share, cleared], zoneID: ZoneID(zoneName: "z"), isAtomic: true)
    #expect(try RequestReader(RequestWriter.modify(request)).modify() == request)
    let guids = [
      ShortGUIDRequest("g", fetchesRoot: true, rootDesiredKeys: ["title"], protectionInfo: ProtectionInfo(bytes: [9])),
      ShortGUIDRequest("h"),
    ]
    #expect(try RequestReader(RequestWriter.shortGUIDs(guids)).shortGUIDs() == guids)
  }

  @Test func whatAnAnswerSaysOfAShareComesBack() throws {
    var share = Self.record("S")
    (share.share, share.shortGUID) = ("S", "g")
    share.sharing = ShareDescription(
      publicPermission: .none, participants: [Self.owner, Self.ben], owner: Self.owner, currentUser: Self.ben)
    let information = ShareInformation(
      containerID: "c", environment: .production, scope: .shared, zoneID: Self.zone, rootRecordName: "e",
      rootRecord: Self.record("e"), share: share, keys: Self.record("keys-S"), owner: Self.owner, participant: Self.ben)
    let outcomes: [ShortGUIDOutcome] = [
      .found(ShortGUIDRequest("g", fetchesRoot: true), information),
      .failed(
        ShortGUIDRequest("h"),
        ServiceError(.accessDenied, "no", extensionCode: .participantMayNeedVerification), matches: ["b…@host"]),
      .failed(ShortGUIDRequest("i"), ServiceError(.notFound, "none")),
    ]
    #expect(try ReplyReader(ReplyWriter.shortGUIDs(outcomes), status: 200).shortGUIDs() == outcomes)
    let reply = RecordsReply(
      outcomes: [
        .saved(share), .failed(recordName: "x", ServiceError(.badRequest, "n", extensionCode: .alreadyShared)),
      ])
    #expect(try ReplyReader(ReplyWriter.records(reply, uuid: "u"), status: 200).records(in: Self.zone) == reply)
  }

  /// Each key missing, null, of another type.
  @Test(
    arguments: [
      (#""forRecord":{}"#, "forRecord.recordName: missing"), (#""forRecord":7"#, "forRecord: expected an object"),
      (#""forRecord":{"recordName":7}"#, "forRecord.recordName: expected a string"),
      (#""publicPermission":"ALL""#, "publicPermission: expected NONE, READ_ONLY or READ_WRITE"),
      (#""publicPermission":1"#, "publicPermission: expected a string"),
      (#""participants":{}"#, "participants: expected an array"),
      (#""participants":[7]"#, "participants[0]: expected a participant"),
      (#""participants":[{"type":"ADMINISTRATOR"}]"#, "participants[0].type: administrators are not offered"),
      (#""participants":[{"type":"X"}]"#, "participants[0].type: expected OWNER, USER or PUBLIC_USER"),
      (#""participants":[{"permission":null,"acceptanceStatus":9}]"#, "participants[0].acceptanceStatus"),
      (#""participants":[{"userIdentity":"ben"}]"#, "participants[0].userIdentity: expected an object"),
      (#""participants":[{"userIdentity":{"lookupInfo":[]}}]"#, "participants[0].userIdentity.lookupInfo"),
      (#""participants":[{"protectionInfo":{"bytes":"%"}}]"#, "participants[0].protectionInfo.bytes: expected base64"),
      (#""createShortGUID":"yes""#, "createShortGUID: expected true or false"),
    ]) func whatIsWrongIsNamed(_ key: String, _ place: String) throws
  {
    let body =
      #"{"operations":[{"operationType":"create","record":{"recordName":"S","recordType":"cloudkit.share",\#(key)}}]}"#
    let error = #expect(throws: ServiceError.self) { try RequestReader(Array(body.utf8)).modify() }
    #expect(error?.reason.hasPrefix("operations[0].record." + place) == true, "\(error?.reason ?? "")")
  }

  @Test(arguments: [#""forRecord":null,"participants":null,"publicPermission":null"#, #""createShortGUID":null"#])
  func nullIsNotSaid(_ keys: String) throws {
    let body = #"{"operations":[{"operationType":"update","record":{"recordName":"S",\#(keys)}}]}"#
    let operation = try RequestReader(Array(body.utf8)).modify().operations[0]
    #expect(operation.sharing == nil && !operation.createsShortGUID)
  }

  /// Other records may come back as they were told.
  @Test func otherTypesMayHaveTheseKeys() throws {
    let body =
      #"{"operations":[{"operationType":"update","record":{"recordName":"e","recordType":"Note","participants":7}}]}"#
    #expect(try RequestReader(Array(body.utf8)).modify().operations[0].sharing == nil)
  }

  @Test(arguments: ["{}", #"{"shortGUIDs":null}"#, #"{"shortGUIDs":[{}]}"#, #"{"shortGUIDs":[7]}"#])
  func linksAreNamed(_ body: String) {
    #expect(throws: ServiceError.self) { try RequestReader(Array(body.utf8)).shortGUIDs() }
  }
}
