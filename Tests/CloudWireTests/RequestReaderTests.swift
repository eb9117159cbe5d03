import CloudRecord
import CloudWire
import Testing

/// Bodies as real clients send them.
@Suite struct RequestReaderTests {
  @Test func modifyIsRead() throws {
    let body = #"""
      {"operations":[
        {"operationType":"create","record":{"recordName":"E1","recordType":"JournalEntry","createShortGUID":true,
          "fields":{"title":{"value":"Morning Run"},"body":{"value":"Ran 5 miles","type":"STRING","isEncrypted":true},
            "count":{"value":7},"ratio":{"value":2,"type":"DOUBLE"},"share":{"value":0.5},
            "createdAt":{"value":1700000000000,"type":"TIMESTAMP"},"stamps":{"value":"AP8=","type":"BYTES"},
            "category":{"value":{"recordName":"C1","action":"VALIDATE","zoneID":{"zoneName":"Z"}},"type":"REFERENCE"},
            "place":{"value":{"latitude":51.5,"longitude":-0.1,"timestamp":5},"type":"LOCATION"},
            "image":{"value":{"fileChecksum":"AQ==","size":12,"receipt":"R","downloadURL":"https://x/"},"type":"ASSETID"},
            "tags":{"value":["a","b"]},"gone":{"value":null},"absent":{"type":"STRING"}}},
         "desiredKeys":["title"]},
        {"operationType":"delete","record":{"recordName":"E2","recordChangeTag":"1e","zoneID":{"zoneName":"other"}}},
        {"operationType":"update","record":{"recordName":"E3","recordType":null,"parent":{"recordName":"E1"}}}],
       "zoneID":{"zoneName":"JournalZone","ownerName":"_me"},"desiredKeys":null,"numbersAsStrings":true,
       "clientId":"abc","unknown":[{"x":1}]}
      """#
    let reader = try request(body)
    let modify = try reader.modify()
    #expect(modify.zoneID == ZoneID(zoneName: "JournalZone", ownerRecordName: "_me"))
    #expect(modify.isAtomic)
    #expect(modify.desiredKeys == nil)
    #expect(try reader.format().numbersAsStrings)
    #expect(modify.operations.map(\.kind) == [.create, .delete, .update])
    #expect(modify.operations[0].desiredKeys == ["title"])
    let removed: Field? = nil
    let expected: [String: Field?] = [
      "title": Field(.string("Morning Run")), "body": Field(.string("Ran 5 miles"), isEncrypted: true),
      "count": Field(.int64(7)), "ratio": Field(.double(2)), "share": Field(.double(0.5)),
      "createdAt": Field(.date(1_700_000_000_000)), "stamps": Field(.bytes([0, 255])),
      "category": Field(
        .reference(Reference(recordName: "C1", action: .validate, zoneID: ZoneID(zoneName: "Z")))),
      "place": Field(.location(Location(latitude: 51.5, longitude: -0.1, timestamp: 5))),
      "image": Field(.asset(Asset(fileChecksum: "AQ==", size: 12, receipt: "R"))),
      "tags": Field(.list([.string("a"), .string("b")])), "gone": removed, "absent": removed,
    ]
    #expect(modify.operations[0].fields == expected)
    #expect(modify.operations[1].recordChangeTag == "1e")
    #expect(modify.operations[2].parent == "E1")
    #expect(modify.operations[2].recordType == nil)
  }

  @Test func allOrNothingIsTheRuleOfCustomZonesOnly() throws {
    #expect(try !request(#"{"operations":[]}"#).modify().isAtomic)
    #expect(try !request(#"{"operations":[],"zoneID":{"zoneName":"_defaultZone"}}"#).modify().isAtomic)
    #expect(try request(#"{"operations":[],"zoneID":{"zoneName":"Z"}}"#).modify().isAtomic)
    #expect(try !request(#"{"operations":[],"zoneID":{"zoneName":"Z"},"atomic":false}"#).modify().isAtomic)
  }

  @Test(arguments: RecordOperation.Kind.allCases)
  func everyOperationTypeIsKnown(_ kind: RecordOperation.Kind) throws {
    let body = #"{"operations":[{"operationType":"\#(kind.rawValue)","record":{"recordName":"r"}}]}"#
    #expect(try request(body).modify().operations.map(\.kind) == [kind])
  }

  static let fields: [(json: String, value: FieldValue)] = [
    (#"{"value":"5","type":"INT64"}"#, .int64(5)), (#"{"value":5,"type":"NUMBER_INT64"}"#, .int64(5)),
    (#"{"value":-9223372036854775808}"#, .int64(.min)), (#"{"value":"1.5","type":"DOUBLE"}"#, .double(1.5)),
    (#"{"value":1e2}"#, .double(100)), (#"{"value":1e2,"type":"INT64"}"#, .int64(100)),
    (#"{"value":1700000000000.0,"type":"TIMESTAMP"}"#, .date(1_700_000_000_000)),
    (#"{"value":"1700000000000","type":"TIMESTAMP"}"#, .date(1_700_000_000_000)),
    (#"{"value":"","type":"BYTES"}"#, .bytes([])), (#"{"value":"AAEC\nAw==\n","type":"BYTES"}"#, .bytes([0, 1, 2, 3])),
    (#"{"value":{"recordName":"x"}}"#, .reference(Reference(recordName: "x", action: .none))),
    (#"{"value":{"latitude":1,"longitude":2}}"#, .location(Location(latitude: 1, longitude: 2))),
    (#"{"value":{"fileChecksum":"c","size":"9"},"type":"ASSET"}"#, .asset(Asset(fileChecksum: "c", size: 9))),
    (#"{"value":{"fileChecksum":"c"}}"#, .asset(Asset(fileChecksum: "c"))),
    (#"{"value":[]}"#, .list([])), (#"{"value":[],"type":"UNKNOWN_LIST"}"#, .list([])),
    (#"{"value":[],"type":"REFERENCE_LIST"}"#, .list([])), (#"{"value":[],"type":"EMPTY_LIST"}"#, .list([])),
    (#"{"value":["a"],"type":"UNKNOWN_LIST"}"#, .list([.string("a")])),
    (#"{"value":[1,2.5]}"#, .list([.double(1), .double(2.5)])),
    (#"{"value":[1,2],"type":"TIMESTAMP_LIST"}"#, .list([.date(1), .date(2)])),
    (#"{"value":["AA=="],"type":"BYTES_LIST"}"#, .list([.bytes([0])])),
    (#"{"value":[1],"type":"DOUBLE_LIST"}"#, .list([.double(1)])),
    (#"{"value":["1",2],"type":"INT64_LIST"}"#, .list([.int64(1), .int64(2)])),
    (#"{"value":[{"recordName":"x"}]}"#, .list([.reference(Reference(recordName: "x", action: .none))])),
    (#"{"value":[{"fileChecksum":"c"}],"type":"ASSET_LIST"}"#, .list([.asset(Asset(fileChecksum: "c"))])),
    (
      #"{"value":[{"latitude":1,"longitude":2}],"type":"LOCATION_LIST"}"#,
      .list([.location(Location(latitude: 1, longitude: 2))])
    ),
    (#"{"value":"a\u0000b","type":"STRING"}"#, .string("a\0b")),
  ]

  @Test(arguments: fields)
  func valuesAreReadByTheirTypeOrWithout(_ json: String, _ value: FieldValue) throws {
    #expect(try field(json)?.value.isIdentical(to: value) == true)
    #expect(try field(json)?.value == value)
    #expect(try field(json)?.isEncrypted == false)
  }

  @Test(arguments: [
    (#"{"value":"AA==","type":"ENCRYPTED_BYTES"}"#, FieldValue.bytes([0])),
    (#"{"value":"AA==","type":"BYTES","isEncrypted":true}"#, .bytes([0])),
    (#"{"value":"x","type":"ENCRYPTED_STRING"}"#, .string("x")),
    (#"{"value":["x"],"type":"STRING_LIST","isEncrypted":true}"#, .list([.string("x")])),
  ])
  func encryptedFieldsAreMarked(_ json: String, _ value: FieldValue) throws {
    #expect(try field(json) == Field(value, isEncrypted: true))
  }

  @Test func lookupTakesDictionariesAndNames() throws {
    let lookup = try request(
      #"{"records":[{"recordName":"a","desiredKeys":["t"]},"b"],"zoneID":{"zoneName":"Z","zoneType":"REGULAR_CUSTOM_ZONE"}}"#
    ).lookup()
    #expect(lookup.items.map(\.recordName) == ["a", "b"])
    #expect(lookup.items.map(\.desiredKeys) == [["t"], nil])
    #expect(lookup.zoneID == ZoneID(zoneName: "Z"))
  }

  @Test func queryIsRead() throws {
    let body = #"""
      {"query":{"recordType":"JournalEntry","filterBy":[
        {"comparator":"EQUALS","fieldName":"isFavorite","fieldValue":{"value":1,"type":"INT64"}},
        {"comparator":"IN","fieldName":"mood","fieldValue":{"value":["happy"],"type":"STRING_LIST"}},
        {"comparator":"CONTAINS_ANY","fieldName":"tags","fieldValue":{"value":["x"],"type":"STRING_LIST"}},
        {"comparator":"GREATER_THAN","fieldName":"createdTimestamp","fieldValue":{"value":5,"type":"TIMESTAMP"}},
        {"comparator":"EQUALS","systemFieldName":"recordName",
          "fieldValue":{"value":{"recordName":"x","zoneID":{"zoneName":"Z"}},"type":"REFERENCE"}},
        {"comparator":"NEAR","fieldName":"place","distance":100,
          "fieldValue":{"value":{"latitude":1,"longitude":2},"type":"LOCATION"}}],
       "sortBy":[{"fieldName":"___modTime","ascending":false},{"fieldName":"title"},
        {"fieldName":"place","relativeLocation":{"latitude":1,"longitude":2}}]},
       "zoneWide":true,"resultsLimit":50,"continuationMarker":"","desiredKeys":["title","title"]}
      """#
    let query = try request(body).query()
    #expect(query.query.recordType == "JournalEntry")
    #expect(query.query.filters.map(\.comparator) == [.equals, .in, .listContainsAny, .greaterThan, .equals, .near])
    #expect(
      query.query.filters.map(\.fieldName)
        == ["isFavorite", "mood", "tags", "___createTime", "___recordID", "place"])
    #expect(query.query.filters[1].value == .list([.string("happy")]))
    #expect(query.query.sorts.map(\.fieldName) == ["___modTime", "title", "place"])
    #expect(query.query.sorts.map(\.isAscending) == [false, true, true])
    #expect(query.query.sorts[2].relativeLocation == Location(latitude: 1, longitude: 2))
    #expect(query.isZoneWide)
    #expect(query.resultsLimit == 50)
    #expect(query.continuationMarker == nil)
    #expect(query.desiredKeys == ["title", "title"])
  }

  @Test func whatHasNoTypeIsSaidToHaveNone() throws {
    let body = #"""
      {"operations":[{"operationType":"create","record":{"recordType":"T","fields":{
        "typed":{"value":1,"type":"INT64"},"untyped":{"value":1},"list":{"value":[1],"type":"UNKNOWN_LIST"},
        "empty":{},"null":{"value":null},"left":{"type":"STRING"}}}}]}
      """#
    let operation = try #require(try request(body).modify().operations.first)
    #expect(operation.untypedFields == ["untyped", "list"])
    #expect(operation.fields["empty"] == .some(nil))
    #expect(operation.fields["null"] == .some(nil))
    #expect(operation.fields["left"] == .some(nil))
    let query = try request(
      #"""
      {"query":{"recordType":"T","filterBy":[
        {"comparator":"IN","fieldName":"a","fieldValue":{"value":["x"]}},
        {"comparator":"EQUALS","fieldName":"parent","fieldValue":{"value":"x","type":"STRING"}},
        {"comparator":"EQUALS","fieldName":"___parent","fieldValue":{"value":"x","type":"STRING"}},
        {"comparator":"EQUALS","systemFieldName":"share","fieldValue":{"value":"x","type":"STRING"}}]},
       "getCurrentSyncToken":true}
      """#
    ).query()
    #expect(query.query.filters.map(\.isTyped) == [false, true, true, true])
    #expect(query.query.filters.map(\.fieldName) == ["a", "parent", "___parent", "___share"])
    #expect(query.wantsSyncToken)
  }

  @Test func aZonesOwnWishesWinOverTheBodys() throws {
    let body = #"""
      {"zones":[{"zoneID":{"zoneName":"A"},"syncToken":"","numbersAsStrings":false},
        {"zoneID":{"zoneName":"B"},"syncToken":"QQ==","resultsLimit":5,"desiredKeys":["x"],"reverse":false,
         "desiredRecordTypes":["T"]}],
       "resultsLimit":100,"desiredKeys":["y"],"reverse":true,"numberAsStrings":true}
      """#
    let (requests, formats) = try request(body).zoneChanges()
    #expect(
      requests == [
        ZoneChangesRequest(zoneID: ZoneID(zoneName: "A"), resultsLimit: 100, desiredKeys: ["y"], isReverse: true),
        ZoneChangesRequest(
          zoneID: ZoneID(zoneName: "B"), syncToken: ChangeToken("QQ=="), resultsLimit: 5, desiredKeys: ["x"],
          desiredRecordTypes: ["T"]),
      ])
    #expect(formats.map(\.numbersAsStrings) == [false, true])
  }

  @Test func theOlderChangesAreRead() throws {
    #expect(try request("").recordChanges() == ZoneChangesRequest(zoneID: .default))
    #expect(
      try request(#"{"zoneID":{"zoneName":"Z"},"syncToken":"QQ==","resultsLimit":9}"#).recordChanges()
        == ZoneChangesRequest(zoneID: ZoneID(zoneName: "Z"), syncToken: ChangeToken("QQ=="), resultsLimit: 9))
    #expect(try request(#"{"syncToken":"QQ=="}"#).databaseChanges().syncToken == ChangeToken("QQ=="))
    #expect(try request(#"{"syncToken":"QQ=="}"#).zonesChanges().syncToken == nil)
    #expect(try request(#"{"metaSyncToken":"QQ=="}"#).zonesChanges().syncToken == ChangeToken("QQ=="))
  }

  @Test func zonesAreRead() throws {
    #expect(
      try request(#"{"zones":[{"zoneName":"A"},{"zoneID":{"zoneName":"B","ownerRecordName":"_x"}}]}"#).zonesLookup()
        == [ZoneID(zoneName: "A"), ZoneID(zoneName: "B", ownerRecordName: "_x")])
    let body = #"""
      {"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"A"},"atomic":true}},
        {"operationType":"delete","zone":{"zoneID":{"zoneName":"B"}}}]}
      """#
    #expect(try request(body).zonesModify() == [.create(ZoneID(zoneName: "A")), .delete(ZoneID(zoneName: "B"))])
  }

  @Test func subscriptionsAndTokensAreRead() throws {
    let body = #"""
      {"operations":[
        {"operationType":"create","subscription":{"subscriptionID":"s1","subscriptionType":"zone",
          "zoneID":{"zoneName":"JournalZone"},"notificationInfo":{"shouldSendContentAvailable":true}}},
        {"operationType":"update","subscription":{"subscriptionID":"s2","subscriptionType":"query","zoneWide":true,
          "query":{"recordType":"T"},"firesOn":["create","delete","create"],"firesOnce":true}},
        {"operationType":"create","subscription":{"subscriptionID":"s3","subscriptionType":"database"}},
        {"operationType":"delete","subscription":{"subscriptionID":"s4"}}]}
      """#
    #expect(
      try request(body).subscriptionsModify().map { try $0.operation.get() } == [
        .create(
          Subscription(
            subscriptionID: "s1", kind: .zone, zoneID: ZoneID(zoneName: "JournalZone"),
            notification: NotificationInfo(shouldSendContentAvailable: true))),
        .update(
          Subscription(
            subscriptionID: "s2", kind: .query, isZoneWide: true, query: Query(recordType: "T"),
            firesOn: [.create, .delete], firesOnce: true)),
        .create(Subscription(subscriptionID: "s3", kind: .database)), .delete(subscriptionID: "s4"),
      ])
    #expect(try request(#"{"subscriptions":[{"subscriptionID":"a"},"b"]}"#).subscriptionsLookup() == ["a", "b"])
    #expect(
      try request(#"{"apnsEnvironment":"production","clientId":"c"}"#).tokensCreate()
        == PushTokenRequest(environment: .production, clientID: "c"))
    #expect(
      try request(#"{"apnsEnvironment":"development","apnsToken":"t"}"#).tokensRegister()
        == PushTokenRequest(environment: .development, token: "t"))
  }

  @Test func assetsAreRead() throws {
    let upload = try request(
      #"{"zoneID":{"zoneName":"Z"},"tokens":[{"recordType":"T","fieldName":"f"},{"recordType":"T","fieldName":"f","recordName":"r"}]}"#
    ).assetsUpload()
    #expect(upload.zoneID == ZoneID(zoneName: "Z"))
    #expect(upload.tokens.map(\.recordName) == [nil, "r"])
    #expect(
      try request(#"{"assets":[{"recordName":"r","fieldName":"f"}]}"#).assetsRereference().assets
        == [AssetRereference(recordName: "r", fieldName: "f")])
  }
}
