import CloudRecord

/// Whom a change is told, by the subscriptions of its database.
struct Firing {
  private let service: CloudService

  init(_ service: CloudService) { self.service = service }

  /// Tells the database's subscribers of a request's changes: one notification for each subscription to the zone or the
  /// database, one for each record that a subscription's query matches.
  func notify(
    of changed: [Workspace.Entry], zone: StoredZone, database: StoredDatabase, _ call: ServiceCall,
    in transaction: any CloudTransaction, outbox: inout Outbox
  ) throws {
    var types = service.fieldTypes(of: database)
    for var subscription in try transaction.subscriptions(in: database.id) {
      if let query = subscription.query { subscription.query = try types.readLeniently(query, transaction) }
      let causes = causes(for: subscription, changed, zone: zone, call)
      let fired = subscription.firesOnce ? Array(causes.prefix(1)) : causes
      for cause in fired {
        outbox.notifications.append(notification(subscription, cause: cause, zone: zone, database))
      }
      if subscription.firesOnce, !fired.isEmpty {
        try transaction.removeSubscription(subscription.subscriptionID, in: database.id)
      }
    }
  }

  /// Tells of a zone that came into being or went away.
  func notify(
    ofZone zone: StoredZone, _ database: StoredDatabase, _ call: ServiceCall, in transaction: any CloudTransaction,
    outbox: inout Outbox
  ) throws {
    for subscription in try transaction.subscriptions(in: zone.database) where subscription.kind != .query {
      for cause in causes(for: subscription, [], zone: zone, call) {
        outbox.notifications.append(notification(subscription, cause: cause, zone: zone, database))
        if subscription.firesOnce {
          try transaction.removeSubscription(subscription.subscriptionID, in: zone.database)
        }
      }
    }
  }

  /// It goes to the owner of the database, also where a participant has written.
  private func notification(
    _ subscription: Subscription, cause: CloudNotification.Cause, zone: StoredZone, _ database: StoredDatabase
  ) -> CloudNotification {
    CloudNotification(
      subscriptionID: subscription.subscriptionID, containerID: database.key.containerID,
      userRecordName: database.key.ownerRecordName, scope: database.key.scope,
      zoneID: cause == .database ? nil : service.zoneID(zone, database), cause: cause, info: subscription.notification)
  }

  /// Tells a participant's devices that something in the shared database has changed.
  func notify(
    ofShared database: StoredDatabase, in transaction: any CloudTransaction, outbox: inout Outbox
  ) throws {
    for subscription in try transaction.subscriptions(in: database.id) where subscription.kind == .database {
      outbox.notifications.append(
        CloudNotification(
          subscriptionID: subscription.subscriptionID, containerID: database.key.containerID,
          userRecordName: database.key.ownerRecordName, scope: .shared, zoneID: nil, cause: .database,
          info: subscription.notification))
      if subscription.firesOnce {
        try transaction.removeSubscription(subscription.subscriptionID, in: database.id)
      }
    }
  }

  private func causes(
    for subscription: Subscription, _ changed: [Workspace.Entry], zone: StoredZone, _ call: ServiceCall
  ) -> [CloudNotification.Cause] {
    switch subscription.kind {
    case .database: return [.database]
    case .zone: return subscription.zoneID?.zoneName == zone.name ? [.zone] : []
    case .query:
      if let zoneID = subscription.zoneID, zoneID.zoneName != zone.name { return [] }
      guard let query = subscription.query else { return [] }
      // A subscription that has become invalid fires on nothing: the writer is not to suffer for it.
      let matcher: QueryMatcher
      do {
        matcher = try QueryMatcher(query, limits: service.settings.limits)
      } catch {
        return []
      }
      return changed.compactMap { cause(for: subscription, matcher, $0, zone: zone) }
    }
  }

  private func cause(
    for subscription: Subscription, _ matcher: QueryMatcher, _ entry: Workspace.Entry, zone: StoredZone
  ) -> CloudNotification.Cause? {
    let event: Subscription.Event
    let row: StoredRecord?
    let fields: [String: Field]
    switch (entry.wasLiving, entry.isLiving) {
    case (false, true): (event, row, fields) = (.create, entry.row, entry.fields)
    case (true, true): (event, row, fields) = (.update, entry.row, entry.fields)
    case (true, false): (event, row, fields) = (.delete, entry.stored, entry.storedFields)
    case (false, false): return nil
    }
    guard let row, subscription.firesOn.contains(event), row.recordType == matcher.recordType else { return nil }
    do {
      guard try matcher.matches(row, fields, zoneName: zone.name) else { return nil }
    } catch {
      // The field has another type than the filter: no match, since no caller waits for an error.
      return nil
    }
    var told: [String: FieldValue] = [:]
    for name in subscription.notification.additionalFields {
      guard let field = fields[name], !field.isEncrypted, ValueKind(field.value) != .asset else { continue }
      told[name] = field.value
    }
    return .query(recordName: row.recordName, event: event, additionalFields: told)
  }
}
