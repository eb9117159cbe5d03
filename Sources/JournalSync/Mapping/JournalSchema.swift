import CloudRecord
import JournalCore
package import SyncCore

/// The journal's record types and fields as CloudKit has them, and how two changes of each become one.
package enum JournalSchema {
  /// The subscription of every device to changes of the zone; equal names make it one.
  package static let subscriptionID = "journal-zone-changes"
  /// The subscription to all that others share with the account.
  package static let sharedSubscriptionID = "shared-database-changes"
  /// The subscription of every device with keys to changes of the zone of keys: devices that ask to be let in, another ring.
  package static let keySubscriptionID = "key-zone-changes"
  /// The format of the records written here; records of a later format are kept and shown, not edited.
  package static let formatVersion: Int64 = 1
  /// The format of the records written here in a sealed journal.
  static let sealedFormatVersion: Int64 = 2
  /// The longest body that travels inside its record, in bytes of UTF-8; a longer one travels as an asset.
  package static let inlineTextLimit = 512 * 1024

  /// The record type of an entry.
  package static let entryType = Entry.recordType
  /// The record type of a category.
  package static let categoryType = JournalCore.Category.recordType
  /// The record type of an entry's picture.
  package static let imageType = EntryImage.recordType
  /// The record type of a preference: a saved search, a word of the dictionary, a template.
  package static let preferenceType = Preference.recordType

  /// The fields of each record type as they travel.
  static let fields = Dictionary(uniqueKeysWithValues: AnyRecord.kinds.map { ($0.recordType, $0.wireFields) })

  /// The fields of a record type as they travel plain; nil for a type that is not the journal's.
  package static func wireFields(of recordType: String) -> [WireField]? { fields[recordType] }

  /// Whether records of a type are the journal's.
  package static func isKnown(_ recordType: String) -> Bool { fields[recordType] != nil }

  /// Fields that carry the others or speak of them; no version has them.
  enum Carrier {
    static let bodyAsset = "bodyAsset"
    /// The SHA-256 of an image's bytes, lower-case hexadecimal, written together with `imageAsset`: by it a record is
    /// complete before its file was fetched.
    static let imageDigest = "imageDigest"
    static let modifiedAt = "modifiedAt"
    static let fieldStamps = "fieldStamps"
    static let formatVersion = "formatVersion"
    /// The whole content of a record of a sealed journal (docs/encryption.md); such a record has no other field of ours but
    /// ``formatVersion``, a picture's `entry` and files.
    static let sealed = "sealed"

    static func names(of recordType: String) -> [String] {
      let common = [fieldStamps, formatVersion, sealed]
      return switch recordType {
      case entryType: common + [bodyAsset, modifiedAt]
      case imageType: common + [imageDigest]
      default: common
      }
    }

    /// The fields of a type that are files beside its records.
    static func fileFields(of recordType: String) -> [String] {
      switch recordType {
      case entryType: [bodyAsset]
      case imageType: ["imageAsset"]
      default: []
      }
    }

    /// The field whose value a file is; nil for a file that records of this type do not have.
    static func fileField(_ field: String, of recordType: String) -> String? {
      guard fileFields(of: recordType).contains(field) else { return nil }
      return field == bodyAsset ? "body" : field
    }
  }

  /// The files of a version, by the field that names them on the server: the digests of their bytes.
  static func files(of version: RecordVersion) -> [String: String] {
    var files: [String: String] = [:]
    if version.recordType == entryType, case .string(let text)? = version.values["body"],
      text.utf8.count > inlineTextLimit
    {
      files[Carrier.bodyAsset] = Digest(of: Array(text.utf8)).description
    }
    if version.recordType == imageType, case .asset(let asset)? = version.values["imageAsset"] {
      files["imageAsset"] = asset.fileChecksum
    }
    return files
  }

  /// Fields that hold a person's words or speak of them, which no sealed record has beside its content.
  package static func plainNames(of recordType: String) -> Set<String> { plain[recordType] ?? [] }

  private static let plain: [String: Set<String>] = fields.reduce(into: [:]) { plain, type in
    let carriers = [Carrier.fieldStamps, Carrier.imageDigest, Carrier.modifiedAt].filter {
      Carrier.names(of: type.key).contains($0)
    }
    let open: Set<String> = type.key == imageType ? ["entry", "imageAsset"] : []
    plain[type.key] = Set(type.value.map(\.name) + carriers).subtracting(open)
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
