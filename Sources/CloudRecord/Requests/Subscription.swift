/// A request to be told of changes from now on.
///
/// Source: Apple, "CloudKit Web Services Reference", Types and Dictionaries, Subscription Dictionary. The database kind
/// exists in the native API; its name on the wire is assumed.
package struct Subscription: Hashable, Sendable {
  /// The object that is watched: records that match a query, one zone, or every zone of the database.
  package enum Kind: String, Hashable, Sendable, CaseIterable { case query, zone, database }
  /// A change of one record.
  package enum Event: String, Hashable, Sendable, CaseIterable { case create, update, delete }

  /// Empty where the service is to choose one, when it is created.
  package var subscriptionID: String
  /// Decides which of the other properties count.
  package var kind: Kind
  /// The zone that is watched; nil watches every zone, which ``Kind/zone`` does not allow.
  package var zoneID: ZoneID?
  /// Whether a query watches every zone; a service of ours keeps this and goes by ``zoneID`` alone.
  package var isZoneWide: Bool
  /// For ``Kind/query`` only.
  package var query: Query?
  /// For ``Kind/query`` only; the others fire on everything.
  package var firesOn: Set<Event>
  /// Whether the service removes it after its first notification.
  package var firesOnce: Bool
  /// Goes along with each notification.
  package var notification: NotificationInfo

  package init(
    subscriptionID: String, kind: Kind, zoneID: ZoneID? = nil, isZoneWide: Bool = false, query: Query? = nil,
    firesOn: Set<Event> = [], firesOnce: Bool = false, notification: NotificationInfo = NotificationInfo()
  ) {
    (self.subscriptionID, self.kind, self.zoneID, self.isZoneWide) = (subscriptionID, kind, zoneID, isZoneWide)
    (self.query, self.firesOn, self.firesOnce, self.notification) = (query, firesOn, firesOnce, notification)
  }
}

/// The parts of a notification that a subscription determines.
package struct NotificationInfo: Hashable, Sendable {
  /// The text of the alert; nil for none.
  package var alertBody: String?
  /// The key of the alert's text among the receiving app's localised strings.
  package var alertLocalizationKey: String?
  /// For the placeholders of the localised text; a service of ours passes them on as they are.
  package var alertLocalizationArgs: [String]
  /// The key of the alert's button among the receiving app's localised strings.
  package var alertActionLocalizationKey: String?
  /// The name of an image of the receiving app, shown while the alert starts it.
  package var alertLaunchImage: String?
  /// The name of a sound of the receiving app; nil for no sound.
  package var soundName: String?
  /// The receiving app's name for this kind of notification.
  package var category: String?
  /// Whether the app's icon gets a badge.
  package var shouldBadge: Bool
  /// Whether the app is woken in the background.
  package var shouldSendContentAvailable: Bool
  /// Fields of the record that a query's notification carries.
  package var additionalFields: [String]

  package init(
    alertBody: String? = nil, alertLocalizationKey: String? = nil, alertLocalizationArgs: [String] = [],
    alertActionLocalizationKey: String? = nil, alertLaunchImage: String? = nil, soundName: String? = nil,
    category: String? = nil, shouldBadge: Bool = false, shouldSendContentAvailable: Bool = false,
    additionalFields: [String] = []
  ) {
    (self.alertBody, self.alertLocalizationKey) = (alertBody, alertLocalizationKey)
    self.alertLocalizationArgs = alertLocalizationArgs
    (self.alertActionLocalizationKey, self.alertLaunchImage) = (alertActionLocalizationKey, alertLaunchImage)
    (self.soundName, self.category, self.shouldBadge) = (soundName, category, shouldBadge)
    (self.shouldSendContentAvailable, self.additionalFields) = (shouldSendContentAvailable, additionalFields)
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

/// A message to a subscriber; it has no content of records except the fields that the subscription names.
package struct CloudNotification: Hashable, Sendable {
  /// The kind of subscription that fired, and for a query the record that changed.
  package enum Cause: Hashable, Sendable {
    case query(recordName: String, event: Subscription.Event, additionalFields: [String: FieldValue])
    case zone
    case database
  }

  /// The subscription that fired.
  package var subscriptionID: String
  /// Such as `iCloud.org.cloudjournal`.
  package var containerID: String
  /// The account whose database changed; empty if the notification does not tell.
  package var userRecordName: String
  /// The database that changed; private if the notification does not tell.
  package var scope: DatabaseScope
  /// nil for ``Cause/database``.
  package var zoneID: ZoneID?
  /// Decides whether there is a record to fetch, or a zone or database to ask for changes.
  package var cause: Cause
  /// As the subscription has it.
  package var info: NotificationInfo

  package init(
    subscriptionID: String, containerID: String, userRecordName: String, scope: DatabaseScope, zoneID: ZoneID?,
    cause: Cause, info: NotificationInfo
  ) {
    (self.subscriptionID, self.containerID, self.userRecordName) = (subscriptionID, containerID, userRecordName)
    (self.scope, self.zoneID, self.cause, self.info) = (scope, zoneID, cause, info)
  }
}
