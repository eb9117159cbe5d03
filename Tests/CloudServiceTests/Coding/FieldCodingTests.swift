import CloudRecord
import CloudService
import TestKit
import Testing

@Suite struct FieldCodingTests {
  static let everyKind: [String: Field] = [
    "text": Field(.string("é\u{301}\u{0}\r\n\u{1F600}")),
    "secret": Field(.string("only for me"), isEncrypted: true),
    "small": Field(.int64(-1)), "least": Field(.int64(.min)), "most": Field(.int64(.max)),
    "number": Field(.double(-0.0)), "when": Field(.date(1_700_000_000_000)), "before": Field(.date(-5)),
    "data": Field(.bytes([0, 255, 7])),
    "weak": Field(.reference(Reference(recordName: "a", action: .none))),
    "bound": Field(
      .reference(
        Reference(
          recordName: "b", action: .deleteSelf, zoneID: ZoneID(zoneName: "Z", ownerRecordName: "_o")))),
    "checked": Field(.reference(Reference(recordName: "c", action: .validate, zoneID: ZoneID(zoneName: "Z")))),
    "file": Field(.asset(Asset(fileChecksum: "AQ==", size: 5, wrappingKey: "k", referenceChecksum: "r"))),
    "bare": Field(.asset(Asset(fileChecksum: "AQ=="))),
    "place": Field(.location(Location(latitude: 1.5, longitude: -2, altitude: 3, speed: 4, timestamp: -9))),
    "here": Field(.location(Location(latitude: 0, longitude: 0))),
    "empty": Field(.list([])), "texts": Field(.list([.string(""), .string("x")])),
    "numbers": Field(.list([.int64(1), .int64(300)]), isEncrypted: true),
  ]

  @Test func everyKindOfFieldComesBackAsItWas() throws {
    let bytes = FieldCoding.encode(FieldCodingTests.everyKind)
    #expect(try FieldCoding.decode(bytes) == FieldCodingTests.everyKind)
    for (name, field) in try FieldCoding.decode(bytes) {
      let original = try #require(FieldCodingTests.everyKind[name])
      #expect(field.value.isIdentical(to: original.value), "\(name)")
    }
  }

  @Test func someFieldsCanBeReadAlone() throws {
    let bytes = FieldCoding.encode(FieldCodingTests.everyKind)
    for name in FieldCodingTests.everyKind.keys {
      #expect(try FieldCoding.decode(bytes, only: [name]) == [name: FieldCodingTests.everyKind[name]])
    }
    #expect(try FieldCoding.decode(bytes, only: ["nowhere"]).isEmpty)
  }

  @Test func whatBelongsToRequestsAndAnswersIsNotKept() throws {
    let told = Asset(fileChecksum: "AQ==", size: 5, receipt: "r", downloadURL: "u")
    let read = try FieldCoding.decode(FieldCoding.encode(["file": Field(.asset(told))]))
    #expect(read == ["file": Field(.asset(Asset(fileChecksum: "AQ==", size: 5)))])
  }

  @Test func equalFieldsAreEqualBytes() {
    let many = Dictionary(uniqueKeysWithValues: (0..<50).map { ("f\($0)", Field(.int64(Int64($0)))) })
    var again: [String: Field] = [:]
    for (name, field) in many.sorted(by: { $0.key > $1.key }) { again[name] = field }
    #expect(FieldCoding.encode(many) == FieldCoding.encode(again))
  }

  @Test func everyCutIsAnError() {
    let bytes = FieldCoding.encode(FieldCodingTests.everyKind)
    for count in 0..<bytes.count {
      #expect(throws: FieldCodingError.self) { try FieldCoding.decode(Array(bytes.prefix(count))) }
    }
    #expect(throws: FieldCodingError.self) { try FieldCoding.decode(bytes + [0]) }
    #expect(throws: FieldCodingError.self) { try FieldCoding.kinds(of: bytes + [0]) }
    #expect(throws: Never.self) { try FieldCoding.kinds(of: bytes) }
  }

  @Test(arguments: 0..<20)
  func damageIsAnErrorAndNeverATrap(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let intact = FieldCoding.encode(FieldCodingTests.everyKind)
    for _ in 0..<300 {
      var bytes = intact
      for _ in 0...generator.below(3) { bytes[generator.below(bytes.count)] = UInt8(generator.below(256)) }
      do {
        _ = try FieldCoding.decode(bytes)
        _ = try FieldCoding.decode(bytes, only: ["text", "place"])
      } catch {
        #expect(error.offset <= bytes.count)
      }
    }
  }

  @Test(
    arguments: [
      [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [1, 0xFF, 0xFF, 0xFF, 0x7F], [2, 0], [1, 0x80, 0],
      [1, 1, 1, 0x61, 5, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [1, 1, 1, 0x61, 1, 1, 0xFF],
      [1, 2, 1, 0x62, 2, 0, 1, 0x61, 2, 0], [1, 2, 1, 0x61, 2, 0, 1, 0x61, 2, 0], [1, 1, 1, 0x61, 8, 1, 8, 0],
    ] as [[UInt8]])
  func hostileBytesAreRefused(bytes: [UInt8]) {
    #expect(throws: FieldCodingError.self) { try FieldCoding.decode(bytes) }
    #expect(throws: FieldCodingError.self) { try FieldCoding.kinds(of: bytes) }
  }
}
