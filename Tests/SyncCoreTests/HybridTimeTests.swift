import CloudRecord
import SyncCore
import Testing

@Suite struct HybridTimeTests {
  @Test func anEditIsLaterThanEveryTimeItsDeviceHasSeen() {
    var clock = HybridClock(device: 1)
    let first = clock.tick(wallClock: 1000)
    #expect(clock.tick(wallClock: 1000) > first)
    let future = HybridTime(milliseconds: 9000, counter: 3, device: 2)
    clock.observe(future)
    #expect(clock.tick(wallClock: 500) > future)
    clock.observe(first)
    #expect(clock.latest.map { $0 > future } == true)
  }

  @Test func aFullCounterGoesOnInTheNextMillisecond() {
    let full = HybridTime(milliseconds: 10, counter: .max, device: 1)
    var clock = HybridClock(device: 1, latest: full)
    let next = clock.tick(wallClock: 10)
    #expect(next > full)
    #expect(next.milliseconds == 11)
    #expect(next.counter == 0)
  }

  @Test func tiesBreakByDeviceTheSameWayEverywhere() {
    let a = HybridTime(milliseconds: 1, counter: 1, device: 1)
    let b = HybridTime(milliseconds: 1, counter: 1, device: 2)
    #expect(a < b)
    #expect(!(b < a))
  }

  @Test func theOrderOfTheTextIsTheOrderInTime() {
    let times = [
      HybridTime(milliseconds: 1, counter: 0, device: .max), HybridTime(milliseconds: 1, counter: 1, device: 0),
      HybridTime(milliseconds: 255, counter: 0, device: 0), HybridTime(milliseconds: 256, counter: 0, device: 0),
      HybridTime(milliseconds: HybridTime.maximumMilliseconds, counter: .max, device: .max),
    ]
    #expect(times.map { $0.description } == times.map { $0.description }.sorted())
    #expect(times.map { HybridTime($0.description) } == times)
    for text in ["", "zz", String(repeating: "+", count: 32), String(repeating: "g", count: 32)] {
      #expect(HybridTime(text) == nil)
    }
  }

  @Test func aClockBefore1970StartsAtZero() {
    var clock = HybridClock(device: 1)
    #expect(clock.tick(wallClock: -5).milliseconds == 0)
  }
}

@Suite struct RecordVersionTests {
  private func version() -> RecordVersion {
    var version = RecordVersion(recordType: "JournalEntry")
    version.set("title", .string("Run"), at: HybridTime(milliseconds: 1, counter: 0, device: 7))
    version.set("mood", nil, at: HybridTime(milliseconds: 2, counter: 0, device: 7))
    return version
  }

  @Test func aVersionComesBackFromItsBytes() throws {
    #expect(try RecordVersion(decoding: version().encoded) == version())
    let stamps = FieldStamps(of: version())
    #expect(try FieldStamps(decoding: stamps.encoded) == stamps)
  }

  @Test func stampsOfOneTimeAreEncodedAsOthersAre() {
    let stamp = HybridTime(milliseconds: 99, counter: 1, device: 7)
    let fields = ["title", "body", "mood", "bodyAsset"].map {
      FieldStamps.Digested(field: $0, digest: FieldStamps.digest(of: .string($0)))
    }
    var stamps = FieldStamps()
    for field in fields { stamps.marks[field.field] = FieldStamps.Mark(stamp: stamp, digest: field.digest) }
    #expect(FieldStamps.encoded(FieldStamps.sorted(fields), at: stamp) == stamps.encoded)
  }

  /// A stranger may write any number of marks; they travel with every save, so only as many are taken as make sense.
  @Test func tooManyStampsAreNone() throws {
    var stamps = FieldStamps()
    let mark = FieldStamps.Mark(
      stamp: HybridTime(milliseconds: 1, counter: 0, device: 1), digest: FieldStamps.digest(of: nil))
    for number in 0..<1024 { stamps.marks["field \(number)"] = mark }
    #expect(try FieldStamps(decoding: stamps.encoded) == stamps)
    stamps.marks["one more"] = mark
    #expect(throws: CanonicalDecodingError.self) { try FieldStamps(decoding: stamps.encoded) }
  }

  @Test func stampsAndValuesAreBothPartOfTheDigest() {
    var other = version()
    other.set("title", .string("Run"), at: HybridTime(milliseconds: 3, counter: 0, device: 7))
    #expect(other.digest != version().digest)
    other = version()
    other.values["title"] = .string("Jog")
    #expect(other.digest != version().digest)
    #expect(version().digest == version().digest)
  }

  @Test func aValueThatSomebodyElseWroteIsNoticed() {
    let stamps = FieldStamps(of: version())
    #expect(stamps.covers("title", value: .string("Run")))
    #expect(!stamps.covers("title", value: .string("Jog")))
    #expect(stamps.covers("mood", value: nil))
    #expect(!stamps.covers("body", value: nil))
  }

  @Test func brokenBytesAreErrors() {
    let bytes = version().encoded
    for count in 0..<bytes.count {
      #expect(throws: CanonicalDecodingError.self) { try RecordVersion(decoding: Array(bytes[..<count])) }
    }
    #expect(throws: CanonicalDecodingError.self) { try RecordVersion(decoding: bytes + [0]) }
    #expect(throws: CanonicalDecodingError.self) { try FieldStamps(decoding: [2, 0, 0]) }
  }
}
