/// A file that begins with a picture's pixels, for a terminal that reads them there itself.
///
/// They stand at its beginning because kitty maps files into memory, which can begin at a page only.
package struct PictureFile: Hashable, Sendable {
  /// Absolute.
  package var path: String
  /// Bytes of the pixels, in the form in which they would be sent; what follows them is something else.
  package var count: Int

  package init(path: String, count: Int) {
    (self.path, self.count) = (path, count)
  }

  /// The bytes of a file with which a terminal is asked whether it reads files: one transparent pixel, compressed, and
  /// eight bytes behind it that are no picture.
  package static let probe: [UInt8] = pixel + Array(repeating: 0xFF, count: 8)
  private static let pixel: [UInt8] = [0x78, 0x01, 0x63, 0x60, 0x60, 0x60, 0x00, 0x00, 0x00, 0x04, 0x00, 0x01]

  /// Describes a file that holds ``probe``; writes nothing.
  package static func probe(at path: String) -> PictureFile { PictureFile(path: path, count: pixel.count) }
}
