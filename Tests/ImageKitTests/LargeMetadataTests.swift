import Synchronization
import Testing

@testable import ImageKit

/// A JPEG that says 20 MB of itself before its picture begins: allowed, and not to be paid for.
@Suite struct LargeMetadataTests {
  /// Bytes in memory that note how much of them was asked for.
  private final class CountedBytes: ImageBytes {
    private let data: ImageData
    private let counts = Mutex((total: 0, largest: 0))
    let count: Int

    init(_ bytes: [UInt8]) {
      data = ImageData(bytes)
      count = bytes.count
    }

    func read(at offset: Int, count: Int) throws(ImageFailure) -> [UInt8] {
      let bytes = try data.read(at: offset, count: count)
      counts.withLock { $0 = ($0.total + bytes.count, max($0.largest, bytes.count)) }
      return bytes
    }

    /// What was read since this was last asked, in all and at once.
    func taken() -> (total: Int, largest: Int) {
      counts.withLock { counts in
        defer { counts = (0, 0) }
        return counts
      }
    }
  }

  /// As much as a segment holds.
  private static let room = 65_533

  private static func full(_ marker: UInt8, _ start: [UInt8], _ filler: UInt8) -> [UInt8] {
    JPEGSample.segment(marker, start + [UInt8](repeating: filler, count: room - start.count))
  }

  /// 320 segments: EXIF with a maker's note that fills it, XMP and IPTC whose bytes look like the beginning of what is
  /// searched for, and makers' own. Only the last of them tells the place.
  private static let file: [UInt8] = {
    let name = JPEGParts.exifName
    let kinds = [
      full(0xE1, name + ExifSample(orientation: 6, camera: "Examplecam 7").bytes, 0x4D),
      full(0xE1, JPEGParts.xmpName, UInt8(ascii: "G")), full(0xED, Array("Photoshop 3.0\0".utf8), 0x1C),
      full(0xE2, Array("MPF\0".utf8), 0xFF), full(0xFE, Array("SECRET".utf8), 0x20),
    ]
    let last = JPEGSample.exif(.rich)
    return JPEGSample.file(.quarters(columns: 2, rows: 2), extra: (0..<320).map { kinds[$0 % 5] } + [last])
  }()

  @Test func itsHeadIsReadOnceAndInSmallPieces() throws {
    let source = CountedBytes(Self.file)
    #expect(source.count > 20_000_000)
    let header = try ImageHeader(source)
    #expect((header.width, header.height, header.orientation) == (16, 16, 6))
    #expect(header.hasLocation && header.hasCamera && header.hasText)
    let taken = source.taken()
    #expect(taken.largest <= 1 << 16)
    #expect(taken.total <= source.count)
  }

  @Test func strippingLooksAtBeginningsOnly() throws {
    let source = CountedBytes(Self.file)
    let header = try ImageHeader(source)
    _ = source.taken()
    let pieces = try #require(try Stripping.pieces(source, header))
    let taken = source.taken()
    #expect(taken.largest <= 1 << 18)
    #expect(taken.total <= source.count / 5)
    #expect(pieces.reduce(0) { $0 + $1.count } < 2000)
  }

  @Test func itIsTakenInWithoutAllThat() throws {
    let folder = try Folder()
    let path = try folder.write("large.jpg", Self.file)
    let intake = ImageIntake(decoder: try Decoder.built.get())
    let prepared = try intake.prepare(ImageFile(path: path), to: folder.path("kept"))
    #expect(prepared.removed == [.location, .camera, .comments])
    let kept = try folder.read("kept")
    #expect(kept.count < 2000)
    for secret in StrippingTests.secrets { #expect(!kept.contains(secret), "\(secret) is still there") }
  }

  @Test(arguments: [
    ("ab", true), ("bc", true), ("cc", true), ("ccc", false), ("d", false), ("abbcc", true), ("abbccc", false),
  ])
  func bytesAreFoundWhereverTheyStand(_ wanted: String, _ isThere: Bool) {
    #expect(Array("abbcc".utf8).contains(wanted) == isThere)
  }
}
