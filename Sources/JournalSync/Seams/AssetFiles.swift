package import CloudRecord
package import JournalSeal
package import SyncCore

/// The files of a journal's images, by the SHA-256 of their bytes in lower-case hexadecimal. Methods block.
package protocol AssetFiles: Sendable {
  /// Whether a file is here. Its bytes are not read.
  func file(_ digest: String) throws -> AssetFile
  /// A path for a file on its way here, where there is none yet.
  func place() -> String
  /// Takes in a file that was written to a path given by ``place()`` and whose bytes have this digest; it is durable on
  /// return. A file that is here already stays as it is.
  ///
  /// - Throws: The error of the disk, or of a journal that has no place for files.
  func keep(_ path: String, digest: String) throws
  /// Seals a file that is here into a new one at a path given by ``place()``, a piece at a time.
  ///
  /// - Parameter begin: Makes what seals a file of so many bytes.
  /// - Throws: The error of the disk, or what `begin` throws; no new file is left then.
  func sealedCopy(of digest: String, begin: (_ length: UInt64) throws -> FileSealer) throws -> SealedCopy
  /// Writes what a file holds to a new one at a path given by ``place()``, where the file itself is not to be read as it is;
  /// nil where it is.
  ///
  /// - Throws: The error of the disk; no new file is left then.
  func plainCopy(of digest: String) throws -> String?
  /// Opens a sealed file that came into a new one at a path given by ``place()``, and removes the sealed one.
  ///
  /// - Throws: The error of the disk, or ``SealFailure`` for a file that is not the one meant; no new file is left then.
  func open(_ path: String, as file: SealedContent.File) throws -> String
  /// Removes a file at a path given by ``place()`` that is not wanted; that there is none is no error.
  func discard(_ path: String)

  /// Proofs of uploads that were kept.
  func receipts() throws -> [UploadReceipt]
  /// Keeps these in the place of those before.
  func setReceipts(_ receipts: [UploadReceipt]) throws
}

extension AssetFiles {
  /// Files can be read as they are.
  package func plainCopy(of digest: String) throws -> String? { nil }
}

/// The place of an image's file on this machine, or that it is missing.
package enum AssetFile: Hashable, Sendable {
  case present(path: String, size: Int64)
  case missing
}

/// A sealed copy of a file, for its way to the server.
package struct SealedCopy: Hashable, Sendable {
  /// Where it is; who asked for it discards it.
  package var path: String
  /// The SHA-256 of its bytes, lower-case hexadecimal.
  package var digest: String
  /// Of the file that was sealed, in bytes.
  package var length: UInt64
  /// The SHA-256 of the bytes that were sealed, which another program may have changed; lower-case hexadecimal.
  package var source: String

  package init(path: String, digest: String, length: UInt64, source: String) {
    (self.path, self.digest, self.length, self.source) = (path, digest, length, source)
  }
}

/// The server's proof that it has a file which no record names yet.
package struct UploadReceipt: Hashable, Sendable {
  /// The account and the history of the server's data that it holds for; elsewhere it is worth nothing.
  package var account: String
  /// The type of the record that is to name the file.
  package var recordType: String
  /// The record that is to name the file.
  package var recordName: String
  /// The field of the record; the server takes the proof for this field alone.
  package var fieldName: String
  /// The SHA-256 of its bytes, lower-case hexadecimal.
  package var digest: String
  /// The asset as the server answered the upload, with its receipt; it goes into the record's field.
  package var asset: Asset
  /// What opens the file, for one that went up sealed; nil for a plain one.
  package var sealed: SealedFile?
  /// When the file was uploaded, in milliseconds since 1970.
  package var at: Int64

  package init(
    account: String, recordType: String, recordName: String, fieldName: String, digest: String, asset: Asset,
    sealed: SealedFile? = nil, at: Int64
  ) {
    (self.account, self.recordType, self.recordName, self.fieldName) = (account, recordType, recordName, fieldName)
    (self.digest, self.asset, self.sealed, self.at) = (digest, asset, sealed, at)
  }
}

/// For a journal without images.
package struct NoAssetFiles: AssetFiles {
  /// Makes the stand-in for a journal that has no images.
  package init() {}

  /// Says of every file that it is missing.
  package func file(_ digest: String) -> AssetFile { .missing }
  /// Returns an empty path, where no file can be written.
  package func place() -> String { "" }
  /// Keeps nothing.
  ///
  /// - Throws: ``NoPlaceForFiles``, always.
  package func keep(_ path: String, digest: String) throws { throw NoPlaceForFiles() }
  /// Seals nothing.
  ///
  /// - Throws: ``NoPlaceForFiles``, always.
  package func sealedCopy(of digest: String, begin: (_ length: UInt64) throws -> FileSealer) throws -> SealedCopy {
    throw NoPlaceForFiles()
  }
  /// Opens nothing.
  ///
  /// - Throws: ``NoPlaceForFiles``, always.
  package func open(_ path: String, as file: SealedContent.File) throws -> String { throw NoPlaceForFiles() }
  /// Does nothing, since there is no file.
  package func discard(_ path: String) {}
  /// Returns no receipt.
  package func receipts() -> [UploadReceipt] { [] }
  /// Forgets the receipts.
  package func setReceipts(_ receipts: [UploadReceipt]) {}

  /// The error of keeping a file where the journal has no folder for images.
  package struct NoPlaceForFiles: Error, CustomStringConvertible {
    /// A phrase without a full stop, for the middle of a message.
    package var description: String { "there is no place for image files here" }
  }
}
