import CArchive

/// Unpacks a tar, one walk over its files in the order in which they lie.
///
/// It believes little: names that leave the folder, links, devices, files with holes, sizes that the tar cannot hold and more files
/// than the limit are refused, and a file that was handed on to its end is as long as it says.
final class TarReader {
  /// A file of the tar.
  struct Member: Hashable {
    /// Without `./` in front.
    let name: String
    /// In bytes.
    let size: Int64
  }

  private let archive: OpaquePointer
  private let feed: ArchiveFeed
  private let limits: ArchiveLimits
  private let capacity: Int64
  private var entry: OpaquePointer?
  private var current: Member?
  private var count = 0
  private var total: Int64 = 0

  init(source: any ArchiveSource, limits: ArchiveLimits) throws {
    guard let archive = archive_read_new() else { throw ArchiveFeed.missingLibrary }
    (self.archive, self.limits, capacity) = (archive, limits, source.size)
    feed = ArchiveFeed(source: source)
    let data = Unmanaged.passUnretained(feed).toOpaque()
    try check(archive_read_support_format_tar(archive))
    try check(
      archive_read_set_read_callback(archive) { _, data, buffer in
        ArchiveFeed.at(data)?.read(buffer) ?? la_ssize_t(ARCHIVE_FATAL)
      })
    try check(archive_read_set_skip_callback(archive) { _, data, count in ArchiveFeed.at(data)?.skip(count) ?? 0 })
    try check(archive_read_set_callback_data(archive, data))
    try check(archive_read_open1(archive))
  }

  deinit { archive_read_free(archive) }

  /// The next file, or nil behind the last; folders are passed over.
  func next() throws -> Member? {
    while true {
      let result = carchive_next_header_utf8(archive, &entry)
      if result == ARCHIVE_EOF { return nil }
      current = nil
      try check(result)
      count += 1
      guard count <= limits.members else {
        throw ImportError("the archive holds more than \(limits.members) files", remedy: TarReader.remedy)
      }
      guard let path = archive_entry_pathname(entry) else { throw TarReader.damaged("a name cannot be read") }
      let name = try TarReader.validName(String(cString: path))
      if archive_entry_filetype(entry) == S_IFDIR { continue }
      guard archive_entry_filetype(entry) == S_IFREG, archive_entry_hardlink(entry) == nil else {
        throw TarReader.refused("the file is a link or a device", name)
      }
      guard archive_entry_sparse_count(entry) == 0 else { throw TarReader.refused("the file has holes in it", name) }
      let size = Int64(archive_entry_size(entry))
      let (sum, overflow) = total.addingReportingOverflow(size)
      guard size >= 0, !overflow, sum <= capacity else {
        throw TarReader.damaged("the file would be longer than the archive", at: .member(name))
      }
      total = sum
      let member = Member(name: name, size: size)
      current = member
      return member
    }
  }

  /// Hands on the current file's bytes, piece by piece.
  func readData(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard let current else { return }
    var read: Int64 = 0
    while true {
      var block: UnsafeRawPointer?
      var count = 0
      var offset: la_int64_t = 0
      let result = archive_read_data_block(archive, &block, &count, &offset)
      if result == ARCHIVE_EOF { break }
      try check(result)
      read += Int64(count)
      guard read <= current.size, let block else { break }
      try body(UnsafeRawBufferPointer(start: block, count: count))
    }
    guard read == current.size else {
      throw TarReader.damaged("the file is longer or shorter than it says", at: .member(current.name))
    }
  }

  /// Reads the current file whole; the caller has seen that it is small.
  func bytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(current?.size ?? 0))
    try readData { bytes.append(contentsOf: $0) }
    return bytes
  }

  private func check(_ result: Int32) throws {
    guard result != ARCHIVE_OK else { return }
    if let failure = feed.failure { throw failure }
    let reason = archive_error_string(archive).map { String(cString: $0) } ?? "libarchive gave up"
    throw TarReader.damaged(reason, at: (current?.name).map { .member($0) })
  }

  // MARK: Refusing

  static let remedy = "Export from Joplin as “JEX - Joplin Export File” once more, and give the file as it is."

  static func damaged(_ what: String, at place: ImportPlace? = nil) -> ImportError {
    ImportError("the archive is damaged: \(what)", at: place, remedy: "Copy or export it again.")
  }

  private static func refused(_ what: String, _ name: String) -> ImportError {
    ImportError("\(what), which no export of Joplin has", at: .member(name), remedy: remedy)
  }

  /// A name that stays where it is put, on any system.
  private static func validName(_ name: String) throws -> String {
    var parts = name.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count > 1, parts[0] == "." { parts.removeFirst() }
    let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    guard !name.isEmpty, isPlain else { throw refused("the name has a control character", "“\(name)”") }
    guard !name.hasPrefix("/"), !name.contains("\\"), !name.contains(":"), !parts.contains("..") else {
      throw refused("the name leads out of the archive", name)
    }
    return parts.joined(separator: "/")
  }
}
