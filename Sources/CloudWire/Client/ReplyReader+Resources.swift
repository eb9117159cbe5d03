package import CloudRecord

extension ReplyReader {
  // MARK: Zones

  /// Reads `zones/list`, `zones/lookup` and `zones/modify`.
  ///
  /// - Throws: ``ReplyFailure/unreadable(_:)`` if the answer has another form.
  package func zones() throws(ReplyFailure) -> [ZoneOutcome] {
    try Self.reading { () throws(ServiceError) in
      try root.required("zones").array { node throws(ServiceError) -> ZoneOutcome in
        let object = try node.object(expecting: "a zone")
        if let error = try ServiceError(object) { return .failed(try ZoneID(object.required("zoneID")), error) }
        return .zone(try Zone(object))
      }
    }
  }

  /// Reads `changes/database`.
  ///
  /// - Throws: ``ReplyFailure/unreadable(_:)`` if the answer has another form.
  package func databaseChanges() throws(ReplyFailure) -> DatabaseChangesReply {
    try Self.reading { () throws(ServiceError) in
      DatabaseChangesReply(
        zones: try root.required("zones").array { node throws(ServiceError) in
          try Zone(node.object(expecting: "a zone"))
        },
        syncToken: ChangeToken(try root.required("syncToken").string()),
        moreComing: try root["moreComing"]?.bool() ?? false)
    }
  }

  // MARK: Subscriptions and push

  /// Reads `subscriptions/list`, `subscriptions/lookup` and `subscriptions/modify`.
  ///
  /// - Throws: ``ReplyFailure/unreadable(_:)`` if the answer has another form.
  package func subscriptions() throws(ReplyFailure) -> [SubscriptionOutcome] {
    try Self.reading { () throws(ServiceError) in
      try root.required("subscriptions").array { node throws(ServiceError) -> SubscriptionOutcome in
        let object = try node.object(expecting: "a subscription")
        // A deletion is acknowledged by the id alone.
        if let error = try ServiceError(object) {
          return .failed(subscriptionID: try object["subscriptionID"]?.string(), error)
        }
        guard object["subscriptionType"] != nil else {
          return .deleted(subscriptionID: try object.required("subscriptionID").string())
        }
        return .subscription(try Subscription(node))
      }
    }
  }

  /// Reads `tokens/create`.
  ///
  /// - Throws: ``ReplyFailure/unreadable(_:)`` if the answer has another form.
  package func pushToken() throws(ReplyFailure) -> PushToken {
    try Self.reading { () throws(ServiceError) in
      PushToken(
        environment: try root.required("apnsEnvironment").choice("development or production"),
        token: try root.required("apnsToken").string(),
        webcourierURL: try root.required("webcourierURL").string())
    }
  }

  // MARK: Assets

  /// Reads `assets/upload`.
  ///
  /// - Throws: ``ReplyFailure/unreadable(_:)`` if the answer has another form.
  package func uploadTargets() throws(ReplyFailure) -> [AssetUploadTarget] {
    try Self.reading { () throws(ServiceError) in
      try root.required("tokens").array { node throws(ServiceError) in
        let object = try node.object(expecting: "an upload")
        return AssetUploadTarget(
          recordName: try object.required("recordName").string(), fieldName: try object.required("fieldName").string(),
          url: try object.required("url").string())
      }
    }
  }

  /// Reads the answer to the upload of the bytes.
  ///
  /// - Throws: ``ReplyFailure/unreadable(_:)`` if the answer has another form.
  package func upload() throws(ReplyFailure) -> Asset {
    try Self.reading { () throws(ServiceError) in try Asset(root.required("singleFile")) }
  }

  // MARK: Users

  /// Reads `users/caller`, in either of its forms, and `users/current`.
  ///
  /// - Throws: ``ReplyFailure/unreadable(_:)`` if the answer has another form.
  package func user() throws(ReplyFailure) -> UserIdentity {
    try Self.reading { () throws(ServiceError) in
      var object = root
      if root["userRecordName"] == nil, let listed = root["users"] {
        guard let first = listed.members?.first else { throw listed.failure("expected an identity") }
        object = try first.object(expecting: "an identity")
      }
      let names = try object["nameComponents"]?.object()
      return UserIdentity(
        userRecordName: try object.required("userRecordName").string(),
        givenName: try (names?["givenName"] ?? object["firstName"])?.string(),
        familyName: try (names?["familyName"] ?? object["lastName"])?.string(),
        emailAddress: try (object["lookupInfo"]?.object()["emailAddress"] ?? object["emailAddress"])?.string())
    }
  }
}
