import Glibc
import Synchronization
import SystemKit
import TerminalKit

/// Renderings that were made before: the latest in memory, more of them as files, both bounded.
///
/// Nothing depends on it. A file that cannot be read, is damaged or is missing is a rendering that has to be made again.
final class RenderingCache: Sendable {
  private struct Memory {
    var pictures: [RenderingKey: (picture: LoadedPicture, use: Int)] = [:]
    var cost = 0
    var clock = 0
    /// Bytes of all files; nil until they have been counted.
    var fileBytes: Int64?
  }

  /// nil where all stays in memory.
  private let folder: String?
  private let memoryLimit: Int
  private let fileLimit: Int64
  private let memory = Mutex(Memory())

  /// - Parameters:
  ///   - folder: of this cache alone; made when the first file is written, readable by the person only. nil: nothing is written.
  ///   - memoryLimit: bytes of renderings in memory.
  ///   - fileLimit: bytes of files.
  init(folder: String?, memoryLimit: Int = 32 << 20, fileLimit: Int64 = 64 << 20) {
    (self.folder, self.memoryLimit, self.fileLimit) = (folder, memoryLimit, fileLimit)
  }

  /// What is in memory.
  func recent(_ key: RenderingKey) -> LoadedPicture? {
    memory.withLock { memory in
      guard let found = memory.pictures[key] else { return nil }
      memory.clock += 1
      memory.pictures[key]?.use = memory.clock
      return found.picture
    }
  }

  /// What is in a file; in memory as well afterwards.
  func stored(_ key: RenderingKey) -> LoadedPicture? {
    guard let folder else { return nil }
    let path = "\(folder)/\(key.fileName)"
    guard access(path, F_OK) == 0 else { return nil }
    do {
      let bytes = try WholeFile.read(path, atMost: Int(fileLimit))
      guard var picture = RenderingCoding.decode(bytes) else {
        unlink(path)
        return nil
      }
      picture.file = RenderingCoding.file(of: picture, at: path)
      // Its time of modification says when it was used last.
      utimensat(AT_FDCWD, path, nil, 0)
      remember(picture, key)
      return picture
    } catch {
      return nil
    }
  }

  /// Keeps a rendering; it comes back with the file that has it, if one does.
  @discardableResult
  func keep(_ picture: LoadedPicture, _ key: RenderingKey) -> LoadedPicture {
    var picture = picture
    picture.file = write(picture, key)
    remember(picture, key)
    return picture
  }

  /// Makes the cache's folder where it is missing.
  ///
  /// - Returns: the folder; nil where there is none, or it cannot be made.
  func madeFolder() -> String? {
    guard let folder else { return nil }
    do { try FolderMaker.make(folder) } catch { return nil }
    return folder
  }

  private func write(_ picture: LoadedPicture, _ key: RenderingKey) -> PictureFile? {
    guard let folder else { return nil }
    let bytes = RenderingCoding.encode(picture)
    let path = "\(folder)/\(key.fileName)"
    // One that would push everything else out is not worth it.
    guard Int64(bytes.count) <= fileLimit / 4 else { return nil }
    let temporary = "\(folder)/new-\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    do {
      try FolderMaker.make(folder)
      try WholeFile.write(bytes, to: temporary)
      // Not flushed: what a crash takes is made again.
      try SystemFile.move(temporary, to: path)
    } catch {
      unlink(temporary)
      return nil
    }
    let total = memory.withLock { memory in
      memory.fileBytes = memory.fileBytes.map { $0 + Int64(bytes.count) }
      return memory.fileBytes
    }
    if total.map({ $0 > fileLimit }) ?? true { trimFiles(folder) }
    return RenderingCoding.file(of: picture, at: path)
  }

  private func remember(_ picture: LoadedPicture, _ key: RenderingKey) {
    guard picture.cost <= memoryLimit / 2 else { return }
    memory.withLock { memory in
      if let old = memory.pictures[key] { memory.cost -= old.picture.cost }
      memory.clock += 1
      memory.pictures[key] = (picture, memory.clock)
      memory.cost += picture.cost
      while memory.cost > memoryLimit, let oldest = memory.pictures.min(by: { $0.value.use < $1.value.use }) {
        memory.pictures[oldest.key] = nil
        memory.cost -= oldest.value.picture.cost
      }
    }
  }

  /// Counts the files, and removes those that were not used for longest where they are too many.
  private func trimFiles(_ folder: String) {
    let files = FolderFiles.regular(in: folder)
    var total = files.reduce(Int64(0)) { $0 + $1.bytes }
    if total > fileLimit {
      for file in files.sorted(by: { ($0.modifiedAt, $0.name) < ($1.modifiedAt, $1.name) }) {
        // Some room more, so that not every file that is written has the folder read.
        guard total > fileLimit * 3 / 4 else { break }
        unlink("\(folder)/\(file.name)")
        total -= file.bytes
      }
    }
    let counted = total
    memory.withLock { $0.fileBytes = counted }
  }
}
