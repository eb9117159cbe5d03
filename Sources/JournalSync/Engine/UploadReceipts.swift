import CloudRecord
import SyncCore

/// Files that are on the server while no record names them yet, so that none is uploaded twice; not even after a crash.
struct UploadReceipts {
  /// Milliseconds for which a receipt is believed without being tried; a refused one is tried only once.
  static let lifetime: Int64 = 12 * 3_600_000
  /// Records take their receipts along soon; those of more were refused.
  private static let limit = 64

  private var kept: [PendingUpload: UploadReceipt] = [:]
  /// Uploads of this life of the process, whose receipts cannot be stale.
  private var fresh: Set<PendingUpload> = []
  private var account: String?

  /// Takes over what an earlier life has kept, of this account.
  mutating func load(_ account: String, from receipts: () throws -> [UploadReceipt]) throws {
    guard account != self.account else { return }
    kept = [:]
    fresh = []
    self.account = account
    for receipt in try receipts() where receipt.account == account { kept[PendingUpload(receipt)] = receipt }
  }

  /// The asset of a file that is on the server, and what opens it there.
  func found(_ upload: PendingUpload, at now: Int64) -> UploadedFile? {
    guard let receipt = kept[upload.key], receipt.at <= now, now - receipt.at < UploadReceipts.lifetime else {
      return nil
    }
    return UploadedFile(asset: receipt.asset, sealed: receipt.sealed)
  }

  func isFresh(_ upload: PendingUpload) -> Bool { fresh.contains(upload.key) }

  mutating func keep(_ file: UploadedFile, for upload: PendingUpload, at now: Int64) {
    let oldest = kept.min { ($0.value.at, $0.value.recordName) < ($1.value.at, $1.value.recordName) }
    if kept.count >= UploadReceipts.limit, let oldest { remove(oldest.key) }
    let token = upload.token
    kept[upload.key] = UploadReceipt(
      account: account ?? "", recordType: token.recordType, recordName: token.recordName ?? "",
      fieldName: token.fieldName, digest: upload.digest, asset: file.asset,
      sealed: file.sealed, at: now)
    fresh.insert(upload.key)
  }

  /// Whether there were any of these records.
  mutating func remove(of names: Set<String>) -> Bool {
    let gone = kept.keys.filter { names.contains($0.token.recordName ?? "") }
    for key in gone { remove(key) }
    return !gone.isEmpty
  }

  private mutating func remove(_ key: PendingUpload) {
    kept[key] = nil
    fresh.remove(key)
  }

  /// In the order of their records, for keeping.
  var all: [UploadReceipt] {
    kept.values.sorted { ($0.recordName, $0.fieldName, $0.digest) < ($1.recordName, $1.fieldName, $1.digest) }
  }
}

extension PendingUpload {
  fileprivate init(_ receipt: UploadReceipt) {
    self.init(
      token: AssetUploadToken(
        recordType: receipt.recordType, fieldName: receipt.fieldName, recordName: receipt.recordName),
      digest: receipt.digest, isSealed: receipt.sealed != nil)
  }
}

/// A file on the server that no record names yet.
struct UploadedFile {
  var asset: Asset
  /// What opens it; nil for a plain one.
  var sealed: SealedFile?
}
