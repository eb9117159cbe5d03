import CArchive

/// Unpacks a zip that ``ZipDirectory`` has let pass; one walk over its files, in the order in which they lie.
///
/// What comes out is counted against the directory, and libarchive compares the checksums, so a file that was handed
/// on to its end is whole.
final class ZipReader {
  private let archive: OpaquePointer
  private let feed: ArchiveFeed
  private var entry: OpaquePointer?
  private var current: ZipDirectory.Member?
  private var waiting: [String: ZipDirectory.Member]

  init(source: any ArchiveSource, directory: ZipDirectory) throws {
    guard let archive = archive_read_new() else { throw ArchiveFeed.missingLibrary }
    self.archive = archive
    feed = ArchiveFeed(source: source)
    waiting = Dictionary(directory.members.map { ($0.name, $0) }) { first, _ in first }
    let data = Unmanaged.passUnretained(feed).toOpaque()
    // Only the reader that starts from the directory: the other one would believe local headers.
    try check(archive_read_support_format_zip_seekable(archive))
    try check(
      archive_read_set_read_callback(archive) { _, data, buffer in
        ArchiveFeed.at(data)?.read(buffer) ?? la_ssize_t(ARCHIVE_FATAL)
      })
    try check(archive_read_set_skip_callback(archive) { _, data, count in ArchiveFeed.at(data)?.skip(count) ?? 0 })
    try check(
      archive_read_set_seek_callback(archive) { _, data, offset, whence in
        ArchiveFeed.at(data)?.seek(offset, whence) ?? la_int64_t(ARCHIVE_FATAL)
      })
    try check(archive_read_set_callback_data(archive, data))
    try check(archive_read_open1(archive))
  }

  deinit { archive_read_free(archive) }

  /// The next file, or nil behind the last; folders are passed over.
  func next() throws -> ZipDirectory.Member? {
    while true {
      let result = carchive_next_header_utf8(archive, &entry)
      if result == ARCHIVE_EOF {
        guard waiting.isEmpty else { throw ZipDirectory.damaged("a file of its directory is missing") }
        return nil
      }
      try check(result)
      guard let path = archive_entry_pathname(entry) else { throw ZipDirectory.damaged("a name cannot be read") }
      guard let member = waiting.removeValue(forKey: String(cString: path)) else {
        throw ZipDirectory.damaged("a file has another name than in its directory")
      }
      current = member
      if !member.isFolder { return member }
    }
  }

  /// Hands on the current file's bytes, piece by piece.
  func readData(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard let current else { return }
    var total: Int64 = 0
    while true {
      var block: UnsafeRawPointer?
      var count = 0
      var offset: la_int64_t = 0
      let result = archive_read_data_block(archive, &block, &count, &offset)
      if result == ARCHIVE_EOF { break }
      try check(result)
      total += Int64(count)
      guard total <= current.size, let block else { break }
      try body(UnsafeRawBufferPointer(start: block, count: count))
    }
    guard total == current.size else {
      throw ZipDirectory.damaged("the file is longer or shorter than it says", at: .member(current.name))
    }
  }

  private func check(_ result: Int32) throws {
    guard result != ARCHIVE_OK else { return }
    if let failure = feed.failure { throw failure }
    let reason = archive_error_string(archive).map { String(cString: $0) } ?? "libarchive gave up"
    throw ZipDirectory.damaged(reason, at: (current?.name).map { .member($0) })
  }
}
