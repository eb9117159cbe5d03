import CPixbuf
import ImageKit
import TerminalKit

/// A picture for a terminal: cells, and pixels in the terminal's own way.
struct Rendering {
  private let request: ImageRequest.Render
  private let orientation: Int

  init(_ request: ImageRequest.Render, _ orientation: Int) {
    (self.request, self.orientation) = (request, orientation)
  }

  func write(_ loader: PixbufLoader, _ answer: inout AnswerWriter) throws(ImageAnswer.Failure) {
    let decoded = try loader.load { width, height in
      let fit = place(width, height)
      return (fit.loadWidth, fit.loadHeight)
    }
    let fit = place(loader.width, loader.height)
    let crop = fit.crop(width: decoded.width, height: decoded.height)
    let shown = try decoded.cropped(crop).scaled(fit.scaled.width, fit.scaled.height).upright(orientation)
    let canvas = try PixelCanvas(shown, fit)
    let (width, height) = orientation >= 5 ? (loader.height, loader.width) : (loader.width, loader.height)
    answer.part(
      ImageAnswer.size, ImageAnswer.number(UInt32(width)) + ImageAnswer.number(UInt32(height)))
    answer.part(ImageAnswer.cells, try CellDrawing(request).cells(canvas))
    if let pixels = try PixelWriter(request).pixels(canvas) {
      let size = ImageAnswer.number(UInt32(canvas.width)) + ImageAnswer.number(UInt32(canvas.height))
      answer.part(ImageAnswer.pixels, size + pixels)
    }
  }

  /// Cells alone need no more pixels than their signs can tell apart; pixels the terminal stretches are bounded.
  private func place(_ width: Int, _ height: Int) -> PictureFit {
    PictureFit(
      width: width, height: height, orientation: orientation, box: request.box, view: request.view,
      cellWidth: request.abilities.cellWidth, cellHeight: request.abilities.cellHeight,
      enlarge: isCoarse ? 4 : 1)
  }

  private var isCoarse: Bool { request.abilities.way == .blocks || request.abilities.way == .none }
}

/// The pixels of the cells that a picture takes, as RGBA, with a transparent margin where it does not fill them.
struct PixelCanvas {
  let width: Int
  let height: Int
  let cells: Size
  let isOpaque: Bool
  let pixbuf: Pixbuf

  init(_ picture: Pixbuf, _ fit: PictureFit) throws(ImageAnswer.Failure) {
    cells = fit.cells
    (width, height) = (fit.canvasWidth, fit.canvasHeight)
    let fills = fit.shown.width == width && fit.shown.height == height
    isOpaque = fills && !picture.hasAlpha
    if fills, picture.hasAlpha {
      pixbuf = picture
      return
    }
    let canvas = try Pixbuf(made: gdk_pixbuf_new(GDK_COLORSPACE_RGB, 1, 8, Int32(width), Int32(height)))
    if !fills { gdk_pixbuf_fill(canvas.pointer, 0) }
    gdk_pixbuf_copy_area(
      picture.pointer, 0, 0, Int32(fit.shown.width), Int32(fit.shown.height), canvas.pointer, Int32(fit.shown.x),
      Int32(fit.shown.y))
    pixbuf = canvas
  }

  /// The bytes without padding between the rows.
  func rgba() -> [UInt8] {
    pixbuf.withPixels { pixels in
      if pixbuf.stride == width * 4 { return Array(pixels) }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(width * height * 4)
      for row in 0..<height {
        bytes.append(contentsOf: pixels[row * pixbuf.stride..<row * pixbuf.stride + width * 4])
      }
      return bytes
    }
  }

  /// The picture on a background, without transparency.
  func opaque(on background: RGB) throws(ImageAnswer.Failure) -> Pixbuf {
    if isOpaque { return pixbuf }
    let color = UInt32(background.red) << 16 | UInt32(background.green) << 8 | UInt32(background.blue)
    return try Pixbuf(
      made: gdk_pixbuf_composite_color_simple(
        pixbuf.pointer, Int32(width), Int32(height), GDK_INTERP_NEAREST, 255, 16, color, color))
  }
}
