import JournalCore
package import SyncCore

/// The journal's record types and fields as CloudKit has them, and how two changes of each become one.
package enum JournalSchema {
  /// The subscription of every device to changes of the zone; equal names make it one.
  package static let subscriptionID = "journal-zone-changes"
  /// The format of the records written here; records of a later format are kept and shown, not edited.
  package static let formatVersion: Int64 = 1
  /// The longest body that travels inside its record, in bytes of UTF-8; a longer one travels as an asset.
  package static let inlineTextLimit = 512 * 1024

  /// The record type of an entry.
  package static let entryType = Entry.recordType
  /// The record type of a category.
  package static let categoryType = JournalCore.Category.recordType
  /// The record type of an entry's picture.
  package static let imageType = EntryImage.recordType

  /// The fields of each record type as they travel.
  static let fields = Dictionary(uniqueKeysWithValues: AnyRecord.kinds.map { ($0.recordType, $0.wireFields) })

  /// Fields that carry the others or speak of them; no version has them.
  enum Carrier {
    static let bodyAsset = "bodyAsset"
    /// The SHA-256 of an image's bytes, lower-case hexadecimal, written together with `imageAsset`: by it a record is
    /// complete before its file was fetched.
    static let imageDigest = "imageDigest"
    static let modifiedAt = "modifiedAt"
    static let fieldStamps = "fieldStamps"
    static let formatVersion = "formatVersion"
    /// Reserved: a record whose content is inside is one that this program cannot read.
    static let sealed = "sealed"

    static func names(of recordType: String) -> [String] {
      let common = [fieldStamps, formatVersion, sealed]
      return switch recordType {
      case entryType: common + [bodyAsset, modifiedAt]
      case imageType: common + [imageDigest]
      default: common
      }
    }
  }

  /// The names of all fields that a record of a type has here, those that carry something else among them.
  static let names: [String: Set<String>] = fields.reduce(into: [:]) { names, type in
    names[type.key] = Set(type.value.map(\.name) + Carrier.names(of: type.key))
  }

  /// The merge rule of each field of each record type.
  package static let mergeRules: MergeRules = {
    var rules: [String: [String: FieldRule]] = [:]
    for (type, fields) in fields {
      rules[type] = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.rule) })
    }
    return MergeRules(rules)
  }()
}
