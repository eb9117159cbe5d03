import CloudRecord
import CloudWire
import TestKit
import Testing

/// Whatever is sent, the answer is BAD_REQUEST that names the key, never a crash.
@Suite struct HostileRequestTests {
  static let fields: [(json: String, reason: String)] = [
    (#"{"value":5,"type":"STRING"}"#, "value: expected STRING"),
    (#"{"value":"x","type":"INT64"}"#, "value: expected INT64"),
    (#"{"value":1.5,"type":"INT64"}"#, "value: expected INT64"),
    (#"{"value":9223372036854775808,"type":"INT64"}"#, "value: expected INT64, but the number is out of range"),
    (#"{"value":9223372036854775808}"#, "value: expected INT64, but the number is out of range"),
    (#"{"value":true}"#, "value: there is no Boolean type: expected 0 or 1"),
    (#"{"value":"x","type":"DOUBLE"}"#, "value: expected DOUBLE"),
    (#"{"value":"nan","type":"DOUBLE"}"#, "value: expected DOUBLE"),
    (#"{"value":1.5,"type":"TIMESTAMP"}"#, "value: Invalid value, expected type TIMESTAMP"),
    (#"{"value":"2024-01-01","type":"TIMESTAMP"}"#, "value: Invalid value, expected type TIMESTAMP"),
    (#"{"value":"5.5","type":"TIMESTAMP"}"#, "value: Invalid value, expected type TIMESTAMP"),
    (#"{"value":"A","type":"BYTES"}"#, "value: expected BYTES in base64"),
    (#"{"value":"AA=A","type":"BYTES"}"#, "value: expected BYTES in base64"),
    (#"{"value":"AB==","type":"BYTES"}"#, "value: expected BYTES in base64"),
    (#"{"value":"AAA","type":"BYTES"}"#, "value: expected BYTES in base64"),
    (#"{"value":"====","type":"BYTES"}"#, "value: expected BYTES in base64"),
    (#"{"value":[0],"type":"BYTES"}"#, "value: expected BYTES in base64"),
    (#"{"value":"x","type":"REFERENCE"}"#, "value: could not decode reference object"),
    (#"{"value":{},"type":"REFERENCE"}"#, "value.recordName: missing"),
    (#"{"value":{"recordName":"x","action":"EXPLODE"},"type":"REFERENCE"}"#, "value.action: expected NONE"),
    (#"{"value":{"recordName":"x","zoneID":5}}"#, "value.zoneID: expected a zoneID"),
    (#"{"value":{"latitude":91,"longitude":0},"type":"LOCATION"}"#, "value.latitude: out of range"),
    (#"{"value":{"latitude":0},"type":"LOCATION"}"#, "value.longitude: missing"),
    (#"{"value":{"size":1},"type":"ASSETID"}"#, "value.fileChecksum: missing"),
    (#"{"value":{"fileChecksum":"x","size":-1},"type":"ASSETID"}"#, "value.size: out of range"),
    (#"{"value":{"x":1}}"#, "value: expected a reference, a location or an asset"),
    (#"{"value":"x","type":"STRING_LIST"}"#, "value: expected STRING_LIST"),
    (#"{"value":["x",{"recordName":"y"}],"type":"STRING_LIST"}"#, "value[1]: expected STRING"),
    (#"{"value":["x",1]}"#, "value[1]: expected STRING, as the members before it"),
    (#"{"value":[["x"]]}"#, "value[0]: a list within a list"), (#"{"value":[null]}"#, "value[0]: null within a list"),
    (#"{"value":[["x"]],"type":"STRING_LIST"}"#, "value[0]: expected STRING"),
    (#"{"value":["x"],"type":"STRING"}"#, "value: expected STRING"),
    (#"{"value":"x","type":"TEXT"}"#, #"type: unknown type "TEXT""#),
    (#"{"value":[],"type":"STRING_LIST_LIST"}"#, "type: unknown type"),
    (#"{"value":"","type":"ENCRYPTED_ENCRYPTED_BYTES"}"#, "type: unknown type"),
    (#"{"value":"x","type":5}"#, "type: expected a string"),
    (#"{"value":"x","isEncrypted":1}"#, "isEncrypted: expected true or false"),
    (#"{"valeu":1}"#, "value: missing"), (#"{"Value":"x"}"#, "value: missing"),
  ]

  @Test(arguments: fields)
  func wrongFieldsAreNamed(_ json: String, _ reason: String) {
    let error = #expect(throws: ServiceError.self) { try field(json) }
    #expect(error?.code == .badRequest)
    #expect(error?.reason.hasPrefix("operations[0].record.fields.f.\(reason)") == true, "\(error?.reason ?? "")")
  }

  @Test(arguments: ["5", "null", "\"x\"", "[]"])
  func aFieldIsADictionary(_ json: String) {
    #expect(
      throws: ServiceError(.badRequest, "operations[0].record.fields.f: expected an object with value and type")
    ) { try field(json) }
  }

  typealias Reading = @Sendable (RequestReader) throws -> Void

  static let bodies: [(json: String, read: Reading, reason: String)] = [
    ("{}", { _ = try $0.modify() }, "operations: missing"),
    (#"{"operations":{}}"#, { _ = try $0.modify() }, "operations: expected an array"),
    (#"{"operations":[5]}"#, { _ = try $0.modify() }, "operations[0]: expected an operation"),
    (#"{"operations":[{"record":{}}]}"#, { _ = try $0.modify() }, "operations[0].operationType: missing"),
    (
      #"{"operations":[{"operationType":"upsert","record":{}}]}"#, { _ = try $0.modify() },
      #"operations[0].operationType: unknown operationType "upsert""#
    ),
    (#"{"operations":[{"operationType":"create"}]}"#, { _ = try $0.modify() }, "operations[0].record: missing"),
    (
      #"{"operations":[{"operationType":"create","record":{"recordName":5}}]}"#, { _ = try $0.modify() },
      "operations[0].record.recordName: expected a string"
    ),
    (
      #"{"operations":[{"operationType":"create","record":{"parent":{}}}]}"#, { _ = try $0.modify() },
      "operations[0].record.parent.recordName: missing"
    ),
    (#"{"operations":[],"atomic":"true"}"#, { _ = try $0.modify() }, "atomic: expected true or false"),
    (#"{"operations":[],"zoneID":{}}"#, { _ = try $0.modify() }, "zoneID.zoneName: missing"),
    (#"{"operations":[],"desiredKeys":["a",5]}"#, { _ = try $0.modify() }, "desiredKeys[1]: expected a string"),
    (#"{"numbersAsStrings":"yes"}"#, { _ = try $0.format() }, "numbersAsStrings: expected true or false"),
    (#"{"records":[{}]}"#, { _ = try $0.lookup() }, "records[0].recordName: missing"),
    ("{}", { _ = try $0.query() }, "query: missing"),
    (#"{"query":{}}"#, { _ = try $0.query() }, "query.recordType: missing"),
    (#"{"query":{"recordType":"T"},"resultsLimit":0}"#, { _ = try $0.query() }, "resultsLimit: out of range"),
    (
      #"{"query":{"recordType":"T"},"resultsLimit":1.5}"#, { _ = try $0.query() },
      "resultsLimit: expected a whole number"
    ),
    (
      #"{"query":{"recordType":"T","filterBy":[{"comparator":"LIKE","fieldName":"f"}]}}"#, { _ = try $0.query() },
      #"query.filterBy[0].comparator: unknown comparator "LIKE""#
    ),
    (
      #"{"query":{"recordType":"T","filterBy":[{"comparator":"EQUALS","fieldName":"f"}]}}"#, { _ = try $0.query() },
      "query.filterBy[0].fieldValue: missing"
    ),
    (
      #"{"query":{"recordType":"T","filterBy":[{"comparator":"EQUALS","fieldName":"f","fieldValue":{"value":null}}]}}"#,
      { _ = try $0.query() }, "query.filterBy[0].fieldValue.value: missing"
    ),
    (
      #"{"query":{"recordType":"T","filterBy":[{"comparator":"IN","fieldName":"f","fieldValue":{"value":["a"],"type":"STRING"}}]}}"#,
      { _ = try $0.query() }, "query.filterBy[0].fieldValue: BadRequestException: Unexpected input"
    ),
    (
      #"{"query":{"recordType":"T","filterBy":[{"comparator":"EQUALS","systemFieldName":"x","fieldValue":{"value":1}}]}}"#,
      { _ = try $0.query() }, #"query.filterBy[0].systemFieldName: unknown system field "x""#
    ),
    (
      #"{"query":{"recordType":"T","sortBy":[{"ascending":true}]}}"#, { _ = try $0.query() },
      "query.sortBy[0].fieldName: missing"
    ),
    ("{}", { _ = try $0.zoneChanges() }, "zones: missing"),
    (#"{"zones":[{"syncToken":"x"}]}"#, { _ = try $0.zoneChanges() }, "zones[0].zoneID: missing"),
    (
      #"{"zones":[{"zoneID":{"zoneName":"Z"},"syncToken":5}]}"#, { _ = try $0.zoneChanges() },
      "zones[0].syncToken: expected a string"
    ),
    (#"{"syncToken":[]}"#, { _ = try $0.databaseChanges() }, "syncToken: expected a string"),
    (#"{"zones":[[]]}"#, { _ = try $0.zonesLookup() }, "zones[0]: expected a zoneID"),
    (
      #"{"operations":[{"operationType":"rename","zone":{}}]}"#, { _ = try $0.zonesModify() },
      #"operations[0].operationType: unknown operationType "rename""#
    ),
    (
      #"{"operations":[{"operationType":"create","zone":{}}]}"#, { _ = try $0.zonesModify() },
      "operations[0].zone.zoneID: missing"
    ),
    (#"{"apnsEnvironment":"staging"}"#, { _ = try $0.tokensCreate() }, "apnsEnvironment: expected development"),
    (#"{"apnsEnvironment":"production"}"#, { _ = try $0.tokensRegister() }, "apnsToken: missing"),
    (#"{"tokens":[{"recordType":"T"}]}"#, { _ = try $0.assetsUpload() }, "tokens[0].fieldName: missing"),
    (#"{"assets":[{"fieldName":"T"}]}"#, { _ = try $0.assetsRereference() }, "assets[0].recordName: missing"),
  ]

  @Test(arguments: bodies.indices)
  func wrongBodiesAreNamed(_ index: Int) {
    let (json, read, reason) = Self.bodies[index]
    let error = #expect(throws: ServiceError.self) { try read(try request(json)) }
    #expect(error?.code == .badRequest)
    #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func oneWrongSubscriptionIsNamedAndTheOthersAreRead() throws {
    let body = #"""
      {"operations":[
        {"operationType":"create","subscription":{"subscriptionID":"a","subscriptionType":"x"}},
        {"operationType":"create","subscription":{"subscriptionType":"database"}},
        {"operationType":"create","subscription":{"subscriptionID":"s","subscriptionType":"query"}},
        {"operationType":"create","subscription":{"subscriptionID":"s","subscriptionType":"zone","firesOn":["x"]}},
        {"operationType":"update","subscription":{"subscriptionType":"database"}}, 5,
        {"operationType":"burn","subscription":{"subscriptionID":7}}]}
      """#
    let items = try request(body).subscriptionsModify()
    #expect(items.map(\.subscriptionID) == ["a", nil, "s", "s", nil, nil, nil])
    let reasons = items.map { item in
      if case .failure(let error) = item.operation { error.reason } else { "read" }
    }
    #expect(
      reasons == [
        "operations[0].subscription.subscriptionType: expected query, zone or database", "read",
        "operations[2].subscription.query: missing",
        "operations[3].subscription.firesOn[0]: expected create, update or delete",
        "operations[4].subscription.subscriptionID: missing", "operations[5]: expected an operation",
        #"operations[6].operationType: unknown operationType "burn""#,
      ])
  }

  @Test(arguments: ["[]", "5", "null", "\"x\"", "true"])
  func aBodyIsAnObject(_ json: String) {
    #expect(throws: ServiceError(.badRequest, "expected an object")) { try request(json) }
  }

  @Test func aMillionFiltersAreRefusedBeforeTheyAreRead() {
    let filter = #"{"comparator":"EQUALS","fieldName":"f","fieldValue":{"value":1}},"#
    let filters = String(repeating: filter, count: 1_000_000)
    let error = #expect(throws: ServiceError.self) {
      try request(#"{"query":{"recordType":"T","filterBy":[\#(filters)]}}"#)
    }
    #expect(error?.reason.hasPrefix("query.filterBy[") == true)
    #expect(error?.reason.contains("more than 1000000 values") == true)
  }

  @Test func namesThatSpellTheSameAreTheSame() {
    let body =
      #"{"operations":[{"operationType":"create","record":{"fields":{"\u00e9":{"value":1},"e\u0301":{"value":2}}}}]}"#
    let error = #expect(throws: ServiceError.self) { try request(body).modify() }
    #expect(error?.reason.hasSuffix("the key is given twice") == true)
  }

  @Test func longKeysAreShortenedInReasons() {
    let key = String(repeating: "k", count: 100_000)
    let error = #expect(throws: ServiceError.self) { try request(#"{"\#(key)":[01]}"#) }
    #expect(error?.reason == "\(String(repeating: "k", count: 64))…[0]: a number with a leading zero, at byte 100005")
  }

  // MARK: Chance

  static let seeds = [
    #"{"operations":[{"operationType":"create","record":{"recordName":"E\u00e9\ud83d\ude00","recordType":"T","fields":{"a":{"value":"x","type":"STRING"},"b":{"value":[1.5e3,-2],"type":"DOUBLE_LIST"},"c":{"value":{"recordName":"r","action":"NONE","zoneID":{"zoneName":"Z"}}},"d":{"value":"AAEC","type":"BYTES"},"e":{"value":{"latitude":1,"longitude":2}}},"parent":{"recordName":"p"}}}],"zoneID":{"zoneName":"Z","ownerName":"o"},"atomic":true}"#,
    #"{"query":{"recordType":"T","filterBy":[{"comparator":"IN","fieldName":"f","fieldValue":{"value":["a"],"type":"STRING_LIST"}}],"sortBy":[{"fieldName":"f","ascending":false}]},"resultsLimit":5,"zones":[{"zoneID":{"zoneName":"Z"},"syncToken":"QQ=="}],"records":[{"recordName":"a","recordType":"T","fields":{"f":{"value":null}},"recordChangeTag":"1","deleted":false}],"syncToken":"QQ==","moreComing":null}"#,
    #"{"operations":[{"operationType":"update","subscription":{"subscriptionID":"s","subscriptionType":"query","query":{"recordType":"T"},"firesOn":["create"],"notificationInfo":{"alertBody":"b","alertLocalizationArgs":["a"]}}}],"subscriptions":[{"subscriptionID":"s"}],"tokens":[{"recordType":"T","fieldName":"f"}],"assets":[{"recordName":"r","fieldName":"f"}],"serverErrorCode":"X","retryAfter":1.5,"users":[{"userRecordName":"u"}],"ck":{"qry":{"sid":"s","rid":"r","fo":1,"af":{"x":1}},"cid":"c"}}"#,
  ]

  /// Everything that a body can be read as.
  static let readings: [Reading] = [
    { _ = try $0.modify() }, { _ = try $0.lookup() }, { _ = try $0.query() }, { _ = try $0.zoneChanges() },
    { _ = try $0.recordChanges() }, { _ = try $0.databaseChanges() }, { _ = try $0.zonesChanges() },
    { _ = try $0.zonesLookup() }, { _ = try $0.zonesModify() }, { _ = try $0.subscriptionsLookup() },
    { _ = try $0.subscriptionsModify() }, { _ = try $0.tokensCreate() }, { _ = try $0.tokensRegister() },
    { _ = try $0.assetsUpload() }, { _ = try $0.assetsRereference() }, { _ = try $0.format() },
    { _ = try $0.usersDiscover() }, { _ = try $0.usersLookup() },
  ]

  static func expectOnlyRefusals(_ bytes: [UInt8]) {
    do {
      let reader = try RequestReader(bytes)
      for read in readings {
        do { try read(reader) } catch { #expect((error as? ServiceError)?.code == .badRequest) }
      }
    } catch {
      #expect(error.code == .badRequest && !error.reason.isEmpty)
    }
    for status in [200, 400] {
      do {
        let reader = try ReplyReader(bytes, status: status)
        let attempts: [() throws -> Void] = [
          { _ = try reader.records(in: .default) }, { _ = try reader.zoneChanges() },
          { _ = try reader.zones() }, { _ = try reader.subscriptions() },
          { _ = try reader.pushToken() }, { _ = try reader.uploadTargets() }, { _ = try reader.upload() },
          { _ = try reader.user() }, { _ = try NotificationCoding.decode(bytes) },
        ]
        for attempt in attempts {
          do { try attempt() } catch { #expect(error is ReplyFailure) }
        }
      } catch {
        #expect(status == 400 || error != .refused(ServiceError(.badRequest, "")))
      }
    }
  }

  @Test(arguments: 1...40)
  func mutatedBodiesNeverCrash(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = ["\"", "\\", "{", "}", "[", "]", ",", ":", "null", "1e9", "\\ud800", "-", "0", "\u{0}", "é", "true"]
    for _ in 0..<60 {
      var bytes = Array(Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &random)].utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &random)))
        case 2: bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: place)
        case 3: bytes.removeLast(bytes.count - place)
        default:
          let from = Int.random(in: 0..<bytes.count, using: &random)
          bytes.insert(contentsOf: Array(bytes[from..<min(bytes.count, from + 30)]), at: place)
        }
      }
      Self.expectOnlyRefusals(bytes)
    }
  }

  @Test func everyTruncationIsRefused() {
    for seed in Self.seeds {
      let bytes = Array(seed.utf8)
      for count in 1..<bytes.count { #expect(throws: ServiceError.self) { try RequestReader(Array(bytes[..<count])) } }
    }
  }
}
