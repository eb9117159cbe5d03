import Glibc
import JournalCore
import JournalFormats

/// A folder that Joplin exported as RAW, as the tar (JEX) of the same files: it is made while it is read, and lies nowhere.
///
/// Links are not followed. One file is open at a time.
final class FolderTar: ArchiveSource {
  private struct Item {
    let name: String
    let path: String
    let bytes: Int64
    /// Where its head begins.
    let start: Int64

    /// Where its bytes end, without those that fill up the last block.
    var end: Int64 { start + Int64(FolderTar.block) + bytes }
    /// Where the next one begins.
    var next: Int64 { (end + Int64(FolderTar.block) - 1) / Int64(FolderTar.block) * Int64(FolderTar.block) }
  }

  private static let block = 512
  /// The most that the head of a file can say, in eleven octal digits.
  private static let largest: Int64 = (8 << 30) - 1

  private let items: [Item]
  let size: Int64
  private var open: (place: Int, descriptor: Int32)?

  /// - Throws: ``CommandFailure`` where the folder cannot be read; ``ImportError`` for a file that no tar can have.
  init(_ folder: String) throws {
    let folder = TextFolder.plain(folder)
    var found: [(name: String, path: String, bytes: Int64)] = []
    func add(_ path: String, _ bytes: Int64) throws {
      guard let name = JoplinReader.tarName(path) else { return }
      guard bytes <= FolderTar.largest else {
        throw ImportError("the file is larger than 8 GB", at: .member(path), remedy: "Move it away, and try again.")
      }
      found.append((name, "\(folder)/\(path)", bytes))
    }
    for file in try FolderFiles.all(in: folder, atMost: .max, followsLinks: false) {
      if file.isRegular { try add(file.name, file.bytes) }
      guard file.isFolder, file.name == "resources" else { continue }
      let resources = try FolderFiles.all(in: "\(folder)/resources", atMost: .max, followsLinks: false)
      for file in resources where file.isRegular { try add("resources/\(file.name)", file.bytes) }
    }
    found.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var items: [Item] = []
    items.reserveCapacity(found.count)
    for file in found {
      items.append(Item(name: file.name, path: file.path, bytes: file.bytes, start: items.last?.next ?? 0))
    }
    self.items = items
    // A tar ends with two empty blocks.
    size = (items.last?.next ?? 0) + 2 * Int64(FolderTar.block)
  }

  deinit { if let open { close(open.descriptor) } }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = Int(max(0, min(Int64(buffer.count), size - offset)))
    var done = 0
    while done < count {
      done += try piece(at: offset + Int64(done), into: UnsafeMutableRawBufferPointer(rebasing: buffer[done..<count]))
    }
    return done
  }

  /// Copies what lies next to each other.
  private func piece(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let place = place(of: offset)
    guard place < items.count else { return zeros(buffer.count, buffer) }
    let item = items[place]
    let data = item.start + Int64(FolderTar.block)
    if offset < data {
      let head = FolderTar.head(item)[Int(offset - item.start)...].prefix(buffer.count)
      buffer.copyBytes(from: head)
      return head.count
    }
    guard offset < item.end else { return zeros(Int(min(Int64(buffer.count), item.next - offset)), buffer) }
    let wanted = Int(min(Int64(buffer.count), item.end - offset))
    let count = pread(try descriptor(place), buffer.baseAddress, wanted, off_t(offset - data))
    if count < 0, errno == EINTR { return 0 }
    guard count >= 0 else { throw WholeFile.failure(item.path, "cannot be read", errno) }
    guard count > 0 else {
      throw ImportError(
        "the file was changed while it was read", at: .member(item.name),
        remedy: "Import it again when nothing writes to it.")
    }
    return count
  }

  private func zeros(_ count: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).initializeMemory(as: UInt8.self, repeating: 0)
    return count
  }

  /// The item in which a byte lies; the number of items behind the last one.
  private func place(of offset: Int64) -> Int {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].next <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func descriptor(_ place: Int) throws -> Int32 {
    if let open, open.place == place { return open.descriptor }
    if let open { close(open.descriptor) }
    open = nil
    let descriptor = Glibc.open(items[place].path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw WholeFile.failure(items[place].path, "cannot be opened", errno) }
    open = (place, descriptor)
    return descriptor
  }

  /// The head of a file, as POSIX has it (ustar).
  private static func head(_ item: Item) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: block)
    func put(_ text: String, _ place: Int) {
      head.replaceSubrange(place..<(place + text.utf8.count), with: text.utf8)
    }
    func octal(_ number: Int64, digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    put(item.name, 0)
    put("0000600", 100)
    put("0000000", 108)
    put("0000000", 116)
    put(octal(item.bytes, digits: 11), 124)
    put(octal(0, digits: 11), 136)
    put("        ", 148)
    put("0", 156)
    put("ustar", 257)
    put("00", 263)
    put(octal(head.reduce(0) { $0 + Int64($1) }, digits: 6), 148)
    head[154] = 0
    return head
  }
}
