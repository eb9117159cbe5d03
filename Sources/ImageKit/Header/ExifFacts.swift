/// The facts of EXIF's tags that a journal uses.
struct ExifFacts {
  var orientation: Int?
  var takenAt: PictureDate?
  var hasLocation = false
  var hasCamera = false
  var hasText = false

  /// Reads a TIFF structure that begins at `start`; skips broken parts, because a broken date makes a picture no
  /// worse.
  init(_ source: any ImageBytes, start: Int, count: Int) throws(ImageFailure) {
    var directories: ExifDirectories
    do throws(ImageFailure) {
      directories = try ExifDirectories(source, start: start, count: count)
    } catch {
      if error.reason == .isCutOff { return }
      throw error
    }
    try read(&directories)
  }

  private mutating func read(_ exif: inout ExifDirectories) throws(ImageFailure) {
    let first = try exif.entries(at: exif.firstDirectory)
    if let turned = first[.orientation]?.value, 1...8 ~= turned { orientation = turned }
    hasCamera = first[.make] != nil || first[.model] != nil
    hasText = [.software, .artist, .copyright, .description].contains { first[$0] != nil }
    var details: [ExifTag: ExifEntry] = [:]
    if let place = first[.exif]?.value { details = try exif.entries(at: place) }
    let cameras: [ExifTag] = [.makerNote, .bodySerial, .lensMake, .lensModel, .lensSerial, .owner]
    hasCamera = hasCamera || cameras.contains { details[$0] != nil }
    hasText = hasText || details[.userComment] != nil
    if let place = first[.gps]?.value {
      // A version alone tells no place.
      hasLocation = try exif.entries(at: place).keys.contains { $0.rawValue != 0 }
    }
    let dates: [(ExifEntry?, ExifEntry?)] = [
      (details[.dateOriginal], details[.offsetOriginal]), (details[.dateDigitized], details[.offsetDigitized]),
      (first[.date], details[.offset]),
    ]
    for (date, offset) in dates {
      guard let date else { continue }
      let distance = try offset.map { entry throws(ImageFailure) in try exif.text(entry) }
      if let found = PictureDate(exif: try exif.text(date), offset: distance) {
        takenAt = found
        return
      }
    }
  }
}

struct ExifTag: RawRepresentable, Hashable {
  let rawValue: Int

  static let width = ExifTag(rawValue: 0x100), height = ExifTag(rawValue: 0x101)
  static let description = ExifTag(rawValue: 0x10E), make = ExifTag(rawValue: 0x10F), model = ExifTag(rawValue: 0x110)
  static let stripOffsets = ExifTag(rawValue: 0x111), stripCounts = ExifTag(rawValue: 0x117)
  static let orientation = ExifTag(rawValue: 0x112), software = ExifTag(rawValue: 0x131)
  static let date = ExifTag(rawValue: 0x132), artist = ExifTag(rawValue: 0x13B)
  static let tileOffsets = ExifTag(rawValue: 0x144), tileCounts = ExifTag(rawValue: 0x145)
  static let xmp = ExifTag(rawValue: 0x2BC), copyright = ExifTag(rawValue: 0x8298)
  static let exif = ExifTag(rawValue: 0x8769), gps = ExifTag(rawValue: 0x8825)
  static let dateOriginal = ExifTag(rawValue: 0x9003), dateDigitized = ExifTag(rawValue: 0x9004)
  static let offset = ExifTag(rawValue: 0x9010), offsetOriginal = ExifTag(rawValue: 0x9011)
  static let offsetDigitized = ExifTag(rawValue: 0x9012), makerNote = ExifTag(rawValue: 0x927C)
  static let userComment = ExifTag(rawValue: 0x9286), owner = ExifTag(rawValue: 0xA430)
  static let bodySerial = ExifTag(rawValue: 0xA431), lensMake = ExifTag(rawValue: 0xA433)
  static let lensModel = ExifTag(rawValue: 0xA434), lensSerial = ExifTag(rawValue: 0xA435)
  static let dngVersion = ExifTag(rawValue: 0xC612)
}

/// One tag's entry: what kind of values, how many, and where they stand.
struct ExifEntry {
  let type: Int
  let count: Int
  /// The first value, where it stands in the entry itself; else an offset.
  let value: Int
  /// Where the entry's own four bytes stand.
  let place: Int
}

/// The directories of a TIFF structure.
struct ExifDirectories {
  private var reader: ByteReader
  private let start: Int
  private let end: Int
  let little: Bool
  let firstDirectory: Int

  init(_ source: any ImageBytes, start: Int, count: Int) throws(ImageFailure) {
    reader = ByteReader(source)
    self.start = start
    end = start + count
    let order = try reader.u16(start)
    guard order == 0x4949 || order == 0x4D4D else { throw ImageFailure(.isCutOff) }
    little = order == 0x4949
    guard try reader.u16(start + 2, little: little) == 42 else { throw ImageFailure(.isCutOff) }
    firstDirectory = try reader.u32(start + 4, little: little)
  }

  /// True where all of a directory, and the place of the next behind it, is there.
  mutating func isWhole(at offset: Int) throws(ImageFailure) -> Bool {
    guard start + offset + 2 <= end else { return false }
    return start + offset + 2 + (try reader.u16(start + offset, little: little)) * 12 + 4 <= end
  }

  /// The entries of a directory; fewer, down to none, where the directory leaves its bounds.
  mutating func entries(at offset: Int) throws(ImageFailure) -> [ExifTag: ExifEntry] {
    var entries: [ExifTag: ExifEntry] = [:]
    guard offset >= 8, start + offset + 2 <= end else { return entries }
    let count = try reader.u16(start + offset, little: little)
    for index in 0..<count {
      let place = start + offset + 2 + index * 12
      guard place + 12 <= end else { break }
      let tag = ExifTag(rawValue: try reader.u16(place, little: little))
      let type = try reader.u16(place + 2, little: little)
      let values = try reader.u32(place + 4, little: little)
      let value =
        switch (type, values) {
        case (1, 1), (7, 1): try reader.u8(place + 8)
        case (3, 1): try reader.u16(place + 8, little: little)
        default: try reader.u32(place + 8, little: little)
        }
      if entries[tag] == nil { entries[tag] = ExifEntry(type: type, count: values, value: value, place: place + 8) }
    }
    return entries
  }

  /// The beginning of a text, at most 64 bytes without the zero at its end; empty where it is none.
  func text(_ entry: ExifEntry) throws(ImageFailure) -> [UInt8] {
    guard entry.type == 2, entry.count > 0 else { return [] }
    let length = min(entry.count, 64)
    let place = entry.count <= 4 ? entry.place : start + entry.value
    guard place + length <= end else { return [] }
    return Array(try reader.bytes(place, length).prefix { $0 != 0 })
  }

  /// One of an entry's numbers; nil where it has no such.
  mutating func number(_ entry: ExifEntry, _ index: Int) throws(ImageFailure) -> Int? {
    let size = entry.type == 3 ? 2 : 4
    guard entry.type == 3 || entry.type == 4, index >= 0, index < entry.count else { return nil }
    let place = (entry.count * size <= 4 ? entry.place : start + entry.value) + index * size
    guard place + size <= end else { throw ImageFailure(.isCutOff) }
    return size == 2 ? try reader.u16(place, little: little) : try reader.u32(place, little: little)
  }
}
