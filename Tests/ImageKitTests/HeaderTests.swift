import Testing

@testable import ImageKit

/// Names a sample in a test's arguments.
struct Sample: CustomTestStringConvertible, Sendable {
  let name: String
  let bytes: [UInt8]
  let format: ImageFormat
  var testDescription: String { name }

  /// Quarters of 16 × 16 pixels in every kind that can be decoded everywhere.
  static let all: [Sample] = {
    let blocks = Blocks.quarters(columns: 2, rows: 2)
    return [
      Sample(name: "JPEG", bytes: JPEGSample.file(blocks), format: .jpeg),
      Sample(name: "grey JPEG", bytes: JPEGSample.file(blocks, .grey), format: .jpeg),
      Sample(name: "CMYK JPEG", bytes: JPEGSample.file(blocks, .cmyk), format: .jpeg),
      Sample(
        name: "JPEG with EXIF", bytes: JPEGSample.file(blocks, extra: [JPEGSample.exif(.rich)]), format: .jpeg),
      Sample(name: "PNG", bytes: PNGSample.file(blocks), format: .png),
      Sample(
        name: "16-bit PNG",
        bytes: PNGSample.file(
          width: 16, height: 16, depth: 16, pixels: blocks.rgb.flatMap { (value: UInt8) -> [UInt8] in [value, 0] }),
        format: .png),
      Sample(name: "GIF", bytes: GIFSample.file([Blocks.red]), format: .gif),
      Sample(name: "animated GIF", bytes: GIFSample.file([Blocks.red, Blocks.green]), format: .gif),
      Sample(name: "BMP", bytes: BMPSample.file(blocks), format: .bmp),
      Sample(name: "16-bit TIFF", bytes: TIFFSample.file(blocks), format: .tiff),
      Sample(name: "WebP", bytes: WebPSample.file([WebPSample.quarters]), format: .webp),
      Sample(
        name: "extended WebP", bytes: WebPSample.file([WebPSample.extended(0), WebPSample.quarters]), format: .webp),
    ]
  }()
}

@Suite struct HeaderTests {
  @Test(arguments: Sample.all)
  func kindAndSizeAreReadFromTheContent(_ sample: Sample) throws {
    let header = try ImageHeader(ImageData(sample.bytes))
    #expect(header.format == sample.format)
    #expect(header.width == 16)
    #expect(header.height == 16)
    #expect(header.isAnimated == (sample.name == "animated GIF"))
  }

  /// Whatever is missing at the end is noticed, were it one byte.
  @Test(arguments: Sample.all)
  func aPictureThatWasCutOffIsRefused(_ sample: Sample) {
    for count in 1..<sample.bytes.count {
      #expect(throws: ImageFailure.self, "\(count) of \(sample.bytes.count) bytes") {
        try ImageHeader(ImageData(Array(sample.bytes.prefix(count))))
      }
    }
    let most = ImageData(Array(sample.bytes.prefix(sample.bytes.count - 2)))
    #expect(throws: ImageFailure(.isCutOff)) { try ImageHeader(most) }
  }

  /// What a part is to say must stand in it, and not in what follows it.
  @Test(arguments: ["VP8X", "VP8 ", "VP8L"]) func aPartOfAWebPThatIsTooShortIsRefused(name: String) {
    let start: [UInt8] = name == "VP8L" ? [0x2F, 0x0F] : [0, 0, 0, 0x9D]
    let bytes = WebPSample.file([WebPSample.chunk(name, start), WebPSample.quarters])
    #expect(throws: ImageFailure(.isBroken("its part \(name) is too short"))) { try ImageHeader(ImageData(bytes)) }
  }

  /// Phones append films and second pictures behind the end.
  @Test func whatFollowsTheEndOfAJPEGDoesNotHideIt() throws {
    let bytes = Sample.all[0].bytes + [UInt8](repeating: 7, count: 200_000)
    #expect(try ImageHeader(ImageData(bytes)).width == 16)
    let cut = Sample.all[0].bytes.dropLast(2) + [UInt8](repeating: 7, count: 200_000)
    #expect(throws: ImageFailure(.isCutOff)) { try ImageHeader(ImageData(Array(cut))) }
  }

  @Test(arguments: [false, true], 1...8)
  func orientationIsReadAndTurnsTheSize(isLittle: Bool, orientation: Int) throws {
    let exif = ExifSample(orientation: orientation, isLittle: isLittle)
    let file = JPEGSample.file(.quarters(columns: 4, rows: 2), extra: [JPEGSample.exif(exif)])
    let header = try ImageHeader(ImageData(file))
    #expect(header.orientation == orientation)
    #expect(header.uprightWidth == (orientation >= 5 ? 16 : 32))
    #expect(header.uprightHeight == (orientation >= 5 ? 32 : 16))
  }

  static let rich: [Sample] = {
    let blocks = Blocks.quarters(columns: 2, rows: 2)
    let exif = ExifSample.rich.bytes
    return [
      Sample(name: "JPEG", bytes: JPEGSample.file(blocks, extra: [JPEGSample.exif(.rich)]), format: .jpeg),
      Sample(name: "PNG", bytes: PNGSample.file(blocks, extra: [PNGSample.chunk("eXIf", exif)]), format: .png),
      Sample(
        name: "WebP",
        bytes: WebPSample.file([WebPSample.extended(8), WebPSample.quarters, WebPSample.chunk("EXIF", exif)]),
        format: .webp),
      Sample(
        name: "HEIC", bytes: HEIFSample.file(brand: "heic", width: 4032, height: 3024, exif: exif), format: .heic),
      Sample(name: "AVIF", bytes: HEIFSample.file(brand: "avif", width: 640, height: 480, exif: exif), format: .avif),
    ]
  }()

  @Test(arguments: rich)
  func dateCameraAndPlaceAreFound(_ sample: Sample) throws {
    let header = try ImageHeader(ImageData(sample.bytes))
    #expect(header.format == sample.format)
    let taken = PictureDate(year: 2026, month: 5, day: 4, hour: 3, minute: 2, second: 1, offsetMinutes: 120)
    #expect(header.takenAt == taken)
    #expect(header.hasCamera)
    #expect(header.hasLocation)
    // What HEIC and AVIF say in EXIF about their orientation is not for their pixels.
    #expect(header.orientation == (sample.format == .heic || sample.format == .avif ? 1 : 6))
  }

  @Test(arguments: [
    ("0000:00:00 00:00:00", nil as String?), ("2026:13:01 00:00:00", nil), ("2026:02:29 10:00:00", nil),
    ("    :  :     :  :  ", nil), ("2024:02:29 10:00:00", "x"), ("2024:02:29 24:00:00", nil), ("2024", nil),
  ])
  func datesThatAreNoneAreLeftOut(text: String, offset: String?) throws {
    let file = JPEGSample.file(
      .quarters(columns: 2, rows: 2), extra: [JPEGSample.exif(ExifSample(date: text, offset: offset))])
    let taken = try ImageHeader(ImageData(file)).takenAt
    // The day that exists has no distance that does.
    #expect(taken == (offset == nil ? nil : PictureDate(year: 2024, month: 2, day: 29, hour: 10, minute: 0, second: 0)))
  }

  @Test func twentyMegabytesOfMetadataAreSteppedOver() throws {
    let filler = JPEGSample.segment(0xE1, Array("Exif\0\0".utf8) + [UInt8](repeating: 0xFF, count: 65_000))
    let extra = [JPEGSample.exif(.rich)] + Array(repeating: filler, count: 310)
    let counting = CountingBytes(JPEGSample.file(.quarters(columns: 2, rows: 2), extra: extra))
    let header = try ImageHeader(counting)
    #expect(header.width == 16)
    #expect(header.hasLocation)
    #expect(counting.bytesRead < 5_000_000, "\(counting.bytesRead) of \(counting.count) bytes were read")
  }

  @Test(arguments: [
    (PNGSample.file(width: 20_000, height: 20_000, pixels: []), 20_000, 20_000),
    (GIFSample.file([Blocks.red], screen: (65_535, 65_535)), 65_535, 65_535),
    (JPEGSample.file(.quarters(columns: 2, rows: 2), width: 65_500, height: 65_500), 65_500, 65_500),
    (HEIFSample.file(brand: "heic", width: 50_000, height: 50_000), 50_000, 50_000),
    (PNGSample.file(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, pixels: []), 0x7FFF_FFFF, 0x7FFF_FFFF),
    // As large as the fields of each format say: some products need more than 63 bits.
    (PNGSample.file(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF, pixels: []), 0xFFFF_FFFF, 0xFFFF_FFFF),
    (PNGSample.file(width: 0xFFFF_FFFF, height: 0x8000_0001, pixels: []), 0xFFFF_FFFF, 0x8000_0001),
    (HEIFSample.file(brand: "heic", width: 0xFFFF_FFFF, height: 0xFFFF_FFFF), 0xFFFF_FFFF, 0xFFFF_FFFF),
    (HEIFSample.file(brand: "avif", width: 0xFFFF_FFFF, height: 0xFFFF_FFFF), 0xFFFF_FFFF, 0xFFFF_FFFF),
    (TIFFSample.file(.quarters(columns: 2, rows: 2), side: 0xFFFF_FFFF), 0xFFFF_FFFF, 0xFFFF_FFFF),
    (JPEGSample.file(.quarters(columns: 2, rows: 2), width: 0xFFFF, height: 0xFFFF), 0xFFFF, 0xFFFF),
    (BMPSample.header(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF), 0x7FFF_FFFF, 0x7FFF_FFFF),
    (BMPSample.header(width: 0x7FFF_FFFF, height: -0x8000_0000), 0x7FFF_FFFF, 0x8000_0000),
    (
      WebPSample.file([
        WebPSample.chunk("VP8X", [0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 6)), WebPSample.quarters,
      ]), 1 << 24, 1 << 24
    ),
  ])
  func bombsAreRefusedByTheirSize(bytes: [UInt8], width: Int, height: Int) {
    #expect(throws: ImageFailure(.hasTooManyPixels(width: width, height: height))) {
      try ImageHeader(ImageData(bytes))
    }
  }

  @Test func aPictureWithoutExtentIsBroken() {
    #expect(throws: ImageFailure(.isBroken("it has no width or no height"))) {
      try ImageHeader(ImageData(PNGSample.file(width: 0, height: 5, pixels: [])))
    }
  }
}

/// Counts what is read of it.
final class CountingBytes: ImageBytes {
  private let data: ImageData
  private let reads = Counter()

  init(_ bytes: [UInt8]) { data = ImageData(bytes) }

  var count: Int { data.count }
  var bytesRead: Int { reads.value }

  func read(at offset: Int, count: Int) throws(ImageFailure) -> [UInt8] {
    let bytes = try data.read(at: offset, count: count)
    reads.add(bytes.count)
    return bytes
  }
}
