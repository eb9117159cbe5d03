import CloudRecord
import Encodings

/// Where a page of a query ended, as the client carries it to the next.
///
/// It names the last record's place in the order, not a number of records: what is inserted or removed meanwhile makes
/// nothing appear twice and nothing be left out.
struct QueryMarker {
  /// Of the query that it belongs to.
  var digest: [UInt8]
  var place: QueryPlace

  /// What makes two requests pages of one query: everything but the page's size and the fields told.
  static func digest(_ request: QueryRequest, database: Int64, zoneNames: [String]?) -> [UInt8] {
    var encoder = CanonicalEncoder()
    encoder.append(UInt64(bitPattern: database))
    encoder.append(UInt32(zoneNames?.count ?? 0))
    for name in zoneNames ?? [] { encoder.append(name) }
    encoder.append(request.query.recordType)
    encoder.append(UInt32(request.query.filters.count))
    for filter in request.query.filters {
      encoder.append(filter.fieldName)
      encoder.append(filter.comparator.rawValue)
      encoder.append(filter.value)
    }
    for sort in request.query.sorts {
      encoder.append(sort.fieldName)
      encoder.append(byte: sort.isAscending ? 1 : 0)
      encoder.append(byte: sort.relativeLocation == nil ? 0 : 1)
      if let location = sort.relativeLocation { encoder.append(.location(location)) }
    }
    return Digest(of: encoder.bytes).short
  }

  func text(_ seal: Seal) -> String {
    var writer = StoredFieldWriter()
    writer.bytes.append(contentsOf: digest)
    writer.append(place.zoneName)
    writer.append(place.recordName)
    for key in place.keys {
      switch key {
      case .absent: writer.bytes.append(0)
      case .distance(let distance):
        writer.bytes.append(10)
        writer.append(fixed: distance.bitPattern)
      case .value(.integer(let number)): writer.append(.int64(number))
      case .value(.double(let number)): writer.append(.double(number))
      case .value(.date(let milliseconds)): writer.append(.date(milliseconds))
      // A prefix of a text may end within a character.
      case .value(.text(let bytes)):
        writer.bytes.append(11)
        writer.append(data: bytes)
      case .value(.data(let bytes)): writer.append(.bytes(bytes))
      case .value(.reference(let name, let zone)):
        writer.append(.reference(Reference(recordName: name, action: .none, zoneID: zone.map { ZoneID(zoneName: $0) })))
      }
    }
    return Base64.text(seal.seal(.queryMarker, writer.bytes))
  }

  /// - Throws: BAD_REQUEST for what is no marker, and for another query's.
  static func read(_ text: String, digest: [UInt8], sorts: Int, _ seal: Seal) throws -> QueryPlace {
    guard let bytes = Base64.decode(text.utf8), let payload = seal.open(.queryMarker, bytes) else {
      throw ServiceError(.badRequest, "Invalid continuationMarker")
    }
    guard payload.starts(with: digest) else {
      throw ServiceError(.badRequest, "The continuationMarker belongs to another query")
    }
    var reader = StoredFieldReader(Array(payload.dropFirst(digest.count)))
    let zoneName = try reader.string()
    var place = QueryPlace(keys: [], recordName: try reader.string(), zoneName: zoneName)
    for _ in 0..<sorts {
      switch try reader.byte() {
      case 0: place.keys.append(.absent)
      case 10: place.keys.append(.distance(Double(bitPattern: try reader.fixed())))
      case 11: place.keys.append(.value(.text(try reader.data())))
      case let tag:
        guard let value = QueryValue(try reader.value(tag: tag)) else { throw reader.failure("a value with an order") }
        place.keys.append(.value(value))
      }
    }
    return place
  }
}
