import Glibc

/// The segments of a JPEG file.
enum JPEGParts {
  struct Segment {
    let marker: Int
    /// From the marker's first byte to the end of its payload.
    let range: Range<Int>
    var payload: Range<Int> { range.lowerBound + 4..<range.upperBound }
  }

  static let endOfImage = 0xD9
  static let startOfScan = 0xDA
  private static let startsOfFrame: Set<Int> = Set(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])
  static let exifName = Array("Exif\0\0".utf8)
  static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  static let profileName = Array("ICC_PROFILE\0".utf8)

  static func header(_ source: any ImageBytes) throws(ImageFailure) -> ImageHeader {
    var reader = ByteReader(source)
    var header = ImageHeader(.jpeg, width: 0, height: 0)
    var place = 2
    while true {
      let segment = try segment(at: place, &reader)
      place = segment.range.upperBound
      switch segment.marker {
      case startOfScan:
        guard header.width > 0 else { throw ImageFailure(.isBroken("its size is missing")) }
        guard try hasEnd(source, after: place) else { throw ImageFailure(.isCutOff) }
        return header
      case endOfImage: throw ImageFailure(.isBroken("it holds no picture"))
      case let marker where startsOfFrame.contains(marker):
        let start = segment.payload.lowerBound
        guard segment.payload.count >= 6 else { throw ImageFailure(.isBroken("its size is missing")) }
        header.height = try reader.u16(start + 1)
        header.width = try reader.u16(start + 3)
      case 0xE1: try read(segment, reader, &header)
      case 0xED:
        header.hasText = true
        let record = try reader.bytes(segment.payload.lowerBound, segment.payload.count)
        // IPTC's city, place and country: data sets 90, 92 and 101 of record 2.
        header.hasLocation =
          header.hasLocation || [90, 92, 101].contains { record.contains([0x1C, 2, $0] as [UInt8]) }
      case 0xFE: header.hasText = true
      default: break
      }
    }
  }

  private static func read(_ segment: Segment, _ reader: ByteReader, _ header: inout ImageHeader)
    throws(ImageFailure)
  {
    let payload = segment.payload
    if try has(exifName, payload, reader) {
      header.take(try ExifFacts(reader.source, start: payload.lowerBound + 6, count: payload.count - 6))
    } else if try has(xmpName, payload, reader) {
      header.take(xmp: try reader.bytes(payload.lowerBound, payload.count))
    }
  }

  /// True where a payload begins with a name.
  static func has(_ name: [UInt8], _ payload: Range<Int>, _ reader: ByteReader) throws(ImageFailure) -> Bool {
    guard payload.count >= name.count else { return false }
    return try reader.bytes(payload.lowerBound, name.count) == name
  }

  /// The segment that begins at `place`, after any number of fill bytes.
  static func segment(at place: Int, _ reader: inout ByteReader) throws(ImageFailure) -> Segment {
    guard try reader.u8(place) == 0xFF else { throw ImageFailure(.isBroken("its parts do not follow each other")) }
    var start = place
    while try reader.u8(start + 1) == 0xFF { start += 1 }
    let marker = try reader.u8(start + 1)
    // Markers without a length: restarts, begin and end.
    if 0xD0...0xD9 ~= marker || marker == 1 { return Segment(marker: marker, range: start..<start + 2) }
    let length = try reader.u16(start + 2)
    guard length >= 2, marker >= 0xC0 else { throw ImageFailure(.isBroken("its parts do not follow each other")) }
    guard start + 2 + length <= reader.count else { throw ImageFailure(.isCutOff) }
    return Segment(marker: marker, range: start..<start + 2 + length)
  }

  /// Looks for the end marker from behind: in coded data it cannot occur by chance, and most files end with it.
  private static func hasEnd(_ source: any ImageBytes, after start: Int) throws(ImageFailure) -> Bool {
    var end = source.count
    while end - start >= 2 {
      let from = max(start, end - 65_536)
      let bytes = try source.read(at: from, count: end - from)
      var place = bytes.count - 2
      while place >= 0 {
        if bytes[place] == 0xFF, bytes[place + 1] == 0xD9 { return true }
        place -= 1
      }
      // One byte is looked at twice, in case the marker lies across.
      guard from > start else { return false }
      end = from + 1
    }
    return false
  }

  /// Where coded data that begins at `start` ends: at the next marker that is none of its own.
  static func endOfScan(_ source: any ImageBytes, from start: Int) throws(ImageFailure) -> Int {
    var place = start
    while place < source.count - 1 {
      let bytes = try source.read(at: place, count: 262_144)
      guard bytes.count >= 2 else { break }
      var index = 0
      while let found = nextMarkerByte(bytes, from: index), found + 1 < bytes.count {
        let next = bytes[found + 1]
        // A stuffed zero and restarts belong to the data; a fill byte is looked at as the next marker's first.
        if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return place + found }
        index = next == 0xFF ? found + 1 : found + 2
      }
      // The window's last byte begins the next one, since its other half is not here.
      place += max(index, bytes.count - 1)
    }
    throw ImageFailure(.isCutOff)
  }

  private static func nextMarkerByte(_ bytes: [UInt8], from index: Int) -> Int? {
    guard index < bytes.count else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let found = memchr(base + index, 0xFF, buffer.count - index) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }
}

extension [UInt8] {
  /// Whether these bytes stand anywhere; fast, since megabytes of what a picture says of itself are looked through.
  func contains(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    return withUnsafeBytes { bytes in
      wanted.withUnsafeBytes { wanted in
        guard let base = bytes.baseAddress, let pattern = wanted.baseAddress else { return false }
        var place = 0
        while place + wanted.count <= bytes.count,
          let found = memchr(base + place, Int32(first), bytes.count - wanted.count - place + 1)
        {
          if memcmp(found, pattern, wanted.count) == 0 { return true }
          place = UnsafeRawPointer(found) - base + 1
        }
        return false
      }
    }
  }

  func contains(_ text: String) -> Bool { contains(Array(text.utf8)) }
}
