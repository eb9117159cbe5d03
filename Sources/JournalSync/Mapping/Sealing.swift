package import CloudRecord

/// What happens to a record's fields between the journal and the wire: the place for end-to-end encryption.
package protocol Sealing: Sendable {
  /// The fields as they travel; nil removes one.
  func seal(_ fields: [String: Field?], recordName: String, recordType: String) -> [String: Field?]
  /// The fields as they were sealed; nil where they cannot be opened here.
  func open(_ fields: [String: Field], recordName: String, recordType: String) -> [String: Field]?
}

/// Records travel as they are: the owner of the service can read them. Apple's encrypts the fields that are written as
/// encrypted (`body` and `mood`); ours keeps them as they came.
package struct OpenSealing: Sealing {
  package init() {}

  package func seal(_ fields: [String: Field?], recordName: String, recordType: String) -> [String: Field?] { fields }

  package func open(_ fields: [String: Field], recordName: String, recordType: String) -> [String: Field]? {
    fields[JournalSchema.Carrier.sealed] == nil ? fields : nil
  }
}
