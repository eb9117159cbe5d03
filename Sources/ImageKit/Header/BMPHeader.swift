enum BMPHeader {
  static func read(_ source: any ImageBytes) throws(ImageFailure) -> ImageHeader {
    var reader = ByteReader(source)
    let data = try reader.u32(10, little: true)
    if try reader.u32(14, little: true) == 12 {
      return ImageHeader(.bmp, width: try reader.u16(18, little: true), height: try reader.u16(20, little: true))
    }
    let width = Int(Int32(truncatingIfNeeded: try reader.u32(18, little: true)))
    // A negative height says that the rows begin at the top.
    let height = abs(Int(Int32(truncatingIfNeeded: try reader.u32(22, little: true))))
    let bits = try reader.u16(28, little: true)
    let compression = try reader.u32(30, little: true)
    // JPEG or PNG inside BMP is for printers.
    guard compression != 4, compression != 5 else { throw ImageFailure(.isBroken("it is made for a printer")) }
    guard width > 0, height > 0, [1, 2, 4, 8, 16, 24, 32].contains(bits) else {
      throw ImageFailure(.isBroken("it has no width or no height"))
    }
    var header = ImageHeader(.bmp, width: width, height: height)
    header.mayHaveAlpha = bits == 32
    let isPlain = compression == 0 || compression == 3 || compression == 6
    guard ImageLimits.area(width, height) <= ImageLimits.pixels, isPlain else { return header }
    guard data + (width * bits + 31) / 32 * 4 * height <= source.count else { throw ImageFailure(.isCutOff) }
    return header
  }
}
