/// What a person may do with the records of a share.
package enum SharePermission: String, Hashable, Sendable, CaseIterable {
  case none = "NONE"
  case readOnly = "READ_ONLY"
  case readWrite = "READ_WRITE"

  /// The one that permits more.
  package static func most(_ one: SharePermission, _ other: SharePermission) -> SharePermission {
    let order: [SharePermission] = [.none, .readOnly, .readWrite]
    return (order.firstIndex(of: one) ?? 0) >= (order.firstIndex(of: other) ?? 0) ? one : other
  }
}

/// Bytes that programs keep with a participant, and that the service passes on unread.
package struct ProtectionInfo: Hashable, Sendable {
  package var bytes: [UInt8]
  /// Opaque, as ``bytes`` are; nil if there is none.
  package var changeTag: String?

  package init(bytes: [UInt8], changeTag: String? = nil) {
    (self.bytes, self.changeTag) = (bytes, changeTag)
  }
}

/// A person to whom a share is open, or was, or is to be.
///
/// Source: Apple, "CloudKit Web Services Reference", Types and Dictionaries, Participant Dictionary.
package struct ShareParticipant: Hashable, Sendable {
  /// How the person came to the share.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case owner = "OWNER"
    /// Invited by the owner.
    case user = "USER"
    /// Came by the link.
    case publicUser = "PUBLIC_USER"
  }

  package enum Status: String, Hashable, Sendable, CaseIterable {
    case invited = "INVITED"
    case accepted = "ACCEPTED"
    case removed = "REMOVED"
  }

  /// The service's name for this row of the list; nil in requests that add a participant.
  package var participantID: String?
  /// nil for a person who was invited by an address and has not accepted.
  package var userRecordName: String?
  /// The name that the account shows others; nil if the service tells none.
  package var givenName: String?
  /// The address of the invitation, or of the account; nil if the service does not tell it.
  package var emailAddress: String?
  package var kind: Kind
  package var status: Status
  package var permission: SharePermission
  /// nil if no program keeps any.
  package var protectionInfo: ProtectionInfo?

  package init(
    participantID: String? = nil, userRecordName: String? = nil, givenName: String? = nil,
    emailAddress: String? = nil, kind: Kind = .user, status: Status = .invited,
    permission: SharePermission = .readOnly, protectionInfo: ProtectionInfo? = nil
  ) {
    (self.participantID, self.userRecordName, self.givenName) = (participantID, userRecordName, givenName)
    (self.emailAddress, self.kind, self.status, self.permission) = (emailAddress, kind, status, permission)
    self.protectionInfo = protectionInfo
  }
}

/// What a share's record says beside its fields, as far as the reader may know it.
package struct ShareDescription: Hashable, Sendable {
  /// What anyone with the link may do.
  package var publicPermission: SharePermission
  /// The owner is the first.
  package var participants: [ShareParticipant]
  /// Whose records they are; nil if the service does not tell.
  package var owner: ShareParticipant?
  /// The reader's own row; nil for a reader who is in no row.
  package var currentUser: ShareParticipant?

  package init(
    publicPermission: SharePermission, participants: [ShareParticipant], owner: ShareParticipant? = nil,
    currentUser: ShareParticipant? = nil
  ) {
    (self.publicPermission, self.participants) = (publicPermission, participants)
    (self.owner, self.currentUser) = (owner, currentUser)
  }
}
