import Testing

@testable import ImageKit

/// Broken bytes are a failure or a header, never the end of the program, and never a picture that is too large.
@Suite struct FuzzTests {
  @Test(arguments: Sample.all + HeaderTests.rich)
  func mutatedHeadersAreJudged(_ sample: Sample) throws {
    var chance = Chance(state: UInt64(sample.bytes.count))
    for round in 0..<1200 {
      var bytes = sample.bytes
      for _ in 0...chance.below(4) { mutate(&bytes, &chance) }
      do throws(ImageFailure) {
        let header = try ImageHeader(ImageData(bytes))
        #expect(header.width > 0 && header.height > 0 && 1...8 ~= header.orientation, "round \(round)")
        #expect(header.width * header.height <= ImageLimits.pixels, "round \(round)")
      } catch {
        #expect(error.fault == .picture, "round \(round)")
      }
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ chance: inout Chance) {
    guard !bytes.isEmpty else { return }
    // Most of what decides stands in front.
    let place = chance.below(chance.below(2) == 0 ? min(64, bytes.count) : bytes.count)
    switch chance.below(6) {
    case 0: bytes[place] ^= 1 << UInt8(chance.below(8))
    case 1: bytes[place] = UInt8(chance.below(256))
    case 2: bytes[place] = [0, 0xFF, 0x7F, 0x80][chance.below(4)]
    case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + chance.below(8)))
    case 4: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 1 + chance.below(16))], at: place)
    default: for index in place..<min(bytes.count, place + 4) { bytes[index] = 0xFF }
    }
  }
}

/// The same numbers in every run.
struct Chance {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
