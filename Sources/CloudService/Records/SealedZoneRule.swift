import CloudRecord

/// What may be saved into a zone whose account says that its records are sealed: so programs that are too old put no plain
/// words there.
///
/// Which zones these are is read from the account's own record (`Keyring` "keyring" in `KeyZone`, field `sealedZones`) with
/// each save: nothing has to be kept in step, whatever of both is made, deleted or restored in which order. The service
/// believes the account and checks no seal; a program that knows better is not kept from anything by this.
package struct SealedZoneRule {
  /// The types that the rule is about; others, as those of a share, hold none of the journal’s words.
  package static let types: Set<String> = ["JournalEntry", "Category", "EntryImage", "EntryDocument", "Preference"]
  /// Fields that have no place beside a seal.
  package static let plainFields: Set<String> = [
    "title", "body", "mood", "createdAt", "createdTimeZone", "createdOffsetSeconds", "modifiedAt", "isFavorite",
    "category", "tags", "trashedAt", "name", "colorHex", "icon", "sortOrder", "caption", "imageDigest", "fieldStamps",
    "key",
    "value",
  ]

  private static let keyZone = "KeyZone"
  private static let ringName = "keyring"

  /// Whether the account says so of a zone.
  static func isSealed(
    _ zone: StoredZone, of database: StoredDatabase, in transaction: any CloudTransaction
  ) throws -> Bool {
    guard zone.name != keyZone, let keys = try transaction.zone(keyZone, in: database.id), !keys.isDeleted,
      let ring = try transaction.record(ringName, in: keys.id), !ring.isDeleted,
      case .list(let zones)? = try FieldCoding.decode(ring.fields, only: ["sealedZones"])["sealedZones"]?.value
    else { return false }
    return zones.contains(.string(zone.name))
  }

  /// - Throws: BAD_REQUEST for a record that would be there plain, or beside its seal.
  static func check(_ fields: [String: Field], of recordType: String) throws(ServiceError) {
    guard types.contains(recordType) else { return }
    if case .bytes? = fields["sealed"]?.value, plainFields.isDisjoint(with: fields.keys) { return }
    throw ServiceError(
      .badRequest, "This journal is encrypted end to end, and this program is too old for it: update it.")
  }
}
