/// The table of contents of a zip, checked before anything in it is read.
///
/// libarchive unpacks; this decides what is worth unpacking. It believes only the directory at the end, and refuses
/// whatever two readers could understand differently: names that leave the folder, names that come twice, files that
/// overlap, links, devices, encryption.
struct ZipDirectory {
  struct Member: Hashable {
    let name: String
    let isFolder: Bool
    let compressedSize: Int64
    let size: Int64
    let offset: Int64
  }

  let members: [Member]

  static let incomplete = ImportError(
    "the archive is damaged or incomplete: its end is missing", remedy: "Copy or export it again.")

  static func damaged(_ what: String, at place: ImportPlace? = nil) -> ImportError {
    ImportError("the archive is damaged: \(what)", at: place, remedy: "Copy or export it again.")
  }

  private static func refused(_ what: String, _ name: String) -> ImportError {
    ImportError(
      "\(what), which no journal archive has", at: .member(name),
      remedy: "Give the archive as “export --format archive” wrote it.")
  }

  init(source: some ArchiveSource, limits: ArchiveLimits) throws {
    let end = try EndRecord(source: source)
    guard end.count <= limits.members else {
      throw ImportError(
        "the archive holds \(end.count) files; the limit is \(limits.members)",
        remedy: "Give the archive as “export --format archive” wrote it.")
    }
    // A header is 46 bytes, a name and some extra fields.
    guard end.directorySize <= Int64(limits.members) * 1024 else {
      throw ZipDirectory.damaged("its directory is too long")
    }
    var reader = LittleEndianReader(try source.bytes(at: end.directoryOffset, count: Int(end.directorySize)))
    var members: [Member] = []
    members.reserveCapacity(end.count)
    var names: Set<String> = []
    for _ in 0..<end.count {
      let member = try ZipDirectory.readMember(&reader)
      guard names.insert(member.name.lowercased()).inserted else {
        throw ZipDirectory.refused("the name comes twice", member.name)
      }
      members.append(member)
    }
    guard reader.isAtEnd else { throw ZipDirectory.damaged("its directory and its count of files differ") }
    self.members = members
    try requirePlace(before: end.directoryOffset)
    try requireModesty(limits, archiveSize: source.size)
  }

  private static func readMember(_ reader: inout LittleEndianReader) throws -> Member {
    guard try reader.uint32() == 0x0201_4B50 else { throw damaged("its directory cannot be read") }
    let madeBy = try reader.uint16()
    _ = try reader.uint16()
    let flags = try reader.uint16()
    let method = try reader.uint16()
    // Time, date and checksum; libarchive compares the last.
    try reader.skip(8)
    var compressedSize = Int64(try reader.uint32())
    var size = Int64(try reader.uint32())
    let nameLength = Int(try reader.uint16())
    let extraLength = Int(try reader.uint16())
    let commentLength = Int(try reader.uint16())
    try reader.skip(4)
    let attributes = try reader.uint32()
    var offset = Int64(try reader.uint32())
    let name = try validName(try reader.take(nameLength))
    var extra = LittleEndianReader(Array(try reader.take(extraLength)))
    try reader.skip(commentLength)
    if [size, compressedSize, offset].contains(0xFFFF_FFFF) {
      try extra.findZip64 { field in
        if size == 0xFFFF_FFFF { size = try field.int64() }
        if compressedSize == 0xFFFF_FFFF { compressedSize = try field.int64() }
        if offset == 0xFFFF_FFFF { offset = try field.int64() }
      }
    }
    guard size >= 0, compressedSize >= 0, offset >= 0 else { throw damaged("a size is negative", at: .member(name)) }
    if flags & 1 != 0 { throw refused("the file is encrypted", name) }
    guard method == 0 || method == 8 else { throw refused("the file is compressed by method \(method)", name) }
    // Made on Unix, the upper half is the file's mode.
    let kind = madeBy >> 8 == 3 ? attributes >> 28 : 0
    guard [0, 4, 8].contains(kind) else { throw refused("the file is a link or a device", name) }
    return Member(
      name: name, isFolder: kind == 4 || name.hasSuffix("/"), compressedSize: compressedSize, size: size,
      offset: offset)
  }

  /// A name that stays where it is put, on any system.
  private static func validName(_ bytes: ArraySlice<UInt8>) throws -> String {
    guard let name = String(validating: bytes, as: UTF8.self) else {
      throw refused("the name is not UTF-8", String(decoding: bytes, as: UTF8.self))
    }
    let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    guard !name.isEmpty, isPlain else { throw refused("the name has a control character", "“\(name)”") }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.hasPrefix("/"), !name.contains("\\"), !name.contains(":"), !parts.contains(".."), !parts.contains(".")
    else { throw refused("the name leads out of the archive", name) }
    return name
  }

  /// Every file lies in bytes of its own, in front of the directory.
  private func requirePlace(before directory: Int64) throws {
    var free: Int64 = 0
    for member in members.sorted(by: { $0.offset < $1.offset }) {
      let header = Int64(30 + member.name.utf8.count)
      let (end, overflow) = (member.offset + header).addingReportingOverflow(member.compressedSize)
      guard member.offset >= free, !overflow, end <= directory else {
        throw ZipDirectory.refused("the file overlaps another", member.name)
      }
      free = end
    }
  }

  private func requireModesty(_ limits: ArchiveLimits, archiveSize: Int64) throws {
    var total: Int64 = 0
    for member in members {
      let (ceiling, isHuge) = max(1, member.compressedSize).multipliedReportingOverflow(by: limits.ratio)
      guard member.size <= limits.ratioFrom || isHuge || member.size <= ceiling else {
        throw ZipDirectory.refused("the file unpacks to more than \(limits.ratio) times its size", member.name)
      }
      let (sum, overflow) = total.addingReportingOverflow(member.size)
      guard !overflow, sum <= limits.expansion + archiveSize else {
        throw ImportError(
          "the archive unpacks to more than \(limits.expansion >> 20) MiB beyond its own size",
          remedy: "Give the archive as “export --format archive” wrote it.")
      }
      total = sum
    }
  }
}
