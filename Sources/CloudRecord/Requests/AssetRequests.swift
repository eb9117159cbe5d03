/// One upload that `assets/upload` is asked for.
package struct AssetUploadToken: Hashable, Sendable {
  package var recordType: String
  package var fieldName: String
  /// nil lets the service choose the name of the record to be.
  package var recordName: String?
  /// The file's bytes, for a service of ours, which then takes no other number; CloudKit's own request does not say it.
  package var size: Int64?

  package init(recordType: String, fieldName: String, recordName: String? = nil, size: Int64? = nil) {
    self.recordType = recordType
    self.fieldName = fieldName
    self.recordName = recordName
    self.size = size
  }
}

/// Where one upload goes: a POST or PUT of the bytes, once, within fifteen minutes.
package struct AssetUploadTarget: Hashable, Sendable {
  package var recordName: String
  package var fieldName: String
  package var url: String

  package init(recordName: String, fieldName: String, url: String) {
    self.recordName = recordName
    self.fieldName = fieldName
    self.url = url
  }
}

/// A file of an existing record that another record is to have as well.
package struct AssetRereference: Hashable, Sendable {
  package var recordName: String
  package var fieldName: String

  package init(recordName: String, fieldName: String) {
    self.recordName = recordName
    self.fieldName = fieldName
  }
}

/// One item of the answer to `assets/rereference`.
package enum AssetOutcome: Hashable, Sendable {
  case asset(Asset)
  case failed(recordName: String, ServiceError)
}

/// What other users may know of a user.
package struct UserIdentity: Hashable, Sendable {
  package var userRecordName: String
  package var givenName: String?
  package var familyName: String?
  package var emailAddress: String?

  package init(
    userRecordName: String, givenName: String? = nil, familyName: String? = nil, emailAddress: String? = nil
  ) {
    self.userRecordName = userRecordName
    self.givenName = givenName
    self.familyName = familyName
    self.emailAddress = emailAddress
  }
}
