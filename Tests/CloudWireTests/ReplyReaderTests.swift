import CloudRecord
import CloudWire
import Testing

/// Answers as real services give them.
@Suite struct ReplyReaderTests {
  static let zone = ZoneID(zoneName: "Z")

  @Test func tombstonesAreKnownByBeingDeletedAlone() throws {
    let outcomes = try reply(
      #"""
      {"zones":[{"zoneID":{"zoneName":"Z"},"records":[{"recordName":"a","recordType":null,"deleted":true,"recordChangeTag":"1"},
        {"recordName":"b","deleted":true,"recordType":"T","fields":{}},
        {"recordName":"c","recordType":"T","recordChangeTag":"2","fields":{"x":{"value":null,"type":"STRING"},
          "y":{"value":"v","type":"STRING"},"z":{"value":"AA==","type":"ENCRYPTED_BYTES"},"n":{"value":"7","type":"INT64"},
          "t":{"value":"9","type":"TIMESTAMP"},"new":{"value":"kept","type":"MARKUP"},"gap":{"type":"STRING"}},
          "created":{"timestamp":5,"userRecordName":"_u"},"expirationTime":7,"zoneID":{"zoneName":"Y"}}],
       "syncToken":"QQ==","moreComing":null}]}
      """#
    ).zoneChanges()
    guard case .page(let page)? = outcomes.first else {
      Issue.record("a page was expected")
      return
    }
    #expect(page.changes.count == 3)
    #expect(page.changes[0] == .deleted(recordName: "a", zoneID: Self.zone))
    #expect(page.changes[1] == .deleted(recordName: "b", zoneID: Self.zone))
    #expect(!page.moreComing)
    guard case .changed(let record) = page.changes[2] else {
      Issue.record("a record was expected")
      return
    }
    #expect(
      record.fields == [
        "y": Field(.string("v")), "z": Field(.bytes([0]), isEncrypted: true), "n": Field(.int64(7)),
        "t": Field(.date(9)), "new": Field(.string("kept")),
      ])
    #expect(record.created == RecordStamp(timestamp: 5, userRecordName: "_u", deviceID: ""))
    #expect(record.modified.timestamp == 0)
    #expect(record.zoneID == ZoneID(zoneName: "Y"))
  }

  @Test(arguments: [200, 400])
  func anAtomicFailureIsReadWhateverTheStatus(_ status: Int) throws {
    let items = #"""
      {"recordName":"a","serverErrorCode":"ATOMIC_ERROR","reason":"Atomic failure"},
      {"recordName":"a","serverErrorCode":"CONFLICT","reason":"client oplock error updating record","uuid":"u"}
      """#
    let atomic = ServiceError(.atomicError, "Atomic failure")
    for body in [
      #"{"records":[\#(items)]}"#,
      #"{"records":[\#(items)],"serverErrorCode":"ATOMIC_ERROR","reason":"Atomic failure"}"#,
    ] {
      let records = try reply(body, status: status).records(in: Self.zone)
      #expect(records.atomicFailure == atomic)
      #expect(
        records.outcomes == [
          .failed(recordName: "a", atomic),
          .failed(recordName: "a", ServiceError(.conflict, "client oplock error updating record")),
        ])
    }
  }

  static let refusals: [(body: String, status: Int, error: ServiceError)] = [
    (
      #"{"uuid":"u","serverErrorCode":"AUTHENTICATION_REQUIRED","reason":"request needs authorization","redirectURL":"https://h"}"#,
      421, ServiceError(.authenticationRequired, "request needs authorization", redirectURL: "https://h")
    ),
    (
      #"{"serverErrorCode":"THROTTLED","reason":"slow","retryAfter":1.2}"#, 429,
      ServiceError(.throttled, "slow", retryAfter: 2)
    ),
    (#"{"serverErrorCode":"ZONE_NOT_FOUND"}"#, 404, ServiceError(.zoneNotFound, "")),
    (#"{"serverErrorCode":"BAD_REQUEST","reason":"x"}"#, 200, ServiceError(.badRequest, "x")),
    (#"{"serverErrorCode":"BRAND_NEW","reason":"why"}"#, 409, ServiceError(.conflict, "BRAND_NEW: why")),
    (#"{"serverErrorCode":"BRAND_NEW"}"#, 500, ServiceError(.internalError, "BRAND_NEW")),
    ("<html>Bad gateway</html>", 502, ServiceError(.tryAgainLater, "HTTP status 502")),
    ("", 503, ServiceError(.tryAgainLater, "HTTP status 503")),
    ("{}", 500, ServiceError(.tryAgainLater, "HTTP status 500")),
    ("", 429, ServiceError(.throttled, "HTTP status 429")), ("", 413, ServiceError(.badRequest, "HTTP status 413")),
  ]

  @Test(arguments: refusals)
  func refusalsAreThrown(_ body: String, _ status: Int, _ error: ServiceError) {
    #expect(throws: ReplyFailure.refused(error)) { try reply(body, status: status) }
  }

  @Test(arguments: [301, 400, 401, 403, 404, 421], ["", "{}", "<html>Sign in to the network</html>"])
  func whatSomethingInBetweenSaysIsNoRefusal(_ status: Int, _ body: String) {
    #expect(throws: ReplyFailure.unreadable("HTTP status \(status) alone")) { try reply(body, status: status) }
  }

  @Test func whatIsNotUnderstoodIsNoRefusal() throws {
    #expect(throws: ReplyFailure.unreadable("expected a value, at byte 0")) { try reply("<html>") }
    let page =
      #"{"zones":[{"zoneID":{"zoneName":"Z"},"syncToken":"QQ==","records":[{"recordName":"a","recordType":"T","recordChangeTag":"1","fields":{"f":{"value":[1,"x"]}}}]}]}"#
    #expect(
      throws: ReplyFailure.unreadable(
        "zones[0].records[0].fields.f.value[1]: expected INT64, as the members before it")
    ) { try reply(page).zoneChanges() }
    #expect(throws: ReplyFailure.unreadable("records: missing")) { try reply("{}").records(in: Self.zone) }
    #expect(throws: ReplyFailure.unreadable("zones[0].syncToken: missing")) {
      try reply(#"{"zones":[{"zoneID":{"zoneName":"Z"},"records":[]}]}"#).zoneChanges()
    }
  }

  @Test func oneRecordsFailureIsItsPagesFailure() throws {
    let item = #"{"recordName":"a","serverErrorCode":"TRY_AGAIN_LATER","reason":"busy","retryAfter":3}"#
    let error = ServiceError(.tryAgainLater, "busy", retryAfter: 3)
    let zones = try reply(#"{"zones":[{"zoneID":{"zoneName":"Z"},"records":[\#(item)],"syncToken":"QQ=="}]}"#)
      .zoneChanges()
    #expect(zones == [.failed(Self.zone, error)])
  }

  @Test func zonesThatSayLittleAreRead() throws {
    let zones = try reply(
      #"{"zones":[{"zoneID":{"zoneName":"_defaultZone"},"syncToken":"QQ=="},{"zoneID":{"zoneName":"Z","ownerRecordName":"_o","zoneType":"REGULAR_CUSTOM_ZONE"},"deleted":true}]}"#
    ).zones()
    #expect(
      zones == [
        .zone(Zone(zoneID: .default, syncToken: ChangeToken("QQ=="), isAtomic: false)),
        .zone(Zone(zoneID: ZoneID(zoneName: "Z", ownerRecordName: "_o"), isDeleted: true)),
      ])
  }

  @Test func aCallerIsReadInEitherForm() throws {
    let ann = UserIdentity(userRecordName: "_1", givenName: "Ann")
    #expect(try reply(#"{"userRecordName":"_1","firstName":"Ann"}"#).user() == ann)
    #expect(
      try reply(#"{"users":[{"userRecordName":"_1","nameComponents":{"givenName":"Ann"},"lookupInfo":null}]}"#).user()
        == ann)
    #expect(throws: ReplyFailure.self) { try reply(#"{"users":[]}"#).user() }
  }

  @Test func numbersThatCannotBeSentAreRefusedBeforehand() {
    for number in [Double.nan, .infinity, -.infinity] {
      let fields: [String: Field?] = ["f": Field(.double(number))]
      let request = ModifyRequest(operations: [RecordOperation(.update, recordName: "a", fields: fields)])
      #expect(throws: ServiceError(.badRequest, "a number is not finite")) { try RequestWriter.modify(request) }
    }
  }

  @Test func requestsAreWrittenToTheLetter() throws {
    let removed: Field? = nil
    let request = ModifyRequest(
      operations: [
        RecordOperation(
          .update, recordName: "E1", recordType: "T", recordChangeTag: "1e",
          fields: ["b": removed, "a": Field(.bytes([0]), isEncrypted: true)], parent: "P")
      ], zoneID: Self.zone)
    #expect(
      text(try RequestWriter.modify(request))
        == #"{"operations":[{"operationType":"update","record":{"recordName":"E1","recordType":"T","recordChangeTag":"1e","#
        + #""fields":{"a":{"value":"AA==","type":"BYTES","isEncrypted":true},"b":{"value":null}},"#
        + #""parent":{"recordName":"P"}}}],"zoneID":{"zoneName":"Z"},"atomic":false}"#)
    #expect(
      text(RequestWriter.zoneChanges([ZoneChangesRequest(zoneID: Self.zone, syncToken: ChangeToken("QQ=="))]))
        == #"{"zones":[{"zoneID":{"zoneName":"Z"},"syncToken":"QQ=="}]}"#)
  }
}
