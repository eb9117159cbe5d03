import TerminalKit
import Testing

@testable import ImageKit

@Suite struct StrippingTests {
  private func stripped(_ bytes: [UInt8]) throws -> [UInt8] {
    let source = ImageData(bytes)
    let pieces = try #require(try Stripping.pieces(source, ImageHeader(source)))
    return pieces.flatMap { piece in
      switch piece {
      case .copied(let range): Array(bytes[range])
      case .written(let bytes): bytes
      }
    }
  }

  static let secrets = ["Examplecam", "2026:05:04", "SECRET", "GPS"]

  static let talkative: [Sample] = {
    let blocks = Blocks.quarters(columns: 2, rows: 2)
    let exif = ExifSample.rich.bytes
    let secret = Array("SECRET".utf8)
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude='52' tiff:Model='SECRET'/>".utf8)
    let jpeg = JPEGSample.file(
      blocks,
      extra: [
        JPEGSample.exif(.rich), JPEGSample.segment(0xE1, xmp),
        JPEGSample.segment(0xE2, Array("MPF\0".utf8) + secret),
        JPEGSample.segment(0xE2, JPEGParts.profileName + [1, 1, 42]),
        JPEGSample.segment(0xED, Array("Photoshop 3.0\0".utf8) + [0x1C, 2, 90, 0, 6] + secret),
        JPEGSample.segment(0xE0, Array("JFXX\0".utf8) + secret), JPEGSample.segment(0xEF, secret),
        JPEGSample.segment(0xFE, secret),
      ])
    let png = PNGSample.file(
      blocks,
      extra: [
        PNGSample.chunk("eXIf", exif), PNGSample.chunk("tEXt", Array("Comment\0SECRET".utf8)),
        PNGSample.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0<x exif:GPSLatitude='52' tiff:Model=''/>".utf8)),
        PNGSample.chunk("prVt", secret), PNGSample.chunk("gAMA", big32(45_455)),
      ])
    let webp = WebPSample.file([
      WebPSample.extended(0x0C), WebPSample.chunk("ICCP", [42]), WebPSample.quarters, WebPSample.chunk("EXIF", exif),
      WebPSample.chunk("XMP ", xmp), WebPSample.chunk("SECR", secret),
    ])
    let comment = [0x21, 0xFE, 6] + secret + [0]
    let program =
      [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + [30] + Array("GPSLatitude tiff:Model= SECRET".utf8) + [0]
    let loop = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    return [
      Sample(name: "JPEG", bytes: jpeg + Array("GPS behind the end".utf8), format: .jpeg),
      Sample(name: "PNG", bytes: png + Array("GPS behind the end".utf8), format: .png),
      Sample(name: "WebP", bytes: webp, format: .webp),
      Sample(
        name: "GIF", bytes: GIFSample.file([Blocks.red], extra: comment + program + loop) + secret, format: .gif),
    ]
  }()

  @Test(arguments: talkative)
  func nothingIsLeftOfPlacesCamerasAndWords(_ sample: Sample) throws {
    let before = try ImageHeader(ImageData(sample.bytes))
    #expect(before.hasLocation && before.hasCamera)
    #expect(Self.secrets.contains { sample.bytes.contains($0) })
    let bytes = try stripped(sample.bytes)
    for secret in Self.secrets { #expect(!bytes.contains(secret), "\(secret) is still there") }
    let header = try ImageHeader(ImageData(bytes))
    #expect(!header.hasLocation && !header.hasCamera && !header.hasText)
    #expect(header.takenAt == nil)
    #expect(header.orientation == before.orientation)
    #expect((header.width, header.height) == (16, 16))
    // Once more changes nothing.
    #expect(try stripped(bytes) == bytes)
  }

  @Test(arguments: talkative)
  func colourProfilesAndLoopsStay(_ sample: Sample) throws {
    let bytes = try stripped(sample.bytes)
    let kept = ["JPEG": "ICC_PROFILE", "PNG": "gAMA", "WebP": "ICCP", "GIF": "NETSCAPE2.0"]
    #expect(bytes.contains(try #require(kept[sample.name])))
  }

  @Test(arguments: Sample.all.filter { $0.format != .tiff })
  func thePixelsAreTheSame(_ sample: Sample) throws {
    let before = try Decoder.render(sample.bytes, box: .init(rows: 4, columns: 8))
    let after = try Decoder.render(try stripped(sample.bytes), box: .init(rows: 4, columns: 8))
    #expect(before == after)
  }

  /// Progressive files have more than one scan, with tables and even comments between them.
  @Test func whatStandsBetweenScansIsStrippedToo() throws {
    let one = JPEGSample.file(.quarters(columns: 2, rows: 2))
    let start = try #require((0..<one.count - 1).last { one[$0] == 0xFF && one[$0 + 1] == 0xDA })
    let scan = Array(one[start..<one.count - 2])
    let bytes = Array(one.dropLast(2)) + JPEGSample.segment(0xFE, Array("SECRET".utf8)) + scan + [0xFF, 0xD9]
    let result = try stripped(bytes)
    #expect(result == Array(one.dropLast(2)) + scan + [0xFF, 0xD9])
  }
}
