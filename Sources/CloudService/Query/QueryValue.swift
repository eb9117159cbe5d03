import CloudRecord

/// A value that queries can compare: numbers with numbers, the others with their like.
enum QueryValue: Hashable {
  case integer(Int64)
  case double(Double)
  case date(Int64)
  case text([UInt8])
  case data([UInt8])
  case reference(name: String, zone: String?)

  /// nil for lists, files and places, which have no order and no equality in queries.
  init?(_ value: FieldValue) {
    switch value {
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .double(number)
    case .date(let milliseconds): self = .date(milliseconds)
    case .string(let text): self = .text(Array(text.utf8))
    case .bytes(let bytes): self = .data(bytes)
    case .reference(let reference): self = .reference(name: reference.recordName, zone: reference.zoneID?.zoneName)
    case .asset, .location, .list: return nil
    }
  }

  /// Values of one rank can be compared; between ranks, orders go by rank.
  var rank: UInt8 {
    switch self {
    case .integer, .double: 1
    case .date: 2
    case .text: 3
    case .data: 4
    case .reference: 5
    }
  }

  /// A reference without a zone means one into `zoneName`, where its record is.
  func resolved(in zoneName: String) -> QueryValue {
    if case .reference(let name, nil) = self { return .reference(name: name, zone: zoneName) }
    return self
  }

  /// -1, 0 or 1. Texts and data go by their bytes.
  func compare(_ other: QueryValue) -> Int {
    switch (self, other) {
    case (.integer(let one), .integer(let two)), (.date(let one), .date(let two)): QueryValue.order(one, two)
    case (.double(let one), .double(let two)): QueryValue.order(one, two)
    case (.integer(let one), .double(let two)): QueryValue.exactOrder(one, two)
    case (.double(let one), .integer(let two)): -QueryValue.exactOrder(two, one)
    case (.text(let one), .text(let two)), (.data(let one), .data(let two)): QueryValue.order(one, two)
    case (.reference(let one, let oneZone), .reference(let two, let twoZone)):
      switch QueryValue.order(one, two) {
      case 0: QueryValue.order(oneZone ?? "", twoZone ?? "")
      case let order: order
      }
    default: QueryValue.order(rank, other.rank)
    }
  }

  private static func order<Value: Comparable>(_ one: Value, _ two: Value) -> Int { one < two ? -1 : one > two ? 1 : 0 }

  private static func order(_ one: [UInt8], _ two: [UInt8]) -> Int {
    if one.lexicographicallyPrecedes(two) { return -1 }
    return one == two ? 0 : 1
  }

  /// Where a conversion to Double would join neighbours.
  private static func exactOrder(_ one: Int64, _ two: Double) -> Int {
    if two >= 0x1p63 { return -1 }
    if two < -0x1p63 { return 1 }
    let whole = Int64(two)
    return one == whole ? order(0.0, two - Double(whole)) : order(one, whole)
  }
}
