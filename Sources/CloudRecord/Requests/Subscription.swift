/// A wish to be told of changes.
///
/// Source: Apple, "CloudKit Web Services Reference", Types and Dictionaries, Subscription Dictionary. The database kind
/// exists in the native API; its name on the wire follows the others.
package struct Subscription: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable { case query, zone, database }
  package enum Event: String, Hashable, Sendable, CaseIterable { case create, update, delete }

  /// Empty where the service is to choose one, when it is created.
  package var subscriptionID: String
  package var kind: Kind
  package var zoneID: ZoneID?
  package var isZoneWide: Bool
  /// For ``Kind/query`` only.
  package var query: Query?
  /// For ``Kind/query`` only; the others fire on everything.
  package var firesOn: Set<Event>
  package var firesOnce: Bool
  package var notification: NotificationInfo

  package init(
    subscriptionID: String, kind: Kind, zoneID: ZoneID? = nil, isZoneWide: Bool = false, query: Query? = nil,
    firesOn: Set<Event> = [], firesOnce: Bool = false, notification: NotificationInfo = NotificationInfo()
  ) {
    self.subscriptionID = subscriptionID
    self.kind = kind
    self.zoneID = zoneID
    self.isZoneWide = isZoneWide
    self.query = query
    self.firesOn = firesOn
    self.firesOnce = firesOnce
    self.notification = notification
  }
}

/// What a notification brings along.
package struct NotificationInfo: Hashable, Sendable {
  package var alertBody: String?
  package var alertLocalizationKey: String?
  package var alertLocalizationArgs: [String]
  package var alertActionLocalizationKey: String?
  package var alertLaunchImage: String?
  package var soundName: String?
  package var category: String?
  package var shouldBadge: Bool
  package var shouldSendContentAvailable: Bool
  /// Fields of the record that a query's notification carries.
  package var additionalFields: [String]

  package init(
    alertBody: String? = nil, alertLocalizationKey: String? = nil, alertLocalizationArgs: [String] = [],
    alertActionLocalizationKey: String? = nil, alertLaunchImage: String? = nil, soundName: String? = nil,
    category: String? = nil, shouldBadge: Bool = false, shouldSendContentAvailable: Bool = false,
    additionalFields: [String] = []
  ) {
    self.alertBody = alertBody
    self.alertLocalizationKey = alertLocalizationKey
    self.alertLocalizationArgs = alertLocalizationArgs
    self.alertActionLocalizationKey = alertActionLocalizationKey
    self.alertLaunchImage = alertLaunchImage
    self.soundName = soundName
    self.category = category
    self.shouldBadge = shouldBadge
    self.shouldSendContentAvailable = shouldSendContentAvailable
    self.additionalFields = additionalFields
  }
}

/// One operation of `subscriptions/modify`.
package enum SubscriptionOperation: Hashable, Sendable {
  case create(Subscription)
  case update(Subscription)
  case delete(subscriptionID: String)
}

/// One item of the answer to `subscriptions/list`, `subscriptions/lookup` or `subscriptions/modify`.
package enum SubscriptionOutcome: Hashable, Sendable {
  case subscription(Subscription)
  case deleted(subscriptionID: String)
  /// The id is nil where the operation named none.
  case failed(subscriptionID: String?, ServiceError)
}

/// What a subscriber is told; never the content of a record, but for the fields that the subscription names.
package struct CloudNotification: Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    case query(recordName: String, event: Subscription.Event, additionalFields: [String: FieldValue])
    case zone
    case database
  }

  package var subscriptionID: String
  package var containerID: String
  package var userRecordName: String
  package var scope: DatabaseScope
  /// nil for ``Cause/database``.
  package var zoneID: ZoneID?
  package var cause: Cause
  package var info: NotificationInfo

  package init(
    subscriptionID: String, containerID: String, userRecordName: String, scope: DatabaseScope, zoneID: ZoneID?,
    cause: Cause, info: NotificationInfo
  ) {
    self.subscriptionID = subscriptionID
    self.containerID = containerID
    self.userRecordName = userRecordName
    self.scope = scope
    self.zoneID = zoneID
    self.cause = cause
    self.info = info
  }
}
