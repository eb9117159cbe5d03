enum TIFFHeader {
  static func read(_ source: any ImageBytes) throws(ImageFailure) -> ImageHeader {
    var directories = try ExifDirectories(source, start: 0, count: source.count)
    // Canon keeps raw data in something that begins like TIFF.
    if try ByteReader(source).bytes(8, 2) == Array("CR".utf8) { throw ImageFailure(.isCameraRaw) }
    guard try directories.isWhole(at: directories.firstDirectory) else { throw ImageFailure(.isCutOff) }
    let entries = try directories.entries(at: directories.firstDirectory)
    if entries[.dngVersion] != nil { throw ImageFailure(.isCameraRaw) }
    guard let width = entries[.width]?.value, let height = entries[.height]?.value else {
      throw ImageFailure(.isBroken("its size is missing"))
    }
    guard let offsets = entries[.stripOffsets] ?? entries[.tileOffsets],
      let counts = entries[.stripCounts] ?? entries[.tileCounts]
    else { throw ImageFailure(.isBroken("it holds no picture")) }
    guard offsets.count == counts.count, offsets.count <= 1_000_000 else {
      throw ImageFailure(.isBroken("its parts do not follow each other"))
    }
    for index in 0..<offsets.count {
      guard let offset = try directories.number(offsets, index), let count = try directories.number(counts, index)
      else { throw ImageFailure(.isBroken("its parts do not follow each other")) }
      guard offset + count <= source.count else { throw ImageFailure(.isCutOff) }
    }
    var header = ImageHeader(.tiff, width: width, height: height)
    header.take(try ExifFacts(source, start: 0, count: source.count))
    header.mayHaveAlpha = true
    if let xmp = entries[.xmp], xmp.count < 1 << 24, xmp.value + xmp.count <= source.count, xmp.count > 4 {
      header.take(xmp: try ByteReader(source).bytes(xmp.value, xmp.count))
    }
    return header
  }
}
