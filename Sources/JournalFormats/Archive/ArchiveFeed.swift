import CArchive

/// What libarchive reads from: a position in a source, and a buffer that is its until the next call.
final class ArchiveFeed {
  private let source: any ArchiveSource
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var position: Int64 = 0
  /// Why a read failed; libarchive cannot carry it.
  private(set) var failure: (any Error)?

  init(source: any ArchiveSource) { self.source = source }

  deinit { buffer.deallocate() }

  static let missingLibrary = ImportError(
    "archives need libarchive, which cannot be loaded", remedy: "Install the Debian package libarchive13.")

  /// The feed that was given to libarchive as its callbacks' data.
  static func at(_ data: UnsafeMutableRawPointer?) -> ArchiveFeed? {
    data.map { Unmanaged<ArchiveFeed>.fromOpaque($0).takeUnretainedValue() }
  }

  func read(_ result: UnsafeMutablePointer<UnsafeRawPointer?>?) -> la_ssize_t {
    do {
      let count = try source.read(at: position, into: buffer)
      position += Int64(count)
      result?.pointee = UnsafeRawPointer(buffer.baseAddress)
      return count
    } catch {
      failure = error
      return la_ssize_t(ARCHIVE_FATAL)
    }
  }

  func skip(_ count: Int64) -> Int64 {
    let step = max(0, min(count, source.size - position))
    position += step
    return step
  }

  func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    let origin: Int64 =
      switch whence {
      case SEEK_CUR: position
      case SEEK_END: source.size
      default: 0
      }
    let (target, overflow) = origin.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return Int64(ARCHIVE_FATAL) }
    position = target
    return position
  }
}
