import CPixbuf
import ImageKit

/// A picture as a file that is kept: upright, no larger than asked for, without anything but pixels and colour profile.
struct Conversion {
  private let request: ImageRequest.Convert
  private let orientation: Int

  init(_ request: ImageRequest.Convert, _ orientation: Int) {
    (self.request, self.orientation) = (request, orientation)
  }

  func write(_ loader: PixbufLoader, _ answer: inout AnswerWriter) throws(ImageAnswer.Failure) {
    let decoded = try loader.load { width, height in scaled(width, height) }
    let profile = gdk_pixbuf_get_option(decoded.pointer, "icc-profile").map { String(cString: $0) }
    var picture = decoded
    if let size = scaled(decoded.width, decoded.height) { picture = try picture.scaled(size.width, size.height) }
    picture = try picture.upright(orientation)
    let isTransparent = picture.hasAlpha && picture.isTransparent
    if picture.hasAlpha, !isTransparent { picture = try picture.withoutAlpha() }
    let isPNG = request.mayBePNG && (isTransparent || picture.hasFewColors)
    if isTransparent, !isPNG { picture = try picture.onWhite() }
    let file =
      isPNG
      ? try Encoder.png(picture, profile: profile)
      : try Encoder.jpeg(picture, quality: request.quality, profile: profile)
    answer.part(
      ImageAnswer.size, ImageAnswer.number(UInt32(picture.width)) + ImageAnswer.number(UInt32(picture.height)))
    answer.part(ImageAnswer.file, file)
  }

  /// The size for a picture that is too large; nil for one that is not.
  private func scaled(_ width: Int, _ height: Int) -> (width: Int, height: Int)? {
    let longer = max(width, height)
    guard longer > request.side else { return nil }
    return (max(1, width * request.side / longer), max(1, height * request.side / longer))
  }
}

extension Pixbuf {
  /// True where a pixel lets something through: many files have an alpha channel and nothing in it.
  var isTransparent: Bool {
    withPixels { pixels in
      (0..<height).contains { row in
        let start = row * stride + 3
        return Swift.stride(from: start, to: start + width * 4, by: 4).contains { pixels[$0] != 255 }
      }
    }
  }

  /// True for drawings and screenshots, which JPEG would blur; photographs have tens of thousands of colours.
  var hasFewColors: Bool {
    withPixels { pixels in
      var seen = Set<UInt32>()
      // Some 250,000 pixels, evenly over the picture, tell one from the other.
      let step = max(1, Int((Double(width * height) / 250_000).squareRoot()))
      for row in Swift.stride(from: 0, to: height, by: step) {
        for column in Swift.stride(from: 0, to: width, by: step) {
          let place = row * stride + column * channels
          seen.insert(UInt32(pixels[place]) << 16 | UInt32(pixels[place + 1]) << 8 | UInt32(pixels[place + 2]))
          if seen.count > 4096 { return false }
        }
      }
      return true
    }
  }

  func onWhite() throws(ImageAnswer.Failure) -> Pixbuf {
    let result = try Pixbuf(
      made: gdk_pixbuf_composite_color_simple(
        pointer, Int32(width), Int32(height), GDK_INTERP_NEAREST, 255, 16, 0xFF_FFFF, 0xFF_FFFF))
    return try result.withoutAlpha()
  }
}
