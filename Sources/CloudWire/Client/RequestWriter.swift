package import CloudRecord

/// Writes a client's requests, operation by operation: the counterpart of ``RequestReader``, but for `wantsSyncToken`,
/// which it leaves out.
///
/// `zones/list`, `subscriptions/list` and the users' operations take no body, or ``empty``.
package enum RequestWriter {
  /// A body without content.
  package static let empty: [UInt8] = Array("{}".utf8)

  // MARK: Records

  /// `records/modify`.
  ///
  /// - Throws: BAD_REQUEST if a field is a number that is not finite.
  package static func modify(_ request: ModifyRequest) throws(ServiceError) -> [UInt8] {
    try checked(reservingCapacity: 64 + request.operations.count * 1024) { json in
      json.array("operations", request.operations) { operation, json in operation.write(to: &json) }
      FieldWriter.request.member("zoneID", request.zoneID, to: &json)
      json.member("atomic", request.isAtomic)
      json.member("desiredKeys", request.desiredKeys)
    }
  }

  /// `records/lookup`.
  package static func lookup(_ request: LookupRequest) -> [UInt8] {
    JSONWriter.object { json in
      json.objects("records", request.items) { item, json in
        json.member("recordName", item.recordName)
        json.member("desiredKeys", item.desiredKeys)
      }
      FieldWriter.request.member("zoneID", request.zoneID, to: &json)
      json.member("desiredKeys", request.desiredKeys)
    }
  }

  // MARK: Changes

  /// `changes/zone`.
  package static func zoneChanges(_ requests: [ZoneChangesRequest]) -> [UInt8] {
    JSONWriter.object { json in
      json.objects("zones", requests) { request, json in
        FieldWriter.request.member("zoneID", request.zoneID, to: &json)
        json.member("syncToken", request.syncToken?.text)
        json.member("resultsLimit", request.resultsLimit.map(Int64.init))
        json.member("desiredKeys", request.desiredKeys)
        json.member("desiredRecordTypes", request.desiredRecordTypes)
        if request.isReverse { json.member("reverse", true) }
      }
    }
  }

  /// `changes/database`.
  package static func databaseChanges(_ request: DatabaseChangesRequest) -> [UInt8] {
    JSONWriter.object { json in
      json.member("syncToken", request.syncToken?.text)
      json.member("resultsLimit", request.resultsLimit.map(Int64.init))
    }
  }

  // MARK: Zones, subscriptions, push, assets

  /// `zones/modify`.
  package static func zonesModify(_ operations: [ZoneOperation]) -> [UInt8] {
    JSONWriter.object { json in
      json.objects("operations", operations) { operation, json in
        let isCreation = if case .create = operation { true } else { false }
        json.member("operationType", isCreation ? "create" : "delete")
        json.object("zone") { FieldWriter.request.member("zoneID", operation.zoneID, to: &$0) }
      }
    }
  }

  /// `subscriptions/modify`.
  ///
  /// - Throws: BAD_REQUEST if a filter compares with a number that is not finite.
  package static func subscriptionsModify(_ operations: [SubscriptionOperation]) throws(ServiceError) -> [UInt8] {
    try checked { json in
      json.objects("operations", operations) { operation, json in
        switch operation {
        case .create(let subscription):
          json.member("operationType", "create")
          json.key("subscription")
          subscription.write(to: &json, .request)
        case .update(let subscription):
          json.member("operationType", "update")
          json.key("subscription")
          subscription.write(to: &json, .request)
        case .delete(let id):
          json.member("operationType", "delete")
          json.object("subscription") { $0.member("subscriptionID", id) }
        }
      }
    }
  }

  /// `tokens/create` and `tokens/register`.
  package static func pushToken(_ request: PushTokenRequest) -> [UInt8] {
    JSONWriter.object { json in
      json.member("apnsEnvironment", request.environment.rawValue)
      json.member("clientId", request.clientID)
      json.member("apnsToken", request.token)
    }
  }

  /// `assets/upload`.
  package static func assetsUpload(_ request: AssetUploadRequest) -> [UInt8] {
    JSONWriter.object { json in
      FieldWriter.request.member("zoneID", request.zoneID, to: &json)
      json.objects("tokens", request.tokens) { token, json in
        json.member("recordType", token.recordType)
        json.member("fieldName", token.fieldName)
        json.member("recordName", token.recordName)
        json.member("size", token.size)
      }
    }
  }

  /// Writes an object, and refuses one in which a number had to be left out: null would remove a field.
  private static func checked(
    reservingCapacity capacity: Int = 512, _ write: (inout JSONWriter) -> Void
  ) throws(ServiceError) -> [UInt8] {
    var json = JSONWriter(reservingCapacity: capacity)
    json.object(write)
    guard !json.hasLostNumber else { throw ServiceError(.badRequest, "a number is not finite") }
    return json.bytes
  }
}

extension RecordOperation {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("operationType", kind.rawValue)
      json.object("record") { json in
        json.member("recordName", recordName)
        json.member("recordType", recordType)
        json.member("recordChangeTag", recordChangeTag)
        if !fields.isEmpty {
          json.object("fields") { json in
            for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
              json.key(named: name)
              if let field {
                FieldWriter.request.write(field, to: &json)
              } else {
                json.object { json in
                  json.key("value")
                  json.null()
                }
              }
            }
          }
        }
        switch parentEdit {
        case .unchanged: break
        case .set(let parent): json.object("parent") { $0.member("recordName", parent) }
        case .cleared:
          json.key("parent")
          json.null()
        }
        if createsShortGUID { json.member("createShortGUID", true) }
        sharing?.write(to: &json)
      }
      json.member("desiredKeys", desiredKeys)
    }
  }
}
