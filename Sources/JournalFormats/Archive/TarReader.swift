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

  private let walk: ArchiveWalk
  /// What the walk is at; it says so of damage.
  private let place = Place()
  private let limits: ArchiveLimits
  private let capacity: Int64
  private var count = 0
  private var total: Int64 = 0

  private final class Place { var current: Member? }

  init(source: any ArchiveSource, limits: ArchiveLimits) throws {
    (self.limits, capacity) = (limits, source.size)
    let place = place
    walk = try ArchiveWalk(.tar, source) { TarReader.damaged($0, at: (place.current?.name).map { .member($0) }) }
  }

  /// The next file, or nil behind the last; folders are passed over.
  func next() throws -> Member? {
    while try walk.next() {
      place.current = nil
      count += 1
      guard count <= limits.members else {
        throw ImportError("the archive holds more than \(limits.members) files", remedy: TarReader.remedy)
      }
      let (name, entry) = (try TarReader.validName(try walk.name()), walk.entry)
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
      place.current = member
      return member
    }
    return nil
  }

  /// Hands on the current file's bytes, piece by piece.
  func readData(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    if let current = place.current { try walk.readData(current.size, body) }
  }

  /// Reads the current file whole; the caller has seen that it is small.
  func bytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(place.current?.size ?? 0))
    try readData { bytes.append(contentsOf: $0) }
    return bytes
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
