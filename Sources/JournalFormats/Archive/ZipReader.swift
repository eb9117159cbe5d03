/// Unpacks a zip that ``ZipDirectory`` has let pass; one walk over its files, in the order in which they lie.
///
/// What comes out is counted against the directory, and libarchive compares the checksums, so a file that was handed
/// on to its end is whole.
final class ZipReader {
  private let walk: ArchiveWalk
  /// What the walk is at; it says so of damage.
  private let place = Place()
  private var waiting: [String: ZipDirectory.Member]

  private final class Place { var current: ZipDirectory.Member? }

  init(source: any ArchiveSource, directory: ZipDirectory) throws {
    let place = place
    walk = try ArchiveWalk(.zip, source) { ZipDirectory.damaged($0, at: (place.current?.name).map { .member($0) }) }
    waiting = Dictionary(directory.members.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The next file, or nil behind the last; folders are passed over.
  func next() throws -> ZipDirectory.Member? {
    while true {
      guard try walk.next() else {
        guard waiting.isEmpty else { throw ZipDirectory.damaged("a file of its directory is missing") }
        return nil
      }
      guard let member = waiting.removeValue(forKey: try walk.name()) else {
        throw ZipDirectory.damaged("a file has another name than in its directory")
      }
      place.current = member
      if !member.isFolder { return member }
    }
  }

  /// Hands out the current file's bytes as they are asked for; what was read to its end is whole.
  func reader() -> ByteReader {
    let size = place.current?.size ?? 0
    var done: Int64 = 0
    return { [walk] buffer in
      guard !buffer.isEmpty else { return 0 }
      let count = try walk.read(into: buffer)
      done += Int64(count)
      guard done <= size, count > 0 || done == size else {
        throw ZipDirectory.damaged("the file is longer or shorter than it says")
      }
      return count
    }
  }

  /// Hands on the current file's bytes, piece by piece.
  func readData(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    if let current = place.current { try walk.readData(current.size, body) }
  }
}
