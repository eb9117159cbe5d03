package import CloudRecord

/// The files of a journal's images, by the SHA-256 of their bytes in lower-case hexadecimal. Methods block.
package protocol AssetFiles: Sendable {
  /// Whether a file is here. Its bytes are not read.
  func file(_ digest: String) throws -> AssetFile
  /// A path for a file on its way here, where there is none yet.
  func place() -> String
  /// Takes a file in that was written to a path given by ``place()`` and has bytes of this digest. Durable on return; one
  /// that is here already stays as it is.
  func keep(_ path: String, digest: String) throws
  /// Removes a file at a path given by ``place()`` that is not wanted; that there is none is no error.
  func discard(_ path: String)

  /// Proofs of uploads that were kept.
  func receipts() throws -> [UploadReceipt]
  /// Keeps these in the place of those before.
  func setReceipts(_ receipts: [UploadReceipt]) throws
}

package enum AssetFile: Hashable, Sendable {
  case present(path: String, size: Int64)
  case missing
}

/// The server's proof that it has a file which no record names yet.
package struct UploadReceipt: Hashable, Sendable {
  /// Of which account and history of the server's data; it is worth nothing elsewhere.
  package var account: String
  package var recordType: String
  package var recordName: String
  package var fieldName: String
  /// The SHA-256 of its bytes, lower-case hexadecimal.
  package var digest: String
  package var asset: Asset
  /// Milliseconds since 1970.
  package var at: Int64

  package init(
    account: String, recordType: String, recordName: String, fieldName: String, digest: String, asset: Asset, at: Int64
  ) {
    self.account = account
    self.recordType = recordType
    self.recordName = recordName
    self.fieldName = fieldName
    self.digest = digest
    self.asset = asset
    self.at = at
  }
}

/// For a journal without images.
package struct NoAssetFiles: AssetFiles {
  package init() {}

  package func file(_ digest: String) -> AssetFile { .missing }
  package func place() -> String { "" }
  package func keep(_ path: String, digest: String) throws { throw NoPlaceForFiles() }
  package func discard(_ path: String) {}
  package func receipts() -> [UploadReceipt] { [] }
  package func setReceipts(_ receipts: [UploadReceipt]) {}

  package struct NoPlaceForFiles: Error, CustomStringConvertible {
    package var description: String { "there is no place for image files here" }
  }
}
