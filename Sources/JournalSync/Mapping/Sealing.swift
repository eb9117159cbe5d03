package import CloudRecord

/// The step between a record's fields and the wire, where end-to-end encryption has its place.
package protocol Sealing: Sendable {
  /// The fields as they travel; nil removes one.
  func seal(_ fields: [String: Field?], recordName: String, recordType: String) -> [String: Field?]
  /// The fields as they were sealed; nil where they cannot be opened here.
  func open(_ fields: [String: Field], recordName: String, recordType: String) -> [String: Field]?
}

/// Records travel as they are: the owner of the service can read them. Apple's encrypts the fields that are written as
/// encrypted (`body` and `mood`); ours keeps them as they came.
package struct OpenSealing: Sealing {
  /// A sealing without keys.
  package init() {}

  /// Returns the fields unchanged.
  package func seal(_ fields: [String: Field?], recordName: String, recordType: String) -> [String: Field?] { fields }

  /// Returns the fields unchanged; nil for a record that a newer program has sealed.
  package func open(_ fields: [String: Field], recordName: String, recordType: String) -> [String: Field]? {
    fields[JournalSchema.Carrier.sealed] == nil ? fields : nil
  }
}
