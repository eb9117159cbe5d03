/// A kind of picture, told by its bytes and never by its name.
package enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  case jpeg, png, gif, webp, bmp, tiff, heic, avif

  /// The usual ending of a file's name, without the dot.
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    default: rawValue
    }
  }

  /// The name of the kind for people, such as `JPEG` or `WebP`.
  package var title: String {
    switch self {
    case .webp: "WebP"
    default: rawValue.uppercased()
    }
  }

  var article: String { self == .heic || self == .avif ? "an \(title) picture" : "a \(title) picture" }

  /// The Debian package that reads this kind of picture, where it is one of its own.
  var package: String {
    switch self {
    case .heic, .avif: "heif-gdk-pixbuf"
    case .webp: "webp-pixbuf-loader"
    default: "libgdk-pixbuf-2.0-0"
    }
  }

  /// Returns the kind of picture that begins like this; nil for anything else, videos of the same container included.
  ///
  /// - Parameter start: the first bytes, at least 32, or all there are.
  package static func sniff(_ start: [UInt8]) -> ImageFormat? {
    if start.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if start.starts(with: Array("GIF87a".utf8)) || start.starts(with: Array("GIF89a".utf8)) { return .gif }
    if start.starts(with: Array("RIFF".utf8)), start.count >= 12, Array(start[8..<12]) == Array("WEBP".utf8) {
      return .webp
    }
    if start.starts(with: [0x49, 0x49, 0x2A, 0x00]) || start.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) { return .tiff }
    // “BM” alone begins many a text: the size of the header behind it decides.
    if start.starts(with: [0x42, 0x4D]), start.count >= 18, start[15] == 0, start[16] == 0, start[17] == 0,
      [12, 40, 52, 56, 64, 108, 124].contains(start[14])
    {
      return .bmp
    }
    return ISOBrands(start)?.format
  }
}

/// The kinds that an ISO media file says it is of: HEIC and AVIF pictures, and videos.
struct ISOBrands {
  private let brands: [String]

  init?(_ start: [UInt8]) {
    guard start.count >= 12, Array(start[4..<8]) == Array("ftyp".utf8) else { return nil }
    // The major brand, then, after a version, the compatible ones as far as they were read.
    let places = [8] + stride(from: 16, to: start.count - 3, by: 4)
    brands = places.map { String(decoding: start[$0..<$0 + 4], as: UTF8.self) }
  }

  var format: ImageFormat? {
    if brands.contains(where: { $0 == "avif" || $0 == "avis" }) { return .avif }
    let heic: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
    return brands.contains { heic.contains($0) } ? .heic : nil
  }
}
