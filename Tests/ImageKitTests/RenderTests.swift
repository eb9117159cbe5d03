import Foundation
import TerminalKit
import Testing

@testable import ImageKit

/// Where the decoder stands that was built with these tests, and what the tests ask of it.
enum Decoder {
  static let built = Result { try ImageDecoder.installed() }

  static func render(
    _ bytes: [UInt8], box: Size, way: PictureProtocol = .blocks, depth: ColorDepth = .direct,
    view: PictureView = .whole,
    symbols: PictureSymbols = .blocks
  ) throws -> RenderedPicture {
    let folder = try Folder()
    let renderer = ImageRenderer(decoder: try built.get(), symbols: symbols)
    return try renderer.render(
      path: try folder.write("picture", bytes), box: box, view: view,
      abilities: PictureAbilities(way: way, cellWidth: 8, cellHeight: 16), depth: depth)
  }
}

extension PictureCells {
  /// The colour that covers most of a cell.
  func color(row: Int, column: Int) -> Color {
    let cell = self[row, column]
    return cell.base == "█" ? cell.style.foreground : cell.style.background
  }

  /// Which of the four colours a corner has, from the top left one by rows.
  var corners: [String] {
    [(0, 0), (0, size.columns - 1), (size.rows - 1, 0), (size.rows - 1, size.columns - 1)].map { row, column in
      guard case .rgb(let red, let green, let blue) = color(row: row, column: column) else { return "?" }
      if red > 180, green > 180, blue > 180 { return "white" }
      return red > 150 ? "red" : green > 150 ? "green" : blue > 150 ? "blue" : "?"
    }
  }
}

@Suite struct RenderTests {
  /// A picture of 64 × 32 pixels turned as EXIF has it: red, green, blue and white from the top left.
  @Test(arguments: [
    (1, ["red", "green", "blue", "white"]), (2, ["green", "red", "white", "blue"]),
    (3, ["white", "blue", "green", "red"]), (4, ["blue", "white", "red", "green"]),
    (5, ["red", "blue", "green", "white"]), (6, ["blue", "red", "white", "green"]),
    (7, ["white", "green", "blue", "red"]), (8, ["green", "white", "red", "blue"]),
  ])
  func everyOrientationIsUpright(orientation: Int, corners: [String]) throws {
    let exif = JPEGSample.exif(ExifSample(orientation: orientation))
    let file = JPEGSample.file(.quarters(columns: 8, rows: 4), extra: [exif])
    let picture = try Decoder.render(file, box: Size(rows: 8, columns: 16))
    #expect(picture.cells.corners == corners)
    #expect(picture.width == (orientation >= 5 ? 32 : 64))
    #expect(picture.height == (orientation >= 5 ? 64 : 32))
    #expect(picture.pixels == nil)
  }

  @Test(arguments: Sample.all)
  func everyKindIsDecoded(_ sample: Sample) throws {
    let picture = try Decoder.render(sample.bytes, box: Size(rows: 4, columns: 8))
    #expect(picture.width == 16)
    switch sample.name {
    case "grey JPEG": break
    case "JPEG with EXIF": #expect(picture.cells.corners == ["blue", "red", "white", "green"])
    case "GIF", "animated GIF": #expect(picture.cells.corners == ["red", "red", "red", "red"])
    default: #expect(picture.cells.corners == ["red", "green", "blue", "white"])
    }
  }
}

@Suite struct WayTests {
  private let photograph = JPEGSample.file(.quarters(columns: 8, rows: 4))

  @Test func kittyGetsPixelsAsLargeAsItsCells() throws {
    let picture = try Decoder.render(photograph, box: Size(rows: 2, columns: 4), way: .kitty)
    guard case .kitty(let zlib, let width, let height) = picture.pixels else {
      Issue.record("no pixels")
      return
    }
    #expect(picture.cells.size == Size(rows: 1, columns: 4))
    #expect((width, height) == (32, 16))
    let pixels = PNGSample.inflated(zlib, count: width * height * 4)
    #expect(pixels.count == width * height * 4)
    #expect(pixels[0] > 200 && pixels[1] < 40 && pixels[3] == 255)
    #expect(pixels.suffix(4).allSatisfy { $0 > 220 })
  }

  @Test func sixelsAreSixelsAndNothingElse() throws {
    let picture = try Decoder.render(photograph, box: Size(rows: 2, columns: 8), way: .sixel)
    guard case .sixel(let bytes) = picture.pixels else {
      Issue.record("no pixels")
      return
    }
    #expect(bytes.starts(with: [0x1B, UInt8(ascii: "P")]))
    #expect(bytes.filter { $0 == 0x1B }.count == 2)
    #expect(picture.cells.corners == ["red", "green", "blue", "white"])
  }

  @Test func iTermGetsAFile() throws {
    let picture = try Decoder.render(photograph, box: Size(rows: 2, columns: 8), way: .iterm2)
    guard case .iterm2(let bytes) = picture.pixels else {
      Issue.record("no pixels")
      return
    }
    let header = try ImageHeader(ImageData(bytes))
    #expect(header.format == .jpeg)
    #expect((header.width, header.height) == (64, 32))
  }

  @Test(arguments: [ColorDepth.indexed256, .ansi16])
  func palettesAreNamedByIndex(depth: ColorDepth) throws {
    let picture = try Decoder.render(photograph, box: Size(rows: 4, columns: 8), depth: depth)
    for cell in picture.cells.cells {
      for color in [cell.style.foreground, cell.style.background] {
        switch color {
        case .ansi(let index): #expect(depth == .ansi16 ? index < 16 : index >= 16)
        case .standard: break
        case .rgb: Issue.record("a colour that was not asked for")
        }
      }
    }
  }

  @Test func withoutColoursLightIsASign() throws {
    let picture = try Decoder.render(photograph, box: Size(rows: 4, columns: 8), depth: .none)
    #expect(picture.cells.cells.allSatisfy { $0.style == .plain && $0.base.isASCII })
    let last = picture.cells.size.rows - 1
    #expect(picture.cells[last, 7].base == "@")
    #expect(picture.cells[last, 0].base != "@")
  }

  @Test func fontsWithoutBlocksGetASCII() throws {
    let picture = try Decoder.render(photograph, box: Size(rows: 4, columns: 8), symbols: .ascii)
    #expect(picture.cells.cells.allSatisfy { $0.base.isASCII })
  }

  /// A transparent pixel shows what is behind it.
  @Test func transparencyShowsTheBackground() throws {
    let clear = PNGSample.file(width: 64, height: 64, color: 6, pixels: [UInt8](repeating: 0, count: 64 * 64 * 4))
    let picture = try Decoder.render(clear, box: Size(rows: 4, columns: 8))
    for cell in picture.cells.cells { #expect(cell.base == " " && cell.style.background == .standard) }
    let kitty = try Decoder.render(clear, box: Size(rows: 4, columns: 8), way: .kitty)
    if case .kitty(let zlib, _, _) = kitty.pixels {
      #expect(PNGSample.inflated(zlib, count: 64 * 64 * 4).allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: 1...8)
  func aTIFFThatLiesOnItsSideIsUprightToo(orientation: Int) throws {
    let upright: [[String]] = [
      ["red", "green", "blue", "white"], ["green", "red", "white", "blue"], ["white", "blue", "green", "red"],
      ["blue", "white", "red", "green"], ["red", "blue", "green", "white"], ["blue", "red", "white", "green"],
      ["white", "green", "blue", "red"], ["green", "white", "red", "blue"],
    ]
    let file = TIFFSample.file(.quarters(columns: 8, rows: 4), orientation: orientation)
    let picture = try Decoder.render(file, box: Size(rows: 8, columns: 16))
    #expect(picture.cells.corners == upright[orientation - 1])
  }

  @Test(arguments: [(1, 1), (3000, 1), (1, 3000)])
  func everyShapeIsShown(width: Int, height: Int) throws {
    let pixels = [UInt8](repeating: 200, count: width * height * 3)
    let file = PNGSample.file(width: width, height: height, pixels: pixels)
    for way in [PictureProtocol.blocks, .kitty, .sixel, .iterm2] {
      let picture = try Decoder.render(file, box: Size(rows: 10, columns: 20), way: way)
      #expect(picture.width == width && picture.height == height)
      #expect(picture.cells.size.rows >= 1 && picture.cells.size.columns >= 1)
    }
  }

  @Test func aZoomedPartIsTheRightOne() throws {
    let view = PictureView(centerX: 750, centerY: 250, zoom: 400)
    let picture = try Decoder.render(
      JPEGSample.file(.quarters(columns: 64, rows: 64)), box: Size(rows: 4, columns: 8), view: view)
    #expect(picture.cells.corners == ["green", "green", "green", "green"])
    #expect(picture.width == 512)
  }
}
