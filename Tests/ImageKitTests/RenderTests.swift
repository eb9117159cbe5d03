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
