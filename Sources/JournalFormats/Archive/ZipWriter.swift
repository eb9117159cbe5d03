import CArchive

/// Writes a zip, file by file, into a sink; the same files give the same bytes.
///
/// No file has a time, an owner or anything else of the machine that writes.
final class ZipWriter {
  private let archive: OpaquePointer
  private let drain: ZipDrain
  private var memberCount = 0
  private let limits: ArchiveLimits

  init(limits: ArchiveLimits, sink: @escaping ([UInt8]) throws -> Void) throws {
    guard let archive = archive_write_new() else {
      throw ExportError("Archives need libarchive, which cannot be loaded. Install the Debian package libarchive13.")
    }
    (self.archive, self.limits) = (archive, limits)
    drain = ZipDrain(sink: sink)
    try check(archive_write_set_format_zip(archive))
    // Level 3 is twice as fast as the default of 6, and its text a twentieth longer.
    try check(archive_write_set_format_option(archive, "zip", "compression-level", "3"))
    try check(archive_write_set_bytes_per_block(archive, 1 << 16))
    try check(archive_write_set_bytes_in_last_block(archive, 1))
    let data = Unmanaged.passUnretained(drain).toOpaque()
    try check(
      archive_write_open2(
        archive, data, nil,
        { _, data, bytes, count in
          ZipDrain.at(data)?.write(bytes, count) ?? la_ssize_t(ARCHIVE_FATAL)
        }, nil, nil))
  }

  deinit {
    // Freeing closes, and closing writes; a sink that was given up gets nothing.
    drain.isOpen = false
    archive_write_free(archive)
  }

  /// Adds a file; `isCompressible` is false for what is compressed already.
  func add(_ name: String, _ bytes: [UInt8], isCompressible: Bool) throws {
    try add(name, size: Int64(bytes.count), isCompressible: isCompressible) { try $0(bytes[...]) }
  }

  /// Adds a file that comes piece by piece, and is compressed already.
  func add(_ name: String, size: Int64, _ pieces: ((ArraySlice<UInt8>) throws -> Void) throws -> Void) throws {
    try add(name, size: size, isCompressible: false, pieces)
  }

  private func add(
    _ name: String, size: Int64, isCompressible: Bool,
    _ pieces: ((ArraySlice<UInt8>) throws -> Void) throws -> Void
  ) throws {
    memberCount += 1
    guard memberCount <= limits.members else {
      throw ExportError("The archive would hold more than \(limits.members) files, which is the limit.")
    }
    // Stored files cannot look like a zip bomb to the reader, however much their text repeats itself.
    let isStored = !isCompressible || size > limits.ratioFrom
    try check(
      isStored
        ? archive_write_zip_set_compression_store(archive) : archive_write_zip_set_compression_deflate(archive))
    guard let entry = archive_entry_new() else { throw ExportError("There is not enough memory for an archive.") }
    defer { archive_entry_free(entry) }
    archive_entry_set_pathname(entry, name)
    archive_entry_set_filetype(entry, UInt32(S_IFREG))
    archive_entry_set_perm(entry, 0o644)
    archive_entry_set_size(entry, la_int64_t(size))
    try check(carchive_write_header_utf8(archive, entry))
    var left = size
    try pieces { piece in
      left -= Int64(piece.count)
      guard left >= 0 else { throw ZipWriter.changed(name) }
      try write(piece)
    }
    guard left == 0 else { throw ZipWriter.changed(name) }
    try check(archive_write_finish_entry(archive))
  }

  private func write(_ piece: ArraySlice<UInt8>) throws {
    var written = 0
    while written < piece.count {
      let count = piece.withUnsafeBytes {
        archive_write_data(archive, $0.baseAddress.map { $0 + written }, $0.count - written)
      }
      guard count > 0 else { throw failure }
      written += count
    }
  }

  private static func changed(_ name: String) -> ExportError {
    ExportError("The file for \(name) was changed while it was read.")
  }

  /// Writes the directory; nothing can be added after it.
  func finish() throws {
    try check(archive_write_close(archive))
  }

  private func check(_ result: Int32) throws {
    guard result == ARCHIVE_OK else { throw failure }
  }

  private var failure: any Error {
    if let failure = drain.failure { return failure }
    let reason = archive_error_string(archive).map { String(cString: $0) } ?? "libarchive gave up"
    return ExportError("The archive cannot be written: \(reason).")
  }
}

/// Where libarchive writes to.
private final class ZipDrain {
  private let sink: ([UInt8]) throws -> Void
  var isOpen = true
  /// Why the sink refused; libarchive cannot carry it.
  private(set) var failure: (any Error)?

  init(sink: @escaping ([UInt8]) throws -> Void) { self.sink = sink }

  /// The drain that was given to libarchive as its callback's data.
  static func at(_ data: UnsafeMutableRawPointer?) -> ZipDrain? {
    data.map { Unmanaged<ZipDrain>.fromOpaque($0).takeUnretainedValue() }
  }

  func write(_ bytes: UnsafeRawPointer?, _ count: Int) -> la_ssize_t {
    guard isOpen else { return count }
    guard failure == nil else { return la_ssize_t(ARCHIVE_FATAL) }
    do {
      try sink(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
      return count
    } catch {
      failure = error
      return la_ssize_t(ARCHIVE_FATAL)
    }
  }
}
