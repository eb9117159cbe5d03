/// The boxes of HEIC and AVIF, as far as they say how large the picture is, which way up, and when it was taken.
enum HEIFHeader {
  private struct Box {
    let name: String
    let content: Range<Int>
  }

  static func read(_ source: any ImageBytes, _ format: ImageFormat) throws(ImageFailure) -> ImageHeader {
    var reader = ByteReader(source)
    var header = ImageHeader(format, width: 0, height: 0)
    guard let meta = try boxes(in: 0..<source.count, &reader).first(where: { $0.name == "meta" }) else {
      throw ImageFailure(.isBroken("its size is missing"))
    }
    // Behind a version and flags.
    let parts = try boxes(in: meta.content.dropFirst(4), &reader)
    for part in parts where part.name == "iprp" {
      for container in try boxes(in: part.content, &reader) where container.name == "ipco" {
        for property in try boxes(in: container.content, &reader) where property.name == "ispe" {
          // Tiles, thumbnails and the whole: the largest is what a decoder makes room for.
          let start = property.content.lowerBound + 4
          let (width, height) = (try reader.u32(start), try reader.u32(start + 4))
          let isLargest = ImageLimits.area(width, height) > ImageLimits.area(header.width, header.height)
          if isLargest { (header.width, header.height) = (width, height) }
        }
      }
    }
    guard header.width > 0 else { throw ImageFailure(.isBroken("its size is missing")) }
    if let places = parts.first(where: { $0.name == "iloc" }), let items = parts.first(where: { $0.name == "iinf" }) {
      for (item, kind) in try kinds(items.content, &reader) where kind == "Exif" || kind == "mime" {
        guard let range = try place(of: item, places.content, &reader) else { continue }
        guard range.upperBound <= source.count else { throw ImageFailure(.isCutOff) }
        try read(kind, range, &reader, &header)
      }
    }
    // The decoder turns these upright by boxes of their own and passes over what EXIF says.
    header.orientation = 1
    header.mayHaveAlpha = true
    return header
  }

  private static func read(
    _ kind: String, _ range: Range<Int>, _ reader: inout ByteReader, _ header: inout ImageHeader
  ) throws(ImageFailure) {
    guard range.count > 8 else { return }
    if kind == "mime" {
      header.take(xmp: try reader.bytes(range.lowerBound, min(range.count, 1 << 20)))
      return
    }
    let skip = 4 + (try reader.u32(range.lowerBound))
    guard skip < range.count else { return }
    header.take(try ExifFacts(reader.source, start: range.lowerBound + skip, count: range.count - skip))
  }

  private static func boxes(in range: Range<Int>, _ reader: inout ByteReader) throws(ImageFailure) -> [Box] {
    var boxes: [Box] = []
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      var (size, head) = (try reader.u32(place), 8)
      if size == 1 { (size, head) = (try reader.number(place + 8, bytes: 8), 16) }
      if size == 0 { size = range.upperBound - place }
      guard size >= head, boxes.count < 10_000 else {
        throw ImageFailure(.isBroken("its parts do not follow each other"))
      }
      guard size <= range.upperBound - place else { throw ImageFailure(.isCutOff) }
      boxes.append(Box(name: try reader.name(place + 4), content: place + head..<place + size))
      place += size
    }
    return boxes
  }

  /// The items and what kind each is of.
  private static func kinds(_ content: Range<Int>, _ reader: inout ByteReader) throws(ImageFailure) -> [(Int, String)] {
    guard content.count >= 6 else { return [] }
    let isWide = try reader.u8(content.lowerBound) > 0
    var kinds: [(Int, String)] = []
    for entry in try boxes(in: content.dropFirst(isWide ? 8 : 6), &reader) where entry.name == "infe" {
      let start = entry.content.lowerBound
      let version = try reader.u8(start)
      guard version >= 2, entry.content.count >= 12 else { continue }
      let item = version == 2 ? try reader.u16(start + 4) : try reader.u32(start + 4)
      kinds.append((item, try reader.name(start + (version == 2 ? 8 : 10))))
    }
    return kinds
  }

  /// Where an item's first extent stands in the file; nil where it stands elsewhere.
  private static func place(of wanted: Int, _ content: Range<Int>, _ reader: inout ByteReader)
    throws(ImageFailure) -> Range<Int>?
  {
    let version = try reader.u8(content.lowerBound)
    let sizes = try reader.u16(content.lowerBound + 4)
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version > 0 ? sizes & 15 : 0
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else { return nil }
    let idSize = version < 2 ? 2 : 4
    var place = content.lowerBound + 6
    let items = try reader.number(place, bytes: idSize)
    place += idSize
    for _ in 0..<items {
      guard place < content.upperBound else { return nil }
      let item = try reader.number(place, bytes: idSize)
      place += idSize
      var isInFile = true
      if version > 0 {
        isInFile = try reader.u16(place) & 15 == 0
        place += 2
      }
      let base = try reader.number(place + 2, bytes: baseSize)
      let extents = try reader.u16(place + 2 + baseSize)
      place += 4 + baseSize
      if item == wanted {
        guard isInFile, extents > 0 else { return nil }
        let offset = base + (try reader.number(place + indexSize, bytes: offsetSize))
        let length = try reader.number(place + indexSize + offsetSize, bytes: lengthSize)
        return offset..<offset + length
      }
      place += extents * (indexSize + offsetSize + lengthSize)
    }
    return nil
  }
}
