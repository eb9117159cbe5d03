import CArchive
import JournalCore

/// One walk of libarchive over the files of an archive, in the order in which they lie.
final class ArchiveWalk {
  /// The kind of archive; libarchive has other readers for each, which would believe more.
  enum Kind {
    case tar
    /// By the directory at the end of a zip, not by what stands in front of each file.
    case zip
  }

  private let archive: OpaquePointer
  private let feed: ArchiveFeed
  private let damaged: (String) -> ImportError
  /// The entry that the walk is at, for libarchive's functions.
  private(set) var entry: OpaquePointer?

  /// - Parameter damaged: What is said of damage, by a clause about it.
  init(_ kind: Kind, _ source: any ArchiveSource, damaged: @escaping (String) -> ImportError) throws {
    guard let archive = archive_read_new() else { throw ArchiveFeed.missingLibrary }
    (self.archive, self.damaged) = (archive, damaged)
    feed = ArchiveFeed(source: source)
    let data = Unmanaged.passUnretained(feed).toOpaque()
    switch kind {
    case .tar: try check(archive_read_support_format_tar(archive))
    case .zip: try check(archive_read_support_format_zip_seekable(archive))
    }
    try check(
      archive_read_set_read_callback(archive) { _, data, buffer in
        ArchiveFeed.at(data)?.read(buffer) ?? la_ssize_t(ARCHIVE_FATAL)
      })
    try check(archive_read_set_skip_callback(archive) { _, data, count in ArchiveFeed.at(data)?.skip(count) ?? 0 })
    if kind == .zip {
      try check(
        archive_read_set_seek_callback(archive) { _, data, offset, whence in
          ArchiveFeed.at(data)?.seek(offset, whence) ?? la_int64_t(ARCHIVE_FATAL)
        })
    }
    try check(archive_read_set_callback_data(archive, data))
    try check(archive_read_open1(archive))
  }

  deinit { archive_read_free(archive) }

  /// Goes to the next entry; false behind the last.
  func next() throws -> Bool {
    let result = carchive_next_header_utf8(archive, &entry)
    if result == ARCHIVE_EOF { return false }
    try check(result)
    return true
  }

  /// The entry's name, as it stands in the archive.
  func name() throws -> String {
    guard let path = archive_entry_pathname(entry) else { throw damaged("a name cannot be read") }
    return String(cString: path)
  }

  /// Hands on the entry's bytes, piece by piece.
  ///
  /// - Parameter size: How many they have to be; damage where they are not.
  func readData(_ size: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    var read: Int64 = 0
    while true {
      var block: UnsafeRawPointer?
      var count = 0
      var offset: la_int64_t = 0
      let result = archive_read_data_block(archive, &block, &count, &offset)
      if result == ARCHIVE_EOF { break }
      try check(result)
      read += Int64(count)
      guard read <= size, let block else { break }
      try body(UnsafeRawBufferPointer(start: block, count: count))
    }
    guard read == size else { throw damaged("the file is longer or shorter than it says") }
  }

  /// Copies the entry’s next bytes and says how many; 0 at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
    if count < 0 { try check(Int32(truncatingIfNeeded: count)) }
    return max(0, count)
  }

  private func check(_ result: Int32) throws {
    guard result != ARCHIVE_OK else { return }
    if let failure = feed.failure { throw failure }
    // Some of libarchive's sentences end with a line.
    throw damaged(archive_error_string(archive).map { trimmingSpace(String(cString: $0)) } ?? "libarchive gave up")
  }
}
