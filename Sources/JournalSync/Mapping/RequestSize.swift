import CloudRecord
import SyncCore

/// How many bytes of JSON a request will have; never less than it really has.
enum RequestSize {
  /// Bytes of one request's operations.
  static let limit = 1 << 20

  /// A record that is sealed at the last moment has the bytes of its seal counted in.
  static func of(_ item: SendWork.Item, _ mapping: RecordMapping) -> Int {
    of(item.operation) + (mapping.sealing.isSealed && item.unsent.raw == nil ? mapping.sealedSize(of: item.unsent) : 0)
  }

  static func of(_ operation: RecordOperation) -> Int {
    var size = 220 + 2 * (operation.recordName?.utf8.count ?? 0)
    for (name, field) in operation.fields { size += 80 + name.utf8.count + (field.map { of($0.value) } ?? 0) }
    return size
  }

  /// The most bytes that a version has when it is encoded; to encode it for its length would take as long as sealing it.
  static func encoded(_ version: RecordVersion) -> Int {
    var size = 64 + version.recordType.utf8.count
    for (name, value) in version.values { size += 32 + name.utf8.count + encoded(value) }
    for name in version.stamps.keys { size += 64 + name.utf8.count }
    return size
  }

  private static func encoded(_ value: FieldValue) -> Int {
    switch value {
    case .string(let text): text.utf8.count
    case .int64, .double, .date: 8
    case .bytes(let bytes): bytes.count
    // Few records have these.
    case .reference, .asset, .location: CanonicalEncoder.encode(value).count
    case .list(let members): members.reduce(0) { $0 + 16 + encoded($1) }
    }
  }

  private static func of(_ value: FieldValue) -> Int {
    switch value {
    case .string(let text): of(text)
    case .int64, .double, .date: 24
    case .bytes(let bytes): bytes.count / 3 * 4 + 8
    case .reference(let reference): 160 + of(reference.recordName)
    case .asset: 600
    case .location: 320
    case .list(let members): members.reduce(2) { $0 + 1 + of($1) }
    }
  }

  /// A text as a JSON string: quotes, backslashes and line breaks take two bytes, other control characters six.
  private static func of(_ text: String) -> Int {
    var size = 2
    for byte in text.utf8 {
      switch byte {
      case 0x0A, 0x0D, 0x09, 0x22, 0x2F, 0x5C: size += 2
      case ..<0x20: size += 6
      default: size += 1
      }
    }
    return size
  }
}
