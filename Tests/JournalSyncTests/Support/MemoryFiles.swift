import CloudRecord
import JournalSeal
import JournalSync
import Synchronization

/// A device's image files, on a disk in memory that the world carries files to and from.
final class MemoryFiles: AssetFiles {
  private let world: CloudWorld
  private let folder: String
  private let state = Mutex(State())

  private struct State {
    var places = 0
    var receipts: [UploadReceipt] = []
  }

  init(_ world: CloudWorld, folder: String) {
    (self.world, self.folder) = (world, folder)
  }

  private func path(_ digest: String) -> String { "\(folder)/\(digest)" }

  /// Puts a file there as attaching one does; its digest.
  @discardableResult
  func add(_ bytes: [UInt8]) -> String {
    let digest = Digest(of: bytes).description
    world.state.withLock { $0.disk[path(digest)] = bytes }
    return digest
  }

  /// Damages a file, or removes it.
  func set(_ bytes: [UInt8]?, for digest: String) { world.state.withLock { $0.disk[path(digest)] = bytes } }

  func bytes(_ digest: String) -> [UInt8]? { world.state.withLock { $0.disk[path(digest)] } }

  /// Files that are neither whole nor gone.
  var leftovers: [String] { world.state.withLock { $0.disk.keys.filter { $0.hasPrefix("\(folder)/part-") } } }

  func file(_ digest: String) -> AssetFile {
    bytes(digest).map { .present(path: path(digest), size: Int64($0.count)) } ?? .missing
  }

  func place() -> String {
    state.withLock { state in
      state.places += 1
      return "\(folder)/part-\(state.places)"
    }
  }

  func keep(_ path: String, digest: String) throws {
    world.state.withLock { state in state.disk[self.path(digest)] = state.disk.removeValue(forKey: path) }
  }

  func discard(_ path: String) { world.state.withLock { $0.disk[path] = nil } }

  func sealedCopy(of digest: String, begin: (_ length: UInt64) throws -> FileSealer) throws -> SealedCopy {
    guard let plain = bytes(digest) else { return try NoAssetFiles().sealedCopy(of: digest, begin: begin) }
    var sealer = try begin(UInt64(plain.count))
    var sealed = try sealer.seal(plain)
    while let part = try sealer.tail() { sealed += part }
    let path = place()
    world.state.withLock { [sealed] in $0.disk[path] = sealed }
    return SealedCopy(
      path: path, digest: Digest(of: sealed).description, length: UInt64(plain.count),
      source: Digest(of: plain).description)
  }

  func open(_ path: String, as file: SealedContent.File) throws -> String {
    var opener = try FileOpener(file)
    let plain = try opener.open(world.state.withLock { $0.disk[path] } ?? [])
    try opener.finish()
    let opened = place()
    world.state.withLock { $0.disk[opened] = plain }
    discard(path)
    return opened
  }

  func receipts() -> [UploadReceipt] { state.withLock { $0.receipts } }
  func setReceipts(_ receipts: [UploadReceipt]) { state.withLock { $0.receipts = receipts } }
}
