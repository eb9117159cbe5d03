/// A file that belongs to a record.
///
/// Source: Apple, "CloudKit Web Services Reference", Types and Dictionaries, Asset Dictionary.
package struct Asset: Hashable, Sendable {
  /// Identifies the file: made by the service, opaque to clients, equal for equal bytes. A device that has not uploaded
  /// the file yet uses the SHA-256 of its bytes in lower-case hexadecimal.
  package var fileChecksum: String
  /// In bytes; nil where it is unknown.
  package var size: Int64?
  /// Opaque data of the service about the stored bytes; clients send it back as it came.
  package var wrappingKey: String?
  /// Opaque data of the service about the stored bytes; clients send it back as it came.
  package var referenceChecksum: String?
  /// Proof of an upload: in requests only.
  package var receipt: String?
  /// The address of the bytes, good for a short while: in answers only.
  package var downloadURL: String?

  package init(
    fileChecksum: String, size: Int64? = nil, wrappingKey: String? = nil, referenceChecksum: String? = nil,
    receipt: String? = nil, downloadURL: String? = nil
  ) {
    (self.fileChecksum, self.size, self.wrappingKey) = (fileChecksum, size, wrappingKey)
    (self.referenceChecksum, self.receipt, self.downloadURL) = (referenceChecksum, receipt, downloadURL)
  }
}
