import CloudRecord
import CloudWire
import Testing

/// Answers to the letter, as other people's clients expect them.
@Suite struct ReplyWriterTests {
  static let zoneID = ZoneID(zoneName: "JournalZone", ownerRecordName: "_o")
  static let zoneJSON = #"{"zoneName":"JournalZone","ownerRecordName":"_o","zoneType":"REGULAR_CUSTOM_ZONE"}"#
  static let stamp = RecordStamp(timestamp: 1_700_000_000_000, userRecordName: "_o", deviceID: "d")
  static let stampJSON = #"{"timestamp":1700000000000,"userRecordName":"_o","deviceID":"d"}"#

  static func record(_ fields: [String: Field], parent: String? = nil) -> Record {
    Record(
      recordName: "E1", recordType: "JournalEntry", zoneID: zoneID, fields: fields, recordChangeTag: "1e",
      created: stamp, modified: stamp, parent: parent)
  }

  static func recordJSON(_ fields: String, parent: String = "") -> String {
    #"{"recordName":"E1","recordType":"JournalEntry","fields":{\#(fields)},"pluginFields":{},"recordChangeTag":"1e","#
      + #""created":\#(stampJSON),"modified":\#(stampJSON),"deleted":false,"zoneID":\#(zoneJSON)\#(parent)}"#
  }

  static let conflict = ServiceError(.conflict, "client oplock error updating record")

  @Test func recordsSavedDeletedAndRefused() {
    let reply = RecordsReply(outcomes: [
      .saved(Self.record(["title": Field(.string("Run")), "n": Field(.int64(5))], parent: "P")),
      .deleted(recordName: "E2"), .failed(recordName: "E3", Self.conflict),
      .failed(recordName: nil, ServiceError(.throttled, "slowly", retryAfter: 20)),
    ])
    let item = Self.recordJSON(
      #""n":{"value":5,"type":"INT64"},"title":{"value":"Run","type":"STRING"}"#,
      parent: #","parent":{"recordName":"P"}"#)
    #expect(
      text(ReplyWriter.records(reply, uuid: "u"))
        == #"{"records":[\#(item),{"recordName":"E2","deleted":true},"#
        + #"{"recordName":"E3","serverErrorCode":"CONFLICT","reason":"client oplock error updating record"},"#
        + #"{"serverErrorCode":"THROTTLED","reason":"slowly","retryAfter":20}]}"#)
  }

  @Test func anAtomicFailureSaysSoAtTheTopToo() {
    let failure = ServiceError(.atomicError, "Atomic failure")
    let reply = RecordsReply(
      outcomes: [.failed(recordName: "a", failure), .failed(recordName: "b", Self.conflict)], atomicFailure: failure)
    #expect(failure.code.httpStatus == 400)
    #expect(
      text(ReplyWriter.records(reply, uuid: "u-1"))
        == #"{"records":[{"recordName":"a","serverErrorCode":"ATOMIC_ERROR","reason":"Atomic failure"},"#
        + #"{"recordName":"b","serverErrorCode":"CONFLICT","reason":"client oplock error updating record"}],"#
        + #""uuid":"u-1","serverErrorCode":"ATOMIC_ERROR","reason":"Atomic failure"}"#)
  }

  static let fields: [(field: Field, json: String)] = [
    (Field(.string("a\"b\n\u{1}/é")), "{\"value\":\"a\\\"b\\n\\u0001/é\",\"type\":\"STRING\"}"),
    (Field(.string("x"), isEncrypted: true), #"{"value":"x","type":"STRING","isEncrypted":true}"#),
    (Field(.int64(.min)), #"{"value":-9223372036854775808,"type":"INT64"}"#),
    (Field(.double(2)), #"{"value":2.0,"type":"DOUBLE"}"#),
    (Field(.double(1e300)), #"{"value":1e+300,"type":"DOUBLE"}"#),
    (Field(.date(-1)), #"{"value":-1,"type":"TIMESTAMP"}"#),
    (Field(.bytes([0, 255])), #"{"value":"AP8=","type":"BYTES"}"#),
    (Field(.bytes([0]), isEncrypted: true), #"{"value":"AA==","type":"ENCRYPTED_BYTES","isEncrypted":true}"#),
    (
      Field(.reference(Reference(recordName: "r", action: .deleteSelf))),
      #"{"value":{"recordName":"r","action":"DELETE_SELF"},"type":"REFERENCE"}"#
    ),
    (
      Field(.reference(Reference(recordName: "r", action: .none, zoneID: zoneID))),
      #"{"value":{"recordName":"r","action":"NONE","zoneID":\#(zoneJSON)},"type":"REFERENCE"}"#
    ),
    (
      Field(.asset(Asset(fileChecksum: "c", size: 3, receipt: "secret", downloadURL: "https://h/d"))),
      #"{"value":{"fileChecksum":"c","size":3,"downloadURL":"https://h/d"},"type":"ASSETID"}"#
    ),
    (
      Field(.location(Location(latitude: 1, longitude: -0.5, timestamp: 7))),
      #"{"value":{"latitude":1.0,"longitude":-0.5,"timestamp":7},"type":"LOCATION"}"#
    ),
    (Field(.list([])), #"{"value":[],"type":"STRING_LIST"}"#),
    (Field(.list([.int64(1), .int64(2)])), #"{"value":[1,2],"type":"INT64_LIST"}"#),
    (Field(.list([.asset(Asset(fileChecksum: "c"))])), #"{"value":[{"fileChecksum":"c"}],"type":"ASSETID_LIST"}"#),
    (Field(.list([.date(1)])), #"{"value":[1],"type":"TIMESTAMP_LIST"}"#),
  ]

  @Test(arguments: fields)
  func fieldsCarryTheirType(_ field: Field, _ json: String) {
    let reply = QueryReply(records: [Self.record(["f": field])], continuationMarker: "bQ==")
    #expect(
      text(ReplyWriter.query(reply))
        == #"{"records":[\#(Self.recordJSON(#""f":\#(json)"#))],"continuationMarker":"bQ=="}"#)
  }

  @Test func wholeNumbersAreQuotedOnRequest() {
    let record = Self.record(["a": Field(.int64(5)), "b": Field(.list([.int64(6)])), "c": Field(.double(0.5))])
    let fields =
      #""a":{"value":"5","type":"INT64"},"b":{"value":["6"],"type":"INT64_LIST"},"c":{"value":0.5,"type":"DOUBLE"}"#
    let format = ReplyFormat(numbersAsStrings: true)
    #expect(
      text(ReplyWriter.query(QueryReply(records: [record]), format: format))
        == #"{"records":[\#(Self.recordJSON(fields))]}"#)
  }

  @Test func feedsHavePagesAndTombstones() {
    let page = ZoneChangesReply(
      zoneID: Self.zoneID, changes: [.changed(Self.record([:])), .deleted(recordName: "E2", zoneID: Self.zoneID)],
      syncToken: ChangeToken("QUE="), moreComing: true)
    let records = #"[\#(Self.recordJSON("")),{"recordName":"E2","deleted":true,"zoneID":\#(Self.zoneJSON)}]"#
    #expect(
      text(ReplyWriter.recordChanges(page)) == #"{"records":\#(records),"syncToken":"QUE=","moreComing":true}"#)
    let gone = ZoneChangesOutcome.failed(
      ZoneID(zoneName: "_defaultZone"), ServiceError(.badRequest, "Unknown sync continuation type"))
    let format = ReplyFormat(ownerRecordName: "_o")
    #expect(
      text(ReplyWriter.zoneChanges([.page(page), gone], formats: [format, format]))
        == #"{"zones":[{"zoneID":\#(Self.zoneJSON),"records":\#(records),"syncToken":"QUE=","moreComing":true},"#
        + #"{"zoneID":{"zoneName":"_defaultZone","ownerRecordName":"_o","zoneType":"DEFAULT_ZONE"},"#
        + #""serverErrorCode":"BAD_REQUEST","reason":"Unknown sync continuation type"}]}"#)
  }

  @Test func zones() {
    let zone = Zone(zoneID: Self.zoneID, syncToken: ChangeToken("QQ=="))
    #expect(text(ReplyWriter.zonesList([zone])) == #"{"zones":[{"zoneID":\#(Self.zoneJSON),"syncToken":"QQ=="}]}"#)
    #expect(
      text(ReplyWriter.zones([.zone(zone), .failed(Self.zoneID, ServiceError(.zoneNotFound, "Zone does not exist"))]))
        == #"{"zones":[{"zoneID":\#(Self.zoneJSON),"syncToken":"QQ==","atomic":true},"#
        + #"{"zoneID":\#(Self.zoneJSON),"serverErrorCode":"ZONE_NOT_FOUND","reason":"Zone does not exist"}]}"#)
    let changes = DatabaseChangesReply(
      zones: [zone, Zone(zoneID: Self.zoneID, isDeleted: true)], syncToken: ChangeToken("QUI="), moreComing: false)
    let list = #"[{"zoneID":\#(Self.zoneJSON)},{"zoneID":\#(Self.zoneJSON),"deleted":true}]"#
    #expect(
      text(ReplyWriter.databaseChanges(changes)) == #"{"zones":\#(list),"syncToken":"QUI=","moreComing":false}"#)
    #expect(
      text(ReplyWriter.zonesChanges(changes)) == #"{"zones":\#(list),"metaSyncToken":"QUI=","moreComing":false}"#)
  }

  @Test func subscriptions() {
    let subscription = Subscription(
      subscriptionID: "s", kind: .query, zoneID: Self.zoneID, query: Query(recordType: "T"),
      firesOn: [.delete, .create], notification: NotificationInfo(alertBody: "b", shouldBadge: true))
    let json =
      #"{"subscriptionID":"s","subscriptionType":"query","zoneID":\#(Self.zoneJSON),"query":{"recordType":"T"},"#
      + #""firesOn":["create","delete"],"notificationInfo":{"alertBody":"b","shouldBadge":true}}"#
    #expect(text(ReplyWriter.subscriptionsList([subscription])) == #"{"subscriptions":[\#(json)]}"#)
    #expect(
      text(
        ReplyWriter.subscriptions([
          .deleted(subscriptionID: "a"), .failed(subscriptionID: "b", ServiceError(.notFound, "none")),
        ]))
        == #"{"subscriptions":[{"subscriptionID":"a"},{"subscriptionID":"b","serverErrorCode":"NOT_FOUND","reason":"none"}]}"#
    )
    #expect(
      text(ReplyWriter.pushToken(PushToken(environment: .development, token: "t", webcourierURL: "https://h/p?tok=t")))
        == #"{"apnsEnvironment":"development","apnsToken":"t","webcourierURL":"https://h/p?tok=t"}"#)
    #expect(text(ReplyWriter.empty) == "{}")
  }

  @Test func assets() {
    #expect(
      text(ReplyWriter.uploadTargets([AssetUploadTarget(recordName: "r", fieldName: "f", url: "https://h/u")]))
        == #"{"tokens":[{"recordName":"r","fieldName":"f","url":"https://h/u"}]}"#)
    let asset = Asset(fileChecksum: "c", size: 3, wrappingKey: "w", referenceChecksum: "x", receipt: "p")
    let json = #"{"fileChecksum":"c","size":3,"wrappingKey":"w","referenceChecksum":"x","receipt":"p"}"#
    #expect(text(ReplyWriter.upload(asset)) == #"{"singleFile":\#(json)}"#)
    #expect(
      text(ReplyWriter.assets([.asset(asset), .failed(recordName: "r", ServiceError(.notFound, "none"))]))
        == #"{"assets":[\#(json),{"recordName":"r","serverErrorCode":"NOT_FOUND","reason":"none"}]}"#)
  }

  @Test func users() {
    let user = UserIdentity(userRecordName: "_1", givenName: "Ann", emailAddress: "a@b")
    #expect(
      text(ReplyWriter.currentUser(user)) == #"{"userRecordName":"_1","firstName":"Ann","emailAddress":"a@b"}"#)
    let identity =
      #""userRecordName":"_1","nameComponents":{"givenName":"Ann","familyName":""},"#
      + #""lookupInfo":{"emailAddress":"a@b","userRecordName":"_1"}"#
    #expect(text(ReplyWriter.caller(user)) == #"{\#(identity),"users":[{\#(identity)}]}"#)
    #expect(
      text(ReplyWriter.foundUsers([(UserLookupInfo(emailAddress: "a@b"), UserIdentity(userRecordName: "_1"))]))
        == #"{"users":[{"userRecordName":"_1","lookupInfo":{"emailAddress":"a@b"}}]}"#)
  }

  @Test func errorsOfWholeRequests() {
    let error = ServiceError(.authenticationRequired, "request needs authorization", redirectURL: "https://h/sign-in")
    #expect(
      text(ReplyWriter.error(error, uuid: "u"))
        == #"{"uuid":"u","serverErrorCode":"AUTHENTICATION_REQUIRED","reason":"request needs authorization","#
        + #""redirectURL":"https://h/sign-in"}"#)
  }

  @Test func notifications() {
    var notification = CloudNotification(
      subscriptionID: "s", containerID: "iCloud.x", userRecordName: "_u", scope: .private, zoneID: Self.zoneID,
      cause: .query(recordName: "E1", event: .update, additionalFields: ["title": .string("Run")]),
      info: NotificationInfo(alertBody: "b", soundName: "default", shouldBadge: true, shouldSendContentAvailable: true))
    let aps = #""aps":{"alert":{"body":"b"},"badge":1,"sound":"default","content-available":1}"#
    let common = #""nid":"n","cid":"iCloud.x","ckuserid":"_u","ce":2"#
    let place = #""sid":"s","dbs":2,"zid":"JournalZone","zoid":"_o""#
    #expect(
      text(NotificationCoding.encode(notification, id: "n"))
        == #"{\#(aps),"ck":{\#(common),"qry":{\#(place),"rid":"E1","fo":2,"af":{"title":"Run"}}}}"#)
    notification.cause = .zone
    #expect(text(NotificationCoding.encode(notification, id: "n")) == #"{\#(aps),"ck":{\#(common),"fet":{\#(place)}}}"#)
    notification.cause = .database
    notification.zoneID = nil
    notification.info = NotificationInfo(alertLocalizationKey: "k", alertLocalizationArgs: ["title"])
    #expect(
      text(NotificationCoding.encode(notification, id: "n"))
        == #"{"aps":{"alert":{"loc-key":"k","loc-args":["title"]}},"ck":{\#(common),"met":{"sid":"s","dbs":2}}}"#)
    notification.info = NotificationInfo(shouldSendContentAvailable: true)
    #expect(text(NotificationCoding.encode(notification, id: "n")).hasPrefix(#"{"aps":{"content-available":1},"#))
  }
}
