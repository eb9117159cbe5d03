import CloudRecord
import Testing

@Suite struct CanonicalCodingTests {
  static let values: [FieldValue] = [
    .string(""), .string("漢字 e\u{301}\0"), .int64(.min), .int64(.max), .double(-0.0), .double(.infinity),
    .date(-62_135_596_800_000), .bytes([]), .bytes([0, 255]),
    .reference(Reference(recordName: "x", action: .deleteSelf)), .asset(Asset(fileChecksum: "00ff")),
    .location(Location(latitude: 51.5, longitude: -0.1, altitude: 12, timestamp: 1)),
    .location(Location(latitude: 0, longitude: 0)),
    .list([]), .list([.string("a"), .string("b")]),
  ]

  @Test(arguments: values)
  func everyValueComesBack(_ value: FieldValue) throws {
    var decoder = CanonicalDecoder(CanonicalEncoder.encode(value))
    #expect(try decoder.value().isIdentical(to: value))
    #expect(decoder.isAtEnd)
  }

  @Test func composedAndDecomposedTextsHaveDifferentDigests() {
    #expect(Digest(of: .string("\u{e9}")) != Digest(of: .string("e\u{301}")))
    #expect(!FieldValue.string("\u{e9}").isIdentical(to: .string("e\u{301}")))
  }

  @Test(arguments: values)
  func everyTruncationIsAnError(_ value: FieldValue) {
    let bytes = CanonicalEncoder.encode(value)
    for count in 0..<bytes.count {
      var decoder = CanonicalDecoder(Array(bytes[..<count]))
      #expect(throws: CanonicalDecodingError.self) { try decoder.value() }
    }
  }

  @Test func hostileLengthsAndTypesAreErrors() {
    for bytes: [UInt8] in [
      [1, 255, 255, 255, 255, 65], [8, 255, 255, 255, 255], [9], [0], [6, 9], [1, 0, 0, 0, 1, 0xFF],
    ] {
      var decoder = CanonicalDecoder(bytes)
      #expect(throws: CanonicalDecodingError.self) { try decoder.value() }
    }
    var nested = CanonicalDecoder([8, 0, 0, 0, 1, 8, 0, 0, 0, 0])
    #expect(throws: CanonicalDecodingError.self) { try nested.value() }
  }

  @Test func aDigestIsWrittenInHexadecimal() {
    #expect(Digest(of: [UInt8]()).description == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }
}
