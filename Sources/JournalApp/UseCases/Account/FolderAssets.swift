import CloudRecord
import Encodings
import Foundation
import Glibc
import JournalSeal
import JournalSync
import SyncCore
import Synchronization
import SystemKit

/// The pictures beside a journal, and what is known of those on their way.
struct FolderAssets: AssetFiles {
  private let assets: AssetFolder
  private var folder: String { assets.path }
  private let paths: JournalPaths
  /// Where receipts of uploads are kept.
  private var receiptsPath: String { paths.uploads }

  /// - Throws: ``CommandFailure`` where the journal is encrypted on the disk, and its key is not at hand.
  init(_ paths: JournalPaths) throws {
    assets = try AssetFolder(of: paths)
    // For all that comes and goes from now on.
    try assets.vault?.makeScratch()
    self.paths = paths
  }

  func file(_ digest: String) throws -> AssetFile {
    // A digest comes from the server as well: it is a name of a file only if it looks like one of ours.
    guard FileDigest.isPlausible(digest) else { return .missing }
    let path = assets.path(of: digest)
    var facts = stat()
    guard lstat(path, &facts) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return .missing }
      throw WholeFile.failure(path, "cannot be read", errno)
    }
    // Anything else of that name is no picture.
    guard facts.st_mode & S_IFMT == S_IFREG else { return .missing }
    guard assets.vault != nil else { return .present(path: path, size: Int64(facts.st_size)) }
    do { return .present(path: path, size: try assets.length(of: digest)) } catch is SealFailure {
      // It is as good as missing; “doctor” sets it aside.
      return .missing
    }
  }

  func place() -> String {
    // Where the folder cannot be made, writing the file says why.
    mkdir(folder, 0o700)
    // What a crash leaves behind goes by that name.
    return "\(assets.unfinishedFolder)/\(AssetWriter.unfinishedPrefix)\(getpid())-\(PlaceCounter.next())"
  }

  func keep(_ path: String, digest: String) throws {
    guard FileDigest.isPlausible(digest) else { throw CommandFailure(.badFile, "“\(digest)” is no picture’s name.") }
    try assets.adopt(path, digest: digest)
  }

  func sealedCopy(of digest: String, begin: (_ length: UInt64) throws -> FileSealer) throws -> SealedCopy {
    guard case .present(_, let size) = try file(digest) else {
      throw WholeFile.failure("\(folder)/\(digest)", "cannot be read", ENOENT)
    }
    return try SealedPieces.seal(size, to: place(), begin: begin) { try assets.forEachPiece(of: digest, $0) }
  }

  func plainCopy(of digest: String) throws -> String? {
    guard assets.vault != nil else { return nil }
    let path = place()
    let bytes = try assets.bytes(of: digest)
    let copy = try SystemFile.create(path)
    defer { close(copy) }
    do { try bytes.forEachPiece { try SystemFile.write(Array($0), to: copy, path) } } catch {
      unlink(path)
      throw error
    }
    return path
  }

  func open(_ path: String, as file: SealedContent.File) throws -> String {
    let opened = place()
    try SealedPieces.open(path, as: file, to: opened)
    discard(path)
    return opened
  }

  func discard(_ path: String) { unlink(path) }

  // MARK: Receipts

  func receipts() throws -> [UploadReceipt] {
    guard access(receiptsPath, F_OK) == 0 else { return [] }
    let bytes = try JournalVault.open(WholeFile.read(receiptsPath, atMost: 4 << 20), receiptsPath, of: paths)
    return try JSONDecoder().decode([FiledReceipt].self, from: Data(bytes)).map(\.uploadReceipt)
  }

  func setReceipts(_ receipts: [UploadReceipt]) throws {
    guard !receipts.isEmpty else {
      guard unlink(receiptsPath) == 0 || errno == ENOENT else {
        throw WholeFile.failure(receiptsPath, "cannot be removed", errno)
      }
      return
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let file = try OutputFile(path: receiptsPath, replaces: true)
    try file.write(
      JournalVault.seal(Array(encoder.encode(receipts.map(FiledReceipt.init))), receiptsPath, of: paths))
    try file.finish()
  }
}

/// Numbers for files on their way, each once a process.
private enum PlaceCounter {
  private static let last = Mutex(0)

  static func next() -> Int {
    PlaceCounter.last.withLock { last in
      last += 1
      return last
    }
  }
}

/// A receipt as its file has it.
private struct FiledReceipt: Codable {
  var account: String
  var recordType: String
  var recordName: String
  var fieldName: String
  var digest: String
  var fileChecksum: String
  var size: Int64?
  var wrappingKey: String?
  var referenceChecksum: String?
  var receipt: String?
  /// Of a file that went up sealed: how long it is, and its key in hexadecimal digits.
  var sealed: Secret?
  var at: Int64

  struct Secret: Codable {
    var length: UInt64
    var key: String
  }
}

extension FiledReceipt {
  fileprivate init(_ receipt: UploadReceipt) {
    self.init(
      account: receipt.account, recordType: receipt.recordType, recordName: receipt.recordName,
      fieldName: receipt.fieldName, digest: receipt.digest, fileChecksum: receipt.asset.fileChecksum,
      size: receipt.asset.size, wrappingKey: receipt.asset.wrappingKey,
      referenceChecksum: receipt.asset.referenceChecksum, receipt: receipt.asset.receipt,
      sealed: receipt.sealed.map { Secret(length: $0.length, key: Hexadecimal.text($0.key)) }, at: receipt.at)
  }

  fileprivate var uploadReceipt: UploadReceipt {
    UploadReceipt(
      account: account, recordType: recordType, recordName: recordName, fieldName: fieldName, digest: digest,
      asset: Asset(
        fileChecksum: fileChecksum, size: size, wrappingKey: wrappingKey, referenceChecksum: referenceChecksum,
        receipt: receipt),
      sealed: sealed.flatMap { secret in
        guard let digest = FileDigest.bytes(digest), let key = FileDigest.bytes(secret.key) else { return nil }
        return SealedFile(field: fieldName, digest: digest, length: secret.length, key: key)
      }, at: at)
  }
}
