import CloudRecord
import JournalSeal
import JournalSync

/// The folder of one journal's pictures, which outlives the processes that use it.
final class SimulatedFiles: AssetFiles {
  private let state = Knob(State())

  private struct State: Sendable {
    var disk: [String: [UInt8]] = [:]
    var receipts: [UploadReceipt] = []
    var places = 0
  }

  private let copy = Knob<State?>(nil)

  func backUp() { copy.value = state.value }
  func restore() { if let kept = copy.value { state.value = kept } }

  /// Takes a picture in; its digest.
  func add(_ bytes: [UInt8]) -> String {
    let digest = Digest(of: bytes).description
    state.change { $0.disk[digest] = bytes }
    return digest
  }

  /// Loses a file, or has it hold something else.
  func damage(_ digest: String, isGone: Bool) { state.change { $0.disk[digest] = isGone ? nil : [0] } }

  func bytes(_ path: String) -> [UInt8]? { state.value.disk[path] }

  /// Files that are here, by name.
  var digests: [String] { state.value.disk.keys.sorted() }

  // MARK: AssetFiles

  func file(_ digest: String) -> AssetFile {
    bytes(digest).map { .present(path: digest, size: Int64($0.count)) } ?? .missing
  }

  func place() -> String {
    state.change {
      $0.places += 1
      return "part-\($0.places)"
    }
  }

  func keep(_ path: String, digest: String) throws {
    state.change { state in
      let bytes = state.disk.removeValue(forKey: path)
      if state.disk[digest] == nil { state.disk[digest] = bytes }
    }
  }

  func discard(_ path: String) { state.change { $0.disk[path] = nil } }

  func sealedCopy(of digest: String, begin: (_ length: UInt64) throws -> FileSealer) throws -> SealedCopy {
    guard let plain = bytes(digest) else { return try NoAssetFiles().sealedCopy(of: digest, begin: begin) }
    var sealer = try begin(UInt64(plain.count))
    var sealed = try sealer.seal(plain)
    while let part = try sealer.tail() { sealed += part }
    let path = place()
    state.change { [sealed] in $0.disk[path] = sealed }
    return SealedCopy(
      path: path, digest: Digest(of: sealed).description, length: UInt64(plain.count),
      source: Digest(of: plain).description)
  }

  func open(_ path: String, as file: SealedContent.File) throws -> String {
    var opener = try FileOpener(file)
    let plain = try opener.open(bytes(path) ?? [])
    try opener.finish()
    let opened = place()
    state.change { $0.disk[opened] = plain }
    discard(path)
    return opened
  }

  func receipts() -> [UploadReceipt] { state.value.receipts }
  func setReceipts(_ receipts: [UploadReceipt]) { state.change { $0.receipts = receipts } }
}
