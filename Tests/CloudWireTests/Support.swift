import CloudRecord
import CloudWire
import TestKit

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

func request(_ text: String) throws -> RequestReader { try RequestReader(Array(text.utf8)) }

func reply(_ text: String, status: Int = 200) throws -> ReplyReader {
  try ReplyReader(Array(text.utf8), status: status)
}

/// The value that one field of a `records/modify` is read as.
func field(_ json: String) throws -> Field? {
  let body = #"{"operations":[{"operationType":"update","record":{"recordName":"r","fields":{"f":\#(json)}}}]}"#
  guard let field = try request(body).modify().operations.first?.fields["f"] else { return nil }
  return field
}

/// Draws values of every type, within what each direction carries.
struct ValueGenerator {
  var random: SeededGenerator
  /// Answers tell where a file can be had, requests prove that it was uploaded.
  let isAnswer: Bool

  init(seed: UInt64, isAnswer: Bool) {
    random = SeededGenerator(seed: seed)
    self.isAnswer = isAnswer
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
  mutating func chance() -> Bool { .random(using: &random) }
  mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? { chance() ? make(&self) : nil }

  mutating func list<Value>(_ counts: ClosedRange<Int>, _ make: (inout Self) -> Value) -> [Value] {
    (0..<number(counts)).map { _ in make(&self) }
  }

  mutating func text() -> String {
    let alphabet: [Unicode.Scalar] = [
      "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\0", "\u{1F}", "é", "漢", "😀", "\u{301}",
    ]
    return String(String.UnicodeScalarView(list(0...20) { alphabet[$0.number(0...(alphabet.count - 1))] }))
  }

  mutating func name() -> String { "n" + String(UInt32(truncatingIfNeeded: random.next()), radix: 36) }

  mutating func integer() -> Int64 {
    let bits = Int64(truncatingIfNeeded: random.next())
    return chance() ? bits : bits >> number(0...63)
  }

  mutating func double() -> Double {
    let number = Double(bitPattern: random.next())
    return number.isFinite ? number : 0.5
  }

  mutating func zoneID() -> ZoneID { ZoneID(zoneName: name(), ownerRecordName: maybe { $0.name() }) }

  mutating func value() -> FieldValue {
    number(0...8) == 8 ? .list(members(of: number(0...7))) : scalar(number(0...7))
  }

  private mutating func members(of type: Int) -> [FieldValue] { list(0...5) { $0.scalar(type) } }

  mutating func scalar(_ type: Int) -> FieldValue {
    switch type {
    case 0: .string(text())
    case 1: .int64(integer())
    case 2: .double(double())
    case 3: .date(integer())
    case 4: .bytes(list(0...40) { UInt8(truncatingIfNeeded: $0.random.next()) })
    case 5:
      .reference(
        Reference(
          recordName: text(), action: [.none, .deleteSelf, .validate][number(0...2)], zoneID: maybe { $0.zoneID() }))
    case 6: .asset(asset(isReceipt: !isAnswer))
    default: .location(location())
    }
  }

  mutating func asset(isReceipt: Bool) -> Asset {
    Asset(
      fileChecksum: name(), size: maybe { Int64($0.number(0...1_000_000)) }, wrappingKey: maybe { $0.name() },
      referenceChecksum: maybe { $0.name() }, receipt: isReceipt ? name() : nil, downloadURL: isReceipt ? nil : text())
  }

  mutating func location() -> Location {
    Location(
      latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random),
      altitude: maybe { $0.double() }, horizontalAccuracy: maybe { $0.double() },
      verticalAccuracy: maybe { $0.double() }, course: maybe { $0.double() }, speed: maybe { $0.double() },
      timestamp: maybe { $0.integer() })
  }

  mutating func field() -> Field { Field(value(), isEncrypted: number(0...4) == 0) }

  mutating func query() -> Query {
    Query(
      recordType: name(),
      filters: list(0...3) { generator in
        let comparator = Comparator.allCases[generator.number(0...(Comparator.allCases.count - 1))]
        let isList = comparator == .in || comparator == .notIn
        // Files cannot be searched for.
        let type = generator.number(0...5)
        return Filter(
          generator.name(), comparator, isList ? .list(generator.members(of: type)) : generator.scalar(type))
      },
      sorts: list(0...2) {
        Sort($0.name(), isAscending: $0.chance(), relativeLocation: $0.maybe { $0.location() })
      })
  }

  mutating func subscription() -> Subscription {
    let kind = Subscription.Kind.allCases[number(0...2)]
    return Subscription(
      subscriptionID: text(), kind: kind, zoneID: maybe { $0.zoneID() }, isZoneWide: chance(),
      query: kind == .query ? query() : nil, firesOn: Set(Subscription.Event.allCases.filter { _ in chance() }),
      firesOnce: chance(), notification: notificationInfo())
  }

  mutating func notificationInfo() -> NotificationInfo {
    NotificationInfo(
      alertBody: maybe { $0.text() }, alertLocalizationKey: maybe { $0.text() },
      alertLocalizationArgs: list(0...2) { $0.text() }, alertActionLocalizationKey: maybe { $0.text() },
      alertLaunchImage: maybe { $0.text() }, soundName: maybe { $0.text() }, category: maybe { $0.text() },
      shouldBadge: chance(), shouldSendContentAvailable: chance(), additionalFields: list(0...2) { $0.name() })
  }

  mutating func operation() -> RecordOperation {
    var fields: [String: Field?] = [:]
    for _ in 0..<number(0...6) {
      let removed: Field? = nil
      fields[name()] = chance() ? .some(field()) : .some(removed)
    }
    return RecordOperation(
      RecordOperation.Kind.allCases[number(0...6)], recordName: maybe { $0.text() }, recordType: maybe { $0.name() },
      recordChangeTag: maybe { $0.text() }, fields: fields, parent: maybe { $0.text() },
      desiredKeys: maybe { $0.list(0...3) { $0.name() } })
  }

  mutating func record() -> Record {
    var fields: [String: Field] = [:]
    for _ in 0..<number(0...6) { fields[name()] = field() }
    return Record(
      recordName: text(), recordType: name(), zoneID: zoneID(), fields: fields, recordChangeTag: name(),
      created: stamp(), modified: stamp(), parent: maybe { $0.text() })
  }

  private mutating func stamp() -> RecordStamp {
    RecordStamp(timestamp: integer(), userRecordName: name(), deviceID: text())
  }

  mutating func error() -> ServiceError {
    ServiceError(
      ServerErrorCode.allCases[number(0...(ServerErrorCode.allCases.count - 1))], text(),
      retryAfter: maybe { $0.number(0...1000) }, redirectURL: maybe { $0.text() })
  }

  mutating func zoneChangesRequest() -> ZoneChangesRequest {
    ZoneChangesRequest(
      zoneID: zoneID(), syncToken: maybe { ChangeToken($0.name()) }, resultsLimit: maybe { $0.number(1...200) },
      desiredKeys: maybe { $0.list(0...2) { $0.name() } }, desiredRecordTypes: maybe { $0.list(0...2) { $0.name() } },
      isReverse: chance())
  }

  mutating func page() -> ZoneChangesReply {
    ZoneChangesReply(
      zoneID: zoneID(),
      changes: list(0...4) {
        $0.chance() ? .changed($0.record()) : .deleted(recordName: $0.text(), zoneID: $0.zoneID())
      },
      syncToken: ChangeToken(name()), moreComing: chance())
  }
}
