package import CloudRecord

/// The payload of a notification, as the long poll and Apple's push service deliver it.
///
/// `qry` and `fet` are as in Apple's own payloads. `met` for the database kind, `dbs` beside `fet`, and the numbers of
/// `dbs` are assumed.
package enum NotificationCoding {
  /// Writes a payload in JSON; several notifications may share an `id`.
  package static func encode(_ notification: CloudNotification, id: String) -> [UInt8] {
    JSONWriter.object { json in
      json.object("aps") { json in
        write(notification.info, to: &json)
      }
      json.object("ck") { json in
        json.member("nid", id)
        json.member("cid", notification.containerID)
        json.member("ckuserid", notification.userRecordName)
        json.member("ce", Int64(2))
        write(cause: notification, to: &json)
      }
    }
  }

  private static func write(_ info: NotificationInfo, to json: inout JSONWriter) {
    // Clients read the alert as a dictionary only, though Apple's push service takes a text as well.
    if hasAlert(info) {
      json.object("alert") { json in
        json.member("body", info.alertBody)
        json.member("loc-key", info.alertLocalizationKey)
        if !info.alertLocalizationArgs.isEmpty { json.member("loc-args", info.alertLocalizationArgs) }
        json.member("action-loc-key", info.alertActionLocalizationKey)
        json.member("launch-image", info.alertLaunchImage)
      }
    }
    if info.shouldBadge { json.member("badge", Int64(1)) }
    json.member("sound", info.soundName)
    json.member("category", info.category)
    if info.shouldSendContentAvailable { json.member("content-available", Int64(1)) }
  }

  private static func hasAlert(_ info: NotificationInfo) -> Bool {
    info.alertBody != nil || info.alertLocalizationKey != nil || !info.alertLocalizationArgs.isEmpty
      || info.alertActionLocalizationKey != nil || info.alertLaunchImage != nil
  }

  private static func write(cause notification: CloudNotification, to json: inout JSONWriter) {
    let key: StaticString =
      switch notification.cause {
      case .query: "qry"
      case .zone: "fet"
      case .database: "met"
      }
    json.object(key) { json in
      json.member("sid", notification.subscriptionID)
      json.member("dbs", notification.scope.number)
      json.member("zid", notification.zoneID?.zoneName)
      json.member("zoid", notification.zoneID?.ownerRecordName)
      if case .query(let recordName, let event, let additionalFields) = notification.cause {
        json.member("rid", recordName)
        json.member("fo", event.number)
        json.object("af") { json in
          for (name, value) in additionalFields.sorted(by: { $0.key < $1.key }) {
            json.key(named: name)
            FieldWriter.answer().write(value: value, to: &json)
          }
        }
      }
    }
  }

  /// Reads a payload; nil for an empty one, which only keeps the connection alive.
  ///
  /// Values of additional fields come without their types: dates are whole numbers here.
  ///
  /// - Throws: ``ReplyFailure/unreadable(_:)`` for any other text.
  package static func decode(_ body: [UInt8]) throws(ReplyFailure) -> (notification: CloudNotification, id: String)? {
    guard !body.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }) else { return nil }
    do throws(ServiceError) {
      return try read(try JSONDocument(body, limits: .reply).root.object())
    } catch {
      throw .unreadable(error.reason)
    }
  }

  private static func read(_ root: JSONObject) throws(ServiceError) -> (notification: CloudNotification, id: String) {
    let cloud = try root.required("ck").object()
    var detail = cloud
    var cause = CloudNotification.Cause.database
    if let query = cloud["qry"] {
      detail = try query.object()
      cause = .query(
        recordName: try detail.required("rid").string(), event: try event(try detail.required("fo")),
        additionalFields: try additionalFields(detail))
    } else if let zone = cloud["fet"] {
      detail = try zone.object()
      cause = .zone
    } else {
      detail = try cloud.required("met").object()
    }
    var zoneID: ZoneID?
    if let name = try detail["zid"]?.string() {
      zoneID = ZoneID(zoneName: name, ownerRecordName: try detail["zoid"]?.string())
    }
    let notification = CloudNotification(
      subscriptionID: try detail.required("sid").string(), containerID: try cloud.required("cid").string(),
      userRecordName: try cloud["ckuserid"]?.string() ?? "", scope: try scope(detail["dbs"]), zoneID: zoneID,
      cause: cause, info: try info(root["aps"]))
    return (notification, try cloud["nid"]?.string() ?? "")
  }

  private static func additionalFields(_ object: JSONObject) throws(ServiceError) -> [String: FieldValue] {
    var values: [String: FieldValue] = [:]
    try object["af"]?.object().forEach { name, value throws(ServiceError) in
      guard !value.isNull else { return }
      values[name] = try FieldReader(direction: .answer).value(value, nil)
    }
    return values
  }

  private static func event(_ node: JSONNode) throws(ServiceError) -> Subscription.Event {
    let number = try node.int64()
    guard let event = Subscription.Event.allCases.first(where: { $0.number == number }) else {
      throw node.failure("expected 1, 2 or 3")
    }
    return event
  }

  private static func scope(_ node: JSONNode?) throws(ServiceError) -> DatabaseScope {
    guard let node else { return .private }
    let number = try node.int64()
    guard let scope = DatabaseScope.allCases.first(where: { $0.number == number }) else {
      throw node.failure("expected 1, 2 or 3")
    }
    return scope
  }

  private static func info(_ node: JSONNode?) throws(ServiceError) -> NotificationInfo {
    var info = NotificationInfo()
    guard let aps = try node?.object() else { return info }
    if let alert = aps["alert"] {
      if alert.kind == .string {
        info.alertBody = try alert.string()
      } else {
        let details = try alert.object()
        info.alertBody = try details["body"]?.string()
        info.alertLocalizationKey = try details["loc-key"]?.string()
        info.alertLocalizationArgs = try details["loc-args"]?.strings() ?? []
        info.alertActionLocalizationKey = try details["action-loc-key"]?.string()
        info.alertLaunchImage = try details["launch-image"]?.string()
      }
    }
    info.shouldBadge = aps["badge"] != nil
    info.soundName = try aps["sound"]?.string()
    info.category = try aps["category"]?.string()
    if let available = aps["content-available"] { info.shouldSendContentAvailable = try available.int64() != 0 }
    return info
  }
}

extension DatabaseScope {
  /// As a notification has it.
  var number: Int64 {
    switch self {
    case .public: 1
    case .private: 2
    case .shared: 3
    }
  }
}
