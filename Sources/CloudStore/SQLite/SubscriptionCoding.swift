import CloudRecord
import CloudService

/// Subscriptions as bytes: a version, then every property in order, with the primitives of ``CanonicalEncoder``.
///
/// Values are in ``FieldCoding``, since the canonical form, which is for digests, leaves out a reference's zone.
enum SubscriptionCoding {
  static let version: UInt8 = 1

  static func encode(_ subscription: Subscription) -> [UInt8] {
    var encoder = CanonicalEncoder()
    encoder.append(byte: version)
    encoder.append(subscription.subscriptionID)
    encoder.append(subscription.kind.rawValue)
    encoder.append(optional: subscription.zoneID)
    encoder.append(flag: subscription.isZoneWide)
    encoder.append(optional: subscription.query)
    // In the order of the cases, so that equal subscriptions are equal bytes.
    encoder.append(texts: Subscription.Event.allCases.filter(subscription.firesOn.contains).map(\.rawValue))
    encoder.append(flag: subscription.firesOnce)
    encoder.append(subscription.notification)
    return encoder.bytes
  }

  /// Reads what ``encode(_:)`` wrote; other bytes are an error.
  static func decode(_ bytes: [UInt8]) throws -> Subscription {
    var decoder = CanonicalDecoder(bytes)
    guard try decoder.byte() == version else { throw decoder.failure("a subscription of version \(version)") }
    let id = try decoder.string()
    guard let kind = Subscription.Kind(rawValue: try decoder.string()) else { throw decoder.failure("a kind") }
    let zoneID = try decoder.flag() ? try decoder.zoneID() : nil
    let isZoneWide = try decoder.flag()
    let query = try decoder.flag() ? try decoder.query() : nil
    var events: Set<Subscription.Event> = []
    for name in try decoder.texts() {
      guard let event = Subscription.Event(rawValue: name) else { throw decoder.failure("an event") }
      events.insert(event)
    }
    let firesOnce = try decoder.flag()
    let notification = try decoder.notificationInfo()
    guard decoder.isAtEnd else { throw decoder.failure("the end") }
    return Subscription(
      subscriptionID: id, kind: kind, zoneID: zoneID, isZoneWide: isZoneWide, query: query, firesOn: events,
      firesOnce: firesOnce, notification: notification)
  }
}

extension CanonicalEncoder {
  fileprivate mutating func append(flag: Bool) { append(byte: flag ? 1 : 0) }

  fileprivate mutating func append(optional text: String?) {
    append(flag: text != nil)
    if let text { append(text) }
  }

  fileprivate mutating func append(texts: [String]) {
    append(UInt32(texts.count))
    for text in texts { append(text) }
  }

  fileprivate mutating func append(optional zoneID: ZoneID?) {
    append(flag: zoneID != nil)
    guard let zoneID else { return }
    append(zoneID.zoneName)
    append(optional: zoneID.ownerRecordName)
  }

  fileprivate mutating func append(optional query: Query?) {
    append(flag: query != nil)
    guard let query else { return }
    append(query.recordType)
    append(UInt32(query.filters.count))
    for filter in query.filters {
      append(filter.comparator.rawValue)
      append(lengthPrefixed: FieldCoding.encode([filter.fieldName: Field(filter.value)]))
    }
    append(UInt32(query.sorts.count))
    for sort in query.sorts {
      append(sort.fieldName)
      append(flag: sort.isAscending)
      append(flag: sort.relativeLocation != nil)
      if let location = sort.relativeLocation { append(FieldValue.location(location)) }
    }
  }

  fileprivate mutating func append(_ info: NotificationInfo) {
    append(optional: info.alertBody)
    append(optional: info.alertLocalizationKey)
    append(texts: info.alertLocalizationArgs)
    append(optional: info.alertActionLocalizationKey)
    append(optional: info.alertLaunchImage)
    append(optional: info.soundName)
    append(optional: info.category)
    append(flag: info.shouldBadge)
    append(flag: info.shouldSendContentAvailable)
    append(texts: info.additionalFields)
  }
}

extension CanonicalDecoder {
  fileprivate mutating func flag() throws(CanonicalDecodingError) -> Bool {
    switch try byte("a yes or no") {
    case 0: return false
    case 1: return true
    default: throw failure("a yes or no")
    }
  }

  fileprivate mutating func optionalText() throws(CanonicalDecodingError) -> String? {
    try flag() ? try string() : nil
  }

  fileprivate mutating func texts() throws(CanonicalDecodingError) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try uint32()) { texts.append(try string()) }
    return texts
  }

  fileprivate mutating func zoneID() throws(CanonicalDecodingError) -> ZoneID {
    ZoneID(zoneName: try string(), ownerRecordName: try optionalText())
  }

  fileprivate mutating func query() throws -> Query {
    var query = Query(recordType: try string())
    for _ in 0..<(try uint32()) {
      guard let comparator = Comparator(rawValue: try string()) else { throw failure("a comparator") }
      let field = try FieldCoding.decode(try lengthPrefixed())
      guard field.count == 1, let (name, value) = field.first else { throw failure("one field") }
      query.filters.append(Filter(name, comparator, value.value))
    }
    for _ in 0..<(try uint32()) {
      var sort = Sort(try string(), isAscending: try flag())
      if try flag() {
        guard case .location(let location) = try value() else { throw failure("a location") }
        sort.relativeLocation = location
      }
      query.sorts.append(sort)
    }
    return query
  }

  fileprivate mutating func notificationInfo() throws(CanonicalDecodingError) -> NotificationInfo {
    NotificationInfo(
      alertBody: try optionalText(), alertLocalizationKey: try optionalText(), alertLocalizationArgs: try texts(),
      alertActionLocalizationKey: try optionalText(), alertLaunchImage: try optionalText(),
      soundName: try optionalText(), category: try optionalText(), shouldBadge: try flag(),
      shouldSendContentAvailable: try flag(), additionalFields: try texts())
  }
}
