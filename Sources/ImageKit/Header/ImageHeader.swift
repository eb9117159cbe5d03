/// The facts that a picture's file gives before a pixel of it is decoded.
///
/// Reading it allocates next to nothing whatever the picture claims, and never fails but with an ``ImageFailure``.
package struct ImageHeader: Hashable, Sendable {
  /// The kind of picture, told by its first bytes.
  package var format: ImageFormat
  /// Pixels from left to right as they are stored, before ``orientation``.
  package var width: Int
  /// Pixels from top to bottom as they are stored, before ``orientation``.
  package var height: Int
  /// EXIF's, 1 to 8: 1 is upright, 3 upside down, 6 and 8 lie on a side; 2, 4, 5 and 7 are the mirrored ones.
  package var orientation = 1
  /// The time on the camera's clock; nil where the file has none that is a date.
  package var takenAt: PictureDate?
  /// True where EXIF, XMP or IPTC tell a place, or may: hidden parts count as if they did.
  package var hasLocation = false
  /// True where the file names a camera, a lens, a serial number or an owner.
  package var hasCamera = false
  /// True where words stand beside the picture: comments, captions, its author, its program.
  package var hasText = false
  /// True where the file holds more than one picture, of which the first is shown.
  package var isAnimated = false
  /// True where pixels can be transparent, whether or not one is.
  package var mayHaveAlpha = false

  /// Pixels from left to right as they are shown; of HEIC and AVIF as they are stored.
  package var uprightWidth: Int { orientation >= 5 ? height : width }
  /// Pixels from top to bottom as they are shown; of HEIC and AVIF as they are stored.
  package var uprightHeight: Int { orientation >= 5 ? width : height }

  init(_ format: ImageFormat, width: Int, height: Int) {
    (self.format, self.width, self.height) = (format, width, height)
  }

  /// Reads a picture's header and judges whether the picture may be decoded.
  ///
  /// - Throws: `isEmpty`, `isTooLarge`, `hasTooManyPixels`, `isCutOff` or `isBroken` for a picture that must not be
  ///   decoded, the kind of a file that is no picture, or `cannotRead`.
  package init(_ source: any ImageBytes) throws(ImageFailure) {
    guard source.count > 0 else { throw ImageFailure(.isEmpty) }
    guard source.count <= ImageLimits.bytes else { throw ImageFailure(.isTooLarge(bytes: source.count)) }
    let start = try source.read(at: 0, count: 1024)
    guard let format = ImageFormat.sniff(Array(start.prefix(64))) else { throw ImageFailure(NotAPicture.reason(start)) }
    switch format {
    case .jpeg: self = try JPEGParts.header(source)
    case .png: self = try PNGParts.header(source)
    case .gif: self = try GIFParts.header(source)
    case .webp: self = try WebPParts.header(source)
    case .bmp: self = try BMPHeader.read(source)
    case .tiff: self = try TIFFHeader.read(source)
    case .heic, .avif: self = try HEIFHeader.read(source, format)
    }
    guard width > 0, height > 0 else { throw ImageFailure(.isBroken("it has no width or no height")) }
    guard ImageLimits.area(width, height) <= ImageLimits.pixels else {
      throw ImageFailure(.hasTooManyPixels(width: width, height: height))
    }
  }

  mutating func take(_ exif: ExifFacts) {
    if let turned = exif.orientation { orientation = turned }
    takenAt = takenAt ?? exif.takenAt
    hasLocation = hasLocation || exif.hasLocation
    hasCamera = hasCamera || exif.hasCamera
    hasText = hasText || exif.hasText
  }

  /// Takes what XMP, which is XML, says; it is looked through for names only.
  mutating func take(xmp: [UInt8]) {
    func has(_ name: String) -> Bool { xmp.contains(name) }
    hasLocation = hasLocation || has("GPSL") || has("photoshop:City") || has("Iptc4xmpCore:Location")
    hasCamera = hasCamera || has("tiff:Model") || has("tiff:Make") || has("SerialNumber") || has("aux:Lens")
    hasText = true
  }
}
