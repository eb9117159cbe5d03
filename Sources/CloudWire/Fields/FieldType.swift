/// The type of a field's value by its name on the wire.
///
/// Source: Apple, "CloudKit Web Services Reference", Types and Dictionaries, Record Field Dictionary; ASSETID,
/// UNKNOWN_LIST, EMPTY_LIST, ENCRYPTED_BYTES and NUMBER_INT64 occur in Apple's other clients. That the other types may
/// have these prefixes as well is assumed.
struct FieldType: Hashable {
  enum Base: Hashable { case string, int64, double, timestamp, bytes, reference, asset, location, unknown }

  var base: Base
  var isList = false
  /// Whether the name itself says so; fields of one's own container say it in `isEncrypted`.
  var isEncrypted = false

  /// nil for a name that is not known.
  init?(tag: String) {
    switch tag {
    case "STRING": self.init(.string)
    case "INT64", "NUMBER_INT64": self.init(.int64)
    case "DOUBLE", "NUMBER_DOUBLE": self.init(.double)
    case "TIMESTAMP": self.init(.timestamp)
    case "BYTES": self.init(.bytes)
    case "REFERENCE": self.init(.reference)
    case "ASSETID", "ASSET": self.init(.asset)
    case "LOCATION": self.init(.location)
    case "LIST", "UNKNOWN_LIST", "EMPTY_LIST": self.init(.unknown, isList: true)
    default:
      let scalars = tag.unicodeScalars
      if tag.hasPrefix("ENCRYPTED_") {
        guard let inner = FieldType(tag: String(scalars.dropFirst(10))), !inner.isEncrypted else { return nil }
        self.init(inner.base, isList: inner.isList, isEncrypted: true)
      } else if tag.hasSuffix("_LIST") {
        guard let inner = FieldType(tag: String(scalars.dropLast(5))), !inner.isList, !inner.isEncrypted else {
          return nil
        }
        self.init(inner.base, isList: true)
      } else {
        return nil
      }
    }
  }

  init(_ base: Base, isList: Bool = false, isEncrypted: Bool = false) {
    self.base = base
    self.isList = isList
    self.isEncrypted = isEncrypted
  }
}

extension FieldType.Base {
  /// The name in answers and in error messages.
  var tag: StaticString {
    switch self {
    case .string, .unknown: "STRING"
    case .int64: "INT64"
    case .double: "DOUBLE"
    case .timestamp: "TIMESTAMP"
    case .bytes: "BYTES"
    case .reference: "REFERENCE"
    case .asset: "ASSETID"
    case .location: "LOCATION"
    }
  }

  var listTag: StaticString {
    switch self {
    case .string, .unknown: "STRING_LIST"
    case .int64: "INT64_LIST"
    case .double: "DOUBLE_LIST"
    case .timestamp: "TIMESTAMP_LIST"
    case .bytes: "BYTES_LIST"
    case .reference: "REFERENCE_LIST"
    case .asset: "ASSETID_LIST"
    case .location: "LOCATION_LIST"
    }
  }
}
