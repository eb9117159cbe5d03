import CloudRecord
import SyncCore
import Testing

@Suite struct RecordEncodingTests {
  /// Two encodings of one version would have two digests.
  @Test func onlyOneEncodingIsRead() throws {
    let version = RecordVersion(recordType: "T", values: ["f": .int64(1)])
    let bytes = version.encoded
    #expect(try RecordVersion(decoding: bytes) == version)
    // A format, a type and a count before them: whether there is a stamp, and whether there is a value.
    let places = [15, 16]
    #expect(places.map { bytes[$0] } == [0, 1])
    for place in places {
      for other in 2...UInt8.max {
        var odd = bytes
        odd[place] = other
        let error = #expect(throws: CanonicalDecodingError.self) { try RecordVersion(decoding: odd) }
        #expect(error?.description == "expected 0 or 1 at byte \(place)")
      }
    }
  }
}
