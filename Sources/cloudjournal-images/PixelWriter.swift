import CChafa
import CPixbuf
import CZlib
import ImageKit
import TerminalKit

/// A picture's pixels in the form that a terminal's way of showing them sends.
struct PixelWriter {
  private let request: ImageRequest.Render

  init(_ request: ImageRequest.Render) { self.request = request }

  /// nil where the terminal shows cells only.
  func pixels(_ canvas: PixelCanvas) throws(ImageAnswer.Failure) -> [UInt8]? {
    switch request.abilities.way {
    case .blocks, .none: nil
    case .kitty: try deflated(canvas.rgba())
    case .sixel: sixels(canvas, try canvas.opaque(on: request.background))
    case .iterm2: try Encoder.encode(canvas.isOpaque ? canvas.pixbuf.withoutAlpha() : canvas.pixbuf, jpegQuality: 90)
    }
  }

  private func deflated(_ bytes: [UInt8]) throws(ImageAnswer.Failure) -> [UInt8] {
    var length = compressBound(uLong(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(length))
    // The lightest level: the bytes go to a terminal on this machine, or through ssh, which may compress again.
    guard compress2(&result, &length, bytes, uLong(bytes.count), 1) == Z_OK else { throw .memory }
    result.removeLast(result.count - Int(length))
    return result
  }

  private func sixels(_ canvas: PixelCanvas, _ picture: Pixbuf) -> [UInt8] {
    let config = chafa_canvas_config_new()
    defer { chafa_canvas_config_unref(config) }
    chafa_canvas_config_set_geometry(config, Int32(canvas.cells.columns), Int32(canvas.cells.rows))
    chafa_canvas_config_set_cell_geometry(
      config, Int32(request.abilities.cellWidth), Int32(request.abilities.cellHeight))
    chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SIXELS)
    chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_TRUECOLOR)
    chafa_canvas_config_set_work_factor(config, 0.5)
    let drawing = chafa_canvas_new(config)
    defer { chafa_canvas_unref(drawing) }
    let format = picture.hasAlpha ? CHAFA_PIXEL_RGBA8_UNASSOCIATED : CHAFA_PIXEL_RGB8
    picture.withPixels { pixels in
      chafa_canvas_draw_all_pixels(
        drawing, format, pixels.baseAddress, Int32(picture.width), Int32(picture.height), Int32(picture.stride))
    }
    let terminal = chafa_term_db_get_fallback_info(chafa_term_db_get_default())
    defer { chafa_term_info_unref(terminal) }
    guard let text = chafa_canvas_print(drawing, terminal) else { return [] }
    defer { g_string_free(text, 1) }
    let count = Int(text.pointee.len)
    return text.pointee.str.withMemoryRebound(to: UInt8.self, capacity: count) {
      Array(UnsafeBufferPointer(start: $0, count: count))
    }
  }
}

extension Pixbuf {
  /// The same pixels with three bytes each.
  func withoutAlpha() throws(ImageAnswer.Failure) -> Pixbuf {
    guard hasAlpha else { return self }
    let result = try Pixbuf(made: gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(width), Int32(height)))
    let target = gdk_pixbuf_get_pixels(result.pointer)
    withPixels { pixels in
      guard let target else { return }
      for row in 0..<height {
        var (from, to) = (row * stride, row * result.stride)
        for _ in 0..<width {
          (target[to], target[to + 1], target[to + 2]) = (pixels[from], pixels[from + 1], pixels[from + 2])
          from += 4
          to += 3
        }
      }
    }
    return result
  }
}

/// Writes pixels as a file in memory.
enum Encoder {
  /// A PNG where there is transparency, else a JPEG.
  static func encode(_ pixbuf: Pixbuf, jpegQuality: Int) throws(ImageAnswer.Failure) -> [UInt8] {
    pixbuf.hasAlpha ? try png(pixbuf) : try jpeg(pixbuf, quality: jpegQuality)
  }

  static func jpeg(_ pixbuf: Pixbuf, quality: Int, profile: String? = nil) throws(ImageAnswer.Failure) -> [UInt8] {
    try save(
      pixbuf, kind: "jpeg", options: [("quality", String(quality))] + (profile.map { [("icc-profile", $0)] } ?? []))
  }

  static func png(_ pixbuf: Pixbuf, profile: String? = nil) throws(ImageAnswer.Failure) -> [UInt8] {
    try save(pixbuf, kind: "png", options: profile.map { [("icc-profile", $0)] } ?? [])
  }

  private static func save(_ pixbuf: Pixbuf, kind: String, options: [(String, String)])
    throws(ImageAnswer.Failure) -> [UInt8]
  {
    var keys = options.map { g_strdup($0.0) } + [nil]
    var values = options.map { g_strdup($0.1) } + [nil]
    defer { for text in keys + values { g_free(text) } }
    var buffer: UnsafeMutablePointer<gchar>?
    var count: gsize = 0
    var error: UnsafeMutablePointer<GError>?
    guard gdk_pixbuf_save_to_bufferv(pixbuf.pointer, &buffer, &count, kind, &keys, &values, &error) != 0, let buffer
    else { throw .memory }
    defer { g_free(buffer) }
    return buffer.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }
}
