package import CloudRecord
import JournalCore
package import SyncCore

/// The journal's record types and fields as CloudKit has them, and how two changes of each become one.
package enum JournalSchema {
  /// The one zone of the private database that has all records of a journal.
  package static let zoneID = ZoneID(zoneName: "JournalZone")
  /// The subscription of every device to changes of the zone; equal names make it one.
  package static let subscriptionID = "journal-zone-changes"
  /// The format of the records written here; records of a later format are kept and shown, not edited.
  package static let formatVersion: Int64 = 1
  /// The longest body that travels inside its record, in bytes of UTF-8; a longer one travels as an asset.
  package static let inlineTextLimit = 512 * 1024

  /// The record type of an entry.
  package static let entryType = "JournalEntry"
  /// The record type of a category.
  package static let categoryType = "Category"
  /// The record type of an entry's picture.
  package static let imageType = "EntryImage"

  /// The type of a field's value.
  enum Kind: Hashable, Sendable { case string, int64, date, reference(Reference.Action), asset, strings }

  /// One field that a record version has.
  struct FieldInfo: Hashable, Sendable {
    var name: String
    var kind: Kind
    var isEncrypted = false
    var rule = FieldRule.latest
    /// The journal's value where the record has none; nil for none here either.
    var absent: FieldValue?
  }

  static let fields: [String: [FieldInfo]] = [
    entryType: [
      FieldInfo(name: "title", kind: .string, absent: .string("")),
      FieldInfo(name: "body", kind: .string, isEncrypted: true, rule: .text, absent: .string("")),
      FieldInfo(name: "mood", kind: .string, isEncrypted: true),
      FieldInfo(name: "createdAt", kind: .date, rule: .group("createdAt")),
      FieldInfo(name: "createdTimeZone", kind: .string, rule: .group("createdAt"), absent: .string("")),
      FieldInfo(name: "createdOffsetSeconds", kind: .int64, rule: .group("createdAt"), absent: .int64(0)),
      FieldInfo(name: "isFavorite", kind: .int64, absent: .int64(0)),
      FieldInfo(name: "category", kind: .reference(.none)),
      FieldInfo(name: "tags", kind: .strings, rule: .set),
      FieldInfo(name: "trashedAt", kind: .date, rule: .trashing),
    ],
    categoryType: [
      FieldInfo(name: "name", kind: .string, absent: .string("")),
      FieldInfo(name: "colorHex", kind: .string, absent: .string(JournalCore.Category.defaultColor)),
      FieldInfo(name: "icon", kind: .string, absent: .string(JournalCore.Category.defaultIcon)),
      FieldInfo(name: "sortOrder", kind: .int64, absent: .int64(0)),
      FieldInfo(name: "trashedAt", kind: .date, rule: .trashing),
    ],
    imageType: [
      FieldInfo(name: "entry", kind: .reference(.deleteSelf)),
      FieldInfo(name: "imageAsset", kind: .asset),
      FieldInfo(name: "caption", kind: .string, absent: .string("")),
      FieldInfo(name: "sortOrder", kind: .int64, absent: .int64(0)),
      FieldInfo(name: "trashedAt", kind: .date, rule: .trashing),
    ],
  ]

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

  /// Whether a value has the type that its field is to have.
  static func fits(_ value: FieldValue, _ kind: Kind) -> Bool {
    switch (kind, value) {
    case (.string, .string), (.int64, .int64), (.date, .date), (.reference, .reference), (.asset, .asset): true
    case (.strings, .list(let members)):
      members.allSatisfy { if case .string = $0 { true } else { false } }
    default: false
    }
  }
}
