import CloudRecord
import SyncCore

/// Makes the journal's zone on the server, and subscribes to its news.
struct ZoneSetUp {
  private var isSubscribing = false

  mutating func begin(subscribing isSubscribing: Bool, _ context: inout SyncContext) throws -> OrderStep {
    self.isSubscribing = isSubscribing
    // Another person's zone is theirs to make; word of it comes with the database's.
    guard context.store.address.database == .private else {
      if !isSubscribing { try context.store.setZoneKnown(true) }
      return .ended(isSubscribing ? .subscribed : .zoneMade)
    }
    guard isSubscribing else { return .request(.modifyZones([.create(context.zoneID)])) }
    let subscription = Subscription(
      subscriptionID: JournalSchema.subscriptionID, kind: .zone, zoneID: context.zoneID,
      notification: NotificationInfo(shouldSendContentAvailable: true))
    guard context.checksKeys, context.mapping.sealing.hasKeys else {
      return .request(.modifySubscriptions([.create(subscription)]))
    }
    // Of the keys' zone as well, which is there once this device has keys.
    var keys = subscription
    keys.subscriptionID = JournalSchema.keySubscriptionID
    keys.zoneID = ZoneAddress.keys.zoneID
    return .request(.modifySubscriptions([.create(subscription), .create(keys)]))
  }

  func receive(_ answer: OrderAnswer, _ context: inout SyncContext) throws -> OrderStep {
    switch answer.outcome {
    case .failure(let failure): return context.failed(failure)
    case .success(.zones(let outcomes)) where !isSubscribing:
      for case .failed(_, let error) in outcomes { return context.failed(CloudFailure(error)) }
      try context.store.setZoneKnown(true)
      return .ended(.zoneMade)
    case .success(.subscriptions(let outcomes)) where isSubscribing:
      // That of the keys is a help: without it they are looked at with the next start, or record that they seal.
      for case .failed(let id, let error) in outcomes where id != JournalSchema.keySubscriptionID {
        return context.failed(CloudFailure(error))
      }
      return .ended(.subscribed)
    case .success: return context.unexpected()
    }
  }
}
