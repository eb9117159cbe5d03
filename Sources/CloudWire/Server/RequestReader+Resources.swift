package import CloudRecord

/// The request of `assets/upload`.
package struct AssetUploadRequest: Hashable, Sendable {
  /// One for each file, at most 200.
  package var tokens: [AssetUploadToken]
  /// The zone of the records; nil for the default zone.
  package var zoneID: ZoneID?

  package init(tokens: [AssetUploadToken], zoneID: ZoneID? = nil) {
    (self.tokens, self.zoneID) = (tokens, zoneID)
  }
}

/// The request of `assets/rereference`.
package struct AssetRereferenceRequest: Hashable, Sendable {
  /// At most 200.
  package var assets: [AssetRereference]
  /// The zone of the records; nil for the default zone.
  package var zoneID: ZoneID?
}

/// The request of `tokens/create` and of `tokens/register`.
package struct PushTokenRequest: Hashable, Sendable {
  /// The environment of the push service that the client wants.
  package var environment: CloudEnvironment
  /// Names the client that will poll; in `tokens/create` only.
  package var clientID: String?
  /// The token that is registered; in `tokens/register` only.
  package var token: String?

  package init(environment: CloudEnvironment, clientID: String? = nil, token: String? = nil) {
    (self.environment, self.clientID, self.token) = (environment, clientID, token)
  }
}

/// One operation of `subscriptions/modify`, whether it could be read or not.
package struct SubscriptionItem: Hashable, Sendable {
  /// nil where the operation names none.
  package var subscriptionID: String?
  /// The operation, or the BAD_REQUEST that says why it cannot be read.
  package var operation: Result<SubscriptionOperation, ServiceError>
}

/// The key of a look-up for a user: one of three, which a request gives.
package struct UserLookupInfo: Hashable, Sendable {
  /// The only key by which a service of ours finds a user.
  package var userRecordName: String?
  /// A service of ours finds no user by it.
  package var emailAddress: String?
  /// A service of ours finds no user by it.
  package var phoneNumber: String?

  package init(userRecordName: String? = nil, emailAddress: String? = nil, phoneNumber: String? = nil) {
    (self.userRecordName, self.emailAddress, self.phoneNumber) = (userRecordName, emailAddress, phoneNumber)
  }
}

extension RequestReader {
  // MARK: Zones

  /// Reads `zones/lookup`: zoneIDs, or dictionaries that hold one.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func zonesLookup() throws(ServiceError) -> [ZoneID] {
    try root.required("zones").array { node throws(ServiceError) in
      if node.kind == .object, let wrapped = try node.object()["zoneID"] { return try ZoneID(wrapped) }
      return try ZoneID(node)
    }
  }

  /// Reads `zones/modify`.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func zonesModify() throws(ServiceError) -> [ZoneOperation] {
    try root.required("operations").array { node throws(ServiceError) in
      let object = try node.object(expecting: "an operation")
      let type = try object.required("operationType")
      let name = try type.string()
      guard name == "create" || name == "delete" else { throw type.failure("unknown operationType \"\(name)\"") }
      let zoneID = try ZoneID(object.required("zone").object(expecting: "a zone").required("zoneID"))
      return name == "create" ? .create(zoneID) : .delete(zoneID)
    }
  }

  // MARK: Subscriptions and push

  /// Reads `subscriptions/lookup`: dictionaries with a subscriptionID, or ids alone.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func subscriptionsLookup() throws(ServiceError) -> [String] {
    try root.required("subscriptions").array { node throws(ServiceError) in
      if node.kind == .string { return try node.string() }
      return try node.object(expecting: "an object with subscriptionID").required("subscriptionID").string()
    }
  }

  /// Reads `subscriptions/modify`: a mistake in one operation does not keep the others from being read.
  ///
  /// - Throws: BAD_REQUEST if there is no array `operations`.
  package func subscriptionsModify() throws(ServiceError) -> [SubscriptionItem] {
    try root.required("operations").array { node throws(ServiceError) in
      do throws(ServiceError) {
        let operation = try Self.subscriptionOperation(node)
        return SubscriptionItem(subscriptionID: Self.subscriptionID(node), operation: .success(operation))
      } catch {
        return SubscriptionItem(subscriptionID: Self.subscriptionID(node), operation: .failure(error))
      }
    }
  }

  private static func subscriptionOperation(_ node: JSONNode) throws(ServiceError) -> SubscriptionOperation {
    let object = try node.object(expecting: "an operation")
    let type = try object.required("operationType")
    let subscription = try object.required("subscription")
    switch try type.string() {
    case "create": return .create(try Subscription(subscription, needsID: false))
    case "update": return .update(try Subscription(subscription))
    case "delete":
      let id = try subscription.object(expecting: "a subscription").required("subscriptionID").string()
      return .delete(subscriptionID: id)
    case let name: throw type.failure("unknown operationType \"\(name)\"")
    }
  }

  /// The id that an operation names, as far as it can be read.
  private static func subscriptionID(_ node: JSONNode) -> String? {
    do throws(ServiceError) {
      return try node.object()["subscription"]?.object()["subscriptionID"]?.string()
    } catch {
      // The operation's own error says why.
      return nil
    }
  }

  /// Reads `tokens/create`.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func tokensCreate() throws(ServiceError) -> PushTokenRequest {
    PushTokenRequest(environment: try apnsEnvironment(), clientID: try root["clientId"]?.string())
  }

  /// Reads `tokens/register`; the token is never nil.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func tokensRegister() throws(ServiceError) -> PushTokenRequest {
    PushTokenRequest(environment: try apnsEnvironment(), token: try root.required("apnsToken").string())
  }

  private func apnsEnvironment() throws(ServiceError) -> CloudEnvironment {
    try root.required("apnsEnvironment").choice("development or production")
  }

  // MARK: Users

  /// Reads `users/discover`; empty for a request for all contacts.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func usersDiscover() throws(ServiceError) -> [UserLookupInfo] { try lookupInfos(root["lookupInfos"]) }

  /// Reads `users/lookup/email`, `users/lookup/id` and `users/lookup/contacts`; empty if the body names no user.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func usersLookup() throws(ServiceError) -> [UserLookupInfo] { try lookupInfos(root["users"]) }

  private func lookupInfos(_ list: JSONNode?) throws(ServiceError) -> [UserLookupInfo] {
    try list?.array { node throws(ServiceError) in
      let object = try node.object(expecting: "an object with userRecordName, emailAddress or phoneNumber")
      return UserLookupInfo(
        userRecordName: try object["userRecordName"]?.string(), emailAddress: try object["emailAddress"]?.string(),
        phoneNumber: try object["phoneNumber"]?.string())
    } ?? []
  }

  // MARK: Assets

  /// Reads `assets/upload`.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func assetsUpload() throws(ServiceError) -> AssetUploadRequest {
    let tokens = try root.required("tokens").array { node throws(ServiceError) in
      let object = try node.object(expecting: "an object with recordType and fieldName")
      return AssetUploadToken(
        recordType: try object.required("recordType").string(), fieldName: try object.required("fieldName").string(),
        recordName: try object["recordName"]?.string(), size: try object["size"]?.int64())
    }
    return AssetUploadRequest(tokens: tokens, zoneID: try zoneID())
  }

  /// Reads `assets/rereference`.
  ///
  /// - Throws: BAD_REQUEST, with the path of the value that is wrong or missing.
  package func assetsRereference() throws(ServiceError) -> AssetRereferenceRequest {
    let assets = try root.required("assets").array { node throws(ServiceError) in
      let object = try node.object(expecting: "an object with recordName and fieldName")
      return AssetRereference(
        recordName: try object.required("recordName").string(), fieldName: try object.required("fieldName").string())
    }
    return AssetRereferenceRequest(assets: assets, zoneID: try zoneID())
  }
}
