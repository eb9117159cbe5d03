import CChafa
import ImageKit
import TerminalKit

/// A picture as signs with two colours each.
struct CellDrawing {
  private let request: ImageRequest.Render

  init(_ request: ImageRequest.Render) { self.request = request }

  /// The content of ``ImageAnswer/cells``.
  func cells(_ canvas: PixelCanvas) throws(ImageAnswer.Failure) -> [UInt8] {
    let head = ImageAnswer.number(UInt32(canvas.cells.rows)) + ImageAnswer.number(UInt32(canvas.cells.columns))
    return head + (request.depth == .none ? shades(canvas) : drawn(canvas))
  }

  private func drawn(_ canvas: PixelCanvas) -> [UInt8] {
    let config = chafa_canvas_config_new()
    defer { chafa_canvas_config_unref(config) }
    let (rows, columns) = (Int32(canvas.cells.rows), Int32(canvas.cells.columns))
    chafa_canvas_config_set_geometry(config, columns, rows)
    chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SYMBOLS)
    let mode =
      switch request.depth {
      case .direct: CHAFA_CANVAS_MODE_TRUECOLOR
      // The first sixteen are the person's own and may look like anything.
      case .indexed256: CHAFA_CANVAS_MODE_INDEXED_240
      case .ansi16, .none: CHAFA_CANVAS_MODE_INDEXED_16
      }
    chafa_canvas_config_set_canvas_mode(config, mode)
    let map = chafa_symbol_map_new()
    defer { chafa_symbol_map_unref(map) }
    chafa_symbol_map_add_by_tags(map, symbols)
    chafa_canvas_config_set_symbol_map(config, map)
    // Beside pixels the cells are a stand-in for moments; alone they are the picture.
    chafa_canvas_config_set_work_factor(config, request.abilities.way == .blocks ? 0.5 : 0.1)
    let background = request.background
    chafa_canvas_config_set_bg_color(
      config, UInt32(background.red) << 16 | UInt32(background.green) << 8 | UInt32(background.blue))
    let drawing = chafa_canvas_new(config)
    defer { chafa_canvas_unref(drawing) }
    canvas.pixbuf.withPixels { pixels in
      chafa_canvas_draw_all_pixels(
        drawing, CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels.baseAddress, Int32(canvas.width), Int32(canvas.height),
        Int32(canvas.pixbuf.stride))
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(canvas.cells.rows * canvas.cells.columns * 12)
    for row in 0..<rows {
      for column in 0..<columns {
        var (foreground, background): (Int32, Int32) = (-1, -1)
        chafa_canvas_get_raw_colors_at(drawing, column, row, &foreground, &background)
        bytes += ImageAnswer.number(chafa_canvas_get_char_at(drawing, column, row))
        bytes += ImageAnswer.number(color(foreground))
        bytes += ImageAnswer.number(color(background))
      }
    }
    return bytes
  }

  private func color(_ value: Int32) -> UInt32 {
    if value < 0 { return ImageAnswer.standardColor }
    if request.depth == .direct { return UInt32(value) & 0xFF_FFFF }
    return value < 256 ? ImageAnswer.paletteColor | UInt32(value) : ImageAnswer.standardColor
  }

  private var symbols: ChafaSymbolTags {
    let tags: [ChafaSymbolTags] =
      switch request.symbols {
      case .blocks:
        [
          CHAFA_SYMBOL_TAG_SPACE, CHAFA_SYMBOL_TAG_BLOCK, CHAFA_SYMBOL_TAG_BORDER, CHAFA_SYMBOL_TAG_QUAD,
          CHAFA_SYMBOL_TAG_HALF,
        ]
      case .console: [CHAFA_SYMBOL_TAG_SPACE, CHAFA_SYMBOL_TAG_HALF, CHAFA_SYMBOL_TAG_STIPPLE]
      case .ascii: [CHAFA_SYMBOL_TAG_SPACE, CHAFA_SYMBOL_TAG_ASCII]
      }
    return ChafaSymbolTags(rawValue: tags.reduce(0) { $0 | $1.rawValue })
  }

  /// Without colours: signs by how much of a cell they light, one a cell.
  private func shades(_ canvas: PixelCanvas) -> [UInt8] {
    let ramp = Array(" .:-=+*#%@".unicodeScalars.map(\.value))
    let (cellWidth, cellHeight) = (canvas.width / canvas.cells.columns, canvas.height / canvas.cells.rows)
    let base = Int(luminance(request.background.red, green: request.background.green, blue: request.background.blue))
    // On a light ground a sign darkens.
    let isLight = base > 32_768
    var bytes: [UInt8] = []
    canvas.pixbuf.withPixels { pixels in
      for row in 0..<canvas.cells.rows {
        for column in 0..<canvas.cells.columns {
          var sum = 0
          for y in row * cellHeight..<(row + 1) * cellHeight {
            for x in column * cellWidth..<(column + 1) * cellWidth {
              let place = y * canvas.pixbuf.stride + x * 4
              let alpha = Int(pixels[place + 3])
              let light = luminance(pixels[place], green: pixels[place + 1], blue: pixels[place + 2])
              sum += (light * alpha + base * (255 - alpha)) / 255
            }
          }
          let mean = min(65_535, sum / max(1, cellWidth * cellHeight))
          let level = (isLight ? 65_535 - mean : mean) * ramp.count / 65_536
          bytes += ImageAnswer.number(ramp[level])
          bytes += ImageAnswer.number(ImageAnswer.standardColor)
          bytes += ImageAnswer.number(ImageAnswer.standardColor)
        }
      }
    }
    return bytes
  }

  /// 0 to 65,280.
  private func luminance(_ red: UInt8, green: UInt8, blue: UInt8) -> Int {
    54 * Int(red) + 183 * Int(green) + 19 * Int(blue)
  }
}
