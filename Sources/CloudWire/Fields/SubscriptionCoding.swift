import CloudRecord

extension Subscription {
  /// - Parameter needsID: false where a subscription without an id asks for one.
  init(_ node: JSONNode, needsID: Bool = true) throws(ServiceError) {
    let object = try node.object(expecting: "a subscription")
    let id = try needsID ? object.required("subscriptionID").string() : object["subscriptionID"]?.string() ?? ""
    let kind: Kind = try object.required("subscriptionType").choice("query, zone or database")
    let query = try object["query"].map(Query.init)
    if kind == .query, query == nil { throw object.missing("query") }
    let zoneID = try object["zoneID"].map(ZoneID.init)
    let events = try object["firesOn"]?.array { node throws(ServiceError) -> Event in
      try node.choice("create, update or delete")
    }
    let notification = try object["notificationInfo"].map(NotificationInfo.init)
    self.init(
      subscriptionID: id, kind: kind, zoneID: zoneID,
      isZoneWide: try object["zoneWide"]?.bool() ?? false, query: query, firesOn: Set(events ?? []),
      firesOnce: try object["firesOnce"]?.bool() ?? false, notification: notification ?? NotificationInfo())
  }

  func write(to json: inout JSONWriter, _ fields: FieldWriter) {
    json.object { json in
      json.member("subscriptionID", subscriptionID)
      json.member("subscriptionType", kind.rawValue)
      fields.member("zoneID", zoneID, to: &json)
      if isZoneWide { json.member("zoneWide", true) }
      if let query {
        json.key("query")
        query.write(to: &json)
      }
      if !firesOn.isEmpty { json.member("firesOn", Event.allCases.filter(firesOn.contains).map(\.rawValue)) }
      if firesOnce { json.member("firesOnce", true) }
      if notification != NotificationInfo() {
        json.key("notificationInfo")
        notification.write(to: &json)
      }
    }
  }
}

extension Subscription.Event {
  /// As a notification has it.
  var number: Int64 {
    switch self {
    case .create: 1
    case .update: 2
    case .delete: 3
    }
  }
}

extension NotificationInfo {
  init(_ node: JSONNode) throws(ServiceError) {
    let object = try node.object(expecting: "a notificationInfo")
    self.init(
      alertBody: try object["alertBody"]?.string(),
      alertLocalizationKey: try object["alertLocalizationKey"]?.string(),
      alertLocalizationArgs: try object["alertLocalizationArgs"]?.strings() ?? [],
      alertActionLocalizationKey: try object["alertActionLocalizationKey"]?.string(),
      alertLaunchImage: try object["alertLaunchImage"]?.string(),
      soundName: try object["soundName"]?.string(),
      category: try object["category"]?.string(),
      shouldBadge: try object["shouldBadge"]?.bool() ?? false,
      shouldSendContentAvailable: try object["shouldSendContentAvailable"]?.bool() ?? false,
      additionalFields: try object["additionalFields"]?.strings() ?? [])
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("alertBody", alertBody)
      json.member("alertLocalizationKey", alertLocalizationKey)
      if !alertLocalizationArgs.isEmpty { json.member("alertLocalizationArgs", alertLocalizationArgs) }
      json.member("alertActionLocalizationKey", alertActionLocalizationKey)
      json.member("alertLaunchImage", alertLaunchImage)
      json.member("soundName", soundName)
      json.member("category", category)
      if shouldBadge { json.member("shouldBadge", true) }
      if shouldSendContentAvailable { json.member("shouldSendContentAvailable", true) }
      if !additionalFields.isEmpty { json.member("additionalFields", additionalFields) }
    }
  }
}
