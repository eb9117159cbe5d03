// GLib belongs to both C modules; the compiler counts its types to the one that it read first.
import CChafa
import CPixbuf
import Glibc
import ImageKit

/// A pixbuf that is released with the last reference to this.
final class Pixbuf {
  let pointer: OpaquePointer

  /// Takes over a reference.
  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  /// Takes over what a function of gdk-pixbuf's made, which makes nothing where memory is short.
  init(made pointer: OpaquePointer?) throws(ImageAnswer.Failure) {
    guard let pointer else { throw .memory }
    self.pointer = pointer
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

  var width: Int { Int(gdk_pixbuf_get_width(pointer)) }
  var height: Int { Int(gdk_pixbuf_get_height(pointer)) }
  var hasAlpha: Bool { gdk_pixbuf_get_has_alpha(pointer) != 0 }
  var stride: Int { Int(gdk_pixbuf_get_rowstride(pointer)) }
  /// Bytes of a pixel: 3 or 4.
  var channels: Int { Int(gdk_pixbuf_get_n_channels(pointer)) }

  /// The bytes, row by row; the last row has no padding.
  func withPixels<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let count = (height - 1) * stride + width * channels
    return body(UnsafeBufferPointer(start: gdk_pixbuf_read_pixels(pointer), count: count))
  }

  func cropped(_ area: PictureFit.Area) throws(ImageAnswer.Failure) -> Pixbuf {
    if area.x == 0, area.y == 0, area.width == width, area.height == height { return self }
    return try Pixbuf(
      made: gdk_pixbuf_new_subpixbuf(pointer, Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height)))
  }

  func scaled(_ width: Int, _ height: Int) throws(ImageAnswer.Failure) -> Pixbuf {
    if width == self.width, height == self.height { return self }
    return try Pixbuf(made: gdk_pixbuf_scale_simple(pointer, Int32(width), Int32(height), GDK_INTERP_BILINEAR))
  }

  /// Turned so that what EXIF's `orientation` says is upright.
  func upright(_ orientation: Int) throws(ImageAnswer.Failure) -> Pixbuf {
    func turned(_ rotation: GdkPixbufRotation) throws(ImageAnswer.Failure) -> Pixbuf {
      try Pixbuf(made: gdk_pixbuf_rotate_simple(pointer, rotation))
    }
    func mirrored(_ pixbuf: Pixbuf, horizontally: Bool) throws(ImageAnswer.Failure) -> Pixbuf {
      try Pixbuf(made: gdk_pixbuf_flip(pixbuf.pointer, horizontally ? 1 : 0))
    }
    return switch orientation {
    case 2: try mirrored(self, horizontally: true)
    case 3: try turned(GDK_PIXBUF_ROTATE_UPSIDEDOWN)
    case 4: try mirrored(self, horizontally: false)
    case 5: try mirrored(turned(GDK_PIXBUF_ROTATE_CLOCKWISE), horizontally: true)
    case 6: try turned(GDK_PIXBUF_ROTATE_CLOCKWISE)
    case 7: try mirrored(turned(GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE), horizontally: true)
    case 8: try turned(GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE)
    default: self
    }
  }
}

/// Feeds the standard input to gdk-pixbuf's decoder of one format, at a size that is chosen when the true one is known.
final class PixbufLoader {
  private let loader: UnsafeMutablePointer<GdkPixbufLoader>
  private let format: ImageFormat
  private var choose: (Int, Int) -> (width: Int, height: Int)? = { _, _ in nil }
  private var isTooLarge = false
  /// Pixels as stored; 0 until the decoder knows.
  private(set) var width = 0
  private(set) var height = 0

  init(_ format: ImageFormat) throws(ImageAnswer.Failure) {
    self.format = format
    // HEIC and AVIF are one to the decoder; its name has changed between versions.
    let names = format == .heic || format == .avif ? ["heif/avif", "heif", "avif"] : [format.rawValue]
    let found = names.lazy.compactMap { gdk_pixbuf_loader_new_with_type($0, nil) }.first
    guard let found else { throw .noLoader }
    loader = found
  }

  /// Decodes the picture.
  ///
  /// - Parameter choose: the size to decode to, for a true size; a decoder that cannot scale is scaled after.
  func load(_ choose: @escaping (Int, Int) -> (width: Int, height: Int)?) throws(ImageAnswer.Failure) -> Pixbuf {
    self.choose = choose
    let prepared: @convention(c) (UnsafeMutableRawPointer, Int32, Int32, UnsafeMutableRawPointer) -> Void = {
      _, width, height, target in
      Unmanaged<PixbufLoader>.fromOpaque(target).takeUnretainedValue().prepare(Int(width), Int(height))
    }
    g_signal_connect_data(
      loader, "size-prepared", unsafeBitCast(prepared, to: GCallback.self), Unmanaged.passUnretained(self).toOpaque(),
      nil, GConnectFlags(rawValue: 0))
    try feed()
    var error: UnsafeMutablePointer<GError>?
    guard gdk_pixbuf_loader_close(loader, &error) != 0 else { throw failure(error) }
    guard !isTooLarge else { throw .tooManyPixels }
    guard let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else { throw .broken }
    g_object_ref(UnsafeMutableRawPointer(pixbuf))
    // The decoder keeps the picture as it was before it was scaled.
    g_object_unref(loader)
    let result = Pixbuf(pixbuf)
    if width == 0 { (width, height) = (result.width, result.height) }
    return result
  }

  private func prepare(_ width: Int, _ height: Int) {
    // A decoder may ask twice; the first answer is about the picture itself.
    guard self.width == 0 else { return }
    guard width > 0, height > 0, width * height <= ImageLimits.pixels else {
      isTooLarge = true
      gdk_pixbuf_loader_set_size(loader, 0, 0)
      return
    }
    (self.width, self.height) = (width, height)
    if let size = choose(width, height) {
      gdk_pixbuf_loader_set_size(loader, Int32(size.width), Int32(size.height))
    }
  }

  private func feed() throws(ImageAnswer.Failure) {
    var chunk = [UInt8](repeating: 0, count: 262_144)
    var place = 0
    while true {
      let got = pread(STDIN_FILENO, &chunk, chunk.count, off_t(place))
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .broken }
      if got == 0 { return }
      var error: UnsafeMutablePointer<GError>?
      guard gdk_pixbuf_loader_write(loader, chunk, gsize(got), &error) != 0 else {
        throw isTooLarge ? .tooManyPixels : failure(error)
      }
      guard !isTooLarge else { throw .tooManyPixels }
      place += got
    }
  }

  private func failure(_ error: UnsafeMutablePointer<GError>?) -> ImageAnswer.Failure {
    guard let error else { return .broken }
    let isMemory =
      error.pointee.domain == gdk_pixbuf_error_quark()
      && error.pointee.code == Int32(GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY.rawValue)
    return isMemory ? .memory : .broken
  }
}
