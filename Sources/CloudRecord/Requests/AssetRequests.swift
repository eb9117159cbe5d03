/// One upload that `assets/upload` is asked for.
package struct AssetUploadToken: Hashable, Sendable {
  /// The type of the record that is to have the file.
  package var recordType: String
  /// The field of that record that is to hold the file.
  package var fieldName: String
  /// nil lets the service choose the name of the new record.
  package var recordName: String?
  /// The file's size in bytes, for a service of ours, which refuses a file of another size; nil for other services, as
  /// CloudKit's own request has no size.
  package var size: Int64?

  package init(recordType: String, fieldName: String, recordName: String? = nil, size: Int64? = nil) {
    (self.recordType, self.fieldName, self.recordName, self.size) = (recordType, fieldName, recordName, size)
  }
}

/// Where one upload goes: a POST or PUT of the bytes, once, within fifteen minutes.
package struct AssetUploadTarget: Hashable, Sendable {
  /// The record that is to have the file: as it was asked for, or as the service chose.
  package var recordName: String
  /// The field as it was asked for.
  package var fieldName: String
  /// The complete address; it holds a secret, and no token is sent along.
  package var url: String

  package init(recordName: String, fieldName: String, url: String) {
    (self.recordName, self.fieldName, self.url) = (recordName, fieldName, url)
  }
}

/// A file of an existing record that another record is to have as well.
package struct AssetRereference: Hashable, Sendable {
  /// The record that has the file now, in the zone of the request.
  package var recordName: String
  /// The field of that record that holds the file.
  package var fieldName: String

  package init(recordName: String, fieldName: String) {
    (self.recordName, self.fieldName) = (recordName, fieldName)
  }
}

/// One item of the answer to `assets/rereference`.
package enum AssetOutcome: Hashable, Sendable {
  case asset(Asset)
  case failed(recordName: String, ServiceError)
}

/// A user, as far as other users may know.
package struct UserIdentity: Hashable, Sendable {
  /// Identifies the user to the service; opaque to clients.
  package var userRecordName: String
  /// nil if the service tells no name; a service of ours puts the account's whole name here.
  package var givenName: String?
  /// nil or empty if the service tells none.
  package var familyName: String?
  /// nil if the service does not tell it.
  package var emailAddress: String?

  package init(
    userRecordName: String, givenName: String? = nil, familyName: String? = nil, emailAddress: String? = nil
  ) {
    (self.userRecordName, self.givenName) = (userRecordName, givenName)
    (self.familyName, self.emailAddress) = (familyName, emailAddress)
  }
}
