/// The record at the end of a zip that says where its directory is.
struct EndRecord {
  let count: Int
  let directoryOffset: Int64
  let directorySize: Int64

  private static let length = 22
  private static let longestComment = 65_535

  init(source: some ArchiveSource) throws {
    let tailLength = Int(min(source.size, Int64(EndRecord.length + EndRecord.longestComment)))
    let tail = try source.bytes(at: source.size - Int64(tailLength), count: tailLength)
    guard let index = EndRecord.find(in: tail) else { throw ZipDirectory.incomplete }
    let position = source.size - Int64(tailLength - index)
    var reader = LittleEndianReader(Array(tail[(index + 4)...]))
    let disk = try reader.uint16()
    let directoryDisk = try reader.uint16()
    let countHere = try reader.uint16()
    let total = try reader.uint16()
    let size = try reader.uint32()
    let offset = try reader.uint32()
    if total == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF,
      let large = try EndRecord(zip64Before: position, source: source)
    {
      self = large
    } else {
      guard disk == 0, directoryDisk == 0, countHere == total else {
        throw ZipDirectory.damaged("it is one part of several")
      }
      count = Int(total)
      directoryOffset = Int64(offset)
      directorySize = Int64(size)
    }
    let (end, overflow) = directoryOffset.addingReportingOverflow(directorySize)
    guard directoryOffset >= 0, directorySize >= 0, !overflow, end <= position else {
      throw ZipDirectory.damaged("its directory lies outside of it")
    }
  }

  /// The last place where a record stands whose comment reaches exactly to the end.
  private static func find(in tail: [UInt8]) -> Int? {
    guard tail.count >= length else { return nil }
    for index in stride(from: tail.count - length, through: 0, by: -1) where tail[index] == 0x50 {
      guard tail[index...].starts(with: [0x50, 0x4B, 0x05, 0x06]) else { continue }
      let comment = Int(tail[index + 20]) | Int(tail[index + 21]) << 8
      if index + length + comment == tail.count { return index }
    }
    return nil
  }

  /// The larger record of zip64, to which a locator in front of the small one points.
  private init?(zip64Before position: Int64, source: some ArchiveSource) throws {
    guard position >= 20 else { return nil }
    var locator = LittleEndianReader(try source.bytes(at: position - 20, count: 20))
    guard try locator.uint32() == 0x0706_4B50 else { return nil }
    try locator.skip(4)
    let offset = try locator.int64()
    guard offset >= 0, offset <= position - 20 - 56 else { throw ZipDirectory.damaged("its zip64 record is missing") }
    var reader = LittleEndianReader(try source.bytes(at: offset, count: 56))
    guard try reader.uint32() == 0x0606_4B50 else { throw ZipDirectory.damaged("its zip64 record is missing") }
    // Its own length, versions, and the numbers of disks.
    try reader.skip(8 + 4 + 8)
    let countHere = try reader.int64()
    let total = try reader.int64()
    guard countHere == total, (0...Int64(Int32.max)).contains(total) else {
      throw ZipDirectory.damaged("its count of files makes no sense")
    }
    count = Int(total)
    directorySize = try reader.int64()
    directoryOffset = try reader.int64()
  }
}

/// Takes numbers off the front of bytes; throws where they end too early.
struct LittleEndianReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    guard rest.count >= count else { throw ZipDirectory.damaged("its directory ends too early") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func skip(_ count: Int) throws { _ = try take(count) }

  mutating func uint16() throws -> UInt16 { UInt16(truncatingIfNeeded: try number(2)) }
  mutating func uint32() throws -> UInt32 { UInt32(truncatingIfNeeded: try number(4)) }
  mutating func int64() throws -> Int64 { Int64(bitPattern: try number(8)) }

  private mutating func number(_ bytes: Int) throws -> UInt64 {
    try take(bytes).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Hands the zip64 extra field to the closure; throws where there is none.
  mutating func findZip64(_ read: (inout LittleEndianReader) throws -> Void) throws {
    while !isAtEnd {
      let kind = try uint16()
      var field = LittleEndianReader(Array(try take(Int(try uint16()))))
      if kind == 1 { return try read(&field) }
    }
    throw ZipDirectory.damaged("a size is missing")
  }
}
