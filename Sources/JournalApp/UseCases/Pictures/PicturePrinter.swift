import ImageKit
package import JournalCore
import TerminalKit

/// Draws pictures into the output of a command, as coloured blocks.
package struct PicturePrinter {
  private let assets: AssetFolder
  private let decoder: Result<ImageDecoder, ImageFailure>
  private let setting: PictureSetting

  /// Rows that a picture takes at most, so that it and some text fit on a screen.
  private static let rows = 20

  /// - Parameter environment: says how many colours the terminal has.
  package init(assets: AssetFolder, environment: [String: String], isASCII: Bool) {
    self.assets = assets
    decoder = PictureImporter.installedDecoder
    let type = environment["TERM"] ?? ""
    let colors = type.contains("256") || type.contains("direct") ? 256 : type == "dumb" || type.isEmpty ? 0 : 16
    let depth = TerminalTraits.depth(colors: colors, isDirect: type.contains("direct"), environment: environment)
    setting = PictureSetting(abilities: .blocks, depth: depth, isASCII: isASCII)
  }

  /// Draws a picture at most so many columns wide; where that cannot be done, says why.
  package func print(_ image: EntryImage, columns: Int, to output: inout Printout) {
    guard let asset = image.imageAsset, assets.contains(asset) else { return }
    let bytes: AssetBytes
    do { bytes = try assets.bytes(of: asset) } catch {
      return output.line(CommandFailure(error).sentence, .warning)
    }
    do throws(ImageFailure) {
      let renderer = ImageRenderer(decoder: try decoder.get(), symbols: setting.symbols)
      let picture = try bytes.reading { path throws(ImageFailure) in
        try renderer.render(
          path: path, box: Size(rows: Self.rows, columns: columns), abilities: setting.abilities,
          depth: setting.depth)
      }
      output.add(harmless: CellCodes.bytes(picture.cells, depth: setting.depth))
    } catch {
      output.line(error.sentence(PictureLines.name(image)), .warning)
    }
  }
}

extension PictureLines {
  /// The same without numbers, each picture drawn above its line where something draws.
  package func print(to output: inout Printout, drawing: PicturePrinter?, columns: Int) {
    for line in lines {
      drawing?.print(line.image, columns: columns, to: &output)
      PictureLines.print(line, number: nil, to: &output)
    }
  }
}

/// Cells as a terminal is told of them line by line.
enum CellCodes {
  static func bytes(_ cells: PictureCells, depth: ColorDepth) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in 0..<cells.size.rows {
      var last: Style?
      for column in 0..<cells.size.columns {
        let cell = cells[row, column]
        let style = depth.reduce(cell.style)
        if style != last { bytes += codes(style).utf8 }
        last = style
        // A sign of the renderer's, never a control character.
        bytes += String(cell.base.value < 0x20 || cell.base.value == 0x7F ? " " : cell.base).utf8
      }
      bytes += "\u{1B}[0m\n".utf8
    }
    return bytes
  }

  private static func codes(_ style: Style) -> String {
    var codes = ["0"]
    if style.attributes.contains(.bold) { codes.append("1") }
    if style.attributes.contains(.reverse) { codes.append("7") }
    codes += color(style.foreground, base: 30) + color(style.background, base: 40)
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func color(_ color: Color, base: Int) -> [String] {
    switch color {
    case .standard: []
    case .ansi(let index) where index < 8: ["\(base + Int(index))"]
    case .ansi(let index) where index < 16: ["\(base + 52 + Int(index))"]
    case .ansi(let index): ["\(base + 8)", "5", "\(index)"]
    case .rgb(let red, let green, let blue): ["\(base + 8)", "2", "\(red)", "\(green)", "\(blue)"]
    }
  }
}
