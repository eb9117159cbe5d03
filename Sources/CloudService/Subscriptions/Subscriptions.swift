package import CloudRecord

extension CloudService {
  /// `subscriptions/list`: every subscription of the database, by id.
  ///
  /// - Throws: BAD_REQUEST for a database that is not offered, and the storage's own errors.
  package func listSubscriptions(_ call: ServiceCall, in transaction: any CloudTransaction) throws -> [Subscription] {
    let database = try readDatabase(call, in: transaction)
    return try transaction.subscriptions(in: database.id)
  }

  /// `subscriptions/lookup`: each subscription asked for, or NOT_FOUND in its place.
  ///
  /// - Throws: BAD_REQUEST for too many ids, and the storage's own errors.
  package func lookupSubscriptions(
    _ ids: [String], _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> [SubscriptionOutcome] {
    try checkCount(ids.count, "subscriptions")
    let database = try readDatabase(call, in: transaction)
    return try ids.map { id in
      do throws(ServiceError) {
        try names.check(id, "subscriptionID")
      } catch {
        return .failed(subscriptionID: id, error)
      }
      guard let stored = try transaction.subscription(id, in: database.id) else { return .missing(id) }
      return .subscription(stored)
    }
  }

  /// `subscriptions/modify`: creating one again replaces it, creating one without an id gives it one; updating or deleting
  /// one needs it to exist.
  ///
  /// - Throws: BAD_REQUEST for too many operations, and the storage's own errors. An error of one operation is its
  ///   outcome.
  package func modifySubscriptions(
    _ operations: [SubscriptionOperation], _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> [SubscriptionOutcome] {
    try checkCount(operations.count, "operations")
    let database = try openDatabase(call, in: transaction)
    var count = try transaction.subscriptions(in: database.id).count
    return try operations.map { operation in
      var id = operation.subscriptionID
      if case .create = operation, id.isEmpty { id = call.freshName() }
      do {
        try names.check(id, "subscriptionID")
        let old = try transaction.subscription(id, in: database.id)
        switch operation {
        case .create(let subscription), .update(let subscription):
          if case .update = operation, old == nil { return .missing(id) }
          if old == nil, count >= settings.limits.subscriptionsPerDatabase {
            let most = settings.limits.subscriptionsPerDatabase
            throw ServiceError(.badRequest, "A database has at most \(most) subscriptions")
          }
          var checked = try check(subscription, of: database, call, in: transaction)
          checked.subscriptionID = id
          try transaction.save(checked, in: database.id)
          if old == nil { count += 1 }
          return .subscription(checked)
        case .delete:
          guard old != nil else { return .missing(id) }
          try transaction.removeSubscription(id, in: database.id)
          count -= 1
          return .deleted(subscriptionID: id)
        }
      } catch let error as ServiceError {
        return .failed(subscriptionID: id, error)
      }
    }
  }

  /// The subscription as it is to be kept: its zone's owner said, and of its kind only what that kind has.
  private func check(
    _ subscription: Subscription, of database: StoredDatabase, _ call: ServiceCall,
    in transaction: any CloudTransaction
  ) throws -> Subscription {
    var checked = subscription
    if call.scope == .shared, subscription.kind != .database {
      throw ServiceError(.badRequest, "the shared database takes database subscriptions only")
    }
    if let zoneID = subscription.zoneID {
      if call.scope == .private {
        checked.zoneID = self.zoneID(try zone(zoneID, of: database, call, in: transaction), database)
      }
    }
    switch subscription.kind {
    case .query:
      guard let query = subscription.query else {
        throw ServiceError(.badRequest, "A query subscription needs a query")
      }
      guard !subscription.firesOn.isEmpty else {
        throw ServiceError(.badRequest, "A query subscription needs firesOn")
      }
      try names.checkRecordType(query.recordType)
      var types = fieldTypes(of: database)
      let read = try types.read(query, transaction)
      _ = try QueryMatcher(read, limits: settings.limits)
      checked.query = read
    case .zone:
      guard let zoneID = subscription.zoneID else {
        throw ServiceError(.badRequest, "A zone subscription needs a zoneID")
      }
      guard !zoneID.isDefault else {
        throw ServiceError(
          .badRequest,
          "A zone subscription needs a custom zone: the changes of the default zone cannot be asked for afterwards")
      }
      checked.query = nil
    case .database:
      checked.query = nil
      checked.zoneID = nil
    }
    return checked
  }
}

extension SubscriptionOperation {
  var subscriptionID: String {
    switch self {
    case .create(let subscription), .update(let subscription): subscription.subscriptionID
    case .delete(let subscriptionID): subscriptionID
    }
  }
}

extension SubscriptionOutcome {
  static func missing(_ id: String) -> SubscriptionOutcome {
    .failed(subscriptionID: id, ServiceError(.notFound, "There is no subscription of this subscriptionID"))
  }
}
