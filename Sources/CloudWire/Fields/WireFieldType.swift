import CloudRecord

/// The type of a field's value by its name on the wire.
///
/// Source: Apple, "CloudKit Web Services Reference", Types and Dictionaries, Record Field Dictionary; ASSETID,
/// UNKNOWN_LIST, EMPTY_LIST, ENCRYPTED_BYTES and NUMBER_INT64 occur in Apple's other clients. That the other types may
/// have these prefixes as well is assumed.
struct WireFieldType: Hashable {
  /// Of the members, where it is a list; nil for a list that does not say what its members are.
  var kind: ValueKind?
  var isList = false
  /// Whether the name itself says so; fields of one's own container say it in `isEncrypted`.
  var isEncrypted = false
}

extension WireFieldType {
  /// nil for a name that is not known.
  init?(tag: String) {
    switch tag {
    case "NUMBER_INT64": self.init(kind: .int64)
    case "NUMBER_DOUBLE": self.init(kind: .double)
    case "ASSET": self.init(kind: .asset)
    case "LIST", "UNKNOWN_LIST", "EMPTY_LIST": self.init(kind: nil, isList: true)
    default:
      let scalars = tag.unicodeScalars
      if let kind = ValueKind(rawValue: tag) {
        self.init(kind: kind)
      } else if tag.hasPrefix("ENCRYPTED_") {
        guard let inner = WireFieldType(tag: String(scalars.dropFirst(10))), !inner.isEncrypted else { return nil }
        self.init(kind: inner.kind, isList: inner.isList, isEncrypted: true)
      } else if tag.hasSuffix("_LIST") {
        guard let inner = WireFieldType(tag: String(scalars.dropLast(5))), !inner.isList, !inner.isEncrypted else {
          return nil
        }
        self.init(kind: inner.kind, isList: true)
      } else {
        return nil
      }
    }
  }
}

extension ValueKind {
  /// The name in answers; a list alone is one without members, which counts as one of texts.
  var tag: StaticString {
    switch self {
    case .string, .list: "STRING"
    case .int64: "INT64"
    case .double: "DOUBLE"
    case .date: "TIMESTAMP"
    case .bytes: "BYTES"
    case .reference: "REFERENCE"
    case .asset: "ASSETID"
    case .location: "LOCATION"
    }
  }
}
