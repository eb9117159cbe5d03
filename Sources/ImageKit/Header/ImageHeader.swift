/// What a picture says of itself before anything of it is decoded.
///
/// Reading it allocates next to nothing whatever the picture claims, and never fails but with an ``ImageFailure``.
package struct ImageHeader: Hashable, Sendable {
  package var format: ImageFormat
  /// Pixels as they are stored, before ``orientation``.
  package var width: Int
  package var height: Int
  /// EXIF's: 1 is upright, 3 upside down, 6 and 8 lie on a side, the even of 2, 4, 5 and 7 are mirrored.
  package var orientation = 1
  package var takenAt: PictureDate?
  package var hasLocation = false
  package var hasCamera = false
  /// Words beside the picture: comments, captions, who made it with what.
  package var hasText = false
  /// More than one picture in it, of which the first is shown.
  package var isAnimated = false
  package var mayHaveAlpha = false

  /// Pixels as they are shown.
  package var uprightWidth: Int { orientation >= 5 ? height : width }
  package var uprightHeight: Int { orientation >= 5 ? width : height }

  init(_ format: ImageFormat, width: Int, height: Int) {
    self.format = format
    self.width = width
    self.height = height
  }

  /// Reads and judges; throws for whatever must not be decoded.
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
