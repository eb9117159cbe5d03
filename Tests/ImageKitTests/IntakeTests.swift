import Foundation
import TerminalKit
import Testing

@testable import ImageKit

@Suite struct IntakeTests {
  private func prepare(_ bytes: [UInt8], original: Bool = false) throws -> (PreparedImage, [UInt8]) {
    let folder = try Folder()
    let source = try folder.write("source", bytes)
    let intake = ImageIntake(decoder: try Decoder.built.get())
    let prepared = try intake.prepare(ImageFile(path: source), to: folder.path("kept"), original: original)
    let kept = try folder.read("kept")
    #expect(kept.count == prepared.byteCount)
    let header = try ImageHeader(ImageData(kept))
    #expect(header.format == prepared.format)
    #expect((header.uprightWidth, header.uprightHeight) == (prepared.width, prepared.height))
    return (prepared, kept)
  }

  @Test func aPhotographLosesPlaceAndCameraButNoQuality() throws {
    let file = JPEGSample.file(.quarters(columns: 8, rows: 4), extra: [JPEGSample.exif(.rich)])
    let (prepared, kept) = try prepare(file)
    #expect(prepared.summary("canal.jpg") == "canal.jpg: 32 × 64, location and camera removed")
    #expect(prepared.takenAt?.day == 4)
    #expect(!kept.contains("Examplecam"))
    let before = try Decoder.render(file, box: .init(rows: 8, columns: 8))
    #expect(try Decoder.render(kept, box: .init(rows: 8, columns: 8)) == before)
  }

  @Test func theOriginalIsKeptByteByByteWhereItIsAskedFor() throws {
    let file = JPEGSample.file(.quarters(columns: 2, rows: 2), extra: [JPEGSample.exif(.rich)]) + [1, 2, 3]
    let (prepared, kept) = try prepare(file, original: true)
    #expect(kept == file)
    #expect(prepared.summary("a.jpg") == "a.jpg: 16 × 16, kept as it is with location and camera")
  }

  @Test func aPictureThatIsTooLargeIsScaledDown() throws {
    // Its bytes hardly shrink with its pixels, so that only what a photograph has tells: noise.
    var chance = Chance(state: 5)
    let colors = (0..<650 * 20).map { _ in
      (red: UInt8(chance.below(256)), green: UInt8(chance.below(256)), blue: UInt8(chance.below(256)))
    }
    let blocks = Blocks(columns: 650, rows: 20, colors: colors)
    let file = BMPSample.file(blocks)
    let (prepared, _) = try prepare(file)
    #expect(prepared.width == 4096)
    #expect(prepared.height == 160 * 4096 / 5200)
    #expect(prepared.format != .bmp)
    #expect(prepared.summary("a").contains("(was 5,200 × 160)"))
  }

  @Test func aTIFFLosesWhatItSaysByBecomingAnother() throws {
    let (prepared, kept) = try prepare(TIFFSample.file(.quarters(columns: 8, rows: 4)))
    #expect(prepared.format == .png)
    #expect(prepared.summary("scan.tif") == "scan.tif: converted to PNG, 64 × 32")
    #expect(
      try Decoder.render(kept, box: .init(rows: 4, columns: 8)).cells.corners == ["red", "green", "blue", "white"])
  }

  @Test func framesAreNotLost() throws {
    let file = GIFSample.file([Blocks.red, Blocks.green])
    let (prepared, kept) = try prepare(file)
    #expect(prepared.isAnimated)
    #expect(kept == file)
  }

  /// The header is whole and the end is there, but what is between is not what it should be.
  @Test func aPictureWithABrokenInsideIsRefused() throws {
    var file = PNGSample.file(.quarters(columns: 8, rows: 8))
    let data = try #require((0..<file.count - 4).first { Array(file[$0..<$0 + 4]) == Array("IDAT".utf8) })
    for index in data + 6..<data + 16 { file[index] ^= 0x5A }
    let folder = try Folder()
    let intake = ImageIntake(decoder: try Decoder.built.get())
    #expect(throws: ImageFailure(.isBroken("it could not be decoded"))) {
      try intake.prepare(ImageFile(path: try folder.write("source", file)), to: folder.path("kept"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("kept")))
  }

  @Test func anotherFileIsNeverOverwritten() throws {
    let folder = try Folder()
    let source = try folder.write("source", Sample.all[0].bytes)
    let kept = try folder.write("kept", [1])
    let intake = ImageIntake(decoder: try Decoder.built.get())
    #expect(throws: ImageFailure(.cannotWrite(errno: EEXIST))) { try intake.prepare(ImageFile(path: source), to: kept) }
    #expect(try folder.read("kept") == [1])
  }

  @Test func aPictureFromAPipeIsTakenLikeAFile() throws {
    let folder = try Folder()
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let bytes = Sample.all[0].bytes
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    let file = try ImageFile(reading: ends[0], spool: folder.path)
    close(ends[0])
    let intake = ImageIntake(decoder: try Decoder.built.get())
    #expect(try intake.prepare(file, to: folder.path("kept")).width == 16)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept"])
  }
}
